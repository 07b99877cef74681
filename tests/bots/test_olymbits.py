"""Olymbits' rules, one test a paragraph of docs/games/olymbits.md."""

from random import Random

import pytest

from bots.olymbits.minigames import (
    ARENA,
    DOWN,
    FALLEN,
    GOAL,
    LEAPS,
    LEFT,
    NONE,
    ORDERS,
    PLACES,
    RIGHT,
    STUN,
    UP,
    Run,
)
from bots.olymbits.protocol import ORDER_IDS, code_of
from bots.olymbits.rules import (
    ARCHERY,
    DIVING,
    DUE,
    HURDLES,
    MEDALS,
    OVER,
    RUNNING,
    SKATING,
    Match,
    score_in,
)
from bots.olymbits.tables import runs_in, solve
from bots.olymbits.updates import dive, hurdle, shoot, skate, start_run, tick

EMPTY = "." * 30
COINS = 6
MAPS = 251  # different hurdle maps
TRACK = ".....#....#...#"


def race(track: str, positions: tuple[int, int, int] = (0, 0, 0)) -> Run:
    """A race with the players at these cells."""
    run = Run()
    start_run(run, code_of(HURDLES, track.ljust(30, ".")), 0, 0, 0)
    for player, position in enumerate(positions):
        run.first[player] = position
    return run


def firsts(run: Run) -> list[int]:
    return [run.first[player] for player in range(3)]


def seconds(run: Run) -> list[int]:
    return [run.second[player] for player in range(3)]


# ---- Hurdles


def test_up_jumps_its_first_cell_only():
    run = race("....#")
    run.first[0] = 3
    hurdle(run, [UP, LEFT, LEFT], True)
    assert (run.first[0], run.second[0]) == (5, 0)
    run = race("....##")
    run.first[0] = 3
    hurdle(run, [UP, LEFT, LEFT], True)
    assert (run.first[0], run.second[0]) == (5, STUN), "it lands on the second hurdle"


@pytest.mark.parametrize(("action", "cells"), [(UP, 2), (DOWN, 2), (LEFT, 1), (RIGHT, 3)])
def test_cells_of_each_action(action, cells):
    run = race(EMPTY)
    hurdle(run, [action] * 3, True)
    assert firsts(run) == [cells] * 3


def leap(hurdles: int, action: int) -> int:
    """Cells, plus 4 for a hit: by the words. Bit i of hurdles: one stands i + 1 cells ahead."""
    if action == UP:
        return 2 + 4 * (hurdles >> 1 & 1)
    cells = {LEFT: 1, DOWN: 2, RIGHT: 3}[action]
    hit = next((cell for cell in range(1, cells + 1) if hurdles >> cell - 1 & 1), 0)
    return hit + 4 if hit else cells


def test_all_hurdles_ahead_and_all_actions_are_in_the_table():
    assert LEAPS == tuple(leap(hurdles, action) for hurdles in range(8) for action in range(4))


@pytest.mark.parametrize(("action", "cell"), [(DOWN, 1), (DOWN, 2), (LEFT, 1), (RIGHT, 3)])
def test_a_runner_stays_on_the_hurdle_that_he_hits(action, cell):
    run = race("." * cell + "#")
    hurdle(run, [action] * 3, True)
    assert firsts(run) == [cell] * 3
    assert seconds(run) == [STUN] * 3


def test_a_collision_costs_exactly_two_updates():
    run = race(".#")
    states = []
    for _ in range(4):
        hurdle(run, [LEFT] * 3, True)
        states.append((run.first[0], run.second[0]))
    assert states == [(1, 2), (1, 1), (1, 0), (2, 0)]


def test_a_race_ends_with_the_tick_in_which_somebody_is_home_and_all_move_in_it():
    run = race(EMPTY, (27, 5, 28))
    assert hurdle(run, [DOWN, RIGHT, RIGHT], True)
    assert firsts(run) == [GOAL, 8, GOAL]
    assert not hurdle(race(EMPTY, (27, 5, 5)), [LEFT, RIGHT, RIGHT], True)


def test_a_race_ends_when_two_are_dead():
    assert hurdle(race(EMPTY), [NONE, UP, NONE], True)
    assert not hurdle(race(EMPTY), [NONE, UP, UP], True)


# ---- Archery


