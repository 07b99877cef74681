from bots.uttt.bot_network import main

main()
