"""Policy gradients: the arithmetic against its definition, and a game learned to the end."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from botsmith.training import environment as environments
from botsmith.training.crew import Crew
from botsmith.training.dense import Dense
from botsmith.training.environment import NEVER, find_environment
from botsmith.training.exam import play_out
from botsmith.training.matches import Matches, build_library
from botsmith.training.policy_run import PolicyRun
from botsmith.training.policy_weights import RoundedPolicy, rounded
from botsmith.training.ppo import PpoLearner, PpoSettings, without_forced
from botsmith.training.rollout import best, choose, gae
from tests.training import toys

LITTLE = PpoSettings(samples=3000, lanes=16, turns=8, part=64, hidden=(16, 8))
TOY = PpoSettings(
    samples=300_000,
    lanes=128,
    turns=16,
    part=256,
    rate=3e-3,
    smoothing=0.8,
    entropy=0.05,
    last_entropy=0.002,
)


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    path = tmp_path_factory.mktemp("toy") / "kernels.so"
    build_library(find_environment(toys.PACKAGE), LITTLE.lanes, path)
    return path


def make_learner(library, settings=LITTLE):
    environment = find_environment(toys.PACKAGE)
    matches = Matches(environment, settings.lanes, library, settings.seed)
    return PpoLearner(environment, settings, matches)


def loss(network, block, settings):
    """The definition, in doubles: clipped gain, entropy and the value's error."""
    inputs, moves, before, gains, targets, weights, masks = block
    rows = inputs.astype(np.float64)
    for layer in network[:-1]:
        rows = np.maximum(rows @ layer.T, 0.0)
        rows = np.concatenate([rows, np.ones((len(rows), 1))], axis=1)
    outputs = rows @ network[-1].T
    logits = outputs[:, :-1] + masks
    logits -= logits.max(axis=1, keepdims=True)
    chances = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    known = np.log(np.maximum(chances, 1e-300))
    ratio = np.exp(known[np.arange(len(rows)), moves] - before)
    clipped = np.clip(ratio, 1.0 - settings.clip, 1.0 + settings.clip)
    gain = np.minimum(ratio * gains, clipped * gains)
    entropy = -(chances * known).sum(axis=1)
    error = 0.5 * settings.value * (outputs[:, -1] - targets) ** 2
    return float((error - gain - weights * entropy).mean())


def test_the_gradient_is_the_slope_of_the_loss(library):
    learner = make_learner(library)
    dice = np.random.default_rng(3)
    rows, moves = 40, learner.environment.MOVES
    masks = np.where(dice.random((rows, moves)) < 0.3, NEVER, np.float32(0.0))
    masks[:, 0] = 0.0
    block = (
        np.concatenate([dice.standard_normal((rows, 19)), np.ones((rows, 1))], axis=1).astype("f"),
        np.zeros(rows, np.int64),
        (np.log(0.2) + 0.5 * dice.standard_normal(rows)).astype("f"),
        dice.standard_normal(rows).astype("f"),
        dice.standard_normal(rows).astype("f"),
        np.full(rows, 0.01, "f"),
        masks,
    )
    for layer in learner.network.layers:
        layer += 0.3 * dice.standard_normal(layer.shape).astype("f")
    learner.steps.add_slope(*block)
    toys.check_gradient(learner.network, dice, lambda net: loss(net, block, learner.settings))


def test_advantages_stop_at_the_end_of_a_match():
    rewards = np.array([[1.0], [2.0], [4.0]], "f")
    values = np.array([[0.5], [1.5], [2.5], [8.0]], "f")
    goes_on = np.array([[1.0], [0.0], [1.0]], "f")
    last = 4.0 + 0.5 * 8.0 - 2.5
    middle = 2.0 - 1.5
    first = 1.0 + 0.5 * 1.5 - 0.5 + 0.5 * 0.8 * middle
    found = gae(rewards, values, goes_on, 0.5, 0.8)
    assert found.ravel() == pytest.approx([first, middle, last])


