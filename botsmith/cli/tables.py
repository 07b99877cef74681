"""Shows the tables of `play` and `league`: bots first, below them pairs, verdicts and faults."""

from collections.abc import Sequence
from typing import Any

from botsmith.arena.process.stderr import EngineTurns, engine_word
from botsmith.arena.statistics.report import conditions_words
from botsmith.cli.grid import Grid
from botsmith.printable import print_error, say

FAULTS_SHOWN = 20
SENTENCES = {
    "better": "{a} is better than {b}",
    "worse": "{a} is worse than {b}",
    "not better": "{a} is not better than {b} by {elo1:g} Elo",
    "undecided": "not decided between {a} and {b}",
    "refused": "no verdict on {a} and {b}: see the warning",
}


def milliseconds(value: float | None) -> str:
    """Returns a time in ms as a cell of a table, "-" for None."""
    return "-" if value is None else f"{value:.1f}"


def elo(value: float) -> str:
    """Returns a rating as a cell of a table: +0, never -0."""
    return f"{round(value, 0) + 0.0:+.0f}"


def show_report(report: dict[str, Any], rest: str) -> None:
    """Shows standings, and pairs and verdicts if the report has them; then a line for every fault.

    rest: words on where to find the faults beyond the first ones
    """
    report = {**report, **report.get("merged", {})}  # copies of a bot are one row
    levels = list(dict.fromkeys(bot["level"] for bot in report["bots"]))
    for level in levels:
        standings_grid(report, level, len(levels) > 1).show()
        if "pairs" in report:
            pairs_grid(report, level).show()
        health_grid(report, level).show()
    if "site" in report:
        site_grid(report["site"]).show()
    if report["games"] > 1:
        say(f"distinct games: {report['distinct']} of {report['games']}")
    show_verdicts(report)
    faults = []
    for match in report["matches"]:
        faults += [f"seed {match['seed']}, {error['text']}" for error in match["errors"]]
    show_faults(faults, rest)
    for warning in [*report["repeats"], *report["engine_warnings"]]:
        print_error(warning)


def show_faults(faults: Sequence[str], rest: str) -> None:
    """Shows the first of the faults, a line each."""
    for line in faults[:FAULTS_SHOWN]:
        say(line)
    if len(faults) > FAULTS_SHOWN:
        say(f"and {len(faults) - FAULTS_SHOWN} faults more, see {rest}")


def standings_grid(report: dict[str, Any], level: int, names_level: bool) -> Grid:
    """Returns one level's table of bots, best first if the report has ratings, else in the order
    typed.

    names_level: True if the table's title names the level
    """
    games = report["games"]
    title = f"{report['game']}: {games} game{'' if games == 1 else 's'}"
    if apart := report.get("sparring"):
        seeds, rivals = (", ".join(map(str, apart[key])) for key in ("seeds", "rivals"))
        title += f" of the sparring {apart['file']}, seeds {seeds}, rivals {rivals}"
    else:
        title += f" from seed {report['seed']}"
    title += f", time rule {report['time_rule']}{conditions_words(report.get('conditions'))}"
    if names_level:
        title += f", budget {level} %"
    bots = {bot["name"]: bot for bot in report["bots"] if bot["level"] == level}
    elos: dict[str, str] = {}
    for rating in report.get("ratings", []):
        if rating["level"] == level and rating["name"] in bots:
            middle, low, high = map(elo, (rating["elo"], *rating["elo_interval"]))
            elos[rating["name"]] = f"{middle} [{low} {high}]"
    first = next(iter(bots.values()))
    is_share = first["interval_of"] == "first_share"  # where the interval stands
    columns = {"bot": 9, "engine": 3, **({"Elo": 8} if elos else {}), "won": 4, "drawn": 1}
    columns |= {"lost": 4, f"share [{first['confidence']:.0%}]": 7 if is_share else 2}
    grid = Grid(title, columns | {"mean rank": 2 if is_share else 7})
    for name in elos or bots:
        bot = bots[name]
        low, high = bot["interval"]
        share, rank = f"{bot['first_share']:.1%}", f"{bot['mean_rank']:.2f}"
        if is_share:
            share += f" [{low:.0%} {high:.0%}]"
        else:
            rank += f" [{low:.2f} {high:.2f}]"
        counts = [str(bot[key]) for key in ("wins", "draws", "losses")]
        start = row_name(bot), engine_word(EngineTurns(**bot["engine"]))
        grid.row(*start, *([elos[name]] if elos else []), *counts, share, rank)
    return grid


