"""How near Olymbits' C comes to C++ written by hand, and how far both are from CPython.

    python benchmarks/olymbits_limit.py [--rounds N] [--seconds S]

An update is one tick of all four mini-games for three players with random actions; twelve are
played from the start of a match, dice included. Before anything is timed the three programs must
agree on a checksum. Prints medians with their middle four fifths over the rounds, ratios taken
round by round, and, counted as in the winner's post-mortem, the mean of ten whole searches of 50 ms
in the second turn. Updates are measured in processor time, in many short slices in turn, so that
other work slows all programs alike.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import fmean, median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bots.olymbits import search  # noqa: E402
from bots.olymbits.minigames import ACTIONS, PLACES, PLAYERS  # noqa: E402
from bots.olymbits.rules import (  # noqa: E402
    ARCHERY,
    GAMES,
    HURDLES,
    MEDALS,
    SKATING,
    Match,
    tick,
)
from botsmith.arena.record import read_matches  # noqa: E402
from botsmith.bench import Bundle, calibrate, choose_bots, run_bundle  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from botsmith.referees.olymbits import OlymbitsReferee  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import assign, each, kernel, numbers  # noqa: E402
from common.rng import draw, make_dice  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "olymbits" / "matches.jsonl.gz"
LIMIT = ROOT / "benchmarks" / "limit" / "olymbits.cpp"
UPDATES = 12
AGREED = 2000  # repeats after which all three must have the same checksum
DICE = 5
SEARCHES = 10


@kernel
def play_updates(memory: search.Memory, count: int) -> int:
    """Plays `count` times UPDATES updates of random moves from the start; returns a checksum."""
    moves = numbers(int, PLAYERS)
    world = memory.world.match
    total = 0
    for _ in range(count):
        assign(world, memory.start.match)
        for _update in range(UPDATES):
            for player in each(PLAYERS):
                moves[player] = draw(memory.dice, ACTIONS)
            tick(world, moves)
        for game in range(GAMES):
            run = world.runs[game]
            for player in range(PLAYERS):
                total += (player + 1) * (run.first[player] + 3 * run.second[player])
        for player in range(PLAYERS):
            total += world.medals[(player * GAMES + HURDLES) * MEDALS]
            total += 2 * world.medals[(player * GAMES + ARCHERY) * MEDALS + 1]
    return total


def load(engine: Engine[search.Memory], match: Match) -> None:
    """Puts a position and new dice into an engine."""
    start = search.World()
    assign(start.match, match)
    engine.load("start", start)
    engine.load("dice", make_dice(DICE))


def state_text(match: Match) -> str:
    """The position as olymbits.cpp reads it."""
    words = []
    for game in range(GAMES):
        run = match.runs[game]
        words += [run.code, run.left]
        words += [run.first[player] for player in range(PLAYERS)]
        words += [run.second[player] for player in range(PLAYERS)]
    order = match.runs[SKATING].code
    words += [PLACES[order * ACTIONS + action] for action in range(ACTIONS)]
    return " ".join(map(str, [*words, make_dice(DICE).state]))


def updates_a_second(engine: Engine[search.Memory], match: Match, seconds: float) -> float:
    """Updates for each second of processor time, measured over about `seconds`."""
    load(engine, match)
    chunk = 5 * engine.pace**2
    done, began = 0, process_time()
    while process_time() - began < seconds:
        engine.call(play_updates, chunk)
        done += UPDATES * chunk
    return done / (process_time() - began)


def middle(values: list[float], digits: int) -> str:
    """The median, and the limits of the middle four fifths."""
    ordered = sorted(values)
    cut = len(values) // 10
    low, high = ordered[cut], ordered[-1 - cut]
    return f"{median(values):.{digits}f}  [{low:.{digits}f} .. {high:.{digits}f}]"


def make_engines() -> tuple[Engine[search.Memory], Engine[search.Memory]]:
    """CPython's engine, and the C that a bot makes."""
    return Engine(search.Memory), native_engine(search.Memory, (play_updates,))


def report_searches(bundle: Bundle) -> None:
    """Prints a bundle's counts in the second turn of the recorded match, the mean of ten runs."""
    match = next(iter(read_matches(GOLDEN)))
    turns = [turn.inputs[0] for turn in match.turns[:2]]
    first = [*match.init_inputs[0], *turns[0]]
    words = {"BOTSMITH_ENGINE": bundle.engine}
    runs = [run_bundle(bundle, first, turns[1], 20.0, words)[0] for _ in range(SEARCHES)]
    engines = " and ".join(sorted({told["engine"][1] for told in runs}))
    print(f"\n{bundle.name}, second turn, mean of {SEARCHES} ({engines})")
    names = ("search_ms", "iterations", "simulated_turns", "nodes", "side_nodes", "ucb")
    for name in names:
        print(f"  {name:18} {fmean(float(told[name][1]) for told in runs):14,.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.05, help="a program and round")
    options = parser.parse_args()
    match = OlymbitsReferee.from_seed(5).match
    state = state_text(match)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cpp = str(folder / "olymbits")
        build = ["g++", "-O3", "-march=native", "-std=c++17", str(LIMIT), "-o", cpp]
        subprocess.run(build, check=True)

        def limit(what: str, amount: float) -> list[str]:
            command = [cpp, what, str(amount)]
            done = subprocess.run(command, input=state, capture_output=True, text=True, check=True)
            return done.stdout.split()

        engines = make_engines()
        expected = int(limit("count", AGREED)[0])
        for engine in engines:
            load(engine, match)
            if engine.call(play_updates, AGREED) != expected:
                sys.exit(f"{engine.name} and C++ do not do the same work")
        print(f"calibration {calibrate():,} rounds in 100 ms")
        found: dict[str, list[float]] = {"python": [], "c": [], "c++": []}
        for _ in range(options.rounds):
            for engine in engines:
                found[engine.name].append(updates_a_second(engine, match, options.seconds))
            found["c++"].append(float(limit("updates", options.seconds)[1]))
        for bundle in choose_bots(["olymbits", "olymbits@python"]):
            report_searches(bundle)
    print(f"\nus an update, medians of {options.rounds} rounds [middle four fifths]")
    for key, values in found.items():
        print(f"  {key:8} {middle([1e6 / value for value in values], 4)}")
    for below in ("python", "c++"):
        ratios = [ours / theirs for ours, theirs in zip(found["c"], found[below], strict=True)]
        print(f"  c / {below}: {middle(ratios, 2)}")


if __name__ == "__main__":
    main()
