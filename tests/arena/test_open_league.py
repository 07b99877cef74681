"""A league that goes on: nothing is played twice, and it says what one from the start would say."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from botsmith.arena.matches import bots as resolving
from botsmith.arena.matches.bots import Bot, find_bot
from botsmith.arena.matches.league import Duel, Growing, Level, Plan, groups_with
from botsmith.arena.matches.open_league import MissingGames, game_of, standings_of
from botsmith.arena.matches.played import Job, Played, Player, Seat, TurnTimes
from botsmith.arena.statistics.standings import Standings
from botsmith.arena.store.last_matches import has_thoughts
from botsmith.arena.store.record import encode_match
from botsmith.arena.store.store import Store, open_store
from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.base import Match, Result
from tests.cli.test_json import PLAY_ONLY, check as check_json
from tests.commands import botsmith

RECORD = encode_match(Match("csb", "test", "1", 2, {}, {}, [], Result([0.0, 0.0], [1, 1], "end")))
TIMES = TurnTimes.of([1.0, 1.0])
GAMES = 4
NAMES = [f"bot{number}" for number in range(8)]  # the larger the number, the stronger


def plan_of(names: list[str], game: str = "csb", seats: int = 2) -> Growing:
    """The plan of a league with these bots."""
    bots = tuple(Bot(name, ("true",), f"hash of {name}") for name in names)
    level = Level(100, (100,) * len(bots))
    return Growing(game, bots, GAMES, 1, "hard", None, (level,), seats)


def result_of(plan: Plan, job: Job) -> Played:
    """How a match ends, whenever it is played: drawn by its seed and its bots."""
    names = [plan.bots[bot].name for bot in job.order]
    dice = Random(f"{job.seed}/{job.rotation}/{names}")
    strengths = [2.0 + int(name.partition("@")[0].removeprefix("bot")) for name in names]
    winner = dice.choices(range(len(names)), strengths)[0]
    players = [Player(plan.bots[bot].name, plan.bots[bot].content_hash, 100) for bot in job.order]
    seats = tuple(
        Seat(player, 100, 1 + (seat != winner), float(seat == winner), "", "", TIMES)
        for seat, player in enumerate(players)
    )
    about = (job.number, plan.game, job.seed, job.rotation, job.level, plan.rule, None, "end")
    return Played(*about, job.order, seats)


def join(
    store: Store,
    names: list[str],
    league: int | None = None,
    stop: int = 10**6,
    duel: Duel | None = None,
    games: int = GAMES,
) -> int:
    """Lets bots join who are not there yet, and plays `stop` games at most; the league's number."""
    plan = replace(plan_of(names), games=games)
    if league is None:
        league = store.begin_league(plan.game, plan.spec())
    store.grow(league, plan.spec())
    missing = MissingGames(plan, store, league, duel)
    for _, job in zip(range(stop), missing.jobs(), strict=False):
        played = result_of(plan, job)
        assert store.add(league, played, RECORD) is not None
        missing.add(played)
    return league


def elos(store: Store, league: int, names: list[str]) -> list[tuple[float, tuple[float, float]]]:
    """Rating and interval of every bot, from what the store holds."""
    plan = Growing.from_spec("csb", plan_of(names).spec(), "here")
    assert isinstance(plan, Growing)
    section = standings_of(plan, store, league).sections[100]
    return [(rating.elo, rating.interval) for rating in section.elos(0.95)]


def test_bots_of_three_additions_stand_as_if_all_had_been_there(tmp_path):
    with open_store(tmp_path / "store.db", create=True) as store:
        grown = join(store, NAMES[:4])
        for count in (5, 7, 8):
            join(store, NAMES[:count], grown)
        whole = join(store, NAMES)
        for league in (grown, whole):
            games = [game_of(played) for played in store.plan(league)]
            assert len(games) == len(set(games)) == 28 * GAMES
            assert store.numbers(league) == set(range(28 * GAMES))
        # pytest.approx compares no nested pairs.
        for (one, ours), (other, theirs) in zip(
            elos(store, grown, NAMES), elos(store, whole, NAMES), strict=True
        ):
            assert one == pytest.approx(other) and ours == pytest.approx(theirs)


def test_a_join_that_was_cut_goes_on_where_it_was(tmp_path):
    with open_store(tmp_path / "store.db", create=True) as store:
        league = join(store, NAMES[:4], stop=7)
        with store._change() as connection:  # as if three matches in flight had been lost
            for table in ("seats", "records", "moves", "matches"):
                column = "id" if table == "matches" else "match"
                connection.execute(f"DELETE FROM {table} WHERE {column} IN (2, 3, 5)")
        join(store, NAMES[:5], league)
        assert store.numbers(league) == set(range(10 * GAMES))
        assert len({game_of(played) for played in store.plan(league)}) == 10 * GAMES
        missing = MissingGames(plan_of(NAMES[:5]), store, league)
        others = ~np.eye(5, dtype=bool)
        assert (missing.games == GAMES * others).all()
        assert (missing.points + missing.points.T == GAMES * others).all()
        assert missing.length == 0


