"""The Tororo bot: what it reads, what it tries, and what it says when input goes wrong."""

import json
from functools import partial

import pytest

from bots.tororo import evaluate, search
from bots.tororo.bot import TororoBot
from bots.tororo.evaluate import Node, Setting
from bots.tororo.params import Params
from bots.tororo.protocol import format_action
from bots.tororo.rules import COMPLETE, GROW, KIND_SHIFT, SEED, SIZES, WAIT, State
from bots.tororo.search import Memory
from bots.tororo.turns import size_on
from common.engine import Engines
from common.kernel import assign, numbers
from common.search.beam import MAX_MOVES, best_line
from contests.tororo.lines import parse_answer
from contests.tororo.maps import holds
from contests.tororo.referee import TororoReferee
from tests.bots.talking import reader, run_bot
from tests.bots.tororo_table import PLAIN, Naive, Tree, as_state
from tests.cutting import after_checks, work
from tests.matches import recorded

RECORDED = recorded("tororo")
START = RECORDED.init_inputs[0]
TURNS = [turn.inputs[0] for turn in RECORDED.turns if 0 in turn.inputs]


def make_bot(turn: list[str], **numbers: float) -> TororoBot:
    """A bot that has read the start and a turn."""
    params = Params()
    for name, value in numbers.items():
        setattr(params, name, value)
    bot = TororoBot(params, Engines(Memory))
    bot.prepare(1)
    lines = reader(*START, *turn)
    bot.read_start(lines)
    bot.read_turn(lines)
    return bot


def node_of(*trees: tuple[int, int, int], sun: int = 50, day: int = 12) -> Node:
    """A node with trees (cell, owner, size), all awake."""
    node = Node()
    placed = {cell: Tree(owner, size) for cell, owner, size in trees}
    assign(node.state, as_state(Naive(placed, sun=(sun, 9), day=day), PLAIN))
    node.tally = evaluate.tally_of(node.state, make_setting().ground, 0, SIZES)
    return node


def make_setting(**numbers: float | list[float]) -> Setting:
    setting = Setting()
    assign(setting.ground, PLAIN)
    for name, value in numbers.items():
        setattr(setting.params, name, value)
    evaluate.fill_setting(setting)
    return setting


def moves_of(node: Node, setting: Setting | None = None) -> list[int]:
    moves = numbers(int, MAX_MOVES)
    count = search.list_moves(node, setting or make_setting(), moves)
    return [moves[number] for number in range(count)]


def kinds(moves: list[int]) -> set[int]:
    return {move >> KIND_SHIFT for move in moves}


# ---- What it reads and says


def test_the_bot_reads_what_the_referee_has():
    referee = TororoReferee.from_config(RECORDED.config, RECORDED.seed, 2)
    bot = make_bot(TURNS[0])
    for turn in RECORDED.turns:
        if 0 in turn.inputs:
            bot.read_turn(reader(*turn.inputs[0]))
            state = bot.state
            for name in State.kernel_fields:  # type: ignore[attr-defined]
                assert getattr(state, name) == getattr(referee.forest, name), name
        referee.apply(turn.outputs)


def trees(lines: list[str]) -> list[str]:
    return lines[5 : 5 + int(lines[4])]


@pytest.mark.parametrize("place", [0, 20, len(TURNS) - 1])
def test_cut_anywhere_the_answer_is_on_offer(place):
    bot = make_bot(TURNS[place])
    offered = TURNS[place][-int(TURNS[place][5 + len(trees(TURNS[place]))]) :]
    for looks in range(1, 40):
        assert bot.answer(after_checks(looks))[0] in offered


def test_counts_of_work_are_told():
    bot = make_bot(TURNS[10])
    bot.answer(work(37))
    stats = bot.stats()
    assert stats["iterations"] == 37
    assert 37 < float(stats["evaluations"]) <= float(stats["simulated_turns"])
    assert (stats["engine"], stats["ucb"]) == ("python", 0)
    assert float(stats["depth"]) >= 1


def test_an_explanation_is_one_line_of_json_with_a_line_of_play():
    bot = make_bot(TURNS[10])
    bot.answer(work(300))
    text = bot.explain()
    assert "\n" not in text
    (unit,) = json.loads(text)["units"]
    values = [row["value"] for row in unit["moves"]]
    assert values == sorted(values, reverse=True)
    assert unit["line"].count("WAIT") >= 2


def test_a_field_of_a_tally_holds_the_ground_of_a_board_of_tall_trees():
    fair, lush = evaluate.HALVES[3], 2 * evaluate.HALVES[3]
    assert 12 * fair + 7 * lush <= evaluate.GROUND_MASK


