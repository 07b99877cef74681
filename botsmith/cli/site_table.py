"""The model of the site's machine in words, and a table of the turns in which C was ready on it."""

from typing import Any

from botsmith.cli.grid import Grid


def site_words(site: dict[str, Any]) -> str:
    """Returns the model in words, for a title."""
    words = f"site's machine: one core a bot, {site['share']:g} % of it between turns"
    if site["slow"] > 1.0:
        words += f", 1/{site['slow']:g} of it in turns (by {site['slowed_by']})"
    return f"{words}; frozen by {site['freezer']}"


def site_grid(site: dict[str, Any]) -> Grid:
    """Returns the table of a report's entry `site`; turns count from 0."""
    columns = {"bot": 9, "starts": 5, "C from turn": 8, "latest": 8, "never": 8, "late": 6}
    grid = Grid(site_words(site), {**columns, "of its own": 6})
    for row in site["bots"]:
        keys = ("c_median", "c_latest", "never")
        turns = ["never" if row[key] is None else str(row[key]) for key in keys]
        late = [str(row[key]) for key in ("late", "own_late")]
        grid.row(row["name"], str(row["starts"]), *(turns if row["tells"] else "---"), *late)
    return grid
