"""Takes the last steps of a contest: from modules to a version that can be pasted without a doubt.

Each step raises Doubt, with advice, if its author should look at something first.
"""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from botsmith.arena.matches.bots import script_bot, version_file
from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.runner import Runner
from botsmith.arena.matches.workers import player_counts
from botsmith.arena.process.site_machine import Site
from botsmith.arena.statistics.sprt import NOT_BETTER, UNDECIDED, Test
from botsmith.arena.store.store import Ship, Store, Version
from botsmith.bundle.assemble import Target
from botsmith.bundle.bases import packed_sources
from botsmith.bundle.products import Row, build
from botsmith.bundle.trials import USUAL
from botsmith.soak.soak import OWN, SoakOptions, soak
from botsmith.tuning.confirm import Confirmation, PlayAll, confirm
from botsmith.workspace import STATE

GAMES = 60  # of the test against the version shipped last, at most
TEST_S = 140.0  # of the clock for so many games, or fewer
SOAK_S = 120.0
MANY = 1_000_000  # turns; a soak ends by its time
BUSY = 0.1  # of the answers may be late by the machine, so that the others say enough
# Worse by 100 Elo, or at least equal: what some dozens of games can tell apart.
EQUAL_OR_BETTER = Test(elo0=-100.0, elo1=0.0)
PERCENT = 25  # of the contest's time, so that there are four times as many games
CONFIDENCE = 0.95
MATCHES = STATE / "ship.db"


class Doubt(Exception):
    """Raised when a version is not shipped. The text gives the reason and the next step."""


def check_tree(target: Target, is_dirty: bool) -> str:
    """Returns the commit to ship. Raises Doubt if the tree is not clean, unless `is_dirty`."""
    game = target.entry.game
    if target.revision.endswith("+") and not is_dirty:
        what = f"bots/{game} or common/ holds what is not committed"
        raise Doubt(f"{what}: commit it, or ship it with --dirty")
    if target.revision == "unknown" and not is_dirty:
        raise Doubt("no commit says what these sources are: commit them, or ship them with --dirty")
    return target.revision


def check_build(target: Target, out: Path, is_unproven: bool, show: Callable[[str], None]) -> Row:
    """Builds the bundle anew and proves it. Raises Doubt if a proof fails, or if it cannot be tried
    here and not `is_unproven`.
    """
    row = build(target, out, replace(USUAL, announce=show))
    if row.failures:
        first, more = row.failures[0], len(row.failures) - 1
        others = f" (and {more} more)" if more else ""
        advice = f"mend that; `build {target.entry.name}` says everything"
        raise Doubt(f"{first.proof}: {first}{others}: {advice}")
    if row.unproven and not is_unproven:
        names = ", ".join(row.unproven)
        whys = "; ".join(dict.fromkeys(row.unproven.values()))
        raise Doubt(f"{names} not proven: {whys}: mend that, or ship it with --unproven")
    return row


def check_soak(file: Path, seconds: float, show: Callable[[int], None]) -> str:
    """Plays on the model of the site's machine; returns a line about it. Raises Doubt if the bot
    was late by its own work.
    """
    # A late bot plays on, so that every late answer has a cause.
    options = SoakOptions(MANY, 0, 0.0, 0.0, "count", site=Site(), seconds=seconds, is_strict=True)
    row = soak(str(file), options, show)
    if row["interrupted"]:
        raise KeyboardInterrupt
    return judge_soak(file.stem, row)


