"""`adopt FILE`: a bot that somebody has, as a bot of the workspace."""

import re
from pathlib import Path
from typing import Annotated

import typer

from botsmith.new.adopt import adopt as take_in
from botsmith.new.bots import opponents_in
from botsmith.paths import PROGRAM
from botsmith.printable import say, say_text
from botsmith.workspace import own_root


def adopt(
    file: Annotated[Path, typer.Argument(help="Your bot, in one Python file.")],
    game: Annotated[str, typer.Option(help="What it plays: a contest, csb for example.")],
    name: Annotated[
        str | None, typer.Option(help="What it is called here. [default: as the file]")
    ] = None,
) -> None:
    """Take in a bot of one file, so that it builds, plays and can be taken apart step by step.

    Nothing is split; the file itself stays where it is.
    """
    name = name or re.sub(r"[^a-z0-9]", "", file.stem.lower())
    say(*take_in(own_root(), file, name, game))
    say_text(f"""
next: {PROGRAM} build {name}
      {PROGRAM} play {game} {name} {opponents_in(game)} --games 10
then move what you like from bots/{name}/bot.py into modules beside it, and build again""")
