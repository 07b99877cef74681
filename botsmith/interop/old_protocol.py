"""Plays a match of our referee under cg-brutaltester's old protocol (its option -o), on stdin and
stdout.

The driver starts the bots and relays; the referee tells it what to do.

    driver:   ###Seed 7           only with its options -s and -i
    driver:   ###Start 2          the number of players
    referee:  ###Input 0          the lines that follow are for player 0
    referee:  ###Output 0 2       two lines of player 0 are wanted; the driver sends them
    referee:  ###End 02 1         the players, best first, tied ones together

`###Error` is never sent, because today's cg-brutaltester stops reading after one. A player's error
is a line on stderr instead, which cg-brutaltester writes to its log.
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from time import perf_counter
from typing import BinaryIO, TextIO

from botsmith.arena.process.child import TimeRule, time_rule
from botsmith.errors import BadInput
from botsmith.own_code import expect_end
from botsmith.printable import say
from botsmith.referees.base import Lines, Referee

LARGEST_SEED = 2**31 - 1
SEED, START = re.compile(r"###Seed ([+-]?\d{1,19})"), re.compile(r"###Start (\d{1,9})")


def any_seed() -> int:
    """Returns a random seed for a match without a given seed."""
    return random.SystemRandom().randint(1, LARGEST_SEED)


def end_line(ranks: list[int]) -> str:
    """Returns the line `###End` with the players best first; players of equal rank form one
    word.
    """
    words = ["###End"]
    for rank in sorted(set(ranks)):
        words.append("".join(str(seat) for seat, other in enumerate(ranks) if other == rank))
    return " ".join(words)


@dataclass
class Driver:
    """The program that starts the bots and passes lines on. now: a monotonic clock, in seconds"""

    reads: BinaryIO
    writes: BinaryIO
    now: Callable[[], float] = perf_counter

    def line(self) -> str:
        """Returns the driver's next line. Raises BadInput at the end of input."""
        found = self.reads.readline()
        if not found:
            raise BadInput("stdin ended before the match did: the driver, or a bot of it, is gone")
        return found.decode("utf-8", "replace").rstrip("\r\n")

    def send(self, lines: Lines) -> None:
        """Sends lines at once. Raises BadInput if the driver has closed its end."""
        try:
            self.writes.write("".join(line + "\n" for line in lines).encode())
            self.writes.flush()
        except OSError as error:
            raise BadInput(f"stdout: {error.strerror}; the driver is gone") from None

    def start(self) -> tuple[int | None, int]:
        """Returns the seed, None if the driver sends none, and the number of players. Raises
        BadInput for any other lines.
        """
        line, seed = self.line(), None
        if found := SEED.fullmatch(line):
            line, seed = self.line(), int(found[1])
        if found := START.fullmatch(line):
            return seed, int(found[1])
        raise BadInput(f"stdin: expected ###Seed N or ###Start N, got {line!r}")


@dataclass
class Driven:
    """A match of our referee whose bots run under the driver.

    rule: the name of the time rule
    complaints: the file for lines about players' errors
    rules: by seat, its time rule
    out: the seats that were put out
    """

    referee: Referee
    driver: Driver
    rule: str
    complaints: TextIO
    rules: dict[int, TimeRule] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.init_inputs = [*map(self.referee.init_inputs, range(self.referee.players))]

    def play(self) -> list[int]:
        """Plays the match to its end and reports it to the driver. Returns the ranks, all 1 in a
        draw.
        """
        referee = self.referee
        turns = count()
        while not referee.over:
            expect_end(referee, next(turns))
            outputs: dict[int, Lines] = {}
            for seat in referee.seats():
                outputs[seat] = [] if seat in self.out else self._ask(seat)
                if referee.ends_turn(seat, outputs[seat]):
                    break
            referee.apply(outputs)
            for seat, reason in referee.faults().items():
                self._put_out(seat, f"invalid: {reason}")
        ranks = referee.result().counted
        self.driver.send([end_line(ranks)])
        return ranks

    def _ask(self, seat: int) -> Lines:
        """Returns the answer of a seat; [] if the answer came too late, and then the seat is out.
        Raises BadInput at the end of input.
        """
        referee, limits = self.referee, self.referee.limits
        is_first = seat not in self.rules
        rule = self.rules.setdefault(seat, time_rule(self.rule))
        owed = referee.reply_lines(seat)
        limit = limits.first_ms if is_first else limits.turn_ms
        lines = [*(self.init_inputs[seat] if is_first else []), *referee.inputs(seat)]
        if any(line.startswith("###") for line in lines):  # the walls of a map, for example
            reason = "its lines may begin with ###, which the old protocol keeps for itself"
            advice = "use the new one, cg-brutaltester without -o"
            raise BadInput(f"{referee.game}: {reason}; {advice}")
        rule.begin(limit)
        started = self.driver.now()
        self.driver.send([f"###Input {seat}", *lines, f"###Output {seat} {owed}"])
        answer = [self.driver.line() for _ in range(owed)]
        used = (self.driver.now() - started) * 1000.0
        if not rule.in_time(used):
            self._put_out(seat, f"timeout: {used:.0f} ms (limit {limit:g} ms)")
            return []
        return answer

    def _put_out(self, seat: int, reason: str) -> None:
        """Writes a line on stderr that a seat is out, with the reason."""
        if seat not in self.out:
            self.out.add(seat)
            say(f"botsmith: player {seat}: {' '.join(reason.split())}", to=self.complaints)
