"""Plays a match of our referee that starts the bots itself, as in cg-brutaltester's new protocol.

psyleague's and cgarena's play scripts do the same. There a player is a command line: the name or
the path of a program, or any BOT of the other commands.
"""

import os
import re
import shutil
from collections.abc import Sequence

from botsmith.arena.matches.bots import Bot, command_bot, find_bot, with_numbers
from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.workers import play_one
from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.base import Match

INITIAL_DATA = re.compile(r"seed=([+-]?\d+)")


def seed_from(text: str) -> int:
    """Returns the seed in `-d seed=N`. Raises BadInput for any other text."""
    found = INITIAL_DATA.fullmatch(text.strip())
    if found is None:
        raise BadInput(f"-d {text!r}: expected seed=NUMBER")
    return int(found[1])


def find_player(text: str, game: str) -> Bot:
    """Returns the bot of a command line. Relative paths start at the folder in which Botsmith was
    started.
    """
    text = text.strip()
    try:
        return find_bot(text, game)
    except BadInput:
        if os.path.isdir(text) or shutil.which(text) is None:
            raise
    return command_bot(f'"{text}"' if " " in text else text)


def play_players(game: str, players: Sequence[str], seed: int, conditions: Conditions) -> Match:
    """Plays one match; the players sit in the order of their command lines. Raises BadInput for a
    wrong number of players or an unknown player.
    """
    counts = referee_for(game).player_counts
    if len(players) not in counts:
        wanted = " or ".join(map(str, counts))
        raise BadInput(f"{game} takes {wanted} players, got {len(players)}")
    bots = with_numbers([find_player(text, game) for text in players])
    return play_one(game, bots, seed, 0, conditions)
