"""What of a contest is still as `new` wrote it: contests/NAME/skeleton.json has the hashes."""

import json
from collections.abc import Mapping
from pathlib import Path

from botsmith.new.copies import digest, read
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
    """Returns the path of a contest's hashes."""
    return f"contests/{name}/skeleton.json"


def hashes(name: str, files: Mapping[str, str]) -> str:
    """Returns the text of the hashes. files: texts by path."""
    paths = [step.format(name=name) for step in STEPS]
    found = {path: digest(files[path]) for path in paths if path in files}
    return json.dumps(found, indent=1) + "\n"


def left(name: str, root: Path | None = None) -> list[str]:
    """Returns the files of a contest that are still the skeleton's, in the order of the steps."""
    root = root or OWN
    known = json.loads((root and read(root / place_of(name))) or "{}")
    return [path for path, before in known.items() if root and digest(read(root / path)) == before]


def notes_on(name: str, root: Path | None = None) -> list[str]:
    """Returns a line for each of these files."""
    return [f"{path} is still the skeleton's" for path in left(name, root)]
