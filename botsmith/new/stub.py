"""A statement's stub, in the grammar of the contest site's stub generator (config/stub.txt).

    read id:int name:word(20)           one line, a value for each variable
    loop count read x:int y:int         so many lines; the command may stand on the next line
    loopline count x:int y:int          one line with so many groups of values
    gameloop                            what follows is told every turn
    write MOVE 1 2                      an answer; further lines of it may follow
    STATEMENT, INPUT, OUTPUT            headings of texts, each up to an empty line
    UNITS                               heading of what actors.py reads: who acts

Types: int, long, float, bool, word(LENGTH), string(LENGTH), which alone may hold blanks. An amount
is a number or a variable that was read before. Source: the SDK's page stubGeneratorSyntax.md.
"""

import keyword
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from botsmith.errors import BadInput
from botsmith.new.actors import Actors, parse_actors
from botsmith.new.python_stub import as_stub

HEADINGS = ("STATEMENT", "INPUT", "OUTPUT", "UNITS")
COMMAND = re.compile(r"(read|write|loop|loopline|gameloop)(\s|$)")
PROSE = re.compile(r"gameloop\s*$|read\s+\w+\s*:|loop(line)?\s+\w+(\s+\w+\s*[:\s]|\s*$)|write\s")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
NUMBER = re.compile(r"\d{1,4}")
TYPE = re.compile(r"(int|long|float|bool)|(word|string)\s*\(\s*(\w+)\s*\)")
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
COUNTED = ("int", "long", "bool")  # types that an amount may have
# Names that what is written from a stub needs itself, and those that ruff cannot read.
TAKEN = {"int", "str", "float", "bool", "list", "map", "len", "range", "self", "l"}


@dataclass(frozen=True)
class Variable:
    """`name` as the stub spells it; kind: its type without a length."""

    name: str
    kind: str
    line: int

    @property
    def python(self) -> str:
        """Returns the name in Python."""
        return python_name(self.name)

    @property
    def field(self) -> str:
        """Returns the name in a unit's record, which has `is_alive` of its own."""
        return "was_alive" if self.python == "is_alive" else self.python


@dataclass(frozen=True)
class Read:
    """Values on a line of their own: `times` groups of them if it is a loopline, else one.

    loops: the amounts of the loops around it, the outermost first.
    """

    variables: tuple[Variable, ...]
    line: int
    loops: tuple[str, ...] = ()
    times: str = ""

    @property
    def is_plain(self) -> bool:
        """Returns True if each variable has one value."""
        return not self.loops and not self.times


@dataclass(frozen=True)
class Write:
    """An answer's lines, made in loops of these amounts."""

    texts: tuple[str, ...]
    line: int
    loops: tuple[str, ...] = ()


@dataclass
class Stub:
    """start: read once; turn: read every turn; hello: written before the first turn.

    text: all of it. comments: by a variable's name, as the stub spells it.
    actors: what UNITS says, None without it
    """

    start: list[Read] = field(default_factory=list)
    turn: list[Read] = field(default_factory=list)
    hello: list[Write] = field(default_factory=list)
    writes: list[Write] = field(default_factory=list)
    text: str = ""
    statement: str = ""
    output: str = ""
    comments: dict[str, str] = field(default_factory=dict)
    actors: Actors | None = None


def python_name(name: str) -> str:
    """Returns camelCase as snake_case; names that Python or ruff refuse get an underscore."""
    found = HUMP.sub("_", name).lower()
    return f"{found}_" if keyword.iskeyword(found) or found in TAKEN else found


