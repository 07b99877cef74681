"""A bot's kernels in the workshop: checked, shown as C, compared with CPython in all their memory.

This imports the bot's modules, so it runs in a process of its own. Run as a module with the words
`text MODULE` it prints the C of a search, with `check MODULE` nothing; with `compare ENTRY` it
plays the lines on stdin with CPython and with C, and compares the whole memory after every turn.
The status is 2 with one line on stderr where the kernels are refused, 1 where they differ, 3 where
an answer is none. With `refusals JSON` it prints all that is refused, by bot.
"""

import io
import json
import math
import os
import runpy
import struct
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from botsmith.bundle.failures import Failure, Refused
from botsmith.bundle.modules import Entry, Import, Source, find_sources, module_name
from botsmith.bundle.symbols import bindings
from botsmith.compiler.comments import commented_c
from botsmith.compiler.compile import c_text, import_kernels
from botsmith.compiler.explained import short_path
from botsmith.compiler.fit import difference, misfit, misfit_argument
from botsmith.compiler.refusals import refusals
from botsmith.errors import BadInput
from botsmith.own_code import own_failure
from botsmith.paths import HOME, PACKAGE
from botsmith.printable import say, say_text
from botsmith.runs import FIXED_WORK, Ran, run_child
from common import loop, native
from common.clock import Deadline
from common.engine import Engine, EngineFailed, Engines
from common.translate import translate

if TYPE_CHECKING:  # a child runs this with a project's own common
    from botsmith.bundle.assemble import Bundle

WORKSHOP = Path(PACKAGE).parent
PLAIN_TURN = loop.answer_turn
NAMES = {"Memory", "ENTRIES"}
DIFFERENT, REFUSED, NO_ANSWER = 1, 2, 3
Result = TypeVar("Result")


def search_module(modules: Iterable[Source], game: str) -> Source | None:
    """Returns the module of a bot that holds its kernels' memory and entries, None if there is
    none.
    """
    for source in modules:
        if source.path.startswith(f"bots/{game}/"):
            bound = bindings(source.tree.body)
            if NAMES <= {name for name, node in bound if not isinstance(node, Import)}:
                return source
    return None


def child_arguments(root: Path, words: Sequence[str]) -> list[str]:
    """Returns Python's arguments to run this module with a project's `bots` and `common`."""
    paths = [str(root), HOME, str(WORKSHOP)]
    start = f"import sys; sys.path += {paths}; import bots, common; "
    start += "from botsmith import paths; paths.leave_folder(); "
    start += "from botsmith.bundle import kernels; "
    return ["-B", "-I", "-c", start + "sys.exit(kernels.main(sys.argv[1:]))", *words]


def refused_kernels(bundle: "Bundle") -> list[Failure]:
    """Returns what the checker says against a bot's kernels; nothing for a bot without any."""
    search = search_module(bundle.sources, bundle.target.entry.game)
    if search is None:
        return []
    root, words = bundle.target.root, ["check", module_name(search.path)]
    return kernel_failures(search, run_child(child_arguments(root, words), root, "", {}))


def run_kernels(bundle: "Bundle", stdin: str, root: Path) -> Ran:
    """Plays a match in which CPython and C play every turn. The kernels are checked before."""
    words = ["compare", module_name(bundle.target.entry.path)]
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        places = {variable: folder for variable in ("TMPDIR", "TEMP", "TMP")}
        return run_child(child_arguments(root, words), root, stdin, FIXED_WORK | places)


def kernel_failures(search: Source, ran: Ran) -> list[Failure]:
    """Returns the checker's refusals, or where an answer is none, or where C and CPython differ."""
    if ran.status == 0:
        return []
    where, separator, what = ran.last.partition(": ")
    is_place = separator and where.split(":")[0].endswith(".py")
    failure = (where, what) if is_place else (search.path, ran.last)
    proof = {REFUSED: "kernels", NO_ANSWER: "isolated"}.get(ran.status or 0, "equal_memory")
    return [Failure(proof, *failure)]


def refused_lines(root: Path, entries: Sequence[Entry]) -> dict[str, tuple[list[str], list[str]]]:
    """Returns by bot the refused lines of what C calls; then those of other kernels, and of modules
    that cannot be read. Nothing is built or compiled.
    """
    found: dict[str, tuple[list[str], list[str]]] = {}
    modules: dict[str, list[str]] = {}
    for entry in entries:
        try:
            sources = find_sources(root, entry)
        except Refused as refused:
            found[entry.name] = [], [str(failure) for failure in refused.failures]
            continue
        own = [source for source in sources if source.path.startswith("bots/")]
        modules[entry.name] = [module_name(s.path) for s in own if "kernel" in s.text]
    if any(modules.values()):
        words = child_arguments(root, ["refusals", json.dumps(modules)])
        ran = run_child(words, root, "", {})
        if ran.status != 0:
            raise BadInput(ran.last)
        found |= json.loads(ran.out)
    return found


def print_refusals(bots: dict[str, list[str]]) -> None:
    """Prints what `refused_lines` returns; `bots` has the modules of each."""
    out, sys.stdout = sys.stdout, sys.stderr
    found = {}
    for bot, names in bots.items():
        modules, lines, broken = [], [], []
        for name in names:
            try:
                modules.append(import_kernels(name))
            except BadInput as refusal:
                lines.append(str(refusal))
            except (Exception, SystemExit) as error:
                broken.append(own_failure(error) or f"{name}: {error!r}")
        called, others = refusals(modules)
        found[bot] = [*lines, *called], [*others, *broken]
    out.write(json.dumps(found))


