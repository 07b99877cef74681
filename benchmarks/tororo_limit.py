"""How near the bot's C comes to C++ written for speed alone, and how far both are from CPython.

    python benchmarks/tororo_limit.py [--rounds N] [--count N] [--march NAME]

The whole beam search from positions of the first recorded match, `--count` states expanded from
each. Before anything is timed, CPython, C and C++ must find the same: the number of children of all
positions, the sum of their keys and of their values; and of each search the states expanded, made
and evaluated, the answer, and each first move's states and best value. Then C and C++ search by
turns. Prints medians with their range, and ratios round by round. Times are processor times.
--march: the processor that both are compiled for, `native` by default.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import by_hand  # noqa: E402
from bots.tororo import evaluate, search  # noqa: E402
from bots.tororo.bot import FLAGS  # noqa: E402
from bots.tororo.evaluate import Node, Setting  # noqa: E402
from bots.tororo.rules import CELL_SHIFT, DAYS  # noqa: E402
from bots.tororo.search import Memory  # noqa: E402
from bots.tororo.tables import CELLS  # noqa: E402
from botsmith.arena.store.record import read_matches  # noqa: E402
from botsmith.bench import calibrate  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import assign, kernel  # noqa: E402
from contests.tororo.referee import TororoReferee  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "tororo" / "matches.jsonl.gz"
LIMIT = ROOT / "benchmarks" / "limit" / "tororo.cpp"
STATES = 12
COMPARED = 900  # states expanded, within CPython's pool
KEY_MASK = (1 << 62) - 1


@kernel
def open_start(memory: Memory) -> int:
    """Returns the number of moves after the rival's."""
    assign(memory.states[0], memory.start)
    search.let_rival_act(memory.states[0], memory.setting)
    return search.list_moves(memory.states[0], memory.setting, memory.beam.moves)


@kernel
def child_key(memory: Memory, number: int) -> int:
    """Returns the key of a child of the start."""
    assign(memory.states[1], memory.states[0])
    search.play_move(memory.states[1], memory.setting, memory.beam.moves[number])
    return search.node_key(memory.states[1], memory.setting)


@kernel
def child_value(memory: Memory, number: int) -> float:
    """Returns the value of a child of the start."""
    assign(memory.states[1], memory.states[0])
    ends_day = search.play_move(memory.states[1], memory.setting, memory.beam.moves[number])
    return evaluate.rate(memory.states[1], memory.setting, ends_day)


