"""Alpha-beta as kernels, over ultimate tic-tac-toe: held against minimax without any cuts."""

import pytest

from bots.uttt import search_alphabeta as game
from bots.uttt.rules import State, legal_cells
from bots.uttt.search_alphabeta import Memory, Node
from common.kernel import Numbers, Records, assign, kernel, record, records
from common.search import alphabeta_kernel
from common.search.alphabeta_kernel import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    INFINITE,
    MAX_PLIES,
    MOVE_IDS,
    NO_MOVE,
    PROVEN,
    SURE_FIRST,
    TABLE,
    Frame,
    Search,
    counts,
    describe,
    move_in,
    next_move,
    reduction,
    value_in,
)
from common.zobrist import fill_keys
from tests.bots.test_uttt import after, random_game
from tests.common.bestfirst_toys import stirred
from tests.compiler.library import check

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


@pytest.mark.parametrize("seed", [0, 4, 9])
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


def test_a_finished_game_has_no_answer():
    memory = begun(after(random_game(2)))
    assert not game.think(memory, 100)
    assert (memory.search.answer, memory.search.positions) == (NO_MOVE, 0)
    assert NO_MOVE not in range(MOVE_IDS)


# ---- The same search a second time, as a recursion, over a game out of a hash


@record
class Spot:
    """A position. key: all below depends on it and the height alone, so that ways meet."""

    key: int
    height: int


@record
class Ground:
    """keys: how many there are of a height. most: moves. ends: of 100. top: where all has ended.
    grain: of guesses, which are 0 to that, times factor. spread: of promises.
    """

    keys: int = 40
    most: int = 5
    ends: int = 5
    top: int = 60
    grain: int = 7
    factor: int = 1
    spread: int = 3


@kernel
def list_ways(spot: Spot, ground: Ground, moves: Numbers[int]) -> int:
    """Every third number."""
    count = 1 + stirred(spot.key, 1) % ground.most
    for index in range(count):
        moves[index] = 3 * index
    return count


@kernel
def go(spot: Spot, ground: Ground, move: int) -> None:
    """On."""
    spot.height += 1
    spot.key = stirred(spot.key, 100 + move) % ground.keys * 64 + spot.height


@kernel
def is_end(spot: Spot, ground: Ground) -> bool:
    """By chance, and at the top."""
    return stirred(spot.key, 2) % 100 < ground.ends or spot.height == ground.top


@kernel
def worth(spot: Spot, ground: Ground) -> int:
    """Lost, drawn or won; sooner is more."""
    return (stirred(spot.key, 3) % 3 - 1) * (3_000_000 - spot.height)


@kernel
def guess(spot: Spot, ground: Ground) -> int:
    """Coarse, so that many are equal."""
    return (stirred(spot.key, 4) % (2 * ground.grain + 1) - ground.grain) * ground.factor


@kernel
def name(spot: Spot, ground: Ground) -> int:
    """Low bits that many share."""
    return spot.key << 12


@kernel
def hope(spot: Spot, ground: Ground, move: int) -> int:
    """Of few kinds."""
    return stirred(spot.key, 200 + move) % ground.spread


GAME = (list_ways, go, is_end, worth, guess, name, hope)
SEARCHES = {word: alphabeta_kernel.bind(*GAME, is_reducing=word == "less deep")
            for word in ("less deep", "whole")}  # fmt: skip


@record
class Hill:
    """All that the search works on."""

    ground: Ground
    search: Search
    spots: Records[Spot] = records(Spot, MAX_PLIES)


