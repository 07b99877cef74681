"""`play GAME BOT BOT ...`: plays matches between bots, and shows a table."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from botsmith.arena.matches.bots import Bot, check_order, find_bots, with_slack
from botsmith.arena.matches.league import Plan, check_players
from botsmith.arena.matches.packing import in_place
from botsmith.arena.matches.played import Note, Outcome, Played, in_order
from botsmith.arena.matches.runner import Runner
from botsmith.arena.matches.workers import player_counts
from botsmith.arena.process.site_machine import core_warnings
from botsmith.arena.statistics.report import report
from botsmith.arena.statistics.site_report import site_entry
from botsmith.arena.statistics.standings import Standings
from botsmith.arena.store.last_matches import LastMatches
from botsmith.arena.store.record import RecordWriter, decode_match
from botsmith.cli.app import interrupted
from botsmith.cli.exceptions import Exceptions
from botsmith.cli.lost import show_commands
from botsmith.cli.machine import Watch
from botsmith.cli.options import Contest, Model, Series
from botsmith.cli.progress import Progress
from botsmith.cli.stale import say_stale
from botsmith.cli.tables import show_faults, show_report
from botsmith.errors import BadInput
from botsmith.leagues import league_line, league_read_by
from botsmith.new.skeleton import notes_on
from botsmith.printable import print_error, say, say_json
from botsmith.programs import is_foreign
from botsmith.replay.output import check_page
from botsmith.replay.viewer import write_page
from botsmith.settings import AsJson, Opt

CONFIDENCE = 0.95


def play(
    game: Contest,
    bots: list[str],
    *,
    series: Series,
    model: Model,
    games: Annotated[int, Opt(least=1)] = 1,
    jobs: Annotated[int, Opt(least=1)] = 1,
    record: Path | None = None,
    replay: Path | None = None,
    explain: bool = False,
    as_json: AsJson = False,
) -> None:
    """Play matches between bots and show a table.

    Match k uses seed S + k // seats, and the bots move up k mod seats places.

    bots: One per seat: a .py file, a baseline, a name in dist/, a quoted command. A file or name
    with @python plays without C. The last one takes the seats left over of --players.
    games: Matches; one seed has a match per seat.
    jobs: Matches side by side.
    record: Append the matches to this .jsonl.gz file.
    replay: Write the first match to this .html page.
    explain: Bots tell what they considered, for records.
    """
    players = series.players
    check_order(game, bots)
    check_players(game, players)
    typed = bots + bots[-1:] * ((players or 0) - len(bots))
    found = with_slack(find_bots(typed, game), typed, series.slack)
    say_stale(bot.command[-1] for bot in found)
    counts = [players] if players else player_counts(game)
    if len(found) not in counts:
        raise BadInput(f"{game} takes {' or '.join(map(str, counts))} bots, got {len(found)}")
    plan = series.plan(game, found, games)
    series.check(plan)
    environment = {"BOTSMITH_EXPLAIN": "1"} if explain else {}
    machine = model.machine
    runner = Runner(game, replace(plan.conditions(environment), site=machine), jobs)
    runner.check()
    standings = Standings(plan)
    if replay is not None:
        check_page(replay)
    matches: list[Played] = []
    noted: list[tuple[Played, tuple[Note, ...]]] = []
    first = b""
    exceptions = Exceptions(found)
    is_interrupted = False
    with closing(Keeper(plan, record)) as keeper:
        watch = Watch(runner)
        stated = watch.conditions(plan)
        try:
            for outcome in play_plan(plan, runner):
                standings.add(outcome.played)
                matches.append(outcome.played)
                first = first or outcome.record
                exceptions.add_match(outcome)
                noted += [(outcome.played, outcome.notes)] if machine else []
                watch.warn_if_busy(standings)
                keeper.keep(outcome, stated)
        except KeyboardInterrupt:
            is_interrupted = True
        except BadInput as error:  # a match that cannot be played; those before count
            keeper.troubles.append(str(error))
    standings.end_early()
    document = report(standings, matches, CONFIDENCE)
    document["conditions"] = stated
    document["exceptions"] = exceptions.as_json()
    document["mistakes"] = list(exceptions.mistakes.values())
    if machine:
        document["site"] = site_entry(machine, [bot.name for bot in found], noted)
        document["warnings"] += core_warnings(plan.seats)
    if as_json and (matches or not keeper.troubles):
        say_json(document)
    elif matches and not as_json:
        show_report(document, "--json")
        show_faults(exceptions.lines(), "--json")
        if keeper.ring and not is_foreign(game):  # what `replay` can find and show
            show_commands(matches)
        say(*notes_on(plan.game), to=sys.stderr)
    for warning in [*document["warnings"], *bot_warnings(document, found)]:
        print_error(warning)
    if replay is not None and first:
        write_page(decode_match(first, "the first match"), replay)
    if is_interrupted:
        raise interrupted(f"interrupted; {len(matches)} of {plan.length} matches were played")
    if keeper.troubles:
        raise BadInput("; ".join(keeper.troubles))


def bot_warnings(document: dict[str, Any], bots: Sequence[Bot]) -> list[str]:
    """Returns a line on the bots that report no iterations under --iterations, and one for each bot
    that failed in all its matches and only reads the lines of a lower league.
    """
    game, lines, quiet = document["game"], [], []
    for row, bot in zip(document["bots"], bots, strict=False):
        if not bot.command[-1].endswith(".py"):
            continue
        if document["iterations"] is not None and not row["engine"]["c"] + row["engine"]["python"]:
            quiet.append(bot.name)
        failed = row["crashes"] + row["invalid"] + row["timeouts"]
        if row["games"] and failed >= row["games"]:
            if league := league_read_by(game, bot.command):
                lines.append(f"{bot.name} reads {league_line(game, league)}")
    if not quiet:
        return lines
    why = "tell nothing of their work, and play by their own clock"
    return [f"{', '.join(quiet)} {why}: what they can be measured by is turns and times", *lines]


class Keeper:
    """Writes matches as they are played: to the record file, and to the ring.

    If a file cannot be written, it stops writing it, and the matches continue. Close it after use.
    troubles: a line for each file that could not be written
    """

    def __init__(self, plan: Plan, record: Path | None) -> None:
        self.writer = RecordWriter(record) if record else None
        self.troubles: list[str] = []
        self.ring: LastMatches | None = None
        try:
            self.ring = LastMatches(plan)
        except BadInput as error:
            print_error(f"{error}; this match is not kept for `replay`")

    def keep(self, outcome: Outcome, conditions: Mapping[str, Any]) -> None:
        """Writes a match. With the first one it stores the conditions of all in the ring."""
        if self.writer:
            try:
                self.writer.write(outcome.record)
            except BadInput as error:
                self.troubles.append(str(error))
                self.writer.close()
                self.writer = None
        if self.ring:
            try:
                if not self.ring.added:
                    self.ring.keep_conditions(conditions)
                self.ring.add(outcome)
            except BadInput as error:
                print_error(f"{error}; matches are no longer kept for `replay`")
                self.ring.store.close()
                self.ring = None

    def close(self) -> None:
        """Closes the files. They are complete at any time."""
        if self.writer:
            self.writer.close()
        if self.ring:
            self.ring.close()


def play_plan(plan: Plan, runner: Runner) -> Iterator[Outcome]:
    """Plays all matches of a plan, in its order."""
    bots = [in_place(bot) for bot in plan.bots]
    with runner.open(bots) as pool, Progress(plan.game, plan.length, "matches") as progress:
        for outcome in in_order(pool.run(plan.jobs())):
            progress.advance()
            yield outcome
