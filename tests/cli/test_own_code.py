"""A slip in an author's own contest is told by the author's lines alone, in one line."""

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from botsmith import own_code
from botsmith.errors import BadInput
from botsmith.new.scaffold import contest_files, make_form, save
from botsmith.own_code import PAINTER, REFEREE, checked, own_failure
from botsmith.workspace import HOME

NAME = "slips"
PLAYS = ["play", NAME, "last", "random", "--games", "1", "--jobs", "1", "--replay", "x.html"]
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
    shutil.copytree(HOME / "common", root / "common", ignore=shutil.ignore_patterns("__pycache__"))
    yield root


def said(root: Path, *words: str) -> tuple[int, list[str]]:
    """Runs a command there; the exit status, and the lines of stderr."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *words],
        cwd=root,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(HOME), "PATH": "/usr/bin:/bin", "HOME": str(root)},
    )
    return done.returncode, done.stderr.splitlines()


@contextmanager
def broken(workspace: Path, room: str, function: str, slip: str) -> Iterator[None]:
    """A function of a room begins with a slip meanwhile."""
    path = workspace / room
    text = path.read_text(encoding="utf-8")
    head = re.search(rf"(?s)( *)def {function}\(.*?:\n", text)
    assert head
    line = f"{head[1]}    {slip}\n"
    path.write_text(text[: head.end()] + line + text[head.end() :], encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("room", "function", "slip"),
    [("baselines.py", "last", "raise KeyError(1)"), ("referee.py", "apply", "gone")],
)
def test_a_slip_in_a_contest_is_told_in_its_own_line(workspace, room, function, slip):
    with broken(workspace, f"contests/slips/{room}", function, slip):
        status, lines = said(workspace, *PLAYS)
    lines = [line for line in lines if "a CPU" not in line and "the machine" not in line]
    assert (status, len(lines)) == (2, 1), lines
    assert lines[0].startswith("botsmith: ") and f"slips/{room}:" in lines[0]


def test_a_slip_in_a_bot_is_told_by_its_build(workspace: Path) -> None:
    with broken(workspace, "bots/slips/bot.py", "read_turn", ")("):
        status, lines = said(workspace, "build", NAME)
    told = [line for line in lines if line.startswith("botsmith: ")]
    assert status == 1 and told and "bots/slips/" in told[0], lines
    assert not any("Traceback" in line for line in lines)


def test_a_value_that_cannot_be_is_told_with_its_method() -> None:
    class Wrong:
        def seats(self) -> int:
            return 7

    kind = checked(Wrong, REFEREE)
    with pytest.raises(BadInput, match=r"Wrong.seats returned 7; expected a list of seats"):
        kind().seats()


SIGNATURES = """from abc import ABC, abstractmethod

class Base(ABC):
    over = property(lambda self: True)
    @abstractmethod
    def frame(self): ...

class Fewer(Base):
    def frame(self, turn): return []
    def __init__(self, referee): ...
    @classmethod
    def from_seed(cls, seed): ...
    def over(self): return True

class Lacking(Base): ...

def shooter(protocol): ...
"""


@pytest.fixture
def signatures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of an author's, whose functions take other arguments than our calls give."""
    file = tmp_path / "contests/slips/signatures.py"
    save(file, SIGNATURES)
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
def test_other_arguments_than_ours_are_told_where_they_are_defined(signatures, call, line, words):
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


def test_a_property_that_is_a_method_is_told(signatures: ModuleType) -> None:
    with pytest.raises(BadInput, match=r"signatures.py:13: over: expected @property above it"):
        checked(signatures.Fewer, REFEREE)


def test_a_painters_values_are_looked_at() -> None:
    class Wrong:
        def table(self) -> None: ...

        def events(self) -> list[str]:
            return ["x"]

    kind = checked(Wrong, PAINTER)
    for name in ("table", "events"):
        with pytest.raises(BadInput, match=f"Wrong.{name} returned"):
            getattr(kind(), name)()
