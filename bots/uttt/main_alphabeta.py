from bots.uttt.bot_alphabeta import main

main()
