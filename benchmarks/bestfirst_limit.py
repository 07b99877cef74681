"""How near the C of `uttt`, best-first minimax with its network, comes to C++ written by hand.

    python benchmarks/bestfirst_limit.py [--rounds N] [--iterations N] [--march NAME]

Both search from an empty tree, as many iterations, from positions of the first recorded match.
Before anything is timed, CPython, C and C++ must agree on visits, values and bounds of all moves at
the root. Prints medians of the processor time of an iteration with their range over the rounds, and
ratios taken round by round.
--march: the processor that both are compiled for, `native` by default.
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
from benchmarks.uttt_limit import position  # noqa: E402
from bots.uttt import search_network as search  # noqa: E402
from bots.uttt.bot_network import FLAGS  # noqa: E402
from bots.uttt.network import make_weights  # noqa: E402
from bots.uttt.params import Params  # noqa: E402
from bots.uttt.rules import State  # noqa: E402
from bots.uttt.weights import WEIGHTS  # noqa: E402
from botsmith.bench import calibrate  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import assign  # noqa: E402
from common.network import decode  # noqa: E402
from common.search.bestfirst import BITS, MOST  # noqa: E402

LIMIT = ROOT / "benchmarks" / "limit" / "bestfirst.cpp"
TURNS_PLAYED = (2, 16, 32)
AGREED = 400  # iterations after which all three must agree
CHUNK = 80  # iterations in a call, as the bot's by the clock

Memory = search.Memory


def make_engine(engine: Engine[Memory]) -> Engine[Memory]:
    """Returns an engine with parameters and network."""
    setting = search.Setting()
    assign(setting.weights, make_weights(*decode(WEIGHTS)))
    engine.load("params", Params())
    engine.load("setting", setting)
    return engine


def make_c(march: str = "native") -> Engine[Memory]:
    """Returns the C that a bot makes."""
    return make_engine(native_engine(Memory, search.ENTRIES, f"{FLAGS[-1]} -march={march}"))


def state_text(state: State) -> str:
    """Returns the position and the network, as bestfirst.cpp reads them."""
    weights = make_weights(*decode(WEIGHTS))
    words: list[object] = [*state.marks, *state.won, state.open, state.forced, state.player]
    words.append(Params().bonus)
    for column in weights.columns:
        words += column.of
    return " ".join(map(repr, [*words, *weights.last, weights.scale]))


def seconds_of(engine: Engine[Memory], start: State, iterations: int) -> float:
    """Returns processor time of a search from an empty tree."""
    engine.load("start", start)
    engine.call(search.begin, -1, -1)
    began = process_time()
    for done in range(0, iterations, CHUNK):
        engine.call(search.think, min(CHUNK, iterations - done))
    return process_time() - began


def root_of(engine: Engine[Memory], start: State, iterations: int) -> list[str]:
    """Returns the result of a search at the root, as bestfirst.cpp prints it."""
    seconds_of(engine, start, iterations)
    tree = engine.memory.tree
    first, count = tree.block[tree.root] >> BITS, tree.block[tree.root] & MOST
    return [
        f"{tree.move[at]} {tree.visits[at]} {tree.value[at]:.17g} {tree.bound[at]:.17g}"
        for at in range(first, first + count)
    ]


def differences(program: str, engine: Engine[Memory], iterations: int = AGREED) -> list[str]:
    """Returns words about each difference of an engine from bestfirst.cpp."""
    return [
        f"the tree after {turns} turns"
        for turns in TURNS_PLAYED
        if by_hand.run(program, "count", iterations, state_text(position(turns)))
        != root_of(engine, position(turns), iterations)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--iterations", type=int, default=60_000, help="of a search")
    parser.add_argument("--march", default="native", help="[native]")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        program = by_hand.build(LIMIT, Path(name), f"-march={options.march}")
        c = make_c(options.march)
        failures = differences(program, make_engine(Engine(Memory)))
        failures += differences(program, c) + differences(program, c, options.iterations)
        if failures:
            sys.exit("C++ does not do the same work: " + ", ".join(failures))
        print(f"calibration {calibrate():,} rounds in 100 ms, -march={options.march}")
        print(f"ns an iteration of {options.iterations:,}, medians of {options.rounds} rounds")
        for turns in TURNS_PLAYED:
            start = position(turns)
            text = state_text(start)
            found: dict[str, list[float]] = {"c": [], "c++": []}
            for _ in range(options.rounds):
                found["c"].append(seconds_of(c, start, options.iterations))
                took = by_hand.run(program, "time", options.iterations, text)[0]
                found["c++"].append(float(took))
            shown = [
                f"{name} {median(values) * 1e9 / options.iterations:,.0f}"
                for name, values in found.items()
            ]
            ratios = [their / our for our, their in zip(found["c"], found["c++"], strict=True)]
            spread = f"{median(ratios):.2f} [{min(ratios):.2f} .. {max(ratios):.2f}]"
            print(f"  after {turns:2} turns: {', '.join(shown)}, c / c++ {spread}", flush=True)


if __name__ == "__main__":
    main()
