"""`ship`: what stops a version, what is kept of one, and how it comes back."""

import re
import shutil
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from botsmith import shipping
from botsmith.arena.store.store import Store, Version, open_store
from botsmith.bundle.assemble import Target
from botsmith.bundle.bases import base_of
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.pasted import target_of
from botsmith.cli import ship as ship_command
from botsmith.cli.ship import Wish
from botsmith.errors import BadInput
from botsmith.shipping import Doubt, check_tree, judge_soak
from botsmith.soak.soak import CAUSES, MACHINE, OWN, WAITING
from tests.pages import files_of, page_beside

PROGRAMS = files_of(page_beside(__file__, "programs.txt")["programs"])

PLAYS = PROGRAMS["plays"]
WAITS = PROGRAMS["waits_in_turn_3"]
GOOD, SAME = PLAYS.format(which=0), "# again\n" + PLAYS.format(which=0)
WORSE = PLAYS.format(which=0).replace("print(", "print(moves and '9 9' if len(moves) < 9 else ")


LATE = PLAYS.format(which=0).replace("while True:", WAITS)


UNSTEADY = PLAYS.format(which="id(object()) // 16 % len(moves)")


class Workspace:
    """A folder with one bot of one file, and a store."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.write(GOOD)

    def write(self, text: str) -> None:
        """Makes it another bot."""
        file = self.root / "bots/uttt/main.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    @property
    def dist(self) -> str:
        """What stands in dist/, without its header."""
        return (self.root / "dist/uttt.py").read_text().partition("==== bots/uttt/main.py")[2]


def ship(bot: str | None = None, show: bool = False, back: str | None = None, **wish: Any) -> int:
    """The command's exit status."""
    return ship_command.ship(bot, wish=Wish(**wish), show=show, back=back)


