"""Numbers of steps, around platforms, to every source, from the spots of the grid and its rim."""

from bots.snakebyte.rules import KINDS, MAX_HEIGHT, MAX_WIDTH, SOURCE, State, column, row
from common.kernel import Int8, Numbers, kernel, numbers, record

RIM = 4  # cells around the grid that are spots, too
SPAN = MAX_WIDTH + 2 * RIM + 1
AREA = SPAN * (MAX_HEIGHT + 2 * RIM)
FAR = 127  # no way


@record
class Charts:
    """Holds the steps to sources on a grid of this width and height.

    away: steps by spot * KINDS + source
    """

    width: int
    height: int
    away: Numbers[int] = numbers(Int8, AREA * KINDS)


@kernel
def spot(charts: Charts, cell: int) -> int:
    """Returns the index in `away` of the spot nearest to a cell."""
    x = min(max(column(cell), -RIM), charts.width - 1 + RIM) + RIM
    y = min(max(row(cell), -RIM), charts.height - 1 + RIM) + RIM
    return (y * SPAN + x) * KINDS


@kernel
def nearest(charts: Charts, state: State, kinds: int, first: int) -> int:
    """Returns the source nearest to a spot.

    first: the spot's index in `away`
    """
    best = SOURCE
    least = FAR + 1
    for source in range(SOURCE, kinds):
        if state.solid[source] and charts.away[first + source] < least:
            least = charts.away[first + source]
            best = source
    return best


def spot_at(x: int, y: int) -> int:
    return (y + RIM) * SPAN + x + RIM


def free_spots(rows: list[str]) -> int:
    """Returns a bit for each spot without a platform."""
    height, width = len(rows), len(rows[0])
    free = 0
    for y in range(-RIM, height + RIM):
        for x in range(-RIM, width + RIM):
            if not (0 <= y < height and 0 <= x < width and rows[y][x] == "#"):
                free |= 1 << spot_at(x, y)
    return free


def steps_from(spot: int, free: int) -> list[int]:
    """Returns the steps from a spot to all others."""
    away = [FAR] * AREA
    edge, steps = 1 << spot, 0
    while edge and steps < FAR:
        free &= ~edge
        letters = f"{edge:b}"[::-1]
        at = letters.find("1")
        while at >= 0:
            away[at] = steps
            at = letters.find("1", at + 1)
        edge = (edge << 1 | edge >> 1 | edge << SPAN | edge >> SPAN) & free
        steps += 1
    return away


def fill(charts: Charts, rows: list[str], sources: list[tuple[int, int]]) -> None:
    """Writes the steps to every source of a match."""
    charts.width, charts.height = len(rows[0]), len(rows)
    free = free_spots(rows)
    for what, place in enumerate(sources, SOURCE):
        charts.away[what::KINDS] = steps_from(spot_at(*place), free)
