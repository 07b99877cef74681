"""Kutulu's rules, paragraph by paragraph of docs/games/kutulu.md."""

import pytest
from hypothesis import assume, given, strategies as st

from bots.kutulu import protocol
from bots.kutulu.paths import CELL_BITS, FAR, NOBODY, ROOM, TOO_NEAR, WAIT, WAYS
from bots.kutulu.rules import (
    LAST_TURN,
    LIGHT,
    PLAN,
    RUSHING,
    SPAWNING,
    STALKING,
    STUNNED,
    WANDERING,
    YELL,
    put_out,
)
from tests.bots.kutulu_table import GROUP, LIFE_TIME, LONELY, ROWS, SPAWN_TIME, Table

UP, RIGHT, DOWN, LEFT = range(4)


def test_a_step_leads_to_the_cell_beside_and_a_wall_stops_it():
    table = Table()
    table.play(DOWN, UP, LEFT, WAIT)
    assert [table.spot(table.one(who).cell) for who in range(3)] == [(1, 2), (9, 4), (1, 5)]


@given(st.integers(1, 6).flatmap(lambda x: st.lists(st.text(".#", min_size=x, max_size=x))))
def test_the_tables_of_any_maze(rows):
    """Also of one without walls around it, and of islands."""
    assume("." in "".join(rows))
    maze = protocol.make_maze(rows, [LONELY, GROUP, SPAWN_TIME, LIFE_TIME])
    cells = maze.cells[: maze.cell_count]
    for here, cell in enumerate(cells):
        for there, other in enumerate(cells):
            ahead = [cells[beside].steps[there] for beside in cell.exits[: WAIT + 1]]
            assert cell.steps[there] == min(0 if here == there else FAR, *(1 + s for s in ahead))
            assert cell.apart[there] == abs(cell.x - other.x) + abs(cell.y - other.y)
            if cell.steps[there] == FAR:
                continue
            nearest = min(ahead)
            for turn in range(WAYS):
                ways = [WAIT] if here == there else [(turn + way) % WAYS for way in range(WAYS)]
                first = next(way for way in ways if ahead[way] == nearest)
                assert cell.firsts[there] >> CELL_BITS * turn & NOBODY == cell.exits[first]
            menu = [*cell.moves.items[: cell.moves.count]]
            assert menu == [WAIT, *(way for way in range(WAYS) if cell.exits[way] != here)]
            missing = [TOO_NEAR >> ahead[action] << ROOM * move for move, action in enumerate(menu)]
            assert cell.threats[there] == sum(missing)
        assert cell.steps[NOBODY] == cell.apart[NOBODY] == FAR


def test_a_wanderer_that_can_reach_nobody_stays_where_it_is():
    table = Table()
    cellar = (1, len(ROWS))
    rows = [*ROWS, "#.#########", "###########"]
    table.maze = protocol.make_maze(rows, [LONELY, GROUP, SPAWN_TIME, LIFE_TIME])
    table.cells = protocol.cells_of(table.maze)
    table.wanderer(cellar, target=2)
    for _ in range(4):
        table.play()
        assert table.spot(table.world.spot[0]) == cellar and table.world.target[0] == 2
    assert table.sanities() == [250 - 4 * LONELY] * 4


def test_a_yell_holds_its_victim_in_this_turn_and_the_next_and_works_once():
    table = Table()
    table.put((1, 1), (2, 1), (9, 5), (9, 1))
    for turn in range(2):
        table.play(YELL if turn == 0 else WAIT, RIGHT)
        assert table.spot(table.one(1).cell) == (2, 1)
    table.play(YELL, RIGHT)
    assert table.spot(table.one(1).cell) == (3, 1), "the pair is used up"


def test_two_explorers_can_yell_at_each_other_and_a_stuck_one_cannot():
    table = Table()
    table.put((1, 1), (1, 2), (9, 5), (9, 1))
    table.play(YELL, YELL)
    assert table.one(0).stuck_until == table.one(1).stuck_until == 3
    table.put((1, 1), (9, 4), (1, 2), (9, 1))
    table.play(YELL)
    assert table.one(2).stuck_until == 0


