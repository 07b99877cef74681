"""Stubs in the forms that public contests have: read as they say, written and read again.

The lines that the readers get are made here, from the stub's text and with a reader of its own for
the few words of the grammar, so that a mistake would have to be made twice.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from botsmith.errors import BadInput
from botsmith.new.blocks import python_name
from botsmith.new.scaffold import Form, format_module, make_form
from botsmith.new.stub import parse_stub, read_stub
from botsmith.new.templates import render
from common.stdio import UnreadableInput
from tests.compiler.library import check
from tests.new.contests import (
    ROOT,
    Contest,
    importable,
    lint,
    play,
    reader_of,
    run_mypy,
    write,
)

STUBS = sorted((ROOT / "tests" / "data" / "stubs").glob("*.txt"))
HEADER = """from common.fields import Fields
from common.stdio import LineReader


"""
COMMANDS = re.compile(r"\b(gameloop|read|loopline|loop|write)\b[ \t]*")
DECLARED = re.compile(r"(\w+):(\w+)(?:\(\w+\))?")
Known = tuple[str, bool, Any]  # a variable's name, whether it stands alone on a line, its value


class Teller:
    """Makes lines by a stub's text. known: values of variables that stood alone on a line."""

    def __init__(self, text: str, dice: Random) -> None:
        text = re.split(r"^(?:STATEMENT|INPUT|OUTPUT):?$", self.without_top(text), flags=re.M)[0]
        self.dice = dice
        self.known: dict[str, int] = {}
        start, loop, turn = text.partition("gameloop")
        if not loop:
            start, turn = "", start
        self.start, self.turn = self.commands(start), self.commands(turn)

    @staticmethod
    def without_top(text: str) -> str:
        """A statement that stands first ends with an empty line."""
        return text.partition("\n\n")[2] if text.startswith("STATEMENT") else text

    @staticmethod
    def commands(text: str) -> list[str]:
        """Each command with its loops, in one line."""
        found: list[str] = []
        for line in re.sub(r"[ \t]+", " ", text).split("\n"):
            line = line.strip()
            if not line:
                continue
            if found and re.fullmatch(r"(loop \w+ ?)+", found[-1]):
                found[-1] += f" {line}"
            else:
                found.append(line)
        return [line for line in found if COMMANDS.match(line)]

    def tell(self, commands: list[str]) -> tuple[list[str], list[Known]]:
        """Lines, and their values in order."""
        lines: list[str] = []
        values: list[Known] = []
        for command in commands:
            self.run(command, lines, values, True)
        return lines, values

    def run(self, command: str, lines: list[str], values: list[Known], is_alone: bool) -> None:
        word, _, rest = command.partition(" ")
        if word == "loop":
            amount, _, rest = rest.partition(" ")
            for _ in range(self.number(amount)):
                self.run(rest, lines, values, False)
        elif word in ("read", "loopline"):
            times = 1
            if word == "loopline":
                amount, _, rest = rest.partition(" ")
                times = self.number(amount)
            words = []
            for _ in range(times):
                for name, kind in DECLARED.findall(rest):
                    value = self.value(kind, is_alone and word == "read")
                    is_plain = is_alone and word == "read"
                    if is_plain and isinstance(value, int):
                        self.known[name] = value
                    values.append((name, is_plain, value))
                    words.append(f"{value:d}" if isinstance(value, bool) else str(value))
            lines.append(" ".join(words))

    def number(self, amount: str) -> int:
        return int(amount) if amount.isdigit() else self.known[amount]

    def value(self, kind: str, may_count: bool) -> Any:
        """A value; those that may be an amount are small."""
        dice = self.dice
        if kind == "float":
            return round(dice.uniform(-9.0, 9.0), 3)
        if kind == "bool":
            return dice.random() < 0.5
        if kind == "word":
            return "".join(dice.choice("abc#.XY7-") for _ in range(dice.randint(1, 6)))
        if kind == "string":
            return dice.choice(["a b", "x", "two  blanks", " leads", "# . #", "TUBE 1 2 3"])
        low = 0 if may_count else -(1 << (62 if kind == "long" else 30))
        return dice.randint(low, 4) if may_count else dice.randint(low, -low)


def load(text: str) -> dict[str, Any]:
    """The names of a module."""
    scope: dict[str, Any] = {}
    exec(compile(text, "written", "exec"), scope)
    return scope


def flat(value: Any) -> list[Any]:
    """All values of an object, of those in it, in the order in which they were read."""
    if isinstance(value, list):
        return [one for item in value for one in flat(item)]
    if isinstance(value, int | float | str):
        return [value]
    return [one for item in vars(value).values() for one in flat(item)]


def expected(found: Any, known_values: list[Known]) -> list[Any]:
    """What an object should hold: all values, but a number that a list of its name tells."""
    return [
        value
        for name, is_alone, value in known_values
        if not (is_alone and isinstance(getattr(found, python_name(name), None), list))
    ]


