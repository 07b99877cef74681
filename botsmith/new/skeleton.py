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


def hashes(name: str, files: Mapping[str, str]) -> str:
    """Returns the text of a contest's skeleton.json: the hash of each file in STEPS, by path.

    files: the texts of the contest's files, by path
    """
    paths = [step.format(name=name) for step in STEPS]
    found = {path: digest(files[path]) for path in paths if path in files}
    return json.dumps(found, indent=1) + "\n"


def skeleton_files(name: str, root: Path | None = None) -> list[str]:
    """Returns the paths of a contest's files that are still as `new` wrote them, in the order
    of STEPS.

    root: the project, by default the author's workspace
    """
    root = root or OWN
    known = json.loads((root and read_text(root / place_of(name))) or "{}")
    return [path for path, old in known.items() if root and digest(read_text(root / path)) == old]


def notes_on(name: str, root: Path | None = None) -> list[str]:
    """Returns a line for each file of a contest that is still as `new` wrote it."""
    return [f"{path} is still the skeleton's" for path in skeleton_files(name, root)]
