"""Grids: neighbours, sight and reach, against walks that are written out."""

from random import Random

import pytest

from common.grid import BEYOND, NOBODY, WAYS, sight, spread, step
from common.kernel import Numbers, kernel, numbers, record
from tests.compiler.library import check

WIDTH, HEIGHT = 7, 5
CELLS = WIDTH * HEIGHT
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


@record
class Memory:
    """A grid and what `spread` writes."""

    walls: Numbers[bool] = numbers(bool, CELLS)
    owner: Numbers[int] = numbers(int, CELLS)
    distance: Numbers[int] = numbers(int, CELLS)
    queue: Numbers[int] = numbers(int, CELLS)


@kernel
def go(memory: Memory, walkers: int) -> int:
    """All kernels, called as a bot does."""
    ahead = sight(memory.walls, memory.queue[0], 1, WIDTH, HEIGHT)
    reached = spread(
        memory.walls, memory.owner, memory.distance, memory.queue, walkers, WIDTH, HEIGHT
    )
    return ahead + reached


def place(cell: int) -> tuple[int, int]:
    return cell % WIDTH, cell // WIDTH


def inside(x: int, y: int) -> int:
    return y * WIDTH + x if 0 <= x < WIDTH and 0 <= y < HEIGHT else BEYOND


def test_a_step_leads_to_the_neighbour_or_beyond_the_edge():
    for cell in range(CELLS):
        x, y = place(cell)
        for way, (dx, dy) in enumerate(STEPS):
            assert step(cell, way, WIDTH, HEIGHT) == inside(x + dx, y + dy)
    assert len(STEPS) == WAYS


@pytest.mark.parametrize("seed", range(20))
def test_sight_and_reach_are_those_of_walks(seed):
    dice, memory = Random(seed), Memory()
    memory.walls[:] = [dice.random() < 0.25 for _ in range(CELLS)]
    starts = dice.sample(range(CELLS), 3)
    for way, (dx, dy) in enumerate(STEPS):
        x, y = place(starts[0])
        free = 0
        while (ahead := inside(x + dx, y + dy)) != BEYOND and not memory.walls[ahead]:
            x, y, free = x + dx, y + dy, free + 1
        assert sight(memory.walls, starts[0], way, WIDTH, HEIGHT) == free
    memory.queue[:3] = starts
    reached = spread(memory.walls, memory.owner, memory.distance, memory.queue, 3, WIDTH, HEIGHT)
    steps = [distances(memory.walls, start) for start in starts]
    for cell in range(CELLS):
        near = min((found[cell], walker) for walker, found in enumerate(steps))
        is_met = near[0] <= CELLS
        assert memory.distance[cell] == (near[0] if is_met else BEYOND)
        if cell in starts or not is_met:
            assert memory.owner[cell] == (starts.index(cell) if cell in starts else NOBODY)
        else:
            assert steps[memory.owner[cell]][cell] == near[0]
    assert reached == sum(one >= 0 for one in memory.distance) - 3


def distances(walls: Numbers[bool], start: int) -> list[int]:
    """Steps to each cell by relaxing until nothing changes; more than CELLS is out of reach."""
    found = [0 if cell == start else CELLS + 1 for cell in range(CELLS)]
    for _ in range(CELLS):
        for cell in range(CELLS):
            x, y = place(cell)
            for dx, dy in STEPS:
                ahead = inside(x + dx, y + dy)
                if ahead != BEYOND and not walls[ahead]:
                    found[ahead] = min(found[ahead], found[cell] + 1)
    return found


def test_they_are_kernels():
    check((go,))
