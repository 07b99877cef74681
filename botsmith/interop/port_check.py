"""Checks that our port of a referee gives the same lines and ranks as the original for the same
seeds and answers.

The other referee plays, and each bot runs under tee.py, which writes down its lines. Then our
referee plays the same answers. It must send the same lines and rank the players alike.
"""

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from botsmith.arena.baselines import EVERYWHERE
from botsmith.arena.matches.bots import Bot, baseline_names, find_bots
from botsmith.arena.matches.foreign import Standstill, play_foreign
from botsmith.arena.matches.match import Conditions
from botsmith.errors import BadInput
from botsmith.programs import FOREIGN_PLAYERS, is_foreign, is_old
from botsmith.referees import referee_for
from botsmith.referees.base import Lines, Match, Referee
from botsmith.referees.verify import Difference

TEE = Path(__file__).with_name("tee.py")
MADE_FROM = "seed"
ONE_ITERATION = Conditions("none", iterations=1, sends_seed=True)  # bots that repeat themselves


@dataclass
class Heard:
    """The lines of one seat in the other referee's match.

    sent: the lines that the bot read
    said: the lines that the bot answered
    at: the number of lines in `sent` that were compared
    answered: the number of lines in `said` that were used
    """

    sent: Lines
    said: Lines
    at: int = 0  # in `sent`
    answered: int = 0  # of said

    def compare_lines(self, lines: Lines) -> tuple[str, str] | None:
        """Compares our referee's lines with the next lines of `sent`. Returns the first pair that
        differs: theirs, ours.
        """
        for line in lines:
            other = self.sent[self.at] if self.at < len(self.sent) else None
            if other != line:
                return "no more lines" if other is None else other, line
            self.at += 1
        return None

    def answer(self, owed: int) -> Lines:
        """Returns the next `owed` lines that the bot answered, [] if there are fewer."""
        found = self.said[self.answered : self.answered + owed]
        self.answered += len(found)
        return found if len(found) == owed else []


@dataclass
class Repeat:
    """A match of our referee by the answers of the other referee's match."""

    referee: Referee
    heard: Sequence[Heard]
    turn: int = 0
    begun: set[int] = field(default_factory=set)  # seats that got their first lines

    def first_difference(self) -> Difference | None:
        """Plays our match to its end, or to the first difference. Returns that difference, None
        without one.
        """
        referee = self.referee
        difference = self.compare_opening()
        while difference is None and not referee.over:
            outputs: dict[int, Lines] = {}
            for seat in [*referee.listeners(), *referee.seats()]:
                difference = self.compare_lines(seat, referee.inputs(seat))
                if difference is not None:
                    return difference
                if seat in referee.seats():
                    outputs[seat] = self.heard[seat].answer(referee.reply_lines(seat))
                    if referee.ends_turn(seat, outputs[seat]):
                        break
            referee.apply(outputs)
            self.turn += 1
        return difference or self.compare_rest()

    def compare_opening(self) -> Difference | None:
        """Compares the questions before the first turn. Returns the first difference."""
        outputs: dict[int, Lines] = {}
        for seat, heard in enumerate(self.heard):
            for question in self.referee.opening(seat):
                self.begun.add(seat)
                difference = self.compare_lines(seat, question.lines)
                if difference is not None:
                    return difference
                outputs[seat] = outputs.get(seat, []) + heard.answer(question.owed)
        if outputs:
            self.referee.open(outputs)
        return None

    def compare_lines(self, seat: int, lines: Lines) -> Difference | None:
        """Returns the first difference between our lines to a seat and the other referee's, None
        without one.
        """
        if seat not in self.begun:
            self.begun.add(seat)
            lines = [*self.referee.init_inputs(seat), *lines]
        pair = self.heard[seat].compare_lines(lines)
        if pair is None:
            return None
        return Difference(self.turn, seat, f"line {self.heard[seat].at + 1}", *pair, MADE_FROM)

    def compare_rest(self) -> Difference | None:
        """Returns a difference if the other referee sent a seat more lines than ours."""
        for seat, heard in enumerate(self.heard):
            closing = self.referee.closing(seat)
            rest = heard.sent[heard.at :]
            if rest not in ([], closing):
                what = f"line {heard.at + 1}"
                return Difference(self.turn, seat, what, rest[0], "the end of the match", MADE_FROM)
        return None


