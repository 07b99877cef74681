"""Self-play by search, and what a network learns from it."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from botsmith.errors import BadInput
from botsmith.training.environment import find_environment, symmetries_of
from botsmith.training.library import filled
from botsmith.training.policy_run import PolicyRun
from botsmith.training.samples import join
from botsmith.training.turns import FORBIDDEN, LONGEST, SAMPLES, Plan, bind
from botsmith.training.turns_learn import SearchLearner, SearchSettings
from botsmith.training.turns_play import check, open_pool
from botsmith.training.window import Samples, Window, as_seen
from common.engine import Engine
from common.rng import make_dice
from tests.training import toys
from tests.training.test_ppo import share_of_good_moves
from tests.training.toy import environment

toy: Any = environment
LITTLE = SearchSettings(
    samples=2500, games=64, hidden=(16, 8), part=128, window=1500, lanes=64, iterations=8
)
TOY = replace(
    LITTLE, samples=40_000, games=256, hidden=(32, 16), uses=8.0, window=40_000, lanes=256
)


@pytest.fixture(scope="module")
def players(tmp_path_factory):
    made = open_pool(find_environment(toys.PACKAGE), LITTLE, tmp_path_factory.mktemp("s"), 2)
    yield made
    made.close()


@pytest.fixture(scope="module")
def played(players):
    """A learner, and samples of its first games."""
    learner = SearchLearner(find_environment(toys.PACKAGE), LITTLE, players)
    learner.begin()
    return learner, join([task.result() for task in learner.coming])


def marks_of(inputs):
    """The position that the player to move sees."""
    own, other = (
        sum(1 << square for square in range(9) if inputs[side * 9 + square]) for side in range(2)
    )
    return (own, other) if (own | other).bit_count() % 2 == 0 else (other, own)


def test_targets_hold_all_legal_moves_and_no_other(played):
    _, samples = played
    assert len(samples) > 2 * LITTLE.games
    for inputs, policy in zip(samples.inputs, samples.policies, strict=True):
        free = toys.moves_of(marks_of(inputs))
        assert [move for move in range(toy.MOVES) if policy[move] >= 0.0] == free
        assert policy[free].sum() == pytest.approx(1.0)
        assert set(policy) - set(policy[free]) == {FORBIDDEN}
    assert samples.inputs[:, 18].all(), "only who moves looks"


def test_what_is_proven_is_the_target(played):
    """One move before its end a game is proven: by the moves that win, if there are any."""
    _, samples = played
    proven = 0
    for inputs, policy, value in zip(*vars(samples).values(), strict=True):
        marks = marks_of(inputs)
        if abs(value) == 1.0:
            assert toys.solved(marks) == value
            if value == 1.0:
                proven += 1
                assert {*np.flatnonzero(policy > 0.0)} <= {*toys.good_moves(marks)}
    assert proven > LITTLE.games / 3


def test_c_plays_the_same_games_as_cpython(players, played):
    learner, _ = played
    work, play_games = bind(find_environment(toys.PACKAGE), LITTLE.hidden)
    player = players.idle.get()
    seeds = range(5, 9)
    wanted = player.play(learner.playing, seeds)
    engine: Engine[Any] = Engine(work)
    memory = engine.memory
    memory.plan = filled(Plan, LITTLE)
    memory.setting.scale = player.engine.memory.setting.scale
    net = memory.setting.net
    for weights, biases, scales in learner.playing:
        for row, *numbers in zip(net.rows, weights, biases, scales, strict=True):
            row.of[:], row.bias, row.scale = numbers[0].tolist(), *map(int, numbers[1:])
        net = getattr(net, "rest", None)
    memory.seeds[:4] = [make_dice(seed).state for seed in seeds]
    assert engine.call(play_games, 4) == 4
    assert memory.used == len(wanted) > 8
    count = memory.used * toy.MOVES
    assert (
        np.array(memory.policies[:count], np.float32).tolist() == wanted.policies.ravel().tolist()
    )
    assert np.array(memory.values[: memory.used], np.float32).tolist() == wanted.values.tolist()
    assert memory.inputs[: memory.used * toy.INPUTS] == wanted.inputs.ravel().tolist()
    players.idle.put(player)
    assert SAMPLES > 2 * LONGEST


def loss(network, window, picked, symmetry, value):
    """The definition, in doubles."""
    rows = as_seen(window.inputs[picked][:, symmetry[0]]).astype(float)
    targets = window.policies[picked][:, symmetry[1]].astype(float)
    for layer in network[:-1]:
        rows = np.maximum(rows @ layer.T, 0.0)
        rows = np.concatenate([rows, np.ones((len(rows), 1))], axis=1)
    outputs = rows @ network[-1].T
    logits = np.where(targets < 0.0, -np.inf, outputs[:, :-1])
    logits -= logits.max(axis=1, keepdims=True)
    known = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    policy = -np.where(targets > 0.0, targets * known, 0.0).sum(axis=1)
    wins = 1.0 / (1.0 + np.exp(-2.0 * outputs[:, -1]))
    truth = 0.5 + 0.5 * window.values[picked]
    error = -(truth * np.log(wins) + (1.0 - truth) * np.log(1.0 - wins))
    return float((policy + value * error).mean())


def test_the_gradient_is_the_slope_of_the_loss(players, played):
    _, samples = played
    settings = replace(LITTLE, part=40, value=0.7)
    learner = SearchLearner(find_environment(toys.PACKAGE), settings, players)
    learner.window.add(samples)
    dice = np.random.default_rng(3)
    for layer in learner.network.layers:
        layer += 0.3 * dice.standard_normal(layer.shape).astype("f")
    picked = dice.integers(0, len(samples), 40)
    symmetry = learner.symmetries[-1]
    learner.steps.add_slope(*learner.window.some(picked, symmetry))
    place = learner.window, picked, symmetry, 0.7
    toys.check_gradient(learner.network, dice, lambda layers: loss(layers, *place))


def test_the_window_holds_the_last_samples():
    window = Window(5, 1, 1)
    for first, count in ((0, 3), (3, 4), (7, 2)):
        numbers = np.arange(first, first + count)
        window.add(Samples(numbers[:, None], numbers[:, None], numbers))
    assert (len(window), window.total) == (5, 9)
    assert sorted(window.values) == [4, 5, 6, 7, 8]
    assert window.inputs[:, 0].tolist() == window.policies[:, 0].tolist() == window.values.tolist()


def test_a_turned_board_has_its_moves_turned_too(monkeypatch):
    """Each input and move goes where the row says."""
    monkeypatch.setattr(toy, "INPUTS", 3)
    monkeypatch.setattr(toy, "MOVES", 2)
    monkeypatch.setattr(toy, "symmetries", lambda: [([1, 2, 0], [1, 0])], raising=False)
    [(inputs, moves)] = symmetries_of(toy)
    assert np.array([10, 11, 12])[inputs].tolist() == [12, 10, 11]
    assert np.array([20, 21])[moves].tolist() == [21, 20]
    monkeypatch.setattr(toy, "symmetries", lambda: [([0, 1, 2], [0, 0])])
    with pytest.raises(BadInput, match=r"symmetries\(\): expected pairs: where each of 3 inputs"):
        symmetries_of(toy)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("ACTORS", 4, "ACTORS = 4: `--method search` is for 2"),
        ("MOVES", 257, "MOVES = 257: a search has at most 256"),
        ("WINDOW", (3, 3), "WINDOW: `--method search` has dense networks alone"),
        ("mover", None, "no mover, which `--method search` needs"),
        ("allow", None, "no allow, which `--method search` needs"),
    ],
)
def test_what_an_environment_lacks_is_one_line(monkeypatch, name, value, said):
    toys.assert_lacking(monkeypatch, lambda: check(toy), name, value, said)


@pytest.mark.campaign
def test_from_nothing_to_tic_tac_toe_played_well(tmp_path):
    run = PolicyRun(toys.PACKAGE, tmp_path, TOY, lambda *_: None)
    points = list(run.train_to_end())
    assert points[0]["exam"]["score"] > 0.55  # against chance
    assert points[-1]["kl"] < 0.5 < points[0]["kl"]
    assert share_of_good_moves(toys.layers_of(tmp_path)) > 0.93
