"""The colony of examples/: units are born, orders are paid when given, and weights help."""

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from botsmith.arena.store.record import read_matches
from botsmith.compiler.compile import native_engine
from botsmith.new.scaffold import contest_files, make_form
from botsmith.referees.verify import first_difference
from common.rng import make_dice
from tests.new.contests import ROOT, Contest, on_path, play
from tests.spread import first_of

EXAMPLE = ROOT / "examples" / "colony"
AS_NEW_WROTE = ("main", "bot", "protocol", "search")
EVEN = (
    "begin_turn, iterate = plans.bind(has_ended, side_of, list_moves, ",
    "@kernel\n"
    "def list_even(state: State, row: int, moves: Numbers[int], weights: Numbers[int]) -> int:\n"
    "    count = list_moves(state, row, moves, weights)\n"
    "    for number in range(count):\n"
    "        weights[number] = 1\n"
    "    return count\n\n\n"
    "begin_turn, iterate = plans.bind(has_ended, side_of, list_even, ",
)
FORGET = ("0 if is_first else 1", "0")
PLANS, DEPTH, GAMES = 400, 8, 10


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contest]:
    """The example, with searches that draw evenly or forget their plans."""
    root = tmp_path_factory.mktemp("colony")
    text = (EXAMPLE / "bots/colony/search.py").read_text(encoding="utf-8")
    folder = root / "bots" / "colony"
    folder.mkdir(parents=True)
    for file in (EXAMPLE / "bots/colony").glob("*.py"):
        (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    for name, (old, new) in (("even", EVEN), ("forget", FORGET)):
        assert text.count(old) == 1
        (folder / f"search_{name}.py").write_text(text.replace(old, new), encoding="utf-8")
    (root / "contests").symlink_to(EXAMPLE / "contests")
    with on_path(root, ["colony"]):
        yield Contest("colony")


def wins(contest: Contest, other: str) -> float:
    """Returns the share of games that the example's search wins, with seats swapped."""
    rules = contest.load("bots.colony.rules")
    searches: list[ModuleType] = [contest.search, contest.load(f"bots.colony.search_{other}")]
    engines = [native_engine(search.Memory, search.ENTRIES) for search in searches]
    won = 0.0
    for game in range(GAMES):
        referee: Any = contest.referee.from_seed(game // 2)
        params = contest.player.Params()
        params.depth = DEPTH
        while not referee.over:
            orders = []
            for side in range(2):
                which = (side + game) % 2
                engine, search = engines[which], searches[which]
                engine.load("start", referee.now)
                engine.load("params", params)
                engine.load("dice", make_dice(1000 * game + 2 * referee.now.turn + side))
                engine.call(search.begin, side, referee.now.turn == 0, PLANS)
                engine.call(search.think, PLANS)
                engine.call(search.choose)
                orders.append([*engine.memory.orders])
            for row in range(rules.ROWS):
                side = rules.side_of(referee.now, row)
                if side >= 0:
                    rules.give(referee.now, row, orders[side][row])
            rules.end_turn(referee.now)
        lead = rules.score(referee.now, game % 2) - rules.score(referee.now, 1 - game % 2)
        won += 0.5 + 0.5 * ((lead > 0) - (lead < 0))
    return won / GAMES


def test_it_plays_to_the_end_without_a_fault(contest: Contest) -> None:
    referee = play(contest, 2, 20)
    assert referee.faults() == {}


@pytest.mark.parametrize("other", first_of(["even", "forget"]))
def test_weights_and_plans_that_outlive_births_and_deaths_win(contest: Contest, other: str) -> None:
    assert wins(contest, other) >= 0.6


def test_its_recorded_matches_are_repeated(contest: Contest) -> None:
    matches = list(read_matches(EXAMPLE / "tests/golden/colony/matches.jsonl.gz"))
    assert [first_difference(match, contest.referee) for match in matches] == [None] * 8


def test_lines_search_and_player_are_as_new_writes_them() -> None:
    form = make_form("2", "together", "plans", EXAMPLE / "stub.txt", turn_ms=50.0)
    made = contest_files("colony", form)
    for name in AS_NEW_WROTE:
        path = f"bots/colony/{name}.py"
        assert (EXAMPLE / path).read_text(encoding="utf-8") == made[path]
