"""Shows the tables behind `--where` and `--by`."""

from collections.abc import Sequence
from typing import Any

from botsmith.arena.store.groups import THIRDS, Groups
from botsmith.arena.store.where import (
    Condition,
    Facts,
    Matches,
    check_names,
    check_stored,
    keys_from,
    stored_facts,
)
from botsmith.cli.grid import Grid
from botsmith.printable import say


class Asked:
    """The values of `--where` and `--by`.

    Its constructor raises BadInput for a text that cannot be read, or for a name that the game, if
    it is given, does not have.
    """

    def __init__(self, where: str | None, by: str | None = None, game: str | None = None) -> None:
        self.condition = Condition(where) if where is not None else None
        self.keys = keys_from(by) if by is not None else []
        self.text = where or ""
        if game is not None:
            for option, names in self.by_option.items():
                check_names(names, game, option)

    @property
    def by_option(self) -> dict[str, set[str]]:
        """Returns the names of facts in the two options, by option."""
        return {"--where": self.condition.names if self.condition else set(), "--by": {*self.keys}}

    def chooses(self, seat: Facts) -> bool:
        """Returns True if --where is true of a seat."""
        return self.condition is None or self.condition.holds(seat)

    def report(
        self, store: Matches, league: int | None, confidence: float, me: str = "", vs: str = ""
    ) -> dict[str, Any]:
        """Returns the entries `where`, `by`, `groups` and `goes_with_winning` of a document. Raises
        BadInput, before any match is read, for a fact that the store does not have.

        me, vs: only matches of bot `me`, and only against bot `vs`; "" for all
        """
        check_stored(store, league, self.by_option)
        groups = Groups(self.condition, self.keys or ["rival"] * bool(me), me)
        for played, seats in stored_facts(store, store.matches(league), groups.names):
            if not vs or vs in [facts.of("bot") for facts in seats]:
                groups.add(played, seats)
        rows, winning = groups.as_json(confidence)
        found = {"where": self.text, "by": list(groups.keys), "groups": rows}
        return {**found, "goes_with_winning": winning}


def show_groups(report: dict[str, Any]) -> None:
    """Prints the tables of the groups, and of the values that go with winning."""
    if not report["groups"]:
        say(f"no match where {report['where']}")
        return
    title = f"where {report['where']}" if report["where"] else f"by {', '.join(report['by'])}"
    names = list(report["groups"][0]["keys"])
    columns = {"bot": 9, **dict.fromkeys(names[1:], 8), "games": 6, "won": 4, "drawn": 1}
    grid = Grid(title, {**columns, "lost": 3, "share": 7, "mean rank": 2})
    for group in report["groups"]:
        low, high = group["interval"]
        keys = ["-" if value is None else str(value) for value in group["keys"].values()]
        counts = [str(group[key]) for key in ("games", "wins", "draws", "losses")]
        share = f"{group['first_share']:.1%} [{low:.0%} {high:.0%}]"
        grid.row(*keys, *counts, share, f"{group['mean_rank']:.2f}")
    grid.show()
    show_winning(report["goes_with_winning"])


def show_winning(rows: Sequence[dict[str, Any]]) -> None:
    """Prints the table of winners' values against losers': means over a match, and how much higher
    the winner's is over the match and over its thirds. Prints nothing without rows.
    """
    if not rows:
        return
    keys = list(rows[0]["keys"])
    columns = {"value": 9, **dict.fromkeys(keys, 5), "winner": 7, "loser": 6, "more": 8}
    columns |= {f"{third} third": 3 for third in THIRDS} | {"games": 2, "higher": 4}
    grid = Grid("the winner's mean over a match, and how much more it is than the loser's", columns)
    for row in rows:
        low, high = row["interval"]
        thirds = [more(row["thirds"].get(third)) for third in THIRDS]
        games = row["higher"] + row["lower"] + row["equal"]
        values = [str(value) for value in row["keys"].values()]
        means = (f"{row['winner']:.4g}", f"{row['loser']:.4g}", more(row))
        share = f"{row['share']:.0%} [{low:.0%} {high:.0%}]"
        grid.row(row["name"], *values, *means, *thirds, str(games), share)
    grid.show()


def more(row: dict[str, Any] | None) -> str:
    """Returns a difference and half the width of its interval, "-" without one."""
    if row is None:
        return "-"
    ends = row["difference_interval"]
    return f"{row['difference']:+.3g}" + (f" \u00b1 {(ends[1] - ends[0]) / 2:.2g}" if ends else "")
