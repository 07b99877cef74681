# uttt_mcts: a CodinGame bot in one file, made by Botsmith from readable sources
# revision    6413cf264d8c 
# content     1bba3ad0d3bb8c3b
# size           84,883 of 100,000 UTF-16 units
# engine      C where a compiler is found; USE_C in line 16 turns that off
# form        short: common/ without comments and types
# left out    Int16(x), f(x=1), defaults, x ** 2, array unpacking; rebuild to use them
# renamed     PROTOCOL_NO_CELL (NO_CELL of bots/uttt/protocol.py)
# contents    params 134, bot 375, tables 438, rules 452, playout 562, mcts 698, ucb 781,
#             mcts_tree 820, pick 1167, search_mcts 1187, protocol 1301, known 1361, bot_mcts 1439,
#             main_mcts 2232, the rest is common/, which need not be read
#
# The modules stand below, each under its path. Change what you like.

# ==== common/switches.py ====
USE_C = True
EXPLAIN = 0


# ==== common/kernel.py ====
import gc
import linecache
import re
import sys
from collections.abc import MutableSequence
from operator import index
gc.set_threshold(10**5)
def Int8(value):
    return (value + 2**7 & 2**8 - 1) - 2**7
def Int16(value):
    return (value + 2**15 & 2**16 - 1) - 2**15
def Int32(value):
    return (value + 2**31 & 2**32 - 1) - 2**31
SCALARS = (int, float, bool)
NARROW = dict.fromkeys((Int8, Int16, Int32), int)
each = range
Numbers = MutableSequence
def numbers(kind, length):
    return _array([kind(0)] * length, length, kind)
def records(kind, length):
    return _array([kind() for _ in range(length)], length, kind)
class Capacity(int):
    ...
class Special(list):
    ...
def capacity(pure, compiled):
    if not 1 <= pure <= compiled:
        raise ValueError(f"capacity: not 1 <= {pure} <= {compiled}")
    length = Capacity(pure)
    length.compiled = compiled
    return length
def _array(items, length, kind):
    if length < 1:
        raise ValueError(f"an array of length {length}")
    if kind in NARROW or isinstance(length, Capacity):
        array = Special(items)
        array.kind, array.compiled = kind, getattr(length, "compiled", length)
        return array
    return items
def is_record(kind):
    return hasattr(kind, "kernel_fields")
FITS = {
    int: lambda x: index(x).to_bytes(8, signed=True) and index(x),
    float: float,
    bool: {False: False, True: True}.__getitem__,
}
def legal(name, kind, items):
    frame, found = sys._getframe(2), []
    text = "".join(linecache.getlines(frame.f_code.co_filename)[frame.f_lineno :])
    end = r"(-?\d+\.?\d*(?:[eE][-+]?\d+)?)"
    said = re.search(rf"\n\s+{name}:[^=:]*=(?:[^:]*?\S *# *{end}\.\.{end}\b)?", text)
    top = 2**63 - 1 if kind is int else 1e308
    low, high = map(float, said.groups()) if said and said[1] else (-top, top)
    for item in items:
        if not isinstance(item, SCALARS):
            item = float([*re.findall(end, str(item)), 0][0])
        item = min(max(item, low), high)
        found.append(kind(item if kind is float else round(item)))
    if repr(found) != repr(items):
        print(name, items, "becomes", found, file=sys.stderr)
    return found
def kernel(function):
    function.is_kernel = True
    function.fits = [*map(FITS.get, [*function.__annotations__.values()][1:-1])]
    return function
def record(cls):
    if cls.__bases__ != (object,) or not cls.__annotations__:
        raise TypeError(cls.__name__ + ": a record has no base class, but fields")
    make, copy = ["def __init__(self):"], ["def kernel_assign(self, source):"]
    scope = dict(int=index, bool=FITS[bool])
    fields = {}
    given = []
    for name, kind in cls.__annotations__.items():
        default = cls.__dict__.get(name)
        length = len(default) if isinstance(default, list) else 0
        args = getattr(kind, "__args__", None)
        inner = getattr(default, "kind", (args or [kind])[0])
        wide = NARROW.get(inner, inner)
        is_fit = args == ((wide,) if length else None)
        new, own, other = "", f"self.{name}", f"source.{name}"
        if is_fit and wide in SCALARS:
            items = default if length else [inner(0) if default is None else default]
            new = f"[{inner(0)}] * {length}"
            if type(items) is list and repr(items) != repr([inner(0)] * len(items)):
                items = legal(name, wide, items)
                is_fit = all(inner(item) == item for item in items)
                given.append(name)
                new = repr(items)
            each_of = f"{own}[:]=[*map({wide.__name__},{other})]"
            if not length:
                new, each_of = repr(items[0]), f"{own}={wide.__name__}({other})"
        elif is_fit and is_record(inner) and (length or default is None):
            scope[f"new_{name}"] = inner
            is_fit = not length or type(default[0]) is inner
            given += [name] * bool(inner.kernel_given)
            new, each_of = f"new_{name}()", f"{own}.kernel_assign({other})"
            if length:
                new = f"[{new} for _ in range({length})]"
                each_of = f"for a, b in zip({own}, {other}): a.kernel_assign(b)"
        if not is_fit or not new:
            raise TypeError(f"{cls.__name__}.{name}: not {kind!r} = {default}")
        make.append(own + "=" + new)
        copy.append(each_of)
        fields[name] = [inner] + [length, getattr(default, "compiled", length)] * (length > 0)
    body = {k: v for k, v in cls.__dict__.items() if k not in ("__dict__", "__weakref__", *fields)}
    body.update(__slots__=tuple(fields), kernel_fields=fields, kernel_given=given)
    for lines in make, copy:
        exec("\n ".join(lines), scope, body)
    return type(cls.__name__, (), body)
def assign(target, source):
    target.kernel_assign(source)


# ==== bots/uttt/params.py ====
"""Tunable numbers, as `name: type = value  # low..high unit: meaning`."""


@record
class Params:
    """The tunable numbers, equal in Python and C."""

    # --- Monte Carlo tree search, read by uttt_mcts alone
    exploration: float = 0.4  # 0.05..2 times: weight of the unknown against values of 0..1
    urgency: float = 1.2  # 0.3..10: the value of a move that was not tried yet

    # --- best-first minimax: values are -1..1
    bonus: float = 0.05  # 0..1 times: weight of the unknown

    # --- alpha-beta, read by uttt_alphabeta alone: in lines of boards that are sure to be won
    slip: float = 0.3  # 0..1: how far a small board's next mark is a random one, not the best
    board: float = 0.4  # 0..2: one board more, where no line can be won
    stake: float = 5.0  # 0..50: how fast boards count less where lines can
    freedom: float = 0.25  # 0..1: the choice of the board

    # --- the clock
    first_ms: float = 750.0  # 100..900 ms: used of the first 1000, whose clock is ahead
    margin_ms: float = 10.0  # 2..60 ms: kept of a turn, or twice the longest pause