def verdict_of(standings: Standings) -> tuple[str, int]:
    """Returns the verdict of a duel, and its games."""
    assert standings.trial
    return standings.trial.progress.verdict, standings.trial.games


@pytest.mark.parametrize("step", [1, 7])
def test_a_duel_plays_until_its_verdict_and_the_rest_is_left_for_later(tmp_path, monkeypatch, step):
    """Also where the seeds of a series lie apart."""
    monkeypatch.setattr(referee_for("csb"), "seed_step", step)
    duel = Duel(5, 0, frozenset({0}))
    names = NAMES[:6]
    with open_store(tmp_path / "store.db", create=True) as store:
        league = join(store, names, duel=duel, games=400)
        games = [game_of(played) for played in store.plan(league)]
        assert {group for *_, group in games} == {(0, 5)} and 8 < len(games) < 100
        plan = Growing.from_spec("csb", plan_of(names).spec(), "here")
        standings = standings_of(plan, store, league, duel)
        assert verdict_of(standings) == ("better", len(games))
        join(store, names, league)
        whole = standings_of(plan, store, league, duel)
        assert verdict_of(whole) == ("better", len(games))
        assert sum(entry.games for entry in whole.sections[100].entries) == 2 * (
            len(games) + 14 * GAMES
        )


def test_two_budgets_are_two_leagues_of_the_same_games(tmp_path):
    levels = (Level(50, (50,) * 3), Level(100, (100,) * 3))
    plan = replace(plan_of(NAMES[:3]), levels=levels)
    with open_store(tmp_path / "store.db", create=True) as store:
        league = store.begin_league(plan.game, plan.spec())
        missing = MissingGames(plan, store, league)
        jobs = list(missing.jobs())
        assert len(jobs) == 2 * 3 * GAMES
        for job in jobs[:5]:
            store.add(league, result_of(plan, job), RECORD)
        assert MissingGames(plan, store, league).length == len(jobs) - 5


def test_a_new_version_plays_first_against_who_is_rated_as_the_one_before(tmp_path):
    names = ["bot0", "bot20@v1", "bot100", "bot20@v2"]
    with open_store(tmp_path / "store.db", create=True) as store:
        league = join(store, names[:3])
        missing = MissingGames(plan_of(names), store, league)
        ratings = missing.elos()
        assert ratings[0] < ratings[1] == ratings[3] < ratings[2]
        first = next(missing.jobs())
        assert set(first.order) == {1, 3}


def test_nobody_has_a_rating_before_the_first_game(tmp_path):
    with open_store(tmp_path / "store.db", create=True) as store:
        league = store.begin_league("csb", plan_of(NAMES[:3]).spec())
        assert MissingGames(plan_of(NAMES[:3]), store, league).elos() == [0.0, 0.0, 0.0]


def test_a_hundred_points_of_distance_wait_as_long_as_a_seed_played(tmp_path, monkeypatch):
    with open_store(tmp_path / "store.db", create=True) as store:
        league = store.begin_league("csb", plan_of(NAMES[:4]).spec())
        missing = MissingGames(plan_of(NAMES[:4]), store, league)
        monkeypatch.setattr(missing, "elos", lambda: [0.0, 50.0, 100.0, 250.0])
        assert missing.length == 6 * GAMES
        jobs = list(missing.jobs())
    assert [job.number for job in jobs] == list(range(6 * GAMES))
    pairings = [(job.seed, job.rotation) for job in jobs if set(job.order) == {2, 3}]
    assert pairings == [(1, 0), (1, 1), (2, 0), (2, 1)]
    groups = ["".join(map(str, sorted(job.order))) for job in jobs]
    assert groups[::2] == groups[1::2]
    assert " ".join(groups[::2]) == "01 12 02 01 12 23 02 13 03 23 13 03"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_who_was_there_first_keeps_his_groups_and_all_meet_equally(seats):
    for count in range(seats, 9):
        before, after = plan_of(NAMES[: count - 1], "kutulu", seats), plan_of(NAMES[:count])
        groups = [group for bot in range(count) for group in groups_with(bot, seats)]
        assert groups[: len(before.series)] == before.series
        assert len(set(groups)) == len(groups)
        assert all(len(set(group)) == seats and sorted(group) == list(group) for group in groups)
        newest = [bot for group in groups if count - 1 in group for bot in group]
        meetings = {newest.count(bot) for bot in range(count - 1)}
        assert len(meetings) <= 1
        assert len(after.series) == count * (count - 1) // 2


