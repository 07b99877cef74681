"""Collects exceptions of bots, with their lines in the sources: fatal ones, and those after which
the bot played on. Also collects the present line of a late bundle, and mistakes that put no bot
out.
"""

import gzip
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.played import Outcome, stderr_turns
from botsmith.arena.store.record import decode_match
from botsmith.errors import BadInput
from botsmith.own_code import short_file
from botsmith.referees import on_site_of
from botsmith.referees.base import Match

if TYPE_CHECKING:  # most matches raise nothing, and start without the builder
    from botsmith.bundle.pasted import Place

START = "Traceback (most recent call last):"
FRAME = re.compile(r'^ +File "([^"\n]+)", line (\d+)', re.MULTILINE)
SAID = re.compile(r"^(?![ \n]).+", re.MULTILINE)  # the first line that is not indented
TURN = re.compile(r"^turn (\d{1,9}): $", re.MULTILINE)  # as common/loop.py begins its report
CHAINED = (
    "During handling of the above exception, another",
    "The above exception was the direct cause of",
)
SAVED = "saved by the fallback move"
THREAD = "Exception in thread "  # as Python begins it
SUBSET = "common/kernel.py"  # what it refuses is a mistake of who calls it
LONGEST = 160  # letters of an exception, and of a line of code
MISTAKES, STACK = b'"mistakes":[', b'"stack":['  # as they stand in a record
PLACE = re.compile(r"(.+):(\d+)(?: (.+))?")  # as mistakes.Frame shows it
KEYS = ("bot", "text", "where", "seed", "turn", "times", "saved")  # of an entry of `exceptions`


class Program:
    """The file of a bot, with the source of each line; "" for a command."""

    def __init__(self, bot: Bot) -> None:
        self.path = next((word for word in bot.command[1:] if word.endswith(".py")), "")

    @cached_property
    def text(self) -> str:
        from botsmith.bundle.pasted import pasted_text

        try:
            return pasted_text(Path(self.path))
        except BadInput:  # gone since it played: its frames are shown as they are
            return ""

    @cached_property
    def places(self) -> "Mapping[int, Place]":
        """Returns the source of each line of a Botsmith bundle; {} for another file."""
        from botsmith.cli.where import places_of

        with suppress(BadInput):  # no bundle, or of sources that cannot be built now
            return places_of(Path(self.path), self.text)
        return {}

    def stood(self, stack: Sequence[str]) -> str:
        """Returns words with the source lines of a stack, the innermost first; "" without any."""
        if not self.path or not self.places:
            return ""
        found = [place for place in map(PLACE.fullmatch, reversed(stack)) if place]
        return self.where([(self.path, one[2]) for one in found if one[1] == Path(self.path).name])

    def where(self, frames: Sequence[tuple[str, str]]) -> str:
        """Returns `FILE:LINE: CODE` of the innermost frame in the bot's own code, else of the
        innermost frame.
        """
        own = [int(line) for file, line in frames if file == self.path]
        known = [line for line in own if line in self.places] or own
        known = [n for n in known if n not in self.places or self.places[n].path != SUBSET] or known
        if not known:
            theirs = [(name, at) for file, at in frames if (name := short_file(file))]
            return ":".join((theirs or frames)[-1]) if frames else "no line told"
        lines, line = self.text.split("\n"), known[-1]
        code = lines[line - 1].strip()[:LONGEST] if line <= len(lines) else ""
        if line not in self.places:
            return f"{Path(self.path).name}:{line}: {code}"
        place = self.places[line]
        typed = "" if place.is_same else " (typed below it)"
        return f"{place.path}:{place.line}{typed}: {code}"


def traces(match: Match, seat: int, has_crashed: bool) -> list[tuple[str, bool, int, str]]:
    """Returns (text, is_saved, turn, how) for each traceback of a seat.

    text: the traceback after its first line
    is_saved: True if the bot played on
    how: how it played on, in words

    A bot's stderr of a turn mostly arrives with the next turn, so a traceback names its turn in
    front.
    """
    texts, asked = stderr_turns(match, seat), match.asked(seat)
    parts = "".join(text for _, text in texts).split(START)
    found: list[tuple[str, bool, int, str]] = []
    is_saved = not has_crashed  # the last one, and what it names as its cause
    for before, trace in zip(parts[-2::-1], parts[:0:-1], strict=True):
        if found and not any(words in trace for words in CHAINED):
            is_saved = True
        named = TURN.search(before[before.rfind("\n") + 1 :])
        place = int(named[1]) if named else len(asked)
        turn = asked[place] if place < len(asked) else texts[-1][0]
        how = SAVED if named else "which ended a thread of it"
        if not named and not before.rstrip("\n").rpartition("\n")[2].startswith(THREAD):
            how = "and it went on"
        found.append((trace, is_saved, turn, how))
    return found[::-1]


