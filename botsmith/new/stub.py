"""Reads a statement's stub, in the grammar of the contest site's stub generator (config/stub.txt).

    read id:int name:word(20)           one line, a value for each variable
    loop count read x:int y:int         `count` lines; the command may stand on the next line
    loopline count x:int y:int          one line with `count` groups of values
    gameloop                            the lines behind it come every turn
    write MOVE 1 2                      an answer; further lines of it may follow
    STATEMENT, INPUT, OUTPUT            headings of texts, each up to an empty line
    UNITS                               heading of the lines that say who acts, see actors.py

Types: int, long, float, bool, word(LENGTH), string(LENGTH), which alone may hold blanks. An amount
is a number or a variable that was read before. Source: the SDK's page stubGeneratorSyntax.md.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod
from pathlib import Path

from botsmith.errors import BadInput, refusing
from botsmith.new.actors import Actors, parse_actors
from botsmith.new.blocks import WHOLE, Block, Read, Variable, name_lists
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
ME = re.compile(
    r"me|my_(?:player_|team_)?(?:id|idx|index|team)|player_(?:id|idx|index)|my_number|team|my_player|id"
)
PLAIN = str.maketrans("\u2018\u2019\u201c\u201d\u2013\u2014", "''\"\"--")
COUNTED = ("int", "long", "bool")  # types that an amount may have


@dataclass(frozen=True)
class Write:
    """The lines of a `write`, with the loops around it.

    texts: an example of each line
    line: number of the command's line in the stub, from 1 on
    loops: the amounts of the loops, the outermost first
    """

    texts: tuple[str, ...]
    line: int
    loops: tuple[str, ...] = ()

    @property
    def times(self) -> int:
        """Returns how often its lines are written. A loop over a variable counts once."""
        return prod(int(one) for one in self.loops if one.isdecimal())


@dataclass
class Stub:
    """A parsed stub.

    start: what is read once
    turn: what is read in every turn
    hello: what is written before the first turn
    writes: what is written in every turn
    text: the whole text of the stub
    statement, output: the texts under these headings
    comments: the texts under INPUT, by a variable's name as the stub spells it
    actors: the line under UNITS, None without it
    """

    start: Block = field(default_factory=lambda: Block("start"))
    turn: Block = field(default_factory=lambda: Block("turn"))
    hello: list[Write] = field(default_factory=list)
    writes: list[Write] = field(default_factory=list)
    text: str = ""
    statement: str = ""
    output: str = ""
    comments: dict[str, str] = field(default_factory=dict)
    actors: Actors | None = None

    @property
    def amounts(self) -> set[str]:
        """Returns the amounts of all loops and looplines, except variables whose comment has the
        word "negative".
        """
        makers = [*(one.amounts for one in self.reads), *(write.loops for write in self.writes)]
        found = {one for made in makers for one in made}
        return {one for one in found if "negative" not in self.comments.get(one, "")}

    @property
    def reads(self) -> list[Read]:
        """Returns all reads, the start's first, then the turn's."""
        return self.start.reads + self.turn.reads

    @property
    def variables(self) -> list[Variable]:
        """Returns the variables of all reads."""
        return [variable for read in self.reads for variable in read.variables]

    @property
    def me(self) -> str:
        """Returns the Python name of the variable with the player's own number, "" without one."""
        numbers = [one.python for one in self.start.plain if one.kind in WHOLE]
        return next(filter(ME.fullmatch, numbers), "")


def read_stub(path: Path) -> Stub:
    """Returns the stub in a file, which may be in Python, as in the site's editor.

    Raises BadInput if the file cannot be read, and, with the line's number, for an invalid stub.
    """
    with refusing(str(path), "expected a stub, config/stub.txt"):
        text = path.read_text(encoding="utf-8-sig")
    return parse_stub(as_stub(text, str(path)), str(path))


def parse_stub(text: str, title: str = "stub") -> Stub:
    """Returns the stub in a text. Raises BadInput, with `title` and the line's number, if it
    is invalid.
    """
    return Parser(text, title).parse()