def test_two_seeds_on_one_cell_are_in_no_tally():
    setting = make_setting()
    node = node_of((0, 0, 1), (7, 1, 1))
    before = node.tally
    node.state.pending[1] = parse_answer("SEED 7 1")
    search.play_move(node, setting, parse_answer("SEED 0 1"))
    assert node.tally == before == evaluate.tally_of(node.state, setting.ground, 0, SIZES)


def test_the_warm_up_stays_within_the_smaller_pool_and_the_answers_do_not():
    bot = make_bot(TURNS[10], acts=1, last_width=2000, first_width=1)
    beam = bot.engines.python.memory.beam
    assert beam.width <= 64
    bot.answer(work(2000))
    assert beam.width == 256


# ---- Moves worth trying


def test_all_listed_moves_are_legal_and_wait_is_among_them():
    for turn in TURNS[::5]:
        bot = make_bot(turn)
        node = Node()
        assign(node.state, bot.state)
        moves = moves_of(node, bot.setting)
        assert moves[0] == WAIT
        assert len(set(moves)) == len(moves)
        assert {format_action(move) for move in moves} <= set(turn[6 + len(trees(turn)) :])


def move_called(node, setting, answer):
    """The move that is written so."""
    return next(move for move in moves_of(node, setting) if format_action(move) == answer)


def test_a_day_goes_from_completing_over_growing_large_trees_to_seeding():
    node = node_of((0, 0, 3), (19, 0, 2), (22, 0, 1), (28, 0, 1))
    setting = make_setting()
    assert kinds(moves_of(node)) == {WAIT, COMPLETE, GROW, SEED}
    search.play_move(node, setting, move_called(node, setting, "GROW 19"))
    assert kinds(moves_of(node)) == {WAIT, GROW, SEED}
    search.play_move(node, setting, parse_answer("SEED 22 21"))
    assert kinds(moves_of(node)) == {WAIT}


def test_nothing_is_begun_that_cannot_be_completed():
    late = node_of((0, 0, 1), (19, 0, 2), day=22)
    assert {format_action(move) for move in moves_of(late)} == {"WAIT", "GROW 19"}
    last = node_of((0, 0, 3), (19, 0, 2), day=23)
    assert {format_action(move) for move in moves_of(last)} == {"WAIT", "COMPLETE 0"}


def test_seeds_are_free_and_not_beside_own_trees():
    moves = moves_of(node_of((0, 0, 2)))
    assert {move & 63 for move in moves if move >> KIND_SHIFT == SEED} == set(range(7, 19))
    assert SEED not in kinds(moves_of(node_of((0, 0, 2), (28, 0, 0))))


def test_with_one_act_a_day_only_wait_follows():
    node = node_of((0, 0, 2), (19, 0, 2))
    setting = make_setting(acts=1)
    search.play_move(node, setting, move_called(node, setting, "GROW 0"))
    assert moves_of(node, setting) == [WAIT]


# ---- The rival that is expected


def test_the_rivals_move_of_a_turn_meets_the_bots():
    setting = make_setting()
    node = node_of((1, 0, 2), (0, 1, 3), (13, 1, 3), (14, 1, 3), (15, 1, 3), day=20)
    search.let_rival_act(node, setting)
    assert format_action(node.state.pending[1]) == "COMPLETE 0"
    assert not search.play_move(node, setting, move_called(node, setting, "GROW 1"))
    assert (node.state.score[1], node.state.nutrients) == (24, 19)
    assert search.play_move(node, setting, WAIT)
    assert (node.state.day, node.state.asleep, node.rank, node.acts) == (21, 0, 0, 0)


@pytest.mark.parametrize(("day", "sold"), [(19, 1), (22, 1), (23, 2)])
def test_the_rival_completes_one_tree_a_day_but_on_the_last(day, sold):
    setting = make_setting()
    node = node_of((1, 0, 2), *((cell, 1, 3) for cell in (0, 13, 14, 15)), day=day)
    search.let_rival_act(node, setting)
    assert node.has_sold
    assert search.play_move(node, setting, WAIT), "the rival had sun for two"
    assert (node.state.trees[3] & ~node.state.mine).bit_count() == 4 - sold
    assert not node.has_sold


