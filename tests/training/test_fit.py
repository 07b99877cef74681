"""The arithmetic of training is that of the bots."""

from functools import partial
from importlib import import_module

import numpy as np
import pytest

from botsmith.errors import BadInput
from botsmith.training.contest import find_contest
from botsmith.training.samples import Samples
from tests.training import toys
from tests.training.toy import network, search_network

fit = partial(import_module, "botsmith.training.fit")  # imports JAX


def packed_of(positions):
    """Positions as bits."""
    bits = np.zeros((len(positions), 32), np.uint8)
    for row, marks in zip(bits, positions, strict=True):
        places = [0] * network.INPUTS
        count = network.list_inputs(toys.position(marks), places)
        row[places[:count]] = 1
    return np.packbits(bits, axis=1, bitorder="little")


@pytest.fixture(scope="module", params=[8, 4, pytest.param(6, marks=pytest.mark.campaign)])
def trainer(request):
    """A network after some steps towards the true values."""
    shape = fit().shape_of(find_contest(toys.PACKAGE), request.param)
    made = fit().Trainer(shape, 1)
    positions = toys.all_positions()[::9]
    targets = np.array([toys.solved(marks) for marks in positions], np.float32)
    for _ in range(30):
        made.step(packed_of(positions), targets, 0.03)
    return made


def test_exported_integers_give_the_scores_of_training(trainer):
    positions = toys.all_positions()[::60]
    unit = trainer.shape.unit
    found = np.asarray(fit().scores(trainer.params, packed_of(positions), trainer.shape))
    numbers, scale = trainer.integers()
    weights = network.make_weights(numbers, scale)
    setting = search_network.Setting()
    setting.weights = weights
    values = []
    for marks, found_score in zip(positions, found, strict=True):
        values.append(search_network.value_of(toys.position(marks), setting))
        places = [0] * network.INPUTS
        count = network.list_inputs(toys.position(marks), places)
        points = network.score_after(
            setting.sums, weights.columns, places, count, weights.last, False
        )
        assert points == float(found_score) * unit * unit
    assert trainer.values(packed_of(positions)) == pytest.approx(values, abs=1e-5)
    assert len(set(values)) > 10


def test_integers_stay_on_their_grid(trainer):
    most = (1 << trainer.shape.bits - 1) - 1
    numbers, _ = trainer.integers()
    assert len(numbers) == (network.INPUTS + 1) * network.BASE
    assert -most <= min(numbers) < 0 < max(numbers) <= most


def test_no_sum_can_leave_16_bits():
    places = np.arange(1000).reshape(1, -1)
    shape = fit().Shape(1000, 2, places, 8, 1000)
    params = fit().Params(
        fit().jnp.full((1000, 2), 9.0), fit().jnp.full(2, 9.0), fit().jnp.float32(0.0)
    )
    found = np.asarray(fit().project(params, shape).first) * shape.unit
    assert found.min() == found.max() == 32
    assert found.sum(axis=0).max() <= 32767


def test_a_network_learns_what_it_is_told(trainer):
    positions = toys.all_positions()[::9]
    targets = np.array([toys.solved(marks) for marks in positions], np.float32)
    errors = np.abs(trainer.values(packed_of(positions)) - targets)
    assert errors.mean() < 0.75 * np.abs(targets).mean()


def test_a_position_and_its_mirror_image_have_one_value(trainer):
    square, mirrored = packed_of([(0b000000001, 0b000000010), (0b000000100, 0b000000010)])
    found = trainer.values(np.stack([square, mirrored]))
    assert found[0] == found[1]


def test_targets_are_results_for_positions_that_were_played():
    samples = Samples(
        np.zeros((2, 1)),
        np.array([0.5, 0.5], np.float32),
        np.array([-1, -1], np.int8),
        np.array([True, False]),
        np.zeros(2),
        np.zeros(2),
    )
    assert fit().targets_of(samples, 0.25) == pytest.approx([0.125, 0.5])


def test_training_goes_on_from_what_was_saved(tmp_path):
    positions = toys.all_positions()[::90]
    targets = np.zeros(len(positions), np.float32)
    trainer = fit().Trainer(fit().shape_of(find_contest(toys.PACKAGE), 8), 1)
    trainer.step(packed_of(positions), targets, 0.01)
    trainer.save(tmp_path / "kept.npz", {"step": 3})
    other = fit().Trainer(trainer.shape, 2)
    assert other.load(tmp_path / "kept.npz") == {"step": 3}
    for one in (trainer, other):
        one.step(packed_of(positions), targets, 0.01)
    assert trainer.integers() == other.integers()


def test_a_network_of_another_shape_is_not_loaded(tmp_path):
    shape = fit().shape_of(find_contest(toys.PACKAGE), 8)
    fit().Trainer(shape, 1).save(tmp_path / "kept.npz", {})
    other = fit().Trainer(fit().Shape(19, 8, shape.places, 8, 19), 1)
    with pytest.raises(BadInput, match="another shape"):
        other.load(tmp_path / "kept.npz")


@pytest.mark.parametrize("bits", [2, 9])
def test_bits_out_of_range_are_refused(bits):
    with pytest.raises(BadInput, match="expected 3 to 8"):
        fit().shape_of(find_contest(toys.PACKAGE), bits)


def test_the_rate_falls_to_a_twentieth():
    assert fit().rate_at(0, 100, 0.5) == 0.5
    assert fit().rate_at(100, 100, 0.5) == pytest.approx(0.025)
