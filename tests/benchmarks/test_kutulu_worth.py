"""benchmarks/kutulu_worth.py: one thing is taken, and what that costs is worked out."""

import pytest

from benchmarks import kutulu_worth
from benchmarks.kutulu_duels import Matches, entrant_of
from benchmarks.kutulu_worth import (
    LESS,
    PLAN,
    SANITY,
    THINGS,
    YELL,
    YELLS,
    costs_at,
    duels,
    main,
    report,
    take,
)
from bots.kutulu.paths import PLAYERS
from bots.kutulu.rules import Player, World
from botsmith.errors import BadInput

ME = 3


@pytest.mark.parametrize(
    ("thing", "sanity", "plans", "yelled_at"),
    [
        ("", 0, 0, [False] * 4),
        (SANITY, -LESS, 0, [False] * 4),
        (PLAN, 0, -1, [False] * 4),
        (YELL, 0, 0, [True, False, False, False]),
        (YELLS, 0, 0, [True, True, True, False]),
    ],
)
def test_one_thing_is_taken_from_one_explorer(thing, sanity, plans, yelled_at):
    world, fresh = World(), Player()
    world.players[ME].yelled_at[1] = True  # counts as if it had not
    take(world, ME, thing)
    player = world.players[ME]
    assert (player.sanity, player.plans) == (fresh.sanity + sanity, fresh.plans + plans)
    assert list(player.yelled_at) == yelled_at
    for other in world.players[:ME]:
        assert (other.sanity, other.plans, any(other.yelled_at)) == (
            fresh.sanity,
            fresh.plans,
            False,
        )


def test_duels_are_the_others_who_go_out_sooner():
    assert duels([9, 5, 5, 1], 1) == pytest.approx((0 + 0.5 + 1) / 3)
    assert duels([9, 5, 5, 1], 0) == 1.0


def test_costs_are_told_in_points_of_sanity():
    rows = report([{SANITY: 0.1, PLAN: 0.2, YELL: 0.0, YELLS: 0.1}, dict.fromkeys(THINGS, 0.1)])
    assert [row["points"] for row in rows] == pytest.approx([20.0, 30.0, 10.0, 20.0])
    assert [row["error"] > 0.0 for row in rows] == [False, True, True, False]
    assert report([dict.fromkeys(THINGS, 0.0)] * 2)[0]["points"] is None


@pytest.fixture(scope="module")
def matches(tmp_path_factory, require):
    require("gcc")
    return Matches(str(tmp_path_factory.mktemp("kernels")))


def test_a_position_is_played_on_from_the_same_world(matches):
    bots = [entrant_of("scout@1")] * PLAYERS
    found = [costs_at(matches, bots, seed, 2) for seed in range(1, 9)]
    assert found == [costs_at(matches, bots, seed, 2) for seed in range(1, 9)]
    used = [costs for costs in found if costs]
    assert used and all(set(costs) == set(THINGS) for costs in used)
    assert any(costs[SANITY] != 0.0 for costs in used)


def test_the_command_prints_a_table(matches, monkeypatch, capsys):
    monkeypatch.setattr(kutulu_worth, "Matches", lambda folder: matches)
    main(["--positions", "2", "--repeats", "1", "--bot", "planner"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("2 positions of four planner")
    assert [line.split("  ")[1] for line in lines[1:]] == list(THINGS)


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--positions", "1"], "2 or more"), (["--repeats", "0"], "1 or more")],
)
def test_wrong_numbers_are_refused(words, said):
    with pytest.raises(BadInput, match=said):
        main(words)
