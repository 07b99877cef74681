from bots.csb.bot import main

main()
