"""Reports a fault inside an environment as one line with the author's own file and line.

The kernels of matches.py check all values that the author's kernels write, and stop at the first
fault. Then CPython plays the same turns once more, to find the line.
"""

import inspect
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import common
from botsmith.errors import BadInput
from botsmith.own_code import short_file
from common.kernel import Numbers
from common.rng import Dice

OURS = Path(__file__).parents[1]
LONGEST_LINE = 190
BEGIN, OBSERVE, ALLOW, ANSWER, PLAY, TEACH = range(6)
KERNELS = "begin", "observe", "allow", "answer", "play", "teach"
GAIN, INPUT, LEGAL, LONG, CHANCE, SILENT = range(1, 7)  # the kinds of faults
HIGHEST = 255  # input
MOST_GAIN = 1e9  # of a term in a turn; 32 bits of a float hold its square
MOST_TURNS = 5_000  # of a match, unless the module says LONGEST
ARGUMENTS = {  # of the kernels: what C calls them with, and what they return
    "begin": ("match dice is_exam", "nothing"),
    "observe": ("match actor inputs", "nothing"),
    "play": ("match moves gains dice", "is_over"),
    "allow": ("match actor legal", "nothing"),
    "answer": ("match rival desk dice", "nothing"),
    "teach": ("match iterations desk dice chances", "nothing"),
    "mover": ("match", "actor"),
}
KINDS: dict[str, Any] = {
    "actor": int,
    "rival": int,
    "iterations": int,
    "is_exam": bool,
    "is_over": bool,
    "nothing": None,
    "inputs": Numbers[int],
    "moves": Numbers[int],
    "legal": Numbers[bool],
    "gains": Numbers[float],
    "chances": Numbers[float],
}


class Fault(Exception):
    """A fault that CPython found. The text has the file, the line and the fault."""


class Noted(list[Any]):
    """A list of numbers that records for each of them the line that wrote it last.

    name: the name of the kernel's argument
    """

    def __init__(self, name: str, values: Sequence[Any]) -> None:
        super().__init__(values)
        self.name = name
        self.writers: dict[Any, str] = {}

    def __getitem__(self, place: Any) -> Any:
        self.check_index(place)
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        self.check_index(place)
        frame = inspect.currentframe()
        assert frame is not None and frame.f_back is not None
        self.writers[place] = f"{short(frame.f_back.f_code.co_filename)}:{frame.f_back.f_lineno}"
        super().__setitem__(place, value)

    def check_index(self, place: Any) -> None:
        """Raises IndexError for an index outside of the array in C."""
        if not 0 <= place < len(self):
            raise IndexError(f"{self.name}[{place}] of {len(self)} numbers")


def short(name: str) -> str:
    """Returns the path of a file below the author's folder, or its last two parts."""
    return short_file(name) or "/".join(Path(name).parts[-2:])


def place_of(kernel: Any) -> str:
    """Returns file and line of a kernel."""
    code = kernel.__code__
    line = inspect.getsourcelines(kernel)[0]
    below = next((n for n, text in enumerate(line) if text.lstrip().startswith("def ")), 0)
    return f"{short(code.co_filename)}:{code.co_firstlineno + below}"


def check_kernels(environment: Any) -> None:
    """Raises BadInput for a function that is not a kernel, or takes other arguments than C
    passes.
    """
    match, desk = environment.Match, getattr(environment, "Desk", None)
    kinds = {"match": match, "dice": Dice, **KINDS} | ({"desk": desk} if desk else {})
    for name, (wanted, result) in ARGUMENTS.items():
        kernel = getattr(environment, name, None)
        if kernel is None:
            continue
        if not inspect.isfunction(kernel) or not getattr(kernel, "is_kernel", False):
            raise BadInput(f"{short(environment.__file__)}: {name} is no @kernel")
        at, found = f"{place_of(kernel)}: {name}", inspect.signature(kernel)
        names, expected = [*found.parameters], wanted.split()
        if len(names) != len(expected):
            raise BadInput(f"{at}({', '.join(names)}): expected ({', '.join(expected)})")
        given = [each.annotation for each in found.parameters.values()]
        pairs = zip([*names, "return"], [*given, found.return_annotation], strict=True)
        for (own, kind), called in zip(pairs, [*expected, result], strict=True):
            right = kinds.get(called, kind)
            if kind != right and not isinstance(kind, str):
                said = "nothing" if kind is inspect.Parameter.empty else kind_name(kind)
                raise BadInput(f"{at}: {own} is {said}: expected {kind_name(right)}")


