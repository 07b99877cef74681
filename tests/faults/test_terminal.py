"""No escape and no letter of direction from a bot, a name or a file reaches a terminal."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from botsmith.arena.matches.league import Duel
from botsmith.arena.statistics.report import league_report, report
from botsmith.arena.statistics.standings import Standings
from botsmith.arena.store.record import encode_match, read_matches
from botsmith.arena.store.store import open_store
from botsmith.cli import progress
from botsmith.cli.progress import Progress
from botsmith.cli.tables import show_report
from botsmith.commands import COMMANDS
from botsmith.printable import hand_over, print_error, printable
from botsmith.site.outgoing import site_json
from tests.arena.conftest import bot_folders
from tests.board.stores import fill, plan_for
from tests.commands import botsmith
from tests.faults.names import hostile_names, is_harmless
from tests.pages import cases_of
from tests.waiting import PATIENCE

assert bot_folders  # the fixture that gives every test its own folder, and looks into it afterwards

NAMES = hostile_names(200)
RUDE = "\x1b[31mred\u202e"
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", NAMES[::20])
def test_an_error_is_one_harmless_line(name: str, capsys: pytest.CaptureFixture[str]):
    assert printable(name).isprintable() and len(printable(name)) == len(name)
    print_error(f"bot {name}: no such file")
    err = capsys.readouterr().err
    assert err.startswith("botsmith: bot ") and err.count("\n") == 1 and is_harmless(err)


@pytest.mark.parametrize("name", NAMES[:10])
def test_tables_and_verdicts_are_harmless(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    strengths = {name: 5.0, "plain": 1.0}
    plan = plan_for(strengths, 40, levels=(100,), game="csb")
    league = fill(tmp_path / "league.db", plan, strengths)
    with open_store(tmp_path / "league.db") as store:
        matches = list(store.plan(league))
    for duel in (None, Duel(0, 1, frozenset({1}))):
        standings = Standings(plan, duel)
        for match in matches:
            standings.add(match)
        show_report(report(standings, matches, 0.95), "--json")
        found = league_report(standings, matches, 0.95, force=True)
        assert found["bots"][0]["name"] == name  # JSON says what is
        show_report(found, "`export`")
    out = capsys.readouterr().out
    assert is_harmless(out)
    assert f"{printable(name)} is better than plain" in out
    assert f"sprt: not decided between {printable(name)} and plain" in out


WORDS = dict(cases_of(Path(__file__).with_name("commands.txt").read_text()))
LINES = [(command, line.split()) for command, each in WORDS.items() for line in each.splitlines()]


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What stands for some words: a store, a record and a game of the site, full of bad names."""
    folder = tmp_path_factory.mktemp("odd")
    one, two = NAMES[1], RUDE
    strengths = {one: 5.0, "plain": 1.0, two: 1.0}
    fill(folder / "x.db", plan_for(strengths, 12), strengths)
    with open_store(folder / "x.db") as store:
        store.keep_version(one, "hash", two.encode())
    match = next(read_matches(ROOT / "tests" / "golden" / "csb" / "matches.jsonl.gz"))
    match.extra["bots"] = [{"name": one, "hash": ""}, {"name": two, "hash": ""}]
    site = site_json(match)
    for frame in site["frames"]:
        frame["gameInformation"] = two
    (folder / "site.json").write_text(json.dumps(site))
    match.turns[5].outputs[0] = [two, one]
    match.turns[5].inputs[0] = [two, one]
    (folder / "odd.jsonl.gz").write_bytes(encode_match(match))
    names = {"STORE": "x.db", "SITE": "site.json", "ODD": "odd.jsonl.gz"}
    return {word: str(folder / name) for word, name in names.items()}


def shown(
    command: str, words: list[str], name: str, odd: dict[str, str], folder: Path
) -> subprocess.CompletedProcess[str]:
    """What a command prints about a name. It must end by itself, without a traceback."""
    place = folder / str(len(list(folder.iterdir())))
    place.mkdir()
    texts = {
        "py": f"import sys\nsys.exit({name!a})",
        "txt": f"read {name}:int\nloop {name}",
        "toml": f"{json.dumps(name)} = {json.dumps(name)}",
        "json": json.dumps({"success": {name: name}, "frames": [name], name: {}}),
        "jsonl": json.dumps({"game": name, "source": name, "players": name}),
        "db": name,
    }
    for kind, text in texts.items():
        if any(f"NAME.{kind}" == word for word in words):
            (place / f"{name}.{kind}").write_text(text, "utf-8", "surrogateescape")
    arguments = [
        odd.get(word)
        or re.sub(r"^NAME(?=[.]\w)", lambda _: str(place / name), word)
        .replace("HERE", str(place))
        .replace("NAME", name)
        for word in words
    ]
    if arguments[0].startswith("-") and not words[0].startswith("-"):
        arguments.insert(0, "--")
    done = botsmith(*command.split(), *arguments)
    assert done.stdout or done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture
def no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """`serve` says where it listens, and ends."""
    import uvicorn

    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: None)