def test_the_rival_follows_its_plan_but_for_moves_that_are_not_possible():
    setting = make_setting()
    node = node_of((0, 0, 2), (19, 1, 2), (28, 1, 3))
    assert node.state.sun[1] == 9
    planned = (
        search.move_on(node.state, 1, search.COMPLETING, 19),  # not tall
        search.move_on(node.state, 1, 1, 19),
        search.move_on(node.state, 1, search.COMPLETING, 28),  # for which one sun is left
        WAIT,
        search.move_on(node.state, 1, search.COMPLETING, 28),
    )
    for place, move in enumerate(reversed(planned), 1):
        setting.plan[place] = move
    node.step = len(planned)
    search.let_rival_act(node, setting)
    assert (size_on(node.state, 19), node.state.sun[1], node.step) == (3, 1, 3)
    search.let_rival_act(node, setting)
    assert (node.state.asleep, node.step) == (2, 1)
    assert search.play_move(node, setting, WAIT)
    search.let_rival_act(node, setting)
    assert format_action(node.state.pending[1]) == "COMPLETE 28"
    assert (node.has_sold, node.step) == (True, 0)


def planning(state: State, planned: int) -> Memory:
    """A search that is about to make the rival's plan."""
    memory = Memory()
    assign(memory.setting.ground, PLAIN)
    assign(memory.start.state, state)
    memory.setting.planned = planned
    search.begin(memory)
    return memory


def test_the_plan_is_the_best_line_of_a_beam_that_begins_as_the_rivals():
    state = node_of((0, 0, 2), (19, 0, 1), (28, 1, 3), (22, 1, 2), day=14).state
    state.score[0], state.score[1] = 3, 5
    memory = planning(state, 900)
    turned = memory.start.state
    assert memory.is_planning
    assert (list(turned.sun), list(turned.score)) == ([9, 50], [5, 3])
    assert [holds(turned.mine, cell) for cell in (0, 19, 28, 22)] == [False, False, True, True]
    search.think(memory, 899)
    line = best_line(memory.beam)
    assert line.count(WAIT) == memory.beam.answer_stages > 1
    search.think(memory, 1)
    assert not memory.is_planning
    assert memory.start.tally == evaluate.tally_of(state, memory.setting.ground, 0, SIZES)
    for name in State.kernel_fields:
        assert getattr(turned, name) == getattr(state, name), name
    assert memory.start.step == len(line)
    assert memory.setting.plan[1 : len(line) + 1] == line[::-1]
    search.think(memory, 300)
    assert memory.beam.expanded == 1200


def test_a_rival_who_is_asleep_has_no_plan_for_today():
    state = node_of((0, 0, 2), (19, 0, 1), (28, 1, 3), (22, 1, 2), day=14).state
    state.asleep = 2
    memory = planning(state, 600)
    search.think(memory, 599)
    line = best_line(memory.beam)
    assert line[0] == WAIT
    search.think(memory, 1)
    assert memory.start.step == len(line) - 1
    assert memory.setting.plan[1 : len(line)] == line[:0:-1]


def test_an_eighth_of_the_work_is_for_the_plan():
    bot = make_bot(TURNS[10])
    bot.answer(work(800))
    assert bot.setting.planned == 100


def test_out_of_time_before_there_is_a_plan_the_answer_is_the_bots_own():
    bot = make_bot(TURNS[10], plan_part=1)
    assert bot.answer(work(300)) == bot.fallback()


# ---- How good a forest is


def test_the_end_is_counted_as_the_contest_counts():
    node = node_of((0, 0, 3), (1, 1, 2), (2, 1, 0), sun=8, day=23)
    node.state.day = 24
    node.state.score[0], node.state.score[1] = 40, 30
    setting = make_setting(rival=1.0)
    assert evaluate.rate(node, setting, True) == pytest.approx(40 + 2 - 30 - 3 - 0.01)


def test_more_of_anything_good_is_rated_higher():
    setting = make_setting()
    base = node_of((0, 0, 2), (28, 1, 2), sun=5)
    for better in (
        node_of((0, 0, 3), (28, 1, 2), sun=5),
        node_of((0, 0, 2), (28, 1, 2), sun=9),
        node_of((0, 0, 2), (28, 1, 1), sun=5),
        node_of((0, 0, 2), (28, 1, 2), (33, 0, 1), sun=5),
    ):
        for when in (False, True):
            assert evaluate.rate(better, setting, when) > evaluate.rate(base, setting, when)


def on_day(params: Params, name: str, day: int) -> float:
    """The number of a day between those that params.py has."""
    knots = (6, 12, 18, 23)
    values = getattr(params, name)
    for index in (0, 1, 2):
        low, high = knots[index : index + 2]
        if day <= high:
            share = max(0, day - low) / (high - low)
            return float(values[index] * (1 - share) + values[index + 1] * share)
    raise AssertionError(day)


