from bots.uttt.bot_mcts import main

main()
