"""How near the MCTS bot's C comes to C++ written by hand, and how far both are from CPython.

    python benchmarks/uttt_limit.py [--rounds N] [--seconds S] [--march NAME]

Three programs do the same work, interleaved in one run: MCTS with full playouts from an empty tree,
and playouts alone. Positions come from the first recorded match. Before anything is timed all three
must agree on visits and means of all cells at the root after 2,000 iterations, and on the results
of 2,000 playouts. Prints medians with their
range over the rounds, and ratios taken round by round. Times are processor times.
--march: the processor that C and C++ are compiled for, `native` by default.
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
from bots.uttt import search_mcts as search  # noqa: E402
from bots.uttt.bot_mcts import FLAGS  # noqa: E402
from bots.uttt.params import Params  # noqa: E402
from bots.uttt.playout import playout  # noqa: E402
from bots.uttt.rules import State  # noqa: E402
from botsmith.arena.store.record import read_matches  # noqa: E402
from botsmith.bench import calibrate  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import assign, kernel  # noqa: E402
from common.rng import make_dice  # noqa: E402
from common.search.mcts_tree import tried_children  # noqa: E402
from contests.uttt.referee import UtttReferee  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "uttt" / "matches.jsonl.gz"
LIMIT = ROOT / "benchmarks" / "limit" / "uttt.cpp"
TURNS_PLAYED = (2, 16, 32)
AGREED = 2000  # iterations and playouts after which all three must agree
SEARCH_S = 0.1
CHUNK = 5  # iterations between looks at the clock, times the square of the engine's pace
DICE = 5


@kernel
def play_out(memory: search.Memory, count: int) -> int:
    """Plays `count` playouts from `start`; returns the sum of their results."""
    total = 0
    for _ in range(count):
        assign(memory.world, memory.start)
        result = playout(memory.world, memory.tables, memory.dice)
        total += result
    return total


def position(turns: int) -> State:
    """Returns the first recorded match after so many turns."""
    match = next(iter(read_matches(GOLDEN)))
    referee = UtttReferee.from_config(match.config, match.seed, match.players)
    for turn in match.turns[:turns]:
        referee.apply(turn.outputs)
    return referee.position


def load(engine: Engine[search.Memory], start: State) -> None:
    """Puts a position into an engine and begins a search there."""
    engine.load("params", Params())
    engine.load("start", start)
    engine.load("dice", make_dice(DICE))
    engine.call(search.begin, -1, -1)


def state_text(state: State) -> str:
    """Returns the position as uttt.cpp reads it."""
    params = Params()
    words: list[object] = [state.marks[place] for place in range(len(state.marks))]
    words += [state.won[0], state.won[1], state.open, state.forced, state.player]
    words += [make_dice(DICE).state, params.exploration, params.urgency]
    return " ".join(map(repr, words))


def tree_of(engine: Engine[search.Memory], start: State) -> list[str]:
    """Returns visits and means at the root after AGREED iterations, as uttt.cpp prints them,
    sorted.
    """
    load(engine, start)
    engine.call(search.think, AGREED)
    tree = engine.memory.tree
    tried = tried_children(tree, tree.root)
    return sorted(f"{tree.move[at]} {tree.visits[at]} {tree.mean[at]:.17g}" for at in tried)


def differences(program: str, engine: Engine[search.Memory]) -> list[str]:
    """What an engine and uttt.cpp do not agree on."""
    found = []
    for turns in TURNS_PLAYED:
        start = position(turns)
        if sorted(limit(program, start, "count", AGREED)) != tree_of(engine, start):
            found.append(f"the tree after {turns} turns")
        load(engine, start)
        if int(limit(program, start, "sum", AGREED)[0]) != engine.call(play_out, AGREED):
            found.append(f"the playouts after {turns} turns")
    return found


def limit(program: str, start: State, what: str, amount: float) -> list[str]:
    """Returns the lines that uttt.cpp prints."""
    return by_hand.run(program, what, amount, state_text(start))


def searched(engine: Engine[search.Memory], start: State) -> float:
    """Returns iterations in 100 ms of a search from an empty tree."""
    load(engine, start)
    began = process_time()
    while process_time() < began + SEARCH_S:
        engine.call(search.think, CHUNK * engine.pace**2)
    return engine.memory.tree.iterations / (process_time() - began) * SEARCH_S


def playouts_a_second(engine: Engine[search.Memory], start: State, seconds: float) -> float:
    """Playouts a second, played for about `seconds`."""
    load(engine, start)
    chunk = CHUNK * engine.pace**2
    done, began = 0, process_time()
    while process_time() - began < seconds:
        engine.call(play_out, chunk)
        done += chunk
    return done / (process_time() - began)


def make_engines(
    march: str = "native",
) -> tuple[Engine[search.Memory], Engine[search.Memory], float]:
    """CPython's engine, the C that a bot makes, and the seconds that this took."""
    began = process_time()
    kernels = search.begin, search.think, play_out
    native = native_engine(search.Memory, kernels, f"{FLAGS[-1]} -march={march}")
    return Engine(search.Memory), native, process_time() - began


def measure(
    rounds: int,
    seconds: float,
    engines: tuple[Engine[search.Memory], Engine[search.Memory]],
    start: State,
    program: str,
) -> None:
    """Runs all programs in turn, `rounds` times, and prints the results."""
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        for engine in engines:
            found.setdefault(f"iterations {engine.name}", []).append(searched(engine, start))
            rate = playouts_a_second(engine, start, seconds)
            found.setdefault(f"playouts/s {engine.name}", []).append(rate)
        for what, label, amount in (
            ("search", "iterations", SEARCH_S),
            ("playouts", "playouts/s", seconds),
        ):
            found.setdefault(f"{label} c++", []).append(
                float(limit(program, start, what, amount)[0].split()[1])
            )
    for key, values in found.items():
        print(f"  {key:20} {median(values):14,.0f}  [{min(values):,.0f} .. {max(values):,.0f}]")
    for label in ("iterations", "playouts/s"):
        for below in ("python", "c++"):
            pairs = zip(found[f"{label} c"], found[f"{label} {below}"], strict=True)
            ratios = [ours / theirs for ours, theirs in pairs]
            print(
                f"  {label} c / {below}: {median(ratios):.2f}"
                f" [{min(ratios):.2f} .. {max(ratios):.2f}]"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.3, help="of playouts, each program")
    parser.add_argument("--march", default="native", help="of both, for -march [native]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        program = by_hand.build(LIMIT, Path(name), f"-march={options.march}")
        python, c, took = make_engines(options.march)
        print(
            f"calibration {calibrate():,} rounds in 100 ms, -march={options.march};"
            f" making C took {took * 1e3:.0f} ms"
        )
        for engine in (python, c):
            for what in differences(program, engine):
                sys.exit(f"{engine.name} and C++ do not do the same work: {what}")
        for turns in TURNS_PLAYED:
            print(
                f"\nafter {turns} turns of the recorded match, medians of {options.rounds} rounds"
            )
            measure(options.rounds, options.seconds, (python, c), position(turns), program)


if __name__ == "__main__":
    main()
