"""Shows the tables behind `--where` and `--by`."""

from collections.abc import Sequence
from typing import Any

from botsmith.arena.store.groups import Groups
from botsmith.arena.store.store import Store
from botsmith.arena.store.where import Condition, keys_from, known_facts
from botsmith.cli.grid import Grid, show_grids
from botsmith.printable import say


class Asked:
    """The values of `--where` and `--by`; BadInput at once for what cannot be read."""

    def __init__(self, where: str | None, by: str | None = None) -> None:
        self.condition = Condition(where) if where is not None else None
        self.keys = keys_from(by) if by is not None else []
        self.text = where or ""

    @property
    def is_any(self) -> bool:
        """Returns True if anything is asked for."""
        return self.condition is not None or bool(self.keys)

    @property
    def names(self) -> set[str]:
        """Returns the facts that it needs."""
        return {*self.keys, *(self.condition.names if self.condition else ())}

    def report(self, store: Store, league: int | None, confidence: float) -> dict[str, Any]:
        """Returns `where`, `by`, `groups` and `goes_with_winning` of a document."""
        groups = Groups(self.condition, self.keys)
        for played, seats in known_facts(store, store.matches(league), groups.names):
            groups.add(played, seats)
        rows, winning = groups.as_json(confidence)
        found = {"where": self.text, "by": self.keys, "groups": rows}
        return {**found, "goes_with_winning": winning}


def show_groups(report: dict[str, Any], bots: Sequence[str]) -> None:
    """Shows the table of the groups, and of what goes with winning."""
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
    grids = [grid]
    if report["goes_with_winning"]:
        grid = Grid(
            "the winner's value against the loser's",
            {"value": 9, "higher": 5, "lower": 4, "equal": 1, "share": 7},
        )
        for row in report["goes_with_winning"]:
            low, high = row["interval"]
            counts = [str(row[key]) for key in ("higher", "lower", "equal")]
            grid.row(row["name"], *counts, f"{row['share']:.1%} [{low:.0%} {high:.0%}]")
        grids.append(grid)
    show_grids(grids, bots)
