"""Lower leagues: finds the one that a recorded input comes from, or that a bot reads."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from botsmith.children import child_environment, run
from botsmith.referees import games, referee_for
from botsmith.referees.base import League

TURNS = 3  # whose lines a bot is sent
SECONDS = 3.0


def leagues_of(game: str) -> Sequence[League]:
    """Returns the lower leagues of a game whose lines its referee does not send."""
    return referee_for(game).leagues if game in games() else ()


def league_of(game: str, text: str) -> League | None:
    """Returns the lower league that has these lines, None without one. text: recorded input"""
    widths = [len(line.split()) for line in text.splitlines()[:20]]
    for league in leagues_of(game):
        lines = [*league.start, *league.turn * TURNS]
        wanted = [len(line.split()) for line in lines][: len(widths)]
        if wanted and widths[: len(wanted)] == wanted:
            return league
    return None


def league_read_by(game: str, command: Sequence[str]) -> League | None:
    """Returns the lower league whose lines a program reads and answers; None without one.

    command: the program's command line, run in an empty folder
    """
    for league in reversed(leagues_of(game)):
        text = "".join(f"{line}\n" for line in [*league.start, *league.turn * TURNS])
        with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
            place, words = Path(folder), child_environment({})
            ended = run(command, text, seconds=SECONDS, cwd=place, env=words)
        if len(ended.text.splitlines()) >= TURNS:
            return league
    return None


def league_line(game: str, league: League) -> str:
    """Returns a line of advice on input of a lower league."""
    return f"lines of {game}'s {league.names} ({league.form}); the referee here plays the top one"
