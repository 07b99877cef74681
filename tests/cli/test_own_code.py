"""A slip in an author's own contest is reported with the author's lines alone, in one line."""

import ast
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from botsmith import own_code
from botsmith.errors import BadInput
from botsmith.new.copies import write
from botsmith.new.scaffold import contest_files, make_form
from botsmith.own_code import PAINTER, REFEREE, own_failure, with_checks
from botsmith.workspace import HOME
from tests.commands import begin
from tests.pages import files_of, page_beside

NAME = "slips"
PLAYS = f"play {NAME} first random --games 1 --jobs 1 --time none --replay x.html".split()
WAYS = ("name", "raise", "syntax", "type", "missing")
ROOMS = {  # a room: a function of it, one that is called in the middle of a match, what is renamed
    "contests/slips/referee.py": ("seats", "apply", "class SlipsReferee"),
    "contests/slips/draw.py": ("frame", "frame", "class SlipsPainter"),
    "contests/slips/lines.py": ("turn_lines", "turn_lines", "def turn_lines"),
    "contests/slips/baselines.py": ("first", "read_turn", "PROTOCOL ="),
    "bots/slips/protocol.py": ("", "", "ORDERS"),
}
BOT, RULES = "bots/slips/known.py", "contests/slips/referee.py"
OF_BOT = ("read_start", "read_turn", "class Known")
# Runs commands, each in a fork of a process that has imported what they need.
RUNNER = """
import json, os, sys
from botsmith.cli import play
from botsmith.cli.app import main
for line in sys.stdin:
    if child := os.fork():
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
    else:
        for stream, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        sys.exit(main(json.loads(line)))
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A workspace with a contest."""
    root = tmp_path_factory.mktemp("slips")
    (root / "botsmith.toml").touch()
    form = make_form("2", "together", "none", None)
    for path, text in contest_files(NAME, form).items():
        write(root / path, text)
    for folder in ("bots", "contests"):
        (root / folder / "__init__.py").touch()
    shutil.copytree(HOME / "common", root / "common", ignore=shutil.ignore_patterns("__pycache__"))
    yield root
    runner(root).communicate()


