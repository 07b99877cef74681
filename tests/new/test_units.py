"""Units whose ids are unique only within a team, and units that a bot does not see."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from botsmith.errors import BadInput
from botsmith.new.scaffold import Form, make_form
from botsmith.new.stub import parse_stub
from botsmith.new.units import find_units, notes_on
from common.clock import Deadline
from common.engine import Engines
from common.stdio import UnreadableInput
from tests.compiler.library import check
from tests.new.contests import Contest, importable, play, reader_of
from tests.new.test_combinations import own_test

pytestmark = pytest.mark.long

PACS = """gameloop
read pacCount:int
loop pacCount read pacId:int mine:bool x:int speed:int
write MOVE 0 15 10

OUTPUT
MOVE <pacId> <x> <y>
"""
IN_TEAM = "\nINPUT\npacId: pac number (unique within a team)\n"
STUBS = {
    "pacs": PACS + IN_TEAM,
    "untold": PACS,
    "seats": """read playerCount:int
read myId:int
gameloop
read unitCount:int
loop unitCount read unitId:int owner:int x:int
write MOVE 0 1

INPUT
unitId: unique for each player
OUTPUT
MOVE <unitId> <x>
""",
    "sides": """read myShipCount:int
loop myShipCount read shipId:int reach:int
read foeShipCount:int
loop foeShipCount read shipId:int reach:int
gameloop
read myLeft:int
loop myLeft read shipId:int x:int
read foeLeft:int
loop foeLeft read shipId:int x:int
loop myLeft write MOVE 0 1

INPUT
shipId: the ship's number, unique in its team
OUTPUT
MOVE <shipId> <x>
""",
    "once": """read count:int
loop count read agentId:int player:int power:int
gameloop
read left:int
loop left read agentId:int player:int x:int
read own:int
loop own write WAIT

INPUT
agentId: its number, unique within its team
player: 1 if yours, 0 if the enemy's
OUTPUT
MOVE <agentId> <x>
""",
}
FOG = {  # each search
    name: ("2", turns, name)
    for name, turns in {
        **dict.fromkeys(("smitsimax", "duct", "beam", "plans", "candidates", "none"), "together"),
        "mcts": "alternating",
    }.items()
}
KINDS = {
    "pacs": ("2", "together", "plans"),
    "untold": ("2", "alternating", "beam"),
    "seats": ("2..4", "together", "smitsimax"),
    "sides": ("2", "together", "candidates"),
    "once": ("2", "together", "duct"),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("units")
    forms: dict[str, Form] = {}
    for name, text in STUBS.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        forms[name] = make_form(*KINDS[name], folder / f"{name}.txt", "1..3")
    for name, words in FOG.items():
        forms[f"fog{name}"] = make_form(*words, folder / "pacs.txt", "1..3")
    with importable(folder, forms):
        yield folder


def bot_that_read(name: str, *lines: str) -> Any:
    bot = Contest(name).bot()
    bot.read_start(reader_of([]))
    bot.read_turn(reader_of([*lines]))
    return bot


@pytest.mark.parametrize("name", ["pacs", "untold"])
def test_pacs_of_two_teams_with_the_same_ids_are_two(root: Path, name: str) -> None:
    """The site's form. The rival's pac took the own one's place, and the bot had no pac left."""
    bot = bot_that_read(name, "4", "1 0 7 0", "0 1 1 0", "0 0 5 0", "1 1 3 0")
    told = {(pac.owner, pac.x) for pac in bot.state.pacs if pac.is_alive}
    assert told == {(0, 1), (0, 3), (1, 5), (1, 7)}
    assert [bot.state.pacs[number].x for number in bot.own] == [1, 3]
    assert bot.lines([0, 0]) == ["MOVE 0 15 10;MOVE 1 15 10"]


@pytest.mark.parametrize("name", ["pacs", "untold"])
def test_ids_that_are_unique_over_all_are_their_numbers_or_free_ones(root: Path, name: str) -> None:
    bot = bot_that_read(name, "3", "3 0 7 0", "0 1 1 0", "4 0 5 0")
    assert [pac.x for pac in bot.state.pacs if pac.is_alive and pac.owner == 1] == [7, 5]
    assert [bot.state.pacs[number].x for number in bot.own] == [1]


def test_two_units_of_a_player_with_one_id_are_refused(root: Path) -> None:
    with pytest.raises(UnreadableInput, match="line 3: two pacs of one player have one id"):
        bot_that_read("pacs", "2", "2 1 1 0", "2 1 4 0")


@pytest.mark.parametrize("name", STUBS)
def test_what_the_referee_tells_is_known_and_orders_are_taken(root: Path, name: str) -> None:
    contest = Contest(name)
    check(contest.search.ENTRIES)
    for players in contest.referee.player_counts:
        assert play(contest, players).faults() == {}
    for seed in (1, 2, 3):
        own_test(root, name)(seed)


