from bots.snakebyte.bot_policy import main

main()
