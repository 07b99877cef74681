"""What a network's outputs become, and the example of docs/searches/network.md."""

import re
from collections import Counter
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from botsmith.compiler.compile import native_engine
from botsmith.training.quantise import Layer, quantise
from common.engine import Engine
from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records
from common.nets import dense
from common.nets.heads import HEAD, best_move, bind_mean, drawn_move, safest_row
from common.rng import Dice, make_dice
from tests.compiler.comparison import load_module

PAGE = Path(__file__).parents[2] / "docs" / "searches" / "network.md"
MOVES, WIDTH, HEIGHT, PLANES = 5, 3, 2, 4
CELLS = (WIDTH + 2) * (HEIGHT + 2)


@record
class Cell:
    """The numbers of a cell."""

    of: Numbers[int] = numbers(Int16, PLANES)


@record
class Memory:
    """Sums of two units, what is legal, the dice, and planes."""

    sums: Numbers[int] = numbers(Int32, 2 * MOVES)
    legal: Numbers[bool] = numbers(bool, MOVES)
    dice: Dice
    cells: Records[Cell] = records(Cell, CELLS)
    mean: Numbers[int] = numbers(Int16, PLANES)


mean = bind_mean(WIDTH, HEIGHT, PLANES)


@kernel
def best(memory: Memory, first: int) -> int:
    """The best move of the unit whose sums begin there."""
    return best_move(memory.sums, first, memory.legal)


@kernel
def draw_one(memory: Memory, first: int, scale: float) -> int:
    """A move of that unit."""
    return drawn_move(memory.sums, first, memory.legal, scale, memory.dice)


@kernel
def average(memory: Memory) -> None:
    """The mean of each plane."""
    mean(memory.cells, memory.mean)


@kernel
def safest(memory: Memory, rows: int, columns: int) -> int:
    """The safest row of the sums as a matrix."""
    return safest_row(memory.sums, rows, columns)


def fill(memory: Any, seed: int) -> None:
    """Random sums, masks and planes."""
    dice = Random(seed)
    memory.sums[:] = [dice.randint(-900, 900) for _ in range(2 * MOVES)]
    memory.legal[:] = [dice.random() < 0.5 for _ in range(MOVES)]
    for y in range(HEIGHT):
        for x in range(WIDTH):
            cell = memory.cells[(y + 1) * (WIDTH + 2) + x + 1]
            cell.of[:] = [dice.randint(0, 255) for _ in range(PLANES)]
    memory.dice.state = make_dice(seed).state


def test_heads_answer_by_their_definitions_in_c_and_cpython(require):
    require("gcc")
    engines = [Engine(Memory), native_engine(Memory, (best, draw_one, average, safest))]
    for seed in range(60):
        results = []
        for engine in engines:
            memory: Any = engine.memory
            fill(memory, seed)
            engine.call(average)
            drawn = [engine.call(draw_one, MOVES, 0.003) for _ in range(20)]
            results.append((engine.call(best, 0), engine.call(safest, 2, 5), drawn, [*memory.mean]))
        assert results[0] == results[1]
        memory = engines[0].memory
        legal = [move for move in range(MOVES) if memory.legal[move]]
        assert results[0][0] == max(legal, key=lambda move: memory.sums[move], default=-1)
        assert results[0][1] == int(min(memory.sums[5:]) > min(memory.sums[:5]))
        assert {*results[0][2]} <= ({*legal} or {-1})
        planes = [*zip(*(cell.of for cell in memory.cells), strict=True)]
        assert results[0][3] == [sum(plane) // (WIDTH * HEIGHT) for plane in planes]


def test_moves_are_drawn_by_the_softmax_of_the_legal_ones():
    memory = Memory()
    memory.sums[:5] = [700, 0, 2**30, -300, 500]
    memory.legal[:] = [True, True, False, True, True]
    memory.dice = make_dice(1)
    scale = HEAD * 2**23  # 512 sums are a factor of e
    counts = Counter(
        drawn_move(memory.sums, 0, memory.legal, scale, memory.dice) for _ in range(4000)
    )
    chances = {move: exp(memory.sums[move] / 512) for move in (0, 1, 3, 4)}
    for move, chance in chances.items():
        assert abs(counts[move] / 4000 - chance / sum(chances.values())) < 0.03
    assert sum(counts.values()) == sum(counts[move] for move in chances)


def test_of_equal_moves_the_first_is_best_and_extreme_sums_draw_it():
    memory = Memory()
    memory.sums[:5] = [-5, 2**31 - 1, 2**31 - 1, -(2**31), 0]
    memory.legal[:] = [True] * 5
    memory.dice = make_dice(3)
    assert best_move(memory.sums, 0, memory.legal) == 1
    drawn = {drawn_move(memory.sums, 0, memory.legal, 1.0, memory.dice) for _ in range(60)}
    assert drawn == {1, 2}


def load_example(folder: Path) -> Any:
    """The page's network as a module."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (text,) = [block for block in blocks if "planes.bind(" in block]
    declared = [line for line in text.partition("@kernel")[0].split("\n") if line]
    assert len(declared) <= 30
    small = text.replace("22, 11, 32, 3, 4", "4, 3, 8, 1, 4")
    return load_module(folder / "example_network.py", small)


def tower(channels: int, moves: int, place: tuple[int, int]) -> list[Layer]:
    """Random floats for the example; the head sees one cell."""
    dice = np.random.default_rng(2)
    layers = [
        Layer(
            dice.normal(0.0, 0.15, (channels, channels, 3, 3)),
            dice.normal(0.0, 0.1, channels),
            skip=0 if number == 2 else None,
        )
        for number in range(3)
    ]
    weights, biases = dice.normal(0.0, 0.5, (moves, channels)), dice.normal(0.0, 0.1, moves)
    x, y = place
    head = Layer(weights, biases, is_head=True, view=lambda planes: planes[:, :, y, x])
    return [*layers, head]


def test_the_page_s_network_answers_what_training_says(require, tmp_path):
    require("gcc")
    example = load_example(tmp_path)
    dice = np.random.default_rng(1)
    samples = dice.integers(0, 256, (20, 8, 3, 4))
    net = quantise(tower(8, 4, (2, 1)), samples)
    wanted = net.run(samples)[-1]
    engines: list[Any] = [
        Engine(example.Network),
        native_engine(example.Network, (example.choose,)),
    ]
    for number in range(20):
        legal = [True, *(bool(dice.integers(2)) for _ in range(3))]
        answers = set()
        for engine in engines:
            memory = engine.memory
            copy = example.Network()
            dense.fill(net.values(), copy.first, copy.rows, copy.policy)
            for name in ("first", "rows", "policy"):
                for row, source in zip(getattr(memory, name), getattr(copy, name), strict=True):
                    row.of[:], row.bias, row.scale = source.of, source.bias, source.scale
            for y in range(3):
                for x in range(4):
                    memory.seen[(y + 1) * 6 + x + 1].of[:] = samples[number, :, y, x].tolist()
            memory.legal[:] = legal
            answers.add(engine.call(example.choose, 2 * 6 + 3))
            assert [*memory.sums] == wanted[number].tolist()
        best = max(range(4), key=lambda move: (legal[move], wanted[number][move]))
        assert answers == {best}


@pytest.mark.parametrize("size", [0, 2])
def test_other_sizes_of_patches_are_refused(size):
    from common.nets.planes import bind_layer

    with pytest.raises(ValueError, match=f"size: expected 1 or 3, got {size}"):
        bind_layer(3, 3, 4, 4, size)