def test_moves_are_drawn_by_their_chances_and_never_a_forbidden_one():
    dice = np.random.default_rng(1)
    logits = np.log(np.array([[0.1], [0.6], [0.3]], "f")).repeat(20_000, axis=1)
    masks = np.zeros((20_000, 3), "f")
    masks[:10_000, 1] = NEVER
    moves, chances = choose(logits, masks, dice)
    shares = np.bincount(moves[10_000:], minlength=3) / 10_000
    assert shares == pytest.approx([0.1, 0.6, 0.3], abs=0.02)
    assert set(moves[:10_000]) == {0, 2}
    assert np.exp(chances[:10_000]).mean() == pytest.approx(0.25**2 + 0.75**2, abs=0.02)


def test_lanes_are_seen_turned_and_their_moves_turned_back(library):
    environment = find_environment(toys.PACKAGE)
    matches = Matches(environment, LITTLE.lanes, library, 5)
    matches.begin()
    assert matches.legal is not None
    rows = LITTLE.lanes * 2
    inputs, masks = np.ones((rows, 20), "f"), np.zeros((rows, 10), "f")
    turned = 0
    for _ in range(6):
        legal = matches.legal.reshape(rows, -1).copy()
        real = matches.inputs.reshape(rows, -1) / environments.UNIT
        matches.write_inputs(inputs, masks)
        is_free = masks[:, :9] == 0.0
        movers = is_free.any(axis=1)
        assert ((inputs[:, :9] + inputs[:, 9:18] > 0) != is_free)[movers].all()
        turned += int((inputs[:, :-1] != real).any(axis=1).sum())
        moves = (masks == 0.0).argmax(axis=1)
        matches.moves[:] = moves.reshape(matches.moves.shape)
        matches.play()
        assert legal[np.arange(rows), matches.moves.ravel()].all()
    assert turned > rows


def test_rows_without_a_choice_are_learned_from_now_and_then():
    masks = np.full((4000, 3), NEVER)
    masks[:, 1] = 0.0
    masks[::2, 2] = 0.0
    numbers = np.arange(4000)
    picked, _ = without_forced((numbers, masks), 0.25, np.random.default_rng(1))
    assert (picked % 2 == 0).sum() == 2000
    assert 400 < (picked % 2 == 1).sum() < 600
    free = numbers, None
    assert without_forced(free, 0.25, np.random.default_rng(1)) is free


def test_values_stay_what_they_are_when_their_unit_changes(library):
    learner = make_learner(library)
    learner.network.layers[-1][-1] = 0.7
    seen = np.ones((4, 20), "f")
    before = learner.network.outputs(seen)[-1] * learner.scale
    learner._rescale(5.0)
    assert learner.scale == 5.0
    assert learner.network.outputs(seen)[-1] * learner.scale == pytest.approx(before)


def test_an_earlier_network_plays_and_is_not_trained(library):
    learner = make_learner(library, replace(LITTLE, past=0.5))
    rows = LITTLE.lanes * 2
    assert sorted([*learner.own, *learner.others]) == list(range(rows))
    # In half of the lanes one of the two, in turns the first and the second.
    assert learner.others.tolist() == [2 * lane + (lane + 1) % 2 for lane in range(8)]
    learner.step()
    assert learner.samples == (rows - 8) * LITTLE.turns


def test_threads_share_the_rows_of_a_large_network():
    class Counted(Crew):
        def run(self, work, count):
            counts.append(count)
            return super().run(work, count)

    counts: list[int] = []
    sizes, seen = (40, 160, 96, 6), np.random.default_rng(1).random((400, 41), "f")
    alone, shared = Dense(sizes, 1), Dense(sizes, 1, crew=Counted(3))
    for network in (alone, shared):
        network.round(4)
    assert shared.outputs(seen) == pytest.approx(alone.outputs(seen), abs=1e-5)
    assert shared.outputs(seen[:1]) == pytest.approx(alone.outputs(seen[:1]), abs=1e-5)
    Dense((40, 16, 6), 1, crew=shared.crew).outputs(seen)
    assert counts == [3, 1, 1]
    shared.crew.close()


def test_an_exam_asks_only_about_matches_that_go_on(library):
    toy, asked = find_environment(toys.PACKAGE), []

    def outputs(inputs):
        asked.append(len(inputs))
        return np.zeros((toy.MOVES + 1, len(inputs)), "f")

    matches = Matches(toy, LITTLE.lanes, library, 1, is_exam=True)
    rows = np.arange(LITTLE.lanes * 2)
    players = [(SimpleNamespace(outputs=outputs), rows)]
    turns, _ = play_out(matches, players, 1, is_drawn=True)
    assert len(set(turns)) > 1 and sum(asked) == 2 * turns.sum()