def row_name(bot: dict[str, Any]) -> str:
    """Returns a bot's name in a table, with the number of its copies that the row counts."""
    return f"{bot['name']} x{bot['copies']}" if bot["copies"] > 1 else str(bot["name"])


def health_grid(report: dict[str, Any], level: int) -> Grid:
    """Returns one level's table of faults, times and sizes."""
    counted = {"late": 7, "out": 7, "crash": 6, "invalid": 6}
    grid = Grid("", {"bot": 9, **counted, "first ms": 2, "mean": 1, "p99": 5, "max": 4, "size": 3})
    for bot in report["bots"]:
        if bot["level"] == level:
            counts = [str(bot[key]) for key in ("late", "timeouts", "crashes", "invalid")]
            times = [milliseconds(bot["turn_ms"][key]) for key in ("first", "mean", "p99", "max")]
            size = "-" if bot["units"] is None else f"{bot['units']:,}"
            grid.row(row_name(bot), *counts, *times, size)
    return grid


def pairs_grid(report: dict[str, Any], level: int) -> Grid:
    """Returns one level's table of pairs."""
    columns = {"pair": 9, "games": 5, "won": 3, "drawn": 1, "lost": 2, "score": 8, "superior": 4}
    grid = Grid("", columns)
    for pair in report["pairs"]:
        if pair["level"] == level:
            low, high = pair["interval"]
            counts = [str(pair[key]) for key in ("games", "wins", "draws", "losses")]
            score = f"{pair['score']:.1%} [{low:.1%} {high:.1%}]"
            grid.row(f"{pair['a']} : {pair['b']}", *counts, score, f"{pair['superiority']:.1%}")
    return grid


def show_verdicts(report: dict[str, Any]) -> None:
    """Prints the verdicts in words: of the sequential test if there is one, else of every pair."""
    if sprt := report.get("sprt"):
        sentence = SENTENCES[sprt["verdict"]].format(**sprt)
        llr = "{llr:+.2f} of {bounds[0]:.2f} .. {bounds[1]:+.2f}".format(**sprt)
        against = "{elo0:g} against {elo1:g} Elo".format(**sprt)
        say(f"sprt: {sentence} ({sprt['games']} games, llr {llr}, {against})")
        return
    for pair in report.get("pairs", []):
        if pair["verdict"] in SENTENCES:
            level = f" at {pair['level']} %" if pair["level"] != 100 else ""
            say(SENTENCES[pair["verdict"]].format(**pair) + level)


def site_words(site: dict[str, Any]) -> str:
    """Returns the model of the site's machine in words, for a title."""
    words = f"site's machine: one core a bot, {site['share']:g} % of it between turns"
    if site["slow"] > 1.0:
        words += f", 1/{site['slow']:g} of it in turns (by {site['slowed_by']})"
    return f"{words}; frozen by {site['freezer']}"


def site_grid(site: dict[str, Any]) -> Grid:
    """Returns the table of a report's entry `site`: the turns, from 0, in which C was ready."""
    columns = {"bot": 9, "starts": 5, "C from turn": 8, "latest": 8, "never": 8, "late": 6}
    grid = Grid(site_words(site), {**columns, "of its own": 6})
    for row in site["bots"]:
        keys = ("c_median", "c_latest", "never")
        turns = ["never" if row[key] is None else str(row[key]) for key in keys]
        late = [str(row[key]) for key in ("late", "own_late")]
        grid.row(row["name"], str(row["starts"]), *(turns if row["tells"] else "---"), *late)
    return grid
