"""`new NAME`: the skeleton of a contest, or a copy of a bot for one that there is."""

import importlib
from pathlib import Path
from typing import Annotated

import typer

from botsmith.cli.golden import record_matches
from botsmith.errors import BadInput
from botsmith.new.bots import copy_bot, opponents_in
from botsmith.new.scaffold import SEARCHES, TURNS, make_form, write_contest
from botsmith.paths import PROGRAM
from botsmith.printable import say, say_text
from botsmith.workspace import game_of, own_root

RECORDED = 8  # matches of the baselines, so that tests have something to repeat


def new(
    name: Annotated[str, typer.Argument(help="The contest or bot: a-z and 0-9, a letter first.")],
    players: Annotated[
        str | None,
        typer.Option(metavar="N or N..M", help="Seats in a match, 2 to 8. [default: 2]"),
    ] = None,
    turns: Annotated[
        str | None,
        typer.Option(metavar=" or ".join(TURNS), help="How players move. [default: together]"),
    ] = None,
    search: Annotated[
        str | None,
        typer.Option(metavar="|".join(SEARCHES), help="The bot's search. [default: one that fits]"),
    ] = None,
    stub: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The statement's stub, for the lines: config/stub.txt."),
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
        if players or turns or search or stub:
            raise BadInput(
                "--players, --turns, --search and --stub are for a new contest; --from has the"
                " contest of its bot"
            )
        written = copy_bot(root, name, source)
        game = game_of(name, root)
        opponents, change = opponents_in(game), f"bots/{name}"
    else:
        form = make_form(players or "2", turns or TURNS[0], search or "", stub)
        written = write_contest(root, name, form)
        importlib.invalidate_caches()  # its modules have only just come
        written.append(str(record_matches(root, name, RECORDED).relative_to(root)))
        game, opponents = name, " ".join(["random"] * (form.least - 1))
        change = f"bots/{name}/rules.py into your game; docs/new-contest.md goes through it"
    say(*written)
    say_text(f"""
next: {PROGRAM} build {name}
      {PROGRAM} play {game} {name} {opponents} --games 10
      {PROGRAM} test -k {name}
then change {change}""")
