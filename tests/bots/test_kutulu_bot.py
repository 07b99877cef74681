"""The Kutulu bot: what it knows of the world, its answers when it is cut, and its counts."""

import json
from itertools import product
from pathlib import Path

import pytest

from bots.kutulu import protocol
from bots.kutulu.bot import KutuluBot
from bots.kutulu.hunters import Hunt, play_turn
from bots.kutulu.known import Known
from bots.kutulu.params import Params
from bots.kutulu.paths import PLAYERS
from bots.kutulu.rules import SLASHER_SANITY, World, create
from bots.kutulu.search import ENTRIES, FEW, Memory, begin
from botsmith.arena.store.record import read_matches
from botsmith.referees.base import Match
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.rng import make_dice
from common.search.smitsimax import children
from contests.kutulu.lines import parse_order
from contests.kutulu.referee import KutuluReferee
from contests.kutulu.scout import count_exposed
from tests.bots.kutulu_table import seen_of
from tests.bots.talking import reader
from tests.cutting import after_checks

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "kutulu" / "matches.jsonl.gz"
MATCHES = [match for match, _ in zip(read_matches(GOLDEN), range(4), strict=False)]
RECORDED = MATCHES[0]


def make_bot(match: Match, turns: int) -> KutuluBot:
    """Seat 0's bot, which has read so many turns."""
    bot = KutuluBot(Params(), Engines(Memory, ENTRIES))
    bot.prepare(1)
    bot.read_start(reader(*match.init_inputs[0]))
    bot.engines.python.load("maze", bot.known.maze)  # as its first answer does
    for number in range(turns):
        bot.read_turn(reader(*match.turns[number].inputs[0]))
    return bot


def same_world(true: World, seen: World) -> None:
    """What a player can know is known."""
    assert (seen.turn, seen.living, seen.count) == (true.turn, true.living, true.count)
    inside = [who for who in range(PLAYERS) if true.players[who].is_in]
    for who in inside:
        one, other = true.players[who], seen.players[who]
        for name in ("cell", "sanity", "plans", "lights", "has_slasher"):
            assert getattr(one, name) == getattr(other, name), name
        for name in ("plan_until", "light_until", "stuck_until", "busy_until"):
            assert max(getattr(one, name), true.turn) == max(getattr(other, name), true.turn), name
        for victim in inside:
            assert one.yelled_at[victim] == other.yelled_at[victim]
    for index in range(true.count):
        for name in ("ids", "spot", "leave"):
            assert getattr(true, name)[index] == getattr(seen, name)[index], name
    for index in range(true.slasher_count):
        assert true.slashers[index].state == seen.slashers[index].state


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match.seed)
def test_over_whole_matches_the_bot_knows_what_can_be_known(match):
    referee = KutuluReferee.from_config(match.config, match.seed, match.players)
    known = Known(protocol.read_maze(reader(*referee.init_inputs(0))))
    for turn in match.turns:
        if 0 not in referee.seats():
            break
        lines = referee.inputs(0)
        known.observe(protocol.read_turn(reader(*lines), known.maze))
        same_world(referee.world, known.world)
        for seat in referee.seats():
            assert seen_of(known.world, known.maze, seat) == seen_of(
                referee.world, referee.maze, seat
            )
        referee.apply(turn.outputs)
    assert known.world.turn > 3


def test_the_search_predicts_the_next_turn_but_for_ties_and_lost_memories():
    match = RECORDED
    referee = KutuluReferee.from_config(match.config, match.seed, match.players)
    known = Known(protocol.read_maze(reader(*referee.init_inputs(0))))
    wrong = 0
    hunt = Hunt()
    hunt.dice = make_dice(1)
    predicted: World | None = None
    for turn in match.turns:
        if 0 not in referee.seats():
            break
        known.observe(protocol.read_turn(reader(*referee.inputs(0)), known.maze))
        if predicted is not None:
            for who in range(PLAYERS):
                one, other = predicted.players[who], known.world.players[who]
                wrong += int((one.is_in, one.sanity) != (other.is_in, other.sanity))
        predicted = World()
        assign(predicted, known.world)
        actions = [4] * PLAYERS
        for seat in referee.seats():
            action = referee._read_action(seat, turn.outputs[seat])
            assert action is not None
            actions[seat] = action
        play_turn(predicted, known.maze, hunt, actions)
        referee.apply(turn.outputs)
    assert wrong <= 3


@pytest.mark.parametrize("turns", [1, 30, 120])
def test_cut_anywhere_the_answer_is_legal_and_sane(turns):
    bot = make_bot(RECORDED, turns)
    one = bot.known.world.players[0]
    here = bot.known.maze.cells[one.cell]
    iterations = []
    looks = [1, 2, 3, 5, 9, 17]
    for checks in looks:
        (line,) = bot.answer(after_checks(checks))
        order = parse_order(line)
        if order.action < 0:
            assert abs(order.x - here.x) + abs(order.y - here.y) == 1, "a step"
            assert (order.x, order.y) in protocol.cells_of(bot.known.maze)
        iterations.append(bot.stats()["iterations"])
    assert iterations == [KutuluBot.chunk * (checks - 1) for checks in looks]


