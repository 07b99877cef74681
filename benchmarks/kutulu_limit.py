"""How near Kutulu's C comes to C++ written by hand, and how far both are from CPython.

    python benchmarks/kutulu_limit.py [--rounds N] [--seconds S] [--march NAME]

Three programs do the same work, interleaved in one run: SPAN turns of the rules with random actions
from a position, and the whole Smitsimax search from an empty tree, so many iterations in C and
C++, in iterations in 50 ms. Positions come from recorded matches; the last one is the first in
which a LIGHT burns. Before anything is timed all three must agree on a checksum of the turns and on
visits and mean scores at every root. Prints medians with their range over the rounds, and ratios
taken round by round. Times are processor times, so that other work does not count.
--march: the processor that both are compiled for, `native` by default.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import by_hand  # noqa: E402
from bots.kutulu import search  # noqa: E402
from bots.kutulu.bot import FLAGS  # noqa: E402
from bots.kutulu.hunters import Hunt, play_turn  # noqa: E402
from bots.kutulu.params import Params  # noqa: E402
from bots.kutulu.paths import ACTIONS, PLAYERS, WAYS, Maze  # noqa: E402
from bots.kutulu.rules import World  # noqa: E402
from botsmith.arena.store.record import read_matches  # noqa: E402
from botsmith.bench import calibrate  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import assign, kernel, numbers  # noqa: E402
from common.rng import draw, make_dice  # noqa: E402
from common.search.smitsimax import children  # noqa: E402
from contests.kutulu.referee import KutuluReferee  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "kutulu" / "matches.jsonl.gz"
LIMIT = ROOT / "benchmarks" / "limit" / "kutulu.cpp"
TURNS_PLAYED = (10, 40)
AGREED = 2000  # iterations after which all three must have the same visits
AGREED_TURNS = 300  # times SPAN turns, after which all three must have the same checksum
TIMED = 10_000  # iterations
Limit = Callable[[str, float], list[str]]  # what the C++ prints, for a mode and an amount
SEARCH_S = 0.05
SPAN = 6
ME = 1
DICE = 5

Place = tuple[str, World, Maze]


@kernel
def play_turns(memory: search.Memory, count: int) -> int:
    """Plays `count` times SPAN turns of random actions from `start`; returns a checksum."""
    actions = numbers(int, PLAYERS)
    world = memory.world
    total = 0
    for _ in range(count):
        assign(world, memory.start)
        for _turn in range(SPAN):
            for who in range(PLAYERS):
                actions[who] = draw(memory.dice, ACTIONS)
            play_turn(world, memory.maze, memory.hunt, actions)
        for who in range(PLAYERS):
            total += world.players[who].sanity + world.players[who].cell
        total += world.count
    return total


def places() -> Iterator[Place]:
    """Yields positions of the first recorded match, and the first of any match in which a LIGHT
    burns.
    """
    for number, match in enumerate(read_matches(GOLDEN)):
        referee = KutuluReferee.from_config(match.config, match.seed, match.players)
        for turn, record in enumerate(match.turns):
            world = referee.world
            is_lit = world.turn < world.last_light and world.living == PLAYERS
            if is_lit and world.count > PLAYERS and number > 0:
                yield f"match {number}, turn {turn}, with a LIGHT", *position(referee)
                return
            if number == 0 and turn in TURNS_PLAYED:
                yield f"match {number}, turn {turn}", *position(referee)
            referee.apply(record.outputs)


def position(referee: KutuluReferee) -> tuple[World, Maze]:
    """Returns a copy of the present world, and its maze."""
    world = World()
    assign(world, referee.world)
    return world, referee.maze


def load(engine: Engine[search.Memory], world: World, maze: Maze) -> None:
    """Puts a position into an engine and begins a search there."""
    engine.load("maze", maze)
    engine.load("params", Params())
    engine.load("hunt", Hunt())
    engine.load("start", world)
    engine.load("dice", make_dice(DICE))
    engine.call(search.begin, ME, Params().habit)


def state_text(world: World, maze: Maze) -> str:
    """Returns the position as kutulu.cpp reads it."""
    p = Params()
    words: list[object] = [*maze_words(maze), *world_words(world, maze)]
    words += [p.out, p.close, p.far, p.danger, p.plan, p.yell]
    words += [p.plan_below, p.habit, p.depth, p.random_visits, p.exploration]
    return " ".join(map(repr, [*words, ME, make_dice(DICE).state]))


def maze_words(maze: Maze) -> Iterator[int]:
    """Yields the maze and its tables."""
    cells = maze.cells[: maze.cell_count]
    yield from (len(cells), maze.lonely, maze.group, maze.spawn_time, maze.life_time)
    yield from (maze.spawns.count, maze.shelters.count)
    yield from maze.spawns.items[: maze.spawns.count]
    yield from maze.shelters.items[: maze.shelters.count]
    for cell in cells:
        yield from cell.exits[:WAYS]
        yield cell.moves.count - 1
        yield from cell.moves.items[1 : cell.moves.count]
    for goal, there in enumerate(cells):
        for start, cell in enumerate(cells):
            is_straight = there.x == cell.x or there.y == cell.y
            is_seen = is_straight and there.steps[start] == there.apart[start]
            yield from (there.steps[start], there.apart[start], int(is_seen))
            yield cell.firsts[goal]


def world_words(world: World, maze: Maze) -> Iterator[int]:
    """Yields the world between two turns."""
    last_plan = max(explorer.plan_until for explorer in world.players)
    yield from (world.turn, world.living, last_plan, world.last_light)
    yield from world.energy[: maze.shelters.count]
    for one in world.players:
        yelled_at = sum(1 << victim for victim in range(PLAYERS) if one.yelled_at[victim])
        yield from (one.cell, one.sanity, one.plans, one.lights, one.score, yelled_at)
        yield from (one.plan_until, one.light_until, one.stuck_until, one.busy_until)
        yield from (int(one.is_in), int(one.has_slasher))
    yield world.slasher_count
    minions = list(zip(world.spot, world.leave, world.target, strict=True))[: world.count]
    for spot, leave, target in minions:
        if leave < 0:  # in order of creation, as the slashers
            slasher = world.slashers[-1 - leave]
            yield from (slasher.state, spot, slasher.until, target, slasher.memory)
    yield world.count
    for spot, leave, target in minions:
        yield from (spot, leave, target) if leave >= 0 else (leave, 0, -1)


def roots(engine: Engine[search.Memory]) -> list[list[float]]:
    """Returns visits and mean score of each root's moves, in the order of the moves."""
    rows = [children(engine.memory.forest, unit) for unit in range(PLAYERS)]
    return [[number for row in sorted(unit) for number in row[1:]] for unit in rows]


