"""Results by groups of matches, and which of a bot's values go with winning."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from botsmith.arena.matches.played import Played
from botsmith.arena.statistics.stats import Sample, quantile as normal_quantile, share, wilson
from botsmith.arena.store.where import Condition, Facts

MOST_GROUPS = 500
MOST_VALUES = 20  # told in the table of what goes with winning


@dataclass
class Group:
    """The seats of one bot whose keys are equal."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    ranks: int = 0
    sample: Sample | None = None

    def add(self, played: Played, place: int) -> None:
        """Counts one seat of a match."""
        first = played.ranks[place] == 1
        alone = played.ranks.count(1) == 1
        self.games += 1
        self.won += first and alone
        self.drawn += first and not alone
        self.ranks += played.ranks[place]
        self.sample = self.sample or Sample(1)
        self.sample.add(played.seed, share(played.ranks, place))

    def as_json(self, keys: dict[str, Any], confidence: float) -> dict[str, Any]:
        """Returns an entry of `groups`."""
        assert self.sample is not None
        mean, _ = self.sample.effective()
        return {
            "keys": keys,
            "games": self.games,
            "wins": self.won,
            "draws": self.drawn,
            "losses": self.games - self.won - self.drawn,
            "first_share": mean,
            "interval": list(self.sample.interval(confidence)),
            "mean_rank": self.ranks / self.games,
        }


class Groups:
    """The seats that a condition holds for, match after match.

    keys: behind the bot's name, which is always the first.
    matches: the store's numbers of those of which a seat is meant.
    """

    def __init__(self, where: Condition | None, keys: Sequence[str]) -> None:
        self.where, self.keys = where, keys
        self.found: dict[tuple[Any, ...], Group] = defaultdict(Group)
        self.pairs: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
        self.matches: list[int] = []

    @property
    def names(self) -> set[str]:
        """Returns the facts that it needs: also all that bots tell, for what goes with winning."""
        return {*self.keys, *(self.where.names if self.where else ()), "data."}

    def add(self, played: Played, seats: Sequence[Facts]) -> None:
        """Counts a match."""
        where = self.where
        meant = [n for n, facts in enumerate(seats) if where is None or where.holds(facts)]
        for place in meant:
            key = (seats[place].of("bot"), *(seats[place].of(name) for name in self.keys))
            if key in self.found or len(self.found) < MOST_GROUPS:
                self.found[key].add(played, place)
        if meant:
            self.matches.append(played.id)
        if meant and len(seats) == 2 and played.ranks[0] != played.ranks[1]:
            compare(seats, played.ranks.index(1), self.pairs)

    def as_json(self, confidence: float) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Returns `groups` and `goes_with_winning` of a document."""
        names = ("bot", *self.keys)
        rows = [
            group.as_json(dict(zip(names, key, strict=True)), confidence)
            for key, group in sorted(
                self.found.items(), key=lambda item: tuple(map(sort_key, item[0]))
            )
        ]
        return rows, winning(self.pairs, confidence)


def sort_key(value: Any) -> tuple[int, Any]:
    """Orders numbers first, by size; then texts."""
    return (0, value) if isinstance(value, (int, float)) else (1, str(value))


def compare(seats: Sequence[Facts], winner: int, pairs: dict[str, list[int]]) -> None:
    """Counts, for each number that both told, if the winner's was higher, lower or equal."""
    own, other = seats[winner].spaces["data"], seats[1 - winner].spaces["data"]
    for name in own.keys() & other.keys():
        values = own[name], other[name]
        if all(isinstance(value, (int, float)) for value in values):
            place = 0 if values[0] > values[1] else 1 if values[0] < values[1] else 2
            pairs[name][place] += 1


def winning(pairs: dict[str, list[int]], confidence: float) -> list[dict[str, Any]]:
    """Returns how often the winner's value of each number was the higher one, clearest first."""
    z = normal_quantile(confidence)
    rows: list[dict[str, Any]] = []
    for name, (higher, lower, equal) in pairs.items():
        if higher + lower:
            mean = higher / (higher + lower)
            low, high = (float(end) for end in wilson(mean, higher + lower, z))
            row: dict[str, Any] = {"name": name, "higher": higher, "lower": lower, "equal": equal}
            rows.append({**row, "share": mean, "interval": [low, high]})
    return sorted(rows, key=lambda row: (-abs(row["share"] - 0.5), row["name"]))[:MOST_VALUES]
