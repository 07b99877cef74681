"""Alpha-beta as kernels, over ultimate tic-tac-toe: held against minimax without any cuts."""

import pytest

from bots.uttt import search_alphabeta as game
from bots.uttt.rules import State, legal_cells
from bots.uttt.search_alphabeta import Memory, Node
from common.kernel import assign
from common.search import alphabeta_kernel
from common.search.alphabeta_kernel import INFINITE, NO_MOVE, PROVEN
from common.zobrist import fill_keys
from tests.bots.test_uttt import after, random_game

begin_whole, think_whole = alphabeta_kernel.bind(
    game.list_moves,
    game.put,
    game.has_ended,
    game.ended,
    game.rate,
    game.key_of,
    game.promise,
    is_reducing=False,
)


def begun(state: State) -> Memory:
    """A search from a state that has not looked at anything."""
    memory = Memory()
    fill_keys(memory.keys.of, 1)
    assign(memory.start, state)
    game.begin(memory)
    return memory


def to_depth(memory: Memory, depth: int) -> None:
    """Searches on, position by position, until an iteration is complete."""
    while memory.search.completed < depth and game.think(memory, 1):
        pass


def minimax(memory: Memory, node: Node, depth: int) -> int:
    """The value of a node, `depth` plies down, for the player to move."""
    if game.has_ended(node, memory):
        return game.ended(node, memory)
    if depth == 0:
        return game.rate(node, memory)
    return max(move_values(memory, node, depth).values())


def move_values(memory: Memory, node: Node, depth: int) -> dict[int, int]:
    """Every move's value."""
    values = {}
    for cell in legal_cells(node.state):
        child = Node()
        assign(child, node)
        game.put(child, memory, cell)
        values[cell] = -minimax(memory, child, depth - 1)
    return values


@pytest.mark.parametrize("seed", range(10))
def test_without_reductions_each_iteration_finds_a_best_move_of_its_depth(seed):
    cells = random_game(seed)
    memory = begun(after(cells[: 12 + 3 * seed]))
    root = Node()
    assign(root, memory.stack[0])
    begin_whole(memory.search, memory.stack, memory)
    for depth in (1, 2, 3):
        while memory.search.completed < depth:
            if not think_whole(memory.search, memory.stack, memory, 1):
                break
        if memory.search.completed < depth:
            break
        values = move_values(memory, root, depth)
        assert memory.search.value == max(values.values())
        assert values[memory.search.answer] == memory.search.value


def test_after_the_first_position_there_is_always_a_legal_answer():
    state = after(random_game(3)[:20])
    memory = begun(state)
    assert memory.search.answer == NO_MOVE
    for _ in range(400):
        game.think(memory, 1)
        assert memory.search.answer in legal_cells(state)


def test_work_in_pieces_is_the_same_as_work_at_once():
    whole, pieces = begun(after(random_game(5)[:16])), begun(after(random_game(5)[:16]))
    game.think(whole, 1500)
    for count in (1, 2, 3, 94, 400, 1000):
        game.think(pieces, count)
    for name in ("positions", "evaluations", "answer", "value", "completed", "ply"):
        assert getattr(whole.search, name) == getattr(pieces.search, name)
    assert whole.search.entries == pieces.search.entries


def test_positions_at_the_root_add_up():
    memory = begun(after(random_game(5)[:16]))
    game.think(memory, 700)
    search = memory.search
    assert search.positions == 700 == sum(search.root_positions[cell] for cell in range(81))


def test_it_prefers_the_earlier_win_and_the_later_loss():
    for seed in range(8):
        cells = random_game(seed)
        memory = begun(after(cells[:-7]))
        game.think(memory, 20_000)
        value = memory.search.value
        if abs(value) <= PROVEN:
            continue
        root = Node()
        assign(root, memory.stack[0])
        depth = memory.search.completed
        shallow = begun(memory.start)
        if depth > 1:
            to_depth(shallow, depth - 1)
            assert abs(shallow.search.value) < PROVEN, "one ply less does not show it"
        assert abs(value) < INFINITE


def test_a_finished_game_has_no_answer():
    memory = begun(after(random_game(2)))
    assert not game.think(memory, 100)
    assert (memory.search.answer, memory.search.positions) == (NO_MOVE, 0)


def test_a_new_search_keeps_the_table_and_needs_less():
    memory = begun(after(random_game(7)[:14]))
    to_depth(memory, 4)
    first = memory.search.positions
    game.begin(memory)
    to_depth(memory, 4)
    assert memory.search.positions < first


def test_late_moves_at_less_depth_save_positions():
    state = after(random_game(7)[:14])
    reducing, whole = begun(state), begun(state)
    to_depth(reducing, 5)
    begin_whole(whole.search, whole.stack, whole)
    while whole.search.completed < 5 and think_whole(whole.search, whole.stack, whole, 1):
        pass
    assert 2 * reducing.search.positions < whole.search.positions