def test_numbers_of_days_are_linear_between_those_that_stand_in_the_parameters():
    setting = make_setting(sun=[1.0, 4.0, -2.0, 0.5])
    assert [setting.sun[day] for day in (0, 6, 8, 12, 15, 18, 20, 23)] == pytest.approx(
        [1.0, 1.0, 2.0, 4.0, 1.0, -2.0, -1.0, 0.5]
    )


def worth_by_hand(state: State, setting: Setting) -> float:
    """trees_worth() tree by tree."""
    params, total = setting.params, 0.0
    small, medium, tall, ground = (
        on_day(params, name, state.day) for name in ("small", "medium", "tall", "bonus")
    )
    tall += params.nutrients * (state.nutrients - evaluate.USUAL[state.day])
    for cell in range(37):
        size = size_on(state, cell)
        if size >= 0 and 3 - size <= 23 - state.day:
            is_fair, is_lush = (
                holds(board, cell) for board in (setting.ground.fair, setting.ground.lush)
            )
            halves = evaluate.HALVES[size] * (is_fair + 2 * is_lush)
            points = (params.seed, small, medium, tall)[size]
            points += ground * halves / 2
            total += points if holds(state.mine, cell) else -params.rival * points
    for rival, share in ((False, 1.0), (True, -params.rival)):
        talls = sum(
            size_on(state, cell) == 3 and holds(state.mine, cell) != rival for cell in range(37)
        )
        total -= share * params.crowd * talls**2
    return total


def test_each_tall_tree_more_is_worth_less_for_either_player():
    setting = make_setting(crowd=0.25, tall=[8.0] * 4, bonus=[0.0] * 4)
    worth = []
    for owner in (0, 1):
        for count in (1, 2, 3):
            node = node_of(*((cell, owner, 3) for cell in range(count)))
            worth.append(abs(evaluate.trees_worth(node.state, node.tally, setting)))
    gains = [worth[0], worth[1] - worth[0], worth[2] - worth[1]]
    assert [gains[0] - gains[1], gains[1] - gains[2]] == pytest.approx([0.5, 0.5])
    assert worth[3:] == pytest.approx([setting.params.rival * points for points in worth[:3]])


def test_tallies_are_kept_by_increments_and_are_the_trees_worth():
    setting = make_setting()
    checked = 0
    for turn in RECORDED.turns:
        if 0 not in turn.inputs:
            continue
        node = Node()
        assign(node.state, make_bot(turn.inputs[0]).state)
        node.tally = evaluate.tally_of(node.state, setting.ground, 0, SIZES)
        search.let_rival_act(node, setting)
        for move in moves_of(node, setting):
            child = Node()
            assign(child, node)
            search.play_move(child, setting, move)
            state = child.state
            assert child.tally == evaluate.tally_of(state, setting.ground, 0, SIZES)
            if state.day < 24:
                by_hand = worth_by_hand(state, setting)
                found = evaluate.trees_worth(state, child.tally, setting)
                assert found == pytest.approx(by_hand, abs=0.01)
            checked += 1
    assert checked > 100


# ---- The bot as a process


talk = partial(run_bot, "tororo.main")  # eight states a turn


def text_of(turns: list[list[str]]) -> str:
    return "".join(f"{line}\n" for line in [*START, *(line for turn in turns for line in turn)])


def test_the_bot_answers_every_turn_with_one_line_and_ends_quietly():
    done = talk(text_of(TURNS[:5]), BOTSMITH_STATS="1")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 5
    assert done.stderr.count("[PDATA] iterations = 8") == 5


@pytest.mark.parametrize(("place", "what"), [(7, "cellIndex size isMine isDormant")])
def test_a_word_for_a_number_is_one_line_on_stderr_and_one_answer(place, what):
    broken = list(TURNS[1])
    broken[place] = "x"
    done = talk(text_of([TURNS[0], broken, TURNS[2]]), BOTSMITH_ENGINE="python")
    line = len(START) + len(TURNS[0]) + place + 1
    expected = f"turn 1: unreadable input, playing the fallback move: line {line}: {what}: expected"
    assert done.stderr.startswith(expected) and done.stderr.count("\n") == 1
    assert len(done.stdout.splitlines()) == 3


@pytest.mark.parametrize("cut", [20, len(START) + 3])
def test_input_that_breaks_off_is_one_clear_line(cut):
    lines = text_of(TURNS[:1]).splitlines()[:cut]
    done = talk("\n".join(lines))
    expected = f"unreadable input: input ended after line {cut}, in the middle of a turn\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)


def test_a_map_that_is_none_is_one_clear_line_and_status_2():
    done = talk("38\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == "unreadable input: line 1: numberOfCells: expected 0.. to below (38,), got [38]\n"
    )
