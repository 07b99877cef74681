"""Alpha-beta for two players who move by turns, as kernels, in pieces of any size.

Iterative deepening; in each iteration the best path of the one before comes first, out of a table
of positions (transposition table); later moves are first asked, with an empty window, whether they
are better at all. The recursion is a stack of frames in a record, so that a search can be left
after any number of positions and taken up again, and has an answer at every moment.

A value is an int from the view of the player to move: more is better. Above PROVEN it is a won
game, and below -PROVEN a lost one; `ended` gives larger ones to earlier wins.
Source: Knuth and Moore 1975; Marsland 1986 (the empty window); docs/searches/alphabeta_kernel.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.engine import Engine
from common.kernel import Numbers, Records, assign, kernel, numbers, record

MAX_PLIES = 90  # frames
MAX_MOVES = 81  # in one position
MOVE_IDS = 128  # moves are numbers below this
TABLE = 1 << 17  # positions kept
INFINITE = 4_000_000  # above all values
PROVEN = 2_000_000
NO_MOVE = -1
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
SURE_FIRST = 1 << 40  # order of the move that the table knows
HISTORY_LIMIT = 1 << 20

State = TypeVar("State")
Setting = TypeVar("Setting")


@record
class Search:
    """Frames, one a ply; the table of positions; the answer and counts since `begin`."""

    ply: int
    depth: int  # of this iteration
    limit: int = MAX_PLIES - 1  # of the depth
    is_done: bool  # proven, or seen to the end
    is_cut: bool  # this iteration has met its depth, or a value that came from one that did
    answer: int = NO_MOVE
    value: int  # of the answer
    completed: int  # depth of the last iteration that came to its end
    positions: int
    evaluations: int
    age: int
    alpha: Numbers[int] = numbers(int, MAX_PLIES)
    beta: Numbers[int] = numbers(int, MAX_PLIES)
    floor: Numbers[int] = numbers(int, MAX_PLIES)  # alpha at the frame's start
    best: Numbers[int] = numbers(int, MAX_PLIES)
    best_move: Numbers[int] = numbers(int, MAX_PLIES)
    left: Numbers[int] = numbers(int, MAX_PLIES)  # plies below
    place: Numbers[int] = numbers(int, MAX_PLIES)  # of the move in work
    count: Numbers[int] = numbers(int, MAX_PLIES)
    is_scouting: Numbers[bool] = numbers(bool, MAX_PLIES)
    is_again: Numbers[bool] = numbers(bool, MAX_PLIES)  # the move in work needs its whole window
    moves: Numbers[int] = numbers(int, MAX_PLIES * MAX_MOVES)
    order: Numbers[int] = numbers(int, MAX_PLIES * MAX_MOVES)
    root_values: Numbers[int] = numbers(int, MOVE_IDS)
    root_positions: Numbers[int] = numbers(int, MOVE_IDS)
    history: Numbers[int] = numbers(int, 2 * MOVE_IDS)
    legal: Numbers[int] = numbers(int, MAX_MOVES)
    keys: Numbers[int] = numbers(int, TABLE)
    entries: Numbers[int] = numbers(int, TABLE)


# An entry: value + INFINITE, then 8 bits each of age, move + 1 and depth, 2 of the bound.
@kernel
def pack(value: int, age: int, move: int, depth: int, bound: int) -> int:
    """An entry of the table."""
    return (((value + INFINITE) << 8 | age) << 8 | move + 1) << 10 | depth << 2 | bound


@kernel
def value_in(entry: int) -> int:
    """The value of an entry."""
    return (entry >> 26) - INFINITE


@kernel
def move_in(entry: int) -> int:
    """The best move of an entry, or NO_MOVE."""
    return (entry >> 10 & 255) - 1


@kernel
def remember(search: Search, key: int, ply: int) -> None:
    """Puts a finished frame into the table, unless a deeper one of this search is there."""
    slot = key & TABLE - 1
    entry = search.entries[slot]
    if entry >> 18 & 255 == search.age and search.keys[slot] != key:
        if (entry >> 2 & 255) > search.left[ply] + 1:
            return
    bound = EXACT
    if search.best[ply] >= search.beta[ply]:
        bound = AT_LEAST
    elif search.best[ply] <= search.floor[ply]:
        bound = AT_MOST
    search.keys[slot] = key
    search.entries[slot] = pack(
        search.best[ply], search.age, search.best_move[ply], search.left[ply], bound
    )


@kernel
def next_move(search: Search, ply: int) -> int:
    """The move at `place`: the best by order of those not tried yet."""
    first = ply * MAX_MOVES + search.place[ply]
    last = ply * MAX_MOVES + search.count[ply]
    best = first
    for index in range(first + 1, last):
        if search.order[index] > search.order[best]:
            best = index
    move = search.moves[best]
    search.moves[best] = search.moves[first]
    search.order[best] = search.order[first]
    search.moves[first] = move
    return move


@kernel
def take(search: Search, ply: int, value: int, is_exact: bool) -> None:
    """The value of the move in work at a frame, from the frame's view."""
    move = search.moves[ply * MAX_MOVES + search.place[ply]]
    if search.is_scouting[ply] and not is_exact:
        if search.alpha[ply] < value and value < search.beta[ply]:
            search.is_scouting[ply] = False
            search.is_again[ply] = True
            return
    search.is_again[ply] = False
    if ply == 0:
        search.root_values[move] = value
    if value > search.best[ply]:
        search.best[ply] = value
        search.best_move[ply] = move
    if value > search.alpha[ply]:
        search.alpha[ply] = value
        if ply == 0:
            search.answer = move
            search.value = value
    if search.alpha[ply] >= search.beta[ply]:
        place = ply % 2 * MOVE_IDS + move
        score = search.history[place] + search.left[ply] * search.left[ply]
        search.history[place] = min(score, HISTORY_LIMIT)
    search.place[ply] += 1


