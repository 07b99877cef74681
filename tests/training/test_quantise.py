"""A network of floats becomes one of integers that says nearly the same."""

import numpy as np
import pytest

from botsmith.training.quantise import Layer, Net, mean, net_module, quantise, run_floats
from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records
from common.nets.dense import bind, fill
from common.nets.wide import decode

INPUTS, LANES, MOVES = 12, 16, 4


@record
class First:
    """The weights of an output of the first layer."""

    of: Numbers[int] = numbers(Int16, INPUTS)
    bias: int
    scale: int


@record
class Later:
    """The weights of an output of a later layer."""

    of: Numbers[int] = numbers(Int16, LANES)
    bias: int
    scale: int


@record
class Memory:
    """A network and its values."""

    first: Records[First] = records(First, LANES)
    second: Records[Later] = records(Later, LANES)
    head: Records[Later] = records(Later, MOVES)
    seen: Numbers[int] = numbers(Int16, INPUTS)
    lanes: Numbers[int] = numbers(Int16, LANES)
    more: Numbers[int] = numbers(Int16, LANES)
    sums: Numbers[int] = numbers(Int32, MOVES)


first_layer, second_layer, head_layer = bind(INPUTS, LANES), bind(LANES, LANES), bind(LANES, MOVES)


@kernel
def run(memory: Memory) -> None:
    """Runs the network."""
    first_layer(memory.first, memory.seen, memory.lanes, False)
    second_layer(memory.second, memory.lanes, memory.more, False)
    head_layer(memory.head, memory.more, memory.sums, True)


def dense(sizes: list[int], seed: int, bits: int = 8) -> list[Layer]:
    """A random network, the last layer a head."""
    dice = np.random.default_rng(seed)
    return [
        Layer(
            dice.normal(0.0, (2.0 / before) ** 0.5, (after, before)),
            dice.normal(0.0, 0.1, after),
            bits,
            is_head=number == len(sizes) - 2,
        )
        for number, (before, after) in enumerate(zip(sizes, sizes[1:], strict=False))
    ]


def tower(channels: int, blocks: int, seed: int) -> list[Layer]:
    """A random residual network, whose head sees the mean of each plane."""
    dice = np.random.default_rng(seed)
    layers = []
    for number in range(1 + 2 * blocks):
        before = 3 if number == 0 else channels
        layers.append(
            Layer(
                dice.normal(0.0, (1.0 / (9 * before)) ** 0.5, (channels, before, 3, 3)),
                dice.normal(0.0, 0.1, channels),
                skip=number - 2 if number and number % 2 == 0 else None,
            )
        )
    weights = dice.normal(0.0, (1.0 / channels) ** 0.5, (MOVES, channels))
    head = Layer(weights, dice.normal(0.0, 0.1, MOVES), is_head=True, view=mean)
    return [*layers, head]


def outputs_of(net: Net, inputs: np.ndarray) -> np.ndarray:
    """What the head of an integer network says, in floats."""
    head = net.layers[-1]
    return net.run(inputs)[-1] * float(head.scales[0]) / 2**32


def error_of(layers: list[Layer], samples: np.ndarray, inputs: np.ndarray) -> float:
    """How far the integers are off, as a share of what the floats vary by."""
    floats = run_floats(layers, inputs)[-1]
    wrong = outputs_of(quantise(layers, samples), inputs) - floats
    return float(np.sqrt((wrong**2).mean()) / floats.std())


@pytest.mark.parametrize("seed", range(3))
def test_eight_bits_follow_the_floats_and_four_bits_less_closely(seed):
    dice = np.random.default_rng(seed)
    samples, inputs = dice.integers(0, 256, (500, 48)), dice.integers(0, 256, (500, 48))
    eight = error_of(dense([48, 64, 64, 8], seed), samples, inputs)
    four = error_of(dense([48, 64, 64, 8], seed, bits=4), samples, inputs)
    assert eight < 0.03 < four < 0.6


def test_convolutions_with_blocks_follow_the_floats():
    dice = np.random.default_rng(1)
    samples = dice.integers(0, 256, (20, 3, 5, 6))
    assert error_of(tower(8, 2, 1), samples, dice.integers(0, 256, (20, 3, 5, 6))) < 0.05


def test_the_layers_that_ship_say_what_the_training_s_say_from_a_module():
    dice = np.random.default_rng(5)
    layers = dense([INPUTS, LANES, LANES, MOVES], 5)
    net = quantise(layers, dice.integers(0, 256, (100, INPUTS)))
    for is_wide in (True, False):
        source = net_module("toy", net, {"command": "a test"}, is_wide)
        assert source.isascii() != is_wide
        scope: dict[str, str] = {}
        exec(source, scope)
        memory = Memory()
        fill(decode(scope["WEIGHTS"])[0], memory.first, memory.second, memory.head)
        inputs = dice.integers(0, 256, (50, INPUTS))
        for seen, sums in zip(inputs.tolist(), net.run(inputs)[-1].tolist(), strict=True):
            memory.seen[:] = seen
            run(memory)
            assert memory.sums == sums


def test_outputs_fill_the_range():
    dice = np.random.default_rng(3)
    samples = dice.integers(0, 256, (400, INPUTS))
    layers = dense([INPUTS, LANES, LANES, MOVES], 3)
    whole = quantise(layers, samples).run(samples)[0]
    assert whole.max() in (254, 255) and (whole >= 254).mean() < 0.002


def test_extreme_weights_stay_within_what_every_engine_holds():
    dice = np.random.default_rng(4)
    samples = dice.integers(0, 256, (50, 600))
    weights = np.full((4, 600), 3.0)
    weights[1] = 0.0
    weights[2, 1:] = 0.0
    weights[3] = -weights[3]
    layers = [Layer(weights, np.array([0.0, 1.0, -50.0, 3e3])), *dense([4, 4], 1)]
    net = quantise(layers, samples)
    sums = 255 * np.abs(net.layers[0].weights).sum(axis=1) + np.abs(net.layers[0].biases)
    assert (sums < 2**24).all()
    assert (net.layers[0].scales <= 2**16).all()


def test_what_cannot_be_rounded_is_refused():
    layers = dense([4, 4, 4], 1)
    for samples in (np.full((1, 4), 256), np.zeros((0, 4))):
        with pytest.raises(ValueError, match=r"samples: expected some, of -255\.\.255"):
            quantise(layers, samples)
    small = Layer(layers[0].weights * 1e-9, np.full(4, -1e9))
    with pytest.raises(ValueError, match="layer 0: the biases or the outputs are out of proport"):
        quantise([small, layers[1]], np.ones((9, 4)))


def test_weights_of_another_number_are_refused():
    memory = Memory()
    with pytest.raises(ValueError, match="weights: 3 numbers, which is not what the layers hold"):
        fill([1, 2, 3], memory.first)
