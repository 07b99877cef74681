"""How near the C of the searches of many units comes to C++ written by hand.

    python benchmarks/units_limit.py [NAME ...] [--rounds N] [--work N] [--march NAME]

NAME: plans, beam or candidates; all by default. Each searches a small game whose turns cost little
beside the search: four runners of each side on a ring of prizes. Before anything is timed, CPython,
C and C++ must find the same lines and values. Then C and C++ search in turn. Prints medians of the
processor time of a simulated turn with their range over the rounds, and ratios round by round.
--march: the processor that both are compiled for, `native` by default; `haswell` is the site's.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import by_hand  # noqa: E402
from botsmith.bench import calibrate  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine, Engines  # noqa: E402
from common.kernel import (  # noqa: E402
    Int8,
    Numbers,
    Records,
    assign,
    kernel,
    numbers,
    record,
    records,
)
from common.rng import Dice, make_dice  # noqa: E402
from common.search import beam_units, candidates, plans  # noqa: E402
from common.search.beam_units import MAX_DEPTH, POOL, UnitBeam  # noqa: E402
from common.search.candidates import Candidates  # noqa: E402
from common.search.equilibrium import MAX_PICKS  # noqa: E402
from common.search.plans import Plans  # noqa: E402

LIMIT = ROOT / "benchmarks" / "limit" / "units.cpp"
UNITS, OWN = 8, 4
CELLS = 60
MOVES = 5
DEPTH = 8
AGREED = 300  # work after which all three must agree
CHUNK = 3_200  # turns in a call: 160 to 260 us, as bots look at the clock


@record
class Ring:
    """left: a bit for each cell with a prize. points: by side. places: by runner."""

    left: int
    points: Numbers[int] = numbers(int, 2)
    places: Numbers[int] = numbers(Int8, UNITS)


@record
class Prizes:
    """What the cells' prizes are worth."""

    of: Numbers[int] = numbers(int, CELLS)


@kernel
def has_ended(ring: Ring, prizes: Prizes) -> bool:
    return False


@kernel
def side_of(ring: Ring, prizes: Prizes, unit: int) -> int:
    return int(unit >= OWN)


@kernel
def list_moves(
    ring: Ring, prizes: Prizes, unit: int, moves: Numbers[int], weights: Numbers[int]
) -> int:
    for move in range(MOVES):
        moves[move] = move
        weights[move] = 1
    return MOVES


@kernel
def give(ring: Ring, prizes: Prizes, unit: int, order: int) -> None:
    """A runner runs, 1 to MOVES cells on."""
    place = ring.places[unit] + order + 1
    if place >= CELLS:
        place -= CELLS
    ring.places[unit] = place


@kernel
def end_turn(ring: Ring, prizes: Prizes) -> None:
    """Who is alone on a cell takes its prize."""
    once = 0
    twice = 0
    for unit in range(UNITS):
        place = ring.places[unit]
        twice |= once & 1 << place
        once |= 1 << place
    taken = ring.left & once & ~twice
    if taken != 0:
        for unit in range(UNITS):
            place = ring.places[unit]
            if taken >> place & 1 != 0:
                ring.points[int(unit >= OWN)] += prizes.of[place]
        ring.left ^= taken


@kernel
def habit(ring: Ring, prizes: Prizes, unit: int) -> int:
    """Returns the way to the largest prize in reach."""
    best = 0
    most = -1
    for move in range(MOVES):
        place = ring.places[unit] + move + 1
        if place >= CELLS:
            place -= CELLS
        prize = prizes.of[place] if ring.left & 1 << place != 0 else 0
        if prize > most:
            most = prize
            best = move
    return best


@kernel
def rate(ring: Ring, prizes: Prizes, side: int) -> float:
    return float(ring.points[side] - ring.points[1 - side])


@kernel
def key_of(ring: Ring, prizes: Prizes) -> int:
    key = ring.left
    for unit in range(UNITS):
        key = (key * 61 + ring.places[unit]) & (1 << 50) - 1
    return key ^ key >> 25


@record
class Scene:
    """Holds a ring, and the prizes for rules that see one record alone."""

    ring: Ring
    prizes: Prizes


@kernel
def set_out(scene: Scene, start: Scene) -> None:
    assign(scene.ring, start.ring)


@kernel
def is_over(scene: Scene) -> bool:
    return has_ended(scene.ring, scene.prizes)