class Twin(Engine[Any]):
    """CPython and C at once. A difference ends the process with one line."""

    def __init__(self, memory: type, other: native.NativeEngine[Any]) -> None:
        super().__init__(memory)
        self.twin = other
        self.turn = -1  # the warm-up, and whatever comes before the first turn

    def load(self, field: str, source: object) -> None:
        if bad := misfit(source, type(source), field):
            self.end(bad)
        super().load(field, source)

    def call(self, kernel: Callable[..., Result], *values: int | float | bool) -> Result:
        if bad := misfit_argument(kernel, values):
            self.end(bad)
        ours = super().call(kernel, *values)
        try:
            theirs = self.twin.call(kernel, *values)
        except EngineFailed as error:
            self.end(f"{kernel.__name__}: {error}")
        if bits(ours) != bits(theirs):
            self.end(f"{kernel.__name__} gives {ours!r} in CPython, {theirs!r} in C")
        return ours

    def compare(self) -> None:
        """Ends the process if a value of the memory differs, or is none that C can hold."""
        try:
            values = [*native.values_of(self.memory, 0)]
        except struct.error:
            self.end(misfit(self.memory, type(self.memory), "memory"))
        for place, data in values:
            theirs = self.twin.pages[place : place + len(data)]
            if theirs != data:
                place += next(
                    n for n, (a, b) in enumerate(zip(data, theirs, strict=True)) if a != b
                )
                self.end(f"the memory differs: {difference(self.memory, self.twin.memory, place)}")

    def end(self, text: str) -> NoReturn:
        turn = f"turn {self.turn}" if self.turn >= 0 else "the warm-up"
        say(f"{turn}: {text}", to=sys.stderr)
        os._exit(DIFFERENT)


class Twins(Engines[Any]):
    """The engines of a bot whose every turn is played twice."""

    playing: list[Twin] = []

    def __init__(
        self, memory: type, kernels: Sequence[Callable[..., Any]], flags: Sequence[str] = ("",)
    ) -> None:
        path = f"{tempfile.mkdtemp()}/kernels.so"  # the parent clears it away
        native.make_library(native.find_compilers(), path, translate(kernels, memory), flags[-1])
        self.python = self.twin = Twin(memory, native.NativeEngine(memory, path))
        self.is_started = False
        self.playing.append(self.twin)

    def start(self, warm_up: Callable[[], object]) -> None:
        warm_up()
        self.is_started = True

    def current(self, deadline: Deadline) -> Engine[Any]:
        self.twin.compare()
        self.twin.turn += int(self.is_started)
        return self.twin


def bits(value: object) -> object:
    """Returns a number so that equal means the same bits; None and an entry's zero are both
    nothing.
    """
    if isinstance(value, float):
        return struct.pack("d", math.nan if math.isnan(value) else value)
    return value or 0


class Beside(io.TextIOBase):
    """Standard output while a bot thinks. What it prints there ends the process with one line."""

    def write(self, text: str) -> int:
        if text:
            frame: Any = sys._getframe(1)
            while frame.f_back and "/bots/" not in frame.f_code.co_filename:
                frame = frame.f_back  # to the bot's own line
            what = f"{text[:60]!r} goes to stdout beside the answer: print to stderr"
            end_without(frame.f_code.co_filename, frame.f_lineno, what)
        return len(text)


def end_without(path: str, line: int, what: str) -> None:
    """Ends the process, as an answer is none: what is wrong in which line."""
    say(f"{short_path(path)}:{line}: {what}", to=sys.stderr)
    os._exit(NO_ANSWER)


def answer_turn(bot: Any, *given: Any) -> tuple[list[str], str]:
    """Returns an answer as `common/loop.py` does. One that is none ends the process."""
    kept, sys.stdout = sys.stdout, Beside()
    try:
        lines, trouble = PLAIN_TURN(bot, *given)
    finally:
        sys.stdout = kept
    if isinstance(lines, str):
        code = type(bot).answer.__code__
        what = f"answer gives the text {lines[:60]!r}, not a list of lines: write [text]"
        end_without(code.co_filename, code.co_firstlineno, what)
    return lines, trouble


def compare(entry: str) -> None:
    """Plays an entry file's bot on stdin, twice."""
    native.Compiled = Twins  # type: ignore[misc, assignment]
    loop.answer_turn = answer_turn  # type: ignore[assignment]
    runpy.run_module(entry, run_name="__main__")
    for twin in Twins.playing:
        twin.compare()


def main(words: Sequence[str]) -> int:
    """Runs the command in the words; returns the exit status."""
    what, module = words
    if what == "refusals":
        print_refusals(json.loads(module))
        return 0
    if what == "compare":
        compare(module)
        return 0
    try:
        search = import_kernels(module)
        names = [kernel.__name__ for kernel in search.ENTRIES]
        if len(set(names)) < len(names):
            raise BadInput(f"{module}: two kernels in ENTRIES have the same name")
        write = commented_c if what == "text" else c_text
        text = write(search.ENTRIES, search.Memory)
    except BadInput as error:
        say(error, to=sys.stderr)
        return REFUSED
    if what == "text":
        say_text(text)
    return 0