def lineup_of(game: str, other: str, names: Sequence[str], players: int | None) -> list[str]:
    """Returns, by seat, the bots that play both referees.

    names: the wanted bots; without any, baselines of the game. Raises BadInput for a wrong referee
    or number of players.
    """
    if not is_foreign(other):
        raise BadInput(
            f"--against {other}: no such referee; expected a name that `referee add` gave,"
            " or brutal:COMMAND, quoted"
        )
    possible = [count for count in referee_for(game).player_counts if count in FOREIGN_PLAYERS]
    count = players or (len(names) or possible[0])
    if count not in possible:
        wanted = " or ".join(map(str, possible))
        raise BadInput(f"--players {count}: {game} and such referees take {wanted}")
    strong = baseline_names(game)[len(EVERYWHERE) :]
    line = list(names) or ["random", *strong]
    return [line[seat % len(line)] for seat in range(count)]


def compare(
    game: str, other: str, lineup: Sequence[str], seeds: range
) -> Iterator[tuple[int, str | None]]:
    """Yields each seed with the first difference between the referee `other` and ours, None without
    one.

    Wrong and missing answers are compared, too: both referees must treat them alike. Under the old
    protocol a match ends with the bot that fails, which is a difference. Raises BadInput if the
    other referee fails.
    """
    for seed in seeds:
        bots = find_bots(lineup, game)
        referee = referee_for(game).from_seed(seed, len(lineup))
        match, heard = listen(other, bots, seed, referee)
        difference = Repeat(referee, heard).first_difference()
        if difference is None and is_old(other) and match.extra["errors"]:  # it ends at once
            yield seed, f"{other}: {match.extra['errors'][0]['text']}"
        else:
            yield seed, str(difference) if difference else other_end(match, referee)


def listen(
    other: str, bots: Sequence[Bot], seed: int, referee: Referee
) -> tuple[Match, list[Heard]]:
    """Returns a match of the other referee, and the lines of its seats.

    Raises BadInput if no more lines come. It says what our referee would have sent or asked then.
    """
    with tempfile.TemporaryDirectory(prefix="botsmith-") as folder:
        files = [os.path.join(folder, str(seat)) for seat in range(len(bots))]
        tee = (sys.executable, "-I", "-S", str(TEE))
        taped = [
            replace(bot, command=(*tee, file, *bot.command))
            for bot, file in zip(bots, files, strict=True)
        ]
        try:
            match = play_foreign(other, taped, seed, 0, ONE_ITERATION)
        except Standstill as still:
            difference = Repeat(referee, heard_in(files)).first_difference()
            raise BadInput(f"{still}; {difference}" if difference else str(still)) from None
        return match, heard_in(files)


def heard_in(files: Sequence[str]) -> list[Heard]:
    """Returns the lines of the seats from the files of tee.py."""
    return [Heard(kept(f"{file}.in"), kept(f"{file}.out")) for file in files]


def kept(name: str) -> Lines:
    """Returns the lines in a file of tee.py; [] if the bot was never started."""
    if not os.path.exists(name):
        return []
    text = Path(name).read_bytes().decode("utf-8", "replace")
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n") if text]


def other_end(match: Match, referee: Referee) -> str | None:
    """Returns a difference if the other referee ranks the players otherwise, or gives another
    negative score.

    Other scores may be counted otherwise. A seat that our referee has put out may have any negative
    score.
    """
    result = referee.result()
    theirs, ours = match.result.counted, result.counted
    if theirs != ours:
        return f"the end, ranks: expected {theirs}, got {ours}"
    faults = referee.faults()
    for seat, (other, own) in enumerate(zip(match.result.scores, result.scores, strict=True)):
        if min(other, own) < 0.0 and other != own and not (seat in faults and other < 0.0):
            return f"the end, score of seat {seat}: expected {other:g}, got {own:g}"
    return None
