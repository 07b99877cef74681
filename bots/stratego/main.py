from bots.stratego.bot import main

main()
