"""The Olymbits bot: what it reads, which parameters it takes, that cuts are harmless."""

import json
import re
from collections.abc import Callable
from random import Random

import pytest

from bots.olymbits import jointmcts, rules, search
from bots.olymbits.bot import OlymbitsBot
from bots.olymbits.minigames import (
    ACTIONS,
    FALL,
    FALLEN,
    GLIDES,
    ORDERS,
    PLACES,
    PLAYERS,
    RISKS,
)
from bots.olymbits.params import Params
from bots.olymbits.player import Player
from bots.olymbits.protocol import WORDS
from bots.olymbits.rules import (
    ARCHERY,
    DIVING,
    GAMES,
    GLIDE_TURNS,
    HURDLES,
    MEDALS,
    OVER,
    RUNNING,
    SKATING,
)
from bots.olymbits.search import Memory
from bots.olymbits.tables import solve
from bots.olymbits.updates import tick
from common.clock import Deadline
from common.engine import Engines
from common.kernel import Numbers, assign, numbers
from common.rng import make_dice
from common.stdio import UnreadableInput
from contests.olymbits.referee import OlymbitsReferee
from tests.bots.talking import reader, run_bot
from tests.cutting import after_checks
from tests.matches import recorded

MATCH = recorded("olymbits")
START = MATCH.init_inputs[0]
TURNS = [turn.inputs[0] for turn in MATCH.turns]


def make_bot(kind: str = "duct") -> Player:
    """A bot that has read the start."""
    bot: Player = OlymbitsBot(Params(), Engines(Memory))
    if kind == "joint":
        bot = jointmcts.JointMcts(jointmcts.Clock, Engines(jointmcts.Memory), jointmcts.think)
    bot.prepare(1)
    bot.read_start(reader(*START))
    return bot


def values(array: Numbers[int]) -> list[int]:
    return [array[index] for index in range(len(array))]


def work(count: int) -> Deadline:
    return Deadline(50.0, 0.0, iterations=count)


def test_the_lines_are_the_referee_s_state():
    referee = OlymbitsReferee.from_config(MATCH.config, MATCH.seed, 3)
    bot = make_bot()
    for number, turn in enumerate(MATCH.turns):
        bot.read_turn(reader(*turn.inputs[0]))
        assert bot.match.turn == referee.match.turn == number
        assert values(bot.match.medals) == values(referee.match.medals)
        for game in range(4):
            ours, theirs = bot.match.runs[game], referee.match.runs[game]
            assert (ours.phase == OVER) == (theirs.phase == OVER)
            assert values(ours.first) == values(theirs.first)
            assert values(ours.second) == values(theirs.second)
            if ours.phase != OVER:
                assert (ours.code, ours.left * (game != HURDLES)) == (
                    theirs.code,
                    theirs.left * (game != HURDLES),
                )
        referee.apply(turn.outputs)


@pytest.mark.parametrize(
    ("line", "text", "error"),
    [
        (0, "1 2", "line 1: points and 12 medals: expected 13 integers"),
        (3, "." * 29 + "# 0 0 0 0 0 0 0", "line 4: gpu and seven registers: expected"),
        (4, "123 1 2 3", "line 5: gpu and seven registers: expected 7 integers"),
        (3, "." * 30 + " 0 30 0 0 0 0 0", "line 4: gpu and seven registers: out of range"),
        (
            2,
            "0 0 0 0 0 0 0 0 0 0 0 0 -1",
            "line 3: points and 12 medals: expected medals of 0..100",
        ),
    ],
)
def test_a_bad_line_is_named_and_changes_nothing(line, text, error):
    bot = make_bot()
    before = OlymbitsReferee.from_seed(1).match
    assign(bot.match, before)
    lines = list(TURNS[5])
    lines[line] = text
    with pytest.raises(UnreadableInput, match=re.escape(error)):
        bot.read_turn(reader(*lines))
    assert values(bot.match.runs[DIVING].first) == values(before.runs[DIVING].first)
    assert bot.match.runs[HURDLES].code == before.runs[HURDLES].code


@pytest.mark.parametrize("kind", ["duct", "joint"])
@pytest.mark.parametrize("turn", [0, 14, 99])
def test_cut_anywhere_the_answer_is_legal(kind, turn):
    bot = make_bot(kind)
    for number in range(turn + 1):
        bot.read_turn(reader(*TURNS[number]))
    iterations = []
    for looks in range(1, 20):
        (line,) = bot.answer(after_checks(looks))
        assert line in WORDS
        iterations.append(bot.stats()["iterations"])
    assert iterations == [bot.chunk * looks for looks in range(19)]


