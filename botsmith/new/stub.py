"""A statement's stub, in the grammar of the contest site's stub generator (config/stub.txt).

    read id:int name:word(20)           one line, a value for each variable
    loop count read x:int y:int         so many lines; the command may stand on the next line
    loopline count x:int y:int          one line with so many groups of values
    gameloop                            the lines behind it come every turn
    write MOVE 1 2                      an answer; further lines of it may follow
    STATEMENT, INPUT, OUTPUT            headings of texts, each up to an empty line
    UNITS                               heading of what actors.py reads: who acts

Types: int, long, float, bool, word(LENGTH), string(LENGTH), which alone may hold blanks. An amount
is a number or a variable that was read before. Source: the SDK's page stubGeneratorSyntax.md.
"""

import keyword
import re
import unicodedata
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
TYPE = re.compile(r"\s*(?:(int|long|float|bool)|(word|string)\s*\(\s*(\w+)\s*\))(?!\S)")
EXPECTED = "int, long, float, bool, word(LENGTH) or string(LENGTH)"
SAMPLE = re.compile(r'".*"|-?[\d.]+')
JOINED = re.compile(r'(?:"[^"]*"|[^,"])+')  # the arguments of join
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
PLAIN = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014", "''\"\"--")
TYPES = {"int": "int", "long": "int", "bool": "bool", "float": "float"}  # else str
COUNTED = ("int", "long", "bool")  # types that an amount may have
# Names that what is written from a stub needs itself, and those that ruff cannot read.
TAKEN = {"int", "str", "float", "bool", "list", "map", "len", "range", "self", "l"}


@dataclass(frozen=True)
class Variable:
    """`name` as the stub spells it; kind: its type without a length."""

    name: str
    kind: str

    @property
    def python(self) -> str:
        """Returns the name in Python."""
        return python_name(self.name)

    @property
    def type(self) -> str:
        """Returns the type in Python."""
        return TYPES.get(self.kind, "str")

    @property
    def field(self) -> str:
        """Returns the name in a unit's record, which has `is_alive` of its own."""
        return "was_alive" if self.python == "is_alive" else self.python


@dataclass(frozen=True)
class Read:
    """Values on a line of their own: `times` groups of them if it is a loopline, else one.

    loops: the amounts of the loops around it, the outermost first
    block: "start" or "turn"
    python: the name of the list of its lines in Python, "" for a line without loops
    row: the class of its lines in Python, "" where each has one value
    """

    variables: tuple[Variable, ...]
    loops: tuple[str, ...] = ()
    times: str = ""
    block: str = ""
    python: str = ""
    row: str = ""

    @property
    def amounts(self) -> tuple[str, ...]:
        """Returns all amounts, the outermost first."""
        return (*self.loops, self.times) if self.times else self.loops

    @property
    def is_plain(self) -> bool:
        """Returns True if each variable has one value."""
        return not self.amounts

    @property
    def type(self) -> str:
        """Returns the type of the list that the referee hands over."""
        found = "str" if self.row else self.variables[0].type
        depth = len(self.amounts)
        return "list[" * depth + found + "]" * depth

    @property
    def place(self) -> str:
        """Returns the list's name behind that of its block: turn.ships."""
        return f"{self.block}.{self.python}"

    @property
    def columns(self) -> str:
        """Returns the names of the variables, blanks between."""
        return " ".join(one.name for one in self.variables)

    def column(self, name: str) -> Variable | None:
        """Returns the variable that the stub calls so, None without one."""
        return next((one for one in self.variables if one.name == name), None)


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

    @property
    def amounts(self) -> set[str]:
        """Returns all amounts of loops, but those that the stub says may be negative."""
        makers = [*(one.amounts for one in self.start + self.turn), *(w.loops for w in self.writes)]
        return {
            one for made in makers for one in made if "negative" not in self.comments.get(one, "")
        }


def python_name(name: str) -> str:
    """Returns camelCase as snake_case; names that Python or ruff refuse get an underscore."""
    found = HUMP.sub("_", name).lower()
    return f"{found}_" if keyword.iskeyword(found) or found in TAKEN else found


