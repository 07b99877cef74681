"""A small maze for tests of Kutulu's rules, and what happens there."""

import io
from typing import Any

from bots.kutulu import protocol
from bots.kutulu.paths import EXPLORERS
from bots.kutulu.rules import WAIT, Explorer, World, create
from botsmith.referees.kutulu_chase import play_exactly
from common.rng import make_dice
from common.stdio import LineReader

ROWS = [
    "###########",
    "#S.......w#",
    "#.#.###.#.#",
    "#S..#U#..S#",
    "#.#.#.#.#.#",
    "#w.......S#",
    "###########",
]
LONELY, GROUP, SPAWN_TIME, LIFE_TIME = 4, 2, 3, 30


def reader(*lines: str) -> LineReader:
    """A reader of these lines."""
    return LineReader(io.StringIO("".join(f"{line}\n" for line in lines)))


class Table:
    """A world on the small maze: explorers far from each other, no minions, turn 1."""

    def __init__(self, turn: int = 1) -> None:
        self.place = protocol.make_place(ROWS, [LONELY, GROUP, SPAWN_TIME, LIFE_TIME])
        self.world = World()
        self.world.turn = turn
        self.dice = make_dice(1)
        self.put((1, 1), (9, 5), (1, 5), (9, 1))

    def put(self, *spots: tuple[int, int]) -> None:
        """Moves the explorers to these places."""
        for who, spot in enumerate(spots):
            self.world.explorers[who].cell = self.place.cells[spot]

    def one(self, who: int) -> Explorer:
        return self.world.explorers[who]

    def spot(self, cell: int) -> tuple[int, int]:
        return self.place.spots[cell]

    def wanderer(self, spot: tuple[int, int], target: int = -1, life: int = 20) -> None:
        """An awake wanderer."""
        world, index = self.world, self.world.count
        create(world, self.place.cells[spot], world.turn + life - 1)
        world.target[index] = target

    def slasher(self, spot: tuple[int, int], **fields: Any) -> None:
        """A slasher; fields of the record by name."""
        world = self.world
        one = world.slashers[world.slasher_count]
        one.cell, one.target, one.memory = self.place.cells[spot], -1, -1
        for name, value in fields.items():
            setattr(one, name, value)
        world.slasher_count += 1
        create(world, -world.slasher_count, 0)

    def play(self, *actions: int) -> None:
        """One turn; who is not named waits."""
        orders = [*actions, *[WAIT] * (EXPLORERS - len(actions))]
        play_exactly(self.world, self.place.maze, self.dice, orders)

    def sanities(self) -> list[int]:
        return [self.one(who).sanity for who in range(EXPLORERS)]
