"""`start`: plays a first match from a fresh checkout or workspace, in one command."""

import subprocess
import sys
from pathlib import Path

from botsmith.bundle.modules import all_entries
from botsmith.new.bots import opponents_in
from botsmith.paths import PROGRAM, environment_of_user
from botsmith.printable import say, say_text
from botsmith.referees import games
from botsmith.workspace import game_of, own_root

WHAT_NEXT = """
Paste dist/{name}.py into the contest's IDE; its numbers stand near the top, to be changed there.
Change bots/{name}, then `{program} build {name}` and `{program} {match}`.
`{program} --help` lists the commands, docs/ explains the parts."""


def start() -> int:
    """Build all bots, play a first match and show the next steps.

    If a bot cannot be built, the others still play. A slow machine loses no game: late answers are
    only counted.
    """
    root = own_root()
    status = run_command(root, "build")
    for entry in all_entries(root):
        name, game = entry.name, game_of(entry.game)
        if (root / "dist" / f"{name}.py").is_file() and game in games():
            break
    else:
        return status
    match = f"play {game} {name} {opponents_in(game)}"
    status = run_command(root, f"{match} --games 1 --time count") or status
    say_text(WHAT_NEXT.format(name=name, program=PROGRAM, match=match))
    return status


def run_command(root: Path, words: str) -> int:
    """Shows a command and runs it; returns its exit status."""
    say(f"$ {PROGRAM} {words}")
    command = [sys.executable, "-m", "botsmith", *words.split()]
    return subprocess.run(command, cwd=root, env=environment_of_user()).returncode
