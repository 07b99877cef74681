"""Steps past platforms to every source, from the spots of the grid and its rim."""

from bots.snakebyte.rules import MAX_HEIGHT, MAX_WIDTH

RIM = 4  # cells around the grid that are spots, too
SPAN = MAX_WIDTH + 2 * RIM + 1
AREA = SPAN * (MAX_HEIGHT + 2 * RIM)
FAR = 127  # no way


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