@contextmanager
def changed(path: Path, change: Callable[[str], str]) -> Iterator[None]:
    """Gives the file another text while the block runs."""
    text = path.read_text(encoding="utf-8")
    assert change(text) != text
    path.write_text(change(text), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


@cache
def runner(root: Path) -> "subprocess.Popen[str]":
    """Returns the process that runs commands there."""
    clean = {"PYTHONPATH": str(HOME), "PATH": "/usr/bin:/bin", "HOME": str(root)}
    words = [sys.executable, "-c", RUNNER]
    return begin(words, root, stdin=subprocess.PIPE, stderr=None, env=clean)


def run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Runs a command there."""
    process = runner(root)
    assert process.stdin is not None and process.stdout is not None
    print(json.dumps(words), file=process.stdin, flush=True)
    status = int(process.stdout.readline())
    out, err = ((root / name).read_text(encoding="utf-8") for name in ("out", "err"))
    return subprocess.CompletedProcess(words, status, out, err)


def said(root: Path, *words: str) -> tuple[int, list[str]]:
    """Runs a command there; the exit status, and the lines of stderr."""
    done = run(root, *words)
    return done.returncode, done.stderr.splitlines()


def broken(text: str, way: str, room: str) -> str:
    """The text of a room with a slip in it."""
    called, later, definition = ROOMS.get(room, OF_BOT)
    if way == "syntax":
        return f"{text})(\n"
    if way == "missing":
        return text.replace(definition, definition.replace(" =", "_ =").rstrip("=") + "_" * 2, 1)
    slips = {
        "name": "gone",
        "type": "return 3",
        "raise": "self.slips = getattr(self, 'slips', 0) + 1\nif self.slips > 2: raise KeyError(1)",
    }
    if way == "raise" and not definition.startswith("class"):
        slips["raise"] = "raise KeyError(1)"
    found = next(
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name == (later if way == "raise" else called)
    )
    first = found.body[-1]
    lines = text.split("\n")
    slip = [" " * first.col_offset + line for line in slips[way].split("\n")]
    lines[first.lineno - 1 : first.lineno - 1] = slip
    return "\n".join(lines)


def is_possible(way: str, room: str) -> bool:
    """Whether a room can fail in a way: a new protocol.py has no functions of its own."""
    return bool(ROOMS[room][0]) or way in ("syntax", "missing")


SLIPS = [(room, way) for room in ROOMS for way in WAYS if is_possible(way, room)]
SAMPLE = [("contests/slips/baselines.py", "raise"), ("contests/slips/referee.py", "name")]


def break_and(workspace: Path, room: str, way: str, *words: str) -> tuple[int, list[str]]:
    """Runs a command while a room has a slip in it; the exit status, and the lines of stderr."""
    with changed(workspace / room, lambda text: broken(text, way, room)):
        return said(workspace, *words)


def slip(workspace: Path, room: str, way: str) -> None:
    """Breaks a room and plays: one line, with the place in the author's own code, and status 2."""
    status, lines = break_and(workspace, room, way, *PLAYS)
    asides = ("a CPU", "the machine", "is still the skeleton's")
    lines = [line for line in lines if not any(each in line for each in asides)]
    assert status == 2, lines
    assert len(lines) == 1 and lines[0].startswith("botsmith: "), lines
    assert "slips/" in lines[0], lines
    teller = room.replace("/lines", "/referee") if way == "type" else room  # what inputs() returned
    assert way == "missing" or f"{teller}:" in lines[0], lines


@pytest.mark.parametrize(("room", "way"), SAMPLE)
def test_a_slip_in_a_contest_is_told_in_its_own_line(workspace: Path, room: str, way: str) -> None:
    slip(workspace, room, way)


@pytest.mark.campaign
@pytest.mark.parametrize(("room", "way"), [one for one in SLIPS if one not in SAMPLE])
def test_each_room_of_a_contest_tells_its_own_line(workspace: Path, room: str, way: str) -> None:
    slip(workspace, room, way)


def build_with_slip(workspace: Path, way: str) -> None:
    """Breaks the bot and builds it: a line for each failed proof, the first of the author's."""
    status, lines = break_and(workspace, BOT, way, "build", NAME)
    assert status == 1
    message = [line for line in lines if line.startswith("botsmith: ")]
    assert message and "bots/slips/" in message[0], lines
    assert not any("Traceback" in line for line in lines)


def test_a_slip_in_a_bot_is_told_by_its_build(workspace: Path) -> None:
    build_with_slip(workspace, "syntax")


@pytest.mark.campaign
@pytest.mark.parametrize("way", ["name", "raise", "missing"])
def test_each_slip_in_a_bot_is_told_by_its_build(workspace: Path, way: str) -> None:
    assert said(workspace, "golden", NAME, "--record", "8") == (0, [])
    build_with_slip(workspace, way)


def test_no_message_names_a_command_that_an_installed_tool_lacks() -> None:
    """`python3 build.py` is a checkout's: messages say PROGRAM, as the command was started."""
    known = {"paths.py", "setup.py"}
    for file in sorted((HOME / "botsmith").rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for words in ("python3 build.py", "python build.py", "python3 -m botsmith"):
            if file.name not in known and words in text:
                lines = [line for line in text.split("\n") if words in line]
                is_about = [line.lstrip().startswith(('"""', "$ ")) for line in lines]
                assert all(is_about), f"{file}: {lines}"


def test_a_value_that_cannot_be_is_told_with_its_method() -> None:
    class Wrong:
        def seats(self) -> int:
            return 7

    kind = with_checks(Wrong, REFEREE)
    with pytest.raises(BadInput, match=r"Wrong.seats returned 7; expected a list of seats"):
        kind().seats()


SIGNATURES = files_of(page_beside(__file__, "programs.txt")["programs"])["takes_other_arguments"]


@pytest.fixture
def signatures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of an author's, whose functions take other arguments than our calls give."""
    file = tmp_path / "contests/slips/signatures.py"
    write(file, SIGNATURES)
    spec = importlib.util.spec_from_file_location("signatures_of_slips", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    monkeypatch.setattr(own_code, "ROOTS", (tmp_path,))
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("call", "line", "words"),
    [
        ("Fewer(1).frame()", 9, "Fewer.frame() missing 1 required positional argument: 'turn'"),
        ("Fewer(1, 2)", 10, "Fewer.__init__() takes 2 positional arguments but 3 were given"),
        ("Fewer.from_seed(1, 2)", 11, "Fewer.from_seed() takes 2 positional arguments but 3"),
        ("shooter(1, 2)", 17, "shooter() takes 1 positional argument but 2 were given"),
        ("Lacking()", 15, "Can't instantiate abstract class Lacking"),
    ],
)
def test_other_arguments_than_ours_are_told_where_they_are_defined(
    signatures: ModuleType, call: str, line: int, words: str
) -> None:
    with pytest.raises(TypeError) as failed:
        eval(call, vars(signatures))
    said = own_failure(failed.value)
    assert said is not None and said.startswith(f"contests/slips/signatures.py:{line}: TypeError")
    assert words in said


def test_a_missing_attribute_is_told_where_its_class_is(signatures: ModuleType) -> None:
    """A painter without a width, a referee without limits."""
    for owner in (signatures.Fewer(1), signatures.Fewer):
        with pytest.raises(AttributeError) as failed:
            owner.limits  # noqa: B018
        said = own_failure(failed.value)
        assert said is not None and said.startswith("contests/slips/signatures.py:8: AttributeE")


def test_a_type_error_of_ours_names_no_author(signatures: ModuleType) -> None:
    assert own_failure(TypeError("len() takes exactly one argument (2 given)")) is None


def test_bad_input_is_told_in_its_own_line() -> None:
    assert own_failure(BadInput("slips: no such map")) == "slips: no such map"


def test_a_property_that_is_a_method_is_told(signatures: ModuleType) -> None:
    with pytest.raises(BadInput, match=r"signatures.py:13: over: expected @property above it"):
        with_checks(signatures.Fewer, REFEREE)


def test_a_painters_values_are_looked_at() -> None:
    class Wrong:
        def table(self) -> None: ...

        def events(self) -> list[str]:
            return ["x"]

    kind = with_checks(Wrong, PAINTER)
    for name in ("table", "events"):
        with pytest.raises(BadInput, match=f"Wrong.{name} returned"):
            getattr(kind(), name)()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"ink"', '"red"', "ValueError: no colour 'red'; expected one of p0..p7 ink"),
        ("for seat in range(self.referee.players)]", "for seat in [0]]", "a number for each of 2"),
        ("height = ROW * PLAYERS", "height = 0", "SlipsPainter.height is 0; expected a number"),
        ("(1.0, (seat", "(1e6, (seat", "expected shapes in a picture of 100 x 20"),
    ],
)
def test_what_cannot_be_drawn_is_told_below_the_table(
    workspace: Path, old: str, new: str, message: str
) -> None:
    """The games were played, whatever the picture is."""
    with changed(workspace / "contests/slips/draw.py", lambda text: text.replace(old, new)):
        done = run(workspace, *PLAYS)
    assert done.returncode == 2
    assert "mean rank" in done.stdout
    assert re.match(r"botsmith: contests/slips/draw.py:\d+: ", done.stderr.splitlines()[-1])
    assert message in done.stderr


