"""What only a game of the site can prove: each place is seen, and the pages list all."""

import gzip
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.store.record import decode_match, encode_match
from botsmith.errors import BadInput
from botsmith.referees import CASE_FILES, games, referee_for
from botsmith.referees.base import Match
from botsmith.referees.verify import first_difference
from botsmith.site.contests import contest_for
from botsmith.site.form import SITE, game_from_json
from botsmith.site.incoming import match_from_site
from botsmith.site.outgoing import site_json
from botsmith.site.places import Place
from botsmith.site.proofs import Checklist, checklist_of, places_in
from tests.commands import botsmith, refusal

ROOT = Path(__file__).resolve().parents[2]
PLACES = {game: places for game in games() if (places := contest_for(game).checklist)}
MAP = "maps, runs and dice as the seed gives them"
ASCII = "an answer with letters that are not ASCII"
TIE = "two players who share a place"
# A recorded match with the place, and its first turn with it.
RECORDED = {
    ("csb", "out of time after a checkpoint was passed"): (13, 108),
    ("csb", "a race of 500 turns"): (39, 499),
    ("csb", "one line where two are due"): (51, 7),
    ("kutulu", MAP): (0, 175),
    ("kutulu", "two explorers who yell in one turn"): (2, 5),
    ("kutulu", "a minion that draws the order of its targets"): (0, 6),
    ("kutulu", "two explorers out in the same turn"): (4, 5),
    ("kutulu", "a game that comes to turn 200"): (11, 200),
    ("kutulu", TIE): (4, 5),
    ("kutulu", ASCII): (1, 15),
    ("olymbits", MAP): (0, 99),
    ("olymbits", "fewer than two players left before turn 100"): (46, 66),
    ("olymbits", TIE): (0, 99),
    ("olymbits", ASCII): (155, 0),
    ("tororo", MAP): (0, 95),
    ("tororo", "two seeds that fall on the same cell"): (6, 13),
    ("tororo", "a tree completed with no nutrients left"): (0, 94),
    ("tororo", TIE): (7, 23),
    ("tororo", ASCII): (10, 10),
    ("uttt", "who begins"): (0, 0),
    ("uttt", "no line of boards: whoever has won more of them wins"): (9, 72),
    ("uttt", TIE): (35, 65),
    ("stratego", "a piece that moves four times between two cells"): (6, 65),
    ("stratego", "a side without a piece that can move"): (2, 18),
    ("stratego", "both sides without a piece that can move"): (54, 75),
}


@cache
def recorded(game: str, number: int = 0) -> Match:
    path = ROOT / "tests" / "golden" / game / "matches.jsonl.gz"
    with gzip.open(path) as lines:
        return decode_match(gzip.compress(next(islice(lines, number, None)), 1), str(path))


def from_site(
    game: str,
    change: Callable[[dict[str, Any]], object] = lambda site: None,
    number: int | None = None,
) -> Match:
    """A recorded match as a game of the site that somebody brings, changed."""
    first = 2 if game == "stratego" else 0
    site = site_json(recorded(game, first if number is None else number))
    change(site)
    return match_from_site(game_from_json(site, "FILE"), game)


def pods(**changes: Any) -> Callable[[Match], None]:
    """Changes the state of csb after turn 3: of pod 0, or the collisions."""

    def change(match: Match) -> None:
        state = match.turns[3].state
        state["collisions"] = changes.get("collisions", [])
        for place, value in changes.get("row", {}).items():
            state["pods"][0][place] = value

    return change


def both_home(match: Match) -> None:
    for pod in (0, 3):
        match.turns[3].state["pods"][pod][8] = 1


def at_the_rim(match: Match) -> None:
    row = match.turns[3].state["pods"][0]
    x, y = match.config["checkpoints"][row[5] % len(match.config["checkpoints"])]
    row[:2] = [x - 360, y + 480]


def order(line: str, turn: int = 3) -> Callable[[Match], None]:
    def change(match: Match) -> None:
        match.turns[turn].outputs[0][0] = line

    return change


def aims_at_itself(match: Match) -> None:
    x, y, *_ = match.turns[0].inputs[0][0].split()
    order(f"{x} {y} 100", 0)(match)


