"""How near the bot's C comes to C++ written by hand, and how far both are from CPython.

    python benchmarks/csb_limit.py [--rounds N] [--seconds S] [--march haswell]

Three programs do the same work, interleaved in one run: the exact turn of four pods, and the whole
Smitsimax search of 75 ms from an empty tree, without the network. Positions come from the first
recorded race. Before anything is timed all three must agree, to the last bit, on the visits and the
mean of every move at every root after 2,000 iterations. All times are of the processor: other work
on the machine makes them longer, but does not count itself. Prints medians with their range over
the rounds, and ratios taken round by round.

--march haswell makes both C and C++ for a processor like the contest site's, without AVX-512.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import by_hand  # noqa: E402
from benchmarks.by_hand import run  # noqa: E402
from bots.csb import plain, rating, search  # noqa: E402
from bots.csb.bot import FLAGS, CsbBot  # noqa: E402
from bots.csb.rules import PODS, Race  # noqa: E402
from botsmith.arena.store.record import read_matches  # noqa: E402
from botsmith.bench import calibrate  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import assign, kernel, numbers  # noqa: E402
from common.rng import draw, make_dice  # noqa: E402
from common.search.smitsimax import children  # noqa: E402
from contests.csb.referee import CsbReferee  # noqa: E402
from contests.csb.rivals import think  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "csb" / "matches.jsonl.gz"
LIMIT = ROOT / "benchmarks" / "limit" / "csb.cpp"
TURNS_PLAYED = (1, 40, 120)
AGREED = 2000  # iterations after which all three must have the same roots
SEARCH_S = 0.075
DICE = 5
CPP_FLAGS = ("-fno-math-errno", "-Wno-psabi")  # of the program in C++, with by_hand's

Move = tuple[int, float]  # visits and mean score of a move at a root


class Disagreement(Exception):
    """Raised if two programs find different results."""


@kernel
def play_turns(memory: search.Memory, count: int) -> float:
    """Plays `count` times six turns of random moves from `start`.

    Returns a sum over the pods, so that no compiler can leave the work out.
    """
    moves = numbers(int, PODS)
    total = 0.0
    for _ in range(count):
        assign(memory.world, memory.start)
        for _turn in range(6):
            for pod in range(PODS):
                moves[pod] = draw(memory.dice, rating.SHIELD_MOVE)
            rating.play(memory.world, memory.setting, moves)
        total += memory.world.race.pods[0].x
    return total


def position(turns: int) -> tuple[Race, rating.Setting]:
    """Returns the first recorded race after so many turns."""
    match = next(iter(read_matches(GOLDEN)))
    referee = CsbReferee.from_config(match.config, match.seed, match.players)
    for turn in match.turns[:turns]:
        referee.apply(turn.outputs)
    setting = rating.Setting()
    assign(setting.track, referee.track)
    rating.assign_roles(referee.race, setting)
    return referee.race, setting


def load(engine: Engine[search.Memory], race: Race, setting: rating.Setting) -> None:
    """Puts a position into an engine and begins a search there."""
    engine.load("race", race)
    engine.load("setting", setting)
    engine.load("dice", make_dice(DICE))
    engine.call(search.begin)


def state_text(race: Race, setting: rating.Setting) -> str:
    """Returns the position as csb.cpp reads it."""
    words: list[object] = []
    for index in range(PODS):
        pod = race.pods[index]
        words += [pod.x, pod.y, pod.vx, pod.vy, pod.heading, pod.passed, pod.shield]
        words += [int(pod.boosted), int(pod.finished)]
    words += [race.turn, race.idle[0], race.idle[1], setting.track.count]
    for entry in range(setting.track.goal + 1):
        words += [setting.track.x[entry], setting.track.y[entry]]
    p = setting.params
    words += [p.checkpoint, plain.SPEED, plain.AFTER_NEXT, plain.NEAR, plain.FACING, p.rival]
    words += [p.evade, p.hinder, 1.0, p.aim, p.ahead, p.shield_reach, p.panic, p.depth]
    words += [p.random_visits, p.exploration, *setting.runner, setting.base]
    return " ".join(map(repr, [*words, make_dice(DICE).state]))


def roots(engine: Engine[search.Memory]) -> list[list[Move]]:
    """Returns the moves at each root, in their order."""
    rows = [children(engine.memory.forest, unit) for unit in range(PODS)]
    return [[(visits, mean) for _, visits, mean in sorted(unit)] for unit in rows]


def searched(engine: Engine[search.Memory], race: Race, setting: rating.Setting) -> float:
    """Returns the iterations of one search of 75 ms from an empty tree."""
    load(engine, race, setting)
    end = process_time() + SEARCH_S
    done = 0
    chunk = CsbBot.chunk * engine.pace**2  # as the bot
    while process_time() < end:
        engine.call(think, chunk)
        done += chunk
    return float(done)


def turns_a_second(
    engine: Engine[search.Memory], race: Race, setting: rating.Setting, seconds: float
) -> float:
    """Returns turns a second, played for about `seconds`."""
    load(engine, race, setting)
    engine.load("dice", make_dice(DICE))
    chunk = 20 * engine.pace**2
    done, began = 0, process_time()
    while process_time() - began < seconds:
        engine.call(play_turns, chunk)
        done += 6 * chunk
    return done / (process_time() - began)


def make_engines(march: str) -> tuple[Engine[search.Memory], Engine[search.Memory]]:
    """Returns CPython's engine, and the C that a bot makes."""
    kernels = search.begin, think, play_turns
    native = native_engine(search.Memory, kernels, f"{FLAGS[-1]} -march={march}")
    return Engine(search.Memory), native