@pytest.mark.parametrize("path", STUBS, ids=lambda path: path.stem)
def test_the_readers_read_what_the_stub_says(path: Path) -> None:
    scope = load(HEADER + render("bots/classes", Unit="", stub=read_stub(path)))
    for seed in range(8):
        teller = Teller(path.read_text(encoding="utf-8"), Random(f"{path.stem} {seed}"))
        lines, known_values = teller.tell(teller.start)
        reader = reader_of(lines)
        start = scope["Start"](reader)
        assert reader.number == len(lines)
        assert flat(start) == expected(start, known_values)
        lines, known_values = teller.tell(teller.turn)
        reader = reader_of(lines)
        turn = scope["Turn"](reader, start)
        assert reader.number == len(lines)
        assert flat(turn) == expected(turn, known_values)


def read(text: str, *lines: str) -> Any:
    """What the turn's reader makes of lines."""
    scope = load(HEADER + render("bots/classes", Unit="", stub=parse_stub(text)))
    return scope["Turn"](reader_of(list(lines)), scope["Start"](reader_of([])))


def test_names_are_what_a_reader_expects() -> None:
    turn = read(
        """gameloop
        read myScore:int
        read numMyCreeps:int
        loop numMyCreeps read x:int y:int
        read cities:int
        loop cities read name:string(20) size:int
        loop 2 read line:word(3)
        loopline 2 level:int
        write GO""",
        *("7", "1", "3 4", "1", "New York 9", "ab", "cd", "5 6"),
    )
    assert (turn.my_score, turn.num_my_creeps, turn.lines, turn.levels) == (
        7,
        1,
        ["ab", "cd"],
        [5, 6],
    )
    assert [(one.x, one.y) for one in turn.my_creeps] == [(3, 4)]
    assert [type(one).__name__ for one in turn.my_creeps + turn.cities] == ["MyCreep", "City"]
    assert [(one.name, one.size) for one in turn.cities] == [("New York", 9)]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("x 1 0 1.5", "line 1: n: expected 0 or more, got 'x'"),
        ("-1 1 0 1.5", "line 1: n: expected 0 or more, got '-1'"),
        ("1 3000000000 0 1.5", "line 1: small: expected an integer of 32 bits, got '3000000000'"),
        ("1 1 2 1.5", "line 1: flag: expected 0 or 1, got '2'"),
        ("1 1 0 inf", "line 1: weight: expected a number, got 'inf'"),
        ("1 1 0 x", "line 1: weight: expected a number, got 'x'"),
        ("1 1 0", "line 1: expected 4 values, got '1 1 0'"),
    ],
)
def test_a_line_that_is_none_is_refused_with_its_number(line: str, complaint: str) -> None:
    stub = "gameloop\nread n:int small:int flag:bool weight:float\nloop n read a:int\nwrite GO"
    with pytest.raises(UnreadableInput, match=re.escape(complaint)):
        read(stub, line, "5")


def test_no_name_is_a_word_of_python() -> None:
    turn = read(
        """gameloop
        read a:int noneCount:int
        loop a read a:int
        loop noneCount read b:int c:int
        read trees:int
        loop trees read kind:int size:int
        write GO""",
        *("1 1", "5", "6 7", "1", "2 3"),
    )
    assert (turn.as_, turn.nones[0].c, turn.trees[0].size) == ([5], 7, 3)


def test_long_comments_are_wrapped_and_letters_become_ascii() -> None:
    stub = read_stub(STUBS[0].with_name("potions.txt"))
    text = format_module(HEADER + render("bots/classes", Unit="", stub=stub))
    assert max(map(len, text.splitlines())) <= 100
    assert "# 1 if this spell can be cast now; in the first league" in text
    words = "word " * 25
    made = format_module(f'def f() -> None:\n    """{words}end."""\n').splitlines()
    assert max(map(len, made)) <= 100 and made[-1] == '    """' and made[-2].endswith("end.")
    accents = read_stub(STUBS[0].with_name("accents.txt"))
    assert accents.comments == {"etat": "l'etat du tour - 0 ou 1"}
    assert accents.statement == 'Deplacez-vous "vite".'


