"""Seeds, seats, jobs and the report of a series."""

from pathlib import Path

import pytest

from botsmith.arena import series as playing
from botsmith.arena.bots import find_bots
from botsmith.arena.match import Setting
from botsmith.arena.series import Pairing, Series, pairings, play_series, report
from botsmith.errors import BadInput
from botsmith.referees.base import Match, Referee
from tests.arena.toys import GOOD, Doubles, write_bot


def test_every_seed_is_played_in_every_rotation_before_the_next() -> None:
    assert pairings(2, 5, 10) == [
        Pairing(10, 0, (0, 1)),
        Pairing(10, 1, (1, 0)),
        Pairing(11, 0, (0, 1)),
        Pairing(11, 1, (1, 0)),
        Pairing(12, 0, (0, 1)),
    ]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_bot_has_every_seat_once_a_seed(players: int) -> None:
    plan = pairings(players, 2 * players, 1)
    for seed in (1, 2):
        orders = [pairing.order for pairing in plan if pairing.seed == seed]
        for seat in range(players):
            assert sorted(order[seat] for order in orders) == list(range(players))


def toy_referee(game: str) -> type[Referee]:
    return Doubles


def test_a_series_of_three_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "referee_for", toy_referee)
    bad = "input()\nprint(2 * int(input()), flush=True)\nprint(int(input()), flush=True)\ninput()"
    sources = {"good": GOOD, "bad": bad, "worse": "input()\nraise ValueError"}
    bots = tuple(write_bot(tmp_path, name, source) for name, source in sources.items())
    series = Series("doubles", bots, games=3, seed=4)
    found = report(series, list(play_series(series)))
    good, bad_one, worse = found["bots"]
    assert [match["seats"] for match in found["matches"]] == [
        ["good", "bad", "worse"],
        ["worse", "good", "bad"],
        ["bad", "worse", "good"],
    ]
    assert [match["ranks"] for match in found["matches"]] == [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
    assert (good["wins"], bad_one["wins"], good["mean_rank"], worse["mean_rank"]) == (3, 0, 1, 3)
    assert (bad_one["invalid"], bad_one["crashes"], worse["crashes"]) == (3, 0, 3)
    assert good["interval_of"] == "mean_rank"


REPORT_KEYS = {"game", "seed", "games", "time_rule", "bots", "matches"}
BOT_KEYS = {
    "name", "wins", "draws", "losses", "mean_rank", "first_share", "interval", "confidence",
    "timeouts", "crashes", "invalid", "turn_ms",
}  # fmt: skip


def test_the_report_has_the_keys_of_the_contract(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "referee_for", toy_referee)
    bots = tuple(write_bot(tmp_path, name, GOOD) for name in ("one", "two"))
    series = Series("doubles", bots, games=2)
    found = report(series, list(play_series(series)))
    assert set(found) >= REPORT_KEYS
    for bot in found["bots"]:
        assert set(bot) >= BOT_KEYS
        assert set(bot["turn_ms"]) == {"first", "mean", "p99", "max"}
        assert (bot["draws"], bot["first_share"]) == (2, 0.5)
    for match in found["matches"]:
        assert set(match) >= {"seed", "seats", "ranks", "scores", "end"}


def without_times(match: Match) -> Match:
    match.extra.pop("turn_ms")
    return match


def test_fixed_work_is_repeatable_on_any_number_of_jobs() -> None:
    bots = tuple(find_bots(["random", "random"], "csb"))
    setting = Setting(time_rule="none", iterations=1)
    found = [
        [without_times(match) for match in play_series(Series("csb", bots, 4, 3, setting, jobs))]
        for jobs in (1, 2)
    ]
    assert found[0] == found[1]
    assert found[0][0].turns[0] != found[0][1].turns[0]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"games": 0}, "--games 0: expected at least 1"),
        ({"jobs": 0}, "--jobs 0: expected at least 1"),
        ({"setting": Setting(iterations=0)}, "--iterations 0: expected at least 1"),
        ({"setting": Setting(time_rule="fair")}, "no time rule 'fair'"),
        ({"bots": ()}, "csb takes 2 bots, got 0"),
    ],
)
def test_what_cannot_be_played_is_refused(change: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"bots": tuple(find_bots(["random", "random"], "csb"))}
    with pytest.raises(BadInput, match=message):
        next(play_series(Series("csb", **(arguments | change))))  # type: ignore[arg-type]
