from bots.csb.bot_plans import main

main()
