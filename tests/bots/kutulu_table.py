"""A small maze for tests of Kutulu's rules, and what happens there."""

from typing import Any

from bots.kutulu import protocol
from bots.kutulu.outlook import View, look
from bots.kutulu.paths import PLAYERS, WAIT, Maze
from bots.kutulu.rules import Player, World, create, put
from botsmith.referees.java_random import JavaRandom
from contests.kutulu.referee import play_turn

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


def seen_of(world: World, maze: Maze, seat: int) -> list[int]:
    """What the network sees of an explorer."""
    view = View()
    look(world, maze, seat, view.of)
    return [*view.of]


class Table:
    """A world on the small maze: explorers far from each other, no minions, turn 1."""

    def __init__(self, turn: int = 1) -> None:
        self.maze = protocol.make_maze(ROWS, [LONELY, GROUP, SPAWN_TIME, LIFE_TIME])
        self.cells = protocol.cells_of(self.maze)
        self.world = World()
        self.world.turn = turn
        self.dice = JavaRandom(1)
        self.put((1, 1), (9, 5), (1, 5), (9, 1))

    def put(self, *spots: tuple[int, int]) -> None:
        """Moves the explorers to these places."""
        for who, spot in enumerate(spots):
            put(self.world, who, self.cells[spot])

    def one(self, who: int) -> Player:
        return self.world.players[who]

    def spot(self, cell: int) -> tuple[int, int]:
        return self.maze.cells[cell].x, self.maze.cells[cell].y

    def wanderer(self, spot: tuple[int, int], target: int = -1, life: int = 20) -> None:
        """An awake wanderer."""
        create(self.world, self.cells[spot], target, self.world.turn + life - 1)

    def slasher(self, spot: tuple[int, int], target: int = -1, **fields: Any) -> None:
        """A slasher; fields of the record by name."""
        world = self.world
        one = world.slashers[world.slasher_count]
        one.memory = -1
        for name, value in fields.items():
            setattr(one, name, value)
        world.slasher_count += 1
        create(world, self.cells[spot], target, -world.slasher_count)

    def play(self, *actions: int) -> None:
        """One turn; who is not named waits."""
        orders = [*actions, *[WAIT] * (PLAYERS - len(actions))]
        play_turn(self.world, self.maze, self.dice, orders)

    def sanities(self) -> list[int]:
        return [self.one(who).sanity for who in range(PLAYERS)]
