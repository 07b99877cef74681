"""The map of a SnakeByte match from its seed, as the contest's own generator makes it."""

from botsmith.referees.sha1prng import Sha1Prng

Place = tuple[int, int]  # x, y
SKEWS = {1: 2.0, 2: 1.0, 3: 0.8}  # by league; of all others LEGEND
LEGEND = 0.3
SHARE = 0.025  # of the empty cells that hold sources
FEW = 8  # sources; fewer are dealt anew
POCKET = 10  # cells; smaller rooms are filled
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left
AROUND = (*SIDES, (-1, -1), (1, 1), (1, -1), (-1, 1))


class Map:
    """The map that the next draws give.

    places: all cells, row by row
    walls: the platforms
    sources: in the order in which they are told
    snakes: by player, their parts, head first
    """

    def __init__(self, dice: Sha1Prng, league: int) -> None:
        self.dice = dice
        self.height = 10 + int(14 * dice.next_double() ** SKEWS.get(league, LEGEND) + 0.5)
        self.width = int(1.8 * self.height + 0.5)
        self.width += self.width % 2
        self.places = [(x, y) for y in range(self.height) for x in range(self.width)]
        self.walls = {(x, self.height - 1) for x in range(self.width)}
        self.sources: list[Place] = []
        self.snakes: tuple[list[list[Place]], list[list[Place]]] = ([], [])
        self.scatter()
        self.fill_pockets()
        self.open_dead_ends()
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

    def pair(self, place: Place) -> list[Place]:
        """Returns a cell and its mirror image."""
        return [place, (self.width - 1 - place[0], place[1])]

    def rows(self) -> list[str]:
        """Returns the grid as it is told."""
        cells = [".#"[place in self.walls] for place in self.places]
        return ["".join(cells[at : at + self.width]) for at in range(0, len(cells), self.width)]

    def near(self, place: Place, steps: tuple[Place, ...] = SIDES) -> list[Place]:
        """Returns the neighbours inside of the grid."""
        found = [(place[0] + x, place[1] + y) for x, y in steps]
        return [(x, y) for x, y in found if 0 <= x < self.width and 0 <= y < self.height]

    def region(self, start: Place) -> set[Place]:
        """Returns the cells of one kind that hang together with `start`."""
        found, queue = {start}, [start]
        for place in queue:
            for other in self.near(place):
                if other not in found and (other in self.walls) == (start in self.walls):
                    found.add(other)
                    queue.append(other)
        return found

    def scatter(self) -> None:
        """Adds platforms, more of them lower down; the right half mirrors the left one."""
        density = 5 + 10 * self.dice.next_double()
        for y in range(self.height - 2, -1, -1):
            share = (1 / ((self.height - 1 - y) / (self.height - 1) + 0.1)) / density
            for x in range(self.width):
                if self.dice.next_double() < share and x < self.width // 2:
                    self.walls.update(self.pair((x, y)))

    def fill_pockets(self) -> None:
        free = {*self.places} - self.walls
        while free:
            region = self.region(min(free))
            free -= region
            if len(region) < POCKET:
                self.walls |= region

    def open_dead_ends(self) -> None:
        has_changed = True
        while has_changed:
            has_changed = False
            for place in self.places:
                blocks = [near for near in self.near(place) if near in self.walls]
                if place not in self.walls and len(blocks) >= 3:
                    level = [block for block in blocks if block[1] <= place[1]]
                    self.dice.shuffle(level)
                    self.walls.difference_update(self.pair(level[0]))
                    has_changed = True

    def sink(self) -> None:
        """Lowers the floor and all that hangs together with it by its full rows."""
        island = self.region((0, self.height - 1))
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
