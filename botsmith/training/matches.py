"""Plays many matches of an environment side by side, in C, with their memory in one record."""

import ctypes
from collections.abc import Callable
from copy import copy
from functools import cache
from pathlib import Path
from time import perf_counter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from botsmith.errors import BadInput
from botsmith.training.calls import Caller, bind as bind_calls, note
from botsmith.training.crew import ALONE, Crew
from botsmith.training.dense import FLOAT, Array
from botsmith.training.environment import NEVER, UNIT, Environment, sides_of, symmetries_of
from botsmith.training.faults import (
    ANSWER,
    BEGIN,
    CHANCE,
    LONG,
    LONGEST_LINE,
    MOST_GAIN,
    SILENT,
    TEACH,
    fault_line,
    longest_of,
    short,
    stuck_words,
)
from botsmith.training.library import build, fields_of, paths_of
from botsmith.training.watch import watched
from common.engine import EngineFailed
from common.kernel import Int16, Numbers, Records, kernel, numbers, record, records
from common.native import NativeEngine, layout
from common.rng import Dice, make_dice

MOST_BYTES = 1 << 30  # of all matches
SLOW = 3e-4  # seconds of a step that is worth threads
STEPS = 64  # that are played again at most, to find a fault
STOPPED = -1  # the fault of a kernel that C stopped


@record
class NoDesk:
    """The Desk of an environment that has none."""

    unused: int


Call = Callable[[Any, int, int, int], None]


@cache
def bind(environment: Any, lane_count: int, part_count: int = 1) -> tuple[Any, list[Call]]:
    """Returns the record of `lane_count` matches of an environment, and three kernels.

    begin_all(memory, part, first, end) begins a match in lanes first..end - 1
    play_all(memory, part, first, end) plays a turn in these lanes
    teach_all(memory, part, first, end) asks the teacher in these lanes
    Different parts, of `part_count`, may run at once.
    """
    if TYPE_CHECKING:
        from botsmith.training.contest import AnyRecord as Desk, AnyRecord as Match
    else:
        Match, Desk = environment.Match, getattr(environment, "Desk", NoDesk)
    begin, (observe, allow, play) = environment.begin, bind_calls(environment)
    actors, input_count, move_count = environment.ACTORS, environment.INPUTS, environment.MOVES
    gain_count = actors * len(environment.TERMS)
    chance_count = actors * move_count
    longest = longest_of(environment)
    has_allow = hasattr(environment, "allow")

    @record
    class Seat:
        """An actor's inputs and moves."""

        inputs: Numbers[int] = numbers(Int16, input_count)
        legal: Numbers[bool] = numbers(bool, move_count)

    @record
    class Lane:
        """A match.

        rival: the player of side 1, by its index in RIVALS followed by SPARRING; -1 for none
        chances: the teacher's chance of each move
        turns: number of turns played
        gains, sums: the gains of the last turn, and of all turns of the match so far
        has_ended: True if a match ended in the last turn. Then `match` is the next match, and
        last_turns and last_sums are about the one that ended
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

        iterations: fixed work of the teacher
        is_exam: True if a lane plays only one match
        parts, desks: the last fields, because a training does not save them
        """

        is_exam: bool
        iterations: int
        lanes: Records[Lane] = records(Lane, lane_count)
        parts: Records[Caller] = records(Caller, part_count)
        desks: Records[Desk] = records(Desk, part_count)

    @kernel
    def start(part: Caller, lane: Lane, is_exam: bool) -> None:
        """Begins a match in a lane."""
        note(part, BEGIN)
        begin(lane.match, lane.dice, is_exam)
        lane.turns = 0
        for index in range(gain_count):
            lane.sums[index] = 0.0

    @kernel
    def answer_nothing(match: Match, rival: int, desk: Desk, dice: Dice) -> None:
        """Takes the place of `answer` in an environment without rivals. It is never called."""
        return

    @kernel
    def teach_nothing(
        match: Match, iterations: int, desk: Desk, dice: Dice, chances: Numbers[float]
    ) -> None:
        """Takes the place of `teach` in an environment without a teacher. It is never called."""
        return

    answer = getattr(environment, "answer", answer_nothing)
    teach = getattr(environment, "teach", teach_nothing)

    @kernel
    def show(part: Caller, lane: Lane) -> None:
        """Writes the inputs and legal moves of all actors."""
        for actor in range(actors):
            seat = lane.seats[actor]
            observe(part, lane.match, actor, seat.inputs)
            if part.fault == 0:
                allow(part, lane.match, actor, seat.legal)
            if part.fault != 0:
                return

    @kernel
    def begin_all(memory: Lanes, number: int, first: int, end: int) -> None:
        part = memory.parts[number]
        for index in range(first, end):
            part.at = index
            start(part, memory.lanes[index], memory.is_exam)
            show(part, memory.lanes[index])
            if part.fault != 0:
                return

    @kernel
    def play_all(memory: Lanes, number: int, first: int, end: int) -> None:
        part = memory.parts[number]
        for index in range(first, end):
            lane = memory.lanes[index]
            part.at = index
            if memory.is_exam and lane.last_turns > 0:
                continue
            if lane.rival >= 0:
                note(part, ANSWER)
                answer(lane.match, lane.rival, memory.desks[number], lane.dice)
            lane.has_ended = play(part, lane.match, lane.moves, lane.gains, lane.dice)
            if part.fault != 0:
                return
            lane.turns += 1
            for place in range(gain_count):
                lane.sums[place] += lane.gains[place]
            if lane.has_ended:
                lane.last_turns = lane.turns
                for place in range(gain_count):
                    lane.last_sums[place] = lane.sums[place]
                start(part, lane, memory.is_exam)
            elif lane.turns >= longest:
                part.fault = LONG
                return
            show(part, lane)
            if part.fault != 0:
                return

    @kernel
    def teach_all(memory: Lanes, number: int, first: int, end: int) -> None:
        part = memory.parts[number]
        for index in range(first, end):
            lane = memory.lanes[index]
            part.at = index
            for place in range(chance_count):
                lane.chances[place] = 0.0
            note(part, TEACH)
            teach(lane.match, memory.iterations, memory.desks[number], lane.dice, lane.chances)
            for actor in range(actors):
                part.actor = actor
                choices = 0
                total = 0.0
                for move in range(move_count):
                    chance = lane.chances[actor * move_count + move]
                    if not 0.0 <= chance <= MOST_GAIN:
                        part.fault = CHANCE
                        return
                    choices += int(lane.seats[actor].legal[move] or not has_allow)
                    total += chance
                if choices > 1 and total == 0.0:
                    part.fault = SILENT
                    return

    return Lanes, [begin_all, play_all, teach_all]


