"""The value network of ultimate tic-tac-toe: what it sees, its symmetries, its search."""

from collections.abc import Callable
from math import tanh
from typing import Any

import pytest

from bots.uttt.network import (
    ALWAYS,
    BASE,
    FREE,
    INPUTS,
    LANES,
    View,
    Weights,
    choice,
    list_inputs,
    make_weights,
    score_after,
    symmetries,
    view,
)
from bots.uttt.protocol import to_cell, to_place
from bots.uttt.rules import BOARDS, State, is_over, legal_cells, outcome, play
from bots.uttt.tables import HAS_LINE
from botsmith.compiler.compile import native_engine
from common.engine import Engine
from common.kernel import assign
from common.rng import make_dice
from common.search.bestfirst import CERTAIN, NONE
from tests.bots.test_uttt import random_game
from tests.bots.test_uttt_bot import late_positions, solved
from tests.bots.uttt_naive import NaiveGame, Place
from tests.bots.uttt_network_table import (
    ENTRIES,
    Table,
    answer,
    random_position,
    random_setting,
    random_weights,
    search,
    walk,
)
from tests.bots.uttt_table import after

PLACES = [(row, column) for row in range(3) for column in range(3)]


def states_of(cells: list[int]) -> list[State]:
    """All positions of a game, the first and the last one too."""
    found = [State()]
    for cell in cells:
        found.append(after(found[-1], cell))
    return found


def tree_rows(tree: Any) -> list[tuple[int, float, bool]]:
    """Move, value and whether it is certain, of a root that was opened first of all."""
    return [
        (tree.move[slot], tree.value[slot], tree.bound[slot] == CERTAIN)
        for slot in range(tree.root + 1, tree.used)
    ]


# ---- What it sees


def winning_squares(game: NaiveGame, board: Place, player: int) -> list[Place]:
    """Free squares of a board that complete a line there."""
    found = []
    for row, column in PLACES:
        cell = (3 * board[0] + row, 3 * board[1] + column)
        if cell not in game.grid:
            game.grid[cell] = player
            if game.owner(board) == player:
                found.append((row, column))
            del game.grid[cell]
    return found


def has_line_with(game: NaiveGame, board: Place, player: int) -> bool:
    """Whether the player would win the game with this board."""
    won = {place for place in PLACES if game.owner(place) == player} | {board}
    rows = [{(line, step) for step in range(3)} for line in range(3)]
    columns = [{(step, line) for step in range(3)} for line in range(3)]
    diagonals = [{(step, step) for step in range(3)}, {(step, 2 - step) for step in range(3)}]
    return any(line <= won for line in rows + columns + diagonals)


