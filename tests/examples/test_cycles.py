"""The light cycles of examples/: written on `new` in fewer than 300 lines, and it plays."""

import difflib
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from botsmith.arena.store.record import read_matches
from botsmith.compiler.compile import native_engine
from botsmith.new.begin import write_workspace
from botsmith.new.scaffold import contest_files, make_form
from botsmith.new.skeleton import place_of
from botsmith.referees.base import Lines, Referee
from botsmith.referees.verify import first_difference
from common.clock import Deadline
from common.engine import Engine, Engines
from tests.commands import succeed
from tests.new.contests import ROOT, Contest, on_path, reader_of, run_mypy
from tests.spread import first_of

EXAMPLE = ROOT / "examples" / "cycles"
MOST_LINES = 300
ITERATIONS = 60
GAMES = 2


@pytest.fixture(scope="module")
def contest() -> Iterator[Contest]:
    with on_path(EXAMPLE, ["cycles"]):
        yield Contest("cycles")


@pytest.fixture(scope="module")
def native(contest: Contest) -> Engine[Any]:
    """The kernels in C."""
    return native_engine(contest.search.Memory, contest.search.ENTRIES)


def bot_on(contest: Contest, engine: Engine[Any]) -> Any:
    """The bot with an engine of its own choice."""
    bot = contest.bot()
    bot.engines.current = lambda deadline: engine
    bot.read_start(reader_of([]))
    return bot


def answer(bot: Any, lines_in: Lines, iterations: int = ITERATIONS) -> Lines:
    bot.read_turn(reader_of(lines_in))
    lines: Lines = bot.answer(Deadline(1000.0, 0.0, iterations=iterations))
    return lines


def play_out(contest: Contest, referee: Referee, bots: dict[int, Any], name: str = "far") -> None:
    """Plays to the end; seats without a bot are taken by the baseline. All frames are drawn."""
    dice = Random(1)
    others = {seat: contest.baseline.PROTOCOL() for seat in range(referee.players)}
    for other in others.values():
        other.read_start(iter([]).__next__)
    painter = contest.painter(referee)
    painter.background()
    while not referee.over:
        (seat,) = referee.seats()
        lines_in = referee.inputs(seat)
        if seat in bots:
            lines = answer(bots[seat], lines_in)
        else:
            others[seat].read_turn(iter(lines_in).__next__)
            far = contest.baseline.BOTS["far"]
            lines = far(others[seat], 0) if name == "far" else others[seat].legal(dice)
        referee.apply({seat: lines})
        assert painter.frame()
    assert len(painter.scores()) == referee.players


def test_fewer_than_300_lines_were_written(tmp_path: Path) -> None:
    """Against what `new` writes today; empty lines, and matches, are not counted."""
    form = make_form("2..4", "alternating", "smitsimax", EXAMPLE / "stub.txt")
    made = {"stub.txt": "", **contest_files("cycles", form)}
    del made[place_of("cycles")]
    count = 0
    for path, old in made.items():
        new = (EXAMPLE / path).read_text(encoding="utf-8").splitlines()
        for line in difflib.ndiff(old.splitlines(), new):
            count += line.startswith("+ ") and bool(line[2:].strip())
    assert count < MOST_LINES
    for path in ("protocol", "search", "bot", "main"):  # as they came
        file = f"bots/cycles/{path}.py"
        assert (EXAMPLE / file).read_text(encoding="utf-8") == made[file]


def test_c_and_cpython_think_the_same(contest: Contest, native: Engine[Any]) -> None:
    referee = contest.referee.from_seed(4, 3)
    python = Engines(contest.search.Memory).python
    bots = {seat: bot_on(contest, native) for seat in range(3)}
    twin = bot_on(contest, python)
    for _ in range(12):
        (seat,) = referee.seats()
        lines_in = referee.inputs(seat)
        lines = answer(bots[seat], lines_in, 8)
        if seat == 0:
            assert answer(twin, lines_in, 8) == lines
            assert twin.explain() == bots[0].explain()
        referee.apply({seat: lines})


@pytest.mark.parametrize("players", first_of([2, 4]))
def test_it_beats_who_rides_where_he_sees_farthest(contest, native, players):
    ranks = []
    for seed in range(GAMES):
        referee = contest.referee.from_seed(seed, players)
        seat = seed % players
        play_out(contest, referee, {seat: bot_on(contest, native)})
        assert referee.faults() == {}
        ranks.append(referee.result().ranks[seat])
    assert sum(ranks) < GAMES * 1.5, ranks


def test_who_sees_beats_who_answers_anything(contest: Contest) -> None:
    referee = contest.referee.from_seed(1, 2)
    play_out(contest, referee, {}, "random")
    assert sorted(referee.result().ranks) == [1, 2]


def test_its_recorded_matches_are_repeated(contest: Contest) -> None:
    matches = list(read_matches(EXAMPLE / "tests/golden/cycles/matches.jsonl.gz"))
    assert {match.players for match in matches} == {2, 3, 4}
    assert [first_difference(match, contest.referee) for match in matches] == [None] * len(matches)


@pytest.mark.campaign
def test_it_builds_plays_and_passes_its_tests_in_a_workspace(tmp_path: Path) -> None:
    """As its README says."""
    root = tmp_path / "my"
    write_workspace(root, "racer", "csb")
    for folder in ("bots", "contests", "tests"):
        shutil.copytree(EXAMPLE / folder, root / folder, dirs_exist_ok=True)
    for words in (
        ["build", "cycles"],
        ["play", "cycles", "cycles", "far", "--games", "4", "--iterations", "30"]
        + ["--replay", "cycles.html"],
        ["golden", "cycles", "--check"],
        ["test", "-q", "-k", "cycles"],
    ):
        succeed(root, *words)
    assert (root / "cycles.html").stat().st_size > 20_000
    copy = tmp_path / "typed"
    shutil.copytree(EXAMPLE, copy)
    run_mypy(copy, "bots", "contests", "tests")
