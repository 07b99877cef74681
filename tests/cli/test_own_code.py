"""A slip in an author's own contest is told by the author's lines alone, in one line."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from botsmith.errors import BadInput
from botsmith.new.scaffold import contest_files, make_form, save
from botsmith.workspace import HOME

NAME = "slips"
ROOMS = {  # a room: a function of it, what is renamed
    "contests/slips/referee.py": ("seats", "class SlipsReferee"),
    "contests/slips/draw.py": ("frame", "class SlipsPainter"),
    "contests/slips/lines.py": ("turn_lines", "def turn_lines"),
    "bots/slips/protocol.py": ("", "ANSWERS"),
    "contests/slips/baselines.py": ("", "PROTOCOL"),
}
PLAY = """
import sys
from botsmith.cli.app import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A workspace with a contest."""
    root = tmp_path_factory.mktemp("slips")
    (root / "botsmith.toml").touch()
    form = make_form("2", "together", "none", None)
    for path, text in contest_files(NAME, form).items():
        save(root / path, text)
    for folder in ("bots", "contests"):
        (root / folder / "__init__.py").touch()
    yield root


def said(root: Path) -> tuple[int, list[str]]:
    """Plays a match with a replay; the exit status, and the lines of stderr."""
    words = ["play", NAME, "random", "last", "--games", "1", "--jobs", "1", "--replay", "x.html"]
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *words],
        cwd=root,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(HOME), "PATH": "/usr/bin:/bin", "HOME": str(root)},
    )
    return done.returncode, done.stderr.splitlines()


def broken(text: str, way: str, room: str) -> str:
    """The text of a room with a slip in it."""
    function, definition = ROOMS[room]
    if way == "syntax":
        return f"{text})(\n"
    if way == "missing":
        return text.replace(definition, f"{definition}_")
    slips = {"name": "gone", "type": "return 3", "raise": "raise KeyError('no')"}
    wanted = "__init__" if way == "raise" and function == "seats" else function
    found = next(
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef) and node.name == wanted
    )
    first = found.body[-1]
    lines = text.split("\n")
    lines.insert(first.lineno - 1, " " * first.col_offset + slips[way])
    return "\n".join(lines)


CAMPAIGN = [
    pytest.param(way, marks=pytest.mark.campaign) for way in ("syntax", "type", "raise", "missing")
]


@pytest.mark.long
@pytest.mark.parametrize("way", ["name", *CAMPAIGN])
def test_each_room_of_a_contest_tells_its_own_line(workspace: Path, way: str) -> None:
    rooms = {"syntax": list(ROOMS), "missing": list(ROOMS)[:4]}.get(way, list(ROOMS)[:3])
    for room in rooms:
        path = workspace / room
        text = path.read_text(encoding="utf-8")
        path.write_text(broken(text, way, room), encoding="utf-8")
        try:
            status, lines = said(workspace)
        finally:
            path.write_text(text, encoding="utf-8")
        assert status == 2, (room, lines)
        lines = [line for line in lines if "a CPU" not in line and "the machine" not in line]
        assert len(lines) == 1 and "slips/" in lines[0], (room, lines)
        assert lines[0].startswith("botsmith: "), lines


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
    from botsmith.own_code import REFEREE, checked

    class Wrong:
        def seats(self) -> int:
            return 7

    kind = checked(Wrong, REFEREE)
    with pytest.raises(BadInput, match=r"Wrong.seats returned 7; expected a list of seats"):
        kind().seats()
