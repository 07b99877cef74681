"""`start`: from a fresh checkout, or a workspace, to a first match in one command."""

import subprocess
import sys

from botsmith.bundle.modules import all_entries
from botsmith.new.bots import opponents_in
from botsmith.paths import PROGRAM, environment_of_user
from botsmith.printable import say, say_text
from botsmith.workspace import game_of, own_root

WHAT_NEXT = """
Paste dist/{name}.py into the contest's IDE; its numbers stand near the top, to be changed there.
Change bots/{name}, then `{program} build {name}` and `{program} {match}`.
`{program} --help` lists the commands, docs/ explains the parts."""


def start() -> int:
    """Build all bots, play a first match and say what can be done next."""
    root = own_root()
    name = all_entries(root)[0].name
    game = game_of(name.partition("_")[0])
    match = f"play {game} {name} {opponents_in(game)}"
    for words in ("build", f"{match} --games 1"):
        say(f"$ {PROGRAM} {words}")
        command = [sys.executable, "-m", "botsmith", *words.split()]
        status = subprocess.run(command, cwd=root, env=environment_of_user()).returncode
        if status != 0:
            return status
    say_text(WHAT_NEXT.format(name=name, program=PROGRAM, match=match))
    return 0
