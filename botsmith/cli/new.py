"""`new NAME`: the skeleton of a contest, or a copy of a bot for one that there is."""

from typing import Annotated

import typer

from botsmith.errors import BadInput
from botsmith.new.bots import copy_bot, opponents_in
from botsmith.new.scaffold import write_contest
from botsmith.paths import PROGRAM
from botsmith.workspace import game_of, own_root


def new(
    name: Annotated[str, typer.Argument(help="The contest or bot: a-z and 0-9, a letter first.")],
    players: Annotated[
        int | None, typer.Option(help="Seats in a match, 2 to 4. [default: 2]")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", metavar="BOT", help="Copy this bot, csb say, for the same contest."),
    ] = None,
) -> None:
    """Write a contest with rules, referee, bot, baselines, tests and replay that all work.

    With --from it is a bot for a contest that there is.
    """
    root = own_root()
    if source is not None:
        if players is not None:
            raise BadInput("--players is for a new contest; --from has the contest of its bot")
        written = copy_bot(root, name, source)
        game = game_of(name, root)
        opponents, change = opponents_in(game), f"bots/{name}"
    else:
        players = players or 2
        written = write_contest(root, name, players)
        game, opponents = name, " ".join(["random"] * (players - 1))
        change = f"bots/{name}/rules.py into your game; docs/new-contest.md goes through it"
    print(*written, sep="\n")
    print(f"""
next: {PROGRAM} build {name}
      {PROGRAM} play {game} {name} {opponents} --games 10
      {PROGRAM} test -k {name}
then change {change}""")
