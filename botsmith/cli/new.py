"""`new NAME`: the skeleton of a contest."""

from typing import Annotated

import typer

from botsmith.new.scaffold import write_contest
from botsmith.setup import ROOT


def new(
    name: Annotated[str, typer.Argument(help="The contest: a-z and 0-9, a letter first.")],
    players: Annotated[int, typer.Option(help="Seats in a match, 2 to 4.")] = 2,
) -> None:
    """Write a contest with rules, referee, bot, baselines, tests and replay that all work."""
    for path in write_contest(ROOT, name, players):
        print(path)
    randoms = " ".join(["random"] * (players - 1))
    print(f"""
next: python3 build.py {name}
      python3 -m botsmith play {name} {name} {randoms} --games 10
      python3 -m botsmith test -k {name}
then change bots/{name}/rules.py into your game; docs/new-contest.md goes through it""")