def test_the_wind_moves_the_cursor_and_the_arena_holds_it():
    run = Run()
    start_run(run, code_of(ARCHERY, "39"), 2, 15, -15)
    assert not shoot(run, [UP, DOWN, LEFT], True)
    assert list(zip(firsts(run), seconds(run), strict=True)) == [(15, -18), (15, -12), (12, -15)]
    assert shoot(run, [UP, RIGHT, RIGHT], True)
    expected = [(15, -ARENA), (ARENA, -12), (ARENA, -15)]
    assert list(zip(firsts(run), seconds(run), strict=True)) == expected


# ---- Skating


def rink(
    order: str = "UDLR", distance: tuple[int, ...] = (0, 3, 6), risk: tuple[int, ...] = (0, 0, 0)
) -> Run:
    """A skating run."""
    run = Run()
    start_run(run, ORDER_IDS[order], 15, 0, 0)
    for player in range(3):
        run.first[player], run.second[player] = distance[player], risk[player]
    return run


def test_the_order_is_one_of_all():
    assert ORDERS == len({PLACES[4 * order : 4 * order + 4] for order in range(ORDERS)})
    assert ORDERS * 4 == len(PLACES)


@pytest.mark.parametrize(("place", "cells", "risk"), [(0, 1, 1), (1, 2, 2), (2, 2, 3), (3, 3, 4)])
def test_place_in_the_order_gives_cells_and_risk(place, cells, risk):
    run = rink("RLDU", (0, 5, 7), (2, 0, 0))
    action = "UDLR".index("RLDU"[place])
    skate(run, [action, NONE, NONE], True)
    assert (run.first[0], run.second[0]) == (cells, risk)


def test_risk_never_falls_below_0():
    run = rink()
    skate(run, [UP, NONE, NONE], True)
    assert run.second[0] == 0


def test_sharing_a_cell_adds_2_once_also_across_laps():
    run = rink("UDLR", (0, 10, 20))
    skate(run, [DOWN, DOWN, DOWN], True)
    assert seconds(run) == [2, 2, 2]


def test_risk_5_is_a_fall_of_two_updates_and_the_second_may_clash():
    run = rink("UDLR", (0, 0, 5), (3, 3, 0))
    states = []
    for _ in range(3):
        skate(run, [DOWN, DOWN, UP], True)
        states.append(seconds(run)[:2])
    assert states == [[FALLEN, FALLEN], [-1, -1], [2, 2]]


def test_who_lies_there_is_met_but_risks_nothing():
    run = rink("UDLR", (2, 0, 6), (FALLEN, 0, 0))
    skate(run, [UP, DOWN, UP], True)
    assert seconds(run)[:2] == [-1, 2]


def test_a_skating_run_has_15_ticks():
    run = rink()
    assert [skate(run, [UP] * 3, True) for _ in range(15)] == [False] * 14 + [True]


# ---- Diving


def test_hits_in_a_row_are_worth_one_more_each_and_a_miss_resets_to_0():
    run = Run()
    start_run(run, code_of(DIVING, "UUDU"), 4, 0, 0)
    states = []
    for _ in range(4):
        dive(run, [UP, DOWN, UP], True)
        states.append((run.first[0], run.second[0]))
    assert states == [(1, 1), (3, 2), (3, 0), (4, 1)]
    assert run.first[1] == 1


# ---- The update, medals


def match_at_an_end(game: int, values: tuple[int, int, int]) -> Match:
    """A match whose diving or archery run ends in the next update with these firsts."""
    match = Match()
    for other in range(4):
        match.runs[other].phase = RUNNING if other == game else DUE
    run = match.runs[game]
    run.left = 1
    run.code = 3  # RIGHT, or a wind of 3
    for player, value in enumerate(values):
        run.first[player] = value
    return match


@pytest.mark.parametrize(
    ("values", "ranks"),
    [
        ((9, 5, 1), (0, 1, 2)),
        ((5, 5, 1), (0, 0, 2)),
        ((1, 5, 5), (2, 0, 0)),
        ((9, 5, 5), (0, 1, 1)),
        ((5, 5, 5), (0, 0, 0)),
    ],
)
def test_ties_share_the_better_medal(values, ranks):
    match = match_at_an_end(DIVING, values)
    tick(match, [UP] * 3, True)
    assert match.runs[DIVING].phase == OVER
    for player, rank in enumerate(ranks):
        medals = [match.medals[(player * 4 + DIVING) * MEDALS + each] for each in range(3)]
        assert medals == [int(each == rank) for each in range(3)]
        assert score_in(match, player, DIVING) == (3, 1, 0)[rank]