BROKEN = {
    "": "line 1: nothing is read",
    "gameloop\nwrite GO": "line 2: nothing is read",
    "gameloop\nread x:int": "line 2: nothing is answered",
    "gameloop\nread x:int\nfoo": "line 3: expected a command or a heading, got 'foo'",
    "gameloop\nread x\nwrite GO": "line 2: expected name:type, got 'x'",
    "gameloop\nread x:integer\nwrite GO": "line 2: x: expected int, long, float",
    "gameloop\nread x:int x:int\nwrite GO": "line 2: x is there twice",
    "gameloop\nread x:int\nread x:int\nwrite GO": "line 3: x was read before, in line 2",
    "gameloop\nread a:string(3) b:string(3)\nwrite GO": "line 2: two strings",
    "gameloop\nloop n read x:int\nwrite GO": "line 2: amount 'n': expected a number",
    "read x:float\nloop x read y:int\nwrite GO": "line 2: amount 'x' is a float; expected an int",
    "gameloop\nread x:int\nloop 2": "line 3: a loop without a command",
    "gameloop\nread x:int\nloop": "line 3: amount '': expected a number",
    "gameloop\nloop 2 gameloop\nread x:int": "line 2: expected read, write, loop or loopline",
    "gameloop\ngameloop\nread x:int": "line 2: a second gameloop",
    "gameloop\nread x:int\nwrite GO\nread y:int": "line 4: a read behind a write",
    "gameloop\nread x:int\nwrite join(y)": "line 3: join: expected a quoted text",
    'gameloop\nread x:int\nwrite join("a"': "line 3: expected join(...)",
    "gameloop\nread n:int\nwrite A\nloop n write B": "line 4: one of several answers in a loop",
    "gameloop\nread x:int\nwrite A\n\nINPUT\nno name here": "line 6: INPUT: expected name:",
}


@pytest.mark.parametrize(("text", "complaint"), BROKEN.items(), ids=BROKEN.values())
def test_a_broken_stub_is_one_line_with_its_number(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_stub(text, "stub.txt")
    assert str(refused.value).startswith(f"stub.txt, {complaint}")
    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_text_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "stub.txt").write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "stub.txt", tmp_path / "none.txt"):
        with pytest.raises(BadInput, match="expected a stub"):
            read_stub(path)


# ---- Whole contests


def form_for(number: int, path: Path) -> Form:
    """All kinds of contests by turns. Who acts is guessed where UNITS does not say it."""
    kinds = [
        ("2", "together", "plans"),
        ("2..4", "alternating", "smitsimax"),
        ("2", "together", "beam"),
        ("8", "together", "none"),
        ("2", "together", "candidates"),
        ("3", "alternating", "beam"),
    ]
    of_rivals = ("agents", "drones", "entities", "organs", "snakebots")
    is_for_two = path.parent.name == "contests" or path.stem in of_rivals
    words = ("2", "together", "plans") if is_for_two else kinds[number % len(kinds)]
    return make_form(*words, path)


SAID = sorted((ROOT / "tests" / "data" / "contests").glob("*.txt"))
FORMS = {f"s{number}": form_for(number, path) for number, path in enumerate([*SAID, *STUBS])}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A contest for each stub."""
    folder = tmp_path_factory.mktemp("stubs")
    with importable(folder, FORMS):
        yield folder


PLAYED = [*FORMS][::3]  # of each kind of contest


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[] if n in PLAYED else pytest.mark.campaign) for n in FORMS],
    ids=[path.stem for path in (*SAID, *STUBS)],
)
def test_a_contest_with_the_stub_plays_to_its_end(project: Path, name: str) -> None:
    """The bot reads all that the referee's lines say, and its answers are taken."""
    contest = Contest(name)
    check(contest.search.ENTRIES)
    referee = play(contest, FORMS[name].most)
    assert referee.faults() == {}
    known_values = [*referee.init_inputs(0), *referee.inputs(0)]
    reader = reader_of(known_values)
    contest.protocol.Turn(reader, contest.protocol.Start(reader))
    assert reader.number == len(known_values)


def test_a_chained_hand_gives_each_order_once_a_turn(project: Path) -> None:
    name = next(name for name, form in FORMS.items() if "chain" in form.actors.text)
    rules, row = Contest.load(f"bots.{name}.rules"), FORMS[name].actors.rows - 1
    state, moves, weights = rules.make_state(2), [0] * rules.MOVES, [0] * rules.MOVES
    count = rules.list_moves(state, row, moves, weights)
    order = moves[count - 1]
    rules.give(state, row, order)
    assert order not in moves[: rules.list_moves(state, row, moves, weights)]
    rules.end_turn(state)
    assert rules.list_moves(state, row, moves, weights) == count
    painter = Contest(name).painter(Contest(name).referee.from_seed(1))
    assert painter.unit_name(0, row).startswith("hand ")


@pytest.mark.campaign
def test_all_of_it_pleases_ruff_black_and_mypy(tmp_path: Path) -> None:
    """Orders of all forms, words before the first turn, long answers, names of Python."""
    (tmp_path / "stub.txt").write_text(f"gameloop\nread x:int\nwrite {'far ' * 60}\n")
    write(tmp_path, "longest", make_form("2", "together", "none", tmp_path / "stub.txt"))
    for name, form in FORMS.items():
        write(tmp_path, name, form)
    lint(tmp_path)
    run_mypy(tmp_path, "bots", "contests", "tests")