class Plain:
    """Iterative deepening. kept: of the table, by slot, (key, best, move, left, bound)."""

    def __init__(self, ground: Ground, start: Spot, is_reducing: bool) -> None:
        self.ground, self.start, self.is_reducing = ground, start, is_reducing
        self.kept: dict[int, tuple[int, int, int, int, int]] = {}
        self.history = [[0] * MOVE_IDS, [0] * MOVE_IDS]
        self.values, self.below = [-INFINITE] * MOVE_IDS, [0] * MOVE_IDS
        self.positions = self.evaluations = self.value = self.top = 0
        self.answer = NO_MOVE

    def deepen(self, depth: int) -> bool:
        """One iteration; whether there is more to find."""
        self.is_cut = False
        self.look(self.start, 0, -INFINITE, INFINITE, depth, self.answer)
        return self.is_cut and abs(self.value) <= PROVEN

    def look(self, spot: Spot, ply: int, alpha: int, beta: int, left: int, first: int) -> int:
        """The best of a position's moves."""
        moves = [0] * 81
        moves = moves[: list_ways(spot, self.ground, moves)]
        past = self.history[ply % 2]
        order = [
            SURE_FIRST if move == first else hope(spot, self.ground, move) + past[move]
            for move in moves
        ]
        floor, best, best_move = alpha, -INFINITE, NO_MOVE
        for place in range(len(moves)):
            if alpha >= beta:
                break
            index = max(range(place, len(moves)), key=lambda at: order[at])
            move, moves[index], order[index] = moves[index], moves[place], order[place]
            child = Spot()
            assign(child, spot)
            go(child, self.ground, move)
            if ply == 0:
                self.top = move
            cut = 0
            if self.is_reducing and place >= 2 and left >= 3:
                cut = 2 if place >= 6 and left >= 5 else 1
            high = alpha + 1 if place else beta
            value, is_exact = self.visit(child, ply, -high, -alpha, left - 1 - cut)
            if value > alpha and (cut or (place and not is_exact and value < beta)):
                value, _ = self.visit(child, ply, -beta, -alpha, left - 1)
            if ply == 0:
                self.values[move] = value
            if value > best:
                best, best_move = value, move
            if value > alpha:
                alpha = value
                if ply == 0:
                    self.answer, self.value = move, value
            if alpha >= beta:
                past[move] += left * left
        bound = AT_LEAST if best >= beta else AT_MOST if best <= floor else EXACT
        key = name(spot, self.ground)
        self.kept[key % TABLE] = (key, best, best_move, left, bound)
        return best

    def visit(self, spot: Spot, ply: int, alpha: int, beta: int, left: int) -> tuple[int, bool]:
        """A position's value for who moved there, and whether it is no bound."""
        self.positions += 1
        self.below[self.top] += 1
        if is_end(spot, self.ground):
            return -worth(spot, self.ground), True
        if left == 0:
            self.is_cut = True
            self.evaluations += 1
            return -guess(spot, self.ground), True
        key = name(spot, self.ground)
        known, value, first, depth, bound = self.kept.get(key % TABLE, (-1, 0, NO_MOVE, 0, 0))
        if known != key:
            first = NO_MOVE
        elif depth >= left or abs(value) > PROVEN:
            is_low, is_high = value <= alpha, value >= beta
            if bound == EXACT or (is_low if bound == AT_MOST else is_high):
                self.is_cut = self.is_cut or abs(value) <= PROVEN
                return -value, bound == EXACT
        return -self.look(spot, ply + 1, alpha, beta, left, first), False


def hill(key: int, **ground: int) -> Hill:
    """A start."""
    made = Hill()
    for word, value in ground.items():
        setattr(made.ground, word, value)
    made.spots[0].key = key
    return made


GROUNDS: dict[str, dict[str, int]] = {
    "as it is": {},
    "wide": {"most": 20, "keys": 300},
    "narrow": {"most": 2, "keys": 3},
    "many ends": {"ends": 30, "most": 4},
    "low": {"top": 5, "ends": 0},
    "flat": {"grain": 1, "spread": 1, "most": 9},
    "great guesses prove nothing": {"grain": 1, "factor": PROVEN, "ends": 0},
    "fine": {"grain": 1000, "spread": 1 << 30, "most": 9},
}