class Positions:
    """States of the first recorded match in which both players are awake, and what stays."""

    def __init__(self) -> None:
        match = next(iter(read_matches(GOLDEN)))
        referee = TororoReferee.from_config(match.config, match.seed, match.players)
        self.setting = Setting()
        assign(self.setting.ground, referee.ground)
        evaluate.fill_setting(self.setting)
        awake: list[Node] = []
        for turn in match.turns:
            if referee.forest.asleep == 0:
                awake.append(Node())
                assign(awake[-1].state, referee.forest)
            referee.apply(turn.outputs)
        self.nodes = awake[:: max(1, len(awake) // STATES)][:STATES]

    def words(self) -> str:
        """Returns all as tororo.cpp reads it."""
        setting = self.setting
        p, ground = setting.params, setting.ground
        found: list[object] = [p.seed, p.nutrients, p.crowd, p.rival, p.inside]
        found += [p.rival_keeps, p.first_complete, p.acts, p.first_width, p.last_width]
        found += [p.widest, p.trusted, p.horizon, p.plan_part]
        rows = (setting.sun, setting.income, setting.small, setting.medium, setting.tall)
        for row in (*rows, setting.bonus, evaluate.USUAL):
            found += [row[day] for day in range(DAYS)]
        found += [*setting.ahead, ground.usable, ground.fair, ground.lush]
        found += [
            ground.keys[size << CELL_SHIFT | cell] for size in range(8) for cell in range(CELLS)
        ]
        found.append(len(self.nodes))
        for node in self.nodes:
            state = node.state
            found += [*state.trees, state.mine, state.dormant, state.key, *state.sun]
            found += [*state.score, state.nutrients, state.day, state.asleep]
        return " ".join(map(repr, found))

    def load(self, engine: Engine[Memory], node: Node, count: int) -> None:
        """Gives an engine a state to search from, of which so many states will be expanded."""
        self.setting.planned = count // self.setting.params.plan_part
        engine.load("setting", self.setting)
        engine.load("start", node)

    def children_by(self, engine: Engine[Memory]) -> list[float]:
        """Children of all states, the sums of their keys and of their values."""
        made, keys, value = 0, 0, 0.0
        for node in self.nodes:
            self.load(engine, node, 0)
            engine.call(search.begin)
            engine.call(search.think, 0)  # the rival has no plan, and start is the bot's again
            for number in range(engine.call(open_start)):
                made += 1
                keys += engine.call(child_key, number)
                value += engine.call(child_value, number)
        return [made, keys & KEY_MASK, value]

    def found_by(self, engine: Engine[Memory], count: int) -> list[list[float]]:
        """What a search from each state finds."""
        found = []
        for node in self.nodes:
            self.load(engine, node, count)
            engine.call(search.begin)
            engine.call(search.think, count)
            beam = engine.memory.beam
            numbers: list[float] = [beam.expanded, beam.made, beam.evaluations, beam.passes]
            numbers += [beam.answer, beam.answer_stages]
            for number in range(beam.root_moves):
                if beam.root_count[number]:
                    numbers += [beam.root_count[number], beam.root_value[number]]
            found.append(numbers)
        return found

    def seconds_of(self, engine: Engine[Memory], count: int) -> float:
        """Returns processor time for a search from each state."""
        seconds = 0.0
        for node in self.nodes:
            self.load(engine, node, count)
            began = process_time()
            engine.call(search.begin)
            engine.call(search.think, count)
            seconds += process_time() - began
        return seconds


class Limit:
    """The C++ program, built in a folder with these -D options."""

    def __init__(self, folder: Path, positions: Positions, options: Sequence[str] = ()) -> None:
        self.program = by_hand.build(LIMIT, folder, *options)
        self.input = positions.words()

    def tell(self, what: str, amount: int) -> list[list[float]]:
        """Returns the numbers of the lines that it prints; integers stay exact."""
        lines = [line.split() for line in by_hand.run(self.program, what, amount, self.input)]
        return [[int(word) if word.isdigit() else float(word) for word in line] for line in lines]


def make_c(*kernels: Callable[..., object], march: str = "native") -> Engine[Memory]:
    """Returns the C that the bot makes, and more kernels: they change what is inlined, and so
    the speed.
    """
    return native_engine(Memory, (*search.ENTRIES, *kernels), f"{FLAGS[-1]} -march={march}")


def differences(
    limit: Limit, positions: Positions, engine: Engine[Memory], count: int
) -> list[str]:
    """Where an engine and C++ do not find the same; what is compared stands above."""
    wanted = [*limit.tell("keys", 1), *limit.tell("search", count)]
    found = [positions.children_by(engine), *positions.found_by(engine, count)]
    pairs = zip(found, wanted, strict=True)
    return [f"{engine.name} found {ours}, C++ {theirs}" for ours, theirs in pairs if ours != theirs]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--count", type=int, default=60_000, help="states expanded in a search")
    parser.add_argument("--march", default="native", help="of both, for -march [native]")
    options = parser.parse_args()
    positions = Positions()
    with tempfile.TemporaryDirectory() as name:
        march = options.march
        limit = Limit(Path(name), positions, [f"-march={march}"])
        python, c = Engine(Memory), make_c(march=march)
        with_more = make_c(open_start, child_key, child_value, march=march)
        failures = differences(limit, positions, python, COMPARED)
        failures += differences(limit, positions, with_more, COMPARED)
        if positions.found_by(c, options.count) != limit.tell("search", options.count):
            failures.append("C and C++ found other things")
        if failures:
            sys.exit("\n".join(failures))
        print(f"calibration {calibrate():,} rounds in 100 ms, -march={march}")
        times: dict[str, list[float]] = {"c": [], "c++": []}
        for _ in range(options.rounds):
            times["c"].append(positions.seconds_of(c, options.count))
            times["c++"].append(limit.tell("time", options.count)[0][0])
        times["python"] = [positions.seconds_of(python, COMPARED)]
    work = {"c": options.count, "c++": options.count, "python": COMPARED}
    print(f"states expanded in 100 ms, medians of {options.rounds} rounds [range], Python once")
    for key, values in times.items():
        rates = [len(positions.nodes) * work[key] / seconds / 10.0 for seconds in values]
        print(f"  {key:7} {median(rates):12,.0f}  [{min(rates):,.0f} .. {max(rates):,.0f}]")
    ratios = [theirs / ours for ours, theirs in zip(times["c"], times["c++"], strict=True)]
    print(f"  c / c++: {median(ratios):.2f} [{min(ratios):.2f} .. {max(ratios):.2f}]")


if __name__ == "__main__":
    main()
