"""Counts results by groups of matches, and compares the values that winners and losers reported."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean
from typing import Any

from botsmith.arena.matches.played import Played
from botsmith.arena.statistics.standings import Results
from botsmith.arena.statistics.stats import quantile as normal_quantile, wilson
from botsmith.arena.store.where import DATA, Condition, Facts

MOST_GROUPS = 500
MOST_VALUES = 20  # rows of the table of what goes with winning
WHOLE, THIRDS = "match", ("first", "middle", "last")  # of a match: over what a value is averaged
Pair = tuple[float, float]  # the winner's value in a match, and the mean of the others'


def compared(pairs: Sequence[Pair], confidence: float) -> dict[str, Any]:
    """Returns how often the winner's value was higher, the mean values, and their difference with
    its interval, which is None for a single match.
    """
    differences = [winner - loser for winner, loser in pairs]
    games, mean = len(pairs), fmean(differences)
    higher, lower = sum(each > 0.0 for each in differences), sum(each < 0.0 for each in differences)
    unequal = higher + lower
    share = higher / unequal if unequal else 0.5
    z = normal_quantile(confidence)
    spread = None
    if games > 1:
        variance = sum((each - mean) ** 2 for each in differences) / (games - 1)
        wide = student(z, games - 1) * sqrt(variance / games)
        spread = [mean - wide, mean + wide]
    interval = [*map(float, wilson(share, unequal, z))] if unequal else [0.0, 1.0]
    counts = {"higher": higher, "lower": lower, "equal": games - unequal}
    means = {"winner": fmean(own for own, _ in pairs), "loser": fmean(other for _, other in pairs)}
    difference = {"difference": mean, "difference_interval": spread}
    return {**counts, "share": share, "interval": interval, **means, **difference}


def student(z: float, freedom: int) -> float:
    """Returns the quantile of Student's distribution for the normal quantile z, by the first terms
    of the Cornish-Fisher expansion: within 1 % from 4 degrees of freedom on at z = 1.96.
    """
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


class Groups:
    """The seats for which a condition is true, match after match.

    keys: the keys behind the bot's name, which is always the first
    me: the bot whose seats count, "" for all
    found: the results of the seats that have the same keys, counted as in a game for two
    matches: the store's numbers of the matches with such a seat
    values: by a value's name and the keys that all seats of a match share: the pairs over whole
    matches and over their thirds
    """

    def __init__(self, where: Condition | None, keys: Sequence[str], me: str = "") -> None:
        self.where, self.keys, self.me = where, keys, me
        self.found: dict[tuple[Any, ...], Results] = defaultdict(lambda: Results(2, 1))
        self.values: dict[tuple[str, tuple[tuple[str, Any], ...]], dict[str, list[Pair]]] = {}
        self.matches: list[int] = []

    @property
    def names(self) -> set[str]:
        """Returns the names of the facts that it needs, with all values that bots report."""
        return {*self.keys, *(self.where.names if self.where else ()), f"{DATA}."}

    def add(self, played: Played, seats: Sequence[Facts]) -> None:
        """Counts a match."""
        where = self.where
        meant = [n for n, facts in enumerate(seats) if where is None or where.holds(facts)]
        meant = [n for n in meant if self.me in ("", seats[n].of("bot"))]
        for place in meant:
            key = (seats[place].of("bot"), *(seats[place].of(name) for name in self.keys))
            if key in self.found or len(self.found) < MOST_GROUPS:
                self.found[key].count(played.seed, played.ranks, place)
        if meant:
            self.matches.append(played.id)
        if meant and len(seats) > 1 and played.ranks.count(1) == 1:
            self.compare(seats, played.ranks.index(1))

    def compare(self, seats: Sequence[Facts], winner: int) -> None:
        """Counts the winner's value of each name that all seats reported, against the mean of the
        others'.
        """
        rows = [{key: facts.of(key) for key in self.keys} for facts in seats]
        shared = tuple(item for item in rows[0].items() if all(item in row.items() for row in rows))
        values_of = [values for facts in seats for values in facts.series.values()]
        turns = 1 + max((turn for values in values_of for turn, _ in values), default=0)
        for name in set.intersection(*({*facts.series} for facts in seats)):
            means = [means_of(facts.series[name], turns) for facts in seats]
            others = means[:winner] + means[winner + 1 :]
            pairs = self.values.setdefault((name, shared), defaultdict(list))
            for part, own in means[winner].items():
                if all(part in other for other in others):
                    pairs[part].append((own, fmean(other[part] for other in others)))

    def as_json(self, confidence: float) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Returns the entries `groups` and `goes_with_winning` of a document, the clearest
        differences first.
        """
        names = ("bot", *self.keys)
        rows = []
        for key in sorted(self.found, key=lambda key: tuple(map(sort_key, key))):
            keys = dict(zip(names, key, strict=True))
            rows.append({"keys": keys, **self.found[key].figures(confidence)})
        values = []
        for (name, shared), pairs in self.values.items():
            if any(winner != loser for winner, loser in pairs[WHOLE]):
                thirds = {one: compared(pairs[one], confidence) for one in THIRDS if one in pairs}
                row = {"name": name, "keys": dict(shared), **compared(pairs[WHOLE], confidence)}
                values.append({**row, "thirds": thirds})
        values.sort(key=lambda row: (-clearness(row), row["name"], str(row["keys"])))
        return rows, values[:MOST_VALUES]


def means_of(values: Sequence[tuple[int, float]], turns: int) -> dict[str, float]:
    """Returns the mean of a value over a match of `turns` turns, and over each third that has a
    value.

    values: (turn, value) pairs
    """
    found = {WHOLE: [value for _, value in values]}
    for turn, value in values:
        found.setdefault(THIRDS[3 * turn // turns], []).append(value)
    return {part: fmean(each) for part, each in found.items()}


def sort_key(value: Any) -> tuple[int, Any]:
    """Returns a key that sorts numbers first, by size, then texts."""
    return (0, value) if isinstance(value, (int, float)) else (1, str(value))


def clearness(row: Mapping[str, Any]) -> float:
    """Returns the distance of a row's interval from 1/2; below 0 if 1/2 lies in the interval."""
    low, high = row["interval"]
    return float(max(low - 0.5, 0.5 - high))
