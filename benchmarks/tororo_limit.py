"""How near the bot's C comes to C++ written by hand, and how far both are from CPython.

    python benchmarks/tororo_limit.py [--rounds N] [--seconds S]

Three programs do the same work, interleaved in one run, over positions of the first recorded match:
successors (the rival's move, all own moves, and each new state made, keyed and rated), and bare
joint turns. Before anything is timed all three must agree on the number of states, the XOR of their
keys and the sum of their values. Prints medians with their range, and ratios round by round.
"""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bots.tororo import evaluate, search  # noqa: E402
from bots.tororo.rules import DAYS, Ground, order, settle  # noqa: E402
from botsmith.arena.record import read_matches  # noqa: E402
from botsmith.bench import calibrate  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from botsmith.referees.tororo import TororoReferee  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import (  # noqa: E402
    Numbers,
    Records,
    assign,
    kernel,
    numbers,
    record,
    records,
)

GOLDEN = ROOT / "tests" / "golden" / "tororo" / "matches.jsonl.gz"
LIMIT = ROOT / "benchmarks" / "limit" / "tororo.cpp"
STATES = 40
NAMES = ("successors", "turns")


@record
class Bench:
    """Nodes, each with a joint action. made, keys, value: successors, their keys XORed, values."""

    setting: evaluate.Setting
    parent: evaluate.Node
    scratch: evaluate.Node
    count: int
    made: int
    keys: int
    value: float
    actions: Numbers[int] = numbers(int, 2 * STATES)
    moves: Numbers[int] = numbers(int, 256)
    nodes: Records[evaluate.Node] = records(evaluate.Node, STATES)


@record
class Memory:
    """All that an engine works on."""

    bench: Bench


@kernel
def successors(memory: Memory, rounds: int) -> None:
    """All children of all states, `rounds` times."""
    bench = memory.bench
    for _ in range(rounds):
        for index in range(bench.count):
            assign(bench.parent, bench.nodes[index])
            search.let_rival_act(bench.parent, bench.setting)
            count = search.list_moves(bench.parent, bench.setting, bench.moves)
            for number in range(count):
                assign(bench.scratch, bench.parent)
                ends_day = search.play_move(bench.scratch, bench.setting, bench.moves[number])
                bench.keys ^= search.node_key(bench.scratch, bench.setting)
                bench.value += evaluate.rate(bench.scratch, bench.setting, ends_day)
            bench.made += count


@kernel
def turns(memory: Memory, rounds: int) -> None:
    """One joint turn from each state, `rounds` times."""
    bench = memory.bench
    state = bench.scratch.state
    for _ in range(rounds):
        for index in range(bench.count):
            assign(state, bench.nodes[index].state)
            order(state, bench.setting.ground, 0, bench.actions[2 * index])
            order(state, bench.setting.ground, 1, bench.actions[2 * index + 1])
            settle(state, bench.setting.ground)
            bench.keys ^= state.key
            bench.made += 1


@kernel
def keys_found(memory: Memory) -> int:
    """The XOR of all keys so far."""
    return memory.bench.keys


KERNELS: dict[str, Callable[..., Any]] = {
    "successors": successors,
    "turns": turns,
    "keys_found": keys_found,
}


def positions() -> Bench:
    """States of the first recorded match in which both players are awake, with actions."""
    match = next(iter(read_matches(GOLDEN)))
    referee = TororoReferee.from_config(match.config, match.seed, match.players)
    bench = Bench()
    assign(bench.setting.ground, referee.ground)
    evaluate.fill_setting(bench.setting)
    for turn in match.turns:
        if referee.forest.asleep == 0 and bench.count < STATES:
            node = bench.nodes[bench.count]
            assign(node.state, referee.forest)
            node.tally = evaluate.tally_of(node.state, bench.setting, 0)
            add_actions(bench, referee.ground)
            bench.count += 1
        referee.apply(turn.outputs)
    return bench


def add_actions(bench: Bench, ground: Ground) -> None:
    """Adds to each state the last own move that the search lists, and the rival's move."""
    state = bench.nodes[bench.count].state
    assign(bench.parent, bench.nodes[bench.count])
    count = search.list_moves(bench.parent, bench.setting, bench.moves)
    bench.actions[2 * bench.count] = bench.moves[count - 1]
    rival = search.next_act(state, ground, 1, bench.setting.params.rival_keeps)
    bench.actions[2 * bench.count + 1] = rival


