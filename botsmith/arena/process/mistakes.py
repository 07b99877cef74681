"""Reads a fault's exception, file and line from a bot's stderr and sources.

All these texts come from outside: they are bounded here, and made harmless where they are printed.
"""

import ast
import glob
import os
import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple

from botsmith.arena.process.runtimes import foreign_error
from botsmith.printable import printable
from botsmith.syntax import last_word

EXCEPTION = re.compile(r"^([A-Za-z_][\w.]{0,99})(?:: (.*))?$")
FRAME = re.compile(r'^ {2,6}File "([^"\n]{1,500})", line (\d{1,9})(?:,? in ([^\n]{1,200}))?$')
GROUP = re.compile(r"^ +\| ?")  # in front of the lines of an ExceptionGroup
MISSING = re.compile(r"ModuleNotFoundError: No module named '[\w.]+'( at |$)")
ENCODING = re.compile(r"^(SyntaxError: .{1,100}) in file (.{1,500}) on line (\d{1,9})", re.M)
THREAD = re.compile(r"^(Current thread|Thread) 0x[0-9a-f]+ .*\(most recent call first\):$")
WARNING = re.compile(r"^(.{1,500}\.py):(\d{1,9}): (\w{0,50}Warning: .{1,160})$", re.M)
EXITS = {"exit", "_exit", "quit", "SystemExit"}
LIBRARY = re.compile(r"[/\\](?:python\d[\d.]*|site-packages|dist-packages|Lib)[/\\]")

LONGEST = 160  # letters of an exception
SHOWN = 60  # of a printed line
MOST_FRAMES = 30
MOST_PLACES = 3
LARGEST_SOURCE = 1_000_000  # bytes

PRINTS = ("print", "input", "write")
ANY = "\0"  # in a form: any text


class Frame(NamedTuple):
    """One line of a stack."""

    file: str
    line: int
    function: str = ""

    @property
    def place(self) -> str:
        """Returns `bot.py:41 best()`; without a function for a line at the top level of a
        module.
        """
        name = "" if self.function in ("", "<module>") else f" {self.function}()"
        return printable(f"{os.path.basename(self.file)}:{self.line}{name}")


def frame_of(line: str) -> Frame | None:
    """Returns the frame that a line of a traceback or a stack names."""
    found = FRAME.match(line)
    return Frame(found[1], int(found[2]), (found[3] or "")) if found else None


def scripts(command: Sequence[str]) -> list[str]:
    """Returns the Python files that a command line names."""
    return [os.path.abspath(word) for word in command[1:] if word.endswith(".py")]


def own_frames(frames: Sequence[Frame], command: Sequence[str]) -> list[Frame]:
    """Returns the author's frames: those in files that the command names, or in the same folders.
    Without any, those outside libraries.
    """
    files = scripts(command)
    folders = tuple(os.path.dirname(file) + os.sep for file in files)
    others = [each for each in frames if not LIBRARY.search(each.file) and each.file[:1] != "<"]
    named = [frame for frame in others if frame.file in files or frame.file.startswith(folders)]
    return named or others


def own_place(frames: Sequence[Frame], command: Sequence[str]) -> str:
    """Returns ` at bot.py:3 read()`, the innermost of the author's frames; "" if there is none."""
    found = own_frames(frames, command)
    return f" at {found[-1].place}" if found else ""


def last_exception(said: str, command: Sequence[str]) -> str:
    """Returns the last exception on stderr and its place, in one line; "" if there is none.

    said: the text of stderr
    """
    frames: list[Frame] = []
    text, stack = "", frames
    for line in (GROUP.sub("", line) for line in said.splitlines()):
        if frame := frame_of(line):
            frames = [*frames[1 - MOST_FRAMES :], frame]
        elif frames and not line.startswith((" ", "\t")) and EXCEPTION.match(line):
            text, stack, frames = line.strip(), frames, []
    if not text and (bad := ENCODING.search(said)):
        text, stack = bad[1], [Frame(bad[2], int(bad[3]))]
    for frame in stack:  # no paths of a machine in a line to show
        text = text.replace(frame.file, os.path.basename(frame.file))
    return text[:LONGEST] + own_place(stack, command) if text else ""


def stack_of(dump: str) -> list[Frame]:
    """Returns the frames in faulthandler's text, the innermost last. It takes the interrupted
    thread, else the first thread with frames.
    """
    threads: list[tuple[bool, list[Frame]]] = []
    for line in dump.splitlines():
        if found := THREAD.match(line):
            threads.append((found[1] == "Current thread", []))
        elif threads and (frame := frame_of(line)) and len(threads[-1][1]) < MOST_FRAMES:
            threads[-1][1].append(frame)
    for _, frames in sorted(threads, key=lambda thread: not thread[0]):
        if any(not LIBRARY.search(frame.file) for frame in frames):
            return frames[::-1]
    return []


def crash_words(said: str, command: Sequence[str]) -> str:
    """Returns the text on stderr that explains a crash, to follow the line about the crash; ""
    without any.
    """
    if found := last_exception(said, command):
        if MISSING.match(found) and scripts(command):
            found += f" (in {command[0]}; 'python3 FILE.py' in quotes runs another Python)"
        return f"; {found}"
    if place := own_place(stack_of(said), command):
        return place
    if warned := WARNING.findall(said):
        file, line, text = warned[-1]
        return f"; {text} at {Frame(file, int(line)).place}"
    if error := foreign_error(said):
        return f"; {error}"
    lines = said.strip().splitlines()
    return f"; stderr ends: {lines[-1].strip()[:200]}" if lines else ""