def end(words: str) -> Callable[[Match], None]:
    def change(match: Match) -> None:
        match.result = type(match.result)(match.result.scores, match.result.ranks, words)

    return change


def long_game(match: Match) -> None:
    match.turns += match.turns * 2


def mirrored(match: Match) -> None:
    match.extra["stderr"] = {
        "0": ["", "I read:\n" + "\n".join(match.turns[match.asked(0)[1]].inputs[0])]
    }


# A match that has the place when it is changed so, and the turn.
CHANGED: dict[tuple[str, str], tuple[Callable[[Match], None], int]] = {
    ("csb", "two collisions at the very same time"): (
        pods(collisions=[[0.5, 0, 1], [0.5, 2, 3]]), 3,
    ),
    ("csb", "a collision at the very end of a turn"): (pods(collisions=[[1.0, 0, 1]]), 3),
    ("csb", "a pod that stops at exactly 600 units from its checkpoint"): (at_the_rim, 3),
    ("csb", "two checkpoints passed in one turn"): (pods(row={5: 3}), 3),
    ("csb", "a pod that aims at itself on the first turn"): (aims_at_itself, 0),
    ("csb", "both players home in the same turn"): (both_home, 3),
    ("csb", "an order with odd blanks, a plus or a decimal point"): (order("1 +2.0 3"), 3),
    ("tororo", "more than 300 answers"): (long_game, 287),
    ("stratego", "a side to move without a legal move"): (end("side to move has no"), -1),
    ("stratego", "the turn limit"): (end("turn limit"), -1),  # the recorded ones have other limits
    ("stratego", "a setup that is refused"): (end("invalid setup"), -1),
}  # fmt: skip


def silent(site: dict[str, Any]) -> None:
    del site["frames"][-1]["stdout"]
    site["frames"][-1]["gameInformation"] = "Timeout: the program did not provide its lines"


def refused(site: dict[str, Any]) -> None:
    site["frames"][-1]["gameInformation"] = "invalid input"


def wordy(site: dict[str, Any]) -> None:
    frame = next(frame for frame in reversed(site["frames"]) if frame.get("stdout"))
    frame["stdout"] += "and more\n"


def of_seed(site: dict[str, Any]) -> None:
    """A race over the map of its seed, as far as our referee wants it."""
    site["refereeInput"] = "seed=404853992\n"


SHARED: dict[str, Callable[[dict[str, Any]], None]] = {
    "no answer, from a program that is late or has ended": silent,
    "an answer that is refused": refused,
    "more lines answered than the turn takes": wordy,
    "the map as the seed gives it, in a game that names both": of_seed,
}


LISTED = [  # what all contests share is seen in two of them
    (game, place)
    for number, (game, places) in enumerate(PLACES.items())
    for place in places
    if number < 2 or place.asks not in SHARED
]


@cache
def match_of(game: str, number: int) -> Match:
    """A recorded match as the site's, which no test changes."""
    return from_site(game, number=number)


def turn_of(match: Match, asks: str) -> int | None:
    return next((turn for place, turn in places_in(match) if place.asks == asks), None)


@pytest.mark.parametrize(("game", "place"), LISTED, ids=lambda value: getattr(value, "asks", value))
def test_every_place_is_seen_where_it_is_and_nowhere_else(game: str, place: Place) -> None:
    key, asks = (game, place.asks), place.asks
    if key in RECORDED:
        number, turn = RECORDED[key]
        assert turn_of(match_of(game, number), asks) == turn
    elif key in CHANGED:
        change, turn = CHANGED[key]
        match = recorded.__wrapped__(game)
        assert turn_of(match, asks) is None
        change(match)
        assert turn_of(match, asks) == (turn if turn >= 0 else len(match.turns) - 1)
    elif asks in SHARED:
        assert turn_of(from_site(game, SHARED[asks]), asks) is not None
    elif asks.startswith("a seed below 0"):
        match = recorded.__wrapped__(game)
        for seed, is_seen in (("-1", True), (str(1 << 48), True), ("7", False), ("x", False)):
            match.seed = seed
            assert (turn_of(match, asks) is not None) is is_seen
    else:
        assert asks.startswith("the order of a turn's lines: a bot")
        match = from_site(game)
        assert turn_of(match, asks) is None
        mirrored(match)
        assert turn_of(match, asks) == match.asked(0)[1]


