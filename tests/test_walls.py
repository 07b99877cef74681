"""The walls: who may import whom, and what shipped source looks like (see CONTRIBUTING.md)."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pages import files_of, page_beside
from tests.sources import nodes

PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])

ROOT = Path(__file__).resolve().parent.parent
CACHES = {"__pycache__", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
SKIPPED = {".git", ".venv", ".botsmith"} | CACHES  # .botsmith: what commands keep
# How a bot thinks and what it knows: nothing that a referee or a picture may be made from.
THINKING = "main bot search jointmcts playout chances evaluate known hunters player setup"
CLOSED_ROOM = re.compile(rf"({THINKING.replace(' ', '|')})(_\w+)?")
# These measure it.
WORKBENCH = ("botsmith/bench.py", "botsmith/cli/bench.py", "botsmith/training/", "benchmarks/")
# Players themselves and who learns from them: these know what bots do.
INSIDERS = {
    ("baselines.py", "known"),
    *((room, "search") for room in ("environment.py", "plain.py", "rivals.py")),
}
# What a contest's room may import of the workshop, and what its referee may.
RULE_ROOMS, RULE_DOORS = ("referee.py", "lines.py"), ("botsmith.errors", "botsmith.referees.")
DOORS = (*RULE_DOORS, "botsmith.arena.baselines.", "botsmith.replay", "botsmith.site")
# Contests of the package; an author may call his by any word.
GAMES = ("csb", "kutulu", "olymbits", "tororo", "uttt", "stratego", "snakebyte")
ANY_GAME = re.compile("|".join(GAMES), re.IGNORECASE)
# Files of the workshop that show one of its own games to read: a template, in its docstring.
EXAMPLES = {"botsmith/new/contest/search/network.py.txt": "uttt"}
# Names of a workplace and of package registries, in two parts so that this list does not hold them.
UNWANTED = [
    "".join(two.split())
    for two in (
        *("/work /main", "/work /shared", ".. /shared", "/work /.library", "/tmp/ briefs"),
        *("pypi .org", "python hosted.org", "registry. npmjs", "deb. debian.org"),
        *("proxy. golang.org", "crates .io"),
    )
]


def files() -> list[Path]:
    """Every file of the project, without what the set-up and the tools make."""
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = sorted(set(folders) - SKIPPED)
        found += [Path(folder, name) for name in sorted(set(names) - SKIPPED)]
    return found


def modules(*tops: str) -> list[Path]:
    return [path for top in tops for path in sorted((ROOT / top).rglob("*.py"))]


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(source: str, file: str) -> Iterator[str]:
    """The absolute names that a module imports, at any depth; `from a import b` gives a.b."""
    package = file.removesuffix(".py").split("/")[:-1]
    for node in statements(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) + 1 - node.level] if node.level else []
            base = ".".join(start + ([node.module] if node.module else []))
            yield from (f"{base}.{alias.name}" for alias in node.names)


def statements(source: str) -> Iterator[ast.AST]:
    """Every statement of a module, at any depth."""
    todo: list[ast.AST] = [ast.parse(source)]
    while todo:
        node = todo.pop()
        yield node
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            todo += getattr(node, field, [])


def breaches(source: str, file: str) -> list[str]:
    """The imports of `file`, a path below the root, that lead through a wall."""
    return [name for name in imports(source, file) if not may_import(file, name)]


def may_import(file: str, name: str) -> bool:
    """The workshop knows no game by name; a room knows its own bot's rules and lines."""
    parts = name.split(".")
    top, home = parts[0], file.split("/")
    if home[0] == "botsmith":
        return top not in ("bots", "contests")
    if home[0] == "contests":
        return may_enter(home, parts)
    if home[0] in ("benchmarks", "build.py"):
        return top != "bots" or len(parts) > 2
    if top == "common" or top in sys.stdlib_module_names:
        return True
    if top == "numpy":  # if it is there: never needed
        return file == "common/nets/matrix.py"
    return home[0] == "bots" and parts[:2] == home[:2]


def may_enter(home: list[str], parts: list[str]) -> bool:
    """What a module of contests/GAME may import."""
    if parts[0] == "botsmith":
        doors = RULE_DOORS if home[-1] in RULE_ROOMS else DOORS
        return ".".join(parts).startswith(doors)
    if parts[0] == "contests":
        return parts[1] == home[1]
    if parts[0] != "bots":
        return True
    is_told = (home[-1], *parts[2:3]) in INSIDERS
    return (
        parts[1] == home[1] and len(parts) > 2 and (is_told or not CLOSED_ROOM.fullmatch(parts[2]))
    )


@pytest.mark.parametrize(("room", "other"), [("bundle", "arena"), ("arena", "replay")])
def test_no_room_of_the_workshop_knows_the_one_that_is_built_upon_it(room, other):
    wall = f"botsmith.{other}."
    found = [
        f"{place(path)}: {name}"
        for path in modules(f"botsmith/{room}")
        for name in imports(path.read_text("utf-8"), place(path))
        if f"{name}.".startswith(wall)
    ]
    assert found == []


