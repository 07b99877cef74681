"""How near Olymbits' C comes to C++ written by hand, and how far both are from CPython.

    python benchmarks/olymbits_limit.py [--rounds N] [--seconds S] [--iterations N] [--march NAME]

The whole search, in C the bot's own text: iterations from five turns of the first recorded match.
And an update alone: one tick of all four mini-games for three players with random actions; twelve
are played from the start of a match, dice included. Before anything is timed all programs must
agree on all counts, visits and sums at the roots, and on a checksum. Prints medians with their
middle four fifths over the rounds, ratios taken round by round, and, counted as in the winner's
post-mortem, the mean of ten whole searches of 50 ms in the second turn. Measured in processor time,
in many short slices in turn, so that other work slows all programs alike.
--march: the processor that C and C++ are compiled for, `native` by default.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import by_hand  # noqa: E402
from benchmarks.by_hand import run  # noqa: E402
from bots.olymbits import search  # noqa: E402
from bots.olymbits.bot import OlymbitsBot  # noqa: E402
from bots.olymbits.minigames import ACTIONS, PLAYERS  # noqa: E402
from bots.olymbits.params import Params  # noqa: E402
from bots.olymbits.rules import (  # noqa: E402
    ARCHERY,
    GAMES,
    HURDLES,
    MEDALS,
    RUNNING,
    TURNS,
    Match,
)
from bots.olymbits.tables import CELLS, runner, runs_in  # noqa: E402
from bots.olymbits.updates import tick  # noqa: E402
from botsmith.arena.matches.bots import Bot  # noqa: E402
from botsmith.arena.store.record import read_matches  # noqa: E402
from botsmith.bench import calibrate, choose_bots, run_bundle  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.clock import Deadline  # noqa: E402
from common.engine import Engine, Engines  # noqa: E402
from common.kernel import assign, each, kernel, numbers, record  # noqa: E402
from common.rng import Dice, draw, make_dice  # noqa: E402
from common.search.duct import tried  # noqa: E402
from contests.olymbits.referee import OlymbitsReferee  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "olymbits" / "matches.jsonl.gz"
LIMIT = ROOT / "benchmarks" / "limit" / "olymbits.cpp"
UPDATES = 12
AGREED = 2000  # repeats after which all three must have the same checksum
DICE = 5
SEARCHES = 10
TURNS_PLAYED = (1, 8, 30, 62, 88)
SEARCHED = 2000  # iterations after which all must have the same tree


@record
class Updates:
    """What updates alone are played on."""

    start: Match
    world: Match
    dice: Dice


@dataclass
class Programs:
    """One of CPython and C, with a memory for the search and one for updates alone."""

    search: Engine[search.Memory]
    updates: Engine[Updates]


@kernel
def play_updates(memory: Updates, count: int) -> int:
    """Plays `count` times UPDATES updates of random moves from the start; returns a checksum."""
    moves = numbers(int, PLAYERS)
    world = memory.world
    total = 0
    for _ in range(count):
        assign(world, memory.start)
        for _update in range(UPDATES):
            for player in each(PLAYERS):
                moves[player] = draw(memory.dice, ACTIONS)
            tick(world, moves, False)
        for game in range(GAMES):
            run = world.runs[game]
            for player in range(PLAYERS):
                total += (player + 1) * (run.first[player] + 3 * run.second[player])
        for player in range(PLAYERS):
            total += world.medals[(player * GAMES + HURDLES) * MEDALS]
            total += 2 * world.medals[(player * GAMES + ARCHERY) * MEDALS + 1]
    return total


def position(turns: int) -> Match:
    """Returns the first recorded match after so many turns."""
    match = next(iter(read_matches(GOLDEN)))
    referee = OlymbitsReferee.from_config(match.config, match.seed, match.players)
    for turn in match.turns[:turns]:
        referee.apply(turn.outputs)
    return referee.match


def load(engine: Engine[search.Memory], match: Match) -> None:
    """Puts a position and new dice into an engine, as a bot on a fast processor does."""
    params = Params()
    bot = OlymbitsBot(params, Engines(search.Memory))
    assign(bot.match, match)
    bot.begin(engine, Deadline(50.0, 0.0, iterations=params.fast_from))
    engine.load("dice", make_dice(DICE))


def load_updates(engine: Engine[Updates], match: Match) -> None:
    """Puts a position and new dice into an engine."""
    engine.load("start", match)
    engine.load("dice", make_dice(DICE))


def state_text(memory: search.Memory, match: Match) -> str:
    """Returns the start of a search as olymbits.cpp reads it. ValueError if somebody is out."""
    setting, habits = memory.setting, memory.habits
    words: list[int | float] = [*divmod(memory.dice.state, 1 << 24), match.turn]
    for game in range(GAMES):
        run = match.runs[game]
        words += [run.phase, *divmod(run.code, 1 << 30), run.left]
        words += [run.first[player] for player in range(PLAYERS)]
        words += [run.second[player] for player in range(PLAYERS)]
        if any(run.dead[player] or match.is_out[player] for player in range(PLAYERS)):
            raise ValueError("olymbits.cpp knows no eliminated players")
    words += list(match.medals)
    running = [run.phase == RUNNING for run in match.runs]
    words += [sum(running), *(TURNS if runs else match.turn for runs in running)]
    words += list(setting.weights)
    words += [setting.best[runner(cell)] for cell in range(CELLS)]
    words += [habits.joint_depth, habits.side_depth]
    words += [habits.trust, habits.eager, habits.timid, habits.exploration, habits.side_trust]
    words += [setting.nothing, setting.blur, setting.blur_point]
    worth = Params().worth
    words += [worth * runs_in(game, left) for game in range(GAMES) for left in range(TURNS + 1)]
    return " ".join(map(repr, words))


def tree_of(engine: Engine[search.Memory], match: Match, iterations: int) -> list[str]:
    """Counts, visits and sums at the roots after a search, as olymbits.cpp prints them."""
    load(engine, match)
    engine.call(search.think, iterations)
    forest = engine.memory.forest
    words = [forest.states, forest.nodes, forest.side_nodes, forest.ucb_picks]
    lines = [" ".join(map(str, words))]
    for player in range(PLAYERS):
        for action in range(ACTIONS):
            visits, total = tried(forest, forest.root[player] + action)
            lines.append(f"{visits} {total:.17g}")
    return lines


def differences(program: str, ours: Programs) -> list[str]:
    """What engines of ours and olymbits.cpp do not agree on."""
    found = []
    for turns in TURNS_PLAYED:
        match = position(turns)
        tree = tree_of(ours.search, match, SEARCHED)
        load(ours.search, match)
        state = state_text(ours.search.memory, match)
        if run(program, "tree", SEARCHED, state) != tree:
            found.append(f"the tree after {turns} turns")
        load_updates(ours.updates, match)
        count = ours.updates.call(play_updates, AGREED)
        if int(run(program, "count", AGREED, state)[0]) != count:
            found.append(f"the updates after {turns} turns")
    return found


def searched_s(engine: Engine[search.Memory], match: Match, iterations: int) -> float:
    """Returns processor time that a search takes."""
    load(engine, match)
    began = process_time()
    for _ in range(iterations // 1000):
        engine.call(search.think, 1000)
    return process_time() - began


def updates_a_second(engine: Engine[Updates], match: Match, seconds: float) -> float:
    """Updates for each second of processor time, measured over about `seconds`."""
    load_updates(engine, match)
    chunk = 5 * engine.pace**2
    done, began = 0, process_time()
    while process_time() - began < seconds:
        engine.call(play_updates, chunk)
        done += UPDATES * chunk
    return done / (process_time() - began)


def middle(values: list[float], digits: int) -> str:
    """Returns the median, and the limits of the middle four fifths."""
    ordered = sorted(values)
    cut = len(values) // 10
    low, high = ordered[cut], ordered[-1 - cut]
    return f"{median(values):.{digits}f}  [{low:.{digits}f} .. {high:.{digits}f}]"


def make_engines(march: str = "native") -> tuple[Programs, Programs]:
    """CPython's engines, and those of C; for the search the text that a bot compiles."""
    return (
        Programs(Engine(search.Memory), Engine(Updates)),
        Programs(
            native_engine(search.Memory, search.ENTRIES, f"-march={march}"),
            native_engine(Updates, [play_updates], f"-march={march}"),
        ),
    )


