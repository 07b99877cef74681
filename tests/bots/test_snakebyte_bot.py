"""The SnakeByte bot: what it reads, what it answers when cut anywhere, and that it survives."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from bots.snakebyte import candidates, joint, plans
from bots.snakebyte.bot import SnakebyteBot
from bots.snakebyte.candidates import CandidatesBot
from bots.snakebyte.charts import FAR, free_spots, spot_at, steps_from
from bots.snakebyte.joint import JointBot
from bots.snakebyte.params import Params
from bots.snakebyte.plans import PlansBot
from bots.snakebyte.rules import SOURCE, copy_state, part
from bots.snakebyte.search import ENTRIES, Memory
from botsmith.arena.store.record import read_matches
from botsmith.compiler.compile import native_engine
from common.engine import Engines
from common.stdio import UnreadableInput
from contests.snakebyte.referee import SnakebyteReferee
from tests.bots.talking import reader
from tests.contests.snakebyte_orders import orders_of
from tests.cutting import after_checks, work

GOLDEN = Path(__file__).parents[1] / "golden" / "snakebyte" / "matches.jsonl.gz"
MATCHES = [*islice(read_matches(GOLDEN), 3)]
ROWS = ["." * 12] * 9 + ["#" * 12]


def make_bot(referee: SnakebyteReferee, seat: int = 0, **numbers: float) -> SnakebyteBot:
    """A bot that has read the start and a turn of a match."""
    params = Params()
    for name, value in numbers.items():
        setattr(params, name, value)
    bot = SnakebyteBot(params, Engines(Memory))
    bot.prepare(1)
    lines = reader(*referee.init_inputs(seat), *referee.inputs(seat))
    bot.read_start(lines)
    bot.read_turn(lines)
    return bot


def match(one: list[list[int]], two: list[list[int]], apples: list[list[int]]) -> SnakebyteReferee:
    config = {"rows": ROWS, "apples": apples, "snakes": [[one], [two]]}
    return SnakebyteReferee.from_config(config, "1", 2)


ASIDE = [[10, 6], [10, 7], [10, 8]]


def test_it_goes_to_the_source_that_is_near():
    bot = make_bot(match([[4, 8], [3, 8], [2, 8]], ASIDE, [[4, 6], [0, 0]]))
    assert bot.answer(work(100)) == ["0 UP"]


def test_it_does_not_run_into_what_kills_it():
    rows = [*ROWS[:5], ".....#......", *ROWS[6:]]
    config = {
        "rows": rows,
        "apples": [[5, 4], [0, 0]],
        "snakes": [[[[5, 6], [5, 7], [5, 8]]], [ASIDE]],
    }
    bot = make_bot(SnakebyteReferee.from_config(config, "1", 2))
    assert bot.answer(work(100)) in (["0 LEFT"], ["0 RIGHT"])


def test_cut_at_any_look_at_the_clock_it_orders_all_its_snakes():
    referee = SnakebyteReferee.from_seed(3)
    bot = make_bot(referee)
    for checks in range(1, 25):
        (line,) = bot.answer(after_checks(checks))
        orders, bad = orders_of(referee, 0, line)
        assert bad == "" and -1 not in orders[: referee.each], line


@pytest.mark.parametrize("seat", [0, 1])
def test_its_answers_are_orders_that_the_referee_takes_for_a_whole_match(seat):
    recorded = MATCHES[seat]
    bot = SnakebyteBot(Params(), Engines(Memory))
    bot.prepare(1)
    bot.read_start(reader(*recorded.init_inputs[seat]))
    referee = SnakebyteReferee.from_config(recorded.config, recorded.seed, 2)
    for turn in recorded.turns[:40]:
        bot.read_turn(reader(*turn.inputs[seat]))
        (line,) = bot.answer(work(3))
        orders, bad = orders_of(referee, seat, line)
        ordered = {at for at, order in enumerate(orders) if order >= 0}
        assert (ordered, bad) == ({*bot.own()}, "")
        (fallback,) = bot.fallback()
        assert not orders_of(referee, seat, fallback)[1]
        referee.apply(turn.outputs)


def test_c_and_cpython_order_the_same():
    referee = SnakebyteReferee.from_seed(7)
    bots = [make_bot(referee), make_bot(referee)]
    bots[1].engines.python = native_engine(Memory, ENTRIES)
    for _ in range(2):
        answers = [bot.answer(work(40)) for bot in bots]
        assert answers[0] == answers[1]
        referee.apply({0: answers[0], 1: ["WAIT"]})
        for bot in bots:
            bot.read_turn(reader(*referee.inputs(0)))
    python, native = (bot.engine.memory.beam for bot in bots)
    assert list(python.line) == list(native.line)
    assert (python.value, python.made) == (native.value, native.made)


@pytest.mark.parametrize(
    ("module", "kind", "last"),
    [(joint, JointBot, 12), (plans, PlansBot, 30), (candidates, CandidatesBot, 30)],
)
def test_other_searches_cut_anywhere_order_all_snakes(module: Any, kind: Any, last: int):
    referee = SnakebyteReferee.from_seed(3)
    engines: Any = Engines(module.Memory)
    bot = kind(Params(), engines)
    if kind is JointBot:
        bot.width, bot.depth = 8, 3
    else:
        bot.prepare(1)
    lines = reader(*referee.init_inputs(1), *referee.inputs(1))
    bot.read_start(lines)
    bot.read_turn(lines)
    for checks in (1, 2, 3, last):
        (line,) = bot.answer(after_checks(checks))
        orders, bad = orders_of(referee, 1, line)
        assert bad == "" and -1 not in orders[referee.each : 2 * referee.each], line
    report = json.loads(bot.explain())["units"][0]
    memory = engines.python.memory
    if kind is JointBot:
        assert report["moves"][0]["move"] in line
    else:
        assert len(report["line"]) == module.DEPTH
    assert int(bot.stats()["iterations"]) > 1
    setting = memory.joint.setting if kind is JointBot else memory.setting
    assert not any(setting.board.taken)


def test_nothing_is_left_in_the_cells_between_two_turns():
    bot = make_bot(SnakebyteReferee.from_seed(7))
    bot.answer(work(30))
    assert not any(bot.engine.memory.setting.board.taken)


def test_a_state_is_copied_over_another_one():
    source, target = (SnakebyteReferee.from_seed(seed).now for seed in (3, 7))
    source.turn, source.losses[1], source.solid[SOURCE] = 5, 3, False
    copy_state(target, source)
    for name in ("turn", "left", "solid", "losses"):
        assert getattr(target, name) == getattr(source, name), name
    bodies = [
        [[part(snake, at) for at in range(snake.length)] for snake in state.snakes]
        for state in (source, target)
    ]
    assert bodies[0] == bodies[1]


def test_steps_go_round_platforms():
    rows = ["...", "##.", "..."]
    steps = steps_from(spot_at(0, 0), free_spots(rows))
    assert (steps[spot_at(0, 0)], steps[spot_at(2, 0)], steps[spot_at(1, 2)]) == (0, 2, 5)
    assert steps[spot_at(0, 1)] == FAR


def test_what_it_explains_is_a_line_for_each_own_snake():
    bot = make_bot(SnakebyteReferee.from_seed(3), depth=5)
    bot.answer(work(800))
    report = json.loads(bot.explain())
    assert [unit["unit"] for unit in report["units"]] == bot.own()
    assert all(len(unit["line"]) == 5 for unit in report["units"])
    assert bot.stats()["iterations"] == 800


@pytest.mark.parametrize(
    "change",
    [
        lambda lines: ["3", *lines[1:]],
        lambda lines: [*lines[:-1], "0 1,1:1,2:9,9"],
        lambda lines: [*lines[:-1], "0 up"],
    ],
)
def test_lines_of_another_form_are_refused_with_their_number(change):
    referee = SnakebyteReferee.from_seed(3)
    bot = SnakebyteBot(Params(), Engines(Memory))
    lines = reader(*change(referee.init_inputs(0) + referee.inputs(0)))
    with pytest.raises(UnreadableInput, match="line [0-9]+"):
        bot.read_start(lines)
        bot.read_turn(lines)


def test_a_source_that_was_not_there_before_is_refused():
    referee = SnakebyteReferee.from_seed(3)
    bot = make_bot(referee)
    cells = ((x, y) for y in range(9) for x in range(9) if (x, y) not in referee.sources)
    lines = referee.inputs(0)
    lines[1] = "{} {}".format(*next(cells))
    with pytest.raises(UnreadableInput, match="did not lie there"):
        bot.read_turn(reader(*lines))
