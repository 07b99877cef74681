"""The tables of a league on the terminal."""

from typing import Any

from rich.box import SIMPLE
from rich.table import Table
from rich.text import Text

from botsmith.cli.console import wide_console
from botsmith.cli.play import FAULTS_SHOWN, milliseconds, row
from botsmith.printable import printable

SENTENCES = {
    "better": "{a} is better than {b}",
    "worse": "{a} is worse than {b}",
    "not better": "{a} is not better than {b} by {elo1:g} Elo",
    "undecided": "not decided between {a} and {b}",
    "refused": "no verdict on {a} and {b}: see the warning",
}


def plain_table(title: str, *columns: str) -> Table:
    """A table whose first column is text and whose others are numbers."""
    table = Table(title=Text(title), title_justify="left", box=SIMPLE, padding=(0, 1))
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", overflow="fold")
    return table


def show_league(report: dict[str, Any]) -> None:
    """Standings, pairs, verdicts and faults."""
    console = wide_console()
    levels = list(dict.fromkeys(bot["level"] for bot in report["bots"]))
    for level in levels:
        console.print(standings(report, level, len(levels) > 1))
        console.print(pairs(report, level))
        console.print(health(report, level))
    for line in verdicts(report):
        console.print(Text(line), soft_wrap=True)
    faults = [
        f"seed {match['seed']}, {error['text']}"
        for match in report["matches"]
        for error in match["errors"]
    ]
    for line in faults[:FAULTS_SHOWN]:
        console.print(Text(printable(line)), soft_wrap=True)
    if len(faults) > FAULTS_SHOWN:
        console.print(f"and {len(faults) - FAULTS_SHOWN} faults more, see `export`")


def standings(report: dict[str, Any], level: int, names_level: bool) -> Table:
    """One level's bots, best rating first."""
    title = f"{report['game']}: {report['games']} games from seed {report['seed']}"
    title += f", time rule {report['time_rule']}"
    if names_level:
        title += f", budget {level} %"
    bots = {bot["name"]: bot for bot in report["bots"] if bot["level"] == level}
    confidence = next(iter(bots.values()))["confidence"]
    cells = ("Elo", "won", "drawn", "lost", f"share [{confidence:.0%}]", "mean rank")
    table = plain_table(title, "bot", "engine", *cells)
    for rating in report["ratings"]:
        if rating["level"] == level and rating["name"] in bots:
            low, high = rating["elo_interval"]
            elo = f"{rating['elo']:+.0f} [{low:+.0f} {high:+.0f}]"
            name, engine, *counts = row(bots[rating["name"]])
            table.add_row(*map(Text, (printable(name), engine, elo, *counts[:5])))
    return table


def health(report: dict[str, Any], level: int) -> Table:
    """One level's faults, times and sizes."""
    cells = ("late", "crash", "invalid", "first ms", "mean", "p99", "max", "units")
    table = plain_table("", "bot", *cells)
    for bot in report["bots"]:
        if bot["level"] == level:
            counts = [str(bot[key]) for key in ("timeouts", "crashes", "invalid")]
            times = [milliseconds(bot["turn_ms"][key]) for key in ("first", "mean", "p99", "max")]
            size = "-" if bot["units"] is None else f"{bot['units']:,}"
            table.add_row(*map(Text, (printable(bot["name"]), *counts, *times, size)))
    return table


def pairs(report: dict[str, Any], level: int) -> Table:
    """One level's pairs."""
    table = plain_table("", "pair", "games", "won", "drawn", "lost", "score", "superior")
    for pair in report["pairs"]:
        if pair["level"] == level:
            low, high = pair["interval"]
            table.add_row(
                Text(printable(f"{pair['a']} : {pair['b']}")),
                *(str(pair[key]) for key in ("games", "wins", "draws", "losses")),
                Text(f"{pair['score']:.1%} [{low:.1%} {high:.1%}]"),
                f"{pair['superiority']:.1%}",
            )
    return table


def verdicts(report: dict[str, Any]) -> list[str]:
    """The plain words: of the sequential test, else of every pair."""
    sprt = report["sprt"]
    if sprt:
        sentence = SENTENCES[sprt["verdict"]].format(**sprt)
        low, high = sprt["bounds"]
        return [
            f"sprt: {sentence} ({sprt['games']} games, llr {sprt['llr']:+.2f} of"
            f" {low:.2f} .. {high:+.2f}, {sprt['elo0']:g} against {sprt['elo1']:g} Elo)"
        ]
    return [
        SENTENCES[pair["verdict"]].format(**pair)
        + (f" at {pair['level']} %" if pair["level"] != 100 else "")
        for pair in report["pairs"]
    ]
