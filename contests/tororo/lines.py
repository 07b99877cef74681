"""What the referee of Tororo writes and reads: the other side of the bot's protocol."""

import re

from bots.tororo.protocol import KINDS, format_action
from bots.tororo.rules import PLAYERS, WAIT, Ground, State
from contests.tororo.maps import CELLS, NEIGHBOURS, holds, make_action, tree_rows

NOWHERE = 63  # stands for any cell that does not exist: no action with it is legal
MAX_NUMBER = 2_147_483_647
# Patterns of a whole line, tried in this order; anything may follow after white space.
PATTERNS = tuple(
    re.compile(pattern + r"(?:\s.*)?", re.ASCII | re.DOTALL)
    for pattern in ("(WAIT)", "(GROW) ([0-9]+)", "(COMPLETE) ([0-9]+)", "(SEED) ([0-9]+) ([0-9]+)")
)


class UnreadableAction(ValueError):
    """An output line that is no action at all: its player is out."""


def parse_answer(line: str) -> int:
    """Returns an output line as an action, legal or not; else UnreadableAction."""
    for pattern in PATTERNS:
        match = pattern.fullmatch(line)
        if match is None:
            continue
        word, *numbers = match.groups()
        values = [number.lstrip("0")[:11] or "0" for number in numbers]
        if any(int(value) > MAX_NUMBER for value in values):
            break
        cells = [int(value) if int(value) < CELLS else NOWHERE for value in values]
        return make_action(KINDS.index(word), *cells)
    raise UnreadableAction(
        f"expected 'WAIT', 'GROW n', 'COMPLETE n' or 'SEED n m', got {line[:60]!r}"
    )


def richness_of(ground: Ground, cell: int) -> int:
    """Returns the richness of a cell, 0..3."""
    if not holds(ground.usable, cell):
        return 0
    return 3 if holds(ground.lush, cell) else 2 if holds(ground.fair, cell) else 1


def cell_rows(ground: Ground) -> list[list[int]]:
    """Returns index, richness and the six neighbours of each cell."""
    return [[cell, richness_of(ground, cell), *NEIGHBOURS[cell]] for cell in range(CELLS)]


def format_ground(ground: Ground) -> list[str]:
    """Returns the lines that every player gets once."""
    return [str(CELLS), *(" ".join(map(str, row)) for row in cell_rows(ground))]


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
        str(len(trees)),
        *trees,
        str(len(actions) + 1),
        *(format_action(action) for action in [WAIT, *actions]),
    ]
