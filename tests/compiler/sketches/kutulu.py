"""Kutulu's hot loops: all distances by breadth-first search, and minions that walk to the
nearest.
"""

from random import Random
from typing import Any

from common.kernel import Numbers, Records, kernel, numbers, record, records

WIDTH = 12
HEIGHT = 8
CELLS = WIDTH * HEIGHT
FAR = 9999
MINIONS = 16
EXPLORERS = 4
STEPS = (-WIDTH, 1, WIDTH, -1)  # up, right, down, left: the border is wall, so no step leaves


@record
class Maze:
    """wall: by cell. distance[a * CELLS + b]: steps from a to b, FAR if there is no way."""

    wall: Numbers[bool] = numbers(bool, CELLS)
    distance: Numbers[int] = numbers(int, CELLS * CELLS)


@record
class Minion:
    """spawning, recall: turns until it appears and until it leaves."""

    cell: int
    spawning: int
    recall: int
    target: int = -1


@record
class Scene:
    """Who stands where, and how sane the explorers are."""

    minions: Records[Minion] = records(Minion, MINIONS)
    minion_count: int
    cell: Numbers[int] = numbers(int, EXPLORERS)
    sanity: Numbers[int] = numbers(int, EXPLORERS)


@kernel
def measure(maze: Maze) -> int:
    """Fills `distance`; the number of pairs that are connected."""
    queue = numbers(int, CELLS)
    pairs = 0
    for start in range(CELLS):
        row = start * CELLS
        for cell in range(CELLS):
            maze.distance[row + cell] = FAR
        if maze.wall[start]:
            continue
        maze.distance[row + start] = 0
        queue[0] = start
        head = 0
        tail = 1
        while head < tail:
            cell_here = queue[head]
            head += 1
            pairs += 1
            for way in range(4):
                beside = cell_here + STEPS[way]
                if not maze.wall[beside] and maze.distance[row + beside] == FAR:
                    maze.distance[row + beside] = maze.distance[row + cell_here] + 1
                    queue[tail] = beside
                    tail += 1
    return pairs


@kernel
def nearest(maze: Maze, scene: Scene, cell: int) -> int:
    """The explorer nearest to `cell` with sanity left, the first of equals; -1 if there is none."""
    best = -1
    steps = FAR
    for who in range(EXPLORERS):
        away = maze.distance[cell * CELLS + scene.cell[who]]
        if scene.sanity[who] > 0 and away < steps:
            best = who
            steps = away
    return best


@kernel
def move_minions(maze: Maze, scene: Scene) -> None:
    """Every minion awake takes one step toward its target, in the order of STEPS."""
    kept = 0
    for index in range(scene.minion_count):
        minion = scene.minions[index]
        if minion.spawning > 0:
            minion.spawning -= 1
        else:
            minion.recall -= 1
            minion.target = nearest(maze, scene, minion.cell)
            if minion.target >= 0:
                goal = scene.cell[minion.target]
                away = maze.distance[minion.cell * CELLS + goal]
                for way in range(4):
                    beside = minion.cell + STEPS[way]
                    if maze.distance[beside * CELLS + goal] < away:
                        minion.cell = beside
                        break
                if minion.cell == goal:
                    scene.sanity[minion.target] -= 20
                    minion.recall = 0
        if minion.spawning > 0 or minion.recall > 0:
            keep(scene, kept, index)
            kept += 1
    scene.minion_count = kept


@kernel
def keep(scene: Scene, place: int, index: int) -> None:
    """Moves minion `index` down to `place`."""
    target = scene.minions[place]
    source = scene.minions[index]
    target.cell = source.cell
    target.spawning = source.spawning
    target.recall = source.recall
    target.target = source.target


@kernel
def frighten(maze: Maze, scene: Scene, turns: int) -> float:
    """`turns` turns of minions and of fear; the mean sanity left."""
    for _ in range(turns):
        move_minions(maze, scene)
        for who in range(EXPLORERS):
            is_alone = True
            for other in range(EXPLORERS):
                steps = maze.distance[scene.cell[who] * CELLS + scene.cell[other]]
                is_alone = is_alone and (other == who or steps > 2)
            scene.sanity[who] = max(0, scene.sanity[who] - (3 if is_alone else 1))
    total = 0
    for who in range(EXPLORERS):
        total += scene.sanity[who]
    return float(total) / float(EXPLORERS)


ENTRIES = (measure, frighten)


def calls(seed: int) -> list[tuple[Any, list[Any]]]:
    """What the test calls, in a random maze."""
    rnd = Random(seed)
    maze, scene = Maze(), Scene()
    for cell in range(CELLS):
        x, y = cell % WIDTH, cell // WIDTH
        maze.wall[cell] = x in (0, WIDTH - 1) or y in (0, HEIGHT - 1) or rnd.random() < 0.25
    free = [cell for cell in range(CELLS) if not maze.wall[cell]]
    for who in range(EXPLORERS):
        scene.cell[who] = rnd.choice(free)
        scene.sanity[who] = rnd.randrange(0, 250)
    scene.minion_count = rnd.randrange(1, MINIONS)
    for index in range(scene.minion_count):
        minion = scene.minions[index]
        minion.cell, minion.spawning, minion.recall = rnd.choice(free), rnd.randrange(4), 40
    return [(measure, [maze]), (frighten, [maze, scene, 12])]