class Parser:
    """Parses the lines of a stub in one pass.

    known: the types of the variables that an amount may name, by their names in the stub
    names: the line in which each variable of this block was read, by its name in Python
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
        """Raises BadInput, with title, line number and `reason`, if `is_wrong` is true.

        line: the line's number from 1 on, by default the last line that was read
        """
        if is_wrong:
            raise BadInput(f"{self.title}, line {line or self.at}: {reason}")

    def next_line(self) -> str:
        """Returns the next line, and counts it as read."""
        self.at += 1
        return self.lines[self.at - 1]

    def lines_until(self, is_end: Callable[[str], object]) -> list[str]:
        """Reads the next lines up to one for which `is_end` is true, and returns them."""
        first = self.at
        while self.at < len(self.lines) and not is_end(self.lines[self.at]):
            self.at += 1
        return self.lines[first : self.at]

    def parse(self) -> Stub:
        """Returns the stub. Raises BadInput, with the line's number, if it is invalid."""
        while self.at < len(self.lines):
            line = self.next_line()
            if heading_of(line):
                self.read_section(heading_of(line))
            elif line:
                self.read_command(line, ())
        stub = self.stub
        reason = "nothing is read; expected a line with read"
        self.refuse_if(not stub.reads, reason, max(1, self.at))
        if not self.is_looping:  # all of it is one turn
            stub.start.reads, stub.turn.reads = [], stub.start.reads
            stub.hello, stub.writes = [], stub.hello
        self.refuse_if(not stub.writes, "nothing is answered; expected a line with write")
        for write in stub.writes if len(stub.writes) > 1 else ():
            is_fixed = all(map(NUMBER.fullmatch, write.loops))
            reason = "one of several answers in a loop; expected one write, or no loops"
            self.refuse_if(not is_fixed, reason, write.line)
        stub.turn.outer, rows = stub.start, dict[str, str]()
        name_lists(stub.start, rows)
        name_lists(stub.turn, rows)
        return stub

    def read_command(self, line: str, loops: tuple[str, ...]) -> None:
        """Reads a command and the lines that belong to it: the command of a loop, and what a write
        writes, up to an empty line, a command or a heading. Raises BadInput if it is invalid.

        loops: the amounts of the loops around it, the outermost first
        """
        word, rest = first_word(line)
        if word == "gameloop" and not rest and not loops:
            self.refuse_if(self.is_looping, "a second gameloop; expected one")
            self.is_looping, self.names = True, {}
        elif word in ("read", "loopline"):
            amount, rest = self.read_amount(rest) if word == "loopline" else ("", rest)
            self.add_read(Read(self.read_variables(rest), loops, amount))
        elif word == "loop":
            amount, rest = self.read_amount(rest)
            number, reason = self.at, "a loop without a command; expected read, write or loopline"
            while not rest:  # its command stands on a line of its own
                self.refuse_if(self.at == len(self.lines), reason, number)
                rest = self.next_line()
            self.read_command(rest, (*loops, amount))
        elif word == "write":
            self.refuse_if(not rest, "expected what to write")
            number = self.at
            more = self.lines_until(lambda one: not one or COMMAND.match(one) or heading_of(one))
            written = Write(tuple(map(self.example_of, [rest, *more])), number, loops)
            (self.stub.writes if self.is_looping else self.stub.hello).append(written)
        else:
            wanted = "read, write, loop or loopline" if loops else "a command or a heading"
            self.refuse_if(True, f"expected {wanted}, got {line[:60]!r}")

    def read_amount(self, text: str) -> tuple[str, str]:
        """Returns the amount at the beginning of a text, and the rest. Raises BadInput for
        another word.
        """
        found, rest = first_word(text)
        if not NUMBER.fullmatch(found):
            wanted = "expected a number up to 9999, or a variable read before"
            self.refuse_if(found not in self.known, f"amount {found!r}: {wanted}")
            kind = self.known[found]
            self.refuse_if(kind not in COUNTED, f"amount {found!r} is a {kind}; expected an int")
        return found, rest

    def read_variables(self, text: str) -> tuple[Variable, ...]:
        """Returns the variables of declarations `name:type` with blanks between them. Raises
        BadInput for an invalid or repeated one.
        """
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
            variable = Variable(name, type_[1] or type_[2])
            is_twice = variable.python in [one.python for one in found]
            self.refuse_if(is_twice, f"{variable.python} is there twice")
            found.append(variable)
        are_two = sum(variable.kind == "string" for variable in found) > 1
        self.refuse_if(are_two, "two strings, which may both hold blanks; expected one a line")
        return tuple(found)

    def add_read(self, read: Read) -> None:
        """Adds a `read` to the start or the turn. Raises BadInput if the grammar has none at this
        place, or if a variable was read before.
        """
        stub, reason = self.stub, "a read behind a write; expected "
        self.refuse_if(stub.writes, reason + "all reads of a turn first")
        # Without a game loop that would be two turns; with one, what is asked comes last.
        self.refuse_if(not self.is_looping and stub.hello, reason + "gameloop first")
        reason = "a string in a loopline; expected word(LENGTH)"
        self.refuse_if(read.times and "string" in read.kinds, reason)
        for variable in read.variables if read.is_plain else ():
            first = self.names.setdefault(variable.python, self.at)
            self.refuse_if(first != self.at, f"{variable.name} was read before, in line {first}")
            self.known[variable.name] = variable.kind
        (stub.turn if self.is_looping else stub.start).reads.append(read)

    def example_of(self, text: str) -> str:
        """Returns an example of a written line: MOVE 0 1 for join("MOVE", x, 1). A text without
        join is its own example. Raises BadInput for an invalid join.
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
        """Reads the text under a heading, up to another heading, a command behind an empty line, or
        the end.
        """
        first = self.at

        def is_end(line: str) -> bool:
            is_behind_blank = self.at > first and not self.lines[self.at - 1]
            return bool(heading_of(line) or (is_behind_blank and PROSE.match(line)))

        found = self.lines_until(is_end)
        if heading == "INPUT":
            self.read_comments(found, first + 1)
        elif heading == "UNITS":
            title = f"{self.title}, line {first + 1}: UNITS"
            self.stub.actors = parse_actors(" | ".join(filter(None, found)), title)
        else:
            setattr(self.stub, heading.lower(), "\n".join(found).strip())

    def read_comments(self, lines: list[str], number: int) -> None:
        """Stores lines `name: text` by their names. A line without a name continues the one before.
        Raises BadInput if there is none before.

        number: the number of the first line
        """
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
    """Returns the heading that a line consists of, "" for another line."""
    word = line.removesuffix(":").rstrip()
    return word if word in HEADINGS else ""


def first_word(text: str) -> tuple[str, str]:
    """Returns the first word of a line, and the rest."""
    word, *rest = re.split(r"\s+", text, maxsplit=1)
    return word, "".join(rest)


def ascii_text(text: str) -> str:
    """Returns a text in ASCII, as bundles need it: letters without accents, plain quotes and
    dashes. Other characters are left out.
    """
    return unicodedata.normalize("NFKD", text.translate(PLAIN)).encode("ascii", "ignore").decode()
