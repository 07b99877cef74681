"""Makes the map of a SnakeByte match from its seed, as the contest's own generator does."""

from botsmith.referees.grids import AROUND, Grid, Place
from botsmith.referees.sha1prng import Sha1Prng

SKEWS = {1: 2.0, 2: 1.0, 3: 0.8}  # by league; of all others LEGEND
LEGEND = 0.3
SHARE = 0.025  # of the empty cells that hold sources
FEW = 8  # sources; fewer are dealt anew
POCKET = 10  # cells; smaller rooms are filled
LOWEST, ROOM = 10, 14  # rows of the lowest grid, and how many more there may be


def width_of(height: int) -> int:
    """Returns the number of columns of a grid with `height` rows."""
    width = int(1.8 * height + 0.5)
    return width + width % 2


def is_grid(width: int, height: int) -> bool:
    """Returns True if the generator makes grids of this size, in cells."""
    return LOWEST <= height <= LOWEST + ROOM and width == width_of(height)


class Map(Grid):
    """A map, drawn from a generator.

    walls: the platforms
    sources: in the order of the players' input
    snakes: by player, the parts of each, head first
    """

    def __init__(self, dice: Sha1Prng, league: int) -> None:
        height = LOWEST + int(ROOM * dice.next_double() ** SKEWS.get(league, LEGEND) + 0.5)
        super().__init__(width_of(height), height)
        self.dice = dice
        self.walls = {(x, height - 1) for x in range(self.width)}
        self.sources: list[Place] = []
        self.snakes: tuple[list[list[Place]], list[list[Place]]] = ([], [])
        self.scatter()
        for room in self.regions({*self.places} - self.walls):
            if len(room) < POCKET:
                self.walls |= room
        while any([self.opens(place) for place in self.places]):
            pass
        self.sink()
        self.deal_sources()
        for place in self.places:
            if place in self.walls and not self.walls & {*self.near(place, AROUND)}:
                self.walls.difference_update(self.pair(place))
                self.sources += self.pair(place)
        self.choose_starts()
        for (x, y), *_ in self.snakes[0]:
            if {(x - 1, y), (x + 1, y)} <= self.walls:
                self.walls.difference_update(self.pair((x - 1, y)))

    def scatter(self) -> None:
        """Adds platforms, more of them lower down; the right half mirrors the left one."""
        density = 5 + 10 * self.dice.next_double()
        for y in range(self.height - 2, -1, -1):
            share = (1 / ((self.height - 1 - y) / (self.height - 1) + 0.1)) / density
            for x in range(self.width):
                if self.dice.next_double() < share and x < self.width // 2:
                    self.walls.update(self.pair((x, y)))

    def opens(self, place: Place) -> bool:
        """Opens a place and its mirror image if the place is a dead end. Returns True if it was
        one.
        """
        beside = [] if place in self.walls else self.near(place)
        blocks = [near for near in beside if near in self.walls]
        if len(blocks) < 3:
            return False
        level = [block for block in blocks if block[1] <= place[1]]
        self.dice.shuffle(level)
        self.walls.difference_update(self.pair(level[0]))
        return True

    def sink(self) -> None:
        """Removes the full rows of the floor, and moves all platforms connected to the floor down
        by their number.
        """
        floor = (0, self.height - 1)
        (island,) = (region for region in self.regions(self.walls) if floor in region)
        low = 0
        while all((x, self.height - 2 - low) in island for x in range(self.width)):
            low += 1
        if low >= 2:
            low = self.dice.next_int_between(2, low + 1)
        self.walls -= island
        self.walls |= {(x, y + low) for x, y in island if y + low < self.height}

    def deal_sources(self) -> None:
        free = [place for place in self.places if place not in self.walls]
        for place in free:
            if place[0] < self.width // 2 and self.dice.next_double() < SHARE:
                self.sources += self.pair(place)
        if len(self.sources) < FEW:
            self.sources = []
            self.dice.shuffle(free)
            wanted = 2 * max(4, int(SHARE * len(free)))
            for place in free:
                if len(self.sources) < wanted and place not in self.sources:
                    self.sources += self.pair(place)

    def choose_starts(self) -> None:
        starts = [[(x, y - up) for up in (3, 2, 1)] for x, y in self.places if (x, y) in self.walls]
        starts = [start for start in starts if start[0][1] >= 0 and not self.walls & {*start}]
        self.dice.shuffle(starts)
        wanted = 4 - (self.height <= 15) - (self.height <= 10)
        used: set[Place] = set()
        for start in starts:
            around = {other for place in start for other in self.near(place, AROUND)}
            is_middle = start[0][0] in (self.width // 2 - 1, self.width // 2)
            if len(self.snakes[0]) < wanted and not is_middle and not around & used:
                pairs = [*map(self.pair, start)]
                for player, snakes in enumerate(self.snakes):
                    snakes.append([pair[player] for pair in pairs])
                    used.update(snakes[-1])
        self.sources = [place for place in self.sources if place not in used]
