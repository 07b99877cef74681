"""Writes a new contest into a project: templates with a name filled in, and recorded matches.

The templates stand in contest/ as NAME.txt, so that no tool takes them for modules. In them
@name@, @Name@, @players@ and @randoms@ (a `random` for each further seat) are filled in.
"""

import gzip
import json
import keyword
import re
import subprocess
import sys
from pathlib import Path

import black

from botsmith.errors import BadInput
from botsmith.referees import GAMES

TEMPLATES = Path(__file__).with_name("contest")
NAME = re.compile(r"[a-z][a-z0-9]*")  # no underscore: GAME_X is a bot's second entry
PLAYERS = range(2, 5)  # Smitsimax holds up to four trees
BASELINE = "dash"
RECORDED = 4  # matches against each baseline, each seat at least once
PLACES = {
    "bots/main.py": "bots/{name}/main.py",
    "bots/params.py": "bots/{name}/params.py",
    "bots/rules.py": "bots/{name}/rules.py",
    "bots/protocol.py": "bots/{name}/protocol.py",
    "bots/search.py": "bots/{name}/search.py",
    "bots/bot.py": "bots/{name}/bot.py",
    "bots/NOTES.md": "bots/{name}/NOTES.md",
    "referees/referee.py": "contests/{name}/referee.py",
    "baselines/baseline.py": "contests/{name}/baselines.py",
    "replay/draw.py": "contests/{name}/draw.py",
    "docs/game.md": "contests/{name}/README.md",
    "tests/test_contest.py": "tests/contests/test_{name}.py",
    "golden/README.md": "tests/golden/{name}/README.md",
}


def write_contest(root: Path, name: str, players: int) -> list[str]:
    """Writes all files of a new contest and records its matches; the paths of what is new.

    BadInput, and nothing written, for a name or a number that cannot be.
    """
    check(root, name, players)
    words = {
        "@name@": name,
        "@Name@": name.capitalize(),
        "@players@": str(players),
        "@randoms@": " ".join(["random"] * (players - 1)),
    }
    written = [f"bots/{name}/__init__.py", f"contests/{name}/__init__.py"]
    for path in ("contests/__init__.py", *written):
        save(root / path, "")
    for template, place in PLACES.items():
        text = (TEMPLATES / f"{template}.txt").read_text(encoding="utf-8")
        for word, value in words.items():
            text = text.replace(word, value)
        path = place.format(name=name)
        save(root / path, formatted(text) if path.endswith(".py") else text)
        written.append(path)
    return [*written, record_matches(root, name, players)]


def check(root: Path, name: str, players: int) -> None:
    """BadInput unless the contest can be written."""
    if not NAME.fullmatch(name) or keyword.iskeyword(name) or name in sys.stdlib_module_names:
        raise BadInput(
            f"{name!r} is no name for a contest: expected a-z and 0-9, a letter first, "
            "no word of Python's"
        )
    if players not in PLAYERS:
        raise BadInput(f"--players {players}: expected {PLAYERS[0]} to {PLAYERS[-1]}")
    if name in GAMES:
        raise BadInput(f"{name}: a contest of the package is called so; choose another name")
    places = [f"bots/{name}", *(place.format(name=name) for place in PLACES.values())]
    there = [place for place in places if (root / place).exists()]
    if there:
        raise BadInput(f"{name}: {there[0]} is there already; choose another name or remove it")


def save(path: Path, text: str) -> None:
    """Writes a new file and its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def formatted(text: str) -> str:
    """As `black` of this project formats it."""
    return black.format_str(text, mode=black.Mode(line_length=100))


def record_matches(root: Path, name: str, players: int) -> str:
    """Plays a few matches of baselines into tests/golden/NAME; the file's path."""
    path = f"tests/golden/{name}/matches.jsonl.gz"
    for others in ("random", BASELINE):
        bots = ["random"] + [others] * (players - 1)
        command = [sys.executable, "-m", "botsmith", "play", name, *bots, "--games", str(RECORDED)]
        options = ["--iterations", "1", "--json", "--record", path]
        done = subprocess.run([*command, *options], cwd=root, capture_output=True, text=True)
        if done.returncode != 0:
            raise BadInput(f"recording matches of {name} failed: {done.stderr.strip()}")
    lines = []
    with gzip.open(root / path, "rt", encoding="utf-8") as file:
        for line in file:
            lines.append(json.dumps({**json.loads(line), "source": "self"}) + "\n")
    (root / path).write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    return path
