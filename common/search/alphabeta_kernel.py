"""Alpha-beta for two players who move in turns, as kernels, in pieces of any size.

It deepens iteratively, with the best path first, from a table of positions. Later moves are first
tested, with an empty window and maybe at less depth, for being better at all. The recursion is a
stack of frames, so that a search can stop after any number of positions and continue later, and
always has an answer.

A value is an int from the view of the player to move: above PROVEN a won game, below -PROVEN a
lost one. Source: Knuth and Moore 1975; Marsland 1986; docs/searches/alphabeta_kernel.md.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from common.kernel import Numbers, Records, assign, kernel, numbers, record, records

MAX_PLIES = 90  # frames
MAX_MOVES = 81  # in one position
MOVE_IDS = 128  # moves are numbers below this
TABLE = 1 << 17  # positions kept
INFINITE = 4_000_000  # above all values
PROVEN = 2_000_000
NO_MOVE = -1
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
SURE_FIRST = 1 << 40  # order of the move that the table knows
DEEP = 3  # plies left from which late moves are looked at less deep:
LATE = 2  # moves before one that loses a ply,
LATER = 6  # and, with two plies more to go, another one

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")


@record
class Frame:
    """A position whose moves are being tried. order: a number a move; the untried move with the
    largest is next
    """

    alpha: int
    beta: int
    floor: int  # alpha at the start
    best: int
    best_move: int
    left: int  # plies below
    place: int  # where the move in work stands
    count: int
    is_scouting: bool  # the move in work has an empty window
    cut: int  # plies that it is looked at less deep
    is_again: bool  # it turned out to be better, and gets its whole window and depth
    moves: Numbers[int] = numbers(int, MAX_MOVES)
    order: Numbers[int] = numbers(int, MAX_MOVES)


@record
class Search:
    """Frames, one a ply; the table of positions; the answer, and counts since `begin`."""

    ply: int
    depth: int  # plies of this iteration
    limit: int = MAX_PLIES - 1  # plies, the greatest depth
    is_done: bool  # proven, or seen to the end
    is_cut: bool  # this iteration has met its depth, or a value that came from one that did
    answer: int = NO_MOVE
    value: int  # what the answer is worth
    completed: int  # depth of the last iteration that came to its end
    positions: int
    evaluations: int
    frames: Records[Frame] = records(Frame, MAX_PLIES)
    root_values: Numbers[int] = numbers(int, MOVE_IDS)
    root_positions: Numbers[int] = numbers(int, MOVE_IDS)
    history: Numbers[int] = numbers(int, 2 * MOVE_IDS)
    keys: Numbers[int] = numbers(int, TABLE)
    entries: Numbers[int] = numbers(int, TABLE)


# An entry: value + INFINITE, then 8 bits each of move + 1 and depth, 2 of the bound.
@kernel
def value_in(entry: int) -> int:
    """Returns the value in an entry of the table."""
    return (entry >> 18) - INFINITE


@kernel
def move_in(entry: int) -> int:
    """Returns the best move in an entry of the table, or NO_MOVE."""
    return (entry >> 10 & 255) - 1


@kernel
def remember(search: Search, key: int, frame: Frame) -> None:
    """Stores a finished frame in the table."""
    slot = key & TABLE - 1
    bound = EXACT
    if frame.best >= frame.beta:
        bound = AT_LEAST
    elif frame.best <= frame.floor:
        bound = AT_MOST
    search.keys[slot] = key
    entry = (frame.best + INFINITE) << 8 | frame.best_move + 1
    search.entries[slot] = entry << 10 | frame.left << 2 | bound


@kernel
def next_move(frame: Frame) -> int:
    """Moves the untried move with the largest order to `place`, and returns it."""
    best = frame.place
    for index in range(frame.place + 1, frame.count):
        if frame.order[index] > frame.order[best]:
            best = index
    move = frame.moves[best]
    frame.moves[best] = frame.moves[frame.place]
    frame.order[best] = frame.order[frame.place]
    frame.moves[frame.place] = move
    return move


@kernel
def reduction(frame: Frame) -> int:
    """Returns by how many plies the first search of the move at `place` is shallower."""
    if frame.place < LATE or frame.left < DEEP:
        return 0
    return 2 if frame.place >= LATER and frame.left >= DEEP + 2 else 1


@kernel
def take(search: Search, ply: int, value: int, is_exact: bool) -> None:
    """Records the value of a frame's present move, for the player who moves there."""
    frame = search.frames[ply]
    move = frame.moves[frame.place]
    is_bound = frame.is_scouting and not is_exact and value < frame.beta
    frame.is_again = value > frame.alpha and (is_bound or frame.cut > 0)
    if frame.is_again:
        frame.is_scouting = False
        frame.cut = 0
        return
    if ply == 0:
        search.root_values[move] = value
    if value > frame.best:
        frame.best = value
        frame.best_move = move
    if value > frame.alpha:
        frame.alpha = value
        if ply == 0:
            search.answer = move
            search.value = value
    if frame.alpha >= frame.beta:
        search.history[ply % 2 * MOVE_IDS + move] += frame.left * frame.left
    frame.place += 1