def test_who_has_yelled_cannot_cast_in_the_next_turn():
    table = Table()
    table.put((1, 1), (2, 1), (9, 5), (9, 1))
    table.play(YELL)
    table.play(PLAN)
    assert table.one(0).plans == 2
    table.play(PLAN)
    assert table.one(0).plans == 1


def test_a_plan_heals_the_caster_for_itself_and_each_guest_and_them_for_four_turns():
    table = Table()
    table.put((1, 1), (2, 1), (9, 5), (9, 1))
    for who in range(4):
        table.one(who).sanity = 230
    table.play(PLAN)
    assert table.sanities() == [230 + 6 - GROUP, 230 + 3 - GROUP, 230 - LONELY, 230 - LONELY]
    table.play(PLAN)
    assert table.one(0).plans == 1, "its own effect is still there"
    for _ in range(2):
        table.play()
    before = table.one(1).sanity
    table.play()
    assert table.one(1).sanity == before - GROUP, "the fifth turn heals nobody"


def test_healing_stops_at_250():
    table = Table()
    table.play(PLAN)
    assert table.one(0).sanity == 250 - LONELY


def test_a_plan_counts_steps_and_not_distance():
    table = Table()
    table.put((5, 3), (7, 3), (1, 1), (9, 1))
    table.one(1).sanity = 210
    table.play(PLAN)
    assert table.one(1).sanity == 210 - GROUP, "a wall is between them"


def test_company_counts_distance_through_walls():
    table = Table()
    table.put((5, 3), (7, 3), (1, 1), (9, 5))
    table.play()
    assert table.sanities() == [250 - GROUP, 250 - GROUP, 250 - LONELY, 250 - LONELY]


def test_the_last_one_loses_50_a_turn_but_not_in_the_turn_of_the_last_but_one():
    table = Table()
    for who in (1, 2):
        put_out(table.world, who, 0)
    table.one(3).sanity = 1
    table.play()
    assert (table.one(3).is_in, table.one(3).score) == (False, 1)
    assert table.one(0).sanity == 250 - LONELY
    table.play()
    assert table.one(0).sanity == 250 - LONELY - 50


def test_a_shelter_heals_all_its_guests_while_it_has_energy():
    table = Table(turn=60)
    table.put((5, 3), (5, 3), (5, 3), (9, 1))
    for who in range(4):
        table.one(who).sanity = 220
    table.world.energy[0] = 2
    table.play()
    assert table.sanities()[:3] == [225 - GROUP] * 3
    assert table.world.energy[0] == 0


def test_shelters_are_filled_at_the_end_of_turn_50():
    table = Table(turn=49)
    table.play()
    table.play()
    assert table.world.energy[0] == 10


def test_wanderers_come_every_fifth_turn_at_each_spawn_point_that_is_farthest():
    table = Table(turn=5)
    table.put((5, 3), (5, 3), (5, 3), (5, 3))
    table.play()
    assert table.world.count == 2, "both are 6 away"
    assert [table.world.leave[n] for n in range(2)] == [5 + SPAWN_TIME - 1 + LIFE_TIME] * 2
    table.play()
    assert table.world.count == 2
    table = Table(turn=5)
    table.put((1, 4), (1, 4), (1, 4), (1, 4))
    table.play()
    assert [table.spot(table.world.spot[0]), table.world.count] == [(9, 1), 1]


def test_a_wanderer_moves_first_after_its_spawning_time_and_leaves_after_its_life():
    table = Table(turn=5)
    table.put((1, 4), (1, 4), (1, 4), (1, 4))
    table.play()
    for _ in range(SPAWN_TIME - 1):
        table.play()
    assert table.spot(table.world.spot[0]) == (9, 1)
    table.play()
    assert table.spot(table.world.spot[0]) != (9, 1)
    assert table.world.leave[0] == 5 + SPAWN_TIME - 1 + LIFE_TIME


def test_a_wanderer_too_old_is_recalled():
    table = Table()
    table.wanderer((5, 1), life=1)
    table.play()
    assert table.world.count == 0


