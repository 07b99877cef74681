"""Reads the sixteen mazes of Kutulu's leagues 4 to 7 from mazes.txt, in their official order.

`#` wall, `.` floor, `w` wanderers' spawn point, `U` shelter, `S` an explorer's start.
"""

from pathlib import Path

TEXT = Path(__file__).with_name("mazes.txt").read_text(encoding="utf-8")
BLOCKS = [block.splitlines() for block in TEXT.split("\n\n")]  # a name, then the rows
MAPS: dict[str, list[str]] = {name: rows for name, *rows in BLOCKS}