@pytest.mark.parametrize("game", PLACES)
def test_a_page_lists_the_places_of_its_contest(game: str) -> None:
    text = (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8")
    section = text.partition("What a game of the site would prove\n")[2].partition("\n#")[0]
    listed = [line[2:] for line in section.splitlines() if line.startswith("* ")]
    assert listed == [place.asks for place in PLACES[game]]


@pytest.mark.parametrize("game", PLACES)
def test_a_game_that_is_brought_ticks_its_places(game: str, tmp_path: Path) -> None:
    match = from_site(game)
    records = tmp_path / "site.jsonl.gz"
    records.write_bytes(encode_match(recorded(game)) + encode_match(match))
    proofs = checklist_of(game, records).proofs
    has_label = game == "csb"  # its recorded seeds are labels: the map of that seed is another one
    ticked = {asks for asks, proof in proofs.items() if proof.proved or has_label and proof.parted}
    assert ticked == {place.asks for place, _ in places_in(match)} != set()
    assert all(where.startswith("match 1, turn ") for p in proofs.values() for where in p.proved)


def test_a_game_that_parts_from_ours_proves_nothing_and_counts_up_to_there() -> None:
    match = from_site("csb", of_seed)
    assert first_difference(match, referee_for("csb")) is not None  # another map: other collisions
    seen = Checklist("csb")
    seen.add_match(0, match, first_difference(match, referee_for("csb")))
    assert not any(proof.proved for proof in seen.proofs.values())
    assert any(line.startswith("not as ours in match 0") and "map" in line for line in seen.lines())


def test_a_map_that_is_not_its_seeds_proves_no_recipe() -> None:
    seen = Checklist("csb")
    seen.add_match(0, from_site("csb"), None)
    assert seen.lines() == [
        "not as ours in match 0, turn 204: the map as the seed gives it, in a game that names both"
    ]


def test_the_checklist_is_a_table(tmp_path: Path) -> None:
    records = tmp_path / "site.jsonl.gz"
    records.write_bytes(encode_match(from_site("kutulu")) * 2)
    done = botsmith("import", "--checklist", "kutulu", "-o", str(records))
    assert "kutulu: 8 of 12 places are not proved" in done.stdout
    rows = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert "two explorers who yell in one turn match 0, turn 17 (+1) -" in rows
    assert "a game that comes to turn 200 - -" in rows
    verified = botsmith("verify", "kutulu", str(records)).stdout
    assert verified.count(", proved by match 0, turn ") == 4
    assert verified.endswith("\nequal 2 of 2 matches\n")


def test_without_games_all_is_open(tmp_path: Path) -> None:
    records = tmp_path / "site.jsonl.gz"
    done = botsmith("import", "--checklist", "uttt", "-o", str(records))
    assert (done.returncode, done.stderr) == (0, "") and not records.exists()
    assert "uttt: 7 of 7 places are not proved" in done.stdout and "\n  who begins  " in done.stdout
    assert done.stdout.endswith(f"{records} is not there yet; `import game.json` makes it\n")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--checklist", "chess"), f"no game 'chess'; the games are: {' '.join(games())}\n"),
        (("--checklist", "snakebyte"), "no list of places for 'snakebyte'; expected one of csb, "),
        ((), "expected files with games' JSON, or --checklist GAME"),
    ],
)
def test_what_is_no_checklist_is_one_line(words: tuple[str, ...], complaint: str) -> None:
    assert complaint in refusal("import", *words)


def test_golden_files_of_no_game_have_no_places() -> None:
    assert all(Checklist(name).lines() == [] for name in CASE_FILES)


def test_a_record_whose_words_are_odd_is_one_line() -> None:
    match = from_site("csb")
    match.extra["errors"] = [{"turn": "x"}]
    with pytest.raises(BadInput, match=r"'errors': expected \[{text: value"):
        Checklist("csb").add_match(0, match, None)
    match.extra["errors"] = [{"fault": "timeout"}, {"fault": "timeout", "turn": 10**9}]
    match.extra["stderr"] = {"0": ["x"] * 1000}
    match.turns[3].extra[SITE] = 3
    Checklist("csb").add_match(0, match, None)
