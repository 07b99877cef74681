"""The workshop. Whoever imports it finds `bots` and `common` too: see paths.py."""

from botsmith import paths

__version__ = "0.1.0"

paths.attach(paths.find_root())