def test_in_archery_the_nearest_to_the_centre_wins():
    match = match_at_an_end(ARCHERY, (-12, 1, 9))
    tick(match, [UP] * 3, True)
    assert [score_in(match, player, ARCHERY) for player in range(3)] == [0, 3, 1]


def test_an_eliminated_player_gets_bronze():
    match = match_at_an_end(DIVING, (5, 5, 5))
    match.is_out[0] = match.is_out[1] = True
    tick(match, [NONE, NONE, UP], True)
    assert [score_in(match, player, DIVING) for player in range(3)] == [0, 0, 3]


def test_after_its_end_a_run_rests_for_one_update_and_is_due():
    match = match_at_an_end(DIVING, (5, 5, 5))
    phases = []
    for _ in range(2):
        tick(match, [UP] * 3, True)
        phases.append(match.runs[DIVING].phase)
    assert phases == [OVER, DUE]
    assert match.turn == 2


def test_who_tells_that_no_move_is_none_gets_the_same_update():
    dice = Random(7)
    for _ in range(20):
        asked, states = Match(), Match()
        for match in (asked, states):
            start_run(match.runs[HURDLES], code_of(HURDLES, TRACK.ljust(30, ".")), 0, 0, 0)
            start_run(match.runs[ARCHERY], code_of(ARCHERY, "312312312312"), 12, 3, -4)
            start_run(match.runs[SKATING], code_of(SKATING, "UDLR"), 15, 0, 0)
            start_run(match.runs[DIVING], code_of(DIVING, "DRUDLLURUDDR"), 12, 0, 0)
        for _turn in range(16):
            moves = [dice.randrange(4) for _ in range(3)]
            tick(asked, moves, True)
            tick(states, moves, False)
            for one, other in zip(asked.runs, states.runs, strict=True):
                assert (one.phase, one.left) == (other.phase, other.left)
                assert (firsts(one), seconds(one)) == (firsts(other), seconds(other))
        assert list(asked.medals) == list(states.medals)
        assert sum(asked.medals) >= 9


def test_dead_marks_outlive_the_run():
    match = match_at_an_end(SKATING, (5, 5, 5))
    tick(match, [NONE, UP, UP], True)
    start_run(match.runs[SKATING], 0, 15, 0, 0)
    assert match.runs[SKATING].dead[0]


# ---- What is known beforehand


def track_of_case(dots: int, hurdles: int, coins: int) -> int:
    """A hurdle map as bits: dots, then hurdles with 3 or, by its coin, 4 dots behind."""
    track, cell = 0, dots
    for index in range(hurdles):
        track |= 1 << cell
        cell += 4 + (coins >> index & 1)
    return track & ((1 << GOAL) - 1)


CASES = [
    track_of_case(dots, hurdles, coins)
    for dots in range(3, 8)
    for hurdles in range(3, 7)
    for coins in range(1 << COINS)
]


def test_1280_cases_are_251_maps_solved():
    assert len(set(CASES)) == MAPS
    counts = [CASES.count(track) for track in set(CASES)]
    kinds = {each: counts.count(each) for each in set(counts)}
    assert kinds == {2: 111, 4: 48, 6: 15, 8: 57, 16: 20}
    ticks = [solve(track)[2][0] for track in CASES]
    assert {each: ticks.count(each) for each in set(ticks)} == {11: 144, 12: 662, 13: 410, 14: 64}


def test_every_best_action_leads_home_in_the_solved_number_of_ticks():
    for track in set(CASES):
        _, best, expected = solve(track)
        for pick in (0, -1):
            run, ticks, is_over = Run(), 0, False
            start_run(run, track, 0, 0, 0)
            while not is_over:
                mask = best[run.first[0] * 16]
                action = [each for each in range(4) if mask >> each & 1][pick]
                is_over = hurdle(run, [action] * 3, True)
                ticks += 1
            assert ticks == expected[0]


def test_skating_has_6_runs_archery_and_diving_6_or_7():
    # An update before the match would begin the first run.
    assert runs_in(SKATING, 101) == 6.0
    assert 6.0 < runs_in(ARCHERY, 101) < 7.0
    assert runs_in(ARCHERY, 101) == runs_in(DIVING, 101)
    assert runs_in(ARCHERY, 12) == runs_in(SKATING, 15) == 0.0
    assert runs_in(ARCHERY, 13) == 0.25
