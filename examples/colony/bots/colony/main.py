from bots.colony.player import main

main()