def words(bench: Bench) -> str:
    """The positions as tororo.cpp reads them."""
    p, ground, setting = bench.setting.params, bench.setting.ground, bench.setting
    found: list[object] = [p.seed, p.nutrients, p.rival, p.decay, p.inside]
    found += [p.unrolled, p.rival_keeps, p.first_complete, p.acts]
    rows = (setting.sun, setting.income, setting.small, setting.medium, setting.tall, setting.bonus)
    for row in (*rows, evaluate.USUAL_NUTRIENTS):
        found += [row[day] for day in range(DAYS)]
    found += [ground.usable, ground.fair, ground.lush]
    found += [ground.keys[index] for index in range(len(ground.keys))]
    found.append(bench.count)
    for index in range(bench.count):
        state = bench.nodes[index].state
        found += [state.trees[size] for size in range(4)] + [state.grid[size] for size in range(4)]
        found += [state.mine, state.grid_mine, state.dormant, state.key, state.sun[0], state.sun[1]]
        found += [state.score[0], state.score[1], state.nutrients, state.day, state.asleep]
    found += [bench.actions[index] for index in range(2 * bench.count)]
    return " ".join(map(repr, found))


def made_a_second(engine: Engine[Memory], name: str, bench: Bench, seconds: float) -> float:
    """States made a second."""
    engine.load("bench", bench)
    began = perf_counter()
    while perf_counter() - began < seconds:
        engine.call(KERNELS[name], engine.pace)
    return engine.memory.bench.made / (perf_counter() - began)


def found_by(engine: Engine[Memory], bench: Bench) -> tuple[int, int, float]:
    """States made, XOR of keys and sum of values after one round."""
    engine.load("bench", bench)
    engine.call(successors, 1)
    return engine.memory.bench.made, engine.call(keys_found), engine.memory.bench.value


def make_engines() -> tuple[Engine[Memory], Engine[Memory], float]:
    """CPython's engine, the C that a bot makes, and the seconds that this took."""
    began = perf_counter()
    native = native_engine(Memory, (successors, turns, keys_found))
    return Engine(Memory), native, perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="a program and round")
    options = parser.parse_args()
    bench = positions()
    state = words(bench)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        cpp = str(folder / "tororo")
        build = ["g++", "-O3", "-march=native", "-std=c++17", str(LIMIT), "-o", cpp]
        subprocess.run(build, check=True)
        python, c, took = make_engines()
        print(f"calibration {calibrate():,} rounds in 100 ms; making C took {took * 1e3:.0f} ms")

        def limit(what: str, amount: float) -> list[str]:
            command = [cpp, what, str(amount)]
            done = subprocess.run(command, input=state, capture_output=True, text=True, check=True)
            return done.stdout.split()

        made, keys, value = limit("count", 1)
        for engine in (python, c):
            ours = found_by(engine, bench)
            if ours[:2] != (int(made), int(keys)) or abs(ours[2] - float(value)) > 1e-6:
                sys.exit(f"{engine.name} found {ours}, C++ {made} {keys} {value}")
        found: dict[str, list[float]] = {}
        for _ in range(options.rounds):
            for what in NAMES:
                for engine in (python, c):
                    rate = made_a_second(engine, what, bench, options.seconds)
                    found.setdefault(f"{what} {engine.name}", []).append(rate)
                rate = float(limit(what, options.seconds)[1])
                found.setdefault(f"{what} c++", []).append(rate)
    show(found, options.rounds)


def show(found: dict[str, list[float]], rounds: int) -> None:
    """Prints medians, ranges and ratios."""
    print(f"made in 100 ms, medians of {rounds} rounds [range]")
    for key, values in found.items():
        low, high = min(values) / 10.0, max(values) / 10.0
        print(f"  {key:18} {median(values) / 10.0:12,.0f}  [{low:,.0f} .. {high:,.0f}]")
    for what in NAMES:
        for below in ("python", "c++"):
            pairs = zip(found[f"{what} c"], found[f"{what} {below}"], strict=True)
            ratios = [ours / theirs for ours, theirs in pairs]
            print(
                f"  {what} c / {below}: {median(ratios):.2f}"
                f" [{min(ratios):.2f} .. {max(ratios):.2f}]"
            )


if __name__ == "__main__":
    main()
