"""What to switch in a pasted bot."""

USE_C = True  # False: CPython plays alone