@kernel
def side_in(scene: Scene, unit: int) -> int:
    return side_of(scene.ring, scene.prizes, unit)


@kernel
def list_all(scene: Scene, unit: int, moves: Numbers[int], weights: Numbers[int]) -> int:
    return list_moves(scene.ring, scene.prizes, unit, moves, weights)


@kernel
def give_unit(scene: Scene, unit: int, order: int) -> None:
    give(scene.ring, scene.prizes, unit, order)


@kernel
def play_turn(scene: Scene) -> None:
    end_turn(scene.ring, scene.prizes)


@kernel
def habit_in(scene: Scene, prizes: Prizes, unit: int) -> int:
    return habit(scene.ring, prizes, unit)


@kernel
def rate_in(scene: Scene, prizes: Prizes, side: int) -> float:
    return rate(scene.ring, prizes, side)


SEEN: Any = (is_over, side_in, list_all, give_unit, play_turn, habit_in, rate_in, set_out)
start_plans, iterate_plans = plans.bind(*SEEN)
RULES = (has_ended, side_of, list_moves, give, end_turn, habit)
_, expand, find_rows = beam_units.bind(*RULES, key_of, rate, pays=False)
find_units, iterate_candidates = candidates.bind(*SEEN)


@record
class Memory:
    """All that the searches work on."""

    start: Ring
    world: Ring
    prizes: Prizes
    dice: Dice
    scene: Scene
    played: Scene
    plans: Plans
    beam: UnitBeam
    candidates: Candidates
    states: Records[Ring] = records(Ring, POOL)


@kernel
def set_scene(memory: Memory) -> None:
    assign(memory.scene.ring, memory.start)
    assign(memory.played.prizes, memory.prizes)


@kernel
def begin_plans(memory: Memory, work: int) -> None:
    search = memory.plans
    search.depth = DEPTH
    search.planned = work
    search.rows = UNITS
    set_scene(memory)
    start_plans(search, memory.scene, 0)


@kernel
def think_plans(memory: Memory, count: int) -> None:
    iterate_plans(memory.plans, memory.scene, memory.played, memory.prizes, memory.dice, count)


@kernel
def begin_beam(memory: Memory, work: int) -> None:
    search = memory.beam
    search.depth = DEPTH
    search.choices = MOVES
    search.made = 0
    search.evaluations = 0
    search.rows = UNITS
    find_rows(search, memory.states, memory.start, memory.prizes)
    beam_units.forget(search)
    beam_units.plant(search, work)


@kernel
def think_beam(memory: Memory, count: int) -> None:
    expand(memory.beam, memory.states, memory.start, memory.prizes, count)


@kernel
def begin_candidates(memory: Memory, work: int) -> None:
    search = memory.candidates
    search.depth = DEPTH
    search.planned = work
    search.units = UNITS
    candidates.forget(search)
    set_scene(memory)
    find_units(search, memory.scene)
    candidates.plant(search)


@kernel
def think_candidates(memory: Memory, count: int) -> None:
    iterate_candidates(
        memory.candidates, memory.scene, memory.played, memory.prizes, memory.dice, count
    )


ENTRIES = (begin_plans, think_plans, begin_beam, think_beam, begin_candidates, think_candidates)


def found_plans(memory: Memory) -> list[object]:
    """Returns the best plans of both sides, the work, and the dice."""
    search = memory.plans
    found: list[object] = [search.evaluations, memory.dice.state]
    for side in range(2):
        found.append(search.best[side].value)
        for unit in range(side * OWN, side * OWN + OWN):
            last = DEPTH * plans.MAX_ROWS
            found += search.best[side].orders[unit : last : plans.MAX_ROWS]
    return found


def found_beam(memory: Memory) -> list[object]:
    """Returns the best line, its value, and the work."""
    search = memory.beam
    beam_units.adopt(search)
    found: list[object] = [search.made, search.evaluations, search.turns, search.value]
    for unit in range(OWN):
        found += search.line[unit * MAX_DEPTH : unit * MAX_DEPTH + DEPTH]
    return found


def found_candidates(memory: Memory) -> list[object]:
    """Returns the lines in force, the row, its payoffs, the work, and the dice."""
    search = memory.candidates
    found: list[object] = [search.evaluations, memory.dice.state, search.answer]
    for unit in range(UNITS):
        one = search.unit[unit]
        first = one.best * MAX_DEPTH
        found += one.orders[first : first + DEPTH]
    first = search.answer * MAX_PICKS
    return [*found, *search.matrix.payoff[first : first + search.matrix.columns]]


