"""The lines that a Tororo bot reads and writes; the referee has the other side."""

from bots.tororo.rules import (
    CELL_MASK,
    CELL_SHIFT,
    COMPLETE,
    DAYS,
    GROW,
    KIND_SHIFT,
    NUTRIENTS,
    SEED,
    SIZES,
    Ground,
    State,
    change_tree,
    make_dormant,
    make_ground,
)
from bots.tororo.tables import CELLS
from common.integers import parse_integers, read_integers
from common.stdio import LineReader, UnreadableInput

KINDS = ("WAIT", "GROW", "SEED", "COMPLETE")  # the words, by number of the kind


def format_action(action: int) -> str:
    """Returns an action's output line."""
    kind = action >> KIND_SHIFT
    cell, other = action >> CELL_SHIFT & CELL_MASK, action & CELL_MASK
    if kind == SEED:
        return f"SEED {cell} {other}"
    return f"{KINDS[kind]} {cell}" if kind in (GROW, COMPLETE) else "WAIT"


def parse_row(line: str, what: str, *limits: int) -> list[int]:
    """Returns the integers of a line, each from 0 to below its limit. Raises UnreadableInput for
    another line.
    """
    row = parse_integers(line, len(limits), what)
    if not all(0 <= value < limit for value, limit in zip(row, limits, strict=True)):
        raise UnreadableInput(f"{what}: expected 0.. to below {limits}, got {row}")
    return row


def read_row(reader: LineReader, what: str, *limits: int) -> list[int]:
    """Returns parse_row() of the next line."""
    return parse_row(reader.line(), f"line {reader.number}: {what}", *limits)


def read_ground(reader: LineReader) -> Ground:
    """Reads the map that a player gets once. Raises UnreadableInput for wrong lines."""
    richness = [0] * CELLS
    (count,) = read_row(reader, "numberOfCells", CELLS + 1)
    for _ in range(count):
        cell, rich, *_neighbours = read_integers(reader, 8, "index richness neigh0..neigh5")
        if not (0 <= cell < CELLS and 0 <= rich <= 3):
            raise UnreadableInput(f"line {reader.number}: no cell {cell} of richness {rich}")
        richness[cell] = rich
    return make_ground(richness)


def read_turn(reader: LineReader, ground: Ground) -> State:
    """Reads a turn, with the player itself as player 0. Raises UnreadableInput for wrong lines.

    Except for a wrong count of lines, it raises after all lines of the turn are read.
    """
    first = reader.number + 1
    head = [reader.line() for _ in range(4)]
    (count,) = read_row(reader, "numberOfTrees", CELLS + 1)
    trees = [reader.line() for _ in range(count)]
    (actions,) = read_row(reader, "numberOfPossibleActions", 1000)
    for _ in range(actions):
        reader.line()  # they follow from the rest
    state = State()
    (state.day,) = parse_row(head[0], f"line {first}: day", DAYS)
    (state.nutrients,) = parse_row(head[1], f"line {first + 1}: nutrients", NUTRIENTS + 1)
    mine = parse_integers(head[2], 2, f"line {first + 2}: mySun myScore")
    theirs = parse_integers(head[3], 3, f"line {first + 3}: oppSun oppScore oppIsWaiting")
    for player, (sun, score) in enumerate((mine, theirs[:2])):
        state.sun[player], state.score[player] = sun, score
    state.asleep = int(theirs[2] != 0) << 1
    for index, line in enumerate(trees):
        what = f"line {first + 5 + index}: cellIndex size isMine isDormant"
        cell, size, is_mine, is_dormant = parse_row(line, what, CELLS, SIZES, 2, 2)
        change_tree(state, ground, 1 - is_mine, cell, size)
        if is_dormant:
            make_dormant(state, cell)
    return state
