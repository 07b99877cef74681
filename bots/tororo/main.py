from bots.tororo.bot import main

main()