def test_weights_of_terms_change_with_the_training():
    toy = find_environment(toys.PACKAGE)
    assert [environments.weights_at(toy, share).tolist() for share in (0.0, 0.25, 0.7)] == [
        [1.0, pytest.approx(0.1)],
        [1.0, pytest.approx(0.05)],
        [1.0, 0.0],
    ]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ACTORS", 0, "ACTORS = 0: expected a count from 1 on"),
        ("TERMS", {}, "TERMS = {}: expected a dict with a term at least"),
        ("TERMS", {"a": ((0.5, 1.0), (0.2, 0.0))}, "0.0)): expected a number, or (share, weight)"),
        ("TERMS", {"a": "1"}, "TERMS['a'] = '1': expected a number"),
        ("TERMS", ["a"], "TERMS = ['a']: expected a dict"),
        ("RIVALS", {"a": "many"}, "RIVALS = {'a': 'many'}: expected a dict of names and counts"),
        ("symmetries", 3, "symmetries(): expected pairs: where each of 19 inputs"),
        ("symmetries", lambda: [1], "symmetries(): expected pairs: where each of 19 inputs"),
        ("Match", int, "Match is no record"),
        ("play", None, "no play, which `train policy` needs"),
        ("SIDES", 0, "SIDES = 0: expected a count from 1 on"),
        ("SIDES", 3, "ACTORS = 2: expected as many on each of SIDES"),
        ("ZERO_SUM", ("lost",), "expected names of TERMS"),
        ("WINDOW", (3, 5), "WINDOW = (3, 5): expected planes and a side of 3, 7, 11 or 15"),
        ("WINDOW", 7, "WINDOW = 7: expected planes and a side"),
        ("SPARRING", ("coast",), "no `answer`, which plays for RIVALS and SPARRING"),
    ],
)
def test_what_an_environment_lacks_is_one_line(monkeypatch, name, value, said):
    toys.assert_lacking(monkeypatch, lambda: find_environment(toys.PACKAGE), name, value, said)


def test_a_policy_in_integers_is_what_bots_compute():
    dice = np.random.default_rng(7)
    network = Dense((6, 16, 8, 6), 1)
    for layer in network.layers:
        layer += 0.3 * dice.standard_normal(layer.shape).astype("f")
    numbers = dice.integers(-255, 256, (200, 6))
    seen = np.ones((200, 7), "f")
    seen[:, :-1] = numbers / environments.UNIT
    net = rounded(network, seen, 8)
    sums = RoundedPolicy(net, 5).outputs(seen)
    assert np.array_equal(sums[:-1], net.run(numbers)[-1][:, :5].T)
    floats = network.outputs(seen)[:-1]
    assert (sums[:-1].argmax(axis=0) == floats.argmax(axis=0)).mean() > 0.9


def share_of_good_moves(layers):
    """In how many of all positions the likeliest move of a network is a good one."""
    positions = toys.all_positions()
    inputs = np.zeros((len(positions), 20), "f")
    masks = np.full((len(positions), 10), NEVER)
    for row, marks in enumerate(positions):
        player = toys.position(marks).player
        for square in range(9):
            inputs[row, square] = marks[player] >> square & 1
            inputs[row, 9 + square] = marks[1 - player] >> square & 1
        inputs[row, 18] = 1
        masks[row, toys.moves_of(marks)] = 0.0
    inputs *= np.float32(255 / environments.UNIT)
    inputs[:, 19] = 1.0
    network = Dense([19, *(len(layer) for layer in layers)], 0)
    for mine, layer in zip(network.layers, layers, strict=True):
        mine[:] = layer
    moves = best(network.outputs(inputs)[:-1], masks)
    good = [move in toys.good_moves(marks) for move, marks in zip(moves, positions, strict=True)]
    return sum(good) / len(good)


def test_from_nothing_to_tic_tac_toe_played_well(tmp_path):
    run = PolicyRun(toys.PACKAGE, tmp_path, TOY, lambda *_: None)
    points = list(run.train_to_end())
    assert points[0]["exam"]["score"] > 0.6  # against chance
    assert share_of_good_moves(toys.layers_of(tmp_path)) > 0.95
