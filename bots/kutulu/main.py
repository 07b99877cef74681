from bots.kutulu.bot import main

main()