def bind(
    list_moves: Callable[[State, Setting, Numbers[int]], int],
    play: Callable[[State, Setting, int], None],
    has_ended: Callable[[State, Setting], bool],
    ended: Callable[[State, Setting], int],
    rate: Callable[[State, Setting], int],
    key_of: Callable[[State, Setting], int],
    promise: Callable[[State, Setting, int], int],
) -> tuple[
    Callable[[Search, Records[State], Setting], None],
    Callable[[Search, Records[State], Setting, int], bool],
]:
    """begin(search, stack, setting), for a search from stack[0], and think(search, stack, setting,
    count), which looks at `count` positions more and tells whether there is more to look for.

    stack: MAX_PLIES states. list_moves(state, setting, moves): writes the moves, numbers below
    MOVE_IDS, and returns how many. ended(state, setting): the value of a state that has ended,
    rate: the guess for others, both for the player to move, within +-INFINITE. key_of: 0..2**62-1,
    unlike for unlike states. promise(state, setting, move), 0..2**30: more is tried first.
    """

    @kernel
    def open_frame(
        search: Search,
        stack: Records[State],
        setting: Setting,
        ply: int,
        alpha: int,
        beta: int,
        first: int,
    ) -> None:
        """Lists and orders the moves of stack[ply]; `first` comes first."""
        search.alpha[ply] = alpha
        search.beta[ply] = beta
        search.floor[ply] = alpha
        search.best[ply] = -INFINITE
        search.best_move[ply] = NO_MOVE
        search.place[ply] = 0
        search.is_again[ply] = False
        moves = list_moves(stack[ply], setting, search.legal)
        search.count[ply] = moves
        for index in range(moves):
            move = search.legal[index]
            score = promise(stack[ply], setting, move) + search.history[ply % 2 * MOVE_IDS + move]
            search.moves[ply * MAX_MOVES + index] = move
            search.order[ply * MAX_MOVES + index] = SURE_FIRST if move == first else score

    @kernel
    def begin(search: Search, stack: Records[State], setting: Setting) -> None:
        """Forgets the last search but for its table and half of its history."""
        search.age = (search.age + 1) & 255
        for index in range(2 * MOVE_IDS):
            search.history[index] = search.history[index] // 2
        for index in range(MOVE_IDS):
            search.root_positions[index] = 0
            search.root_values[index] = -INFINITE
        search.ply = 0
        search.depth = 1
        search.is_done = False
        search.is_cut = False
        search.answer = NO_MOVE
        search.value = 0
        search.completed = 0
        search.positions = 0
        search.evaluations = 0
        search.left[0] = 1
        open_frame(search, stack, setting, 0, -INFINITE, INFINITE, NO_MOVE)
        if search.count[0] == 0:
            search.is_done = True

    @kernel
    def deepen(search: Search, stack: Records[State], setting: Setting) -> None:
        """An iteration is complete: begins the next one, if there is more to find."""
        search.completed = search.depth
        is_proven = search.value > PROVEN or search.value < -PROVEN
        if is_proven or not search.is_cut or search.depth >= search.limit:
            search.is_done = True
            return
        search.depth += 1
        search.is_cut = False
        search.left[0] = search.depth
        open_frame(search, stack, setting, 0, -INFINITE, INFINITE, search.answer)

    @kernel
    def visit(
        search: Search, stack: Records[State], setting: Setting, ply: int, alpha: int, beta: int
    ) -> None:
        """A position below the frame ply - 1: takes its value, or opens a frame for it."""
        search.positions += 1
        search.root_positions[search.moves[search.place[0]]] += 1
        state = stack[ply]
        if has_ended(state, setting):
            result = ended(state, setting)
            take(search, ply - 1, -result, True)
            return
        left = search.left[ply - 1] - 1
        if left == 0:
            search.is_cut = True
            search.evaluations += 1
            guess = rate(state, setting)
            take(search, ply - 1, -guess, True)
            return
        key = key_of(state, setting)
        slot = key & TABLE - 1
        first = NO_MOVE
        if search.keys[slot] == key:
            entry = search.entries[slot]
            first = move_in(entry)
            value = value_in(entry)
            is_proven = value > PROVEN or value < -PROVEN
            bound = entry & 3
            if (entry >> 2 & 255) >= left or is_proven:
                is_known = bound == EXACT or (bound == AT_LEAST and value >= beta)
                if is_known or (bound == AT_MOST and value <= alpha):
                    if not is_proven:
                        search.is_cut = True
                    take(search, ply - 1, -value, bound == EXACT)
                    return
        search.left[ply] = left
        open_frame(search, stack, setting, ply, alpha, beta, first)
        search.ply = ply

    @kernel
    def think(search: Search, stack: Records[State], setting: Setting, count: int) -> bool:
        """Looks at `count` positions more; `answer` holds at any moment after the first iteration's
        first one. False once nothing is left to find.
        """
        goal = search.positions + count
        while search.positions < goal and not search.is_done:
            ply = search.ply
            if search.place[ply] >= search.count[ply] or search.alpha[ply] >= search.beta[ply]:
                key = key_of(stack[ply], setting)
                remember(search, key, ply)
                if ply == 0:
                    deepen(search, stack, setting)
                else:
                    search.ply = ply - 1
                    take(search, ply - 1, -search.best[ply], False)
            else:
                move = search.moves[ply * MAX_MOVES + search.place[ply]]
                if not search.is_again[ply]:
                    move = next_move(search, ply)
                    search.is_scouting[ply] = search.place[ply] > 0
                    assign(stack[ply + 1], stack[ply])
                    play(stack[ply + 1], setting, move)
                alpha = search.alpha[ply]
                beta = alpha + 1 if search.is_scouting[ply] else search.beta[ply]
                visit(search, stack, setting, ply + 1, -beta, -alpha)
        return not search.is_done

    return begin, think


def describe(engine: Engine, field: str, name: Callable[[int], str]) -> dict[str, Any]:
    """The moves at the root of the Search `field`, the answer first: as visits the positions below
    them, as values what came of them, or a bound, where one was only shown not to be better. The
    line is left empty: only the game can follow it through the table.
    """

    def number(array: str, index: int = -1) -> int:
        return int(engine.read(f"{field}.{array}", index))

    moves = sorted(number("moves", index) for index in range(number("count", 0)))
    rows = [(number("root_values", move), number("root_positions", move), move) for move in moves]
    rows.sort(key=lambda row: (row[2] != number("answer"), -row[0], -row[1], row[2]))
    told = [{"move": name(move), "visits": tries, "value": value} for value, tries, move in rows]
    return {"moves": told, "line": []}