@pytest.mark.parametrize("joint_depth", [0, 1, 2])
def test_it_tells_the_line_that_its_trees_hold(joint_depth):
    params = Params()
    params.slow_joint_depth = joint_depth
    bot = OlymbitsBot(params, Engines(Memory))
    bot.prepare(1)
    bot.read_start(reader(*START))
    bot.read_turn(reader(*TURNS[0]))
    answer = bot.answer(work(500))
    units = json.loads(bot.explain())["units"]
    lines = [unit["line"] for unit in units]
    assert len({len(line) for line in lines}) == 1 and 3 <= len(lines[0]) < rules.TURNS
    assert [line[0] for line in lines] == [unit["moves"][0]["move"] for unit in units]
    assert answer == [lines[bot.own][0]]
    assert {word for line in lines for word in line} <= set(WORDS)


def test_it_finds_what_is_plainly_best():
    """All but diving is at rest or decided: the next goal is the only thing that counts."""
    bot = make_bot()
    bot.read_turn(reader(*TURNS[0]))
    bot.match.turn = 92
    for game in (HURDLES, ARCHERY, SKATING):
        bot.match.runs[game].phase = OVER
    run = bot.match.runs[DIVING]
    run.code, run.left = 0b11_01_10_00_11_01, 6
    for player in range(3):
        run.first[player], run.second[player] = 10, 2
    bot.answer(work(400))
    assert WORDS[bot.moves(0)[0][0]] == "DOWN"


@pytest.mark.parametrize(
    ("golds", "shares"),
    [
        ((5, 5, 5), [0.5, 0.5, 0.5]),
        ((6, 5, 4), [1.0, 0.5, 0.0]),
        ((9, 5, 5), [1.0, 0.25, 0.25]),  # who cannot be first still plays to be second
        ((9, 1, 9), [0.75, 0.0, 0.75]),
        ((9, 0, 1), [1.0, 0.0, 0.5]),
    ],
)
def test_a_score_at_the_end_is_the_share_of_the_others_that_are_beaten(golds, shares):
    bot = make_bot()
    assert isinstance(bot, OlymbitsBot)
    scores = numbers(float, PLAYERS)
    bot.match.turn = rules.TURNS
    for game in range(GAMES):
        bot.match.runs[game].phase = OVER
        for player in range(PLAYERS):
            bot.match.medals[(player * GAMES + game) * MEDALS] = golds[player]
    search.rate(bot.start(), bot.setting, scores)
    assert [scores[player] for player in range(PLAYERS)] == pytest.approx(shares, abs=0.01)


def packed(match: rules.Match, game: int) -> list[int]:
    """The players in a run as a search holds them, from the run's registers."""
    run = match.runs[game]
    pairs = list(zip(run.first, run.second, strict=True))
    if game == HURDLES:
        return [cell * 16 + stun * ACTIONS for cell, stun in pairs]
    if game == ARCHERY:
        return [search.archer(x, y) for x, y in pairs]
    return [distance * 8 + risk - FALLEN for distance, risk in pairs]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_search_plays_by_the_rules_until_all_runs_are_over(seed):
    bot = make_bot()
    assert isinstance(bot, OlymbitsBot)
    rnd, referee, ends = Random(seed), OlymbitsReferee.from_seed(seed), 0
    while not referee.over:
        match, dice = bot.match, make_dice(seed)
        assign(match, referee.match)
        world, moves = bot.start(), numbers(int, PLAYERS)
        while not search.is_over(world, bot.setting):
            for player in range(PLAYERS):
                moves[player] = search.choose(world, bot.setting, player, dice)
                if rnd.random() < 0.3:
                    moves[player] = rnd.randrange(ACTIONS)
            before, order, running = values(match.medals), world.order, world.running
            assert order == match.runs[SKATING].code
            search.play(world, bot.setting, moves, dice)
            tick(match, moves, False)
            match.runs[SKATING].code = world.order
            assert world.turn == match.turn
            for game, state in enumerate((world.runners, world.archers, world.skaters)):
                if running >> game & 1:
                    assert values(state) == packed(match, game)
            if running >> DIVING & 1:
                run = match.runs[DIVING]
                assert world.marks == rules.pack(values(run.first), search.PART)
                assert world.combos == rules.pack(values(run.second), search.PART)
            for game in range(GAMES):
                is_running = match.runs[game].phase == RUNNING
                assert world.running >> game & 1 == int(is_running)
                if running >> game & 1 and not is_running:
                    ends += 1
                    assert game != HURDLES or world.home == match.turn
                    for player in range(PLAYERS):
                        at = (player * GAMES + game) * MEDALS
                        won = [match.medals[at + rank] - before[at + rank] for rank in range(3)]
                        prize = world.prizes[player] >> 2 * game & 3
                        assert won == [int(prize == wanted) for wanted in (2, 1, 0)]
        referee.apply({seat: [rnd.choice(WORDS)] for seat in referee.seats()})
    assert ends > 100


