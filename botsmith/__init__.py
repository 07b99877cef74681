"""The workshop. A program that imports it can also import `bots` and `common`: see paths.py."""

from botsmith import paths

__version__ = "0.1.0"

paths.attach(paths.find_root())