def ways_out(command: Sequence[str], is_silent: bool) -> str:
    """Returns words that name the lines at which a bot may have ended itself; "" if unknown.

    is_silent: True if it ended with status 0 and no output, as at the end of its file
    """
    trees = [source_of(file) for file in scripts(command)]
    if not trees or None in trees:
        return ""
    lines: set[tuple[int, str]] = set()
    for file, node in nodes_of(command):
        match node:
            case ast.Call(func=end) | ast.Raise(exc=ast.Name() as end) if last_word(end) in EXITS:
                lines.add((node.lineno, file))
    if len(lines) > MOST_PLACES:
        return ""
    if lines:
        return f"; it ends itself at {' or '.join(f'{file}:{at}' for at, file in sorted(lines))}"
    return "; the end of its file was reached: expected a loop over the turns" * is_silent


def stdout_replaced(command: Sequence[str]) -> str:
    """Returns words about the line that replaces sys.stdout; "" without such a line."""
    for file, node in nodes_of(command):
        if isinstance(node, ast.Assign) and "sys.stdout" in map(ast.unparse, node.targets):
            return f"its sys.stdout is another file since {file}:{node.lineno}"
    return ""


@lru_cache(maxsize=8)
def source_of(path: str) -> "ast.Module | None":
    """Returns the syntax tree of a file, as it was when first asked for; None if it has none."""
    try:
        with open(path, "rb") as file:
            return ast.parse(file.read(LARGEST_SOURCE))
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def nodes_of(command: Sequence[str]) -> Iterator[tuple[str, ast.AST]]:
    """Yields each node of a bot's sources, as (name of its file, node)."""
    for file in scripts(command):
        for node in ast.walk(source_of(file) or ast.Module([], [])):
            yield os.path.basename(file), node


def form_of(node: ast.expr) -> str:
    """Returns the text that an expression makes, with ANY for each unknown part."""
    if isinstance(node, ast.Constant):
        return str(node.value).strip("\n").replace(ANY, "")
    if isinstance(node, ast.JoinedStr):
        return "".join(map(form_of, node.values))
    if isinstance(node, (ast.Tuple, ast.List)):
        return f"({ANY})" if isinstance(node, ast.Tuple) else f"[{ANY}]"
    return ANY


def has_form(text: str, form: str) -> bool:
    """Returns True if a text matches a form, whose ANY stands for any text.

    It uses fnmatch, whose time grows with the lengths; a regular expression of nine `.*` would take
    years.
    """
    return fnmatchcase(text, "*".join(map(glob.escape, form.split(ANY))))


def printed_by(call: ast.Call) -> str:
    """Returns the form of the text that a call of a function in PRINTS prints; "" for another
    call.
    """
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if isinstance(call.func, ast.Attribute) and last_word(call.func.value) == "stdout":
        name = call.func.attr
    others = [word.value for word in call.keywords if word.arg == "file"]
    if name not in PRINTS or any(last_word(each) != "stdout" for each in others):
        return ""
    if name != "print":
        behind = ANY if name == "input" else ""
        return form_of(call.args[0]) + behind if call.args else ""
    between = [word.value for word in call.keywords if word.arg == "sep"] or [ast.Constant(" ")]
    known = between[0].value if isinstance(between[0], ast.Constant) else ANY
    return str(known).join(map(form_of, call.args))


def printed_at(lines: Sequence[str], command: Sequence[str], has_end: bool = True) -> str:
    """Returns ` at bot.py:9`: the calls in the bot's file that may have printed the last of these
    lines.

    Of several matching calls it takes those whose form has most letters. Returns "" for no call or
    too many.
    has_end: True if the line has an end
    """
    found: list[tuple[int, int, str]] = []
    for file, node in nodes_of(command) if lines else ():
        if not isinstance(node, ast.Call) or not (form := printed_by(node)):
            continue
        ends_line = isinstance(node.func, ast.Name) and "end" not in [k.arg for k in node.keywords]
        for each in form.split("\n") if has_end or not ends_line else ():
            if has_form(lines[-1][:1000], each):
                weight = len(each.replace(ANY, "")) + (ANY not in each)
                found.append((weight, node.lineno, file))
    most = max((weight for weight, _, _ in found), default=0)
    places = sorted({(line, file) for weight, line, file in found if weight == most})
    if not 1 <= len(places) <= MOST_PLACES:
        return ""
    return " at " + " or ".join(f"{file}:{line}" for line, file in places)


def shown_lines(lines: Sequence[str]) -> str:
    """Returns the first printed lines, quoted."""
    shown = ", ".join(repr(printable(line)[:SHOWN]) for line in lines[:MOST_PLACES])
    return shown + (", .." if len(lines) > MOST_PLACES else "")


def wrong_count(lines: Sequence[str], owed: int, command: Sequence[str]) -> str:
    """Returns words about an answer with more or fewer lines than owed. lines: all printed
    lines.
    """
    numbers = {0: "none", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five"}
    count = f"{numbers.get(len(lines), len(lines))} line{'' if len(lines) == 1 else 's'}"
    verb = "is" if owed < 2 else "are"
    text = f"{count} where {numbers.get(owed, owed)} {verb} expected: {shown_lines(lines)}"
    found = [printed_at(some, command) for some in (lines[:1], lines[owed : owed + 1])]
    places = " and".join(dict.fromkeys(place for place in found if place))
    return f"{text}, printed{places}" if places else text
