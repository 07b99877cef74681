"""The Coders Strike Back bot that searches plans: legal and sane wherever it is cut."""

import json
from math import hypot
from typing import Any, cast

from bots.csb.bot_plans import FLAGS, PlansBot
from bots.csb.params import Params
from bots.csb.rating import SHIELD_MOVE
from bots.csb.rules import MAX_TURN, PLAYERS, PODS, Race
from bots.csb.search_plans import ENTRIES, Memory
from bots.csb.steering import angle_to
from botsmith.compiler.compile import native_engine
from common.engine import Engines
from common.kernel import assign
from common.search.plans import HABIT, MAX_ROWS
from contests.csb.lines import parse_order
from tests.bots.csb_turns import read_until
from tests.cutting import after_checks, work

TURNS = 12


def bot_at(turn: int) -> PlansBot:
    """The bot that has read turns 0..turn of the recorded match and answered all but the last."""
    engines: Any = Engines(Memory)
    bot = PlansBot(Params(), engines)
    read_until(bot, turn)
    return bot


def test_cut_anywhere_the_answer_is_legal_and_sane():
    bot = bot_at(TURNS)
    before = Race()
    assign(before, bot.known.race)
    for looks in range(1, 20):
        assign(bot.known.race, before)
        lines = bot.answer(after_checks(looks))
        assert len(lines) == 2
        for index, line in enumerate(lines):
            order, pod = parse_order(line), before.pods[index]
            assert hypot(order.x - pod.x, order.y - pod.y) > 600.0, "a point to turn toward"
            assert abs(angle_to(pod, order.x, order.y)) <= MAX_TURN + 1e-4
        assert bot.stats()["iterations"] == max(0, looks - 2), "one is at what is left"


def test_only_the_first_turn_of_a_plan_may_have_a_shield():
    bot = bot_at(TURNS)
    bot.answer(work(300))
    memory: Any = bot.engine.memory
    for side in range(PLAYERS):
        for pod in range(PODS):
            assert SHIELD_MOVE not in memory.plans.best[side].orders[pod + MAX_ROWS :: MAX_ROWS]
    assert any(order != HABIT for order in memory.plans.best[0].orders)


def test_c_and_cpython_order_the_same():
    answers = []
    for is_c in (False, True):
        bot = bot_at(TURNS)
        if is_c:
            bot.engines.python = cast(Any, native_engine(Memory, ENTRIES, FLAGS[0]))
        answers.append((bot.answer(work(200)), bot.explain()))
    assert answers[0] == answers[1]


def test_what_it_explains_is_a_line_for_each_own_pod():
    bot = bot_at(TURNS)
    bot.answer(work(60))
    report = json.loads(bot.explain())
    assert [unit["unit"] for unit in report["units"]] == [0, 1]
    assert all(len(unit["line"]) == Params().depth for unit in report["units"])