@pytest.mark.parametrize("word", SEARCHES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("key", [1, 2])
def test_every_iteration_is_that_of_a_plain_search(word, ground, key):
    begin, think = SEARCHES[word]
    made = hill(key, **GROUNDS[ground])
    search = made.search
    plain = Plain(made.ground, made.spots[0], word == "less deep")
    begin(search, made.spots, made.ground)
    depth, is_open = 0, True
    while is_open and depth < 8 and plain.positions < 1500:
        depth += 1
        is_open = plain.deepen(depth)
        search.limit, search.is_done = depth, False  # it stops as soon as that is complete
        assert not think(search, made.spots, made.ground, 10**6)
        assert search.completed == depth
        assert (search.answer, search.value) == (plain.answer, plain.value)
        report = counts(search)
        assert report["iterations"] == report["nodes"] == search.positions == plain.positions
        assert (report["evaluations"], report["depth"]) == (plain.evaluations, depth)
        assert list(search.root_values) == plain.values
        assert list(search.root_positions) == plain.below
        assert list(search.history) == plain.history[0] + plain.history[1]
        for slot, (key_there, best, move, left, bound) in plain.kept.items():
            entry = search.entries[slot]
            assert search.keys[slot] == key_there
            assert (value_in(entry), move_in(entry)) == (best, move)
            assert (entry >> 2 & 255, entry & 3) == (left, bound)
    search.limit, search.is_done = 99, False
    assert think(search, made.spots, made.ground, 1) == is_open
    assert search.depth == depth + is_open


# ---- Its parts, at their edges


def test_the_limit_is_the_last_iteration():
    begin, think = SEARCHES["whole"]
    for limit in (1, 2, 3):
        made = hill(1, ends=0)
        made.search.limit = limit
        begin(made.search, made.spots, made.ground)
        assert not think(made.search, made.spots, made.ground, 10**6)
        assert (made.search.completed, made.search.is_done) == (limit, True)


def test_the_deepest_search_has_a_frame_for_every_ply():
    begin, think = SEARCHES["whole"]
    made = hill(1, most=1, ends=0, top=10**6)
    begin(made.search, made.spots, made.ground)
    assert not think(made.search, made.spots, made.ground, 10**6)
    assert made.search.completed == MAX_PLIES - 1 == made.spots[MAX_PLIES - 1].height


def test_a_search_that_begins_anew_forgets_all_but_the_table_and_half_of_its_history():
    begin, think = SEARCHES["whole"]
    made = hill(1)
    search = made.search
    begin(search, made.spots, made.ground)
    think(search, made.spots, made.ground, 500)
    search.history[2 * MOVE_IDS - 1] = 7
    past, entries = list(search.history), list(search.entries)
    begin(search, made.spots, made.ground)
    assert list(search.history) == [value // 2 for value in past]
    assert list(search.entries) == entries
    assert max(search.root_positions) == 0 and set(search.root_values) == {-INFINITE}
    assert (search.answer, search.value, search.depth, search.ply) == (NO_MOVE, 0, 1, 0)
    assert set(counts(search).values()) == {0}


@pytest.mark.parametrize(
    ("place", "left", "off"),
    [(1, 9, 0), (2, 2, 0), (2, 3, 1), (5, 9, 1), (6, 4, 1), (6, 5, 2), (9, 9, 2)],
)
def test_the_later_a_move_the_less_deep_it_is_looked_at(place, left, off):
    frame = Frame()
    frame.place, frame.left = place, left
    assert reduction(frame) == off


def test_the_move_that_promises_most_is_next_and_of_equal_ones_the_first():
    frame = Frame()
    frame.moves[:4], frame.order[:4], frame.count = [7, 8, 9, 6], [1, 5, 5, 9], 3
    taken = []
    for frame.place in range(3):
        taken.append(next_move(frame))
        assert frame.moves[frame.place] == taken[-1]
    assert taken == [8, 9, 7], "what lies behind the count is none of them"


def test_the_answer_is_told_first_and_the_others_by_what_they_are_worth():
    search = Search()
    for move, value, below in ((3, 5, 10), (0, 7, 10), (5, 9, 1), (9, 7, 20), (127, 7, 10)):
        search.root_values[move], search.root_positions[move] = value, below
    search.answer = 3
    report = describe(search, str)
    assert [row["move"] for row in report["moves"]] == ["3", "5", "9", "0", "127"]
    assert report["moves"][0] == {"move": "3", "visits": 10, "value": 5}
    assert report["moves"][1] == {"move": "5", "visits": 1, "value": 9, "bound": "at most"}
    assert report["line"] == []


def test_the_searchs_kernels_are_in_the_subset():
    check([*SEARCHES["whole"], *SEARCHES["less deep"]])
