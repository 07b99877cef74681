"""The Coders Strike Back bot: what it knows of the race, and what it says when input goes wrong."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from math import atan2, pi

import pytest

from bots.csb.bot import CsbBot
from bots.csb.params import Params
from bots.csb.pilot import OWN
from bots.csb.rating import MOVES, SHIELD_MOVE
from bots.csb.rules import BOOST, THRUST
from bots.csb.search import Memory
from common.clock import Deadline
from common.engine import Engine, Engines
from contests.csb.lines import parse_order, pods_seen_by
from contests.csb.referee import CsbReferee
from tests.bots.csb_table import Table, pods_of
from tests.bots.talking import reader, run_bot
from tests.cutting import after_checks, work
from tests.matches import recorded

FULL = [move.name for move in MOVES].index("full")
RECORDED = recorded("csb")
START = RECORDED.init_inputs[0]
TURNS = [turn.inputs[0] for turn in RECORDED.turns]


def make_bot(start: list[str], seed: int = 1) -> CsbBot:
    """A bot that has read the track."""
    bot = CsbBot(Params(), Engines(Memory))
    bot.prepare(seed)
    bot.read_start(reader(*start))
    return bot


def play_race(seed: int, iterations: int) -> Iterator[tuple[CsbReferee, list[CsbBot]]]:
    """A race of two bots: yields in every turn when both have read it and nobody has answered."""
    referee = CsbReferee.from_seed(seed)
    bots = [make_bot(referee.init_inputs(seat), seed + seat) for seat in (0, 1)]
    while not referee.over:
        for seat, bot in enumerate(bots):
            bot.read_turn(reader(*referee.inputs(seat)))
        yield referee, bots
        referee.apply({seat: bot.answer(work(iterations)) for seat, bot in enumerate(bots)})


def apart(one: float, other: float) -> float:
    """The angle between two headings."""
    return abs((one - other + pi) % (2 * pi) - pi)


def test_over_a_whole_race_the_bot_knows_what_the_lines_do_not_tell():
    seen: Counter[str] = Counter()
    for turn, (referee, bots) in enumerate(play_race(seed=3, iterations=16)):
        for seat, bot in enumerate(bots):
            assert bot.known.race.turn == turn
            for player in (0, 1):
                assert bot.known.race.idle[player] == referee.race.idle[(seat + player) % 2]
            for index, true_index in enumerate(pods_seen_by(seat)):
                pod, true = bot.known.race.pods[index], referee.race.pods[true_index]
                assert (pod.x, pod.y, pod.vx, pod.vy) == (true.x, true.y, true.vx, true.vy)
                assert pod.passed == true.passed
                if index in OWN:
                    assert (pod.shield, pod.boosted) == (true.shield, true.boosted)
                    assert apart(pod.heading, true.heading) < 1e-12 or turn == 0
                    seen.update(shield=pod.shield > 0, boost=pod.boosted, late=pod.passed > 9)
                else:
                    assert apart(pod.heading, true.heading) < 0.03 or turn == 0
                    seen.update(theirs=pod.shield == true.shield > 0)
                    assert pod.shield <= true.shield, "a shield that is none"
    for what in ("shield", "boost", "late", "theirs"):
        assert seen[what] > 0, "else the race proves little"


@pytest.mark.parametrize(
    ("order", "shield"), [("SHIELD", 3), ("0", 0), ("100", 0), ("200", 0), ("BOOST", 0)]
)
def test_a_rivals_shield_is_seen_in_the_hit(order, shield):
    table = Table(turn=0)
    table.place(0, 5000.0, 4000.0, vx=200.0)
    table.place(2, 6000.0, 4300.0, vx=-200.0)
    bot = make_bot(table.referee.init_inputs(0))
    bot.read_turn(reader(*table.referee.inputs(0)))
    table.referee.apply({0: bot.fallback(), 1: [f"0 4300 {order}", table.idle(3)]})
    assert table.collisions() == [(0, 2)]
    bot.read_turn(reader(*table.referee.inputs(0)))
    assert bot.known.race.pods[2].shield == table.pod(2).shield == shield


def test_a_rivals_shield_that_nothing_hits_is_not_seen():
    table = Table(turn=0)
    bot = make_bot(table.referee.init_inputs(0))
    bot.read_turn(reader(*table.referee.inputs(0)))
    table.referee.apply({0: bot.fallback(), 1: ["0 0 SHIELD", "0 0 SHIELD"]})
    bot.read_turn(reader(*table.referee.inputs(0)))
    assert [pod.shield for pod in pods_of(bot.known.race)] == [0, 0, 0, 0]


def test_before_the_first_turn_a_pod_is_taken_to_face_its_checkpoint():
    bot = make_bot(START)
    bot.read_turn(reader(*TURNS[0]))
    for pod in pods_of(bot.known.race):
        x, y = bot.setting.track.x[1] - pod.x, bot.setting.track.y[1] - pod.y
        assert apart(pod.heading, atan2(y, x)) < 1e-9


def test_two_checkpoints_passed_between_two_turns_are_both_counted():
    bot = make_bot(START)
    bot.read_turn(reader(*TURNS[0]))
    bot.fallback()
    bot.read_turn(reader(*TURNS[1][:3], TURNS[1][3].rsplit(" ", 1)[0] + " 3"))
    assert [pod.passed for pod in pods_of(bot.known.race)] == [1, 1, 1, 3]
    assert [bot.known.race.idle[player] for player in (0, 1)] == [1, 0]


def test_the_runner_boosts_on_a_long_straight_way_unless_that_is_wasted():
    bot = make_bot(START)
    bot.read_turn(reader(*TURNS[0]))
    pods = pods_of(bot.known.race)
    # Dice must not decide here, so the move is not searched for: straight ahead at full thrust.
    (runner,) = [index for index in OWN if bot._order(index, FULL).kind == BOOST]
    pods[runner].shield = 1
    assert bot._order(runner, FULL).kind == THRUST
    pods[runner].shield, pods[runner].boosted = 0, True
    assert bot._order(runner, FULL).kind == THRUST


def test_equal_seeds_and_iterations_give_equal_lines():
    def lines(seed: int) -> list[list[str]]:
        bot = make_bot(START, seed)
        answers = []
        for turn in TURNS[:12]:
            bot.read_turn(reader(*turn))
            answers.append(bot.answer(work(12)))
        return answers

    assert lines(1) == lines(1)
    assert len({str(lines(seed)) for seed in range(1, 5)}) > 1


def test_a_turn_that_begins_late_is_answered_by_the_fallback():
    bot = make_bot(START)
    bot.read_turn(reader(*TURNS[0]))
    orders = [parse_order(line) for line in bot.answer(after_checks(1))]
    for order, pod in zip(orders, pods_of(bot.known.race), strict=False):
        assert (order.kind, order.thrust) == (THRUST, 100)
        assert (order.x, order.y) == (bot.setting.track.x[1], bot.setting.track.y[1])
        assert apart(pod.heading, atan2(order.y - pod.y, order.x - pod.x)) < 1e-12


def test_counts_of_work_follow_the_iterations():
    bot = make_bot(START)
    assert float(bot.stats()["iterations"]) > 0, "the warm-up has searched"
    bot.read_turn(reader(*TURNS[0]))
    bot.answer(work(37))
    stats = bot.stats()
    depth = Params().depth
    assert stats["iterations"] == stats["evaluations"] == 37
    assert stats["simulated_turns"] == 37 * depth
    assert (stats["depth"], stats["engine"]) == (depth, "python")
    assert float(stats["nodes"]) > 4 * SHIELD_MOVE
    assert float(stats["ucb"]) > 0
    assert float(stats["search_ms"]) > 0.0


def test_c_looks_at_the_clock_as_seldom_against_its_pace_as_cpython():
    class Fast(Engine[Memory]):
        pace = 10

    class Both(Engines[Memory]):
        def current(self, deadline: Deadline) -> Engine[Memory]:
            return Fast(self.memory) if deadline.turn else self.python

    bot = CsbBot(Params(), Both(Memory))
    looks = []
    for turn in (0, 1):
        deadline = after_checks(2)
        deadline.turn = turn
        bot.answer(deadline)
        looks.append(bot.stats()["iterations"])
    assert looks == [CsbBot.chunk, 100 * CsbBot.chunk]


def test_an_explanation_is_one_line_of_json_with_all_units_moves():
    bot = make_bot(START)
    bot.read_turn(reader(*TURNS[0]))
    bot.answer(work(40))
    text = bot.explain()
    assert "\n" not in text
    report = json.loads(text)
    assert report["turn"] == 0
    assert [unit["unit"] for unit in report["units"]] == [0, 1, 2, 3]
    for unit in report["units"]:
        assert sum(row["visits"] for row in unit["moves"]) == 40
        assert {row["move"] for row in unit["moves"]} <= {move.name for move in MOVES}
        assert unit["line"][0] == unit["moves"][0]["move"]


# ---- The bot as a process


# Eight iterations a turn, in CPython if nothing else is said.
talk = partial(run_bot, "csb.main", BOTSMITH_ENGINE="python")


def text_of(turns: list[list[str]]) -> str:
    """The track and these turns as the referee sends them."""
    return "".join(f"{line}\n" for line in [*START, *(line for turn in turns for line in turn)])


def test_the_bot_answers_every_turn_with_two_orders_and_ends_quietly():
    done = talk(text_of(TURNS[:5]), BOTSMITH_ENGINE="")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert len(lines) == 10
    for line in lines:
        parse_order(line)


def test_a_word_for_a_number_is_one_line_on_stderr_and_a_legal_move():
    broken = [line.replace(" ", " x", 1) for line in TURNS[1]]
    done = talk(text_of([TURNS[0], broken, TURNS[2]]))
    assert done.returncode == 0
    assert len(done.stderr.splitlines()) == 1
    expected = "turn 1: unreadable input, playing the fallback move: line 11: x y vx vy angle"
    assert done.stderr.startswith(expected)
    lines = done.stdout.splitlines()
    assert len(lines) == 6
    for line in lines:
        parse_order(line)


@pytest.mark.parametrize("cut", [1, 3, len(START), len(START) + 2, len(START) + 7])
def test_input_that_breaks_off_is_one_clear_line_and_status_2(cut):
    lines = text_of(TURNS[:2]).splitlines()[:cut]
    done = talk("\n".join(lines))
    assert done.returncode == 2
    expected = f"unreadable input: input ended after line {cut}, in the middle of a turn\n"
    assert done.stderr == expected
    assert len(done.stdout.splitlines()) == (2 if cut > len(START) + 4 else 0)


def test_a_track_that_is_none_is_one_clear_line_and_status_2():
    done = talk("3\nfour\n")
    assert (done.returncode, done.stdout) == (2, "")
    expected = "unreadable input: line 2: checkpointCount: expected 1 integer, got 'four'\n"
    assert done.stderr == expected


def test_statistics_and_explanations_are_told_when_asked_for():
    done = talk(text_of(TURNS[:3]), BOTSMITH_STATS="1", BOTSMITH_EXPLAIN="1", BOTSMITH_ENGINE="")
    lines = done.stderr.splitlines()
    assert [line for line in lines if "iterations" in line] == ["[PDATA] iterations = 8"] * 3
    assert [json.loads(line)["turn"] for line in lines if line.startswith("{")] == [0, 1, 2]
    assert len(done.stdout.splitlines()) == 6
