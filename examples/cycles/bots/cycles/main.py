from bots.cycles.player import main

main()