def searched(engine: Engine[search.Memory], world: World, maze: Maze) -> float:
    """Returns iterations in SEARCH_S of one search from an empty tree: TIMED in C, fewer in
    CPython.
    """
    load(engine, world, maze)
    count = TIMED * engine.pace**2 // 100
    began = process_time()
    engine.call(search.think, count)
    return SEARCH_S * count / (process_time() - began)


def turns_a_second(
    engine: Engine[search.Memory], world: World, maze: Maze, seconds: float
) -> float:
    """Returns turns a second, played for about `seconds`."""
    load(engine, world, maze)
    chunk = 2 * engine.pace**2
    done, began = 0, process_time()
    while process_time() - began < seconds:
        engine.call(play_turns, chunk)
        done += SPAN * chunk
    return done / (process_time() - began)


def make_engines(march: str = "native") -> tuple[Engine[search.Memory], Engine[search.Memory]]:
    """Returns CPython's engine, and the C that a bot makes."""
    kernels = search.begin, search.think, play_turns
    return Engine(search.Memory), native_engine(
        search.Memory, kernels, f"{FLAGS[-1]} -march={march}"
    )


def check(engine: Engine[search.Memory], place: Place, limit: Limit) -> None:
    """Ends the program unless this engine and C++ agree on checksum, visits and mean scores."""
    name, world, maze = place
    load(engine, world, maze)
    total = engine.call(play_turns, AGREED_TURNS)
    load(engine, world, maze)
    engine.call(search.think, AGREED)
    expected = [[float(word) for word in line.split()] for line in limit("count", AGREED)]
    if total != int(limit("turncount", AGREED_TURNS)[0]) or roots(engine) != expected:
        sys.exit(f"{name}: {engine.name} and C++ do not do the same work")


def measure(
    place: Place,
    rounds: int,
    seconds: float,
    engines: tuple[Engine[search.Memory], Engine[search.Memory]],
    limit: Limit,
) -> None:
    """Runs all programs in turn, `rounds` times, and prints the results."""
    name, world, maze = place
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        for engine in engines:
            counts = searched(engine, world, maze)
            found.setdefault(f"iterations {engine.name}", []).append(counts)
            counts = turns_a_second(engine, world, maze, seconds)
            found.setdefault(f"turns/s {engine.name}", []).append(counts)
        took = float(limit("search", TIMED)[0])
        found.setdefault("iterations c++", []).append(SEARCH_S * TIMED / took)
        found.setdefault("turns/s c++", []).append(float(limit("turns", seconds)[0]))
    print(f"\n{name}: medians of {rounds} rounds [range]")
    for key, values in found.items():
        print(f"  {key:18} {median(values):14,.0f}  [{min(values):,.0f} .. {max(values):,.0f}]")
    for label in ("iterations", "turns/s"):
        for below in ("python", "c++"):
            pairs = zip(found[f"{label} c"], found[f"{label} {below}"], strict=True)
            ratios = [ours / theirs for ours, theirs in pairs]
            spread = f"[{min(ratios):.2f} .. {max(ratios):.2f}]"
            print(f"  {label} c / {below}: {median(ratios):.2f} {spread}")


def limit_at(program: str, place: Place) -> Limit:
    """Returns the C++ program for a position."""
    state = state_text(place[1], place[2])
    return lambda what, amount: by_hand.run(program, what, amount, state)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="of turns, a program and round")
    parser.add_argument("--march", default="native", help="of both, for -march [native]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        program = by_hand.build(LIMIT, Path(name), f"-march={options.march}")
        engines = make_engines(options.march)
        print(f"calibration {calibrate():,} rounds in 100 ms, -march={options.march}")
        for place in places():
            limit = limit_at(program, place)
            for engine in engines:
                check(engine, place, limit)
            measure(place, options.rounds, options.seconds, engines, limit)


if __name__ == "__main__":
    main()
