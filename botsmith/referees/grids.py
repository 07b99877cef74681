"""A grid on which a generator lays out a map: neighbours, regions, mirror images, rows.

Place  (x, y): x from the left, y from the top, from 0 on
"""

from collections.abc import Container, Set

Place = tuple[int, int]
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # up, right, down, left
AROUND = (*SIDES, (-1, -1), (1, 1), (1, -1), (-1, 1))


class Grid:
    """A grid of places. `places` lists them row by row from the top."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.places = [(x, y) for y in range(height) for x in range(width)]

    def near(self, place: Place, steps: tuple[Place, ...] = SIDES) -> list[Place]:
        """Returns the neighbours of a place that lie inside the grid, in the order of `steps`."""
        x, y = place
        ways = [(x + across, y + down) for across, down in steps]
        if 0 < x < self.width - 1 and 0 < y < self.height - 1:
            return ways
        return [(x, y) for x, y in ways if 0 <= x < self.width and 0 <= y < self.height]

    def pair(self, place: Place) -> list[Place]:
        """Returns a place and its mirror image, with left and right exchanged."""
        return [place, (self.width - 1 - place[0], place[1])]

    def regions(self, places: Set[Place]) -> list[set[Place]]:
        """Returns these places in regions. The places of a region are connected through their
        sides.
        """
        found, left = list[set[Place]](), {*places}
        while left:
            queue = [left.pop()]
            for place in queue:
                fresh = left.intersection(self.near(place))
                left -= fresh
                queue += fresh
            found.append({*queue})
        return found

    def rows(self, walls: Container[Place]) -> list[str]:
        """Returns the grid as text: # for a wall, . for any other place."""
        marks = "".join(".#"[place in walls] for place in self.places)
        return [marks[at : at + self.width] for at in range(0, len(marks), self.width)]