def report_searches(bundle: Bot) -> None:
    """Prints a bundle's counts in the second turn of the recorded match, the mean of ten runs."""
    match = next(iter(read_matches(GOLDEN)))
    turns = [turn.inputs[0] for turn in match.turns[:2]]
    first = [*match.init_inputs[0], *turns[0]]
    questions = [(first, 1), (turns[1], 1)]
    runs = [run_bundle(bundle, questions, {}).reported for _ in range(SEARCHES)]
    engines = " and ".join(sorted({figures["engine"][1] for figures in runs}))
    print(f"\n{bundle.name}, second turn, mean of {SEARCHES} ({engines})")
    names = ("search_ms", "iterations", "simulated_turns", "nodes", "side_nodes", "ucb")
    for name in names:
        print(f"  {name:18} {fmean(float(figures[name][1]) for figures in runs):14,.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.05, help="of updates, program and round")
    parser.add_argument("--iterations", type=int, default=20_000, help="of a search")
    parser.add_argument("--march", default="native", help="of both, for -march [native]")
    options = parser.parse_args()
    match = OlymbitsReferee.from_seed(5).match
    with tempfile.TemporaryDirectory() as name:
        program = by_hand.build(LIMIT, Path(name), f"-march={options.march}")
        engines = make_engines(options.march)
        for ours in engines:
            for what in differences(program, ours):
                sys.exit(f"{ours.search.name} and C++ do not do the same work: {what}")
        c = engines[1].search
        load(c, match)
        state = state_text(c.memory, match)
        positions = [position(turns) for turns in TURNS_PLAYED]
        states = []
        for one in positions:
            load(c, one)
            states.append(state_text(c.memory, one))
        print(f"calibration {calibrate():,} rounds in 100 ms, -march={options.march}")
        found: dict[str, list[float]] = {"python": [], "c": [], "c++": []}
        whole: dict[str, list[float]] = {"c": [], "c++": []}
        for _ in range(options.rounds):
            whole["c"].append(sum(searched_s(c, one, options.iterations) for one in positions))
            took = [run(program, "search", options.iterations, one) for one in states]
            whole["c++"].append(sum(float(lines[0]) for lines in took))
            for ours in engines:
                rate = updates_a_second(ours.updates, match, options.seconds)
                found[ours.search.name].append(rate)
            line = run(program, "updates", options.seconds, state)[0]
            found["c++"].append(float(line.split()[1]))
        for bundle in choose_bots(["olymbits", "olymbits@python"]):
            report_searches(bundle)
    print(f"\nus an update, medians of {options.rounds} rounds [middle four fifths]")
    for key, values in found.items():
        print(f"  {key:8} {middle([1e6 / value for value in values], 4)}")
    for below in ("python", "c++"):
        ratios = [ours / theirs for ours, theirs in zip(found["c"], found[below], strict=True)]
        print(f"  c / {below}: {middle(ratios, 2)}")
    print(f"\nus an iteration of the search, {options.iterations} from each of {len(states)} turns")
    count = options.iterations * len(states)
    for key, values in whole.items():
        print(f"  {key:8} {middle([1e6 * value / count for value in values], 4)}")
    ratios = [theirs / ours for ours, theirs in zip(whole["c"], whole["c++"], strict=True)]
    print(f"  c / c++: {middle(ratios, 2)}")


if __name__ == "__main__":
    main()