def kind_name(kind: Any) -> str:
    """Returns a type of an argument as authors write it."""
    if kind is None or isinstance(kind, type):
        return str(getattr(kind, "__name__", kind)).replace("MutableSequence", "Numbers")
    return str(kind).replace("collections.abc.MutableSequence", "Numbers")


def fill(target: Any, source: Any) -> None:
    """Copies a record in C's memory into a record of CPython. target: the record in CPython"""
    for name, (inner, *lengths) in type(target).kernel_fields.items():
        value = getattr(source, name)
        if hasattr(inner, "kernel_fields"):
            if lengths:
                for one, other in zip(getattr(target, name), value, strict=False):
                    fill(one, other)
            else:
                fill(getattr(target, name), value)
        else:
            setattr(target, name, list(value)[: lengths[0]] if lengths else value)


def check_seat(environment: Any, match: Any, actor: int, turn: int) -> None:
    """Raises Fault for inputs out of range, or an actor that has no legal move."""
    inputs = Noted("inputs", [0] * environment.INPUTS)
    environment.observe(match, actor, inputs)
    low = lowest_of(environment)
    if wrong := wrong_number(environment.observe, inputs, low, HIGHEST):
        at, place, value = wrong
        said = f"input {place} of actor {actor} is {value}: expected {low}..{HIGHEST}"
        raise Fault(f"{at}: observe before turn {turn + 1}: {said}")
    if hasattr(environment, "allow"):
        legal = Noted("legal", [False] * environment.MOVES)
        environment.allow(match, actor, legal)
        if True not in legal:
            raise Fault(f"{place_of(environment.allow)}: {no_move(actor, turn)}")


def no_move(actor: int, turn: int) -> str:
    """Returns words about an actor that has no legal move. turn: the last turn played"""
    return f"allow before turn {turn + 1}: actor {actor} has no legal move: expected one, or a pass"


def lowest_of(environment: Any) -> int:
    """Returns the lowest value that an input may have: 0 with a WINDOW, else -255."""
    return 0 if hasattr(environment, "WINDOW") else -255


def longest_of(environment: Any) -> int:
    """Returns the largest number of turns that a match may have."""
    return int(getattr(environment, "LONGEST", MOST_TURNS))


def fault_line(environment: Any, memory: Any, lane: Any, step: Any) -> str:
    """Returns a fault in one line. CPython repeats the last call in C to find it; if it finds none,
    the line is about the fault that C recorded.

    memory: in C, at the fault
    lane: in C, before that call, with the moves to play
    step: True for the beginning of a match, None for a teacher, or the moves of a turn
    """
    try:
        repeat_call(environment, memory, lane, step)
    except Fault as found:
        return str(found)
    except Exception as error:
        if at := line_of(error):
            return f"{at} in turn {lane.turns + 1}: {type(error).__name__}: {error}"
        raise
    return seen_in_c(environment, memory, lane.turns)


