"""`--where` and `--by`: what may be asked of a match, and what is refused in one line."""

import json
import re
import shlex
from pathlib import Path

import pytest

from botsmith.arena.matches.played import ABOUT_MATCH, Note, Played, Player, Seat, TurnTimes
from botsmith.arena.store.groups import Groups
from botsmith.arena.store.store import open_store
from botsmith.arena.store.where import (
    Condition,
    Facts,
    check_names,
    check_stored,
    facts_of,
    keys_from,
)
from botsmith.cli.groups import Asked
from botsmith.cli.lost import losses_to_show
from botsmith.errors import BadInput
from botsmith.referees import games, referee_for
from botsmith.referees.base import Match, Result
from tests.board.stores import fill, plan_for
from tests.commands import botsmith, refusal
from tests.matches import recorded

ROOT = Path(__file__).resolve().parents[2]


def match(ranks: tuple[int, int] = (1, 2), seed: int = 4) -> Played:
    """A match of `a` in seat 0 and `b` in seat 1, of 3 and 4 turns."""
    times = TurnTimes.of([9.0, 1.0, 2.0]), TurnTimes.of([8.0, 1.0, 1.0, 5.0])
    seats = [
        Seat(Player(name, ""), 100, rank, 10.0 - rank, "", "", each)
        for name, rank, each in zip("ab", ranks, times, strict=True)
    ]
    return Played(0, "uttt", seed, 0, 100, "hard", None, "x", (0, 1), tuple(seats), id=7)


NOTES = [
    Note(0, 1, "depth", 3),
    Note(0, 2, "depth", 5),
    Note(1, 1, "depth", 3),
    Note(ABOUT_MATCH, 0, "kind", "open"),
]
CONFIG = {"n": 5, "name": "big", "cells": [1, 2, 3], "odd": {"x": 1}}
RECORD = Match("uttt", "", "4", 2, CONFIG, {}, [], Result([9.0, 8.0], [1, 2], "x"))


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        ("seed % 2 == 0 and seat == 1 and rival == 'a' and map.n > 4", [1]),
        ("won", [0]),
        ("lost or rank == 1", [0, 1]),
        ("not won", [1]),
        ("data.depth >= 5", [0]),
        ("data.kind == 'open' and map.cells == 3", [0, 1]),
        ("map.name in ('big', 'small') and turns == 4", [1]),
        ("-points < 0 < 2 * points + 1", [0]),
        ("max(first_ms, max_ms) > 8.5", [0]),
        ("bot in ['a']", [0]),
        ("data.none > 0 or data.none <= 0", []),
        ("data.none + 1 > 0 or map.odd == 1", []),
        ("bot > 3 or seed in 5", []),
        ("seed / 0 == 1 or seed % 0 == 1", []),
        ("'x' * 1000000000 == 'x'", []),
    ],
)
def test_a_condition_holds_for_seats(text: str, seats: list[int]) -> None:
    condition = Condition(text)
    found = list(facts_of(match(), NOTES, RECORD))
    assert [n for n, facts in enumerate(found) if condition.holds(facts)] == seats


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os')", "seat ==", "", "foo > 1", "(lambda: 1)()", "seat ** 9", "bot.upper",
        "[x for x in bot]", "bot[0]", "f'{bot}'", "map", "map.a.b", "None", "1j", "b'x'", "x := 1",
        "seat if won else 1", "max(key=seat)", "max()", "open('x')", "*seat", "seat is 1",
        "a" * 2000, "(" * 60 + "1" + ")" * 60 + "+" * 60 + "1", "1; 2", "\0",
    ],
)  # fmt: skip
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        Condition(text)
    assert str(caught.value).startswith("--where ") and "\n" not in str(caught.value)


def test_keys_are_names_of_facts() -> None:
    assert keys_from("seat, map.n") == ["seat", "map.n"]
    for text in ("", ",", "seat + 1", "foo", "seat,1"):
        with pytest.raises(BadInput, match="--by "):
            keys_from(text)


def test_groups_and_what_goes_with_winning() -> None:
    games = [
        (played, list(facts_of(played, NOTES, RECORD)))
        for played in (match(), match((2, 1), 5), match(seed=6), match((1, 1), 7))
    ]
    found = Groups(Condition("seat == 0"), ["map.n"])
    for played, seats in games:
        found.add(played, seats)
    groups, winning = found.as_json(0.95)
    assert [group["keys"] for group in groups] == [{"bot": "a", "map.n": 5}]
    counts = [groups[0][key] for key in ("games", "wins", "draws", "losses")]
    assert counts == [4, 2, 1, 1]
    (row,) = winning
    assert (row["name"], row["keys"]) == ("depth", {"map.n": 5})
    assert (row["higher"], row["lower"], row["equal"]) == (2, 1, 0)