def read_stub(path: Path) -> Stub:
    """Returns the stub in a file, or that of the site's Python. BadInput, with the number of the
    line, if it is none.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise BadInput(f"{path}: {reason}; expected a stub, config/stub.txt") from None
    return parse_stub(as_stub(text, str(path)), str(path))


def parse_stub(text: str, title: str = "stub") -> Stub:
    """Returns the stub in a text. BadInput, with title and number of the line, if it is none."""
    stub = Parser(text, title).parse()
    stub.text = text
    return stub


class Parser:
    """Goes through the lines once. known: what may be an amount, by its name in the stub."""

    def __init__(self, text: str, title: str) -> None:
        self.lines = [ascii_text(line).strip() for line in text.splitlines()]
        self.title = title
        self.at = 0  # the next line, from 0
        self.stub = Stub()
        self.is_looping = False
        self.known: dict[str, Variable] = {}
        self.names: dict[str, int] = {}  # in this block: where, by the name in Python

    def error(self, line: int, reason: str) -> BadInput:
        return BadInput(f"{self.title}, line {line}: {reason}")

    def parse(self) -> Stub:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self.at += 1
            if line.removesuffix(":").rstrip() in HEADINGS:
                self.section(line.removesuffix(":").rstrip())
            elif line:
                self.command(line, self.at, ())
        stub = self.stub
        if not stub.start and not stub.turn:
            raise self.error(max(1, len(self.lines)), "nothing is read; expected a line with read")
        if not self.is_looping:  # all of it is one turn
            stub.start, stub.turn = [], stub.start
            stub.hello, stub.writes = [], stub.hello
        if not stub.writes:
            raise self.error(len(self.lines), "nothing is answered; expected a line with write")
        looped = [write for write in stub.writes if not all(map(NUMBER.fullmatch, write.loops))]
        if looped and len(stub.writes) > 1:
            raise self.error(
                looped[0].line, "one of several answers in a loop; expected one write, or no loops"
            )
        return stub

    def command(self, line: str, number: int, loops: tuple[str, ...]) -> None:
        """Reads a command, which may begin inside loops."""
        word, _, rest = line.partition(" ") if " " in line else line.partition("\t")
        rest = rest.strip()
        if word == "gameloop" and not rest and not loops:
            if self.is_looping:
                raise self.error(number, "a second gameloop; expected one")
            self.is_looping = True
            self.names = {}
        elif word == "read":
            self.add_read(Read(self.variables(rest, number), number, loops))
        elif word == "loopline":
            amount, rest = self.amount(rest, number)
            self.add_read(Read(self.variables(rest, number), number, loops, amount))
        elif word == "loop":
            amount, rest = self.amount(rest, number)
            rest, number = (rest, number) if rest else self.next_line(number)
            self.command(rest, number, (*loops, amount))
        elif word == "write":
            self.add_write(rest, number, loops)
        else:
            wanted = "read, write, loop or loopline" if loops else "a command or a heading"
            raise self.error(number, f"expected {wanted}, got {line[:60]!r}")

    def next_line(self, number: int) -> tuple[str, int]:
        """Returns the command of a loop that stands on a line of its own."""
        while self.at < len(self.lines) and not self.lines[self.at]:
            self.at += 1
        if self.at == len(self.lines):
            raise self.error(number, "a loop without a command; expected read, write or loopline")
        self.at += 1
        return self.lines[self.at - 1], self.at

    def amount(self, text: str, number: int) -> tuple[str, str]:
        """Returns the amount at the beginning, and the rest."""
        found, _, rest = text.replace("\t", " ").partition(" ")
        if not NUMBER.fullmatch(found):
            variable = self.known.get(found)
            if variable is None:
                raise self.error(
                    number,
                    f"amount {found!r}: expected a number up to 9999, or a variable read before",
                )
            if variable.kind not in COUNTED:
                raise self.error(number, f"amount {found!r} is a {variable.kind}; expected an int")
        return found, rest.strip()

    def variables(self, text: str, number: int) -> tuple[Variable, ...]:
        """Reads declarations `name:type`, blanks between."""
        found: list[Variable] = []
        rest = text
        while rest:
            name, colon, rest = rest.partition(":")
            name = name.strip()
            if not colon or NAME.fullmatch(name) is None:
                raise self.error(number, f"expected name:type, got {(name + colon + rest)[:60]!r}")
            kind = TYPE.match(rest.lstrip())
            behind = rest.lstrip()[kind.end() :] if kind else "x"
            if kind is None or behind[:1].strip():
                shown = rest.split(" ")[0][:60]
                raise self.error(
                    number,
                    f"{name}: expected int, long, float, bool, word(LENGTH) or string(LENGTH),"
                    f" got {shown!r}",
                )
            length = kind[3]
            if length and not NUMBER.fullmatch(length) and length not in self.known:
                raise self.error(
                    number, f"{name}: length {length!r}: expected a number, or a variable"
                )
            rest = behind.strip()
            found.append(Variable(name, kind[1] or kind[2], number))
        if not found:
            raise self.error(number, "expected name:type")
        names = [variable.python for variable in found]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise self.error(number, f"{twice} is there twice")
        if sum(variable.kind == "string" for variable in found) > 1:
            raise self.error(number, "two strings, which may both hold blanks; expected one a line")
        return tuple(found)

    def add_read(self, read: Read) -> None:
        stub = self.stub
        if stub.writes:
            raise self.error(read.line, "a read behind a write; expected all reads of a turn first")
        if not self.is_looping and stub.hello:
            # Without a game loop that would be two turns; with one, what is asked comes last.
            raise self.error(read.line, "a read behind a write; expected gameloop first")
        if read.times and any(variable.kind == "string" for variable in read.variables):
            raise self.error(read.line, "a string in a loopline; expected word(LENGTH)")
        if read.is_plain:
            for variable in read.variables:
                if variable.python in self.names:
                    first = self.names[variable.python]
                    raise self.error(read.line, f"{variable.name} was read before, in line {first}")
                self.names[variable.python] = read.line
                self.known[variable.name] = variable
        (stub.turn if self.is_looping else stub.start).append(read)

    def add_write(self, text: str, number: int, loops: tuple[str, ...]) -> None:
        """Adds an answer; lines that follow at once and are no commands belong to it."""
        texts = [text]
        while self.at < len(self.lines) and self.is_answer(self.lines[self.at]):
            texts.append(self.lines[self.at])
            self.at += 1
        if not text:
            raise self.error(number, "expected what to write")
        written = Write(tuple(self.sample(one, number) for one in texts), number, loops)
        (self.stub.writes if self.is_looping else self.stub.hello).append(written)

    def is_answer(self, line: str) -> bool:
        """Returns True if a line goes on with the answer before it."""
        return bool(line) and not COMMAND.match(line) and line.rstrip(":") not in HEADINGS

    def sample(self, text: str, number: int) -> str:
        """Returns an example of the output. join("MOVE", x, 1) is its words with blanks between,
        variables as 0.
        """
        if not text.startswith("join("):
            return text
        if not text.endswith(")"):
            raise self.error(number, f"expected join(...), got {text[:60]!r}")
        words = []
        for part in split_join(text[len("join(") : -1]):
            if len(part) > 1 and part[0] == part[-1] == '"':
                words.append(part[1:-1])
            elif re.fullmatch(r"-?[\d.]+", part):
                words.append(part)
            elif part in self.known:
                words.append("0")
            else:
                raise self.error(
                    number, f"join: expected a quoted text, a number or a variable, got {part!r}"
                )
        return " ".join(words)

    def section(self, heading: str) -> None:
        """Reads a text up to an empty line before a command or a heading, or to the end."""
        first = self.at
        while self.at < len(self.lines):
            line = self.lines[self.at]
            before = self.lines[self.at - 1] if self.at > first else "-"
            if line.rstrip(":") in HEADINGS or (not before and PROSE.match(line)):
                break
            self.at += 1
        found = self.lines[first : self.at]
        if heading == "INPUT":
            self.input_comments(found, first + 1)
        elif heading == "UNITS":
            title = f"{self.title}, line {first + 1}: UNITS"
            self.stub.actors = parse_actors(" | ".join(filter(None, found)), title)
        else:
            text = "\n".join(found).strip()
            setattr(self.stub, heading.lower(), text)

    def input_comments(self, lines: list[str], number: int) -> None:
        """Reads `name: text`; a line without a name goes on with the one before."""
        last = ""
        for at, line in enumerate(lines, number):
            name, colon, text = line.partition(":")
            if colon and NAME.fullmatch(name.strip()):
                last = name.strip()
                self.stub.comments[last] = text.strip()
            elif line and last:
                self.stub.comments[last] += f" {line}"
            elif line:
                raise self.error(at, f"INPUT: expected name: what it is, got {line[:60]!r}")


def split_join(text: str) -> Iterator[str]:
    """Yields the arguments of join, at commas outside of quotes."""
    for part in re.findall(r'(?:"[^"]*"|[^,"])+', text):
        yield part.strip()


def ascii_text(text: str) -> str:
    """Returns text in ASCII, all that a bundle may hold: without accents, and with plain dashes."""
    for letters, plain in (("\u2018\u2019", "'"), ("\u201c\u201d", '"'), ("\u2013\u2014", "-")):
        for letter in letters:
            text = text.replace(letter, plain)
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