@dataclass(frozen=True)
class Kind:
    """A search: its kernels, what it found, and the turns of the game in one of its iterations."""

    begin: Callable[..., Any]
    think: Callable[..., Any]
    found: Callable[[Any], list[object]]
    turns: int


KINDS = {
    "plans": Kind(begin_plans, think_plans, found_plans, DEPTH),
    "beam": Kind(begin_beam, think_beam, found_beam, 1),
    "candidates": Kind(begin_candidates, think_candidates, found_candidates, DEPTH),
}


def make_start() -> tuple[Ring, Prizes]:
    """Returns the runners at the start."""
    ring, prizes, dice = Ring(), Prizes(), make_dice(5)
    ring.left = (1 << CELLS) - 1
    prizes.of[:] = [dice.state >> cell % 16 & 15 for cell in range(CELLS)]
    ring.places[:] = [unit % OWN * 15 + unit // OWN * 7 for unit in range(UNITS)]
    return ring, prizes


def words(work: int) -> str:
    """Returns the game and the dice, as units.cpp reads them."""
    ring, prizes = make_start()
    found: list[object] = [work, make_dice(1).state, ring.left, *ring.places, *prizes.of]
    return " ".join(map(repr, found))


def prepare(engine: Engine[Memory]) -> Engine[Memory]:
    """Returns an engine with the game."""
    ring, prizes = make_start()
    engine.load("start", ring)
    engine.load("prizes", prizes)
    return engine


def make_c(march: str = "native") -> Engine[Memory]:
    """Returns the C that a bot makes."""
    return prepare(native_engine(Memory, ENTRIES, f"{Engines(Memory).flags[0]} -march={march}"))


def seconds_of(engine: Engine[Memory], name: str, work: int) -> float:
    """Returns processor time of a search."""
    kind = KINDS[name]
    engine.load("dice", make_dice(1))
    engine.call(kind.begin, work)
    chunk = CHUNK // kind.turns
    began = process_time()
    for done in range(0, work, chunk):
        engine.call(kind.think, min(chunk, work - done))
    return process_time() - began


def outputs_of(engine: Engine[Memory], name: str, work: int) -> list[str]:
    """What a search finds, as units.cpp prints it."""
    seconds_of(engine, name, work)
    found = KINDS[name].found(engine.memory)
    return [f"{one:.17g}" if isinstance(one, float) else str(one) for one in found]


def agrees(program: str, engine: Engine[Memory], name: str, work: int = AGREED) -> bool:
    """True if an engine and units.cpp find the same."""
    return by_hand.run(program, name, work, words(work))[1:] == outputs_of(engine, name, work)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {' '.join(KINDS)}")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--work", type=int, default=20_000, help="of a search")
    parser.add_argument("--march", default="native", help="[native]")
    options = parser.parse_args()
    names = options.names or list(KINDS)
    if wrong := [name for name in names if name not in KINDS]:
        parser.error(f"no search {wrong[0]!r}: expected {' '.join(KINDS)}")
    with tempfile.TemporaryDirectory() as folder:
        program = by_hand.build(LIMIT, Path(folder), f"-march={options.march}")
        c, python = make_c(options.march), prepare(Engine(Memory))
        works = ((python, AGREED), (c, AGREED), (c, options.work))
        for name in names:
            if not all(agrees(program, engine, name, work) for engine, work in works):
                sys.exit(f"C++ does not do the same work: {name}")
        print(f"calibration {calibrate():,} rounds in 100 ms, -march={options.march}")
        print(f"ns a simulated turn, work {options.work:,}, medians of {options.rounds} rounds")
        for name in names:
            found: dict[str, list[float]] = {"c": [], "c++": []}
            for _ in range(options.rounds):
                found["c"].append(seconds_of(c, name, options.work))
                took = by_hand.run(program, name, options.work, words(options.work))[0]
                found["c++"].append(float(took))
            turns = options.work * KINDS[name].turns
            shown = [f"{who} {median(row) * 1e9 / turns:,.1f}" for who, row in found.items()]
            ratios = [their / our for our, their in zip(found["c"], found["c++"], strict=True)]
            spread = f"{median(ratios):.2f} [{min(ratios):.2f} .. {max(ratios):.2f}]"
            print(f"  {name:10} {', '.join(shown)}, c / c++ {spread}", flush=True)


if __name__ == "__main__":
    main()
