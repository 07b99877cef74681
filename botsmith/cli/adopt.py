"""`adopt PATH`: takes an existing bot into the workspace."""

import sys
from pathlib import Path
from typing import Annotated

from rich.console import Console

from botsmith.errors import BadInput
from botsmith.new.adopt import NONE, Wanted, adopt as take_in
from botsmith.new.bots import opponents_in
from botsmith.paths import PROGRAM
from botsmith.printable import print_error, say, say_text
from botsmith.runs import interpreter
from botsmith.settings import Opt
from botsmith.workspace import own_root


def adopt(
    path: Path,
    *,
    game: str = NONE,
    name: str | None = None,
    entry: str | None = None,
    inputs: Annotated[list[Path] | None, Opt(name="input")] = None,
    python: Path | None = None,
) -> None:
    """Take in an existing bot, so that it can be built, played and split into modules.

    The bot's code is not changed, and its files stay where they are.

    path: Your bot: a Python file, or a folder of modules.
    game: The contest that it plays, csb for example, or none.
    name: Its name here. [default: as the file or folder]
    entry: The file in the folder that starts it. [default: main.py and so]
    inputs: A file of its recorded standard input; may be repeated.
    python: The Python that plays the proofs. [default: this one]
    """
    files, program = tuple(inputs or ()), interpreter(python)
    wanted = Wanted(path, game, name or "", entry or "", files, python=program)
    console = Console(stderr=True)
    try:
        with console.status("reading") as status:
            adopted = take_in(own_root(), wanted, lambda text: status.update(text))
    except BadInput as error:
        *others, last = str(error).split("\n")
        for line in others:
            print_error(line)
        raise BadInput(last) from None
    say(*adopted.paths)
    say(*adopted.said, to=sys.stderr)
    bot = adopted.name
    say_text(f"\nnext: {PROGRAM} build {bot}")
    if game != NONE:
        say_text(f"      {PROGRAM} play {game} {bot} {opponents_in(game)} --games 10")
    say_text(f"then move what you like from bots/{bot}/main.py into modules beside it; build again")
