"""The numbers in the plots, against a store that was made by hand.

Two bots race on seeds 1 to 4, from both seats: "one" wins seeds 1 and 2, in seed 3 whoever sits in
seat 0 wins, and "other" wins seed 4.
"""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from botsmith.arena.matches.bots import Slack
from botsmith.arena.matches.played import Job
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.statistics.sprt import DEFAULT, walk
from botsmith.arena.statistics.stats import Sample
from botsmith.board.sections import (
    limit_note,
    map_rows,
    seat_rows,
    seed_views,
    sprt_view,
    time_views,
    turns_words,
)
from botsmith.board.state import LeagueBoard
from botsmith.board.tallies import MOST_BLOCKS, Seeds
from botsmith.plots.svg import TOP
from contests.csb.referee import CsbReferee
from tests.board.stores import by_hand, plan_for, read_board

BOTS = {"one": 1.0, "other": 1.0}
HEIGHT = 110  # pixels of a plot of shares


def winner(job: Job) -> int:
    """The number of the bot that wins a match."""
    return {1: 0, 2: 0, 3: job.order[0], 4: 1}[job.seed]


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> LeagueBoard:
    path = tmp_path_factory.mktemp("hand") / "league.db"
    by_hand(path, plan_for(BOTS, 8), winner, lambda bot: [500.0, *([10.0] * 9), 30.0 + 30 * bot])
    return read_board(path)


def interval_of(*seeds: list[float]) -> str:
    """What a table says of the interval of these games."""
    sample = Sample(len(seeds[0]))
    for seed, values in enumerate(seeds):
        for value in values:
            sample.add(seed, value)
    return "{:.0%}\N{EN DASH}{:.0%}".format(*sample.interval(0.95))


def test_shares_by_seat(state: LeagueBoard) -> None:
    everybody, one, other = seat_rows(state, 100, [0, 1])
    shown = [(cell["share"], cell["games"]) for cell in everybody["seats"]]
    assert shown == [("62.5%", "8"), ("37.5%", "8")]
    assert [(cell["share"], cell["games"]) for cell in one["seats"]] == [
        ("75.0%", "4"),
        ("50.0%", "4"),
    ]
    assert [cell["share"] for cell in other["seats"]] == ["50.0%", "25.0%"]
    assert one["seats"][0]["interval"] == interval_of([1.0], [1.0], [1.0], [0.0])
    assert everybody["seats"][1]["interval"] == interval_of(*[[1.0, 0.0]] * 2, [0.0] * 2, [1.0, 0])
    assert 'd="M750.0 9h.01"' in one["seats"][0]["picture"]
    assert 'd="M500.0 0V18"' in one["seats"][0]["picture"], "parity"


def test_shares_by_seed(state: LeagueBoard) -> None:
    one, other = seed_views(state, 100, [0, 1])
    dots = re.findall(r'cx="([\d.]+)%" cy="([\d.]+)" r="4"><title>([^<]+)', one["plot"])
    assert [(x, y) for x, y, _ in dots] == [
        ("12.50", f"{TOP:.1f}"),
        ("37.50", f"{TOP:.1f}"),
        ("62.50", f"{TOP + HEIGHT / 2:.1f}"),
        ("87.50", f"{TOP + HEIGHT:.1f}"),
    ]
    assert re.fullmatch(r"seed 3: 50.0% \[\d+% \d+%\], 2 games", dots[2][2])
    assert one["words"] == other["words"] == "a dot is 1 seed"


def test_seeds_become_blocks_and_no_game_is_lost() -> None:
    seeds, count = Seeds(2), 5 * MOST_BLOCKS + 3
    for seed in range(count):
        seeds.add(seed, 1.0)
        seeds.add(seed, 0.5 if seed % 2 else 0.0)
    assert len(seeds.blocks) <= MOST_BLOCKS and seeds.size == 8
    assert [block.first for block in seeds.blocks] == list(range(0, count, 8))
    assert [block.seeds for block in seeds.blocks] == [8] * 15 + [3]
    assert sum(block.sample.games for block in seeds.blocks) == 2 * count
    assert seeds.blocks[0].sample.mean_and_games()[0] == pytest.approx(0.625)


def test_shares_by_map(state: LeagueBoard) -> None:
    rows = map_rows(state, 100, [0, 1])
    by_map: dict[str, list[int]] = {}
    for seed in range(1, 5):
        by_map.setdefault(CsbReferee.map_of(seed), []).append(seed)
    assert {row["name"]: row["games"] for row in rows} == {
        name: str(2 * len(seeds)) for name, seeds in by_map.items()
    }
    shares = {1: 1.0, 2: 1.0, 3: 0.5, 4: 0.0}
    for row in rows:
        seeds = by_map[row["name"]]
        mean = sum(shares[seed] for seed in seeds) / len(seeds)
        assert row["cells"][0]["score"] == f"{mean:.0%}"
        assert row["cells"][1]["score"] == f"{1 - mean:.0%}"
        assert row["cells"][0]["games"] == f"{2 * len(seeds)} games"
    numbers = [int(row["name"].split()[-1]) for row in rows]
    assert numbers == sorted(numbers)