class Exceptions:
    """The exceptions that the bots of some matches raised."""

    def __init__(self, bots: Sequence[Bot]) -> None:
        self.programs = {bot.name: Program(bot) for bot in bots}
        self.found: dict[tuple[str, str, str, bool], dict[str, Any]] = {}
        self.mistakes: dict[tuple[str, str], dict[str, Any]] = {}

    def add_match(self, outcome: Outcome) -> None:
        """Adds the exceptions of a match that was played."""
        record = gzip.decompress(outcome.record)
        if not any(mark in record for mark in (START.encode(), MISTAKES, STACK)):
            return
        match = decode_match(outcome.record, "a match just played")
        self.look_for_mistakes(match, outcome.played.seed)
        for seat, player in enumerate(outcome.played.seats):
            for trace, is_saved, turn, how in traces(match, seat, player.fault == "crash"):
                when = {"seed": outcome.played.seed, "turn": turn}
                words = {"how": how, "on_site": on_site_of(match, turn)}
                self.add(player.player.name, trace, is_saved, when | words)

    def look_for_mistakes(self, match: Match, seed: int) -> None:
        """Adds the lines of code at which late bundles stood, and mistakes that put no bot out.
        Each is added once for a bot and kind.
        """
        out = {error["seat"] for error in match.extra["errors"]}
        listed = match.extra.get("mistakes", [])
        found = [each for each in listed if each["seat"] not in out or each["kind"] == "c"]
        for error in match.extra["errors"]:
            if stood := self.programs[error["bot"]].stood(error.get("stack", [])):
                when = f"{error['bot']}: late in turn {error['turn']}"
                text = f"{when} at {stood}{on_site_of(match, error['turn'])}"
                found.append({**error, "kind": "late", "text": text})
        for mistake in found:
            key = mistake["bot"], mistake["kind"]
            entry = {"bot": mistake["bot"], "kind": mistake["kind"], "seed": seed}
            entry |= {"turn": mistake["turn"], "text": mistake["text"], "times": 0}
            self.mistakes.setdefault(key, entry)["times"] += 1

    def add(self, bot: str, trace: str, is_saved: bool, about: Mapping[str, Any]) -> None:
        """Counts an exception.

        trace: the text after the first line of its traceback
        is_saved: True if the bot played on, False if it ended
        about: seed and turn; how it played on, and the turn's number on the site, in words
        """
        said = SAID.search(trace)
        text = said[0].strip()[:LONGEST] if said else "an exception whose name was cut off"
        where = self.programs[bot].where(FRAME.findall(trace))
        entry = {"bot": bot, "text": text, "where": where, "saved": is_saved, "times": 0, **about}
        self.found.setdefault((bot, text, where, is_saved), entry)["times"] += 1

    def all(self) -> list[dict[str, Any]]:
        """Returns all exceptions: first those that ended a bot, then the most frequent ones."""
        return sorted(self.found.values(), key=lambda one: (one["saved"], -one["times"]))

    def as_json(self) -> list[dict[str, Any]]:
        """Returns the entry `exceptions` of a document."""
        return [{key: one[key] for key in KEYS} for one in self.all()]

    def lines(self) -> list[str]:
        """Returns a line for each mistake, and for each exception."""
        lines = []
        for one in self.mistakes.values():
            more = f" (and in {one['times'] - 1} matches more)" if one["times"] > 1 else ""
            lines.append(f"seed {one['seed']}, {one['text']}{more}")
        for one in self.all():
            often = "" if one["times"] == 1 else f"{one['times']} times, first "
            end = one["how"] if one["saved"] else "the end of it"
            when = f"{often}in turn {one['turn']} of seed {one['seed']}"
            place = one["where"] + one["on_site"]
            lines.append(f"{one['bot']}: {one['text']}, {end}, {when}: {place}")
        return lines
