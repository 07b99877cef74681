"""What `new` promises for every search, number of units, players and kind of turns, with and
without a stub: it builds, its tests pass, and CPython is never late in twenty games at 50 ms.

All of it takes two hours of a processor, so it runs in parts:

    python -m pytest -m campaign tests/new/test_campaign.py -k beam
"""

import gc
import importlib
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from botsmith.errors import BadInput
from botsmith.new.begin import write_workspace
from botsmith.new.scaffold import SEARCHES, TURNS, make_form
from tests.commands import succeed
from tests.new.contests import ROOT, Contest, on_path, play_in_time

UNITS = ("", "3", "1..6")
STUBS = {  # who acts: a line of UNITS
    "": "",
    "agents": "agent in=agentCount id=agentId whose=agentDataCount.player most=3"
    " | answer lines=myAgentCount id=first;",
}
TURN_MS = 50.0
GAMES = 20


def words_of(search: str, turns: str, players: str, units: str, stub: str) -> list[str]:
    """Returns the options of `new`."""
    words = ["--search", search, "--turns", turns, "--players", players]
    words += ["--turn-ms", f"{TURN_MS:g}", "--first-ms", "500"]
    words += ["--units", units] if units else []
    path = str(ROOT / f"tests/data/stubs/{stub}.txt")
    return words + (["--stub", path, "--units-line", STUBS[stub]] if stub else [])


def refused(search: str, turns: str, players: str, units: str, stub: str = "") -> str:
    """Returns the line that refuses a form, "" for one that can be."""
    path = ROOT / f"tests/data/stubs/{stub}.txt" if stub else None
    try:
        make_form(players, turns, search, path, units, line=STUBS[stub])
    except BadInput as error:
        return str(error)
    return ""


FORMS = list(itertools.product(SEARCHES, TURNS, ("2", "4"), UNITS))
COMMANDS = {
    f"{search}{turns[0]}{players}u{units[-1:]}{stub[:1] or 'n'}": words_of(
        search, turns, players, units, stub
    )
    for search, turns, players, units in FORMS
    for stub in STUBS
    if not refused(search, turns, players, units, stub)
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An author's folder."""
    root = tmp_path_factory.mktemp("campaign") / "mine"
    write_workspace(root, "racer", "csb")
    return root


@pytest.fixture
def no_collector() -> Iterator[None]:
    """As in a match (common/loop.py)."""
    gc.disable()
    yield
    gc.enable()


def make(root: Path, name: str) -> None:
    """Writes a contest, builds its bot and runs its tests."""
    succeed(root, "new", name, *COMMANDS[name])
    succeed(root, "build", name)
    assert " passed" in succeed(root, "test", "-q", "-p", "no:cacheprovider", "-k", name)


@pytest.mark.campaign
@pytest.mark.parametrize("name", COMMANDS)
def test_all_build_and_their_tests_pass(workspace: Path, name: str) -> None:
    make(workspace, name)


@pytest.mark.campaign
@pytest.mark.parametrize("name", COMMANDS)
def test_twenty_games_have_no_late_answer(tmp_path: Path, no_collector: None, name: str) -> None:
    """In processor time: who else uses the machine has no part in it."""
    write_workspace(tmp_path / "mine", "racer", "csb")
    succeed(tmp_path / "mine", "new", name, *COMMANDS[name])
    importlib.invalidate_caches()
    with on_path(tmp_path / "mine", [name]):
        contest = Contest(name)
        for seed in range(1, GAMES + 1):
            slowest = max(play_in_time(contest, max(contest.referee.player_counts), seed))
            assert slowest < TURN_MS, f"game {seed}"


def test_what_makes_no_sense_is_refused_with_what_does() -> None:
    for search, turns, players, units in FORMS:
        fit = SEARCHES[search]
        rows = int(players) * int(units[-1:] or "1")
        makes_sense = int(players) <= fit.players and turns in fit.turns
        makes_sense = makes_sense and rows <= (fit.rows or int(players))
        line = refused(search, turns, players, units)
        assert makes_sense == (line == "")
        assert "\n" not in line
        if not makes_sense:
            instead = line.rpartition(": ")[2].split()
            assert instead and not any(refused(one, turns, players, units) for one in instead)
