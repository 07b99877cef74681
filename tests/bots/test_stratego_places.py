"""Places at the start: what the network weighs, and how it is made."""

from itertools import permutations
from math import exp, log

import numpy as np
import pytest

from benchmarks import stratego_places
from benchmarks.stratego_places import (
    drawn,
    in_order,
    inputs_of,
    loss_of,
    recorded,
    round_weights,
)
from bots.stratego import places
from bots.stratego.rules import BOMB, EACH, FLAG, RANKS, SCOUT, SETUP_ROWS, SIZE, SUPPLY, cell_at
from bots.stratego.setup import BOTZILLA, COMPACT, CORNER, SETUPS, placed

EQUAL = log(np.prod(range(1, EACH + 1)) / 2.0) / EACH  # nats a piece


def weights_of(pieces: list[tuple[int, int]], player: int) -> dict[int, list[list[float]]]:
    """What the network in force weighs, by true rank."""
    found = places.weigh_places([cell for _, cell in pieces], player)
    rows: dict[int, list[list[float]]] = {}
    for number, (rank, _) in enumerate(pieces):
        rows.setdefault(rank, []).append(found[number * RANKS : (number + 1) * RANKS])
    return rows


@pytest.mark.parametrize("setup", [*SETUPS, BOTZILLA])
def test_a_set_up_weighs_the_same_turned_and_mirrored(setup):
    plain = weights_of(placed(setup, 0, False), 0)
    assert all(weight > 0.0 for rows in plain.values() for row in rows for weight in row)
    for player in (0, 1):
        for is_mirrored in (False, True):
            assert weights_of(placed(setup, player, is_mirrored), player) == plain


@pytest.mark.parametrize("setup", [CORNER, COMPACT, BOTZILLA])
def test_the_network_in_force_knows_more_than_nothing_about_set_ups_of_players(setup):
    cells = [cell_at(x, y) for x, y in in_order(setup)]
    found = np.array(places.weigh_places(cells, 0)).reshape(EACH, RANKS)
    loss, _ = loss_of(np.log(found[:, 1:]).T)
    assert loss < EQUAL - 0.2


def test_the_loss_is_that_of_all_assignments_and_has_its_slope():
    dice = np.random.default_rng(3)
    logits = dice.normal(size=(FLAG, EACH))
    total = sum(
        exp(sum(logits[rank - 1, piece] for piece, rank in enumerate(ranks)))
        for ranks in permutations(SUPPLY)
    )
    truth = sum(logits[rank - 1, piece] for piece, rank in enumerate(SUPPLY))
    loss, slope = loss_of(logits)
    assert loss == pytest.approx((log(total / SUPPLY.count(SCOUT)) - truth) / EACH)
    for place in ((0, 0), (SCOUT - 1, 3), (FLAG - 1, 7)):
        moved = logits.copy()
        moved[place] += 1e-5
        assert (loss_of(moved)[0] - loss) / 1e-5 == pytest.approx(slope[place], abs=1e-4)


def test_nothing_known_is_the_number_of_assignments():
    assert loss_of(np.zeros((FLAG, 3 * EACH)))[0] == pytest.approx(EQUAL)


def test_drawn_set_ups_are_legal_and_of_two_kinds():
    setups = drawn(200, 4)
    for found in setups:
        assert len(set(found)) == EACH
        assert all(0 <= x < SIZE and y in SETUP_ROWS[0] for x, y in found)
    bomb, flag = SUPPLY.index(BOMB), SUPPLY.index(FLAG)
    steps = [
        sum(abs(a - b) for a, b in zip(each[bomb], each[flag], strict=True)) for each in setups
    ]
    assert np.mean(steps[1::2]) < 0.6 * np.mean(steps[::2])


def test_recorded_set_ups_are_different_and_one_is_of_botzilla():
    found = recorded()
    assert len(found) == len(set(map(tuple, found))) > 100
    assert in_order(BOTZILLA) in found


def test_a_small_training_learns_and_the_bot_computes_what_was_trained(monkeypatch):
    monkeypatch.setattr(stratego_places, "TURNS", 40)
    monkeypatch.setattr(stratego_places, "BATCH", 150)
    network = stratego_places.learn(drawn(600, 1), seed=1)
    exam = inputs_of(drawn(200, 2))
    floats, _ = loss_of(network.outputs(exam))
    assert floats < EQUAL - 0.03
    steps, step = round_weights(network)
    assert loss_of(network.outputs(exam))[0] == pytest.approx(floats, abs=0.01)
    monkeypatch.setattr(places, "NET", [step * weight for weight in steps.tolist()])
    for places_of_it, said in zip(
        drawn(200, 2)[:5], network.outputs(exam).T.reshape(-1, EACH, FLAG), strict=False
    ):
        cells = [cell_at(x, y) for x, y in places_of_it]
        found = np.array(places.weigh_places(cells, 0)).reshape(EACH, RANKS)[:, 1:]
        assert np.log(found) == pytest.approx(said, abs=1e-4)
