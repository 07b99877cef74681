from bots.cycles.bot import main

main()
