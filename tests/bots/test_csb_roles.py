"""Who runs and who blocks in Coders Strike Back, and what that is worth to them."""

import pytest

from bots.csb.params import Params
from bots.csb.plain import rate
from bots.csb.rating import Setting, World, assign_roles, set_out
from bots.csb.rules import PODS
from common.kernel import assign
from tests.bots.csb_table import Table

BLOCKER, RUNNER, RIVAL, GUARD = range(PODS)  # pods 1 and 2 are ahead


def roles(idle: int = 0) -> tuple[Table, Setting]:
    """A race, and the roles in it when player 0 has passed nothing for so many turns."""
    table = Table()
    table.place(BLOCKER, 3000.0, 5000.0)
    table.place(RUNNER, 5000.0, 3000.0, passed=2)
    table.place(RIVAL, 7000.0, 3000.0, passed=2)
    table.place(GUARD, 9000.0, 3000.0)
    setting = Setting()
    assign(setting.track, table.referee.track)
    table.referee.race.idle[0] = idle
    assign_roles(table.referee.race, setting)
    return table, setting


def scores(table: Table, setting: Setting) -> list[float]:
    """The score of each pod."""
    found = [0.0] * PODS
    world = World()
    set_out(world, setting, table.referee.race)
    rate(world, setting, found)
    return found


def test_the_pod_ahead_runs_and_the_other_blocks():
    _, setting = roles()
    assert (list(setting.runner), list(setting.blocker)) == ([RUNNER, RIVAL], [BLOCKER, GUARD])
    assert setting.base == 2


def test_a_player_short_of_time_runs_with_both():
    panic = Params().panic
    assert list(roles(panic - 1)[1].urgent) == [False, False]
    assert list(roles(panic)[1].urgent) == [True, False]


def test_a_blockers_good_place_is_bad_for_the_runner_and_for_nobody_else():
    table, setting = roles()
    before = scores(table, setting)
    table.place(GUARD, 9400.0, 4800.0)  # nearer to its post
    gains = [after - was for after, was in zip(scores(table, setting), before, strict=True)]
    assert gains[GUARD] > 0.0
    assert gains[RUNNER] == pytest.approx(-setting.params.evade * gains[GUARD])
    assert gains[RIVAL] == gains[BLOCKER] == 0.0


def test_a_blocker_that_runs_is_nobodys_threat_and_rated_by_its_way():
    table, setting = roles(Params().panic)
    before = scores(table, setting)
    x, y = table.referee.track.x[1], table.referee.track.y[1]
    table.place(BLOCKER, (3000.0 + x) / 2.0, (5000.0 + y) / 2.0)
    after = scores(table, setting)
    assert after[BLOCKER] > before[BLOCKER]
    assert after[RUNNER:] == before[RUNNER:]
