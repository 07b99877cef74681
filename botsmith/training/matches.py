"""Many matches of an environment side by side: its kernels in one record, compiled to C."""

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from botsmith.compiler.compile import c_text
from botsmith.training.environment import (
    FLOAT,
    NEVER,
    UNIT,
    Array,
    Environment,
    symmetries_of,
)
from common.kernel import Int16, Numbers, Records, kernel, numbers, record, records
from common.native import NativeEngine, find_compilers, layout, make_library
from common.rng import Dice, make_dice


@record
class NoDesk:
    """Stands for the Desk of an environment that has none."""

    unused: int


@dataclass(frozen=True)
class Kernels:
    """begin_all(memory) begins a match in every lane; play_all(memory) plays a turn of all;
    teach_all(memory) asks the teacher in all.
    """

    memory: Any
    lane: Any
    seat: Any
    begin_all: Callable[[Any], None]
    play_all: Callable[[Any], None]
    teach_all: Callable[[Any], None]


@cache
def bind(environment: Any, lane_count: int) -> Kernels:
    """Returns the kernels of an environment with so many matches side by side in one record."""
    if TYPE_CHECKING:
        from botsmith.training.contest import AnyRecord as Desk, AnyRecord as Match
    else:
        Match, Desk = environment.Match, getattr(environment, "Desk", NoDesk)
    begin, observe, play = environment.begin, environment.observe, environment.play
    actors, input_count, move_count = environment.ACTORS, environment.INPUTS, environment.MOVES
    gain_count = actors * len(environment.TERMS)
    chance_count = actors * move_count

    @record
    class Seat:
        """An actor's inputs and moves."""

        inputs: Numbers[int] = numbers(Int16, input_count)
        legal: Numbers[bool] = numbers(bool, move_count)

    @record
    class Lane:
        """A match.

        rival: the place of who plays side 1 in RIVALS and SPARRING, -1 for nobody
        chances: of the moves by the teacher
        turns: played
        gains: of the last turn
        sums: of all its turns
        has_ended: it was over after the last turn; then `match` is the next one already, and
        last_turns and last_sums are the old one's
        """

        match: Match
        dice: Dice
        rival: int = -1
        turns: int
        last_turns: int
        has_ended: bool
        moves: Numbers[int] = numbers(int, actors)
        chances: Numbers[float] = numbers(float, chance_count)
        gains: Numbers[float] = numbers(float, gain_count)
        sums: Numbers[float] = numbers(float, gain_count)
        last_sums: Numbers[float] = numbers(float, gain_count)
        seats: Records[Seat] = records(Seat, actors)

    @record
    class Lanes:
        """The memory of all matches.

        used: lanes that play, the first ones
        iterations: of the teacher
        is_exam: a lane plays one match
        """

        is_exam: bool
        used: int = lane_count
        iterations: int
        lanes: Records[Lane] = records(Lane, lane_count)
        desk: Desk  # the last one: it is no part of what a training saves

    @kernel
    def start(lane: Lane, is_exam: bool) -> None:
        """Begins a match in a lane."""
        begin(lane.match, lane.dice, is_exam)
        lane.turns = 0
        for index in range(gain_count):
            lane.sums[index] = 0.0

    @kernel
    def allow_nothing(match: Match, actor: int, legal: Numbers[bool]) -> None:
        """Stands for `allow` where no move is ever forbidden: nobody reads `legal` then."""
        return

    @kernel
    def answer_nothing(match: Match, rival: int, desk: Desk, dice: Dice) -> None:
        """Stands for `answer` where there are no rivals: nobody calls it then."""
        return

    @kernel
    def teach_nothing(
        match: Match, iterations: int, desk: Desk, dice: Dice, chances: Numbers[float]
    ) -> None:
        """Stands for `teach` where there is no teacher: nobody calls it then."""
        return

    allow = getattr(environment, "allow", allow_nothing)
    answer = getattr(environment, "answer", answer_nothing)
    teach = getattr(environment, "teach", teach_nothing)

    @kernel
    def show(lane: Lane) -> None:
        """Writes what all actors see and may do."""
        for actor in range(actors):
            seat = lane.seats[actor]
            observe(lane.match, actor, seat.inputs)
            for move in range(move_count):
                seat.legal[move] = False
            allow(lane.match, actor, seat.legal)

    @kernel
    def begin_all(memory: Lanes) -> None:
        for index in range(memory.used):
            start(memory.lanes[index], memory.is_exam)
            show(memory.lanes[index])

    @kernel
    def play_lane(lane: Lane, is_exam: bool) -> None:
        """Plays a turn of a match; the next one begins if it is over."""
        for place in range(gain_count):
            lane.gains[place] = 0.0
        is_over = play(lane.match, lane.moves, lane.gains, lane.dice)
        lane.turns += 1
        for place in range(gain_count):
            lane.sums[place] += lane.gains[place]
        lane.has_ended = is_over
        if is_over:
            lane.last_turns = lane.turns
            for place in range(gain_count):
                lane.last_sums[place] = lane.sums[place]
            start(lane, is_exam)
        show(lane)

    @kernel
    def play_all(memory: Lanes) -> None:
        for index in range(memory.used):
            lane = memory.lanes[index]
            if not memory.is_exam or lane.last_turns == 0:
                if lane.rival >= 0:
                    answer(lane.match, lane.rival, memory.desk, lane.dice)
                play_lane(lane, memory.is_exam)

    @kernel
    def teach_all(memory: Lanes) -> None:
        for index in range(memory.used):
            lane = memory.lanes[index]
            for place in range(chance_count):
                lane.chances[place] = 0.0
            teach(lane.match, memory.iterations, memory.desk, lane.dice, lane.chances)

    return Kernels(Lanes, Lane, Seat, begin_all, play_all, teach_all)


