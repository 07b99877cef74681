"""`init DIR`: makes a workspace for the author's own bots."""

from pathlib import Path
from typing import Annotated

from botsmith.new.begin import write_workspace
from botsmith.new.bots import opponents_in
from botsmith.paths import HOME, INSTALLED, IS_INSTALLED
from botsmith.printable import say, say_text
from botsmith.referees import games
from botsmith.settings import Opt


def init(
    folder: Annotated[Path, Opt(metavar="DIR")],
    *,
    name: str = "racer",
    source: Annotated[str | None, Opt(name="from", metavar="GAME")] = None,
) -> None:
    """Make a folder for your own bots, with a first one that plays.

    Every command finds it from any folder inside.

    folder: The folder; it may be there.
    name: Your first bot: a-z and 0-9.
    source: The bot that it begins as a copy of. [default: the first contest's]
    """
    game = source or games()[0]
    for path in write_workspace(folder, name, game):
        say(folder / path)
    ready = "" if IS_INSTALLED else f"pipx install {HOME}   # or as docs/workspace.md says\n      "
    say_text(f"""
next: {ready}cd {folder}
      {INSTALLED} build
      {INSTALLED} play {game} {name} {opponents_in(game)} --time count
      {INSTALLED} replay
then change bots/{name}; README.md says what stands where""")
