"""Our own opponents, run as child processes like any bot; contests/GAME/baselines.py has more."""

EVERYWHERE = ("random", "late", "silent", "crash", "flood", "rubbish", "fork", "slow")
SLIP = "slip: "  # begins the last line on stderr of one whose contest's own code failed