@pytest.fixture(scope="module")
def first_version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the first test that ships GOOD leaves its workspace, for others to begin with."""
    return tmp_path_factory.mktemp("shipped") / "workspace"


@pytest.fixture
def shipped(workspace: "Workspace", first_version: Path) -> "Workspace":
    """A workspace whose bot was shipped once."""
    if not first_version.exists():
        assert ship("uttt", soak=0.0, dirty=True, note="the first") == 0
        shutil.copytree(workspace.root, first_version)
    else:
        shutil.copytree(first_version, workspace.root, dirs_exist_ok=True)
    return workspace


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    monkeypatch.setattr(ship_command, "own_root", lambda: tmp_path)
    monkeypatch.setattr(ship_command, "league_store", lambda: tmp_path / "league.db")
    monkeypatch.setattr(shipping, "MATCHES", tmp_path / ".botsmith/ship.db")
    monkeypatch.setattr(ship_command, "copy_text", lambda path: True)
    return Workspace(tmp_path)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "league.db", create=True) as opened:
        yield opened


def row(**changes: Any) -> dict[str, Any]:
    """What a soak found where nothing was wrong."""
    none = dict.fromkeys(CAUSES, 0)
    times = {"first_ms": 500.0, "max_ms": 70.0, "budget_ms": 100.0}
    return {"turns": 1200, "faults": [], "late": none, "late_first": none, **times, **changes}


def test_a_version_is_kept_with_its_sources_and_comes_back(shipped, capsys):
    workspace = shipped
    first = workspace.dist
    workspace.write(SAME)
    assert ship("uttt", soak=0.0, dirty=True, games=4, name="again") == 0
    second = workspace.dist
    assert first != second
    assert "against uttt@v1: " in capsys.readouterr().out
    assert ship(show=True) == 0
    listed = capsys.readouterr().out
    assert "uttt@v1" in listed and "again" in listed and "the first" in listed
    assert ship(back="uttt@v1") == 0
    assert workspace.dist == first
    assert "dist/uttt.py is uttt@v1 again" in capsys.readouterr().out.replace("\n", "")
    text = (workspace.root / "dist/uttt.py").read_text()
    base = base_of(target_of(workspace.root, Path("x"), text), text)
    assert base is not None and base.sources[-1].text == GOOD  # pull knows what it was built from
    assert ship(back="again") == 0
    assert workspace.dist == second
    with pytest.raises(BadInput, match="--back uttt@v9: was not shipped; what was: uttt@v1, again"):
        ship(back="uttt@v9")
    with pytest.raises(BadInput, match="--name again: was shipped before"):
        ship("uttt", dirty=True, name="again")


def test_before_the_first_ship_there_is_nothing(workspace, capsys):
    assert (ship(show=True), ship(back="x")) == (0, 1)
    assert capsys.readouterr().out == "nothing was shipped yet\n" * 2


def test_what_was_shipped_last_is_not_shipped_twice(shipped, capsys):
    assert ship("uttt", soak=0.0, dirty=True) == 0
    assert "it is uttt@v1, which was shipped last" in capsys.readouterr().out
    shipped.write(SAME)
    assert ship("uttt", soak=0.0, dirty=True, games=0) == 0
    assert "none, as --games 0 says" in capsys.readouterr().out


def test_a_worse_version_is_stopped_and_the_last_one_stays(shipped, capsys):
    shipped.write(WORSE)
    assert ship("uttt", soak=0.0, dirty=True, games=12) == 1
    printed = capsys.readouterr().err.replace("\n", " ")
    assert "not shipped: worse than uttt@v1, which was shipped last: score 0%" in printed
    assert "`ship --back uttt@v1` takes that version again" in printed
    with open_store(shipped.root / "league.db") as store:
        assert [each.name for each in store.ships()] == ["uttt@v1"]


def test_an_undecided_test_goes_by_what_is_likelier(shipped, monkeypatch, capsys):
    found = [(-0.1, 0.5), (-0.1, 0.49), (0.1, 0.55)]  # llr, and the high end of the interval
    times: list[float] = []

    def played(file, game, rival, games, play):
        llr, high = found[len(times)]
        times.append(play.keywords["seconds"])
        return summary((0.1, high), "undecided", llr)

    monkeypatch.setattr(shipping, "play_version", played)
    shipped.write(SAME)
    build = shipping.check_build
    rows: list[Any] = []

    def built_once(*words: Any) -> Any:
        rows[:] = rows or [build(*words)]
        return rows[0]

    monkeypatch.setattr(shipping, "check_build", built_once)
    ended = [ship("uttt", soak=0.0, dirty=True, games=120) for _ in found]
    assert ended == [1, 1, 0]
    printed = capsys.readouterr().err.replace("\n", " ")
    assert "it looks worse than uttt@v1" in printed and "`--games 240` plays on" in printed
    assert times == [2 * shipping.TEST_S] * 3  # more games have more time


def test_a_late_version_is_stopped_by_its_soak(workspace, capsys):
    workspace.write(LATE)
    assert ship("uttt", soak=600.0, dirty=True) == 1  # it ends at the first doubt
    printed = capsys.readouterr().err.replace("\n", " ")
    assert re.match("botsmith: not shipped: .* late by uttt's own work", printed), printed
    with open_store(workspace.root / "league.db") as store:
        assert store.ships() == []


def test_a_build_that_fails_is_stopped(workspace, capsys):
    workspace.write("print(nothing)\n")
    assert ship("uttt", soak=0.0, dirty=True) == 1
    printed = capsys.readouterr().err
    assert (
        "not shipped: isolated: bots/uttt/main.py:1" in printed and "`build uttt` says" in printed
    )


@pytest.mark.parametrize(
    ("revision", "said"),
    [("0123456789ab+", "bots/uttt or common/ holds what is not"), ("unknown", "no commit says")],
)
def test_a_tree_that_is_not_clean_needs_a_word(workspace, revision, said):
    entry = choose_entries(workspace.root, ["uttt"])[0]
    target = Target(workspace.root, entry, "c", {}, revision)
    with pytest.raises(Doubt, match=f"{said}.*--dirty"):
        check_tree(target, is_dirty=False)
    assert check_tree(target, is_dirty=True) == revision


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            {"late": dict.fromkeys(CAUSES, 0) | {OWN: 2}},
            "2 of 1,200 answers were late by uttt's own",
        ),
        ({"late_first": dict.fromkeys(CAUSES, 0) | {OWN: 1}}, "widen its margin"),
        (
            {"late": dict.fromkeys(CAUSES, 0) | {OWN: 1, WAITING: 900}},
            "1 of 1,200 answers were late by uttt's own",
        ),
        (
            {"late_first": dict.fromkeys(CAUSES, 0) | {MACHINE: 60, WAITING: 61}},
            "too busy to judge: 121 of 1,200 answers .* when fewer .* `--soak 0`",
        ),
        ({"faults": ["seed 1, invalid"]}, "seed 1, invalid: `soak uttt --site` plays that again"),
    ],
)
def test_a_late_version_is_stopped(found, said):
    with pytest.raises(Doubt, match=said):
        judge_soak("uttt", row(**found))


def test_answers_that_the_machine_made_late_are_told_and_stop_nothing():
    late = dict.fromkeys(CAUSES, 0) | {WAITING: 100, MACHINE: 20}
    assert judge_soak("uttt", row(late=late)) == (
        "1,200 turns on the site's model: none late by its own work, 120 because this machine was"
        " busy"
    )


def test_a_soak_without_a_fault_is_a_line():
    assert judge_soak("uttt", row()) == (
        "1,200 turns on the site's model: none late, the slowest in 70 of 100 ms"
    )


def summary(interval: tuple[float, float], verdict: str, llr: float = 0.0) -> dict[str, Any]:
    """What a test against the version shipped last found."""
    found = {"games": 40, "score": sum(interval) / 2, "interval": interval}
    return {**found, "verdict": verdict, "llr": llr}


@pytest.mark.parametrize(
    ("interval", "verdict", "is_worse"),
    [
        ((0.1, 0.49), "undecided", True),
        ((0.2, 0.6), "undecided", False),
        ((0.3, 0.6), "not better", True),
        ((0.4, 0.7), "better", False),
    ],
)
def test_worse_is_what_is_surely_worse(interval, verdict, is_worse, monkeypatch, tmp_path):
    monkeypatch.setattr(shipping, "play_version", lambda *_: summary(interval, verdict))
    rival = Version("csb", 1, "", 0.0, b"")
    with pytest.raises(Doubt, match="worse than csb@v1") if is_worse else nullcontext():
        shipping.check_strength(tmp_path, "csb", rival, 40, lambda *_: False)


def test_a_soak_ends_by_its_time(workspace):
    file = workspace.root / "uttt.py"
    file.write_text(GOOD)
    turns: list[int] = []
    said = shipping.check_soak(file, 0.1, turns.append)
    assert len(turns) >= 1 and f"{turns[-1]:,} turns on the site's model" in said


def test_what_is_not_proven_is_shipped_if_that_is_said(workspace, capsys):
    """It went on from `same_answers not proven`."""
    workspace.write(UNSTEADY)
    assert ship("uttt", soak=0.0, dirty=True) == 1
    assert "not shipped: same_answers not proven: " in (said := capsys.readouterr().err)
    assert "--unproven" in said
    assert ship("uttt", soak=0.0, dirty=True, unproven=True) == 0
    assert "same_answers not proven" in capsys.readouterr().out
