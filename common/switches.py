"""Switches to set in a pasted bot."""

USE_C = True  # False: CPython plays alone
EXPLAIN = 0  # letters of thoughts a turn, for stderr
