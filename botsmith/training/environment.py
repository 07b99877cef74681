"""What a contest brings for self-play: `contests/GAME/environment.py`, and many matches of it.

    ACTORS    how many act in every turn, each by the policy
    INPUTS    numbers that an actor sees
    MOVES     what it chooses from, 0..MOVES-1
    TERMS     reward terms: name -> weight; see `weights_at` for weights that change
    Match     a record: all that a match needs
    begin     kernel: begins a match; is_exam: one that training does not see
    observe   kernel: writes an actor's INPUTS, -255..255 each
    play      kernel: plays a turn of all actors, writes their gains, and returns whether the match
              is over. gains[actor * terms + term] is 0.0 before; moves[actor] is a move
    allow     kernel, may be missing: sets legal[move], False before, for an actor

docs/training.md has an example.
"""

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from botsmith.compiler.compile import c_text
from botsmith.errors import BadInput
from botsmith.training.contest import module_of
from common.kernel import Int16, Numbers, Records, is_record, kernel, numbers, record, records
from common.native import NativeEngine, find_compiler, layout, make_library
from common.rng import Dice, make_dice

Array = NDArray[Any]
Weight = float | Sequence[tuple[float, float]]
UNIT = 128  # of inputs, which are within 255: 1.0 in the network of floats
FLOAT = np.float32
NEVER = FLOAT(-1e9)  # added to the logit of a move that is not allowed


class Environment(Protocol):
    """A contest's module, as the top of this page describes it."""

    ACTORS: int
    INPUTS: int
    MOVES: int
    TERMS: Mapping[str, Weight]
    Match: type
    begin: Callable[[Any, Dice, bool], None]
    observe: Callable[[Any, int, Numbers[int]], None]
    play: Callable[[Any, Numbers[int], Numbers[float], Dice], bool]

    def __hash__(self) -> int: ...


def find_environment(package: str, name: str = "environment") -> Environment:
    """Returns the module `name` of a package such as contests.csb.

    BadInput that says what is missing.
    """
    module: Any = module_of(package, name)
    for wanted in Environment.__annotations__:
        if not hasattr(module, wanted):
            raise BadInput(
                f"{module.__file__}: no {wanted}, which `train policy` needs (docs/training.md)"
            )
    for wanted in ("ACTORS", "INPUTS", "MOVES"):
        value = getattr(module, wanted)
        if type(value) is not int or value < 1:
            raise BadInput(f"{module.__file__}: {wanted} = {value!r}: expected a count from 1 on")
    if not is_record(module.Match):
        raise BadInput(f"{module.__file__}: Match is no record")
    if not module.TERMS:
        raise BadInput(f"{module.__file__}: TERMS: expected a reward term at least")
    for term, weight in module.TERMS.items():
        points = points_of(weight)
        if not points or [share for share, _ in points] != sorted(share for share, _ in points):
            raise BadInput(
                f"{module.__file__}: TERMS[{term!r}]: expected a number, or (share, weight) pairs"
                f" in the order of the shares, got {weight!r}"
            )
    return module  # type: ignore[no-any-return]


def points_of(weight: Weight) -> Sequence[tuple[float, float]]:
    """Returns a term's weight as (share, weight) pairs."""
    return weight if isinstance(weight, Sequence) else [(0.0, weight)]


def weights_at(environment: Environment, share: float) -> Array:
    """Returns the terms' weights after this share of the training, 0..1.

    A weight is a number, or (share, weight) pairs, between which it changes evenly.
    """
    found = []
    for weight in environment.TERMS.values():
        shares, weights = zip(*points_of(weight), strict=True)
        found.append(float(np.interp(share, np.array(shares), np.array(weights))))
    return np.array(found)


@dataclass(frozen=True)
class Kernels:
    """begin_all(memory) begins a match in every lane; play_all(memory) plays a turn of all."""

    memory: Any
    lane: Any
    seat: Any
    begin_all: Callable[[Any], None]
    play_all: Callable[[Any], None]