def judge_soak(bot: str, row: dict[str, Any]) -> str:
    """Returns a line on a soak. Raises Doubt if the bot was late by its own work or broke a rule,
    or if this machine cannot measure that.
    """
    own = row["late"][OWN] + row["late_first"][OWN]
    late = sum(row["late"].values()) + sum(row["late_first"].values()) - own
    turns, faults = row["turns"], row["faults"]
    if own:
        took = f"{row['max_ms'] or row['first_ms']:.0f} of {row['budget_ms']:.0f} ms"
        what = f"{own} of {turns:,} answers were late by {bot}'s own work, the slowest took {took}"
        raise Doubt(f"{what}: widen its margin; `soak {bot} --site` says more")
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise Doubt(f"{faults[0]}{more}: `soak {bot} --site` plays that again")
    if late > BUSY * turns:
        why = f"{late:,} of {turns:,} answers were late because {bot} waited for it"
        advice = "ship again when fewer programs run, or leave the soak out, `--soak 0`"
        raise Doubt(f"this machine is too busy to judge: {why}: {advice}")
    passed = f"{turns:,} turns on the site's model: none late"
    if late:
        return f"{passed} by its own work, {late} because this machine was busy"
    slowest = f", the slowest in {row['max_ms']:.0f} of {row['budget_ms']:.0f} ms"
    return passed + (slowest if row["max_ms"] else "")


def check_strength(file: Path, game: str, rival: Version, games: int, play: PlayAll) -> str:
    """Plays against the version shipped last; returns a line on a passed test. Raises Doubt if the
    new one is surely worse, or probably.
    """
    found = play_version(file, game, rival, games, play)
    low, high = found["interval"]
    said = f"score {found['score']:.0%} [95%: {low:.0%} {high:.0%}] in {found['games']} games"
    last = f"worse than {rival.name}, which was shipped last"
    if found["verdict"] == NOT_BETTER or high < 0.5:
        show = f"`lost --db {MATCHES} --vs {rival.name}` shows a game"
        raise Doubt(f"{last}: {said}; {show}, `ship --back {rival.name}` takes that version again")
    if found["verdict"] == UNDECIDED and found["llr"] < 0.0:
        longer = f"`--games {2 * max(games, GAMES)}` plays on for longer"
        untested = "`--games 0` ships it untested"
        raise Doubt(f"it looks {last}, and is undecided: {said}; {longer}, {untested}")
    is_sure = found["verdict"] != UNDECIDED
    sure = "equal or better" if is_sure else "not worse, as far as that tells"
    return f"against {rival.name}: {sure}, {said}"


def play_version(
    file: Path, game: str, rival: Version, games: int, play: PlayAll
) -> dict[str, Any]:
    """Plays a file against a version, at most `games` games; returns the summary of the results.
    Raises KeyboardInterrupt if Ctrl-C ended it early.
    """
    new = script_bot(file)
    old = replace(script_bot(version_file(rival)), name=rival.name)
    seed = int(new.content_hash[:7], 16)  # the same version plays the same games again
    runner = Runner(game, Conditions("none"), os.cpu_count() or 1)
    seats = min(player_counts(game))
    wanted = Confirmation(games, seed, seats, CONFIDENCE, PERCENT, EQUAL_OR_BETTER, force=True)
    MATCHES.parent.mkdir(exist_ok=True)
    draft = MATCHES.with_suffix(f".{os.getpid()}")  # another `ship` may be playing, too
    bots = runner.pack(new), runner.pack(old)
    found, is_interrupted = confirm(runner, wanted, *bots, draft, False, play)
    if is_interrupted:
        raise KeyboardInterrupt
    draft.replace(MATCHES)
    return found


def last_ship(store: Store, bot: str) -> Version | None:
    """Returns the version of a bot that was shipped last; None before the first."""
    ships = store.ships(bot)
    return store.version(ships[-1].version) if ships else None


def keep(store: Store, row: Row, name: str | None, note: str, test: str) -> Ship:
    """Stores a version with its sources. Raises BadInput if another version has this name."""
    assert row.bundle
    bot, revision = row.target.entry.name, row.target.revision
    sources = packed_sources(row.bundle)
    content = script_bot(row.path).content_hash
    number = store.keep_version(bot, content, row.path.read_bytes())
    name = name or f"{bot}@v{number}"
    ship = Ship(name, bot, number, time.time(), revision, note, test, sources)
    store.keep_ship(ship)
    return ship
