"""The picture of what a value network sees, which pictures.py draws: a position and its inputs."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.picture_trees import Picture, positions  # noqa: E402
from bots.uttt.network import ALWAYS, FREE, INPUTS, MASKS, OTHER, WON, list_inputs  # noqa: E402
from bots.uttt.rules import BOARDS, State  # noqa: E402
from bots.uttt.tables import SQUARES  # noqa: E402
from botsmith.replay import shapes  # noqa: E402
from botsmith.replay.grid import Grid  # noqa: E402
from botsmith.replay.shapes import Shape  # noqa: E402
from contests.uttt.draw import bits, mark, place_of  # noqa: E402

MOVE = 59  # moves of the first recorded match of uttt before the position
HEIGHT = 336.0
WHOLE = Grid(16, 48, 80, 3, 3)
LEFT, RIGHT = 280.0, 562.0  # of the boards' masks, of the others
SMALL, TINY = 34.0, 21.0  # sides of a mask
GAP = 8.0
ROW = 26.0
NAMES = (
    *("18  won by the viewer", "19  won by the other", "20  full, won by nobody"),
    *("21  the viewer threatens", "22  the other threatens"),
    *("23  decide for the viewer", "24  decide for the other"),
    *("25  next, not threatened", "26  next, by the viewer", "27  next, by the other"),
    "28  next, by both",
)


def colour(mask: int) -> str:
    """Whom a mask tells about: the viewer, the other, or both."""
    if mask < WON:
        return "p0" if mask < OTHER else "p1"
    return {18: "p0", 19: "p1", 20: "dim", 21: "p0", 22: "p1", 23: "p0", 24: "p1"}.get(mask, "warm")


def board(state: State) -> list[Shape]:
    """Returns the position; the viewer's marks are crosses, whoever he is."""
    drawn = [*WHOLE.lines("ink", 2)]
    for number in range(BOARDS):
        x, y = WHOLE.corner(*place_of(number))
        side = WHOLE.side
        if state.forced == number:
            drawn.append(shapes.rectangle(x + 2, y + 2, side - 4, side - 4, "warm/25"))
        grid = Grid(x + 8, y + 8, (side - 16) / 3, 3, 3)
        drawn += grid.lines("edge", 1)
        for seat, player in enumerate((state.player, 1 - state.player)):
            tone = f"p{seat}" if state.open >> number & 1 else f"p{seat}/45"
            for square in bits(state.marks[BOARDS * player + number]):
                drawn += mark(seat, *grid.middle(*place_of(square)), 7, tone)
            if state.won[player] >> number & 1:
                drawn += mark(seat, x + side / 2, y + side / 2, 30, f"p{seat}")
    return drawn


def squares(grid: Grid, mask: int, on: set[int]) -> list[Shape]:
    """Returns a mask's nine inputs."""
    drawn = []
    for square in range(SQUARES):
        x, y = grid.corner(*place_of(square))
        fill = colour(mask) if mask * SQUARES + square in on else "faint"
        side = grid.side - 1
        drawn.append(shapes.rectangle(x, y, side, side, fill, "edge", 0.6))
    return drawn


def network() -> Picture:
    """Returns a recorded position and its inputs."""
    (state,) = positions([MOVE])
    places = [0] * INPUTS
    on = set(places[: list_inputs(state, places)])
    drawn = board(state)
    drawn.append(shapes.text(16, 24, "a position; crosses move", 13, "ink", "left"))
    said = f"{len(on)} of {INPUTS} inputs are on"
    drawn.append(shapes.text(LEFT, 24, said, 13, "ink", "left"))
    for mask in range(WON):
        side, number = divmod(mask, BOARDS)
        row, column = divmod(number, 3)
        x = LEFT + side * (3 * SMALL + 4 * GAP) + column * (SMALL + GAP)
        drawn += squares(Grid(x, 68 + row * (SMALL + GAP), SMALL / 3, 3, 3), mask, on)
    for side, words in enumerate(("0..8  the viewer's", "9..17  the other's")):
        x = LEFT + side * (3 * SMALL + 4 * GAP)
        drawn.append(shapes.text(x, 54, words, 11, "dim", "left"))
    for mask in range(WON, MASKS):
        y = 46 + (mask - WON) * ROW
        drawn += squares(Grid(RIGHT, y, TINY / 3, 3, 3), mask, on)
        words = NAMES[mask - WON]
        drawn.append(shapes.text(RIGHT + TINY + 8, y + TINY / 2, words, 11, "dim", "left"))
    for number, (place, words) in enumerate(
        ((FREE, "FREE: any board may be played on"), (ALWAYS, "ALWAYS"))
    ):
        y = 222 + number * ROW
        fill = "warm" if place in on else "faint"
        drawn.append(shapes.rectangle(LEFT, y, 10, 10, fill, "edge", 0.6))
        drawn.append(shapes.text(LEFT + 18, y + 5, words, 11, "dim", "left"))
    return drawn, HEIGHT, "what the network of ultimate tic-tac-toe sees of a position"
