"""What `play` and `league` print: one table of bots, and below it pairs, verdicts and faults."""

from collections.abc import Sequence
from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table
from rich.text import Text

from botsmith.arena.stderr import EngineTurns, engine_word
from botsmith.cli.console import wide_console
from botsmith.printable import print_error, printable

FAULTS_SHOWN = 20
SENTENCES = {
    "better": "{a} is better than {b}",
    "worse": "{a} is worse than {b}",
    "not better": "{a} is not better than {b} by {elo1:g} Elo",
    "undecided": "not decided between {a} and {b}",
    "refused": "no verdict on {a} and {b}: see the warning",
}


def plain(text: str) -> Text:
    """A text from outside for the terminal, without markup."""
    return Text(printable(text))


def plain_table(title: str, *columns: str) -> Table:
    """A table whose first column is text and whose others are numbers."""
    table = Table(title=plain(title), title_justify="left", box=SIMPLE, padding=(0, 1))
    for place, column in enumerate(columns):
        table.add_column(column, justify="right" if place else "left", overflow="fold")
    return table


def milliseconds(value: float | None) -> str:
    """A time of a table."""
    return "-" if value is None else f"{value:.1f}"


def show_report(report: dict[str, Any], rest: str) -> None:
    """Standings, and where the report has them pairs and verdicts; then one line for every fault.

    rest: where the faults are that are too many.
    """
    console = wide_console()
    levels = list(dict.fromkeys(bot["level"] for bot in report["bots"]))
    for level in levels:
        console.print(standings(report, level, len(levels) > 1))
        if "pairs" in report:
            console.print(pairs(report, level))
        console.print(health(report, level))
    for line in verdicts(report):
        console.print(plain(line), soft_wrap=True)
    faults = [
        f"seed {match['seed']}, {error['text']}"
        for match in report["matches"]
        for error in match["errors"]
    ]
    show_faults(console, faults, rest)
    for warning in report["engine_warnings"]:
        print_error(warning)


def show_faults(console: Console, faults: Sequence[str], rest: str) -> None:
    """The first of them, a line each."""
    for line in faults[:FAULTS_SHOWN]:
        console.print(plain(line), soft_wrap=True)
    if len(faults) > FAULTS_SHOWN:
        console.print(f"and {len(faults) - FAULTS_SHOWN} faults more, see {rest}")


def standings(report: dict[str, Any], level: int, names_level: bool) -> Table:
    """One level's bots; best first where the report has ratings, else as they were named."""
    games = report["games"]
    title = f"{report['game']}: {games} game{'' if games == 1 else 's'} from seed {report['seed']}"
    title += f", time rule {report['time_rule']}"
    if names_level:
        title += f", budget {level} %"
    bots = {bot["name"]: bot for bot in report["bots"] if bot["level"] == level}
    elos = {
        rating["name"]: f"{rating['elo']:+.0f} [{low:+.0f} {high:+.0f}]"
        for rating in report.get("ratings", [])
        for low, high in [rating["elo_interval"]]
        if rating["level"] == level and rating["name"] in bots
    }
    confidence = next(iter(bots.values()))["confidence"]
    cells = ["won", "drawn", "lost", f"share [{confidence:.0%}]", "mean rank"]
    table = plain_table(title, "bot", "engine", *(["Elo"] if elos else []), *cells)
    for name in elos or bots:
        engine, *counts = figures(bots[name])
        table.add_row(*map(plain, (name, engine, *([elos[name]] if elos else []), *counts)))
    return table


def figures(bot: dict[str, Any]) -> list[str]:
    """Engine, games, share and mean rank; the interval stands beside the number it belongs to."""
    low, high = bot["interval"]
    share, rank = f"{bot['first_share']:.1%}", f"{bot['mean_rank']:.2f}"
    if bot["interval_of"] == "first_share":
        share += f" [{low:.0%} {high:.0%}]"
    else:
        rank += f" [{low:.2f} {high:.2f}]"
    counts = [str(bot[key]) for key in ("wins", "draws", "losses")]
    return [engine_word(EngineTurns(**bot["engine"])), *counts, share, rank]


def health(report: dict[str, Any], level: int) -> Table:
    """One level's faults, times and sizes."""
    cells = ("late", "out", "crash", "invalid", "first ms", "mean", "p99", "max", "units")
    table = plain_table("", "bot", *cells)
    for bot in report["bots"]:
        if bot["level"] == level:
            counts = [str(bot[key]) for key in ("late", "timeouts", "crashes", "invalid")]
            times = [milliseconds(bot["turn_ms"][key]) for key in ("first", "mean", "p99", "max")]
            size = "-" if bot["units"] is None else f"{bot['units']:,}"
            table.add_row(*map(plain, (bot["name"], *counts, *times, size)))
    return table


def pairs(report: dict[str, Any], level: int) -> Table:
    """One level's pairs."""
    table = plain_table("", "pair", "games", "won", "drawn", "lost", "score", "superior")
    for pair in report["pairs"]:
        if pair["level"] == level:
            low, high = pair["interval"]
            counts = [str(pair[key]) for key in ("games", "wins", "draws", "losses")]
            score = f"{pair['score']:.1%} [{low:.1%} {high:.1%}]"
            names, superior = f"{pair['a']} : {pair['b']}", f"{pair['superiority']:.1%}"
            table.add_row(*map(plain, (names, *counts, score, superior)))
    return table


def verdicts(report: dict[str, Any]) -> list[str]:
    """The plain words: of the sequential test, else of every pair."""
    sprt = report.get("sprt")
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
        for pair in report.get("pairs", [])
    ]