@pytest.mark.parametrize(
    ("name", "ids"),
    [("pacs", [0, 0]), ("untold", [0, 3]), ("seats", [0, 0]), ("sides", [0, 0]), ("once", [0, 0])],
)
def test_the_referee_sends_ids_as_the_stub_says(root: Path, name: str, ids: list[int]) -> None:
    found: Iterator[Any] = map(Contest(name).referee.from_seed, range(1, 20))
    referee = next(one for one in found if one.each == 1)
    assert [id_ for _, id_, _ in referee.shown(0)] == ids


def test_what_is_told_once_of_each_side_belongs_to_its_own_units(root: Path) -> None:
    for name, units in (("sides", "ships"), ("once", "agents")):
        contest = Contest(name)
        referee: Any = contest.referee.from_seed(3)
        field = "reach" if name == "sides" else "power"
        for number, unit in enumerate(getattr(referee.now, units)):
            setattr(unit, field, 10 + number)
        bot = contest.bot()
        bot.read_start(reader_of(referee.init_inputs(0)))
        bot.read_turn(reader_of(referee.inputs(0)))
        found = [getattr(one, field) for one in getattr(bot.state, units) if one.is_alive]
        assert found == [10 + number for _, _, number in referee.shown(0)]


@pytest.mark.parametrize(
    ("said", "is_in_team"),
    [
        ("pac number (unique within a team)", True),
        ("unique for each player", True),
        ("its number, unique in its own team", True),
        ("unique in the team of its owner", True),
        ("unique identifier of the pac", False),
        ("unique for all players", False),
        ("unique across both teams", False),
    ],
)
def test_a_comment_says_whether_ids_are_unique_in_a_team(said: str, is_in_team: bool) -> None:
    stub = parse_stub(PACS + f"\nINPUT\npacId: {said}\n")
    units = find_units(stub)
    assert units.is_in_team == is_in_team
    assert ("by pacId, unique in a team, mine says" in notes_on(units, stub, "x")) == is_in_team


def test_who_is_told_apart_only_as_mine_or_not_is_for_two_players(root: Path) -> None:
    with pytest.raises(BadInput, match="expected --players 2, got up to 4"):
        make_form("2..4", "together", "beam", root / "pacs.txt", "3")


@pytest.mark.parametrize("search", FOG)
def test_a_bot_searches_on_while_its_rival_is_out_of_sight(root: Path, search: str) -> None:
    name = f"fog{search}"
    rules = Contest.load(f"bots.{name}.rules")
    bot = bot_that_read(name, "2", "0 1 1 0", "0 0 5 0")
    assert list(bot.state.is_hidden) == [False, False]
    bot.read_turn(reader_of(["1", "0 1 1 0"]))
    assert list(bot.state.is_hidden) == [False, True]
    assert rules.can_move(bot.state, bot.own[0]) and not rules.has_ended(bot.state)
    assert bot.answer(Deadline(1000.0, 0.0, iterations=20)) == ["MOVE 0 15 10"]
    assert bot.stats()["iterations"] > 0
    bot.read_turn(reader_of(["2", "0 1 1 0", "0 0 5 0"]))
    assert list(bot.state.is_hidden) == [False, False]


def test_what_a_referee_leaves_out_of_shown_the_bot_need_not_know(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fog with several units: the one change that docs/new-contest.md names."""
    contest = Contest("pacs")
    shown = contest.referee.shown  # type: ignore[attr-defined]
    monkeypatch.setattr(
        contest.referee,
        "shown",
        lambda self, seat: [one for one in shown(self, seat) if one[0] == 0 or one[2] % 2],
    )
    assert play(contest, 2).faults() == {}
    own_test(root, "pacs")(1)


def test_only_the_first_order_of_a_line_is_in_words(root: Path) -> None:
    """A word is of the present state: those of later turns would be of another one."""
    for search in FOG:
        bot = bot_that_read(f"fog{search}", "2", "0 1 1 0", "0 0 5 0")
        bot.answer(Deadline(1000.0, 0.0, iterations=20))
        spoken: list[int] = []
        bot.word = lambda number, order, spoken=spoken: spoken.append(order) or "NOW"
        engine: Engines[Any] = bot.engine
        rows = Contest.load(f"bots.fog{search}.search").thoughts(engine.memory, bot.own, bot.word)
        for row in rows:
            assert all(move["move"] in ("NOW", "-") for move in row["moves"])
            assert all(move in ("NOW", "-") for move in row["line"][:1])
            assert all(move[0] in "#-" for move in row["line"][1:])