def repeat_call(environment: Any, memory: Any, lane: Any, step: Any) -> None:
    """Repeats a call in C, as `fault_line` gets it, and calls `observe` and `allow` for all actors
    of the match, or of the next one. Raises Fault for a wrong number, and what the kernels raise.
    """
    turn = lane.turns + 1
    match, dice = environment.Match(), Dice()
    fill(match, lane.match)
    fill(dice, lane.dice)
    desk = environment.Desk() if hasattr(environment, "Desk") else None
    if step is None:
        chances = Noted("chances", [0.0] * len(lane.chances))
        environment.teach(match, memory.iterations, desk, dice, chances)
        if wrong := wrong_number(environment.teach, chances, 0.0, MOST_GAIN):
            at, place, chance = wrong
            raise Fault(f"{at}: teach in turn {turn}: chances[{place}] is {chance:g}")
        return
    is_over = step is True
    if not is_over:
        if lane.rival >= 0:
            environment.answer(match, lane.rival, desk, dice)
        gains = Noted("gains", [0.0] * len(lane.gains))
        is_over = environment.play(match, Noted("moves", list(lane.moves)), gains, dice)
        if wrong := wrong_number(environment.play, gains, -MOST_GAIN, MOST_GAIN):
            at, place, gain = wrong
            actor, term = divmod(place, len(environment.TERMS))
            raise Fault(
                f"{at}: play in turn {turn}: term {[*environment.TERMS][term]!r} of actor {actor}"
                f" is {gain:g}: expected a number within +-{MOST_GAIN:g}"
            )
    if is_over:
        environment.begin(match, dice, memory.is_exam)
    for actor in range(environment.ACTORS):
        check_seat(environment, match, actor, 0 if is_over else turn)


def seen_in_c(environment: Any, memory: Any, turn: int) -> str:
    """Returns words about the fault that C recorded. turn: the last turn played"""
    fault, kernel = memory.fault, getattr(environment, KERNELS[memory.doing])
    place = place_of(kernel)
    if fault == LONG:
        longest = longest_of(environment)
        more = "" if hasattr(environment, "LONGEST") else ", unless the module says LONGEST"
        return f"{place}: play: a match is not over after {longest} turns, the most{more}"
    if fault == LEGAL:
        return f"{place}: {no_move(memory.actor, turn)}"
    words = {
        GAIN: f"a gain that is no number within +-{MOST_GAIN:g}",
        INPUT: f"an input of actor {memory.actor} outside of {lowest_of(environment)}..{HIGHEST}",
        CHANCE: "a chance that is below 0 or no number",
        SILENT: f"all chances of actor {memory.actor} are 0: expected some above 0",
    }
    why = words.get(fault, "C stopped, and CPython does not")
    return f"{place}: {kernel.__name__} in turn {turn + 1}: {why}"


def line_of(error: Exception) -> str:
    """Returns the innermost of the author's lines in an exception's traceback, with its function;
    "" for none.
    """
    ours = OURS, Path(common.__path__[0])
    for each in reversed(traceback.extract_tb(error.__traceback__)):
        if not any(Path(each.filename).is_relative_to(one) for one in ours):
            return f"{short(each.filename)}:{each.lineno}: {each.name}"
    return ""


def wrong_number(
    kernel: Any, values: Noted, low: float, high: float
) -> tuple[str, int, Any] | None:
    """Returns the first value from a kernel that is out of range or no number: the line that wrote
    it, its index, and the value. Returns None without one.
    """
    for place, value in enumerate(values):
        if not low <= value <= high:
            return values.writers.get(place) or place_of(kernel), place, value
    return None


def stuck_words(environment: Any, doing: int, turn: int) -> str:
    """Returns words about a kernel that does not return."""
    name = KERNELS[doing]
    place = place_of(getattr(environment, name))
    return f"{place}: {name} does not return in turn {turn + 1} of a match: endless loop?"


def importing_words(thread: int) -> str:
    """Returns words about the author's line that a thread executes."""
    frames = traceback.walk_stack(sys._current_frames()[thread])
    own = [(short_file(frame.f_code.co_filename), line) for frame, line in frames]
    file, line = next((one for one in own if one[0]), ("the module", 0))
    return f"{file}:{line}: training waits for this line: endless loop, or too large a table?"


def stopped_words(environment: Any, doing: int, error: Exception) -> str:
    """Returns words about a kernel that C stopped, with the text of the engine's error."""
    kernel = getattr(environment, KERNELS[doing])
    folder = short(kernel.__code__.co_filename).rpartition("/")[0]
    place, _, why = str(error).removeprefix("C stopped at ").rpartition(": ")
    return f"{folder}/{place}: {kernel.__name__}: {why}"