@pytest.mark.parametrize("place", range(len(LINES)), ids=lambda place: " ".join(LINES[place][1]))
def test_what_commands_print_of_a_name_is_harmless(
    place: int, odd: dict[str, str], tmp_path: Path, no_server: None
) -> None:
    command, words = LINES[place]
    for name in NAMES[place :: len(LINES)]:
        done = shown(command, words, name, odd, tmp_path)
        assert is_harmless(done.stdout) and is_harmless(done.stderr), ascii(name)


@pytest.mark.campaign
@pytest.mark.parametrize("place", range(len(LINES)), ids=lambda place: " ".join(LINES[place][1]))
def test_all_names_in_all_commands(
    place: int, odd: dict[str, str], tmp_path: Path, no_server: None
) -> None:
    for name in NAMES:
        done = shown(*LINES[place], name, odd, tmp_path)
        assert is_harmless(done.stdout) and is_harmless(done.stderr), ascii(name)


def test_every_command_is_fed_with_names() -> None:
    assert sorted(WORDS) == sorted(COMMANDS) and all(WORDS.values())


def test_what_a_bot_prints_for_a_situation_is_harmless(tmp_path: Path):
    script = tmp_path / "rude.py"
    script.write_text(
        "import json, sys\n"
        "while line := sys.stdin.readline():\n"
        f"    moves = [{{'move': {RUDE!r}, 'visits': 1, 'value': 0}}]\n"
        f"    unit = {{'unit': {RUDE!r}, 'moves': moves, 'line': [{RUDE!r}]}}\n"
        "    print(json.dumps({'turn': 0, 'units': [unit]}), file=sys.stderr)\n"
        f"    print({RUDE!r}, flush=True)\n"
    )
    record = tmp_path / "matches.jsonl.gz"
    botsmith("play", "csb", "random", "random", "--iterations", "1", "--record", str(record))
    done = botsmith("situation", str(record), str(script), "--turn", "2", "--seat", "0")
    assert (done.returncode, done.stderr) == (0, "")
    assert "red?" in done.stdout and is_harmless(done.stdout)


@pytest.mark.parametrize("is_terminal", [False, True])
def test_progress_is_harmless(is_terminal: bool, monkeypatch: pytest.MonkeyPatch):
    stream = Stream(is_terminal)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "EVERY_SECONDS", 0.0)
    for name in NAMES[:20]:
        with Progress(name, 9, name) as shown:
            shown.advance(name)
    own = re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", stream.getvalue())  # what a bar is drawn with
    assert "1 of 9" in own and is_harmless(own.replace("\r", ""))


class Stream(io.StringIO):
    """One that is a terminal or none."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize("is_terminal", [False, True])
def test_a_file_is_handed_over_as_it_is_and_shown_without_harm(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch
):
    text = "".join(f"{name}\tx\n" for name in NAMES)
    monkeypatch.setattr(sys, "stdout", stream := Stream(is_terminal))
    hand_over(text)
    assert (stream.getvalue() == text) is not is_terminal
    assert is_harmless(stream.getvalue()) is is_terminal


def test_json_is_not_touched(odd: dict[str, str]):
    for words in (("lost", "--vs", "plain"), ("export",), ("versions",)):
        done = botsmith(words[0], "--db", odd["STORE"], *words[1:], "--json")
        assert any(json.dumps(name)[1:-1] in done.stdout for name in (NAMES[1], RUDE))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace of bad names: a bot, a game, defaults of options, a file of common/."""
    root = tmp_path_factory.mktemp("home")
    (root / "bots" / RUDE).mkdir(parents=True)
    (root / "bots" / RUDE / "main.py").write_text(f"import {RUDE!r}")
    (root / "common").mkdir()
    tables = {"serve": {"host": RUDE}, "build": {"engine": RUDE}, "bots": {"x": RUDE, RUDE: "csb"}}
    tables |= {"soak": {RUDE: "x"}, "referees": {RUDE: f"brutal:{RUDE}", "y": "brutal:echo"}}
    lines = []
    for name, table in tables.items():
        lines += [f"[{name}]"]
        lines += [f"{json.dumps(key)} = {json.dumps(value)}" for key, value in table.items()]
    (root / "botsmith.toml").write_text("\n".join(lines))
    return root


IN_A_WORKSPACE = (
    ("serve", "--help"),
    ("build", "--help"),
    ("build", "--engine", "c"),
    ("build", "--check", RUDE, "--engine", "c"),
    ("soak", "x"),
    ("play", RUDE, "random", "random"),
    ("new", "x", "--from", RUDE),
    ("update",),
    ("start",),
)
ALL = """
import json, sys
from tests.commands import botsmith
from unittest import mock
with mock.patch("tests.commands.ROOT", "."):
    done = [botsmith(*words) for words in json.loads(sys.argv[1])]
print(json.dumps([[one.stdout, one.stderr] for one in done]))
"""


def test_a_workspace_of_bad_names_is_shown_without_harm(home: Path):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", ALL, json.dumps(IN_A_WORKSPACE)],
        cwd=home,
        env=environment,
        capture_output=True,
        timeout=PATIENCE,
    )
    *_, last = done.stdout.decode().splitlines()
    for words, streams in zip(IN_A_WORKSPACE, json.loads(last), strict=True):
        assert any(streams), words
        for text in streams:
            assert is_harmless(text) and "Traceback" not in text, (words, ascii(text))
    assert is_harmless(done.stderr.decode())  # of the children of `start`