@cache
def bind(environment: Any, lane_count: int) -> Kernels:
    """Returns the kernels of an environment with so many matches side by side in one record."""
    if TYPE_CHECKING:
        from botsmith.training.contest import AnyRecord as Match
    else:
        Match = environment.Match
    begin, observe, play = environment.begin, environment.observe, environment.play
    actors, input_count, move_count = environment.ACTORS, environment.INPUTS, environment.MOVES
    gain_count = actors * len(environment.TERMS)

    @record
    class Seat:
        """An actor's inputs and moves."""

        inputs: Numbers[int] = numbers(Int16, input_count)
        legal: Numbers[bool] = numbers(bool, move_count)

    @record
    class Lane:
        """A match.

        turns: played. gains: of the last turn. sums: of all its turns.
        has_ended: it was over after the last turn; then `match` is the next one already, and
        last_turns and last_sums are the old one's.
        """

        match: Match
        dice: Dice
        turns: int
        last_turns: int
        has_ended: bool
        moves: Numbers[int] = numbers(int, actors)
        gains: Numbers[float] = numbers(float, gain_count)
        sums: Numbers[float] = numbers(float, gain_count)
        last_sums: Numbers[float] = numbers(float, gain_count)
        seats: Records[Seat] = records(Seat, actors)

    @record
    class Lanes:
        """All matches."""

        is_exam: bool
        lanes: Records[Lane] = records(Lane, lane_count)

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

    allow = getattr(environment, "allow", allow_nothing)

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
        for index in range(lane_count):
            start(memory.lanes[index], memory.is_exam)
            show(memory.lanes[index])

    @kernel
    def play_all(memory: Lanes) -> None:
        for index in range(lane_count):
            lane = memory.lanes[index]
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
                start(lane, memory.is_exam)
            show(lane)

    return Kernels(Lanes, Lane, Seat, begin_all, play_all)


def build_library(environment: Environment, lanes: int, path: Path) -> None:
    """Compiles an environment's kernels into a library. BadInput as from `c_text`."""
    kernels = bind(environment, lanes)
    text = c_text([kernels.begin_all, kernels.play_all], kernels.memory)
    make_library(find_compiler(), str(path), text)


class Matches:
    """Matches side by side, in C.

    Every array is a view of the kernels' memory, with the lane first:
    inputs [lanes, ACTORS, INPUTS], legal [lanes, ACTORS, MOVES] (None if all moves always are),
    moves [lanes, ACTORS], gains, sums and last_sums [lanes, ACTORS, terms], turns, last_turns
    and has_ended [lanes]. `pages` holds all of it.
    """

    def __init__(
        self, environment: Environment, lanes: int, library: Path, seed: int, is_exam: bool = False
    ) -> None:
        self.lanes, self.actors = lanes, environment.ACTORS
        self.kernels = bind(environment, lanes)
        self.engine: NativeEngine[Any] = NativeEngine(self.kernels.memory, str(library))
        self.pages = self.engine.pages
        actors, terms = self.actors, len(environment.TERMS)
        lane: Any = layout(self.kernels.lane)
        seat: Any = layout(self.kernels.seat)
        self.moves = self._view(lane.moves, np.int64, actors)
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
        self.engine.memory.is_exam = is_exam
        dice = self._view(lane.dice, np.int64)
        for lane in range(lanes):
            dice[lane] = make_dice(seed * lanes + lane).state

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
        return np.ndarray((self.lanes, *shape), dtype, self.pages, place, strides)

    def look(self, inputs: Array, masks: Array | None) -> None:
        """Writes what all actors see: rows of `inputs` [lanes * ACTORS, INPUTS + 1] but for the
        last column, and of `masks` [lanes * ACTORS, MOVES], 0 or NEVER, if moves may be forbidden.
        """
        rows = self.lanes * self.actors
        np.multiply(self.inputs.reshape(rows, -1), FLOAT(1.0 / UNIT), out=inputs[:, :-1])
        if masks is not None and self.legal is not None:
            np.multiply(~self.legal.reshape(rows, -1), NEVER, out=masks)

    def begin(self) -> None:
        """Begins a match in every lane."""
        self.engine.call(self.kernels.begin_all)

    def play(self) -> None:
        """Plays a turn of all matches with the moves in `moves`; what is over begins anew."""
        self.engine.call(self.kernels.play_all)
