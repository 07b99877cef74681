from bots.olymbits.bot import main

main()
