"""Units of two sides with the same ids, and units that a bot does not see."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from botsmith.new.scaffold import Form, make_form
from common.clock import Deadline
from tests.compiler.library import check
from tests.new.contests import Contest, importable, play, reader_of
from tests.pages import page_beside

pytestmark = pytest.mark.long

DATA = Path(__file__).parents[1] / "data" / "contests"
SAID = ("bombers", "botters", "castles", "code_royale")
STUBS = page_beside(__file__, "units.txt")
STUBS |= {name: (DATA / f"{name}.txt").read_text() for name in SAID}
FOG = ("plans", "smitsimax", "beam", "candidates", "none")  # each search of units
KINDS = {
    "pacs": ("2", "together", "plans"),
    "seats": ("2..4", "together", "smitsimax"),
    "sides": ("2", "together", "candidates"),
    "once": ("2", "together", "none"),
    **dict.fromkeys(SAID, ("2", "together", "plans")),
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("units")
    forms: dict[str, Form] = {}
    for name, text in STUBS.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        units = "" if "\nUNITS\n" in text else "1..3"
        forms[name] = make_form(*KINDS[name], folder / f"{name}.txt", units)
    for name in FOG:
        forms[f"fog{name}"] = make_form("2", "together", name, folder / "pacs.txt", "1..3")
    with importable(folder, forms):
        yield folder


def bot_that_read(name: str, *lines: str) -> Any:
    bot = Contest(name).bot()
    bot.read_start(reader_of([]))
    bot.read_turn(reader_of([*lines]))
    return bot


def test_pacs_of_two_teams_with_the_same_ids_are_two(root: Path) -> None:
    """The site's form. The rival's pac took the own one's place, and the bot had no pac left."""
    bot = bot_that_read("pacs", "4", "1 0 7 0", "0 1 1 0", "0 0 5 0", "1 1 3 0")
    each = Contest.load("bots.pacs.rules").ROWS_EACH
    shown = {(row // each, pac.x) for row, pac in enumerate(bot.state.pacs) if pac.is_alive}
    assert shown == {(0, 1), (0, 3), (1, 5), (1, 7)}
    assert [bot.state.pacs[row].x for row in bot.own] == [1, 3]
    assert bot.lines([0, 0]) == ["MOVE 0 0 0;MOVE 1 0 0"]


@pytest.mark.parametrize("name", STUBS)
def test_what_the_referee_reports_is_known_and_orders_are_taken(root: Path, name: str) -> None:
    contest = Contest(name)
    check(contest.search.ENTRIES)
    for players in contest.referee.player_counts:
        assert play(contest, players).faults() == {}


def test_what_a_start_says_of_each_side_belongs_to_its_own_units(root: Path) -> None:
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
        assert found == [10 + row for _, _, row in referee.shown(0)]


@pytest.mark.parametrize("search", FOG)
def test_a_bot_searches_on_while_its_rival_is_out_of_sight(root: Path, search: str) -> None:
    name = f"fog{search}"
    rules = Contest.load(f"bots.{name}.rules")
    bot = bot_that_read(name, "1", "0 1 1 0")
    assert rules.side_of(bot.state, bot.own[0]) == 0 and not rules.has_ended(bot.state)
    answer = bot.answer(Deadline(1000.0, 0.0, iterations=20))
    assert len(answer) == 1 and answer[0].startswith("MOVE 0 ")
    assert bot.stats()["iterations"] > 0


def test_the_player_has_the_last_line_also_where_units_are_no_more(root: Path) -> None:
    bot = Contest("castles").bot()
    bot.read_start(reader_of(["1 1", "#"]))
    bot.read_turn(reader_of(["BATTLE", "5 5", "2", "7 1 1 9 Bors", "3 2 2 9 Sir X", "0", "0"]))
    pack = Contest.load("bots.castles.rules").pack
    assert bot.lines([pack(3, 4, 5, 0), pack(4, 8, 0, 0), pack(1, 2, 0, 0)]) == [
        *("MOVE 4 5", "STRIKE 8", "WAIT", "WAIT", "HIRE GALAHAD")
    ]
    assert bot.fallback() == ["WAIT"] * 5


def test_a_unit_that_is_no_more_is_named_in_its_line(root: Path) -> None:
    bot = Contest("bombers").bot()
    bot.read_start(reader_of(["1 1 0", "3"]))
    units = ["0 4 1 1 3 9", "1 4 8 8 3 9", "0 5 2 2 3 9", "0 6 3 3 3 9"]
    bot.read_turn(reader_of(["0", ".", "4", *units, "0"]))
    assert bot.fallback() == ["4 STAY", "5 STAY", "6 STAY"]
    bot.read_turn(reader_of(["1", ".", "2", units[0], units[3], "0"]))
    assert bot.lines([1, 5]) == ["4 UP", "6 BOMB", "5 STAY"]


def test_a_player_who_gives_no_order_says_what_the_stub_writes_in_that_line(root: Path) -> None:
    bot = Contest("code_royale").bot()
    bot.read_start(reader_of(["0"]))
    bot.read_turn(reader_of(["100 -1", "2", "5 6 0 -1 80", "7 8 1 -1 90"]))
    assert bot.fallback() == ["WAIT", "TRAIN"]
    rules = Contest.load("bots.code_royale.rules")
    assert bot.lines([rules.pack(2, 3, 4), rules.pack(1, 9, 0)]) == ["MOVE 3 4", "TRAIN 9"]
    assert rules.HAND_VERBS == (1,)


def test_a_turn_of_another_phase_has_one_line_where_the_stub_says_that_it_counts_negative(
    root: Path,
) -> None:
    bot = Contest("botters").bot()
    bot.read_start(reader_of(["1", "0", "0"]))
    bot.read_turn(reader_of(["9", "9", "-1", "0"]))
    assert bot.lines([2]) == ["VALKYRIE"]
    hero = "5 1 HERO 1 2 3 4 5 HULK"
    bot.read_turn(reader_of(["9", "9", "1", "2", hero, "6 0 HERO 1 2 3 4 5 HULK"]))
    assert bot.fallback() == ["WAIT"]


def test_units_that_are_too_many_are_left_out_and_the_answer_is_whole(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [f"{number} 1 {number} 0" for number in range(9)]
    bot = bot_that_read("pacs", "9", *lines)
    assert len(bot.own) == 3
    assert "6 pacs left out; UNITS_EACH is 3" in capsys.readouterr().err
