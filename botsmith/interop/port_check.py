"""Checks that our port of a referee gives the same lines and ranks as the original for the same
seeds and answers.

The other referee plays, with each bot under tee.py, which writes the bot's lines to files. Then our
referee plays the same answers. It must send the same lines and rank the players alike.
"""

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
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
    said: the lines that the bot answered, without those that were used
    at: the number of lines in `sent` that were compared
    """

    sent: Lines
    said: Lines
    at: int = 0

    def differences(self, lines: Lines) -> Iterator[tuple[str, str, str]]:
        """Yields each of our referee's lines that differs from the next line of `sent`: its place,
        their line and ours.
        """
        for line in lines:
            other = self.sent[self.at] if self.at < len(self.sent) else "no more lines"
            if self.at >= len(self.sent) or other != line:
                yield f"line {self.at + 1}", other, line
            self.at += 1

    def answer(self, owed: int) -> Lines:
        """Returns the next `owed` lines that the bot answered, [] if there are fewer."""
        found, self.said = self.said[:owed], self.said[owed:]
        return found if len(found) == owed else []


def differences(referee: Referee, heard: Sequence[Heard]) -> Iterator[Difference]:
    """Plays a match of our referee by the answers of the other referee's match. Yields the lines
    that differ; after the first one the two matches are no longer the same.
    """
    turn = 0
    outputs: dict[int, Lines] = {}
    starts = {seat: referee.init_inputs(seat) for seat in range(referee.players)}

    def compare(seat: int, lines: Lines) -> Iterator[Difference]:
        """Yields the differences of our next lines to a seat. The first time the lines of the start
        come before them.
        """
        for found in heard[seat].differences([*starts.pop(seat, []), *lines]):
            yield Difference(turn, seat, *found, MADE_FROM)

    for seat, one in enumerate(heard):
        for question in referee.opening(seat):
            starts.pop(seat, None)  # they are among the question's
            yield from compare(seat, question.lines)
            outputs.setdefault(seat, []).extend(one.answer(question.owed))
    if outputs:
        referee.open(outputs)
    while not referee.over:
        outputs = {}
        for seat in [*referee.listeners(), *referee.seats()]:
            yield from compare(seat, referee.inputs(seat))
            if seat in referee.seats():
                outputs[seat] = heard[seat].answer(referee.reply_lines(seat))
                if referee.ends_turn(seat, outputs[seat]):
                    break
        referee.apply(outputs)
        turn += 1
    for seat, one in enumerate(heard):
        rest = one.sent[one.at :]
        if rest not in ([], referee.closing(seat)):
            what = f"line {one.at + 1}"
            yield Difference(turn, seat, what, rest[0], "the end of the match", MADE_FROM)


def lineup_of(game: str, other: str, names: Sequence[str], players: int | None) -> list[str]:
    """Returns, by seat, the bots that play both referees.

    names: the wanted bots; without any, baselines of the game. Raises BadInput for a wrong referee
    or number of players.
    """
    if not is_foreign(other):
        wanted = "a name that `referee add` gave, or brutal:COMMAND, quoted"
        raise BadInput(f"--against {other}: no such referee; expected {wanted}")
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
        difference = next(differences(referee, heard), None)
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
        pairs = zip(bots, files, strict=True)
        taped = [replace(bot, command=(*tee, file, *bot.command)) for bot, file in pairs]
        try:
            match = play_foreign(other, taped, seed, 0, ONE_ITERATION)
        except Standstill as still:
            difference = next(differences(referee, heard_in(files)), None)
            raise BadInput(f"{still}; {difference}" if difference else str(still)) from None
        return match, heard_in(files)


def heard_in(files: Sequence[str]) -> list[Heard]:
    """Returns the lines of the seats from the files of tee.py."""
    return [Heard(tee_lines(f"{file}.in"), tee_lines(f"{file}.out")) for file in files]


def tee_lines(name: str) -> Lines:
    """Returns the lines in a file of tee.py; [] if the bot was never started."""
    if not os.path.exists(name):
        return []
    text = Path(name).read_bytes().decode("utf-8", "replace")
    return [line.removesuffix("\r") for line in text.removesuffix("\n").split("\n") if text]


def other_end(match: Match, referee: Referee) -> str | None:
    """Returns the difference in the end of the match: other ranks, or another negative score.
    Returns None if there is none.

    Other scores may differ. A seat that our referee has put out may have any negative score.
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
