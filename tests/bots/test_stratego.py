"""Barrage Stratego's rules: a test for each paragraph of docs/games/stratego.md."""

import pytest

from bots.stratego.rules import (
    AREA,
    BLOCKED,
    BOMB,
    BOTH_NO_MOVABLE,
    DRAW,
    EACH,
    EMPTY,
    FLAG,
    FLAG_TAKEN,
    GENERAL,
    MARSHAL,
    MAX_MOVES,
    MINER,
    NO_MOVABLE,
    SCOUT,
    SPY,
    SUPPLY,
    TURN_LIMIT,
    WALL,
    Game,
    battle,
    cell_at,
    clear,
    list_moves,
    place_of,
    play,
)
from tests.bots.stratego_table import game_of

FLAGS = [[0, "Flag", 0, 0], [1, "Flag", 9, 9]]


def legal(game: Game) -> set[tuple[int, int, int, int]]:
    """The legal moves as (from x, from y, to x, to y)."""
    moves = [0] * MAX_MOVES
    found = moves[: list_moves(game, moves)]
    return {(*place_of(game.cell[m // AREA]), *place_of(m % AREA)) for m in found}


def play_to(game: Game, start: tuple[int, int], target: tuple[int, int]) -> None:
    assert (*start, *target) in legal(game)
    play(game, (game.board[cell_at(*start)] - 1) * AREA + cell_at(*target))


def test_the_board_has_100_cells_of_which_two_lakes_take_eight():
    game = Game()
    clear(game)
    cells = [(x, y) for x in range(10) for y in range(10)]
    water = {place for place in cells if game.board[cell_at(*place)] == WALL}
    assert water == {(x, y) for x in (2, 3, 6, 7) for y in (4, 5)}
    assert sum(game.board[cell] == EMPTY for cell in range(AREA)) == 92
    assert all(place_of(cell_at(*place)) == place for place in cells)


def test_each_side_has_eight_pieces():
    assert len(SUPPLY) == EACH
    assert sorted(SUPPLY) == sorted([MARSHAL, GENERAL, MINER, SCOUT, SCOUT, SPY, BOMB, FLAG])


def test_flag_and_bomb_never_move_and_others_go_one_cell():
    game = game_of([*FLAGS, [0, "Bomb", 1, 0], [0, "General", 5, 3]])
    assert legal(game) == {(5, 3, *to) for to in [(5, 4), (5, 2), (4, 3), (6, 3)]}


def test_a_scout_goes_any_number_of_free_cells_and_attacks_at_the_end_of_them():
    game = game_of([*FLAGS, [0, "Scout", 4, 2], [1, "Spy", 4, 6], [0, "Bomb", 1, 2]])
    up = {(4, 2, 4, y) for y in (3, 4, 5, 6)}
    assert legal(game) == up | {(4, 2, 4, y) for y in (0, 1)} | {
        (4, 2, x, 2) for x in (2, 3, 5, 6, 7, 8, 9)
    }


def test_nobody_enters_water_jumps_or_takes_his_own():
    game = game_of([*FLAGS, [0, "Scout", 2, 3], [0, "Miner", 2, 2], [0, "Bomb", 1, 3]])
    moves = legal(game)
    assert not any(move[:3] == (2, 3, 2) for move in moves)
    assert not any(move[:2] == (2, 3) and move[2] < 2 for move in moves)


STRENGTH = [SPY, SCOUT, MINER, GENERAL, MARSHAL]


@pytest.mark.parametrize("attacker", STRENGTH)
@pytest.mark.parametrize("defender", [*STRENGTH, BOMB, FLAG])
def test_the_table_of_battles(attacker, defender):
    if defender == FLAG or (attacker, defender) in [(SPY, MARSHAL), (MINER, BOMB)]:
        expected = 1
    elif defender == BOMB:
        expected = -1
    else:
        order = STRENGTH.index(attacker) - STRENGTH.index(defender)
        expected = (order > 0) - (order < 0)
    assert battle(attacker, defender) == expected


def test_a_winner_stands_on_the_cell_and_both_ranks_are_shown():
    game = game_of([*FLAGS, [0, "Miner", 4, 4], [1, "Bomb", 4, 5], [1, "Spy", 0, 6]])
    play_to(game, (4, 4), (4, 5))
    assert game.board[cell_at(4, 4)] == EMPTY
    piece = game.board[cell_at(4, 5)] - 1
    assert (game.rank[piece], game.is_shown[piece], game.has_moved[piece]) == (MINER, True, True)


def test_a_bomb_that_wins_stays_where_it_was():
    game = game_of(
        [*FLAGS, [0, "Marshal", 4, 4], [0, "Spy", 0, 1], [1, "Bomb", 4, 5], [1, "Spy", 0, 6]]
    )
    play_to(game, (4, 4), (4, 5))
    assert game.rank[game.board[cell_at(4, 5)] - 1] == BOMB
    assert game.board[cell_at(4, 4)] == EMPTY


@pytest.mark.parametrize(("distance", "shown"), [(1, False), (2, True), (4, True)])
def test_a_move_of_several_cells_shows_a_scout(distance, shown):
    game = game_of([*FLAGS, [0, "Scout", 4, 0], [1, "Spy", 0, 6]])
    play_to(game, (4, 0), (4, distance))
    piece = game.board[cell_at(4, distance)] - 1
    assert (game.is_shown[piece], game.has_moved[piece]) == (shown, True)


@pytest.mark.parametrize(
    ("pieces", "move", "end", "winner"),
    [
        ([[0, "Scout", 9, 2]], ((9, 2), (9, 9)), FLAG_TAKEN, 0),
        ([[0, "General", 4, 4], [1, "Spy", 4, 5]], ((4, 4), (4, 5)), NO_MOVABLE, 0),
        ([[0, "Spy", 4, 4], [1, "Scout", 4, 5]], ((4, 4), (4, 5)), NO_MOVABLE, 1),
        ([[0, "Miner", 4, 4], [1, "Miner", 4, 5]], ((4, 4), (4, 5)), BOTH_NO_MOVABLE, DRAW),
        (
            [[0, "General", 4, 4], [1, "Spy", 9, 8], [1, "Bomb", 8, 8], [1, "Bomb", 9, 7]]
            + [[1, "Bomb", 8, 9]],
            ((4, 4), (4, 5)),
            BLOCKED,
            0,
        ),
    ],
)
def test_the_ends_of_a_game(pieces, move, end, winner):
    game = game_of([*FLAGS, *pieces])
    play_to(game, *move)
    assert (game.end, game.winner) == (end, winner)


def test_the_turn_limit_is_a_draw_and_comes_last():
    game = game_of([*FLAGS, [0, "General", 4, 4], [1, "Spy", 4, 6]])
    game.max_turns = 1
    play_to(game, (4, 4), (4, 5))
    assert (game.end, game.winner) == (TURN_LIMIT, DRAW)
    game = game_of([*FLAGS, [0, "Scout", 9, 2], [1, "Spy", 4, 6]])
    game.max_turns = 1
    play_to(game, (9, 2), (9, 9))
    assert (game.end, game.winner) == (FLAG_TAKEN, 0)
