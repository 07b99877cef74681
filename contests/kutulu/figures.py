"""Draws Kutulu's explorers and minions at x, y: about 18 units wide at size 1."""

from collections.abc import Iterator

from bots.kutulu.rules import MAX_SANITY, RUSHING, SPAWNING, STALKING, STUNNED, WANDERING
from botsmith.replay import shapes
from botsmith.replay.shapes import Shape

COUNT = 12.0  # size of the turns of a minion
LOW, SHAKEN = 60, 130  # sanity below which a bar is red, yellow

GHOST = ((-8, 8), (-8, -3), (-4, -8), (4, -8), (8, -3), (8, 8), (4, 6), (0, 8), (-4, 6))
DIAMOND = ((0, -9.5), (9.5, 0), (0, 9.5), (-9.5, 0))
# A slasher by its state: fill, rim, text and colour of the text; "" as text stands for its timer.
SLASHERS = {
    SPAWNING: ("", "bad/60", "", "bad"),
    WANDERING: ("bad/55", "bad", " ", "paper"),
    STALKING: ("warm", "bad", "", "shade"),
    RUSHING: ("bad", "ink", "!", "paper"),
    STUNNED: ("dim", "", "", "paper"),
}


def explorer(
    who: int, sanity: int, is_spooked: bool, x: float, y: float, size: float
) -> Iterator[Shape]:
    """Yields a disc with the seat and a bar of sanity; the rim is red if the explorer was
    spooked.
    """
    rim = ("bad", 2.5) if is_spooked else ("ink", 1.0)
    yield shapes.circle(x, y, 8.5 * size, f"p{who}", rim[0], rim[1] * size)
    yield shapes.text(x, y - 0.5 * size, str(who), 12 * size, "paper")
    if sanity < MAX_SANITY:
        left, width = x - 8 * size, 16 * size
        corner = (left, y + 5.5 * size)
        yield shapes.rectangle(*corner, width, 4 * size, "paper", "ink", 0.7 * size)
        share = width * sanity / MAX_SANITY
        mood = "bad" if sanity < LOW else "warm" if sanity < SHAKEN else "good"
        yield shapes.rectangle(*corner, share, 4 * size, mood)


def wanderer(state: int, timer: int, x: float, y: float, size: float) -> list[Shape]:
    """Returns a ghost with the turns it has left; an outline while it spawns."""
    points = [(x + across * size, y + down * size) for across, down in GHOST]
    if state == SPAWNING:
        body = shapes.polygon(points, "paper", "ink/50", 1.0)
        return [body, shapes.text(x, y, str(timer), COUNT * size, "ink")]
    body = shapes.polygon(points, "ink/85", "ink/85", size)
    return [body, shapes.text(x, y - size, str(timer), COUNT * size, "paper")]


def slasher(state: int, timer: int, x: float, y: float, size: float) -> list[Shape]:
    """Returns a diamond, coloured by the slasher's state."""
    points = [(x + across * size, y + down * size) for across, down in DIAMOND]
    fill, rim, words, colour = SLASHERS[state]
    body = shapes.polygon(points, fill, rim, 1.5 * size)
    if words == " ":
        return [body]
    return [body, shapes.text(x, y, words or str(timer), COUNT * size, colour)]