def test_a_wanderer_spooks_everybody_on_its_cell_and_is_recalled():
    table = Table()
    table.put((3, 1), (3, 1), (9, 5), (9, 1))
    table.wanderer((4, 1))
    table.play()
    assert table.sanities()[:2] == [250 - 20 - GROUP] * 2
    assert table.world.count == 0


def test_a_wanderer_keeps_its_target_on_ties_and_prefers_who_is_nearer():
    table = Table()
    table.put((1, 1), (9, 1), (9, 5), (1, 5))
    table.wanderer((5, 1), target=1)
    table.play()
    assert table.world.target[0] == 1
    table.put((4, 1), (9, 1), (9, 5), (1, 5))
    table.play()
    assert (table.world.target[0], table.spot(table.world.spot[0])) == (0, (5, 1))


@pytest.mark.parametrize(("turn", "there"), [(8, (1, 4)), (9, (2, 5)), (7, (1, 4))])
def test_the_ways_of_minions_begin_with_another_direction_each_turn(turn, there):
    table = Table(turn=turn)
    table.put((3, 3), (3, 3), (3, 3), (3, 3))
    table.wanderer((1, 5))
    table.play()
    assert table.spot(table.world.spot[0]) == there


def test_a_light_makes_its_surroundings_dear_so_that_another_one_is_nearer():
    table = Table()
    table.put((1, 1), (9, 1), (9, 5), (9, 5))
    table.wanderer((4, 1), target=0)
    table.play(LIGHT)
    assert table.world.target[0] == 1
    assert table.one(0).lights == 2


def test_a_slasher_comes_once_where_somebody_fell_below_200():
    table = Table()
    table.one(0).sanity = 199
    table.play(RIGHT)
    slasher = table.world.slashers[0]
    assert (table.world.slasher_count, table.spot(table.world.spot[0])) == (1, (1, 1))
    assert (slasher.state, slasher.until, table.world.target[0]) == (SPAWNING, 6, 0)
    table.play()
    assert table.world.slasher_count == 1


def test_a_new_slasher_rushes_in_the_sixth_turn_to_the_target_in_sight():
    table = Table()
    table.slasher((1, 1), state=SPAWNING, until=1, target=3, memory=0)
    table.play()
    assert table.world.slashers[0].state == RUSHING
    table.play()
    slasher = table.world.slashers[0]
    assert (table.spot(table.world.spot[0]), slasher.state) == ((9, 1), STUNNED)
    assert table.one(3).sanity == 250 - 20 - 2 * LONELY


def test_a_rush_without_anybody_in_sight_goes_to_the_remembered_cell():
    table = Table()
    table.put((1, 3), (9, 3), (1, 4), (9, 4))
    cell = table.cells[(9, 5)]
    table.slasher((5, 4), state=RUSHING, memory=cell)
    table.play()
    assert table.spot(table.world.spot[0]) == (9, 5)


def test_two_explorers_equally_near_confuse_a_slasher():
    table = Table()
    table.put((3, 1), (7, 1), (9, 5), (1, 5))
    table.slasher((5, 1), state=STALKING, until=9, target=-1, memory=4)
    table.play()
    assert (table.world.target[0], table.world.slashers[0].memory) == (-1, -1)


def test_a_wandering_slasher_stalks_for_two_turns_before_it_rushes():
    table = Table()
    table.slasher((5, 1), state=WANDERING)
    table.put((1, 1), (9, 5), (9, 5), (9, 5))
    states = []
    for _ in range(4):
        table.play()
        states.append(table.world.slashers[0].state)
    assert states == [STALKING, STALKING, RUSHING, STUNNED]


def test_a_wandering_slasher_walks_over_explorers_without_harm():
    table = Table()
    table.put((5, 1), (5, 1), (9, 5), (1, 5))
    table.slasher((4, 1), state=WANDERING)
    table.play()
    assert table.spot(table.world.spot[0]) == (5, 1)
    assert table.one(0).sanity == 250 - GROUP


def test_survivors_of_turn_200_score_200_and_their_sanity():
    table = Table(turn=LAST_TURN)
    table.play()
    assert table.world.living == 0
    assert table.one(0).score == 200 + table.one(0).sanity > 400
