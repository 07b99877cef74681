"""Who runs and who blocks whom in Coders Strike Back."""

import pytest

from bots.csb.params import Params
from bots.csb.rules import PODS
from bots.csb.search import Setting, assign_roles, rate
from common.kernel import assign
from tests.bots.csb_table import Table

RUNNER, BLOCKER, RIVAL, GUARD = 1, 0, 2, 3  # pods 1 and 2 are ahead


def roles(idle: int = 0, rival_idle: int = 0) -> tuple[Table, Setting]:
    """A race, and the roles in it after so many turns without a checkpoint."""
    table = Table()
    table.place(BLOCKER, 3000.0, 3000.0)
    table.place(RUNNER, 5000.0, 3000.0, passed=2)
    table.place(RIVAL, 7000.0, 3000.0, passed=2)
    table.place(GUARD, 9000.0, 3000.0)
    setting = Setting()
    assign(setting.track, table.referee.track)
    race = table.referee.race
    race.idle[0], race.idle[1] = idle, rival_idle
    assign_roles(race, setting)
    return table, setting


def blocked(setting: Setting) -> dict[int, int]:
    """Who blocks whom."""
    pods = [index for index in range(PODS) if setting.is_blocking[index]]
    return {index: setting.target[index] for index in pods}


def test_the_pod_ahead_runs_and_the_other_blocks_the_rival_ahead():
    _, setting = roles()
    assert list(setting.runner) == [RUNNER, RIVAL]
    assert blocked(setting) == {BLOCKER: RIVAL, GUARD: RUNNER}
    assert list(setting.is_racing) == [False, True, True, False]
    assert setting.base == 2


def test_a_player_short_of_time_runs_with_both():
    panic = Params().panic
    _, setting = roles(idle=panic - 1)
    assert blocked(setting) == {BLOCKER: RIVAL, GUARD: RUNNER}
    _, setting = roles(idle=panic)
    assert blocked(setting) == {GUARD: RUNNER}
    assert setting.is_racing[BLOCKER]


@pytest.mark.parametrize(("idle", "hunts"), [(0, True), (74, True), (75, False), (100, False)])
def test_a_rival_nearly_out_of_time_is_blocked_by_both_while_there_is_time(idle, hunts):
    _, setting = roles(idle, rival_idle=Params().hunt)
    mine = {index: target for index, target in blocked(setting).items() if index < RIVAL}
    assert (RUNNER in mine) == hunts
    if hunts:
        assert mine == {BLOCKER: RIVAL, RUNNER: GUARD}


def test_of_the_rival_a_hunt_is_not_expected():
    _, setting = roles(idle=Params().hunt)
    assert not setting.is_blocking[RIVAL]


@pytest.mark.parametrize("rival_idle", [0, 75, 100])
def test_a_pods_score_grows_with_its_targets_setback(rival_idle):
    table, setting = roles(rival_idle=rival_idle)
    before, after = [0.0] * PODS, [0.0] * PODS
    rate(table.referee.race, setting, before)
    for index in (RIVAL, GUARD):  # one checkpoint less, at the same place
        table.pod(index).passed -= 1
        table.pod(index).x += table.referee.track.x[1] - table.referee.track.x[2]
    rate(table.referee.race, setting, after)
    assert after[BLOCKER] > before[BLOCKER]
    assert after[RUNNER] > before[RUNNER]
