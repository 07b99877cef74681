from bots.csb.bot_network import main

main()
