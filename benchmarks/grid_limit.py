"""How near the C of flood fill and Voronoi, as authors write them, comes to C++ written by hand.

    python benchmarks/grid_limit.py [--rounds N] [--work N] [--march NAME] [--flags FLAGS]

CPython, C and C++ must find the same sums. Then C and C++ run in turn. Prints the ratio of their
processor times, median and range over the rounds. --flags: of the library.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import by_hand  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine, Engines  # noqa: E402
from common.kernel import Numbers, kernel, numbers, record  # noqa: E402
from common.rng import draw, make_dice  # noqa: E402

LIMIT = ROOT / "benchmarks" / "limit" / "grid.cpp"
WIDTH, HEIGHT, PLAYERS = 32, 22, 4
CELLS = WIDTH * HEIGHT
WAYS = (1, -1, WIDTH, -WIDTH)


@record
class Grid:
    """free: 1 for each cell that is open; the border is not. starts: by player."""

    free: Numbers[int] = numbers(int, CELLS)
    starts: Numbers[int] = numbers(int, PLAYERS)
    queue: Numbers[int] = numbers(int, CELLS)
    owner: Numbers[int] = numbers(int, CELLS)


@record
class Memory:
    """All that the kernels work on."""

    grid: Grid


@kernel
def flood(grid: Grid, start: int) -> int:
    """Returns the reachable cells and the longest way."""
    for cell in range(CELLS):
        grid.owner[cell] = -1
    grid.queue[0] = start
    grid.owner[start] = 0
    count = 1
    at = 0
    while at < count:
        cell = grid.queue[at]
        at += 1
        for way in range(4):
            beside = cell + WAYS[way]
            if grid.free[beside] != 0 and grid.owner[beside] < 0:
                grid.owner[beside] = grid.owner[cell] + 1
                grid.queue[count] = beside
                count += 1
    return count + grid.owner[grid.queue[count - 1]]


@kernel
def voronoi(grid: Grid, first: int) -> int:
    """Returns a number of how many cells each player reaches first."""
    sizes = numbers(int, PLAYERS)
    for cell in range(CELLS):
        grid.owner[cell] = -1
    count = 0
    for player in range(PLAYERS):
        who = (first + player) % PLAYERS
        start = grid.starts[who]
        if grid.owner[start] < 0:
            grid.owner[start] = who
            grid.queue[count] = start
            count += 1
    at = 0
    while at < count:
        cell = grid.queue[at]
        at += 1
        who = grid.owner[cell]
        sizes[who] += 1
        for way in range(4):
            beside = cell + WAYS[way]
            if grid.free[beside] != 0 and grid.owner[beside] < 0:
                grid.owner[beside] = who
                grid.queue[count] = beside
                count += 1
    return sizes[0] * 3 + sizes[1] * 2 + sizes[2]


@kernel
def run_flood(memory: Memory, rounds: int) -> int:
    total = 0
    for number in range(rounds):
        total += flood(memory.grid, memory.grid.starts[number % PLAYERS])
    return total


@kernel
def run_voronoi(memory: Memory, rounds: int) -> int:
    total = 0
    for number in range(rounds):
        total += voronoi(memory.grid, number % PLAYERS)
    return total


ENTRIES = {"flood": run_flood, "voronoi": run_voronoi}


def make_grid() -> Grid:
    """Returns a grid with a wall in one cell of five."""
    grid, dice = Grid(), make_dice(3)
    for cell in range(CELLS):
        is_inside = 0 < cell % WIDTH < WIDTH - 1 and 0 < cell // WIDTH < HEIGHT - 1
        grid.free[cell] = int(is_inside and draw(dice, 5) > 0)
    grid.starts[:] = [WIDTH * 2 + 2, WIDTH * 2 + 29, WIDTH * 19 + 2, WIDTH * 19 + 29]
    for start in grid.starts:
        grid.free[start] = 1
    return grid


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--work", type=int, default=4000, help="fills in a round")
    parser.add_argument("--march", default="native", help="[native]")
    parser.add_argument("--flags", default=Engines(Memory).flags[0], help="[%(default)s]")
    options = parser.parse_args()
    grid = make_grid()
    state = " ".join(map(str, [*grid.free, *grid.starts]))
    kernels = [*ENTRIES.values()]
    c = native_engine(Memory, kernels, f"{options.flags} -march={options.march}")
    python = Engine(Memory)
    for engine in (c, python):
        engine.load("grid", grid)
    with tempfile.TemporaryDirectory() as folder:
        program = by_hand.build(LIMIT, Path(folder), f"-march={options.march}")
        for name, entry in ENTRIES.items():
            found = [engine.call(entry, 20) for engine in (c, python)]
            if {*map(str, found)} != {*by_hand.run(program, name, 20, state)[1:]}:
                sys.exit(f"C++ does not do the same work: {name}")
            ratios = []
            for _ in range(options.rounds):
                began = process_time()
                c.call(entry, options.work)
                took = process_time() - began
                ratios.append(float(by_hand.run(program, name, options.work, state)[0]) / took)
            spread = f"{median(ratios):.2f} [{min(ratios):.2f} .. {max(ratios):.2f}]"
            print(f"{name:8} c / c++ {spread}", flush=True)


if __name__ == "__main__":
    main()
