from bots.snakebyte.joint import main

main()