def reached_by_name(source: str) -> Iterator[str]:
    """Rooms of contests that a module names in a string, as for importlib: "bots.X.room"."""
    if "bots." not in source:
        return
    for node in nodes(source):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        elif isinstance(node, ast.JoinedStr):
            parts = node.values
            text = "".join(str(p.value) if isinstance(p, ast.Constant) else "X" for p in parts)
        else:
            continue
        if match := re.fullmatch(r"bots\.\w+\.(\w+)", text):
            yield match[1]


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("common/clock.py", "import numpy"),
        ("common/clock.py", "import bots.csb.rules"),
        ("common/clock.py", "def late():\n    from botsmith.errors import BadInput"),
        ("bots/csb/rules.py", "import botsmith"),
        ("bots/csb/rules.py", "from bots.uttt import rules"),
        ("bots/csb/rules.py", "from ..uttt.rules import play"),
        ("bots/csb/rules.py", "from bots import uttt"),
        ("botsmith/arena/matches/match.py", "from bots.csb.search import SEARCH"),
        ("botsmith/arena/matches/match.py", "from bots.csb import bot"),
        ("botsmith/arena/matches/match.py", "import bots.csb"),
        ("botsmith/bench.py", "from bots.csb import rules"),
        ("botsmith/site/contests.py", "from contests.csb.referee import CsbReferee"),
        ("contests/uttt/draw.py", "from contests.csb.draw import CsbPainter"),
        ("contests/uttt/lines.py", "from bots.csb.protocol import parse"),
        ("contests/uttt/referee.py", "from botsmith.replay import shapes"),
        ("contests/uttt/draw.py", "from botsmith.arena.matches.match import play_match"),
        ("contests/uttt/referee.py", "from bots.uttt.search_mcts import State"),
        ("contests/stratego/draw.py", "from bots.stratego.known import Known"),
        ("contests/sprint/referee.py", "from bots.sprint.search import play"),
        ("benchmarks/csb.py", "import bots.csb"),
    ],
)
def test_a_breach_is_seen(file, source):
    assert breaches(source, file)


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("common/clock.py", "import math, common.kernel"),
        ("common/nets/matrix.py", "import numpy"),
        ("bots/csb/search.py", "from bots.csb.rules import step\nfrom .params import Params"),
        ("contests/csb/referee.py", "from bots.csb.rules import step\nimport numpy"),
        ("contests/kutulu/baselines.py", "from bots.kutulu.known import Known"),
        ("contests/uttt/referee.py", "from bots.uttt.tables import LINES"),
        ("contests/csb/rivals.py", "from bots.csb.search import think"),
        ("contests/kutulu/draw.py", "from bots.kutulu.paths import Maze"),
        ("contests/uttt/draw.py", "from botsmith.replay.painter import Painter"),
        ("contests/uttt/site.py", "from botsmith.site import places"),
        ("contests/uttt/baselines.py", "from botsmith.arena.baselines.game import Protocol"),
        ("benchmarks/csb.py", "from bots.tororo.tables import KEYS"),
    ],
)
def test_a_door_is_open(file, source):
    assert breaches(source, file) == []


def test_nobody_imports_through_a_wall():
    found = {
        place(path): wrong
        for path in [
            *modules("common", "bots", "botsmith", "contests", "benchmarks"),
            ROOT / "build.py",
        ]
        if (wrong := breaches(path.read_text(encoding="utf-8"), place(path)))
    }
    assert found == {}


def test_the_workshop_names_no_closed_room_of_a_contest():
    assert list(reached_by_name('load(f"bots.{game}.search")\nload("bots.csb.rules")')) == [
        "search",
        "rules",
    ]
    found = {
        place(path): rooms
        for path in modules("botsmith")
        if not place(path).startswith(WORKBENCH)
        and (rooms := [*filter(CLOSED_ROOM.fullmatch, reached_by_name(path.read_text("utf-8")))])
    }
    assert found == {}


def games_named(source: str) -> Iterator[str]:
    """Where Python names a game: in names, and in strings but docstrings and helps of options."""
    if not ANY_GAME.search(source):  # nor does a part of it
        return
    found = nodes(source)
    spared: set[ast.AST] = set()  # examples for readers
    for node in found:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr):
                spared.add(first.value)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Opt":
            spared.update(part for word in node.args for part in ast.walk(word))
    for node in found:
        if node not in spared:
            fields = ("id", "name", "attr", "arg", "module", "value")
            texts = [text for field in fields if isinstance(text := getattr(node, field, 0), str)]
            text = " ".join(texts)
            words = re.findall(r"[A-Z]?[a-z0-9]+|[A-Z]+", text) if ANY_GAME.search(text) else []
            yield from (word for word in words if word.lower() in GAMES)


