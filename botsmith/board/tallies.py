"""Counts where bots win: shares by seat, by seed and by map.

A share is defined in standings.py: 1 for a win, 1/k in a tie of k for the first rank, else 0. Every
number has its sample, and so an interval, in which the games of a seed count together.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from botsmith.arena.matches.league import Plan
from botsmith.arena.matches.played import Played
from botsmith.arena.statistics.stats import Sample, share
from botsmith.programs import is_foreign
from botsmith.referees import referee_for

MOST_BLOCKS = 24  # of seeds, an even number: at one more, two become one


@dataclass
class Block:
    """A block of consecutive seeds.

    first, last: the first and the last seed
    seeds: the number of seeds
    """

    first: int
    last: int
    seeds: int
    sample: Sample


class Seeds:
    """A bot's shares by seed, in blocks of `size` seeds each; the last block may have fewer."""

    def __init__(self, per_seed: int) -> None:
        self.per_seed = per_seed
        self.size = 1
        self.blocks: list[Block] = []

    def add(self, seed: int, value: float) -> None:
        """Counts a game of a seed. All games of a seed must be added one after another."""
        if not self.blocks or seed != self.blocks[-1].last:
            self._open(seed)
        self.blocks[-1].sample.add(seed, value)

    def _open(self, seed: int) -> None:
        """Begins a new seed, and joins blocks in pairs when there are too many."""
        if self.blocks and self.blocks[-1].seeds < self.size:
            self.blocks[-1].seeds += 1
            self.blocks[-1].last = seed
            return
        if len(self.blocks) == MOST_BLOCKS:
            self.size *= 2
            for block, other in zip(self.blocks[::2], self.blocks[1::2], strict=True):
                block.sample.join(other.sample)
                block.last, block.seeds = other.last, block.seeds + other.seeds
            del self.blocks[1::2]
        self.blocks.append(Block(seed, seed, 1, Sample(self.per_seed)))


class Tally:
    """The shares of one level.

    seats: samples by (bot, seat)
    anybody: samples by seat, over all bots
    maps: by map, the number of games and the samples by bot; empty in a game without named maps
    """

    def __init__(self, plan: Plan) -> None:
        series = plan.series
        per_seed = [sum(bot in group for group in series) for bot in range(len(plan.bots))]
        places = range(plan.seats)
        self.plan = plan
        self.anybody = [Sample(plan.seats * len(series)) for _ in places]
        self.seats = {(bot, at): Sample(n) for bot, n in enumerate(per_seed) for at in places}
        self.seeds = [Seeds(plan.seats * games) for games in per_seed]
        self.map_games: dict[str, int] = {}
        self.maps: dict[tuple[str, int], Sample] = {}

    def add(self, played: Played, map_name: str) -> None:
        """Counts the next match of the level. `map_name` is "" in a game without named maps."""
        ranks, seed = played.ranks, played.seed
        if map_name:
            self.map_games[map_name] = self.map_games.get(map_name, 0) + 1
        for place, bot in enumerate(played.order):
            first = share(ranks, place)
            self.anybody[place].add(seed, first)
            self.seats[bot, place].add(seed, first)
            self.seeds[bot].add(seed, first)
            if map_name:
                shares = self.maps.setdefault((map_name, bot), Sample(self.seeds[bot].per_seed))
                shares.add(seed, first)


def maps_of(game: str) -> Callable[[int], str]:
    """Returns a function from a seed to the name of its map; "" if the game names no maps. It
    remembers the last seed.
    """
    if is_foreign(game):
        return lambda seed: ""
    return lru_cache(1)(referee_for(game).map_of)


def natural(name: str) -> list[tuple[int, str]]:
    """Returns a key that sorts "map 2" before "map 10"."""
    return [(int(word), "") if word.isdecimal() else (-1, word) for word in name.split(" ")]