def test_a_version_is_a_content_and_keeps_its_number(tmp_path):
    with open_store(tmp_path / "store.db", create=True) as store:
        assert store.versions() == []
        numbers = [
            store.keep_version(name, content.decode(), content)
            for name, content in [("ox", b"a"), ("ox", b"b"), ("ox", b"a"), ("cow", b"a")]
        ]
        assert numbers == [1, 2, 1, 1]
        kept = {version.name: version.content for version in store.versions()}
        assert kept == {"cow@v1": b"a", "ox@v1": b"a", "ox@v2": b"b"}


BOT = """
while True:
    input()
    moves = [input() for _ in range(int(input()))]
    print(moves[{place}])
"""


def test_bots_join_from_the_command_line_and_come_back_as_files(tmp_path, monkeypatch):
    file, store = tmp_path / "ox.py", tmp_path / "store.db"
    monkeypatch.setattr(resolving, "league_store", lambda: store)
    monkeypatch.setattr(resolving, "STATE", tmp_path / "state")
    file.write_text(BOT.format(place=0))
    same = ("--games", "2", "--iterations", "1", "--db", str(store), "--json")
    first = botsmith("league", "join", "uttt", str(file), "random", *same)
    assert first.returncode == 0, first.stderr
    assert "ox@v1 joins the league" in first.stderr
    file.write_text(BOT.format(place=-1))
    for _ in range(2):  # the second time there is nothing to play
        later = json.loads(botsmith("league", "join", "uttt", str(file), *same).stdout)
        assert [bot["name"] for bot in later["bots"]] == ["ox@v1", "random", "ox@v2"]
        assert later["games"] == 6 and len(later["ratings"]) == 3
    document = json.loads(botsmith("versions", "--db", str(store), "--json").stdout)
    check_json(document, "versions")
    check_json(later, "document", PLAY_ONLY)
    rows = document["versions"]
    games = [(row["name"], row["ratings"][0]["games"]) for row in rows]
    assert games == [("ox@v1", 4), ("ox@v2", 4)]
    assert "ox@v2" in botsmith("versions", "--db", str(store)).stdout
    old = tmp_path / "old.py"
    assert botsmith("versions", "ox@v1", "-o", str(old), "--db", str(store)).returncode == 0
    assert old.read_text() == BOT.format(place=0)
    found = find_bot("ox@v1", "uttt")
    assert (found.name, Path(found.command[1]).read_text()) == ("ox@v1", old.read_text())
    with pytest.raises(BadInput, match="the versions there are ox@v1, ox@v2"):
        find_bot("ox@v3", "uttt")
    wrong = botsmith("versions", "ox@v3", "--db", str(store))
    assert wrong.returncode == 2 and "there are ox@v1, ox@v2" in wrong.stderr


def test_join_has_the_options_of_a_league(tmp_path):
    """A page, budgets, thoughts of those who join and lose, a verdict on two of them."""
    store, page = tmp_path / "store.db", tmp_path / "league.html"
    files = [tmp_path / "ox.py", tmp_path / "cow.py"]
    for place, file in enumerate(files):
        say = 'print(\'{"turn": 1, "units": [{"unit": 0, "moves": []}]}\', file=sys.stderr)'
        file.write_text("import sys\n" + BOT.format(place=place) + f"    {say}\n")
    same = ("--iterations", "1", "--db", str(store), "--json")
    options = ("--budget", "50,100", "--explain", "lost", "--report", str(page), "--games", "2")
    done = botsmith("league", "join", "uttt", *map(str, files), *options, *same)
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert [(bot["name"], bot["level"]) for bot in document["bots"]] == [
        (name, level) for level in (50, 100) for name in ("ox@v1", "cow@v1")
    ]
    assert document["games"] == 4 and "ox@v1" in page.read_text(encoding="utf-8")
    with open_store(store) as opened:
        assert opened.leagues()[0].spec["explain"] == "lost"
        assert any(has_thoughts(record) for _, record in opened.records(1))
    again = botsmith("league", "join", "uttt", "--sprt", "ox@v1,cow@v1", *same)
    assert again.returncode == 2 and "--sprt tests one budget" in again.stderr
    duel = ("--sprt", f"{files[0]},{files[1]}", "--games", "4", "--seed", "3")
    done = botsmith("league", "join", "uttt", *map(str, files), *duel, *same)
    sprt = json.loads(done.stdout)["sprt"]
    assert (sprt["a"], sprt["b"], sprt["games"]) == ("ox@v1", "cow@v1", 4)
    wrong = botsmith("league", "join", "uttt", "--budget", "ox:50", *same)
    assert wrong.returncode == 2 and "bots that join share one" in wrong.stderr


def test_a_command_line_has_no_versions_and_cannot_join(tmp_path):
    store = tmp_path / "store.db"
    done = botsmith("league", "join", "uttt", "cat -", "--db", str(store))
    assert done.returncode == 2 and "expected a .py file, a name in dist/ or" in done.stderr
    assert not store.exists()