def test_far_from_the_end_a_lead_counts_less():
    bot = make_bot()
    assert isinstance(bot, OlymbitsBot)
    scores = numbers(float, PLAYERS)
    leads = []
    bot.match.medals[HURDLES * MEDALS] = 1
    for turn in (20, 60, rules.TURNS):
        bot.match.turn = turn
        for game in range(GAMES):
            bot.match.runs[game].phase = OVER
        search.rate(bot.start(), bot.setting, scores)
        assert scores[1] == scores[2]
        assert sum(scores[player] for player in range(PLAYERS)) == pytest.approx(1.5)
        leads.append(scores[0])
    assert 0.5 < leads[0] < leads[1] < leads[2]


def test_the_parameters_follow_the_rate_of_iterations():
    bot = make_bot()
    assert isinstance(bot, OlymbitsBot)
    engine = bot.engines.python
    params = bot.params
    assert not bot.is_fast(engine, work(params.fast_from - 1))
    assert bot.is_fast(engine, work(params.fast_from))
    bot.begin(engine, work(params.fast_from))
    assert engine.memory.forest.habits.trust == params.fast_trust
    bot.begin(engine, work(1))
    assert engine.memory.forest.habits.trust == params.slow_trust
    for states_a_ms, is_fast in ((1.0, False), (1e6, True)):
        bot.states_a_ms[engine.name] = states_a_ms
        assert bot.is_fast(engine, Deadline(50.0, 8.0)) == is_fast


def test_a_map_that_the_contest_never_has_is_solved_when_it_comes():
    bot = make_bot()
    bot.read_turn(reader(*TURNS[0]))
    bot.match.runs[HURDLES].code = 0b1010
    assert bot.answer(work(20))[0] in WORDS
    assert list(bot.engine.memory.setting.best) == solve(0b1010)[1]


def distance_by(place_of: Callable[[int, int], int] | None, meets: float = 0.2) -> float:
    """A skater's mean distance in a run; the best there is without a place_of(left, risk)."""

    def after(risk: int) -> int:
        return FALLEN if risk >= FALL else risk

    distances = {risk: 0.0 for risk in range(FALLEN, FALL)}
    for left in range(1, GLIDE_TURNS + 1):
        ways = {}
        for risk in range(FALL):
            ways[risk] = [
                GLIDES[place]
                + (1 - meets) * distances[after(RISKS[risk * ACTIONS + place])]
                + meets * distances[after(RISKS[risk * ACTIONS + place] + 2)]
                for place in range(ACTIONS)
            ]
        risen = (1 - meets) * distances[0] + meets * distances[2]
        stunned = {FALLEN: distances[FALLEN + 1], FALLEN + 1: risen}
        distances = stunned | {
            risk: max(way) if place_of is None else way[place_of(left, risk)]
            for risk, way in ways.items()
        }
    return distances[0]


def test_the_policy_skates_nearly_as_far_as_can_be():
    def place(left, risk):
        return search.PACES[min(left, search.LONG_GLIDE) * FALL + risk]

    best = distance_by(None)
    assert best - 0.2 < distance_by(place) <= best
    assert distance_by(lambda left, risk: 3) < best - 1.0


def test_the_public_outcome_is_the_action_of_two_cells_without_risk():
    world = search.World()
    for order in range(ORDERS):
        world.order = order
        assert PLACES[order * ACTIONS + search.outcome_of(world)] == search.CALM


@pytest.mark.parametrize("module", ["main", "main_jointmcts"])
def test_the_bot_as_a_process_answers_and_ends_quietly(module):
    text = "".join(f"{line}\n" for line in [*START, *(line for turn in TURNS[:4] for line in turn)])
    words = {"BOTSMITH_STATS": "1", "BOTSMITH_EXPLAIN": "1"}
    done = run_bot(f"olymbits.{module}", text, **words)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert len(lines) == 4
    assert set(lines) <= set(WORDS)
    printed = done.stderr.splitlines()
    assert [line for line in printed if " iterations" in line] == ["[PDATA] iterations = 8"] * 4
    assert [json.loads(line)["turn"] for line in printed if line.startswith("{")] == [0, 1, 2, 3]