def build(folder: Path, *options: str) -> str:
    """Returns the program in C++, as by_hand.build."""
    return by_hand.build(LIMIT, folder, *CPP_FLAGS, *options)


def compare(
    program: str, engines: Sequence[Engine[search.Memory]], race: Race, setting: rating.Setting
) -> None:
    """Raises Disagreement unless the engines find the same results at the roots as the program in
    C++.
    """
    expected = []
    for line in run(program, "count", AGREED, state_text(race, setting)):
        words = iter(line.split())
        pairs = zip(words, words, strict=True)
        expected.append([(int(visits), float(mean)) for visits, mean in pairs])
    for engine in engines:
        load(engine, race, setting)
        engine.call(think, AGREED)
        if roots(engine) != expected:
            raise Disagreement(f"turn {race.turn}: {engine.name} and C++ do not do the same work")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.5, help="of turns, a program and round")
    parser.add_argument("--march", default="native", help="processor of C and C++, as gcc names it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder), f"-march={options.march}")
        python, c = make_engines(options.march)
        print(f"calibration {calibrate():,} rounds in 100 ms; for -march={options.march}")
        for turns in TURNS_PLAYED:
            place = position(turns)
            try:
                compare(program, (python, c), *place)
            except Disagreement as why:
                sys.exit(str(why))
            limit = partial(run, program, state=state_text(*place))
            measure(turns, options.rounds, options.seconds, (python, c), place, limit)


def measure(
    turns: int,
    rounds: int,
    seconds: float,
    engines: tuple[Engine[search.Memory], Engine[search.Memory]],
    place: tuple[Race, rating.Setting],
    limit: Callable[..., list[str]],
) -> None:
    """Runs all programs in turn, `rounds` times, and prints the results."""
    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        for engine in engines:
            name = engine.name
            found.setdefault(f"iterations {name}", []).append(searched(engine, *place))
            found.setdefault(f"turns/s {name}", []).append(turns_a_second(engine, *place, seconds))
        for what, label, amount in (("search", "iterations", 0.2), ("turns", "turns/s", seconds)):
            found.setdefault(f"{label} c++", []).append(float(limit(what, amount)[0].split()[1]))
    print(f"\nafter {turns} turns of the recorded race, medians of {rounds} rounds [range]")
    for key, values in found.items():
        print(f"  {key:18} {median(values):14,.0f}  [{min(values):,.0f} .. {max(values):,.0f}]")
    for label in ("iterations", "turns/s"):
        for below in ("python", "c++"):
            pairs = zip(found[f"{label} c"], found[f"{label} {below}"], strict=True)
            ratios = [ours / theirs for ours, theirs in pairs]
            print(
                f"  {label} c / {below}: {median(ratios):.2f}"
                f" [{min(ratios):.2f} .. {max(ratios):.2f}]"
            )


if __name__ == "__main__":
    main()