def build_library(environment: Environment, lanes: int, path: Path, parts: int = 1) -> None:
    """Compiles an environment's kernels into a library for each part.

    Raises BadInput as `compile.c_text` does, and for matches that need more than MOST_BYTES.
    """
    seats = environment.INPUTS + 2 * environment.MOVES + 3 * len(environment.TERMS)
    size = lanes * (ctypes.sizeof(layout(environment.Match)) + 8 * environment.ACTORS * seats)
    if size > MOST_BYTES:
        place = short(environment.begin.__code__.co_filename)
        raise BadInput(
            f"{place}: {lanes} matches take {size / 2**30:,.1f} GB: expected a smaller Match, fewer"
            " ACTORS or INPUTS, or fewer --lanes"
        )
    memory, kernels = bind(environment, lanes, parts)
    build(kernels, memory, path, parts)


class Matches:
    """Matches side by side, in C.

    Every array is a view of the kernels' memory, with the lane first:
    inputs [lanes, ACTORS, INPUTS], legal [lanes, ACTORS, MOVES] (None if all moves are always
    legal), moves [lanes, ACTORS], chances [lanes, ACTORS, MOVES], gains and last_sums
    [lanes, ACTORS, terms], rivals, last_turns and has_ended [lanes]. `pages` holds the whole
    memory. A row is an actor of a lane; lane_of and side_of are the lane and the side of each row.
    """

    def __init__(
        self,
        environment: Environment,
        lanes: int,
        library: Path,
        seed: int,
        is_exam: bool = False,
        used: int | None = None,
        crew: Crew = ALONE,
    ) -> None:
        """Loads a library of so many lanes. used: matches that are played; None for all lanes.

        crew: threads that play, for each of which there is a library
        """
        self.environment, self.crew, self.is_slow = environment, crew, True
        memory, kernels = bind(environment, lanes, crew.count)
        self._begin_all, self._play_all, self._teach_all = kernels
        self.lanes = lanes if used is None else used
        self.actors = actors = environment.ACTORS
        rows = np.arange(self.lanes * actors)
        self.lane_of, self.side_of = rows // actors, rows % actors * sides_of(environment) // actors
        self.engine: NativeEngine[Any] = NativeEngine(memory, str(library))
        self.engines = [self.engine]
        for path in paths_of(library, crew.count)[1:]:
            self.engines.append(copy(self.engine))
            self.engines[-1].library = ctypes.CDLL(str(path))
        saved = type(self.engine.memory).parts.offset
        self.pages = memoryview(self.engine.pages)[:saved]
        lane = fields_of(self.engine)["lanes"][: self.lanes]
        by_term = self.lanes, actors, len(environment.TERMS)
        self.gains = lane["gains"].reshape(by_term)
        self.last_sums = lane["last_sums"].reshape(by_term)
        self.chances = lane["chances"].reshape(self.lanes, actors, environment.MOVES)
        self.rivals, self.moves, self.has_ended = lane["rival"], lane["moves"], lane["has_ended"]
        self.last_turns = lane["last_turns"]
        self.inputs = lane["seats"]["inputs"]
        self.legal = lane["seats"]["legal"] if hasattr(environment, "allow") else None
        symmetries = symmetries_of(environment)
        symmetry_of = self.lane_of % len(symmetries)
        self.turned = [
            (np.flatnonzero(symmetry_of == number), *symmetries[number])
            for number in range(1, len(symmetries))
        ]
        self.engine.memory.is_exam = is_exam
        for place in range(self.lanes):
            lane["dice"]["state"][place] = make_dice(seed * lanes + place).state
        self._mark()

    def input_arrays(self, *turns: int) -> tuple[Array, Array | None]:
        """Returns new arrays for `write_inputs`, or for several turns of it: inputs, and masks."""
        shape = *turns, len(self.lane_of)
        inputs = np.ones((*shape, self.environment.INPUTS + 1), FLOAT)
        masks = np.zeros((*shape, self.environment.MOVES), FLOAT)
        return inputs, None if self.legal is None else masks

    def write_inputs(self, inputs: Array, masks: Array | None) -> None:
        """Writes the inputs of all actors. Each lane is shown in one of the symmetries, in turn.

        inputs: [lanes * ACTORS, INPUTS + 1]; the last column stays
        masks: [lanes * ACTORS, MOVES], 0 or NEVER, None if all moves are always legal
        """
        rows = len(self.lane_of)
        np.multiply(self.inputs.reshape(rows, -1), FLOAT(1.0 / UNIT), out=inputs[:, :-1])
        if masks is not None and self.legal is not None:
            np.multiply(~self.legal.reshape(rows, -1), NEVER, out=masks)
        for some, places, moves in self.turned:
            inputs[some, :-1] = inputs[some][:, places]
            if masks is not None:
                masks[some] = masks[some][:, moves]

    def load(self, state: Array) -> None:
        """Loads a state of all matches. state: a copy of `pages`"""
        np.frombuffer(self.pages, np.uint8)[:] = state
        self._mark()

    def begin(self) -> None:
        """Begins a match in every lane."""
        self._call(True, self._begin_all)

    def teach(self, iterations: int) -> None:
        """Writes the teacher's chances of all moves in all matches, without a symmetry.

        iterations: fixed work of the teacher
        """
        self.engine.memory.iterations = iterations
        self._call(None, self._teach_all)

    def play(self) -> None:
        """Plays a turn of all matches with `moves`, in the symmetry of `write_inputs`. A match that
        is over is replaced by a new one. Raises BadInput for a fault in the environment.
        """
        seen = self.moves.reshape(-1)
        for some, _, moves in self.turned:
            seen[some] = moves[seen[some]]
        if self.turned:
            self.moves[:] = seen.reshape(self.moves.shape)
        self._call(self.moves.copy(), self._play_all)

    def _call(self, step: Any, kernel: Call) -> None:
        """Calls a kernel in C, in all threads if it takes long. Raises BadInput, in one line, for a
        fault in the environment.

        step: the work to repeat after a fault: True to begin a match, None to ask the teacher, or
        the moves of a turn to play
        """
        if step is True or len(self._steps) >= STEPS:
            self._mark()
        self._steps.append((step, kernel))
        began = perf_counter()
        self._work(kernel)
        took = perf_counter() - began
        self.is_slow = took * (self.crew.count if self.is_slow else 1) > SLOW
        memory = self.engine.memory
        for part in memory.parts:
            if part.fault:
                raise BadInput(self._explained(part)[:LONGEST_LINE])

    def _work(self, kernel: Call) -> None:
        """Calls a kernel for all lanes."""
        count = self.crew.count if self.is_slow else 1
        ends = [self.lanes * part // count for part in range(count + 1)]

        def work(number: int) -> None:
            part = self.engine.memory.parts[number]

            def describe() -> str:
                turns = self.engine.memory.lanes[part.at].turns
                return stuck_words(self.environment, part.doing, turns)

            try:
                with watched(lambda: int(part.calls), describe):
                    self.engines[number].call(kernel, number, ends[number], ends[number + 1])
            except EngineFailed:
                part.fault = part.fault or STOPPED

        self.crew.run(work, count)

    def _mark(self) -> None:
        """Stores the state from which a fault can be repeated."""
        self._marked = bytes(self.pages)
        self._steps: list[tuple[Any, Call]] = []

    def _explained(self, part: Any) -> str:
        """Returns the line about a part's fault in the last step. The matches are set back to the
        state before it.
        """
        memory = self.engine.memory
        names = "at", "actor", "doing", "fault"
        seen = SimpleNamespace(**{name: getattr(part, name) for name in names})
        seen.is_exam, seen.iterations = memory.is_exam, memory.iterations
        self.pages[:] = self._marked
        for each in memory.parts:
            each.fault = 0
        for place, (step, call) in enumerate(self._steps):
            if isinstance(step, np.ndarray):
                self.moves[:] = step
            if place + 1 < len(self._steps):
                self._work(call)
        return fault_line(self.environment, seen, memory.lanes[seen.at], step)
