"""The map of a SnakeByte match from its seed, as the contest's own generator makes it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from botsmith.referees.sha1prng import Sha1Prng

Place = tuple[int, int]  # x, y
SKEWS = {1: 2.0, 2: 1.0, 3: 0.8}  # by league; of all others LEGEND
LEGEND = 0.3
SHARE = 0.025  # of the empty cells that hold sources
FEW = 8  # sources; fewer are dealt anew
POCKET = 10  # cells; smaller rooms are filled
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left
AROUND = (*SIDES, (-1, -1), (1, 1), (1, -1), (-1, 1))


@dataclass
class Map:
    """walls[y][x]: platforms. sources: in the order in which they are told. starts: player 0's
    snakes, head first; player 1's are their mirror images.
    """

    width: int
    height: int
    walls: list[list[bool]]
    sources: list[Place] = field(default_factory=list)
    starts: list[list[Place]] = field(default_factory=list)

    def places(self) -> Iterator[Place]:
        """Returns all cells, row by row."""
        return ((x, y) for y in range(self.height) for x in range(self.width))

    def mirror(self, place: Place) -> Place:
        return self.width - 1 - place[0], place[1]

    def wall(self, place: Place) -> bool:
        return self.walls[place[1]][place[0]]

    def put(self, place: Place, is_wall: bool) -> None:
        """Sets a cell and its mirror image."""
        for x, y in (place, self.mirror(place)):
            self.walls[y][x] = is_wall

    def near(self, place: Place, steps: tuple[Place, ...] = SIDES) -> list[Place]:
        """Returns the neighbours inside of the grid."""
        found = [(place[0] + x, place[1] + y) for x, y in steps]
        return [(x, y) for x, y in found if 0 <= x < self.width and 0 <= y < self.height]

    def region(self, start: Place) -> list[Place]:
        """Returns the cells of one kind that hang together with `start`."""
        seen, found = {start}, [start]
        for place in found:
            for other in self.near(place):
                if other not in seen and self.wall(other) == self.wall(start):
                    seen.add(other)
                    found.append(other)
        return found

    def add(self, place: Place) -> None:
        self.sources += [place, self.mirror(place)]


def generate(dice: Sha1Prng, league: int) -> Map:
    """Returns the map that the next draws give."""
    height = 10 + int(14 * dice.next_double() ** SKEWS.get(league, LEGEND) + 0.5)
    width = int(1.8 * height + 0.5)
    width += width % 2
    made = Map(width, height, [[True] * width for _ in range(height)])
    scatter(made, dice)
    fill_pockets(made)
    open_dead_ends(made, dice)
    sink(made, dice)
    deal_sources(made, dice)
    for place in made.places():
        if made.wall(place) and not any(map(made.wall, made.near(place, AROUND))):
            made.put(place, False)
            made.add(place)
    choose_starts(made, dice)
    for (x, y), *_ in made.starts:
        if 0 < x < width - 1 and made.wall((x - 1, y)) and made.wall((x + 1, y)):
            made.put((x - 1, y), False)
    return made


def scatter(made: Map, dice: Sha1Prng) -> None:
    """More platforms the lower; the right half is the left one's mirror image."""
    density = 5 + 10 * dice.next_double()
    for y in range(made.height - 2, -1, -1):
        share = (1 / ((made.height - 1 - y) / (made.height - 1) + 0.1)) / density
        row = [dice.next_double() < share for _ in range(made.width)]
        half = row[: made.width // 2]
        made.walls[y] = half + half[::-1]


def fill_pockets(made: Map) -> None:
    seen: set[Place] = set()
    for start in made.places():
        if not made.wall(start) and start not in seen:
            region = made.region(start)
            seen.update(region)
            for x, y in region if len(region) < POCKET else []:
                made.walls[y][x] = True


def open_dead_ends(made: Map, dice: Sha1Prng) -> None:
    has_changed = True
    while has_changed:
        has_changed = False
        for place in made.places():
            blocks = [*filter(made.wall, made.near(place))]
            if not made.wall(place) and len(blocks) >= 3:
                level = [block for block in blocks if block[1] <= place[1]]
                dice.shuffle(level)
                made.put(level[0], False)
                has_changed = True


def sink(made: Map, dice: Sha1Prng) -> None:
    """The floor and all that hangs together with it goes down by its full rows."""
    island = {*made.region((0, made.height - 1))}
    low = 0
    while all((x, made.height - 2 - low) in island for x in range(made.width)):
        low += 1
    if low >= 2:
        low = dice.next_int_between(2, low + 1)
    for place in island:
        made.put(place, False)
    for x, y in island:
        if y + low < made.height:
            made.put((x, y + low), True)


def deal_sources(made: Map, dice: Sha1Prng) -> None:
    for place in made.places():
        if place[0] < made.width // 2 and not made.wall(place) and dice.next_double() < SHARE:
            made.add(place)
    if len(made.sources) >= FEW:
        return
    made.sources = []
    free = [place for place in made.places() if not made.wall(place)]
    dice.shuffle(free)
    wanted = 2 * max(4, int(SHARE * len(free)))
    for place in free:
        if len(made.sources) < wanted and place not in made.sources:
            made.add(place)


def choose_starts(made: Map, dice: Sha1Prng) -> None:
    def column(place: Place) -> list[Place]:
        return [(place[0], place[1] - up) for up in (3, 2, 1)]

    floors = [
        place
        for place in made.places()
        if made.wall(place) and place[1] >= 3 and not any(map(made.wall, column(place)))
    ]
    dice.shuffle(floors)
    wanted = 4 - (made.height <= 15) - (made.height <= 10)
    used: set[Place] = set()
    for floor in floors:
        start = column(floor)
        around = {other for place in start for other in made.near(place, AROUND)}
        middle = made.width // 2
        if len(made.starts) == wanted or floor[0] in (middle - 1, middle) or around & used:
            continue
        used.update(start, map(made.mirror, start))
        made.sources = [place for place in made.sources if place not in used]
        made.starts.append(start)
