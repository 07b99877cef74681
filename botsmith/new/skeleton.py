"""Finds the files of a contest that are still as `new` wrote them, by the hashes in
its skeleton.json.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from botsmith.new.copies import digest, read_text
from botsmith.workspace import OWN

STEPS = (  # in the order of docs/new-contest.md
    "bots/{name}/rules.py",
    "contests/{name}/referee.py",
    "bots/{name}/evaluate.py",
    "bots/{name}/known.py",
    "contests/{name}/baselines.py",
    "contests/{name}/draw.py",
)


def place_of(name: str) -> str:
    """Returns the path of a contest's skeleton.json below the project."""
    return f"contests/{name}/skeleton.json"


def hashes(files: Mapping[str, str]) -> str:
    """Returns the text of a contest's skeleton.json: the hash of each of these files, by path."""
    return json.dumps({path: digest(text) for path, text in files.items()}, indent=1) + "\n"


def written_files(name: str, root: Path) -> dict[str, bool]:
    """Returns for each file that `new` wrote for a contest, by path, True if it is still as it was.
    Returns nothing if `new` did not write the contest.
    """
    known = json.loads(read_text(root / place_of(name)) or "{}")
    return {path: digest(read_text(root / path)) == old for path, old in known.items()}


def skeleton_files(name: str, root: Path | None = OWN) -> list[str]:
    """Returns the paths of a contest's files that are still as `new` wrote them, in the order
    of STEPS.

    root: the project, by default the author's workspace
    """
    found = written_files(name, root) if root else {}
    return [path for step in STEPS if found.get(path := step.format(name=name))]


def notes_on(name: str, root: Path | None = OWN) -> list[str]:
    """Returns a line for each file of a contest that is still as `new` wrote it."""
    return [f"{path} is still the skeleton's" for path in skeleton_files(name, root)]