def read_stub(path: Path) -> Stub:
    """Returns the stub in a file, or that of the site's Python. Raises BadInput, with the number
    of the line, if it is none.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise BadInput(f"{path}: {reason}; expected a stub, config/stub.txt") from None
    return parse_stub(as_stub(text, str(path)), str(path))


def parse_stub(text: str, title: str = "stub") -> Stub:
    """Returns the stub in a text. Raises BadInput, with title and line, if it is none."""
    return Parser(text, title).parse()


class Parser:
    """Goes through the lines once.

    known: the types of variables that may be an amount, by the stub's names
    names: lines where the variables of this block are read, by the names in Python
    """

    def __init__(self, text: str, title: str) -> None:
        self.lines = [ascii_text(line).strip() for line in text.splitlines()]
        self.title = title
        self.at = 0  # lines that were read
        self.stub = Stub(text=text)
        self.is_looping = False
        self.known: dict[str, str] = {}
        self.names: dict[str, int] = {}

    def refuse_if(self, is_wrong: object, reason: str, line: int = 0) -> None:
        """Raises BadInput, with title and number of the line, by default the one read last, if
        something is wrong with it.
        """
        if is_wrong:
            raise BadInput(f"{self.title}, line {line or self.at}: {reason}")

    def next_line(self) -> str:
        """Returns the next line."""
        self.at += 1
        return self.lines[self.at - 1]

    def parse(self) -> Stub:
        """Returns the stub. Raises BadInput, with the number of the line, if there is none."""
        while self.at < len(self.lines):
            line = self.next_line()
            if heading_of(line):
                self.read_section(heading_of(line))
            elif line:
                self.read_command(line, ())
        stub = self.stub
        is_empty = not stub.start and not stub.turn
        self.refuse_if(is_empty, "nothing is read; expected a line with read", max(1, self.at))
        if not self.is_looping:  # all of it is one turn
            stub.start, stub.turn = [], stub.start
            stub.hello, stub.writes = [], stub.hello
        self.refuse_if(not stub.writes, "nothing is answered; expected a line with write")
        for write in stub.writes if len(stub.writes) > 1 else ():
            is_fixed = all(map(NUMBER.fullmatch, write.loops))
            reason = "one of several answers in a loop; expected one write, or no loops"
            self.refuse_if(not is_fixed, reason, write.line)
        return stub

    def read_command(self, line: str, loops: tuple[str, ...]) -> None:
        """Reads a command, which may begin inside loops."""
        word, rest = first_word(line)
        if word == "gameloop" and not rest and not loops:
            self.refuse_if(self.is_looping, "a second gameloop; expected one")
            self.is_looping, self.names = True, {}
        elif word in ("read", "loopline"):
            amount, rest = self.amount(rest) if word == "loopline" else ("", rest)
            self.add_read(Read(self.variables(rest), loops, amount))
        elif word == "loop":
            amount, rest = self.amount(rest)
            number, reason = self.at, "a loop without a command; expected read, write or loopline"
            while not rest:  # its command stands on a line of its own
                self.refuse_if(self.at == len(self.lines), reason, number)
                rest = self.next_line()
            self.read_command(rest, (*loops, amount))
        elif word == "write":
            self.add_write(rest, loops)
        else:
            wanted = "read, write, loop or loopline" if loops else "a command or a heading"
            self.refuse_if(True, f"expected {wanted}, got {line[:60]!r}")

    def amount(self, text: str) -> tuple[str, str]:
        """Returns the amount at the beginning, and the rest."""
        found, rest = first_word(text)
        if not NUMBER.fullmatch(found):
            wanted = "expected a number up to 9999, or a variable read before"
            self.refuse_if(found not in self.known, f"amount {found!r}: {wanted}")
            kind = self.known[found]
            self.refuse_if(kind not in COUNTED, f"amount {found!r} is a {kind}; expected an int")
        return found, rest

    def variables(self, text: str) -> tuple[Variable, ...]:
        """Reads declarations `name:type`, blanks between."""
        found: list[Variable] = []
        self.refuse_if(not text, "expected name:type")
        while text:
            name, colon, rest = text.partition(":")
            name, type_ = name.strip(), TYPE.match(rest)
            is_name = colon and NAME.fullmatch(name)
            self.refuse_if(not is_name, f"expected name:type, got {text[:60]!r}")
            shown = rest.strip().partition(" ")[0]
            self.refuse_if(type_ is None, f"{name}: expected {EXPECTED}, got {shown[:60]!r}")
            assert type_ is not None
            length = type_[3] or "1"
            is_length = NUMBER.fullmatch(length) or length in self.known
            wanted = "expected a number, or a variable"
            self.refuse_if(not is_length, f"{name}: length {length!r}: {wanted}")
            text = rest[type_.end() :].strip()
            found.append(Variable(name, type_[1] or type_[2]))
        names = [variable.python for variable in found]
        for name in names:
            self.refuse_if(names.count(name) > 1, f"{name} is there twice")
        are_two = sum(variable.kind == "string" for variable in found) > 1
        self.refuse_if(are_two, "two strings, which may both hold blanks; expected one a line")
        return tuple(found)

    def add_read(self, read: Read) -> None:
        """Adds a line or a list to the start or the turn. Raises BadInput where it cannot stand."""
        stub, reason = self.stub, "a read behind a write; expected "
        self.refuse_if(stub.writes, reason + "all reads of a turn first")
        # Without a game loop that would be two turns; with one, what is asked comes last.
        self.refuse_if(not self.is_looping and stub.hello, reason + "gameloop first")
        has_text = any(variable.kind == "string" for variable in read.variables)
        reason = "a string in a loopline; expected word(LENGTH)"
        self.refuse_if(read.times and has_text, reason)
        for variable in read.variables if read.is_plain else ():
            first = self.names.setdefault(variable.python, self.at)
            reason = f"{variable.name} was read before, in line {first}"
            self.refuse_if(first != self.at, reason)
            self.known[variable.name] = variable.kind
        (stub.turn if self.is_looping else stub.start).append(read)

    def add_write(self, text: str, loops: tuple[str, ...]) -> None:
        """Adds an answer; lines that follow at once and are no commands belong to it."""
        self.refuse_if(not text, "expected what to write")
        ends = (
            at
            for at, line in enumerate(self.lines)
            if at >= self.at and (not line or COMMAND.match(line) or heading_of(line))
        )
        end = next(ends, len(self.lines))
        texts = [text, *self.lines[self.at : end]]
        written = Write(tuple(map(self.sample, texts)), self.at, loops)
        (self.stub.writes if self.is_looping else self.stub.hello).append(written)
        self.at = end

    def sample(self, text: str) -> str:
        """Returns an example of the output. join("MOVE", x, 1) is its words with blanks between,
        variables as 0.
        """
        if not text.startswith("join("):
            return text
        self.refuse_if(text[-1] != ")", f"expected join(...), got {text[:60]!r}")
        words = []
        for part in map(str.strip, JOINED.findall(text[len("join(") : -1])):
            is_word = SAMPLE.fullmatch(part) or part in self.known
            wanted = "expected a quoted text, a number or a variable"
            self.refuse_if(not is_word, f"join: {wanted}, got {part!r}")
            words.append("0" if part in self.known else part.strip('"'))
        return " ".join(words)

    def read_section(self, heading: str) -> None:
        """Reads a text up to an empty line before a command or a heading, or to the end."""
        first = self.at
        while self.at < len(self.lines):
            line = self.lines[self.at]
            is_behind_blank = self.at > first and not self.lines[self.at - 1]
            if heading_of(line) or (is_behind_blank and PROSE.match(line)):
                break
            self.at += 1
        found = self.lines[first : self.at]
        if heading == "INPUT":
            self.read_comments(found, first + 1)
        elif heading == "UNITS":
            title = f"{self.title}, line {first + 1}: UNITS"
            self.stub.actors = parse_actors(" | ".join(filter(None, found)), title)
        else:
            setattr(self.stub, heading.lower(), "\n".join(found).strip())

    def read_comments(self, lines: list[str], number: int) -> None:
        """Reads `name: text`; a line without a name goes on with the one before."""
        last, comments = "", self.stub.comments
        for at, line in enumerate(lines, number):
            name, colon, text = line.partition(":")
            if colon and NAME.fullmatch(name.strip()):
                last = name.strip()
                comments[last] = text.strip()
            elif line:
                reason = f"INPUT: expected name: what it is, got {line[:60]!r}"
                self.refuse_if(not last, reason, at)
                comments[last] += f" {line}"


def heading_of(line: str) -> str:
    """Returns the heading that a line is, "" for another line."""
    word = line.removesuffix(":").rstrip()
    return word if word in HEADINGS else ""


def first_word(text: str) -> tuple[str, str]:
    """Returns the first word of a line, and the rest."""
    word, *rest = re.split(r"\s+", text, maxsplit=1)
    return word, "".join(rest)


def ascii_text(text: str) -> str:
    """Returns text in ASCII, all that a bundle may hold: without accents, and with plain dashes."""
    return unicodedata.normalize("NFKD", text.translate(PLAIN)).encode("ascii", "ignore").decode()