def build_library(environment: Environment, lanes: int, path: Path) -> None:
    """Compiles an environment's kernels into a library. BadInput as from `c_text`."""
    kernels = bind(environment, lanes)
    entries = [kernels.begin_all, kernels.play_all, kernels.teach_all]
    text = c_text(entries, kernels.memory)
    make_library(find_compilers(), str(path), text)


class Matches:
    """Matches side by side, in C.

    Every array is a view of the kernels' memory, with the lane first:
    inputs [lanes, ACTORS, INPUTS], legal [lanes, ACTORS, MOVES] (None if all moves always are),
    moves [lanes, ACTORS], chances [lanes, ACTORS, MOVES], gains, sums and last_sums
    [lanes, ACTORS, terms], rivals, turns, last_turns and has_ended [lanes]. `pages` holds all of
    it.
    """

    def __init__(
        self,
        environment: Environment,
        lanes: int,
        library: Path,
        seed: int,
        is_exam: bool = False,
        used: int | None = None,
    ) -> None:
        """Loads a library of so many lanes. used: matches that are played; None for all lanes."""
        self.kernels = bind(environment, lanes)
        self.lanes, self.actors = lanes if used is None else used, environment.ACTORS
        self.engine: NativeEngine[Any] = NativeEngine(self.kernels.memory, str(library))
        memory: Any = layout(self.kernels.memory)
        self.pages = memoryview(self.engine.pages)[: memory.desk.offset]
        actors, terms = self.actors, len(environment.TERMS)
        lane: Any = layout(self.kernels.lane)
        seat: Any = layout(self.kernels.seat)
        self.rivals = self._view(lane.rival, np.int64)
        self.moves = self._view(lane.moves, np.int64, actors)
        self.chances = self._view(lane.chances, np.float64, actors, environment.MOVES)
        self.gains = self._view(lane.gains, np.float64, actors, terms)
        self.sums = self._view(lane.sums, np.float64, actors, terms)
        self.last_sums = self._view(lane.last_sums, np.float64, actors, terms)
        self.turns = self._view(lane.turns, np.int64)
        self.last_turns = self._view(lane.last_turns, np.int64)
        self.has_ended = self._view(lane.has_ended, np.bool_)
        seats = lane.seats.offset, ctypes.sizeof(seat)
        self.inputs = self._view(seat.inputs, np.int16, actors, environment.INPUTS, seats=seats)
        self.legal = None
        if hasattr(environment, "allow"):
            self.legal = self._view(seat.legal, np.bool_, actors, environment.MOVES, seats=seats)
        symmetries = symmetries_of(environment)
        symmetry_of = np.arange(self.lanes * actors) // actors % len(symmetries)
        self.turned = [
            (np.flatnonzero(symmetry_of == number), *symmetries[number])
            for number in range(1, len(symmetries))
        ]
        self.engine.memory.is_exam = is_exam
        self.engine.memory.used = self.lanes
        dice = self._view(lane.dice, np.int64)
        for place in range(self.lanes):
            dice[place] = make_dice(seed * lanes + place).state

    def _view(
        self, field: Any, kind: Any, *shape: int, seats: tuple[int, int] | None = None
    ) -> Array:
        """Returns a field of all lanes as [lanes, *shape].

        seats: of a field of seats, where these begin in a lane and how far apart they are; the
        first axis of `shape` is theirs
        """
        dtype = np.dtype(kind)
        inner = [dtype.itemsize * int(np.prod(shape[axis + 1 :])) for axis in range(len(shape))]
        place = layout(self.kernels.memory).lanes.offset + field.offset
        if seats:
            place, inner[0] = place + seats[0], seats[1]
        strides = (ctypes.sizeof(layout(self.kernels.lane)), *inner)
        return np.ndarray((self.lanes, *shape), dtype, self.engine.pages, place, strides)

    def look(self, inputs: Array, masks: Array | None) -> None:
        """Writes what all actors see. Each lane is seen in one of the symmetries, by turns.

        inputs: [lanes * ACTORS, INPUTS + 1]; the last column stays
        masks: [lanes * ACTORS, MOVES], 0 or NEVER, if moves may be forbidden
        """
        rows = self.lanes * self.actors
        np.multiply(self.inputs.reshape(rows, -1), FLOAT(1.0 / UNIT), out=inputs[:, :-1])
        if masks is not None and self.legal is not None:
            np.multiply(~self.legal.reshape(rows, -1), NEVER, out=masks)
        for some, places, moves in self.turned:
            inputs[some, :-1] = inputs[some][:, places]
            if masks is not None:
                masks[some] = masks[some][:, moves]

    def begin(self) -> None:
        """Begins a match in every lane."""
        self.engine.call(self.kernels.begin_all)

    def teach(self, iterations: int) -> None:
        """Writes the teacher's chances in all matches, of the moves as nobody turns them."""
        self.engine.memory.iterations = iterations
        self.engine.call(self.kernels.teach_all)

    def play(self) -> None:
        """Plays a turn of all matches with the moves in `moves`, as they were seen; what is over
        begins anew.
        """
        seen = self.moves.reshape(-1)
        for some, _, moves in self.turned:
            seen[some] = moves[seen[some]]
        if self.turned:
            self.moves[:] = seen.reshape(self.moves.shape)
        self.engine.call(self.kernels.play_all)
