from bots.colony.bot import main

main()