def bind(
    list_moves: Callable[[AnyState, AnySetting, Numbers[int]], int],
    play: Callable[[AnyState, AnySetting, int], None],
    has_ended: Callable[[AnyState, AnySetting], bool],
    ended: Callable[[AnyState, AnySetting], int],
    rate: Callable[[AnyState, AnySetting], int],
    key_of: Callable[[AnyState, AnySetting], int],
    promise: Callable[[AnyState, AnySetting, int], int],
    is_reducing: bool = True,
) -> tuple[
    Callable[[Search, Records[AnyState], AnySetting], None],
    Callable[[Search, Records[AnyState], AnySetting, int], bool],
]:
    """Returns begin(search, stack, setting), for a search from stack[0], and think(search, stack,
    setting, count), which searches `count` more positions and returns False when none is left.

    stack: MAX_PLIES states. list_moves(state, setting, moves): writes the moves, numbers below
    MOVE_IDS, and returns how many. ended(state, setting): the value of a state that has ended,
    rate: the guess for others, both for the player to move, within +-INFINITE. key_of: 0..2**62-1,
    different for different states. promise(state, setting, move), 0..2**30: more is tried first.
    is_reducing: late moves are searched less deep, and again if they turn out better.
    """

    @kernel
    def open_frame(
        search: Search,
        stack: Records[AnyState],
        setting: AnySetting,
        ply: int,
        alpha: int,
        beta: int,
        first: int,
    ) -> None:
        """Lists and orders the moves of stack[ply]; `first` comes first."""
        frame = search.frames[ply]
        frame.alpha = alpha
        frame.beta = beta
        frame.floor = alpha
        frame.best = -INFINITE
        frame.best_move = NO_MOVE
        frame.place = 0
        frame.is_again = False
        frame.cut = 0
        frame.count = list_moves(stack[ply], setting, frame.moves)
        for index in range(frame.count):
            move = frame.moves[index]
            hope = promise(stack[ply], setting, move)
            frame.order[index] = hope + search.history[ply % 2 * MOVE_IDS + move]
            if move == first:
                frame.order[index] = SURE_FIRST

    @kernel
    def begin(search: Search, stack: Records[AnyState], setting: AnySetting) -> None:
        """Forgets the last search, except its table and half of its history."""
        for index in range(2 * MOVE_IDS):
            search.history[index] = search.history[index] // 2
        for index in range(MOVE_IDS):
            search.root_positions[index] = 0
            search.root_values[index] = -INFINITE
        search.ply = 0
        search.depth = 1
        search.is_cut = False
        search.answer = NO_MOVE
        search.value = 0
        search.completed = 0
        search.positions = 0
        search.evaluations = 0
        search.frames[0].left = 1
        open_frame(search, stack, setting, 0, -INFINITE, INFINITE, NO_MOVE)
        search.is_done = search.frames[0].count == 0

    @kernel
    def deepen(search: Search, stack: Records[AnyState], setting: AnySetting) -> None:
        """Ends an iteration: begins the next one, if there is more to find."""
        search.completed = search.depth
        if abs(search.value) > PROVEN or not search.is_cut or search.depth >= search.limit:
            search.is_done = True
            return
        search.depth += 1
        search.is_cut = False
        search.frames[0].left = search.depth
        open_frame(search, stack, setting, 0, -INFINITE, INFINITE, search.answer)

    @kernel
    def visit(
        search: Search,
        stack: Records[AnyState],
        setting: AnySetting,
        ply: int,
        alpha: int,
        beta: int,
    ) -> None:
        """Visits the position after the present move of a frame: takes its value, or opens one."""
        search.positions += 1
        top = search.frames[0].moves[search.frames[0].place]
        search.root_positions[top] += 1
        below = ply + 1
        state = stack[below]
        if has_ended(state, setting):
            take(search, ply, -ended(state, setting), True)
            return
        left = search.frames[ply].left - 1 - search.frames[ply].cut
        if left == 0:
            search.is_cut = True
            search.evaluations += 1
            take(search, ply, -rate(state, setting), True)
            return
        key = key_of(state, setting)
        slot = key & TABLE - 1
        first = NO_MOVE
        if search.keys[slot] == key:
            entry = search.entries[slot]
            first = move_in(entry)
            value = value_in(entry)
            is_proven = abs(value) > PROVEN
            bound = entry & 3
            if (entry >> 2 & 255) >= left or is_proven:
                is_low = bound != AT_LEAST and value <= alpha
                if bound == EXACT or is_low or (bound == AT_LEAST and value >= beta):
                    search.is_cut = search.is_cut or not is_proven
                    take(search, ply, -value, bound == EXACT)
                    return
        search.frames[below].left = left
        open_frame(search, stack, setting, below, alpha, beta, first)
        search.ply = below

    @kernel
    def think(search: Search, stack: Records[AnyState], setting: AnySetting, count: int) -> bool:
        """Looks at `count` more positions; returns False once nothing is left to find."""
        goal = search.positions + count
        while search.positions < goal and not search.is_done:
            ply = search.ply
            frame = search.frames[ply]
            if frame.place < frame.count and frame.alpha < frame.beta:
                if not frame.is_again:
                    move = next_move(frame)
                    frame.is_scouting = frame.place > 0
                    if is_reducing:
                        frame.cut = reduction(frame)
                    child = stack[ply + 1]
                    assign(child, stack[ply])
                    play(child, setting, move)
                beta = frame.alpha + 1 if frame.is_scouting else frame.beta
                visit(search, stack, setting, ply, -beta, -frame.alpha)
            else:
                remember(search, key_of(stack[ply], setting), frame)
                if ply == 0:
                    deepen(search, stack, setting)
                else:
                    search.ply -= 1
                    take(search, search.ply, -frame.best, False)
        return not search.is_done

    return begin, think


def describe(search: Search, name: Callable[[int], str]) -> dict[str, Any]:
    """Returns the moves at the root, the answer first, with the positions below and their values.

    The other moves' values are upper bounds: the search does not find more. The `line` is empty.
    """
    below, values = search.root_positions, search.root_values
    rows = [(values[move], below[move], move) for move in range(MOVE_IDS) if below[move]]
    rows.sort(key=lambda row: (row[2] != search.answer, -row[0], -row[1], row[2]))
    moves: list[dict[str, Any]] = [
        {"move": name(move), "visits": tries, "value": value} for value, tries, move in rows
    ]
    for row in moves[1:]:
        row["bound"] = "at most"
    return {"moves": moves, "line": []}


def counts(search: Search) -> dict[str, int]:
    """Returns the work since `begin`."""
    return {
        "iterations": search.positions,
        "simulated_turns": search.positions,
        "nodes": search.positions,
        "evaluations": search.evaluations,
        "depth": search.completed,
    }
