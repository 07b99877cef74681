"""A bot may be cut at any look at its clock: what it holds then is a legal and sane answer."""

from math import hypot

import pytest

from bots.csb.bot import CsbBot
from bots.csb.params import Params
from bots.csb.rules import BOOST, MAX_TURN, SHIELD, THRUST, Race
from bots.csb.search import Memory
from bots.csb.steering import angle_to
from common.engine import Engines
from common.kernel import assign
from contests.csb.lines import parse_order
from tests.bots.csb_turns import MATCH, read_until
from tests.cutting import after_checks

LOOKS = range(1, 31)


def bot_at(turn: int) -> CsbBot:
    """The bot that has read turns 0..turn of the recorded match and answered all but the last."""
    bot = CsbBot(Params(), Engines(Memory))
    bot.prepare(1)
    read_until(bot, turn)
    return bot


def turn_with_a_collision() -> int:
    """A turn after the start whose state tells of one."""
    return next(
        number for number, turn in enumerate(MATCH.turns) if number > 5 and turn.state["collisions"]
    )


@pytest.mark.parametrize("turn", [0, 1, turn_with_a_collision(), len(MATCH.turns) - 1])
def test_cut_anywhere_the_answer_is_legal_and_sane(turn):
    bot = bot_at(turn)
    before = Race()
    assign(before, bot.known.race)
    iterations = []
    for looks in LOOKS:
        assign(bot.known.race, before)
        lines = bot.answer(after_checks(looks))
        assert len(lines) == 2
        for index, line in enumerate(lines):
            order, pod = parse_order(line), before.pods[index]
            assert order.kind in (THRUST, BOOST, SHIELD)
            assert not (order.kind == BOOST and pod.boosted)
            assert hypot(order.x - pod.x, order.y - pod.y) > 600.0, "a point to turn toward"
            if looks > 1:  # the fallback may ask for more turn than it gets
                assert abs(angle_to(pod, order.x, order.y)) <= MAX_TURN + 1e-4
        iterations.append(bot.stats()["iterations"])
    assert iterations == [CsbBot.chunk * (looks - 1) for looks in LOOKS]
