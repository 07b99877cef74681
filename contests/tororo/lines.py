"""Writes and reads the lines of the referee of Tororo: the other side of the bot's protocol."""

import re

from bots.tororo.protocol import KINDS, format_action
from bots.tororo.rules import PLAYERS, WAIT, Ground, State
from bots.tororo.tables import CELLS
from botsmith.referees.answers import int32, matched
from botsmith.referees.base import with_count
from contests.tororo.maps import NEIGHBOURS, holds, make_action, tree_rows

NOWHERE = 63  # stands for any cell that does not exist: no action with it is legal
# Anything may follow after white space.
ANSWER = re.compile(
    r"(?:(WAIT)|(GROW|COMPLETE) (\d+)|(SEED) (\d+) (\d+))(?:\s.*)?", re.ASCII | re.DOTALL
)


def parse_answer(line: str) -> int:
    """Returns an output line as an action, legal or not. Raises InvalidAnswer for a line of another
    form.
    """
    found = matched(line, ANSWER, "'WAIT', 'GROW n', 'COMPLETE n' or 'SEED n m'")
    word, *numbers = filter(None, found.groups())
    cells = [cell if cell < CELLS else NOWHERE for cell in map(int32, numbers)]
    return make_action(KINDS.index(word), *cells)


def richness_of(ground: Ground, cell: int) -> int:
    """Returns the richness of a cell, 0..3."""
    if not holds(ground.usable, cell):
        return 0
    return 3 if holds(ground.lush, cell) else 2 if holds(ground.fair, cell) else 1


def cell_rows(ground: Ground) -> list[list[int]]:
    """Returns index, richness and the six neighbours of each cell."""
    return [[cell, richness_of(ground, cell), *NEIGHBOURS[cell]] for cell in range(CELLS)]


def format_turn(state: State, player: int, actions: list[int]) -> list[str]:
    """Returns the lines that `player` gets in a turn; actions: the legal ones but WAIT,
    shuffled.
    """
    other = PLAYERS - 1 - player
    trees = [
        f"{cell} {size} {int(owner == player)} {dormant}"
        for cell, size, owner, dormant in tree_rows(state)
    ]
    return [
        str(state.day),
        str(state.nutrients),
        f"{state.sun[player]} {state.score[player]}",
        f"{state.sun[other]} {state.score[other]} {state.asleep >> other & 1}",
        *with_count(trees),
        *with_count([*map(format_action, [WAIT, *actions])]),
    ]
