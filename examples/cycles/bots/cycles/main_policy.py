from bots.cycles.bot_policy import main

main()
