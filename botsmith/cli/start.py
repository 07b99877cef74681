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
    rivals = opponents_in(game)
    status = run_command(root, f"play {game} {name} {rivals} --games 1 --time count") or status
    say_text(f"""
Paste dist/{name}.py into the contest's IDE; its numbers stand near the top, to be changed there.
Change bots/{name}, then `{PROGRAM} build {name}` and `{PROGRAM} play {game} {name} {rivals}`.
`{PROGRAM} --help` lists the commands, docs/ explains the parts.""")
    return status


def run_command(root: Path, words: str) -> int:
    """Shows a command and runs it; returns its exit status."""
    say(f"$ {PROGRAM} {words}")
    command = [sys.executable, "-m", "botsmith", *words.split()]
    return subprocess.run(command, cwd=root, env=environment_of_user()).returncode
