"""Ultimate tic-tac-toe: its rules, one test a paragraph, and against a second implementation."""

from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given, strategies as st

from bots.uttt import playout
from bots.uttt.playout import Tables, fill_tables
from bots.uttt.protocol import to_cell, to_place
from bots.uttt.rules import ANY_BOARD, BOARDS, State, is_over, legal_cells, outcome, play
from bots.uttt.tables import FULL, HAS_LINE, LINES, SQUARES
from common.kernel import assign
from common.rng import make_dice
from tests.bots.uttt_naive import NaiveGame

# Cells played from the start, and how many sequences of moves follow; both implementations say so.
PERFT = [([], [81, 720, 6336]), ([40, 36], [9, 78, 672])]


def after(cells: Iterable[int]) -> State:
    """The state after some cells."""
    state = State()
    for cell in cells:
        assert cell in legal_cells(state)
        play(state, cell)
    return state


def perft(state: State, depth: int) -> int:
    """Sequences of `depth` moves."""
    cells = legal_cells(state)
    if depth == 1:
        return len(cells)
    total = 0
    for cell in cells:
        child = State()
        assign(child, state)
        play(child, cell)
        total += perft(child, depth - 1)
    return total


def naive_perft(game: NaiveGame, depth: int) -> int:
    if depth == 0:
        return 1
    total = 0
    for place in game.legal():
        game.play(to_cell(*place))
        total += naive_perft(game, depth - 1)
        game.undo()
    return total


def random_game(seed: int) -> list[int]:
    """The cells of a random game."""
    dice, state, cells = Random(seed), State(), []
    while legal := legal_cells(state):
        cells.append(dice.choice(legal))
        play(state, cells[-1])
    return cells


def test_lines_are_three_rows_three_columns_and_two_diagonals():
    assert len(set(LINES)) == 8
    assert all(line.bit_count() == 3 for line in LINES)
    for mask in range(FULL + 1):
        assert HAS_LINE[mask] == any(mask & line == line for line in LINES)


def test_a_cell_is_a_board_and_a_square_of_it():
    assert [to_cell(*to_place(cell)) for cell in range(81)] == list(range(81))
    assert to_cell(4, 5) == 4 * 9 + 5
    assert to_place(2 * 9 + 3) == (1, 6)


def test_any_board_stands_behind_the_nine_in_tables_of_boards():
    assert ANY_BOARD == BOARDS == 9


def test_on_the_first_turn_all_cells_are_free():
    assert legal_cells(State()) == list(range(81))


def test_the_next_mark_goes_to_the_board_of_the_last_ones_square():
    state = after([4 * 9 + 2])
    assert state.player == 1
    assert legal_cells(state) == list(range(18, 27))


def test_a_cell_is_taken_once():
    assert 40 not in legal_cells(after([40]))


def test_three_in_line_win_and_close_a_board():
    state = after([0, 1, 9 + 0, 2, 18 + 0, 3, 27 + 0, 4, 36 + 0, 5])
    # Player 1 took squares 1 to 5 of board 0: the line 3 4 5 is his.
    assert state.won[1] == 1
    assert state.open == FULL & ~1
    assert state.won[0] == 0


