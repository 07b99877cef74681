"""Our own opponents, run as child processes like any bot; contests/GAME/baselines.py has more."""

EVERYWHERE = ("random", "late", "silent", "crash", "flood", "rubbish", "fork", "slow")
