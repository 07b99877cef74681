"""Boards as ints, and keys of them."""

from hypothesis import given, strategies as st

from common.bits import board_of, lowest
from common.kernel import numbers
from common.zobrist import KEY_BITS, fill_keys

BOARDS = st.integers(0, (1 << 63) - 1)


@given(BOARDS)
def test_a_board_and_its_cells_are_the_same_thing(board):
    listed = [cell for cell in range(63) if board >> cell & 1]
    assert board_of(listed) == board
    assert len(listed) == board.bit_count()
    assert lowest(board) == (listed[0] if listed else -1)


def test_a_board_of_cells_in_any_order_and_twice():
    assert board_of([5, 0, 5, 62]) == 1 | 1 << 5 | 1 << 62


def test_keys_are_many_unlike_and_the_same_for_a_seed():
    tables = [numbers(int, 2000) for _ in range(3)]
    for table, seed in zip(tables, (1, 1, 2), strict=True):
        fill_keys(table, seed)
    first, same, other = ([table[index] for index in range(2000)] for table in tables)
    assert first == same
    assert len({*first, *other}) == 4000
    assert all(0 <= key < 1 << KEY_BITS for key in first)
    for bit in range(KEY_BITS):
        assert 800 < sum(key >> bit & 1 for key in first) < 1200


def test_no_two_keys_of_a_table_have_the_xor_of_two_others():
    table = numbers(int, 300)
    fill_keys(table, 7)
    pairs = [table[a] ^ table[b] for a in range(300) for b in range(a)]
    assert len(set(pairs)) == len(pairs)