def test_free_choice_when_the_sent_board_is_won():
    state = after([0, 1, 9 + 0, 2, 18 + 0, 3, 27 + 0, 4, 36 + 0, 5, 45 + 0])
    assert state.forced == ANY_BOARD
    assert {cell // SQUARES for cell in legal_cells(state)} == set(range(1, 9))


def test_a_move_that_wins_its_board_and_points_at_it_gives_a_free_choice():
    state = State()
    state.marks[0] = 0b110  # squares 1 and 2 of board 0
    state.forced = 0
    play(state, 0)
    assert state.won[0] == 1
    assert state.forced == ANY_BOARD


def full_board(state: State, board: int) -> None:
    """A board without a line: X O X / X O O / O X X."""
    state.marks[board], state.marks[BOARDS + board] = 0b110001101, 0b001110010
    state.open &= ~(1 << board)


def test_a_full_board_without_a_line_is_closed_and_nobodys():
    state = State()
    full_board(state, 0)
    state.open |= 1
    state.marks[0] &= ~1  # its first square is free again
    play(state, 0)
    assert state.open == FULL & ~1
    assert (state.won[0], state.won[1]) == (0, 0)
    assert state.forced == ANY_BOARD


def test_three_boards_in_line_end_the_game():
    state = State()
    state.won[0] = 0b011
    state.marks[2] = 0b011
    state.forced = 2
    play(state, 2 * 9 + 2)
    assert is_over(state)
    assert outcome(state) == 1
    assert legal_cells(state) == []


@pytest.mark.parametrize(("first", "second", "result"), [(4, 3, 1), (3, 4, -1), (4, 4, 0)])
def test_without_a_line_more_boards_win(first, second, result):
    state = State()
    for board in range(BOARDS):
        full_board(state, board)
    state.won[0] = sum(1 << board for board in (0, 2, 3, 7)[:first])
    state.won[1] = sum(1 << board for board in (1, 4, 5, 6)[:second])
    assert is_over(state)
    assert outcome(state) == result


@pytest.mark.parametrize(("cells", "counts"), PERFT)
def test_as_many_sequences_of_moves_as_the_second_implementation_finds(cells, counts):
    game = NaiveGame()
    for cell in cells:
        game.play(cell)
    for depth, count in enumerate(counts, 1):
        assert perft(after(cells), depth) == count
        if count < 1000:
            assert naive_perft(game, depth) == count


@pytest.mark.parametrize("seed", range(6))
def test_random_games_agree_with_the_second_implementation(seed):
    state, game = State(), NaiveGame()
    for number, cell in enumerate(random_game(seed)):
        assert sorted(map(to_place, legal_cells(state))) == sorted(game.legal())
        if number % 12 == 11:
            assert perft(state, 2) == naive_perft(game, 2)
        play(state, cell)
        game.play(cell)
    assert is_over(state)
    assert game.legal() == []
    winner = game.winner()
    lead = game.count(0) - game.count(1)
    expected = (lead > 0) - (lead < 0) if winner is None else 1 - 2 * winner
    assert outcome(state) == expected


@given(st.integers(0, 2**40))
def test_no_game_is_longer_than_81_moves_or_marks_a_cell_twice(seed):
    cells = random_game(seed)
    assert len(cells) == len(set(cells)) <= 81


# ---- Playouts


@pytest.fixture(scope="module")
def tables() -> Tables:
    made = Tables()
    fill_tables(made)
    return made


def squares_of(order: int) -> list[int]:
    """The squares of an order, the next one first."""
    squares = []
    while order != playout.EMPTY:
        squares.append(order & 15)
        order >>= 4
    return squares


def test_every_mask_has_orders_of_exactly_its_squares(tables):
    assert tables.used == playout.ORDERS == len(tables.orders)
    for mask in range(FULL + 1):
        squares = [square for square in range(SQUARES) if mask >> square & 1]
        first, count = tables.first[mask], tables.count[mask]
        assert count == max(1, len(squares) * playout.ROUNDS[len(squares)])
        firsts = []
        for place in range(first, first + count):
            order = squares_of(tables.orders[place])
            assert sorted(order) == squares
            firsts += order[:1]
        for square in squares:
            assert firsts.count(square) == count / len(squares), "each comes first equally often"


@pytest.mark.parametrize("seed", range(4))
def test_a_playout_ends_in_a_state_that_play_could_reach(tables, seed):
    start, dice = after(random_game(seed)[: 6 * seed]), make_dice(seed)
    for _ in range(200):
        state = State()
        assign(state, start)
        before = tables.moves
        result = playout.playout(state, tables, dice)
        marks = [state.marks[place] for place in range(2 * BOARDS)]
        grown = sum(mask.bit_count() for mask in marks)
        begun = sum(start.marks[place].bit_count() for place in range(2 * BOARDS))
        assert tables.moves - before == grown - begun > 0
        for board in range(BOARDS):
            x, o = marks[board], marks[BOARDS + board]
            assert x & o == 0
            assert (state.won[0] >> board & 1, state.won[1] >> board & 1) == (
                HAS_LINE[x],
                HAS_LINE[o],
            )
            assert not (HAS_LINE[x] and HAS_LINE[o])
        has_line = HAS_LINE[state.won[0]] or HAS_LINE[state.won[1]]
        is_full = all(
            HAS_LINE[marks[b]] or HAS_LINE[marks[9 + b]] or marks[b] | marks[9 + b] == FULL
            for b in range(BOARDS)
        )
        assert has_line or is_full
        assert result == outcome(state)


def test_playouts_win_as_often_as_random_games(tables):
    dice, wins = make_dice(3), [0, 0]
    for seed in range(400):
        state = State()
        result = playout.playout(state, tables, dice)
        wins[0] += result == 1
        wins[1] += outcome(after(random_game(seed))) == 1
    assert abs(wins[0] - wins[1]) < 0.12 * 400