JSON = "; expected a value of JSON .*"
WRONG_VALUES = [
    ("state", "return {'tiles': {1, 2}}", rf"\{{1, 2\}}{JSON} at turn 0.tiles$"),
    ("state", "return [{(1, 2): 3}]", rf"\(1, 2\){JSON} a key$"),
    ("result", "return Result.of([0.0], 'end')", r"Result\(scores=\[0.0\].* each player, and .*$"),
    ("seats", "return [0, 2]", r"\[0, 2\]; expected a list of seats, 0 to players - 1, each once$"),
    ("inputs", "return ['1', '3\\n7']", r"a list with '3\\n7'; expected .* without a line end$"),
]


@pytest.mark.parametrize(
    ("head", "slip", "reported"),
    [
        ("def seats(self) -> list[int]:", "return []", "seats returned [] in all 20 turns and the"),
        ("def over(self) -> bool:", "return True", "over is True and the"),
    ],
)
def test_a_match_in_which_nobody_was_asked_is_no_draw(
    workspace: Path, head: str, slip: str, reported: str
) -> None:
    slipped = f"{head}\n        {slip}"
    with changed(workspace / RULES, lambda text: text.replace(head, slipped)):
        done = run(workspace, *PLAYS)
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 2
    assert f"SlipsReferee.{reported} match has ended: no bot was asked" in last
    assert re.match(r"botsmith: contests/slips/referee.py:\d+: ", last)


@pytest.mark.parametrize(("method", "wrong", "message"), WRONG_VALUES)
def test_a_value_that_fails_later_is_told_with_file_and_line(
    workspace: Path, method: str, wrong: str, message: str
) -> None:
    def slipped(text: str) -> str:
        head, line, rest = re.split(rf"(def {method}\(self.*\n)", text, maxsplit=1)
        return f"{head}{line}        {wrong}\n{rest}"

    with changed(workspace / RULES, slipped):
        status, lines = said(workspace, *PLAYS)
    place = rf"botsmith: contests/slips/referee\.py:\d+: SlipsReferee\.{method} returned "
    found = [line for line in lines if "the machine" not in line]
    assert status == 2 and len(found) == 1 and re.match(place + message, found[0]), lines
