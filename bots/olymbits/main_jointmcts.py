from bots.olymbits.jointmcts import main

main()
