from bots.snakebyte.bot import main

main()