def test_facts_without_a_space_are_missing() -> None:
    assert Facts({"seat": 1}).of("map.n") is None


def test_the_commands_take_conditions(tmp_path: Path) -> None:
    strengths = {"one": 2.0, "two": 1.0}
    store = str(tmp_path / "x.db")
    fill(Path(store), plan_for(strengths, 12), strengths)
    done = botsmith("export", "--db", store, "--json", "--where", "seat == 1 and lost")
    rows = json.loads(done.stdout)
    assert rows and all([seat["seat"] for seat in row["seats"]] == [1] for row in rows)
    done = botsmith("lost", "--db", store, "--vs", "one", "--where", "seat == 0", "--json")
    assert all(game["seats"] == ["two", "one"] for game in json.loads(done.stdout))
    for words in (("export", "--csv"), ("lost", "--vs", "one")):
        refusal(words[0], "--db", store, *words[1:], "--where", "foo")


def test_a_name_with_a_dot_that_no_match_has_is_refused(tmp_path: Path) -> None:
    """`map.pac` for `map.pacs` was a condition that held nowhere: nobody had lost."""
    strengths = {"one": 2.0, "two": 1.0}
    path = tmp_path / "x.db"
    fill(path, plan_for(strengths, 4), strengths)
    message = "csb has no fact 'data.dept'; did you mean data.depth?; it has data.depth"
    with open_store(path) as store:
        for asked in (Asked("seat == 0 or data.dept > 2"), Asked(None, "data.dept")):
            with pytest.raises(BadInput, match=re.escape(message)):
                asked.report(store, None, 0.95)
        with pytest.raises(BadInput, match="--by: csb has no fact 'map.pac'; it has map.base_map"):
            check_stored(store, None, {"--where": [], "--by": {"map.pac", "data."}})
        check_stored(store, None, {"--where": {"data.depth", "map.laps", "score.progress"}})
    for words in (("lost", "--vs", "one", "--where"), ("lost", "--vs", "one", "--by-value")):
        assert message in refusal(words[0], "--db", str(path), *words[1:], "data.dept > 2")


def test_a_fact_that_a_contest_lacks_is_refused_before_the_first_match(tmp_path: Path) -> None:
    """`map.n` was reported after all games were played."""
    for words in (("--where", "map.checkpoint > 4"), ("--by", "seat,score.progres")):
        said = refusal("league", "csb", "coast", "coast", *words, "--db", str(tmp_path / "x.db"))
        assert "csb has no fact" in said and "did you mean" in said
        assert not (tmp_path / "x.db").exists()
    with pytest.raises(BadInput, match="did you mean rival"):
        keys_from("rivl")


@pytest.mark.parametrize("game", games())
def test_a_contest_says_the_parts_of_its_score(game: str) -> None:
    match = recorded(game)
    referee = referee_for(game)
    states = [turn.state for turn in match.turns if turn.state is not None]
    for state in (states[0], states[-1]) if referee.score_parts else ():
        parts = referee.parts_of(match.config, state)
        assert tuple(parts) == tuple(referee.score_parts)
        assert all(len(values) == match.players for values in parts.values())
    check_names({f"score.{name}" for name in referee.score_parts}, game)
    assert referee.margin in ("", *referee.score_parts)


def examples() -> list[tuple[str, str]]:
    """The pages' command lines with `--where`, `--by` or `--by-value`, each with its page."""
    found = []
    for page in sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]):
        for line in page.read_text(encoding="utf-8").splitlines():
            if re.search(
                r"(botsmith |`)(serve|lost|league|export|play) .*--(where|by) ['a-z]", line
            ):
                found.append((page.name, line))
    return found


@pytest.mark.parametrize(("page", "line"), examples())
def test_every_example_of_the_pages_runs(page: str, line: str, tmp_path: Path) -> None:
    """`map.n` was in neither csb nor uttt."""
    game = next((game for game in games() if f" {game} " in line), "csb")
    strengths = {"mine": 1.0, "greedy": 2.0}
    fill(tmp_path / "x.db", plan_for(strengths, 2, game=game), strengths)
    where = re.search(r"--where '([^']+)'", line)
    by = re.search(r"--by (\S+)", line)
    with open_store(tmp_path / "x.db") as store:
        asked = Asked(where and where[1], by and by[1], game)
        assert asked.report(store, None, 0.95)["by"] == asked.keys


