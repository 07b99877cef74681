"""The Kutulu referee: seeds, orders, faults and ranks."""

import pytest

from botsmith.referees.answers import InvalidAnswer
from contests.kutulu.lines import Order, parse_order
from contests.kutulu.referee import KutuluReferee, config_from_seed, parse_seed


@pytest.mark.parametrize(
    ("seed", "lonely", "group", "spawn", "life", "name", "state"),
    [
        (0, 5, 2, 3, 35, "Roommates", 179417057233592),
        (1, 5, 2, 4, 38, "The challenge from beyond", 58466533952123),
        (-1, 4, 3, 3, 35, "Cross", 186360214944393),
        (123456, 4, 3, 6, 35, "Cog", 71003594924408),
    ],
)
def test_constants_and_map_come_from_the_seed(seed, lonely, group, spawn, life, name, state):
    config = KutuluReferee.from_seed(seed).config
    assert (config["sanity_loss_lonely"], config["sanity_loss_group"]) == (lonely, group)
    assert (config["wanderer_spawn_time"], config["wanderer_life_time"]) == (spawn, life)
    assert (config["map"], config["rng_after_init"]) == (name, state)


def test_a_map_that_is_named_costs_no_draw():
    free, named = config_from_seed("7", None), config_from_seed("7", "Cog")
    assert named["map"] == "Cog"
    assert named["rng_after_init"] != free["rng_after_init"]
    assert config_from_seed("7", "no such map")["map"] == free["map"]


@pytest.mark.parametrize(
    ("text", "seed"),
    [("12", 12), ("-5", -5), ("+5", 5), ("x", 0), ("", 0), (" 1", 0), ("1_0", 0)]
    + [("9223372036854775807", 2**63 - 1), ("9223372036854775808", 0), ("9" * 5000, 0)],
)
def test_a_seed_is_read_as_java_reads_it(text, seed):
    assert parse_seed(text) == seed


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("WAIT", Order(4)),
        ("plan hello", Order(5)),
        ("LIGHT \t", Order(6)),
        ("Yell", Order(7)),
        ("UP", Order(0)),
        ("left now", Order(3)),
        ("MOVE 3 4", Order(-1, 3, 4)),
        ("move -3 0007 message", Order(-1, -3, 7)),
        ("MOVE 2147483647 -2147483648 ", Order(-1, 2**31 - 1, -(2**31))),
    ],
)
def test_orders_that_are_accepted(line, order):
    assert parse_order(line) == order


@pytest.mark.parametrize(
    "line",
    ["", "FOO", " WAIT", "WAIT!", "MOVE", "MOVE 1", "MOVE  3 3", "MOVE 1.5 2", "MOVE +3 3"]
    + ["MOVE 3 3hello", "MOVE 2147483648 0", "MOVE 1 -2147483649", "WAIT\u00a0x"],
)
def test_orders_that_are_invalid(line):
    with pytest.raises(InvalidAnswer):
        parse_order(line)


def test_a_fault_puts_the_explorer_out_at_once_with_score_minus_1():
    referee = KutuluReferee.from_seed(1)
    referee.apply({0: ["WAIT"], 1: ["FOO"], 2: [], 3: ["WAIT"]})
    assert referee.seats() == [0, 3]
    assert list(referee.faults()) == [1], "silence is not the referee's to name"
    rows = referee.state()["p"]
    assert [row[5:] for row in rows] == [[1, 0], [0, -1], [0, -1], [1, 0]]
    sanities = [row[2] for row in rows]
    assert min(sanities[0], sanities[3]) > 0 == sanities[1] == sanities[2]


def test_equal_scores_share_the_better_rank():
    referee = KutuluReferee.from_seed(1)
    referee.apply({0: ["WAIT"], 1: ["FOO"], 2: [], 3: ["WAIT"]})
    while not referee.over:
        referee.apply({seat: ["WAIT"] for seat in referee.seats()})
    result = referee.result()
    assert result.ranks[1] == result.ranks[2] == 3
    assert sorted(result.ranks)[:2] in ([1, 1], [1, 2])


def test_a_move_to_a_wall_or_outside_is_a_wait():
    referee = KutuluReferee.from_seed(1)
    before = [row[:2] for row in referee.state()["p"]]
    lines = ["MOVE 0 0", "MOVE -1 5", "MOVE 99 99", "MOVE {} {}".format(*before[3])]
    referee.apply({seat: [line] for seat, line in enumerate(lines)})
    assert [row[:2] for row in referee.state()["p"]] == before


def test_a_move_to_a_cell_that_no_way_leads_to_is_a_wait():
    rows = ["#######", "#S.S#.#", "#S.S###", "#######"]
    config = {**KutuluReferee.from_seed(1).config, "rows": rows, "width": 7, "height": 4}
    referee = KutuluReferee.from_config(config, "1", 4)
    before = [row[:2] for row in referee.state()["p"]]
    referee.apply({seat: ["MOVE 5 1"] for seat in range(4)})
    assert [row[:2] for row in referee.state()["p"]] == before