def test_the_workshop_knows_no_game_by_name():
    examples = 'def f(x):\n    """csb say."""\nx: A[str, Opt("csb say")]\nis_csbs = 1'
    assert list(games_named(examples)) == []
    source = "import bots.csb\nif game == 'csb': CsbPainter(f'{csb_lines}', csb=1)"
    assert sorted(games_named(source)) == ["Csb", "csb", "csb", "csb", "csb"]
    found = {
        place(path): names
        for path in modules("botsmith")
        if (names := list(games_named(path.read_text("utf-8"))))
    }
    assert found == {}
    named = {
        place(path): word
        for path in files()
        if place(path).startswith("botsmith/") and path.suffix != ".py"
        for word in re.findall(rf"\b(?:{'|'.join(GAMES)})\b", path.read_text("utf-8"))
    }
    assert named == EXAMPLES


def test_nothing_shipped_names_the_workshop():
    naming = [
        place(path)
        for path in modules("common", "bots")
        if re.search(r"\bbotsmith\b", path.read_text(encoding="utf-8"))
    ]
    assert naming == []


def test_packages_that_ship_have_an_empty_init():
    packages = {path.parent for path in modules("common", "bots")}
    assert {p.name for p in packages} >= {"common", "bots"}
    assert [place(p) for p in packages if (p / "__init__.py").read_bytes() != b""] == []


def grammar_fault(text: str, version: tuple[int, int]) -> str:
    """Where a source is no Python of this version; "" if nowhere."""
    try:
        ast.parse(text, feature_version=version)
    except SyntaxError as error:
        return str(error)
    return ""


def test_shipped_source_is_ascii_and_python_3_11():
    for path in modules("common", "bots"):
        text = path.read_text(encoding="utf-8")
        assert text.isascii(), place(path)
        assert grammar_fault(text, (3, 11)) == "", place(path)


def test_old_pythons_can_read_the_entries_up_to_the_message():
    entries = ("build.py", "botsmith/__init__.py", "botsmith/__main__.py", "botsmith/setup.py")
    for name in (*entries, "botsmith/printable.py", "botsmith/paths.py", "botsmith/errors.py"):
        assert grammar_fault((ROOT / name).read_text(encoding="utf-8"), (3, 7)) == "", name


def test_no_file_names_a_workplace_or_a_registry():
    found = [
        f"{place(path)}: {word}"
        for path in files()
        if path.suffix not in (".gz", ".xz", ".png")
        for word in UNWANTED
        if word.encode() in path.read_bytes()
    ]
    assert found == []


PRINTERS = ("botsmith/printable.py", "botsmith/cli/grid.py")  # through which all words go
PLAYERS = ("botsmith/arena/baselines/", "botsmith/new/contest/")  # bots: they print to referees


def printed_past(source: str) -> Iterator[str]:
    """What a module prints in another way than the printers: calls, and modules of rich."""
    calls = r"print|.*[.](echo|secho|print)|(sys[.])?std(out|err)[.]write(lines)?|warnings[.]warn"
    ends = ("print", "echo", "secho", "write", "writelines", "warn")
    for node in nodes(source):
        if isinstance(node, ast.ImportFrom) and node.module in ("rich", "rich.text", "rich.table"):
            yield node.module
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "print") in ends:
            if re.fullmatch(calls, ast.unparse(node.func)):
                yield ast.unparse(node.func)


def test_what_is_printed_goes_through_one_door():
    source = "print(1)\nconsole.print(x)\nsys.stderr.write(x)\ntyper.echo(x)\nsay(x)"
    ways = ["print", "console.print", "sys.stderr.write", "typer.echo"]
    assert list(printed_past(source)) == ways
    found = {
        place(path): calls
        for path in modules("botsmith")
        if not place(path).startswith((*PRINTERS, *PLAYERS))
        and (calls := list(printed_past(path.read_text("utf-8"))))
    }
    assert found == {}


IMPORT_WITHOUT_POSIX = PROGRAMS["imports_without_posix"]


def test_everything_imports_without_what_only_posix_has():
    done = subprocess.run(
        [sys.executable, "-c", IMPORT_WITHOUT_POSIX], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_packages_of_the_workshop_stand_in_no_circle():
    above: dict[str, set[str]] = {}
    for path in modules("botsmith"):
        names = [name.split(".") for name in imports(path.read_text("utf-8"), place(path))]
        package = place(path).split("/")[1].removesuffix(".py")
        found = above.setdefault(package, set())
        found |= {parts[1] for parts in names if parts[0] == "botsmith" and len(parts) > 1}
        found.discard(package)
    for package in above:
        reached: set[str] = set()
        waiting = [package]
        while waiting:
            waiting += (new := above.get(waiting.pop(), set()) - reached)
            reached |= new
        assert package not in reached, f"{package} imports itself by way of others"
