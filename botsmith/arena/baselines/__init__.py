"""Botsmith's own opponents, which run as child processes like any bot.

The baselines of one game stand in contests/GAME/baselines.py.
"""

EVERYWHERE = ("random", "late", "silent", "crash", "flood", "rubbish", "fork", "slow")
SLIP = "slip: "  # begins the last line on stderr of one whose contest's own code failed
