"""Plays under a foreign referee of cg-brutaltester's old protocol, with the bots as our own
children.

botsmith/interop/old_protocol.py shows the protocol from the other side.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.match import Conditions, mistake, start_bot
from botsmith.arena.process.child import HANG_MS, Child, stop_all
from botsmith.arena.process.faults import explain
from botsmith.children import child_environment
from botsmith.errors import BadInput
from botsmith.referees.base import Lines, Match, Result, Turn

REFEREE_SECONDS = 60.0  # for its next line
OUTPUT_LIMIT = 1 << 20
INPUT = re.compile(r"###Input (\d)")
OUTPUT = re.compile(r"###Output (\d) (\d{1,4})")
END = re.compile(r"###End((?: \d+)+)")


class BotFailed(Exception):
    """Raised when a bot does not give the lines that it owes; the text says why."""

    def __init__(self, seat: int, fault: str, detail: str) -> None:
        super().__init__(detail)
        self.seat = seat
        self.fault = fault


def failure(match: Match, reason: str) -> BadInput:
    """Returns the BadInput that says why a referee gave no result."""
    return BadInput(f"{match.game}, seed {match.seed}: the referee failed: {reason}")


@dataclass(eq=False)
class Relay:
    """Plays one match. `run` fills the match record that the constructor got."""

    match: Match
    bots: Sequence[Bot]
    variables: Sequence[dict[str, str]]
    conditions: Conditions

    def __post_init__(self) -> None:
        self.sends_seed = self.conditions.sends_seed
        self.waiting: list[Lines] = [[] for _ in self.bots]  # sent by the referee, not asked for
        self.answered: set[int] = set()
        self.first_answer: float | None = None  # when the referee got a bot's lines first
        self.heard_at = 0.0
        self.turn = Turn({}, {})
        self.children: list[Child] = []
        try:
            for bot, variables in zip(self.bots, self.variables, strict=True):
                self.children.append(start_bot(bot, self.conditions, variables))
            words = self.match.config["referee"], child_environment(self.variables[0]), os.getcwd()
            self.referee = Child(*words, output_limit=OUTPUT_LIMIT)
            self.children.append(self.referee)
        except BaseException:
            stop_all(self.children)
            raise

    def run(self) -> None:
        """Plays the match to its end; no process is left afterwards. Raises BadInput if the referee
        fails.
        """
        try:
            for child in self.children:
                child.launch.wait_started()
            seed = [f"###Seed {self.match.seed}"] if self.sends_seed else []
            self._send([*seed, f"###Start {len(self.bots)}"])
            groups = self._play()
            for child in self.children[: len(self.bots)]:
                child.errors.wait_for_last_turn()
            self._finish(self._ranks(groups), "referee")
        except BotFailed as failed:  # it is last, and all others are first
            self._complain(failed.seat, failed.fault, str(failed))
            ranks = [1] * len(self.bots)
            ranks[failed.seat] = len(self.bots)
            self._finish(ranks, failed.fault)
        finally:
            stop_all(self.children)
            for seat, texts in self.match.extra["stderr"].items():
                texts[-1] += self.children[int(seat)].errors.take()
            for seat in self.match.extra["engine"]:
                turns = self.children[int(seat)].engine.turns()
                self.match.extra["engine"][seat] = turns.as_json()

    def _send(self, lines: Lines) -> None:
        self.referee.writer.queue.put("".join(line + "\n" for line in lines).encode())

    def _hear(self) -> str:
        """Returns the referee's next line. Raises BadInput if there is none."""
        taken = self.referee.output.take(1, REFEREE_SECONDS)
        if taken is not None:
            self.heard_at = taken[1]
            return taken[0][0]
        words = self.referee.last_words().strip().splitlines()
        hint = f": {words[-1].strip()[:200]}" if words else ""
        if self.referee.output.has_ended:
            raise self._failure(f"it ended before ###End{hint}")
        if self.referee.output.has_flooded:
            raise self._failure(f"more than {OUTPUT_LIMIT} bytes at once")
        raise self._failure(f"no line for {REFEREE_SECONDS:g} s{hint}")

    def _failure(self, reason: str) -> BadInput:
        return failure(self.match, reason)

    def _play(self) -> list[str]:
        """Relays lines until the line ###End; returns the groups of players in that line."""
        seat = -1
        while True:
            line = self._hear()
            if seat >= 0 and not line.startswith("###"):
                self.waiting[seat].append(line)
                continue
            seat = -1
            if found := INPUT.fullmatch(line):
                seat = self._seat(found[1], line)
            elif found := OUTPUT.fullmatch(line):
                asked = self._seat(found[1], line)
                answer = self._ask(asked, int(found[2]))
                self.answered.add(asked)
                self.first_answer = self.first_answer or perf_counter()
                self._send(answer)
            elif found := END.fullmatch(line):
                return found[1].split()
            elif line.startswith("###Error "):
                seat_at_fault = self._seat(line[9:10], line)
                self._check_asked([seat_at_fault], line)
                self._complain(seat_at_fault, "invalid", line[10:].strip())
            else:
                raise self._failure(f"expected ###Input, ###Output or ###End, got {line!r}")

    def _check_asked(self, seats: Sequence[int], line: str) -> None:
        """Raises BadInput if the referee put a seat out before the seat answered. Such a referee
        has read a line of the protocol as an answer.
        """
        is_early = self.first_answer is not None and self.heard_at < self.first_answer
        hint = "; leave out --seed: it may take ###Seed for the start" if self.sends_seed else ""
        for seat in seats:
            if seat not in self.answered or is_early:
                raise self._failure(f"{line!r} puts seat {seat} out before it has answered{hint}")

    def _seat(self, digit: str, line: str) -> int:
        if not digit.isdigit() or int(digit) >= len(self.bots):
            raise self._failure(f"no such player in {line!r}")
        return int(digit)

    def _ask(self, seat: int, owed: int) -> Lines:
        """Asks a bot; records and returns its lines. Raises BotFailed if it gives none."""
        if seat in self.turn.inputs:
            self._end_turn()
        lines, self.waiting[seat] = self.waiting[seat], []
        child, extra = self.children[seat], self.match.extra
        answer = child.ask(lines, owed, HANG_MS)
        extra["turn_ms"][str(seat)].append(round(answer.used_ms, 3))
        words = child.last_words() if answer.fault == "crash" else child.errors.take()
        extra["stderr"].setdefault(str(seat), []).append(words)
        self.turn.inputs[seat] = lines
        self.turn.outputs[seat] = answer.lines
        if answer.fault:
            cause, _ = explain(child, answer.fault, len(self.match.turns), [], words)
            raise BotFailed(seat, answer.fault, answer.detail + cause)
        return answer.lines

    def _end_turn(self) -> None:
        self.match.turns.append(self.turn)
        self.turn = Turn({}, {})

    def _complain(self, seat: int, fault: str, detail: str) -> None:
        turn = len(self.match.turns)
        text = f"turn {turn}: {fault}: {detail}"
        self.match.extra["errors"].append(mistake(seat, self.bots[seat], turn, text, fault=fault))

    def _ranks(self, groups: list[str]) -> list[int]:
        """Sets the ranks from groups of players, best first. Raises BadInput if a player is missing
        or twice there.
        """
        count = len(self.bots)
        if sorted("".join(groups)) != [str(seat) for seat in range(count)]:
            raise self._failure(f"expected every player once in ###End, got {' '.join(groups)!r}")
        ranks = [0] * count
        better = 0
        for group in groups:
            for digit in group:
                ranks[int(digit)] = better + 1
            better += len(group)
        behind = [seat for seat, rank in enumerate(ranks) if rank > 1]
        self._check_asked(behind, " ".join(["###End", *groups]))
        return ranks

    def _finish(self, ranks: list[int], end: str) -> None:
        if self.turn.inputs:
            self._end_turn()
        scores = [float(sum(other > rank for other in ranks)) for rank in ranks]
        self.match.result = Result(scores, ranks, end)