def described(game: NaiveGame) -> set[int]:
    """The inputs that are on, by the words of bots/uttt/network.py."""
    viewer, other = game.player, 1 - game.player
    masks: dict[int, list[Place]] = {number: [] for number in range(29)}
    for number, board in enumerate(PLACES):
        owner = game.owner(board)
        if owner is not None:
            masks[18 if owner == viewer else 19].append(board)
        elif game.is_closed(board):
            masks[20].append(board)
        else:
            for square in PLACES:
                cell = (3 * board[0] + square[0], 3 * board[1] + square[1])
                if cell in game.grid:
                    masks[number if game.grid[cell] == viewer else 9 + number].append(square)
            for player, threat, deciding in ((viewer, 21, 23), (other, 22, 24)):
                if winning_squares(game, board, player):
                    masks[threat].append(board)
                if has_line_with(game, board, player):
                    masks[deciding].append(board)
    on = {29 * 9 + 1}
    boards = {(row // 3, column // 3) for row, column in game.legal()}
    last = game.history[-1] if game.history else None
    if last is None or game.is_closed((last[0] % 3, last[1] % 3)):
        on.add(29 * 9)
    else:
        (board,) = boards
        mine = bool(winning_squares(game, board, viewer))
        theirs = bool(winning_squares(game, board, other))
        kind = {(False, False): 25, (True, False): 26, (False, True): 27, (True, True): 28}
        masks[kind[mine, theirs]].append(board)
    return on | {9 * mask + 3 * row + column for mask in masks for row, column in masks[mask]}


def inputs_of(state: State) -> list[int]:
    """The inputs that are on, as a list."""
    places = [0] * INPUTS
    return places[: list_inputs(state, places)]


@pytest.mark.parametrize("seed", range(2))
def test_the_inputs_are_those_that_the_words_describe(seed):
    game, state = NaiveGame(), State()
    for cell in random_game(seed):
        found = inputs_of(state)
        assert len(set(found)) == len(found)
        assert set(found) == described(game)
        game.play(cell)
        play(state, cell)


def test_every_input_goes_on_sometimes_and_only_what_can():
    seen: set[int] = set()
    for seed in range(150):
        for state in states_of(random_game(seed))[:-1]:
            seen.update(inputs_of(state))
    assert seen == set(range(INPUTS))
    assert inputs_of(State()) == [ALWAYS, FREE]


def test_the_sums_are_those_of_the_inputs_that_are_on():
    weights = random_weights(1)
    for state in states_of(random_game(3))[:-1:4]:
        viewed = View()
        view(viewed, state, state.player, weights)
        forced = choice(state, viewed.boards)
        score_after(viewed.sums, weights.columns, [forced], 1, weights.last, True)
        assert viewed.sums == plain_sums(state, weights)


def plain_sums(state: State, weights: Weights) -> list[int]:
    """Of all inputs that are on, lane by lane."""
    columns = [weights.columns[place].of for place in inputs_of(state)]
    return [sum(lane) for lane in zip(*columns, strict=True)]


def test_weights_lie_input_by_input_and_the_last_ones_at_the_end():
    values = list(range((INPUTS + 1) * BASE))
    weights = make_weights(values, 5.0)
    for place in (0, 1, 100, FREE, ALWAYS):
        assert weights.columns[place].of[:BASE] == values[place * BASE : (place + 1) * BASE]
    assert weights.last == values[-BASE:] * (LANES // BASE)
    assert weights.scale == 5.0


def plain_score(state: State, weights: Weights) -> int:
    """What the network makes of them."""
    return score_after(plain_sums(state, weights), weights.columns, [], 0, weights.last, False)


# ---- Players and symmetries


def swapped(state: State) -> State:
    """The players in each other's place."""
    made = State()
    assign(made, state)
    made.marks[:] = [*state.marks[BOARDS:], *state.marks[:BOARDS]]
    made.won[:] = reversed(state.won)
    made.player = 1 - state.player
    return made


TURNS: list[Callable[[int, int], Place]] = [
    lambda row, column: (row, column),
    lambda row, column: (column, 8 - row),
    lambda row, column: (8 - row, 8 - column),
    lambda row, column: (8 - column, row),
    lambda row, column: (row, 8 - column),
    lambda row, column: (8 - row, column),
    lambda row, column: (column, row),
    lambda row, column: (8 - column, 8 - row),
]


def test_who_is_called_first_makes_no_difference():
    for seed in range(10):
        for state in states_of(random_game(seed))[:-1]:
            assert inputs_of(state) == inputs_of(swapped(state))


def test_turned_and_mirrored_positions_have_turned_inputs():
    ways = symmetries()
    assert all(sorted(way) == list(range(INPUTS)) for way in ways)
    fits = {number: set(range(8)) for number in range(8)}
    for seed in range(8):
        cells = random_game(seed)
        positions = states_of(cells)[5:-1:7]
        for number, turn in enumerate(TURNS):
            turned = states_of([to_cell(*turn(*to_place(cell))) for cell in cells])[5:-1:7]
            for state, other in zip(positions, turned, strict=True):
                here, there = inputs_of(state), set(inputs_of(other))
                fits[number] = {at for at in fits[number] if {ways[at][i] for i in here} == there}
    assert all(len(found) == 1 for found in fits.values())
    assert set().union(*fits.values()) == set(range(8)), "each turn has a way of its own"


def test_turned_and_mirrored_positions_have_equal_scores():
    weights = random_weights(2)
    scores: list[int] = []
    for seed in range(2):
        cells = random_game(seed)
        for ply in (1, 9, 25, 40):
            found = set()
            for turn in TURNS:
                state = states_of([to_cell(*turn(*to_place(cell))) for cell in cells])[ply]
                found.add(plain_score(state, weights))
            assert len(found) == 1
            scores += found
    assert len(set(scores)) == len(scores), "different positions differ"


# ---- By steps, and in C


@pytest.fixture(scope="module")
def engines(require: Callable[[str], str]) -> list[Engine[Table]]:
    """CPython and C, with the same random network."""
    require("gcc")
    made: list[Engine[Table]] = [Engine(Table), native_engine(Table, ENTRIES)]
    for engine in made:
        engine.load("setting", random_setting(5))
        engine.memory.tree.exploration = 0.2
    return made


def test_sums_by_steps_are_those_from_nothing_in_hundreds_of_games(engines):
    _, c = engines
    c.load("start", State())
    c.load("dice", make_dice(1))
    c.memory.compared = c.memory.wins = 0
    assert c.call(walk, 300, False) == 0
    assert c.memory.compared > 15_000
    assert c.call(walk, 40, True) == 0
    assert c.memory.wins > 400


def test_so_they_are_in_cpython(engines):
    python, _ = engines
    for seed in range(3):
        python.load("start", random_position(seed))
        python.load("dice", make_dice(seed))
        assert python.call(walk, 1, True) == 0


def compare_positions(engines: list[Engine[Table]], numbers: range) -> None:
    """Moves, values and what is certain after one iteration, in both engines."""
    for number in numbers:
        state = random_position(number)
        results = []
        for engine in engines:
            engine.load("start", state)
            engine.call(search, NONE, NONE, 1)
            results.append(tree_rows(engine.memory.tree))
        assert results[0] == results[1], number
        assert [move for move, _, _ in results[0]] == legal_cells(state)


def compare_searches(engines: list[Engine[Table]], numbers: range, count: int) -> None:
    """Searches, and searches on below two moves, in both engines."""
    for number in numbers:
        state, moves = random_position(number), (NONE, NONE)
        for _ in range(2):
            results = []
            for engine in engines:
                engine.load("start", state)
                is_open = engine.call(search, *moves, count)
                tree = engine.memory.tree
                visits = [tree.visits[slot] for slot in range(tree.root, tree.used)]
                results.append((is_open, visits, engine.call(answer), tree_rows(tree)))
            assert results[0] == results[1], number
            own = results[0][2]
            state = after(state, own)
            if is_over(state):
                break
            moves = (own, legal_cells(state)[0])
            state = after(state, moves[1])
            if is_over(state):
                break


def test_c_values_positions_as_cpython_does(engines):
    compare_positions(engines, range(60))


def test_c_searches_as_cpython_does(engines):
    compare_searches(engines, range(4), 25)


# ---- Values


def test_a_value_is_that_of_the_score_for_who_has_moved(engines):
    python, _ = engines
    weights = python.memory.setting.weights
    for seed in range(20, 30):
        state = random_position(seed)
        python.load("start", state)
        python.call(search, NONE, NONE, 1)
        for cell, value, is_certain in tree_rows(python.memory.tree):
            if not is_certain:
                points = plain_score(after(state, cell), weights)
                assert value == -tanh(points / weights.scale)


def test_certain_are_the_ends_of_games_and_wins_at_once(engines):
    """A win counts 2 less a hundredth for each mark that stands then."""
    _, c = engines
    found = {"over": 0, "lost": 0, "open": 0}
    for seed in range(300):
        state = random_position(seed)
        c.load("start", state)
        c.call(search, NONE, NONE, 1)
        marks = sum(mask.bit_count() for mask in state.marks)
        for cell, value, is_certain in tree_rows(c.memory.tree):
            child = after(state, cell)
            replies = [after(child, reply) for reply in legal_cells(child)]
            if is_over(child):
                result = outcome(child) * (1 - 2 * state.player)
                assert (value, is_certain) == (result * (2.0 - 0.01 * (marks + 1)), True)
                found["over"] += 1
            elif any(HAS_LINE[reply.won[child.player]] for reply in replies):
                assert is_certain
                assert value == pytest.approx(-(2.0 - 0.01 * (marks + 2)), abs=1e-12)
                found["lost"] += 1
            else:
                assert not is_certain
                assert -1.0 <= value <= 1.0
                found["open"] += 1
    assert min(found.values()) > 20, found


def test_where_no_line_is_left_boards_are_counted(engines):
    """The last moves of random games that end without a line."""
    _, c = engines
    results = []
    for seed in range(250):
        state = states_of(random_game(seed)[:-1])[-1]
        c.load("start", state)
        c.call(search, NONE, NONE, 1)
        for cell, value, is_certain in tree_rows(c.memory.tree):
            child = after(state, cell)
            if is_over(child) and not HAS_LINE[child.won[state.player]]:
                lead = child.won[state.player].bit_count() - child.won[child.player].bit_count()
                assert is_certain
                assert (value > 1.0) - (value < -1.0) == (lead > 0) - (lead < 0)
                results.append(value)
    assert len(results) > 20
    assert min(results) < 0.0 < max(results)
    assert 0.0 in results


@pytest.mark.parametrize("number", range(0, 12, 2))
def test_a_late_position_is_proven_as_all_games_say(engines, number):
    _, c = engines
    state = late_positions()[number]
    wanted = solved(state) * (1 - 2 * state.player)
    c.load("start", state)
    assert not c.call(search, NONE, NONE, 50_000)
    value = -c.memory.tree.value[c.memory.tree.root]
    assert (value > 1.0) - (value < -1.0) == wanted
    assert abs(value) > 1.0 or value == 0.0
    child = after(state, c.call(answer))
    assert solved(child) * (1 - 2 * state.player) == wanted
