"""What more units cost Smitsimax: a game without rules, so that nearly all is the search's work."""

from collections.abc import Callable
from time import process_time

from botsmith.compiler.compile import native_engine
from common.engine import Engine
from common.kernel import Numbers, kernel, numbers, record
from common.rng import Dice, make_dice
from common.search import smitsimax
from common.search.smitsimax import MAX_UNITS, Forest, children

MOVES = 8
DEPTH = 8
ROUNDS = range(10, 200)  # as many as it takes on a busy machine
ITERATIONS = 1500


@record
class World:
    """By unit a hash of its moves."""

    hash: Numbers[int] = numbers(int, MAX_UNITS)


@record
class Shape:
    """units: that play."""

    units: int


@kernel
def count_moves(world: World, shape: Shape, unit: int) -> int:
    return MOVES


@kernel
def play(world: World, shape: Shape, moves: Numbers[int]) -> None:
    """Mixes each unit's move into its hash."""
    for unit in range(shape.units):
        world.hash[unit] = (world.hash[unit] * 1103515245 + moves[unit] + 12345) & 0x7FFFFFFF


@kernel
def rate(world: World, shape: Shape, scores: Numbers[float]) -> None:
    for unit in range(shape.units):
        scores[unit] = float(world.hash[unit])


@record
class Memory:
    """All that the search works on."""

    start: World
    shape: Shape
    dice: Dice
    world: World
    forest: Forest


def engine_for(units: int) -> tuple[Engine[Memory], Callable[[], None]]:
    """An engine, and what makes it search anew."""
    plant, iterate = smitsimax.bind(units, count_moves, play, rate)

    @kernel
    def begin(memory: Memory) -> None:
        memory.forest.depth = DEPTH
        memory.forest.random_visits = 10
        memory.forest.exploration = 1.0
        memory.shape.units = units
        plant(memory.forest)

    @kernel
    def think(memory: Memory, count: int) -> None:
        iterate(memory.forest, memory.start, memory.world, memory.shape, memory.dice, count)

    engine = native_engine(Memory, (begin, think))

    def search() -> None:
        engine.load("dice", make_dice(1))
        engine.call(begin)
        engine.call(think, ITERATIONS)

    return engine, search


def test_eight_units_cost_each_no_more_than_four():
    """The least of many short searches, in turn: what others do to the caches falls away."""
    engines = {units: engine_for(units) for units in (4, 8)}
    least = dict.fromkeys(engines, 1.0e9)
    for number in range(ROUNDS.stop):
        for units, (_, search) in engines.items():
            began = process_time()
            search()
            least[units] = min(least[units], (process_time() - began) / units)
        if number >= ROUNDS.start and least[8] <= 1.2 * least[4]:
            break
    assert least[8] <= 1.2 * least[4], least


def test_sixteen_units_search_and_answer():
    engine, search = engine_for(MAX_UNITS)
    search()
    moves = [children(engine.memory.forest, unit) for unit in range(MAX_UNITS)]
    assert all(sum(row[1] for row in rows) == ITERATIONS for rows in moves)
    assert all(len(rows) == MOVES for rows in moves)