def test_answer_times_with_the_limit(state: LeagueBoard) -> None:
    one, other = time_views(state, 100, [0, 1])
    quantiles = {name: float(value) for name, value in other["quantiles"]}
    assert quantiles["p50"] == pytest.approx(10.0, rel=0.011)
    assert quantiles["p99"] == quantiles["max"] == 60.0
    assert other["words"] == (
        "80 answers; limit 75 ms, 0 late; first answers up to 500.0 ms of 1,000 ms"
    )
    assert ">90%</text>" in one["plot"], "the highest bar holds nine of ten answers"
    places = [re.findall(r'class="limit" x1="([\d.]+)%"', view["plot"]) for view in (one, other)]
    assert places[0] == places[1] and len(places[0]) == 1, "one scale for all"
    at = re.findall(r'cx="([\d.]+)%"[^>]*><title>([^<]+)', other["plot"])
    assert [title for _, title in at][2] == "longest 60.0 ms"
    assert float(at[0][0]) < float(at[2][0]) < float(places[0][0])
    assert "Time rule hard" in limit_note(state)


def test_the_limit_is_that_of_budget_and_slack(tmp_path: Path) -> None:
    path, plan = tmp_path / "league.db", plan_for(BOTS, 2, levels=(200,))
    slow = replace(plan.bots[1], slack=Slack(25.0, 4000.0))
    plan = replace(plan, bots=(plan.bots[0], slow))
    by_hand(path, plan, winner, lambda _bot: [500.0, 20.0], late=3)
    state = read_board(path)
    one, other = time_views(state, 200, [0, 1])
    assert "limit 150 ms, 6 late; first answers up to 500.0 ms of 2,000 ms" in one["words"]
    assert "limit 175 ms, 6 late; first answers up to 500.0 ms of 6,000 ms" in other["words"]
    at = [re.findall(r'class="limit" x1="([\d.]+)%"', view["plot"])[0] for view in (one, other)]
    assert float(at[0]) < float(at[1])


def test_the_turns_of_each_engine_are_told(state: LeagueBoard) -> None:
    one, other = (entry.engine for entry in state.sections[100].entries)
    assert turns_words(one) == turns_words(other) == "80 in C, 8 not reported"
    assert turns_words(EngineTurns()) == "no turns"


@pytest.mark.parametrize(
    ("pair", "question", "observed"),
    [
        (None, "Is one better than other?", [1.0, 1.0, 0.5, 0.0]),
        ((1, 0), "Is other better than one?", [0.0, 0.0, 0.5, 1.0]),
    ],
)
def test_the_way_of_a_pair(state: LeagueBoard, pair: Any, question: str, observed: Any) -> None:
    found = sprt_view(state, 100, pair)
    llrs = walk(observed)
    assert found["title"] == question
    assert found["words"] == (
        f"Not decided: {llrs[-1]:+.2f} after 4 seeds (8 games), between -3.06 and +3.06."
    )
    assert f"<title>{llrs[-1]:+.2f} after 4 seeds</title>" in found["plot"]
    assert "a hint, no verdict" in found["notes"][0]
    inside = re.findall(r'class="line c0" d="M([^"]+)"', found["plot"])[0].split("L")
    assert [point.split()[0] for point in inside] == ["0.0", "250.0", "500.0", "750.0", "1000.0"]


def test_a_way_that_crosses_says_where(tmp_path: Path) -> None:
    path, plan = tmp_path / "league.db", plan_for(BOTS, 300)
    by_hand(path, plan, lambda _job: 0, lambda _bot: [1.0, 1.0])
    found = sprt_view(read_board(path), 100, None)
    llrs = walk([1.0] * 150)
    seeds = next(place for place, llr in enumerate(llrs) if llr >= DEFAULT.bounds()[1]) + 1
    where = f"{llrs[seeds - 1]:+.2f} after {seeds} seeds ({2 * seeds} games), at or beyond +3.06."
    assert found["words"] == f"By this test one is better: {where}"
    assert any("the first crossing" in note for note in found["notes"])


def empty_board(tmp_path: Path, matches: int) -> LeagueBoard:
    path = tmp_path / "league.db"
    by_hand(path, plan_for(BOTS, 8), winner, lambda _bot: [500.0], matches=matches)
    return read_board(path)


def test_where_nothing_was_played_there_is_nothing_to_draw(tmp_path: Path) -> None:
    state = empty_board(tmp_path, matches=0)
    everybody, one, _ = seat_rows(state, 100, [0, 1])
    assert [cell["games"] for cell in (*everybody["seats"], *one["seats"])] == ["0"] * 4
    for section in (seed_views, map_rows, time_views):
        assert section(state, 100, [0, 1]) == []
    found = sprt_view(state, 100, None)
    assert found["plot"] is None and "not met in a complete seed" in found["words"]


def test_one_game_is_drawn_with_what_it_is_worth(tmp_path: Path) -> None:
    state = empty_board(tmp_path, matches=1)
    assert seat_rows(state, 100, [0])[1]["seats"][0]["share"] == "100.0%"
    assert seat_rows(state, 100, [0])[1]["seats"][0]["interval"] == interval_of([1.0])
    assert time_views(state, 100, [0, 1]) == [], "first answers are no later ones"
    assert sprt_view(state, 100, None)["plot"] is None


@pytest.mark.parametrize(
    ("game", "rule", "note"),
    [
        ("uttt", "none", "under time rule none nobody was late"),
        ("uttt", "count", "late answers were counted and played on"),
        ("brutal:true", "hard", "The referee does not tell its limit"),
    ],
)
def test_a_limit_that_did_not_count_is_named(tmp_path, game, rule, note):
    path = tmp_path / "league.db"
    plan = plan_for(BOTS, 2, game=game, rule=rule)
    by_hand(path, plan, lambda _job: 0, lambda _bot: [20.0] * 3)
    state = read_board(path)
    assert note in limit_note(state)
    drawn = str(time_views(state, 100, [0])[0]["plot"])
    assert ('class="limit"' in drawn) is (game == "uttt")
    assert map_rows(state, 100, [0]) == []
