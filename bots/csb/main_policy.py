from bots.csb.bot_policy import main

main()