def test_the_pages_have_examples() -> None:
    assert {page for page, _ in examples()} >= {"measuring.md", "board.md", "site.md"}


def test_values_are_compared_over_a_match_and_its_thirds(tmp_path: Path) -> None:
    """The last turn's value alone, noise that looks like a finding, was compared."""
    found = Groups(None, ["map.n"])
    for seed in range(6):
        winner = seed % 2
        notes = [
            Note(
                seat,
                turn,
                "depth",
                (6 if seat == winner else 4) - (turn >= 20) * 4 * (seat == winner),
            )
            for seat in (0, 1)
            for turn in range(30)
        ]
        played = match((1, 2) if winner == 0 else (2, 1), seed)
        found.add(played, list(facts_of(played, notes, RECORD)))
    (row,) = found.as_json(0.95)[1]
    assert (row["higher"], row["lower"]) == (6, 0) and row["keys"] == {"map.n": 5}
    assert row["winner"] == pytest.approx(14 / 3) and row["loser"] == 4.0
    low, high = row["difference_interval"]
    assert low <= row["difference"] <= high and row["difference"] == pytest.approx(2 / 3)
    thirds = [row["thirds"][name]["difference"] for name in ("first", "middle", "last")]
    assert thirds == [2.0, 2.0, -2.0]


def test_the_winner_of_four_is_compared_with_the_mean_of_the_others() -> None:
    seats = [Seat(Player(str(n), ""), 100, n + 1, 4.0 - n, "", "", TurnTimes()) for n in range(4)]
    played = Played(0, "kutulu", 1, 0, 100, "hard", None, "x", (0, 1, 2, 3), tuple(seats), id=1)
    found = Groups(None, [])
    found.add(played, list(facts_of(played, [Note(seat, 0, "v", seat) for seat in range(4)], None)))
    (row,) = found.as_json(0.95)[1]
    assert (row["winner"], row["loser"], row["difference_interval"]) == (0.0, 2.0, None)


def test_the_hint_opens_a_game_that_the_first_bot_lost(tmp_path: Path) -> None:
    """`lost --vs three` lists whoever lost to it, most of all the weakest bot."""
    path = tmp_path / "x.db"
    strengths = {"mine": 1.0, "weakest": 0.01, "three": 3.0}
    fill(path, plan_for(strengths, 8), strengths)
    with open_store(path) as store:
        words = losses_to_show(store.matches())
    assert words == ["--vs", "three", "--me", "mine"]
    every = json.loads(botsmith("lost", "--db", str(path), "--vs", "three", "--json").stdout)
    found = json.loads(botsmith("lost", "--db", str(path), *words, "--json").stdout)
    assert {game["bot"] for game in found} == {"mine"} < {game["bot"] for game in every}
    hint = botsmith("lost", "--db", str(path), *words, "--by-value", "seed").stdout
    assert f"{shlex.join(words)} --by-value seed -o lost.html" in hint
    fill(tmp_path / "y.db", plan_for({"mine": 1.0, "three": 3.0}, 8), strengths)
    with open_store(tmp_path / "y.db") as store:
        assert losses_to_show(store.matches()) == ["--vs", "three"]
        assert losses_to_show([]) == []


def test_lost_is_ordered_by_a_value_of_the_bot_that_lost(tmp_path: Path) -> None:
    strengths = {"one": 2.0, "two": 1.0}
    store = str(tmp_path / "x.db")
    fill(Path(store), plan_for(strengths, 12), strengths)
    words = ("lost", "--db", store, "--vs", "one", "--worst", "99")
    every = json.loads(botsmith(*words, "--json").stdout)
    done = botsmith(*words, "--by-value", "0 - seed", "--json")
    found = json.loads(done.stdout)
    assert [game["value"] for game in found] == sorted(-game["seed"] for game in every)
    done = botsmith(*words, "--by-value", "data.depth / 2", "--where", "seat == 0")
    assert done.returncode == 0 and "3.5" in done.stdout
    done = botsmith(*words, "--by-value", "0 / 0")
    assert "no game was lost to one with a value of 0 / 0" in done.stdout
    assert "--by-value" in refusal(*words, "--by-value", "foo")