def test_a_cell_out_of_wanderers_reach_is_taken_if_its_score_is_not_much_lower():
    others = {0.0: 0, 0.4: 0, 8.0: 0}  # answers other than the most visited move, by care
    is_cornered = False
    for (care, of_habit), turns in product(
        [(0, 10), (0.4, 10), (8, 10), (8, 9)], range(2, 140, 18)
    ):
        bot = make_bot(RECORDED, turns)
        bot.params.care = care
        bot.known.seen, bot.known.fits = 20, of_habit
        care = care if of_habit == 10 else 0  # who does not go where habit leads does not give way
        world, maze = bot.known.world, bot.known.maze
        here = maze.cells[world.players[0].cell]
        create(world, here.exits[here.moves.items[1]], 0, world.turn + maze.life_time)
        (line,) = bot.answer(Deadline(1000.0, 0.0, iterations=40))
        memory = bot.engine.memory
        moves = children(memory.forest, 0)
        good = [move for move, _, score in moves if score >= moves[0][2] - care]
        actions = [memory.menus[0].items[move] for move in good]
        safe = [act for act in actions if not count_exposed(world, maze, here.exits[act])]
        expected = (safe or actions)[0]  # the most visited
        assert line == protocol.format_action(maze, world.players[0].cell, expected)
        others[care] += expected != actions[0]
        is_cornered = is_cornered or not safe
    assert others[0.0] <= others[0.4] < others[8.0]
    assert is_cornered


def test_equal_seeds_and_iterations_give_equal_lines_and_counts():
    answers = []
    for _ in range(2):
        bot = make_bot(RECORDED, 40)
        answers.append(bot.answer(Deadline(1000.0, 0.0, iterations=30)))
    assert answers[0] == answers[1]
    stats = bot.stats()
    assert stats["iterations"] == stats["evaluations"] == 30
    assert stats["simulated_turns"] == 30 * Params().slow_depth
    assert float(stats["nodes"]) > 4
    assert float(stats["ucb"]) > 0


def test_others_are_taken_to_have_habits_as_long_as_they_go_where_these_lead():
    bot = make_bot(RECORDED, 2)
    shares = []
    for is_regular in [True] * 10 + [False] * 20:
        bot.answer(Deadline(1000.0, 0.0, iterations=2))
        shares.append(bot.engine.memory.params.habit)
        for one, cell in bot.known.led:
            one.cell = cell if is_regular else (cell + 1) % bot.known.maze.cell_count
    assert 0 == shares[0] < shares[1] < shares[2]
    assert max(shares) == bot.params.habit and shares[-1] == 0
    assert shares[10:] == sorted(shares[10:], reverse=True)


def test_ways_among_lights_of_another_maze_are_forgotten():
    bot = make_bot(RECORDED, 1)
    bot.engine.memory.hunt.lit[5].key = 7
    bot.read_start(reader(*RECORDED.init_inputs[0]))
    bot.read_turn(reader(*RECORDED.turns[0].inputs[0]))
    bot.answer(Deadline(1000.0, 0.0, iterations=1))
    assert bot.engine.memory.hunt.lit[5].key == 0


@pytest.mark.parametrize(
    ("turn", "iterations", "depth"),
    [
        (0, 20, "depth"),  # of a warm-up; the first turn is long
        (1, 0, "depth"),  # none yet
        (1, 1, "slow_depth"),
        (1, FEW - 1, "slow_depth"),
        (1, FEW, "depth"),
    ],
)
def test_it_looks_less_far_ahead_where_the_last_turn_had_few_iterations(turn, iterations, depth):
    memory = Memory()
    assign(memory.params, Params())
    memory.start.turn = turn
    memory.forest.iterations = iterations
    begin(memory, 0, 0)
    assert memory.forest.depth == getattr(Params(), depth)
    assert memory.forest.iterations == 0


def test_an_explanation_is_one_line_of_json():
    bot = make_bot(RECORDED, 40)
    bot.answer(Deadline(1000.0, 0.0, iterations=60))
    report = json.loads(bot.explain())
    assert report["turn"] == 39
    for unit in report["units"]:
        assert sum(row["visits"] for row in unit["moves"]) == 60
        assert unit["line"][0] == unit["moves"][0]["move"]


def test_a_turn_with_rubbish_in_it_is_answered_by_the_fallback():
    bot = make_bot(RECORDED, 30)
    with pytest.raises(ValueError, match="expected 6 integers"):
        bot.read_turn(reader("1", "EXPLORER 0 x 1 250 2 3"))
    parse_order(bot.fallback()[0])


def test_sanity_below_200_is_remembered_as_a_slasher():
    bot = make_bot(RECORDED, 120)
    world = bot.known.world
    low = [who for who in range(PLAYERS) if world.players[who].sanity < SLASHER_SANITY]
    assert low
    assert world.slasher_count > 0