# ==== common/clock.py ====
from time import perf_counter
class Deadline:
    pause_ms = 0.0
    turn = 0
    def __init__(self, budget_ms, margin_ms, started=None, now=perf_counter, iterations=None):
        self.now = now
        self.started = now() if started is None else started
        self.ends = self.started + (budget_ms - margin_ms) / 1000.0
        self.iterations = iterations
    def chunks(self, size):
        self.began = last = self.now()
        if self.iterations is None:
            chunk = size
            while last < self.ends:
                yield chunk
                spent = self.now() - last
                last += spent
                self.pause_ms = max(self.pause_ms, spent * 1000.0)
                if spent < 160e-6:
                    chunk += chunk
                elif spent > 400e-6:
                    chunk = max(size, chunk // 2)
        else:
            for done in range(0, self.iterations, size):
                yield min(size, self.iterations - done)


# ==== common/engine.py ====
from typing import Generic, TypeVar
AnyMemory = TypeVar("AnyMemory")
class EngineFailed(Exception):
    ...
class Engine(Generic[AnyMemory]):
    name = "python"
    pace = 1
    has_failed = False
    twin = None
    is_trial = False
    def __init__(self, memory):
        self.memory = memory()
        self.loaded = set()
    def load(self, field, source):
        assign(getattr(self.memory, field), source)
        self.loaded.add(field)
        if self.twin and not self.twin.has_failed:
            self.twin.load(field, source)
    def call(self, kernel, *values):
        given = [fit(value) for fit, value in zip(kernel.fits, values, strict=True)]
        if self.is_trial:
            self.twin.run(kernel, given)
        return self.run(kernel, given)
    def run(self, kernel, given):
        return kernel(self.memory, *given)
class Engines(Generic[AnyMemory]):
    def __init__(
        self,
        memory,
        kernels=(),
        flags=("-fpeel-loops -funswitch-loops -fpredictive-commoning",),
    ):
        self.python = Engine(memory)
        self.memory = memory
        self.kernels = kernels
        self.flags = flags
    def start(self, warm_up):
        warm_up()
    def current(self, deadline):
        return self.python


# ==== common/loop.py ====
import os
import time
from itertools import count
Stat = int | float | str
class Searcher(Generic[AnyMemory]):
    warm_up = 20
    chunk = 1
    seed, search_ms = 0, 0.0
    def __init__(self, params, engines):
        self.engines, self.engine = engines, engines.python
        self.first_ms, self.margin_ms = params.first_ms, params.margin_ms
    def prepare(self, seed):
        self.seed = seed
        deadline = Deadline(self.turn_ms, 0.0, iterations=self.warm_up)
        try:
            self.engines.start(lambda: self.answer(deadline))
        except Exception as error:
            report(f"no C, CPython plays: the warm-up: {error!r}")
    def search(self, think, deadline):
        for size in deadline.chunks(self.chunk * self.engine.pace):
            if self.engine.call(think, size) is False:
                break
        self.search_ms = (deadline.now() - deadline.began) * 1000.0
        return self.engine.memory
    def timed(self, counts):
        return {**counts, "search_ms": round(self.search_ms, 3), "engine": self.engine.name}
class Options:
    deadline = Deadline(1.0, 0.0)
    def __init__(self, words):
        self.iterations = int(words.get("BOTSMITH_ITERATIONS", "0")) or None
        self.from_turn = int(words.get("BOTSMITH_FROM", "0"))
        self.seed = int(words.get("BOTSMITH_SEED", "1"))
        self.share = float(words.get("BOTSMITH_BUDGET", "100")) / 100.0
        self.margin_ms = float(words.get("BOTSMITH_MARGIN", "nan"))
        self.tells_stats = words.get("BOTSMITH_STATS") == "1"
        self.letters = 9**9 if words.get("BOTSMITH_EXPLAIN") == "1" else EXPLAIN
    def begin_turn(self, bot, turn, reader):
        budget_ms = (bot.turn_ms if turn else bot.first_ms) * self.share
        pause_ms = min(0.99 * self.deadline.pause_ms, budget_ms / 4)
        margin_ms = self.margin_ms if self.margin_ms >= 0.0 else max(bot.margin_ms, 2 * pause_ms)
        margin_ms = min(margin_ms, 0.8 * budget_ms)
        work = 1 if turn < self.from_turn else self.iterations
        self.deadline = Deadline(budget_ms, margin_ms, reader.started, reader.now, work)
        self.deadline.pause_ms = pause_ms
        self.deadline.turn = turn
        return self.deadline
def answer_turn(bot, options, turn, reader):
    try:
        bot.read_turn(reader)
        deadline = options.begin_turn(bot, turn, reader)
        try:
            return bot.answer(deadline), ""
        except EngineFailed as error:
            return bot.answer(deadline), f"{error}; CPython plays on"
    except (EndOfInput, UnreadableInput) as error:
        if reader.is_at_end:
            raise
        return bot.fallback(), f"unreadable input, playing the fallback move: {error}"
    except Exception:
        import traceback
        return bot.fallback(), traceback.format_exc()
def play_match(bot, options, reader, sink, born=None):
    gc.disable()
    bot.prepare(options.seed)
    ready = reader.now() if born else 0.0
    reader.begin_turn()
    bot.read_start(reader)
    if born and (reader.started or ready) < ready + 0.001:
        bot.first_ms = max(bot.turn_ms, bot.first_ms - (ready - born) * 1000.0)
    for turn in count():
        lines, trouble = answer_turn(bot, options, turn, reader)
        write_lines(lines, sink)
        if trouble:
            report(f"turn {turn}: {trouble}")
        if options.tells_stats:
            report("\n".join(f"[PDATA] {name} = {value}" for name, value in bot.stats().items()))
        if options.letters:
            report(bot.explain()[: options.letters])
        reader.begin_turn()
def proc(file, place):
    try:
        with open(f"/proc/self/{file}", "rb", buffering=0) as text:
            return int(text.read().rpartition(b")")[2].split()[place])
    except (OSError, ValueError, IndexError):
        return 0
def queued():
    return proc("schedstat", 1) / 1e9
def age():
    ticks = proc("stat", 19)
    return ticks and time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / 100.0
def run(bot):
    try:
        options = Options(os.environ)
    except ValueError as error:
        report(f"BOTSMITH_ variables: {error}")
        sys.exit(2)
    try:
        source = open(0, errors="replace", closefd=False)
        reader = LineReader(source, perf_counter, queued)
        play_match(bot, options, reader, sys.stdout, perf_counter() - age())
    except EndOfInput:
        return
    except UnreadableInput as error:
        report(f"unreadable input: {error}")
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


# ==== common/stdio.py ====
class EndOfInput(Exception):
    ...
class UnreadableInput(ValueError):
    ...
class LineReader:
    number = 0
    is_at_end = False
    def __init__(self, source, now=perf_counter, queued=float):
        self.source = source
        self.now = now
        self.queued = queued
        self.begin_turn()
    def begin_turn(self):
        self.started = None
        self.before = self.queued()
    def line(self):
        text = self.source.readline()
        if not text:
            self.is_at_end = True
            if self.started is None:
                raise EndOfInput
            raise UnreadableInput(f"input ended after line {self.number}, in the middle of a turn")
        if self.started is None:
            self.started = self.now() - self.queued() + self.before
        self.number += 1
        return text.rstrip("\r\n")
def write_lines(lines, sink):
    sink.write("\n".join(lines) + "\n")
    sink.flush()
def report(text):
    print(text, file=sys.stderr, flush=True)


# ==== bots/uttt/bot.py ====
"""The base of the ultimate tic-tac-toe bots: they track the game and answer with a cell."""

import json
from abc import abstractmethod
from typing import Any


class UtttBot(Searcher[AnyMemory]):
    """Tracks a game. searched_at: moves played before the last search, -1 if its tree is void"""

    turn_ms = 100.0

    def __init__(self, params: Params, engines: Engines[AnyMemory]) -> None:
        super().__init__(params, engines)
        self.params = params
        self.known = Known([])
        self.searched_at = -1

    @abstractmethod
    def find(self, deadline: Deadline) -> int:
        """Searches; returns the cell to play, -1 if there was no time."""

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """Returns moves and line of the last search."""

    def read_start(self, reader: LineReader) -> None:
        """Begins a game, without any input."""
        self.known = Known(json.loads(os.environ.get("BOTSMITH_PLAYED", "[]")))
        self.searched_at = -1

    def read_turn(self, reader: LineReader) -> None:
        if not self.known.follow(read_turn(reader)):
            self.searched_at = -1

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engines.current(deadline)
        if engine is not self.engine:
            self.searched_at = -1
        self.engine = engine
        cell = self.find(deadline)
        self.searched_at = len(self.known.moves)
        return self._commit(cell if cell in self.known.cells else self.known.cells[0])

    def played_since(self) -> list[int]:
        """Returns the two moves played since the engine searched; [-1, -1] if its tree is void."""
        is_next = self.searched_at >= 0 and self.searched_at + 2 == len(self.known.moves)
        return self.known.moves[-2:] if is_next else [-1, -1]

    def fallback(self) -> list[str]:
        """Plays the first legal cell of the known position."""
        return self._commit((legal_cells(self.known.position) or self.known.cells)[0])

    def _commit(self, cell: int) -> list[str]:
        self.known.commit(cell)
        return [format_cell(cell)]

    def explain(self) -> str:
        """Returns moves with visits and values, and the expected line."""
        return json.dumps({"turn": self.searched_at, "units": [{"unit": 0, **self.describe()}]})


# ==== bots/uttt/tables.py ====
"""Tables of the nine squares of a board.

Square  0..8 row by row, also the place of a small board on the main one
Mask    int of 9 bits, bit s is set if square s is taken
"""

SQUARES = 9
FULL = 511
LINES = (7, 56, 448, 73, 146, 292, 273, 84)  # rows, columns, diagonals

HAS_LINE = tuple(any(mask & line == line for line in LINES) for mask in range(FULL + 1))


# ==== bots/uttt/rules.py ====
"""Ultimate tic-tac-toe: the rules, as kernels, shared by the bot and the referee.

Cell   int 0..80 = board * 9 + square, both 0..8 row by row
Order of a move: place, close the board if it is won or full, name the next board.
Source: docs/games/uttt.md. Golden: tests/golden/uttt.
"""

BOARDS = 9
CELLS = BOARDS * SQUARES
CELL_MASK = 127  # tells C that a cell is small
ANY_BOARD = 9


@record
class State:
    """Holds marks[player * BOARDS + board], masks of squares, and won[player], masks of boards.

    open: mask of the boards that are neither won nor full
    forced: the board of the next mark, or ANY_BOARD
    player: the player to move
    """

    marks: Numbers[int] = numbers(Int16, 2 * BOARDS)
    won: Numbers[int] = numbers(Int16, 2)
    open: Int16 = FULL
    forced: Int8 = ANY_BOARD
    player: Int8


@kernel
def play(state: State, cell: int) -> None:
    """Marks an unchecked `cell`, from list_cells, for the player to move."""
    cell &= CELL_MASK
    board = cell // SQUARES
    square = cell % SQUARES
    place = state.player * BOARDS + board
    mask = state.marks[place] | (1 << square & FULL)
    state.marks[place] = mask
    if HAS_LINE[mask]:
        state.won[state.player] |= 1 << board
        state.open &= ~(1 << board)
    elif state.marks[board] | state.marks[BOARDS + board] == FULL:
        state.open &= ~(1 << board)
    state.forced = square if state.open >> square & 1 == 1 else ANY_BOARD
    state.player = 1 - state.player


@kernel
def is_over(state: State) -> bool:
    """Returns True if three boards are in line, or no board is open."""
    return state.open == 0 or HAS_LINE[state.won[0]] or HAS_LINE[state.won[1]]


@kernel
def outcome(state: State) -> int:
    """Returns the winner of a game that is over: 1 player 0, -1 player 1, 0 nobody. A line of
    boards decides, else the number of boards.
    """
    if HAS_LINE[state.won[0]]:
        return 1
    if HAS_LINE[state.won[1]]:
        return -1
    lead = state.won[0].bit_count() - state.won[1].bit_count()
    return min(1, max(-1, lead))


@kernel
def list_cells(state: State, cells: Numbers[int]) -> int:
    """Writes the legal cells, in rising order; returns their number, 0 if the game is over."""
    if is_over(state):
        return 0
    count = 0
    boards = state.open if state.forced == ANY_BOARD else 1 << state.forced
    while boards != 0:
        board = (boards & -boards).bit_length() - 1
        boards &= boards - 1
        free = FULL & ~(state.marks[board] | state.marks[BOARDS + board])
        while free != 0:
            cells[count] = board * SQUARES + (free & -free).bit_length() - 1
            free &= free - 1
            count += 1
    return count


def legal_cells(state: State) -> list[int]:
    """Returns the legal cells, rising."""
    cells = [0] * CELLS
    return cells[: list_cells(state, cells)]


# ==== common/rng.py ====
MULTIPLIER = 25214903917
INCREMENT = 11
MASK = (1 << 48) - 1
@record
class Dice:
    state: int
def make_dice(seed):
    dice = Dice()
    dice.state = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & MASK
    for _ in range(4):
        draw(dice, 2)
    return dice
@kernel
def draw(dice: Dice, count: int) -> int:
    dice.state = (dice.state * MULTIPLIER + INCREMENT) & MASK
    return ((dice.state >> 17) * count) >> 31


# ==== bots/uttt/playout.py ====
"""Fast random games to the end: a random order of the free squares of each board is drawn at once.

A player who must play on a board takes its next square, which is as random as one drawn among the
remaining ones. A player with a choice of boards takes a random open one.

An order has 4 bits a square, the next one lowest, and a 1 on top. Each mask of free squares has
orders in a table: ROUNDS random ones, rotated so that each square comes first equally often.
"""

MASKS = FULL + 1
EMPTY = 1
ROUNDS = (1, 1, 1, 2, 6, 5, 4, 4, 3, 3)  # random orders, by the number of free squares
ORDERS = 10_027  # 1 for mask 0, then masks of n squares times n * ROUNDS[n]
SEED = 20250407  # for the orders
NOISE_BITS = 10  # that pick an order
NOISE = 1 << NOISE_BITS


@record
class Tables:
    """The orders of all masks.

    orders[first[mask] .. + count[mask] - 1]: those of a mask
    used: 0 until they are made
    """

    used: int
    first: Numbers[int] = numbers(int, MASKS)
    count: Numbers[int] = numbers(int, MASKS)
    orders: Numbers[int] = numbers(int, ORDERS)
    left: Numbers[int] = numbers(int, BOARDS)  # the orders of the present playout
    moves: int  # played in all playouts


@kernel
def fill_tables(tables: Tables) -> None:
    """Makes the orders of all masks, always the same ones."""
    squares = numbers(int, SQUARES)
    dice = Dice()
    dice.state = SEED
    used = 0
    for mask in range(MASKS):
        count = 0
        for square in range(SQUARES):
            if mask >> square & 1 == 1:
                squares[count] = square
                count += 1
        tables.first[mask] = used
        tables.count[mask] = max(1, count * ROUNDS[count])
        if count == 0:
            tables.orders[used] = EMPTY
            used += 1
        for _ in range(ROUNDS[count] if count > 0 else 0):
            order = 0
            for place in range(count):
                other = draw(dice, count - place)
                chosen = squares[place + other]
                squares[place + other] = squares[place]
                squares[place] = chosen
                order = order << 4 | chosen
            top = 4 * (count - 1)
            for _turn in range(count):
                order = order >> 4 | (order & 15) << top
                tables.orders[used] = EMPTY << 4 * count | order
                used += 1
    tables.used = used


@kernel
def deal(state: State, tables: Tables, dice: Dice) -> None:
    """Draws an order for each board; the empty order for a closed board."""
    board = 0
    for _ in range(3):
        noise = draw(dice, NOISE * NOISE * NOISE)
        for _each in range(3):
            mask = 0
            if state.open >> board & 1 == 1:
                mask = FULL & ~(state.marks[board] | state.marks[BOARDS + board])
            pick = (noise & NOISE - 1) * tables.count[mask] >> NOISE_BITS
            tables.left[board] = tables.orders[tables.first[mask] + pick]
            noise >>= NOISE_BITS
            board += 1


@kernel
def run_out(
    state: State, tables: Tables, left: Numbers[int], marks: Numbers[int], dice: Dice
) -> int:
    """Plays `state` to the end; returns the number of moves. left, marks: those of tables and
    state
    """
    moves = 0
    open_boards = state.open
    board = state.forced
    side = BOARDS * state.player
    while True:
        order = EMPTY if board == ANY_BOARD else left[board]
        if order == EMPTY:
            pick = draw(dice, NOISE) * tables.count[open_boards] >> NOISE_BITS
            boards = tables.orders[tables.first[open_boards] + pick]
            while order == EMPTY:
                if boards == EMPTY:
                    return moves
                board = boards & 15
                boards >>= 4
                order = left[board]
        square = order & 15
        left[board] = order >> 4
        mask = marks[side + board] | (1 << square & FULL)
        marks[side + board] = mask
        if HAS_LINE[mask]:
            left[board] = EMPTY
            open_boards ^= 1 << board & FULL
            player = side // BOARDS
            won = state.won[player] | (1 << board & FULL)
            state.won[player] = won
            if HAS_LINE[won]:
                return moves + 1
        moves += 1
        side = BOARDS - side
        board = square


@kernel
def playout(state: State, tables: Tables, dice: Dice) -> int:
    """Plays an unfinished state to its end at random; returns its `outcome`.

    Afterwards `state` is that end, but only with its marks and won boards.
    """
    deal(state, tables, dice)
    moves = run_out(state, tables, tables.left, state.marks, dice)
    tables.moves += moves
    return outcome(state)


# ==== common/search/mcts.py ====
"""Monte Carlo tree search for two players who move in any order; nothing is hidden."""

CHANCES = 1 << 20  # steps of a probability

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")
AnyDice = TypeVar("AnyDice")


def bind(list_moves, mover, play, rate, draw, is_solving):
    """Returns iterate(tree, start, world, setting, dice, count), which continues the search from
    `start` and tries moves on `world`."""

    @kernel
    def pick(tree: Tree, node: int, world: AnyState, setting: AnySetting, dice: AnyDice) -> int:
        """Returns the child to go to, or NONE: the way ends at `node`."""
        if tree.block[node] == 0:
            if tree.visits[node] == 0 and node != tree.root:
                return NONE
            moves = list_moves(world, setting, tree.legal)
            tree.has_ended = moves == 0
            if moves == 0:
                return NONE
            turn = draw(dice, moves)
            is_added = add_children(tree, node, moves, turn)
            if not is_added:
                return NONE
        if tree.is_greedy:
            if float(draw(dice, CHANCES)) < tree.epsilon * float(CHANCES):
                return child_at(tree, node, draw(dice, tree.block[node] >> BITS & MOST))
        return best_child(tree, node)

    @kernel
    def descend(tree: Tree, world: AnyState, setting: AnySetting, dice: AnyDice) -> int:
        """Walks down from the root, playing on `world`; returns the number of nodes, root too."""
        node = tree.root
        tree.path[0] = node
        tree.side[0] = 1 - mover(world, setting)
        tree.has_ended = False
        length = 1
        while length <= MAX_DEPTH and tree.proof[node] == OPEN:
            child = pick(tree, node, world, setting, dice)
            if child == NONE:
                break
            tree.picks += 1
            tree.side[length] = mover(world, setting)
            tree.path[length] = child
            length += 1
            node = child
            play(world, setting, tree.move[child])
        return length

    @kernel
    def iterate(
        tree: Tree, start: AnyState, world: AnyState, setting: AnySetting, dice: AnyDice, count: int
    ) -> None:
        """Plays `count` iterations, fewer if the root is proven. best_move may be called after
        each.
        """
        for _ in range(count):
            if tree.proof[tree.root] != OPEN:
                return
            if tree.is_full:
                is_copying = copy_some(tree, STEP)
                if is_copying:
                    continue
            assign(world, start)
            length = descend(tree, world, setting, dice)
            proof = tree.proof[tree.path[length - 1]]
            if proof != OPEN:
                value = 0.5 * float(proof - PROVEN_0)
            else:
                value = rate(world, setting, dice)
                if is_solving and tree.has_ended:
                    proof = prove(tree, length, PROVEN_0 + int(2.0 * value))
                    value = 0.5 * float(proof - PROVEN_0)
            learn(tree, length, value)
            tree.iterations += 1

    return iterate


# ==== common/search/ucb.py ====
"""Roots for the bounds of pick.py, in a table. A slot's share is 1 / sqrt(visits)."""

from math import log, sqrt

TABLE = capacity(pure=4096, compiled=1 << 18)  # visits with roots in the table
ROOTS = capacity(8192, 1 << 19)
UNTRIED = 1.0e300  # mean without visits: its bound is above all


@record
class Roots:
    """table[2 n] is sqrt(ln n), table[2 n + 1] is 1 / sqrt(n)."""

    table: Numbers[float] = numbers(float, ROOTS)


@kernel
def fill(roots: Roots, most: int) -> None:
    """Fills the table up to `most`."""
    visits = min(most, TABLE - 1)
    while visits > 0 and roots.table[visits * 2 + 1] == 0.0:
        roots.table[visits * 2] = sqrt(log(float(visits)))
        roots.table[visits * 2 + 1] = 1.0 / sqrt(float(visits))
        visits -= 1


@kernel
def root_of_log(roots: Roots, visits: int) -> float:
    """Returns sqrt(ln visits)."""
    return roots.table[visits * 2] if visits < TABLE else sqrt(log(float(visits)))


@kernel
def share_of(roots: Roots, visits: int) -> float:
    """Returns 1 / sqrt(visits)."""
    return roots.table[visits * 2 + 1] if visits < TABLE else 1.0 / sqrt(float(visits))


# ==== common/search/mcts_tree.py ====
"""The tree of mcts.py: nodes in pools, proofs, the answer, the next root."""

HALF = capacity(pure=60_000, compiled=3_000_000)  # nodes; two such halves take turns
IN_C = 6_000_000
POOL = capacity(pure=120_000, compiled=IN_C)
LAST = (1 << IN_C.bit_length()) - 1  # a slot & LAST is the slot
STEP = 50  # nodes whose children are copied in the time of an iteration or two
MAX_DEPTH = 200  # moves from the root; deeper states are rated
MAX_MOVES = 256  # in one state
BITS = 9  # of a number of children
MOST = (1 << BITS) - 1
WIDE = capacity(POOL, LAST + 1 + MOST)  # for any child of a slot: C checks no index
FIRST = 2 * BITS
NONE = 0  # no slot: 0 is the root, and nobody's child
OPEN, PROVEN_0, PROVEN_DRAW, PROVEN_1 = 0, 1, 2, 3  # proofs: player 0 gets 0, 0.5, 1 for certain
SURE = 1.0e6  # added to or taken from the mean of a proven node, so that selection heeds it


@record
class Tree:
    """The nodes, the search's settings, and counts since `plant`."""

    is_greedy: bool  # epsilon-greedy instead of UCT
    exploration: float = 0.5  # UCT: weight of the unknown, against 0..1; params may set it
    epsilon: float = 0.35  # greedy: share of random moves
    urgency: float = 10.0  # the bound of a node that was never tried; params may set it
    by_value: bool  # the answer is the best mean and not the most visited
    root: int
    used: int  # the end of the slots in use
    half: int  # that is in use, 0 or 1
    is_full: bool  # that has no room for the children of a node
    copied: int  # the next node of the other half whose children will be copied,
    filled: int  # and the end of what was copied; 0: nothing
    iterations: int
    picks: int  # moves selected
    has_ended: bool  # the way of this iteration reached a state without moves
    block: Numbers[int] = numbers(int, WIDE)  # a node's children, 0 before they are listed
    move: Numbers[int] = numbers(Int32, WIDE)
    proof: Numbers[int] = numbers(Int8, WIDE)
    visits: Numbers[int] = numbers(Int32, WIDE)
    total: Numbers[float] = numbers(float, WIDE)  # what the player who moved here got
    mean: Numbers[float] = numbers(float, WIDE)
    share: Numbers[float] = numbers(float, WIDE)  # common/search/ucb.py
    roots: Roots
    legal: Numbers[int] = numbers(int, MAX_MOVES)
    path: Numbers[int] = numbers(int, MAX_DEPTH + 2)
    side: Numbers[int] = numbers(int, MAX_DEPTH + 2)  # who moved into the path's node


@kernel
def plant(tree: Tree) -> None:
    """Leaves only the root."""
    fill(tree.roots, TABLE)
    tree.half = 0
    tree.used = 1
    move_root(tree, 0)
    tree.move[0] = -1
    tree.block[0] = 0
    tree.proof[0] = OPEN
    tree.visits[0] = 0
    tree.total[0] = 0.0


@kernel
def add_children(tree: Tree, holder: int, moves: int, turn: int) -> bool:
    """Adds children with legal[0..moves-1], from `turn` on; False if the half is full."""
    slot = tree.used
    if slot + moves > HALF * tree.half + HALF:
        tree.is_full = True
        return False
    tree.used = slot + moves
    tree.block[holder] = (slot << BITS | moves) << BITS
    place = turn
    for child in range(slot, slot + moves):
        tree.move[child] = tree.legal[place]
        place = place + 1 if place + 1 < moves else 0
    return True


@kernel
def open_child(tree: Tree, node: int) -> int:
    """Returns the next child of a node, without visits yet."""
    block = tree.block[node]
    slot = (block >> FIRST & LAST) + (block & MOST)
    tree.block[node] = block + 1
    tree.block[slot] = 0
    tree.proof[slot] = OPEN
    tree.visits[slot] = 0
    tree.total[slot] = 0.0
    tree.mean[slot] = 0.0
    tree.share[slot] = 0.0
    return slot


@kernel
def child_at(tree: Tree, node: int, index: int) -> int:
    """Returns a child; an untried one changes places with the next one to be tried."""
    block = tree.block[node]
    slot = (block >> FIRST) + index
    if index < block & MOST:
        return slot
    child = open_child(tree, node)
    move = tree.move[slot]
    tree.move[slot] = tree.move[child]
    tree.move[child] = move
    return child


@kernel
def best_child(tree: Tree, node: int) -> int:
    """Returns the child with the largest mean + width * share, or an untried one if that is below
    its urgency. UCT's width is exploration * sqrt(ln visits); 0 if greedy.
    """
    block = tree.block[node]
    tried = block & MOST
    if tried > 0:
        width = 0.0
        if not tree.is_greedy:
            root = root_of_log(tree.roots, tree.visits[node])
            width = tree.exploration * root
        best = best_bound(tree.mean, tree.share, block >> FIRST & LAST, tried, width)
        if tried == block >> BITS & MOST:
            return best
        if tree.mean[best] + width * tree.share[best] >= tree.urgency:
            return best
    return open_child(tree, node)


@kernel
def find_child(tree: Tree, node: int, move: int) -> int:
    """Returns the slot of a tried move of a node, or NONE."""
    first = tree.block[node] >> FIRST
    for slot in range(first, first + (tree.block[node] & MOST)):
        if tree.move[slot] == move:
            return slot
    return NONE


@kernel
def set_proof(tree: Tree, slot: int, proof: int, side: int) -> None:
    """Marks `slot`, into which `side` moved, as proven."""
    tree.proof[slot] = proof
    tree.share[slot] = 0.0
    tree.mean[slot] = 0.5
    if proof != PROVEN_DRAW:
        tree.mean[slot] = SURE if (proof == PROVEN_1) == (side == 0) else -SURE


@kernel
def settled(tree: Tree, node: int, side: int) -> int:
    """Returns the proof of a node at which `side` moves; OPEN if it has none."""
    wanted = PROVEN_1 if side == 0 else PROVEN_0
    found = PROVEN_0 if side == 0 else PROVEN_1
    block = tree.block[node]
    first = block >> FIRST
    tried = block & MOST
    is_open = tried < block >> BITS & MOST
    for slot in range(first, first + tried):
        proof = tree.proof[slot]
        if proof == wanted:
            return wanted
        if proof == OPEN:
            is_open = True
        elif proof == PROVEN_DRAW:
            found = PROVEN_DRAW
    return OPEN if is_open else found


@kernel
def prove(tree: Tree, length: int, proof: int) -> int:
    """Proves the path's last node, and all that follows from it above; returns the topmost
    proof.
    """
    step = length - 1
    known = proof
    found = proof
    while found != OPEN:
        known = found
        set_proof(tree, tree.path[step], known, tree.side[step])
        if step == 0:
            return known
        step -= 1
        found = settled(tree, tree.path[step], tree.side[step + 1])
    return known


@kernel
def learn(tree: Tree, length: int, value: float) -> None:
    """Adds player 0's result to the nodes of the path, to each from its mover's view."""
    for step in range(length):
        slot = tree.path[step]
        visits = tree.visits[slot] + 1
        tree.visits[slot] = visits
        if tree.proof[slot] == OPEN:
            total = tree.total[slot] + (value if tree.side[step] == 0 else 1.0 - value)
            tree.total[slot] = total
            tree.mean[slot] = total / float(visits)
            tree.share[slot] = share_of(tree.roots, visits)


@kernel
def best_move(tree: Tree) -> int:
    """Returns the answer, -1 if there is none: a proven win, else the most visited or the best
    child (see by_value), else an untried one, else a proven loss.
    """
    best = NONE
    best_score = -1.0e300
    block = tree.block[tree.root]
    first = block >> FIRST
    tried = block & MOST
    for slot in range(first, first + (block >> BITS & MOST)):
        score = -1.0
        if slot < first + tried and tree.visits[slot] > 0:
            score = tree.mean[slot]
            if not tree.by_value:
                score = float(tree.visits[slot]) + 0.5 * score
        if score > best_score:
            best_score = score
            best = slot
    return -1 if best == NONE else tree.move[best]


@kernel
def move_root(tree: Tree, node: int) -> None:
    """Makes a node the root. The rest of the tree stays, until the half is full."""
    tree.root = node
    tree.filled = 0
    tree.is_full = False
    tree.iterations = 0
    tree.picks = 0


@kernel
def advance(tree: Tree, move: int) -> bool:
    """Makes the state after `move` the root and keeps its tree. False if a new tree begins."""
    child = find_child(tree, tree.root, move)
    if child == NONE:
        plant(tree)
        return False
    move_root(tree, child)
    return True


@kernel
def copy_some(tree: Tree, nodes: int) -> bool:
    """Copies the children of `nodes` nodes below the root to the other half. Once all are copied,
    that half is in use; until then the tree is unchanged. Returns False if there is nothing to
    leave behind.
    """
    start = HALF * tree.half
    if tree.root == start:
        return False
    start = HALF - start
    if tree.filled == 0:
        copy_node(tree, tree.root, start)
        tree.copied = start
        tree.filled = start + 1
    slot = tree.copied
    used = tree.filled
    goal = slot + nodes
    while slot < min(used, goal):
        block = tree.block[slot]
        if block != 0:
            first = block >> FIRST
            count = block >> BITS & MOST
            tried = block & MOST
            tree.block[slot] = (used << BITS | count) << BITS | tried
            for index in range(count):
                if index < tried:
                    copy_node(tree, first + index, used + index)
                else:
                    tree.block[used + index] = 0
                    tree.move[used + index] = tree.move[first + index]
            used += count
        slot += 1
    tree.copied = slot
    tree.filled = used
    if slot == used:
        tree.half = 1 - tree.half
        tree.root = start
        tree.used = used
        tree.filled = 0
        tree.is_full = False
    return True


@kernel
def copy_node(tree: Tree, source: int, target: int) -> None:
    """Copies a node to another slot."""
    tree.block[target] = tree.block[source]
    tree.move[target] = tree.move[source]
    tree.proof[target] = tree.proof[source]
    tree.visits[target] = tree.visits[source]
    tree.total[target] = tree.total[source]
    tree.mean[target] = tree.mean[source]
    tree.share[target] = tree.share[source]


def tried_children(tree, slot):
    """Returns the slots of a node's tried children."""
    first = tree.block[slot] >> FIRST
    return range(first, first + (tree.block[slot] & MOST))


def rows_of(tree, slot):
    """Returns (move, visits, mean) and slot of a node's children, most visited first."""
    first, children = tree.block[slot] >> FIRST, tree.block[slot] >> BITS & MOST
    tried = tried_children(tree, slot)
    found = []
    for child in range(first, first + children):
        visits, mean = (tree.visits[child], tree.mean[child]) if child in tried else (0, 0.0)
        found.append(((tree.move[child], visits, min(1.0, max(0.0, mean))), child))
    return sorted(found, key=lambda row: (-row[0][1], -row[0][2], row[0][0]))


def root_moves(tree):
    """Returns (move, visits, mean) of the root's children, most visited first."""
    return [row for row, _ in rows_of(tree, tree.root)]


def describe(tree, name):
    """Returns the moves at the root and the principal line, in the words of `name`."""
    rows = rows_of(tree, tree.root)
    moves = [
        {"move": name(move), "visits": tries, "value": mean} for (move, tries, mean), _ in rows
    ]
    line = []
    while rows and rows[0][0][1]:
        (move, _, _), slot = rows[0]
        line.append(name(move))
        rows = rows_of(tree, slot)
    return {"moves": moves, "line": line}


def counts(tree):
    """Returns the work since `plant` or `advance`."""
    return {
        "iterations": tree.iterations,
        "simulated_turns": tree.picks,
        "nodes": tree.used,
        "evaluations": tree.iterations,
        "ucb": tree.picks,
        "depth": round(tree.picks / max(1, tree.iterations)),
    }


# ==== common/search/pick.py ====
"""UCB1 (Auer, Cesa-Bianchi, Fischer 2002): a bound is mean + width * share."""


@kernel
def best_bound(
    mean: Numbers[float], share: Numbers[float], first: int, count: int, width: float
) -> int:
    """Returns the first of slots first..first+count-1 with the largest bound."""
    best = first
    best_value = -1.0e300
    for place in range(count):
        slot = first + place
        value = mean[slot] + width * share[slot]
        if value > best_value:
            best_value = value
            best = slot
    return best


# ==== bots/uttt/search_mcts.py ====
"""Monte Carlo tree search with full playouts and a solver; the tree is kept between turns."""

NO_CELL = -1


@kernel
def winning_cell(state: State) -> int:
    """Returns the first cell that ends a line of boards for the mover, or NO_CELL."""
    won = state.won[state.player]
    boards = state.open if state.forced == ANY_BOARD else 1 << state.forced
    while boards != 0:
        bit = boards & -boards
        if HAS_LINE[won | bit]:
            board = bit.bit_length() - 1
            own = state.marks[state.player * BOARDS + board]
            free = FULL & ~(own | state.marks[(1 - state.player) * BOARDS + board])
            for square in range(SQUARES):
                if free >> square & 1 == 1 and HAS_LINE[own | 1 << square]:
                    return board * SQUARES + square
        boards ^= bit
    return NO_CELL


@kernel
def list_moves(state: State, tables: Tables, cells: Numbers[int]) -> int:
    """Lists the legal cells, or just one that wins.

    A winning move among many others would be tried late, while random games lower the value of the
    moves that led to it.
    """
    if is_over(state):
        return 0
    cell = winning_cell(state)
    if cell != NO_CELL:
        cells[0] = cell
        return 1
    return list_cells(state, cells)


@kernel
def mover(state: State, tables: Tables) -> int:
    """Returns the player to move."""
    return state.player


@kernel
def put(state: State, tables: Tables, cell: int) -> None:
    """Puts a mark on a cell."""
    play(state, cell)


@kernel
def rate(state: State, tables: Tables, dice: Dice) -> float:
    """Returns player 0's result, 1, 0.5 or 0: by the rules, by a win one mark away, or by a random
    game.
    """
    result = 0
    if is_over(state):
        result = outcome(state)
    elif winning_cell(state) != NO_CELL:
        result = 1 - 2 * state.player
    else:
        result = playout(state, tables, dice)
    return 0.5 + 0.5 * float(result)


iterate = bind(list_moves, mover, put, rate, draw, is_solving=True)


@record
class Memory:
    """The memory of the search. The bot loads params, start and dice."""

    params: Params
    start: State
    dice: Dice
    world: State
    tables: Tables
    tree: Tree


@kernel
def begin(memory: Memory, own: int, other: int) -> None:
    """Prepares a search from `start`, on the tree below the cells own and other, played since the
    last search (-1 -1: none).
    """
    tree = memory.tree
    memory.tables.moves = 0
    tree.exploration = memory.params.exploration
    tree.urgency = memory.params.urgency
    if memory.tables.used == 0:
        fill_tables(memory.tables)
    if advance(tree, own):
        advance(tree, other)


@kernel
def tidy(memory: Memory) -> None:
    """Copies the tree in one step, for play by fixed work."""
    copy_some(memory.tree, POOL)


@kernel
def think(memory: Memory, count: int) -> bool:
    """Plays `count` more iterations. Returns False once the game's result is known."""
    tree = memory.tree
    iterate(tree, memory.start, memory.world, memory.tables, memory.dice, count)
    return tree.proof[tree.root] == OPEN


ENTRIES = (begin, tidy, think)


# ==== bots/uttt/protocol.py ====
"""The lines that a bot of ultimate tic-tac-toe reads and writes."""

from typing import NamedTuple

PROTOCOL_NO_CELL = -1  # the input `-1 -1`: nobody has moved yet
ROW = 9


class Turn(NamedTuple):
    """The opponent's last cell, or NO_CELL, and all legal cells, unordered."""

    played: int
    cells: list[int]


def to_cell(row: int, column: int) -> int:
    """Returns the cell of a row and column of the 9 x 9 grid, 0..8."""
    return (row // 3 * 3 + column // 3) * 9 + row % 3 * 3 + column % 3


def to_place(cell: int) -> tuple[int, int]:
    """Returns row and column of a cell."""
    board, square = divmod(cell, 9)
    return board // 3 * 3 + square // 3, board % 3 * 3 + square % 3


def format_cell(cell: int) -> str:
    """Returns a cell's output line."""
    row, column = to_place(cell)
    return f"{row} {column}"


def parse_cell(text: str, what: str) -> int:
    """Returns the cell of `row column`. Raises UnreadableInput for another text."""
    row, column = parse_integers(text, 2, what)
    if not (0 <= row < ROW and 0 <= column < ROW):
        raise UnreadableInput(f"{what}: expected 0..8 twice, got {text[:60]!r}")
    return to_cell(row, column)


def read_turn(reader: LineReader) -> Turn:
    """Reads a turn. Raises UnreadableInput only after all its lines."""
    first = reader.line()
    number = reader.number
    (count,) = read_integers(reader, 1, "validActionCount")
    if not 1 <= count <= CELLS:
        place = f"line {reader.number}: validActionCount"
        raise UnreadableInput(f"{place}: expected 1..{CELLS}, got {count}")
    lines = [reader.line() for _ in range(count)]
    played = PROTOCOL_NO_CELL
    if first.split() != ["-1", "-1"]:
        played = parse_cell(first, f"line {number}: opponentRow opponentCol")
    cells = [
        parse_cell(line, f"line {number + 2 + offset}: row col")
        for offset, line in enumerate(lines)
    ]
    return Turn(played, cells)


# ==== bots/uttt/known.py ====
"""A bot's knowledge of its game, from the opponent's moves and the legal cells alone.

BOTSMITH_PLAYED: answers of a recorded match as JSON, which count as played
"""


class Known:
    """Holds the moves so far as cells, the position after them, and the legal cells of the
    input.
    """

    def __init__(self, played: list[list[str]]) -> None:
        self.played = played
        self.position = State()
        self.own = 0
        self.moves: list[int] = []
        self.cells = list(range(CELLS))

    def follow(self, turn: Turn) -> bool:
        """Plays the opponent's move. Returns False if it did not fit and the view was repaired."""
        self.cells = turn.cells
        if turn.played == PROTOCOL_NO_CELL:
            return True
        if not self.moves:
            self.own = 1
        is_legal = turn.played in legal_cells(self.position)
        if is_legal:
            play(self.position, turn.played)
        self.moves.append(turn.played)
        if is_legal and sorted(turn.cells) == legal_cells(self.position):
            return True
        report(f"move {len(self.moves)} does not fit to what was known of the game")
        mend(self.position, self.own, turn)
        return False

    def commit(self, cell: int) -> None:
        """Plays the own move, or the one of the recorded match."""
        turn = len(self.moves) // 2
        if turn < len(self.played):
            place = " ".join(self.played[turn][0].split()[:2])  # a message may follow
            cell = parse_cell(place, f"BOTSMITH_PLAYED: answer {turn}")
        play(self.position, cell)
        self.moves.append(cell)


def mend(position: State, own: int, turn: Turn) -> None:
    """Repairs a position, with `own` to move: the opponent's mark, and the squares of open
    boards.
    """
    mine, theirs = own * BOARDS, (1 - own) * BOARDS
    board, square = divmod(turn.played, SQUARES)
    position.marks[theirs + board] |= 1 << square
    position.marks[mine + board] &= ~(1 << square)
    boards = {cell // SQUARES for cell in turn.cells}
    for board in boards:
        free = sum(1 << cell % SQUARES for cell in turn.cells if cell // SQUARES == board)
        position.marks[theirs + board] &= ~free
        position.marks[mine + board] = FULL & ~free & ~position.marks[theirs + board]
        position.open |= 1 << board
        position.forced = board if len(boards) == 1 else ANY_BOARD
    position.player = own


# ==== common/integers.py ====
def read_integers(reader, count, what):
    return parse_integers(reader.line(), count, f"line {reader.number}: {what}")
def parse_integers(text, count, what):
    try:
        values = [*map(int, text.split())]
    except ValueError:
        values = []
    if len(values) != count or max(map(abs, [0, *values])) >> 31:
        wanted = f"{count} integer{'s' * (count != 1)}"
        raise UnreadableInput(f"{what}: expected {wanted}, got {text[:60]!r}")
    return values


# ==== bots/uttt/bot_mcts.py ====
"""The ultimate tic-tac-toe bot that searches with MCTS."""

from collections.abc import Mapping

FLAGS = ["-fno-tree-pre"]  # play-outs 1.07 times as fast
DICE_A_MATCH = 100  # more than a match has moves


class MctsBot(UtttBot[Memory]):
    """Plays the answer of MCTS, and keeps the tree below the played moves."""

    chunk = 5
    warm_up = 40

    def find(self, deadline: Deadline) -> int:
        engine, moves = self.engine, self.known.moves
        engine.load("params", self.params)
        engine.load("start", self.known.position)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + len(moves)))
        engine.call(begin, *self.played_since())
        if deadline.iterations:
            engine.call(tidy)
        return best_move(self.search(think, deadline).tree)

    def stats(self) -> Mapping[str, Stat]:
        memory = self.engine.memory
        turns = memory.tree.picks + memory.tables.moves
        return self.timed(counts(memory.tree) | {"simulated_turns": turns})

    def describe(self) -> dict[str, Any]:
        return describe(self.engine.memory.tree, format_cell)


def main() -> None:
    """Plays on stdin and stdout."""
    run(MctsBot(Params(), Compiled(Memory, ENTRIES, FLAGS)))


# ==== common/c_text.py ====
import math
from collections import namedtuple
SUPPORT = r"""
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;
const char *run_place;
static jmp_buf trap_exit;
static double nothing;
#define AT const char *place
static __attribute__((cold, noinline, noreturn)) void trap(AT, int reason) {
	run_place = place;
	nothing = 0.0 * reason;
	longjmp(trap_exit, reason);
}
#if __GNUC__ > 11
#define ROUNDED __builtin_assoc_barrier
#else
#define ROUNDED
#endif
#define STOP(reason, when) if (when) trap(place, reason);
#define PLACE(a, i) (&(a)[i])
#define LET(name, value) __auto_type name = value;
#define SET(place, value) { __auto_type set = value; place = set; }
#define CHANGE(place, value) { __auto_type old = &place; *old = value; }
#define COPY(target, source) (void)(*target = *source)
#define LOOP(first, last, sign, step) for (Int n = first, end = last; n sign end; n += step)
#define ENTRY(run, given, names, body) \
	static __attribute__((noinline)) void enter_ ## run given { body; } \
	int run given { int n = setjmp(trap_exit); if (n) return n; enter_ ## run names; return 0; }
#define PURE static inline __attribute__((always_inline))
#define INT1(f) PURE Int f(Int a, AT)
#define INT2(f) PURE Int f(Int a, Int b, AT)
#define TO_INT1(f) PURE Int f(double a, AT)
#define REAL1(f) PURE double f(double a, AT)
#define REAL2(f) PURE double f(double a, double b, AT)
INT2(at) { STOP(1, a + 0ull >= b) return a; }
#define FIT(n) INT1(fit_Int ## n) { STOP(2, a + (1ull << n - 1) >= 1ull << n) return a; }
FIT(8) FIT(16) FIT(32)
#define CHECKED(f) { STOP(2, __builtin_ ## f ## _overflow(a, b, &a)) return a; }
INT2(Add_int) CHECKED(add)
INT2(Sub_int) CHECKED(sub)
INT2(Mult_int) CHECKED(mul)
INT1(abs_int) { return a < 0 ? Sub_int(0, a, place) : a; }
#define DIVIDE(op, by_power) \
	if (__builtin_constant_p(b) && b > 0 && !(b & b - 1)) return by_power; \
	STOP(3, !b) if (!((a | b) >> 32)) return (uint32_t)a op (uint32_t)b;
INT2(FloorDiv_int) {
	DIVIDE(/, a >> __builtin_ctzll(b))
	return b == -1 ? Sub_int(0, a, place) : a / b - (a % b && (a ^ b) < 0);
}
INT2(Mod_int) {
	DIVIDE(%, a & (b - 1))
	Int rest = b == -1 ? 0 : a % b;
	return rest && (rest ^ b) < 0 ? rest + b : rest;
}
INT2(LShift_low) { STOP(4, b < 0) return b > 63 ? 0 : a << b; }
INT2(LShift_int) {
	if (__builtin_constant_p(a) && a == 1 && b < 63ull) return a << b;
	Int low = LShift_low(a, b, place);
	STOP(2, b > 63 ? a : low >> b != a)
	return low;
}
INT2(RShift_int) { STOP(4, b < 0) return a >> (b > 63 ? 63 : b); }
INT1(bit_count_int) { return __builtin_popcountll(abs_int(a, place)); }
INT1(bit_length_int) { return a ? 64 - __builtin_clzll(abs_int(a, place)) : 0; }
#define ONE(sign) { return b sign a ? b : a; }
INT2(min_int) ONE(<) INT2(max_int) ONE(>)
REAL2(min_float) ONE(<) REAL2(max_float) ONE(>)
REAL1(abs_float) { return __builtin_fabs(a); }
REAL2(Div_float) { STOP(3, !b) return a / b; }
REAL2(FloorDiv_float) { return __builtin_floor(a) - (a - a); }
TO_INT1(int_float) {
	STOP(a == a ? 2 : 4, !(a >= -0x1p63 && a < 0x1p63))
	Int whole = a;
	__asm__("" : "+r"(whole));
	return whole;
}

PURE double valid(double y, double a, double b, AT) {
	STOP(y != y || !(a * (a + 1)) ? 4 : 2, y - y != 0.0
		&& (y != y ? a == a && b == b : a - a + b - b == 0.0))
	return y;
}
REAL1(sqrt_float) { return valid(__builtin_sqrt(a), a, a, place); }
#define LIBM(f) REAL1(f ## _float) { return valid(__builtin_ ## f(a - nothing), a, a, place); }

LIBM(log) 

"""
C_NAMES = {int: "Int", float: "double", bool: "bool", None: "void"}
C_NAMES |= {kind: kind.__name__.lower() + "_t" for kind in NARROW}
RESULTS = {
    name + "_float" * ("LIBM" in word): (int if "INT" in word else float, int(count or "1"))
    for word, count, name in re.findall(r"([A-Z_]+)(\d?)\((\w+)", SUPPORT)
}
Array = namedtuple("Array", "item length is_table", defaults=[False])
def number(value):
    if not {int: 2**63, float: math.inf, bool: 2}[type(value)] > abs(value):
        raise ValueError
    return f"({value!r}{'l' * (type(value) is int)})".lower()
def flattened(value):
    if not isinstance(value, tuple):
        return [number(value)], type(value)
    rows, kinds = zip(*map(flattened, value))
    (kind,) = {*kinds}
    return [text for row in rows for text in row], Array(kind, len(rows), True)
def call(name, *parts):
    return name + "(" + ", ".join(map(str, parts)) + ")"
def width(kind):
    return kind.length * width(kind.item) if isinstance(kind, Array) else 1
class Types:
    def __init__(self):
        self.parts = [SUPPORT]
        self.records = {}
        self.tables = {}
        self.functions = {}
    def base(self, kind):
        while isinstance(kind, Array):
            kind = kind.item
        return C_NAMES.get(kind) or self.record(kind)[0]
    def declare(self, kind, name):
        const = "const " * getattr(kind, "is_table", False)
        return const + self.base(kind) + (" " if kind in C_NAMES else " *") + name
    def record(self, kind):
        if kind not in self.records:
            fields, inner = {}, ""
            for name, (item, *lengths) in kind.kernel_fields.items():
                fields[name] = Array(item, lengths[1]) if lengths else item
                inner += f"{self.base(item)} {name}_{lengths[1:] or ''};"
            name = f"record_{len(self.records)}_{kind.__name__}"
            self.parts.append(f"typedef struct {{{inner}}} {name};")
            self.records[kind] = name, fields
        return self.records[kind]
    def constant(self, value):
        if not isinstance(value, tuple):
            value = getattr(value, "compiled", value)
            return number(value), type(value)
        if id(value) not in self.tables:
            texts, kind = flattened(value)
            name = f"table_{len(self.tables)}"
            head = f"static const {self.base(kind)} {name}[] = {{"
            self.parts.append(head + ", ".join(texts) + "};")
            self.tables[id(value)] = value, name, kind
        return self.tables[id(value)][1:]


# ==== common/native.py ====
import _thread
import atexit
import ctypes
import mmap
import shutil
import struct
import tempfile
from contextlib import suppress
from functools import cache
from glob import glob
from select import select
from signal import SIG_DFL, SIGTERM, signal
COMPILERS = ("cc", "gcc", "clang", "g++")
FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt/*/bin", "/usr/lib/llvm*/bin")
PATIENCE = 20.0
SLEEP = 0.85
HELP = 30
BASE_FLAGS = """
-std=c11 -O2 -march=native -fwrapv -ffp-contract=off -fno-math-errno -fno-strict-aliasing
-ftree-vectorize -fvect-cost-model --param=early-inlining-insns=14
-Werror=frame-larger-than=1000000 -shared -fPIC
""".split()
SOON = """
-Og -fno-forward-propagate -fno-tree-ccp -fno-dce -fno-cprop-registers -fira-region=one
"""
TRAPS = (IndexError, OverflowError, ZeroDivisionError, ValueError)
C_TYPES = {int: ctypes.c_int64, float: ctypes.c_double, bool: ctypes.c_bool}
C_TYPES |= {Int8: ctypes.c_int8, Int16: ctypes.c_int16, Int32: ctypes.c_int32}
class Unusable(Exception):
    ...
METHODS = {
    name: lambda self, *given, name=name: getattr(self[:], name)(
        *(x[:] if hasattr(x, "_type_") else x for x in given)
    )
    for name in "__add__ __eq__ __ge__ __gt__ __le__ __lt__ __mul__ __repr__ __rmul__ copy count"
    " index".split()
}
METHODS.update(__class__=list, __radd__=lambda self, other: other + self[:])
@cache
def layout(kind):
    if kind in C_TYPES:
        return C_TYPES[kind]
    fields = [
        (name, type("", (layout(inner) * lengths[-1],), METHODS) if lengths else layout(inner))
        for name, (inner, *lengths) in kind.kernel_fields.items()
    ]
    shape = {"_fields_": fields, "kernel_assign": kind.kernel_assign}
    return type(kind.__name__, (ctypes.Structure,), shape)
def values_of(source, start, is_new=False):
    kind = source.__class__
    for name in kind.kernel_given if is_new else kind.kernel_fields:
        inner, *lengths = kind.kernel_fields[name]
        place = start + getattr(layout(kind), name).offset
        items = getattr(source, name) if lengths else [getattr(source, name)]
        if inner in C_TYPES:
            if inner is bool and {*items} - {0, 1}:
                raise struct.error(name + " is no bool")
            form = f"{(lengths or [1])[0]}{C_TYPES[inner]._type_}"
            is_zero = inner is not float and lengths and items == [0] * lengths[0]
            yield place, bytes(struct.calcsize(form)) if is_zero else struct.pack(form, *items)
        else:
            for item in items:
                yield from values_of(item, place, is_new)
                place += ctypes.sizeof(layout(inner))
class NativeEngine(Engine[AnyMemory]):
    name = "c"
    pace = 10
    def __init__(self, memory, path="", new=None):
        if path:
            self.library = ctypes.CDLL(path)
        kind = layout(memory)
        self.pages = mmap.mmap(-1, ctypes.sizeof(kind), mmap.MAP_PRIVATE)
        self.memory = kind.from_buffer(self.pages)
        new = new or Engine(memory)
        self.write(values_of(new.memory, 0, True))
        for field in new.loaded:
            self.load(field, getattr(new.memory, field))
    def write(self, values):
        for place, data in values:
            self.pages[place : place + len(data)] = data
    def load(self, field, source):
        try:
            self.write(values_of(source, getattr(type(self.memory), field).offset))
        except struct.error as error:
            raise self.stopped(field, error)
    def run(self, kernel, given):
        run, result = entry(self.library, kernel)
        if code := run(ctypes.byref(self.memory), *given, ctypes.byref(result)):
            place = ctypes.c_char_p.in_dll(self.library, "run_place").value or b""
            raise self.stopped(place.decode(), TRAPS[code - 1].__name__)
        return result.value
    def stopped(self, where, why):
        self.has_failed = True
        return EngineFailed(f"C stopped at {where}: {why}")
@cache
def entry(library, kernel):
    _, *kinds, kind = [C_TYPES.get(k, ctypes.c_void_p) for k in kernel.__annotations__.values()]
    run = library["run_" + kernel.__name__]
    run.argtypes = [ctypes.c_void_p, *kinds, ctypes.c_void_p]
    return run, kind()
class Compiled(Engines[AnyMemory]):
    native = None
    folder = ""
    child = 0
    latest = 0.0
    missing = 1
    def start(self, warm_up):
        if not USE_C or os.getenv("BOTSMITH_ENGINE") == "python":
            warm_up()
            return
        if not os.getenv("BOTSMITH_ITERATIONS"):
            self.flags, self.missing = (SOON, *self.flags), 2
        try:
            atexit.register(self._clean_up, True)
            from signal import SIGCHLD
            signal(SIGTERM, lambda *_: sys.exit(143))
            signal(SIGCHLD, SIG_DFL)
            self.folder = tempfile.mkdtemp()
            self.python.twin = NativeEngine(self.memory, "", self.python)
            self.latest = perf_counter() + PATIENCE
            self.end, kept = os.pipe()
            self.child = os.fork()
            if self.child == 0:
                self._compile(warm_up, kept)
            os.close(kept)
            os.read(self.end, 1)
        except (OSError, AttributeError) as error:
            self._clean_up()
            give_up(str(error))
    def current(self, deadline):
        try:
            while self.child and self._waits(deadline):
                pass
        except OSError as error:
            self._clean_up()
            give_up(str(error), self.native)
        return self.native if self.native and not self.native.has_failed else self.python
    def _waits(self, deadline):
        is_timed = deadline.iterations is None or bool(self.flags[1:] and self.native)
        wait = self.latest - perf_counter()
        if is_timed:
            left = deadline.ends - deadline.now()
            wait = max(SLEEP * left, left - 0.02)
            if self.native:
                wait = left / 2 * (self.missing and deadline.turn < HELP)
        if select([self.end], [], [], max(0.0, wait))[0]:
            if number := os.read(self.end, 1):
                engine = self.native or self.python.twin
                engine.library = ctypes.CDLL(f"{self.folder}/{number.decode()}")
                if deadline.turn > 1 and not self.native:
                    report(f"turn {deadline.turn}: C plays")
                self.native = engine
                self.missing -= 1
                return True
            ended, status = os.waitpid(self.child, os.WNOHANG * is_timed)
            if ended:
                self.child = 0
                if status:
                    raise OSError(f"its trial died of signal {os.WTERMSIG(status)}")
                self._clean_up()
            return False
        if perf_counter() > self.latest:
            raise TimeoutError("it takes too long")
        if is_timed and deadline.turn and self.native is None:
            deadline.ends -= (deadline.ends - deadline.started) / 10
            if deadline.turn == 1:
                report("turn 1: no C yet")
        return not is_timed
    def _compile(self, warm_up, kept):
        number = 0
        try:
            os.setsid()
            os.chdir(self.folder)
            os.write(kept, b"s")
            os.close(self.end)
            _thread.start_new_thread(lambda: (select([kept], [], []), os.killpg(0, 9)), ())
            compilers, text = find_compilers(), translate(self.kernels, self.memory)
            for number, flags in enumerate(self.flags):
                path = f"{self.folder}/{number}"
                make_library(compilers, path, text, flags)
                trial = self.python
                trial.twin, trial.is_trial = NativeEngine(self.memory, path, trial), True
                warm_up()
                for place, data in values_of(trial.memory, 0):
                    if trial.twin.pages[place : place + len(data)] != data:
                        raise Unusable("the warm-ups differ")
                os.write(kept, b"%d" % number)
                os.nice(19)
                with suppress(OSError):
                    os.write(os.open("/proc/self/autogroup", os.O_WRONLY), b"19")
                self.python = Engine(self.memory)
        except BaseException as error:
            why = str(error)
            give_up(why if " " in why else repr(error), number)
        finally:
            os._exit(0)
    def _clean_up(self, waits=False):
        child, self.child = self.child, 0
        with suppress(OSError):
            if child:
                os.killpg(child, 9)
                os.waitpid(child, os.WNOHANG * (not waits))
        self.python.twin = None
        shutil.rmtree(self.folder, True)
        signal(SIGTERM, SIG_DFL)
def find_compilers():
    places = ":".join([os.getenv("PATH", ""), *sum(map(glob, FOLDERS), [])])
    if found := [path for name in COMPILERS if (path := shutil.which(name, path=places))]:
        return found
    raise Unusable("no C compiler found")
def make_library(compilers, path, text, flags=""):
    compiler, *others = compilers
    last = ["-xc", "-", "-o", path, "-nostdlib", "-lm", "-lgcc"]
    command = [compiler, *BASE_FLAGS, *flags.split(), *last]
    own = {**os.environ, "TMPDIR": os.path.dirname(path)}
    with open(path + ".c", "w+") as source, open(path + ".txt", "w+", errors="replace") as said:
        source.write(text)
        source.seek(0)
        ends = [(os.POSIX_SPAWN_DUP2, f.fileno(), n) for n, f in enumerate((source, said, said))]
        status = os.waitpid(os.posix_spawn(compiler, command, own, file_actions=ends), 0)[1]
        said.seek(0)
        errors = re.findall(".{,99}error.{,195}", said.read(65536))
    if status:
        if others:
            return make_library(others, path, text, flags)
        if (fewer := re.sub(r"-f\S+", "", flags)) != flags:
            return make_library(compilers, path, text, fewer)
        raise Unusable(f"{compiler}: {[*map(ascii, errors), 'it failed'][0]}")
def give_up(why, has_c=None):
    report(("C stays as it is: " if has_c else "no C, CPython plays: ") + why)


# ==== common/translate.py ====
import ast
import builtins
BITWISE = dict(BitAnd="&", BitOr="|", BitXor="^")
SIGNS = dict(BITWISE, Add="+", Sub="-", USub="-", Mult="*")
ORDER = dict(Lt="<", LtE="<=", Gt=">", GtE=">=", Eq="==", NotEq="!=")
SHL = "LShift"
LOW = {*SIGNS, SHL}
FIXED = (*SCALARS, tuple, type(math), type(None))
CALL = "call_"
class Refused(Exception):
    ...
def need(is_so):
    if not is_so:
        raise ValueError
def kind_of(node):
    return type(node).__name__
def name_in(node):
    return getattr(node, "id", "")
@cache
def changing(path):
    text = "".join(linecache.getlines(path)).replace("\\\n", "")
    way = r"""(?:[\n:;"'][ \t]*(?:global|nonlocal)\b|globals\(\)\[.)([\w, \t]+)"""
    return {*re.findall(r"\w+", ",".join(re.findall(way, text)))}
def read(code):
    lines, first = [*linecache.getlines(code.co_filename), "end"], code.co_firstlineno - 1
    last = max(line or 0 for *_, line in code.co_lines())
    edge = len(lines[first]) - len(lines[first].lstrip())
    while not lines[last][: edge + 1].strip(" \t\n)]}"):
        last += 1
    text = "\n" * (first - 1) + "if 1:" * (edge > 0) + "\n" + "".join(lines[first:last])
    body = ast.parse(text).body
    (tree,) = body[0].body if edge else body
    tree.decorator_list.pop()
    return {code.co_name: tree}[tree.name]
class Function:
    has_break = False
    test = "if"
    depth = 0
    def __init__(self, program, function, kinds):
        code = function.__code__
        self.program = program
        try:
            self.tree = read(code)
        except Exception:
            why = "the file cannot be read or has changed: "
            raise Refused(why + code.co_filename)
        self.file = code.co_filename.rpartition("/")[2]
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        self.names = function.__globals__ | dict(zip(code.co_freevars, cells))
        self.name = f"{CALL}{len(program.functions)}_{function.__name__}"
        *stated, self.result = [*function.__annotations__.values()] or [None]
        if len(stated) != code.co_argcount:
            raise self.refused(self.tree)
        pairs = zip(stated, kinds, strict=True)
        need(all(one is two or one not in C_NAMES for one, two in pairs))
        self.kinds = dict(zip(code.co_varnames, kinds))
        self.parameters = [*self.kinds]
        self.own = {*code.co_varnames, *code.co_cellvars} | changing(code.co_filename)
        self.sure = {*self.parameters}
        self.fixed = set()
        self.lines = []
        self.put = self.lines.append
    def write(self):
        if self.block(self.tree.body) and self.result:
            raise self.refused(self.tree)
        texts = {name: self.program.declare(kind, name + "_") for name, kind in self.kinds.items()}
        head = call(self.name, *map(texts.pop, self.parameters))
        new = [text + ";" for name, text in texts.items() if name not in self.fixed]
        return "\n".join([f"static inline {C_NAMES[self.result]} {head}{{", *new, *self.lines, "}"])
    def refused(self, node):
        text = ast.unparse(node).splitlines()[0]
        return Refused(f"{self.file}:{node.lineno}: not in the subset: {text}")
    def tried(self, node, *is_low):
        try:
            value = self.outside(node) if is_low else None
            if value is not None:
                return self.program.constant(value)
            return getattr(self, kind_of(node))(node, *is_low)
        except Refused:
            raise
        except Exception:
            raise self.refused(node)
    def block(self, nodes):
        self.depth += 1
        is_reached = all(map(self.statement, nodes))
        self.depth -= 1
        if not is_reached:
            self.sure = {*self.own}
        return is_reached
    def statement(self, node):
        return self.tried(node) is not False
    def Pass(self, node):
        pass
    def Continue(self, node):
        self.has_break |= type(node) is ast.Break
        self.put(kind_of(node).lower() + ";")
        return False
    Break = Continue
    def Return(self, node):
        text, kind = self.code(node.value) if node.value else ("", None)
        need(kind == self.result)
        self.put(f"return {text};")
        return False
    def Expr(self, node):
        if type(node.value) is not ast.Constant:
            need(type(node.value) is ast.Call)
            self.put(self.code(node.value)[0] + ";")
    def Assign(self, node):
        targets = getattr(node, "targets", None) or [node.target]
        value = node.value
        made = type(value) is ast.Call and self.outside(value.func)
        if made in (numbers, records) or is_record(made):
            (target,) = targets
            self.make(target.id, value, made)
        elif type(value) is ast.Tuple:
            (target,) = targets
            made = [(self.let(text), kind) for text, kind in map(self.code, value.elts)]
            for place, part in zip(target.elts, made, strict=True):
                self.store(place, *part, node)
        else:
            text, kind = self.code(value)
            if targets[1:]:
                text = self.let(text)
            for target in targets:
                self.store(target, text, kind, node)
    AnnAssign = Assign
    def let(self, text):
        name = f"t{len(self.lines)}"
        self.put(call("LET", name, text))
        return name
    def store(self, target, text, kind, node):
        if kind in NARROW:
            text, kind = "(Int)" + text, int
        if name := name_in(target):
            need(kind and type(kind) is not tuple and name not in self.fixed)
            stated = self.outside(getattr(node, "annotation", node))
            wanted = self.kinds.setdefault(name, stated if NARROW.get(stated) is kind else kind)
            self.sure.add(name)
        else:
            place, wanted = self.tried(target, False)
            need(wanted in C_NAMES)
        need(NARROW.get(wanted, wanted) == kind)
        text = self.fit(text, wanted, node)
        self.put(f"{name}_ = {text};" if name else call("SET", place, text))
    def AugAssign(self, node):
        place, kind = self.tried(node.target, False)
        wide = NARROW.get(kind, kind)
        text, other = self.binary(("*old", wide), self.code(node.value), node)
        need(other is wide)
        self.put(call("CHANGE", place, self.fit(text, kind, node)))
    def fit(self, text, kind, node):
        return call("fit_" + kind.__name__, text, self.place(node)) if kind in NARROW else text
    def make(self, name, value, made):
        kind = made
        if value.args:
            kind = Array(*map(self.outside, value.args))
            made = kind.item
        need(name not in self.kinds and self.depth < 2 and not getattr(made, "kernel_given", None))
        text = f"{self.program.base(kind)} {name}_[{width(kind)}]"
        if is_record(made) or width(kind) > 999:
            self.put(f"static {text}; __builtin_memset({name}_, 0, sizeof {name}_);")
        else:
            self.put(text + " = {0};")
        self.fixed.add(name)
        self.sure.add(name)
        self.kinds[name] = kind
    def If(self, node):
        self.put(call(self.test, self.truth(node.test)) + "{")
        before = {*self.sure}
        is_reached = self.block(node.body)
        after, self.sure = self.sure, before
        self.put("} else {")
        is_reached |= self.block(node.orelse)
        self.sure &= after
        self.put("}")
        return is_reached
    def While(self, node):
        self.put(call("while", self.truth(node.test)) + "{")
        return self.loop(node) or not self.outside(node.test)
    def For(self, node):
        loop = node.iter
        function = self.outside(getattr(loop, "func", loop))
        start, step = "0", 1
        item = "n", int
        if function is range:
            *_, start, stop = "0", *[self.want(part, int) for part in loop.args[:2]]
            ends = [*map(self.outside, loop.args)]
            (step,) = ends[2:] or [1]
            need(step)
            if abs(step) > 1:
                place = self.place(node)
                stop = call("Sub_int", call("Add_int", stop, step, place), step, place)
        else:
            if function is enumerate:
                (loop,) = loop.args + loop.keywords
            text, kind = self.code(loop)
            stop, part = kind.length, self.part(self.let(text), kind.item, "n")
            item = zip(item, part) if function is enumerate else part
        self.put(call("LOOP", start, stop, "<" if step > 0 else ">", step) + "{")
        self.loop(node, *item)
    def loop(self, node, *item):
        need(not node.orelse)
        before, outer, self.has_break = {*self.sure}, self.has_break, False
        if item:
            self.store(node.target, *item, node)
        self.block(node.body)
        self.put("}")
        is_left, self.has_break, self.sure = self.has_break, outer, before
        return is_left
    def outside(self, node):
        if type(node) is ast.Constant:
            return node.value
        if not self.is_outside(node, True):
            return None
        try:
            name = name_in(node)
            value = self.names.get(name) or vars(builtins).get(name)
            value = value or eval(compile(ast.Expression(node), "", "eval"), self.names)
            return value if type(value) not in SCALARS or number(value) else None
        except (ArithmeticError, ValueError):
            return None
    def is_outside(self, node, is_top=False):
        name = name_in(node)
        if type(node) is ast.Call or name in self.own:
            return False
        is_fixed = is_top or type(self.names.get(name)) in FIXED
        return is_fixed and all(map(self.is_outside, ast.iter_child_nodes(node)))
    def place(self, node):
        return f'"{self.file}:{node.lineno}"'
    def in_order(self, word, *texts):
        names, lets = [*texts], ""
        if texts[1:] and CALL in "".join(texts):
            names = [f"v{n}" for n in range(len(texts))]
            lets = "".join(map(call, ["LET"] * len(texts), names, texts))
        text = call(word, *names) if word.isidentifier() else call("", word.join(names))
        return "({" + lets + text + ";})" if lets else text
    def known(self, name, texts, node):
        kind, count = RESULTS[name]
        need(count == len(texts))
        return self.in_order(name, *texts, self.place(node)), kind
    def want(self, node, kind, is_low=False):
        text, found = self.code(node, is_low)
        if found != kind:
            raise self.refused(node)
        return text
    def truth(self, node):
        text, kind = self.code(node, type(node) is ast.BoolOp)
        need(kind in SCALARS)
        return text
    def code(self, node, is_low=False):
        text, kind = self.tried(node, is_low)
        return ("(Int)" + text, int) if kind in NARROW else (text, kind)
    def Name(self, node, _):
        need(node.id in self.sure)
        return node.id + "_", self.kinds[node.id]
    def Attribute(self, node, _):
        text, record = self.code(node.value)
        kind = self.program.record(record)[1][node.attr]
        return f"({'&' * is_record(kind)}{text}->{node.attr}_)", kind
    def Subscript(self, node, _):
        index = node.slice
        text, kind = self.code(node.value)
        need(type(node.ctx) is ast.Load or not kind.is_table)
        place, known = self.want(index, int), self.outside(index)
        if known is None:
            place = call("at", place, kind.length, self.place(node))
        else:
            place = number(range(kind.length)[getattr(known, "compiled", known)])
        return self.part(text, kind.item, place)
    def part(self, text, kind, place):
        where = self.in_order("PLACE", text, place + "*" + str(width(kind)))
        return (call("*", where) if kind in C_NAMES else where), kind
    def UnaryOp(self, node, is_low):
        inner, op = node.operand, kind_of(node.op)
        if op == "USub":
            right = self.code(inner, is_low)
            return self.binary(("0" if right[1] is int else "-0.0", right[1]), right, node, is_low)
        if op == "Not":
            return call("!", self.truth(inner)), bool
        return call(dict(Invert="~")[op], self.want(inner, int, is_low)), int
    def BinOp(self, node, is_low):
        left, op, right = node.left, kind_of(node.op), node.right
        is_low &= op in LOW
        if op == "BitAnd":
            for mask in map(self.outside, (left, right)):
                is_low |= type(mask) is int and mask >= 0
        first = self.code(left, is_low)
        second = self.code(right, is_low and op != SHL)
        return self.binary(first, second, node, is_low)
    def BoolOp(self, node, is_test):
        parts = [self.truth(n) if is_test else self.want(n, bool) for n in node.values]
        return call("", ("&&" if type(node.op) is ast.And else "||").join(parts)), bool
    def Compare(self, node, _):
        texts, kinds = zip(*map(self.code, (node.left, *node.comparators)))
        (kind,) = {*kinds}
        need(kind in SCALARS and not (texts[2:] and CALL in "".join(texts)))
        pairs = zip([ORDER[kind_of(op)] for op in node.ops], texts, texts[1:])
        return call("", "&&".join(self.in_order(*pair) for pair in pairs)), bool
    def IfExp(self, node, _):
        text, kind = self.code(node.body)
        arms = text + ":" + self.want(node.orelse, kind)
        return call("", self.truth(node.test) + "?" + arms), kind
    def Call(self, node, _):
        func, given, more = node.func, node.args, [*node.keywords]
        if getattr(func, "attr", "") in ("bit_count", "bit_length") and not given:
            return self.known(func.attr + "_int", [self.want(func.value, int)], node)
        function = self.outside(func)
        codes = [*map(self.code, given)]
        need(not more)
        return self.call(function, codes, node)
    def binary(self, left, right, node, is_low=False):
        texts, kinds = zip(left, right)
        op, is_int = kind_of(node.op), {*kinds} == {int}
        need({*kinds} <= {int, float} and (is_int or op not in BITWISE))
        if op in SIGNS and (is_low or not is_int or op in BITWISE):
            text = self.in_order(SIGNS[op], *texts)
            if is_int:
                return text, int
            return call("ROUNDED", text) if op == "Mult" else text, float
        if op == "FloorDiv" and not is_int:
            need(texts[1] in ("(1.0)", "(1l)"))
        suffix = "_float" if not is_int else "_low" if is_low and op == SHL else "_int"
        return self.known(op.lstrip("U") + suffix, texts, node)
    def call(self, function, given, node):
        if function in (min, max) and given[2:]:
            given = [self.call(function, given[:-1], node), given[-1]]
        texts, kinds = [*zip(*given)] or [(), ()]
        function = getattr(function, "in_c", function)
        if hasattr(function, "is_kernel"):
            writer = self.program.call(function, kinds)
            return self.in_order(writer.name, *texts), writer.result
        if function is assign:
            one, two = kinds
            need(one == two and is_record(one))
            return self.in_order("COPY", *texts), None
        if function is len:
            return self.program.constant(kinds[0].length)
        if function in (int, float) and kinds in ((int,), (bool,), (function,)):
            return call("", call("", C_NAMES[function]) + texts[0]), function
        name = function.__name__
        in_math = vars(math).get(name)
        if function is in_math and RESULTS[name + "_float"][0] is float:
            kinds = tuple(float if kind is int else kind for kind in kinds)
        else:
            need(function in (in_math, vars(builtins).get(name)))
        (kind,) = {*kinds}
        return self.known(name + "_" + kind.__name__, texts, node)
class Program(Types):
    writer = Function
    def call(self, function, kinds):
        key = (function, *kinds)
        if key not in self.functions:
            writer = self.writer(self, function, kinds)
            self.functions[key] = None
            self.parts.append(writer.write())
            self.functions[key] = writer
        return self.functions[key]
    def entry(self, function, kinds):
        writer = self.call(function, kinds)
        names = [f"a{n}_" for n in range(len(kinds))]
        given = [*map(self.declare, kinds, names), C_NAMES[writer.result] + " *result"]
        body = "*result = " * bool(writer.result) + call(writer.name, *names)
        run = "run_" + function.__name__
        self.parts.append(call("ENTRY", run, call("", *given), call("", *names, "result"), body))
def translate(kernels, memory):
    program = Program()
    for kernel in kernels:
        program.entry(kernel, [memory, *[*kernel.__annotations__.values()][1:-1]])
    return "\n".join(program.parts) + "\n"


# ==== bots/uttt/main_mcts.py ====
main()
