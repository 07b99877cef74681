"""Plays one match: asks the referee and the bots' processes in turn, and makes the match record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from botsmith.arena.baselines import SLIP
from botsmith.arena.matches.bots import Bot, is_baseline, match_seed
from botsmith.arena.matches.openings import Opening, can_be_drawn
from botsmith.arena.process.child import HANG_MS, Answer, Child, TimeRule, stop_all, time_rule
from botsmith.arena.process.faults import explain
from botsmith.arena.process.libraries import with_kept_libraries
from botsmith.arena.process.mistakes import wrong_count
from botsmith.arena.process.retrial import early_answer
from botsmith.arena.process.site_machine import Cores, Machine, Site
from botsmith.arena.process.stacks import ENVIRONMENT
from botsmith.arena.process.stderr import ASKED
from botsmith.arena.store.record import seats_to_json
from botsmith.children import child_environment
from botsmith.errors import BadInput
from botsmith.own_code import expect_end, nobody_asked
from botsmith.referees.base import GIVEN, Lines, Match, Referee, Turn, on_site

SOURCE = "botsmith arena"
FULL_BUDGET = 100
SQUEEZE = 0.05  # of a turn's limit: so long may a bot stand in the queue for a CPU


@dataclass(frozen=True)
class Conditions:
    """The conditions of all matches.

    time_rule: a name of TIME_RULES in arena/process/child.py
    iterations: fixed work a turn, None to play by the clock
    environment: more variables for every bot
    budgets: by seat, percent of the contest's time or of the fixed work; empty gives everybody 100
    site: the model of the site's machine that bots run on, None for this machine as it is
    sends_seed: True if a foreign referee of the old protocol gets the line `###Seed N`, which some
    such referees mistake for another line
    openings: the number of random plies before the bots are asked
    """

    time_rule: str = "hard"
    iterations: int | None = None
    environment: Mapping[str, str] = field(default_factory=dict, hash=False)
    budgets: tuple[int, ...] = ()
    site: Site | None = None
    sends_seed: bool = False
    openings: int = 0

    @property
    def is_timed(self) -> bool:
        """Returns True if a late answer can have consequences."""
        return self.time_rule != "none"

    def budget(self, place: int) -> int:
        """Returns the percent of the contest's time that a seat has."""
        return self.budgets[place] if self.budgets else FULL_BUDGET

    def variables(self, seed: str, rotation: int, place: int) -> dict[str, str]:
        """Returns the environment variables that tell the bot in a seat its work and its budget."""
        found, budget = dict(self.environment), self.budget(place)
        if self.iterations is not None:
            work = max(1, self.iterations * budget // FULL_BUDGET)
            found["BOTSMITH_ITERATIONS"] = str(work)
            found["BOTSMITH_SEED"] = str(match_seed(seed, rotation, place))
        if budget != FULL_BUDGET:
            found["BOTSMITH_BUDGET"] = str(budget)
        return found


ON_THE_CLOCK = Conditions()


def start_bot(
    bot: Bot, conditions: Conditions, variables: Mapping[str, str], machine: Machine | None = None
) -> Child:
    """Starts a bot for a match and returns its process. variables: environment variables of its
    seat
    """
    environment = child_environment({**ENVIRONMENT, ASKED: "1", **bot.environment, **variables})
    if conditions.iterations is not None:
        environment = with_kept_libraries(environment)
    keeps = ASKED in conditions.environment or f"{ASKED}=1" in bot.command  # the user wants them
    return Child(bot.command, environment, bot.cwd, keeps_stats=keeps, machine=machine)


def mistake(seat: int, bot: Bot, turn: int, text: str, **kind: str) -> dict[str, Any]:
    """Returns an entry of a record's `errors` (kind: fault=..) or `mistakes` (kind: kind=..)."""
    about = {"seat": seat, "bot": bot.name, "turn": turn, **kind}
    return {**about, "text": f"seat {seat} {bot.name}: {text}"}


@dataclass
class Seat:
    """A bot in its seat, during a match.

    is_out: its process was stopped, so it answers no more
    waited_ms: ms that it waited in the queue for a CPU, in all turns so far
    squeezed: number of turns in which it waited there longer than SQUEEZE of the limit
    late: number of turns that took longer than the limit plus the bot's slack
    own_late: late turns that neither the queue nor the model of the site's machine explains
    start: lines of the start that were not sent yet
    asked: the last turn in which it was asked, the number of lines owed, and its answer
    too_many: the note on the first turn in which it printed more lines than it owed
    """

    bot: Bot
    child: Child
    rule: TimeRule
    start: Lines
    turn_ms: list[float] = field(default_factory=list)
    stderr: list[str] = field(default_factory=list)
    is_out: bool = False
    waited_ms: float = 0.0
    squeezed: int = 0
    late: int = 0
    own_late: int = 0
    asked: tuple[int, int, Lines] = (0, 0, [])
    too_many: str = ""


@dataclass(eq=False)
class Play:
    """A match; bots[seat] sits in that seat. `run` plays it, once."""

    referee: Referee
    bots: Sequence[Bot]
    seed: str
    rotation: int = 0
    conditions: Conditions = ON_THE_CLOCK

    def __post_init__(self) -> None:
        referee, bots, conditions = self.referee, self.bots, self.conditions
        self.turns: list[Turn] = []
        self.errors: list[dict[str, Any]] = []
        self.mistakes: list[dict[str, Any]] = []
        self.init_inputs = {seat: referee.init_inputs(seat) for seat in range(referee.players)}
        self.init_outputs: dict[int, Lines] = {}
        dice = Random(f"opening {self.seed}")  # all seats of a match share it
        self.drawn = {
            place: Opening(referee, place, dice)
            for place, bot in enumerate(bots)
            if conditions.openings and can_be_drawn(type(referee), bot)
        }
        self.seats: list[Seat] = []
        self.cores = Cores(len(bots)) if conditions.site else None
        try:
            for place, bot in enumerate(bots):
                rule = time_rule(conditions.time_rule)
                start = [] if referee.opening(place) else self.init_inputs[place]
                self.seats.append(Seat(bot, self._child(place, bot, {}), rule, start))
        except BaseException:
            self._stop()
            raise

    def _child(self, place: int, bot: Bot, more: Mapping[str, str]) -> Child:
        """Starts a bot and returns its process. more: further environment variables"""
        variables = {**self.conditions.variables(self.seed, self.rotation, place), **more}
        site = self.conditions.site
        machine = Machine(site, self.cores.cores[place]) if site and self.cores else None
        return start_bot(bot, self.conditions, variables, machine)

    def _stop(self) -> None:
        """Stops the bots that still play, and adds the rest of their stderr to their last turn."""
        playing = [seat for seat in self.seats if not seat.is_out]
        stop_all([seat.child for seat in playing])
        if self.cores:
            self.cores.release()
        for seat in playing:
            if seat.stderr:
                seat.stderr[-1] += seat.child.errors.take()

    def run(self) -> Match:
        """Plays the match to its end, and returns its record. Stops all processes of the bots, also
        after an exception. Raises BadInput for a fault of an author's referee.

        `errors` of the record names the bots that failed. turn_ms holds one number for every turn
        in which a seat's process was asked, also for the longer first one. stderr holds as many
        texts, and one more for a bot that was put out: its last output.
        """
        try:
            for seat in self.seats:
                seat.child.launch.wait_started()
            self._open()
            while not self.referee.over:
                expect_end(self.referee, len(self.turns))
                if len(self.turns) == self.conditions.openings and self.drawn:
                    self._begin_after_opening()
                self._turn()
            if not self.init_outputs and not any(turn.outputs for turn in self.turns):
                raise nobody_asked(self.referee, len(self.turns))
            for place, seat in enumerate(self.seats):
                if not seat.is_out:
                    self._look_for_more(place)
                    seat.child.send(self.referee.closing(place))
                    seat.child.errors.wait_for_last_turn()
        finally:
            self._stop()
        for place, seat in enumerate(self.seats):
            if why := seat.child.engine.no_c:  # it goes to the front of stderr
                self.mistakes.append(mistake(place, seat.bot, 0, why, kind="c"))
                if seat.stderr and why not in seat.stderr[0]:
                    seat.stderr[0] = f"{why}\n{seat.stderr[0]}"
        return self._record()

    def _open(self) -> None:
        """Asks the bots the questions that the game has before its first turn."""
        for place, seat in enumerate(self.seats):
            for question in self.referee.opening(place):
                given = self.init_outputs.setdefault(place, [])
                if not seat.is_out:
                    limit_ms = question.limit_ms + seat.bot.slack.first_ms
                    wait_ms = time_rule(self.conditions.time_rule).begin(limit_ms)
                    answer = seat.child.ask(question.lines, question.owed, wait_ms, is_turn=False)
                    is_in_time = answer.used_ms <= wait_ms
                    given += self._checked_answer(place, answer, limit_ms, is_in_time)
        if self.init_outputs:
            self.referee.open(dict(self.init_outputs))
            self._put_faulty_out(0)

    def _turn(self) -> None:
        referee = self.referee
        inputs: dict[int, Lines] = {}
        outputs: dict[int, Lines] = {}
        for place in referee.listeners():
            inputs[place] = referee.inputs(place)
            if not self.seats[place].is_out:
                self.seats[place].child.send(self._with_start(place, inputs[place]))
        is_opening = len(self.turns) < self.conditions.openings
        for place in referee.seats():
            inputs[place], owed = referee.inputs(place), referee.reply_lines(place)
            if is_opening and place in self.drawn:
                outputs[place] = self.drawn[place].draw(inputs[place], owed)
            else:
                outputs[place] = self._ask(place, inputs[place], owed)
            if referee.ends_turn(place, outputs[place]):
                break
        referee.apply(outputs)
        self.turns.append(Turn(inputs, outputs, referee.state()))
        self._put_faulty_out(len(self.turns) - 1)

    def _begin_after_opening(self) -> None:
        """Restarts the bots that must know their own moves, and sends them the opening."""
        for place, opening in self.drawn.items() if self.referee.openings == GIVEN else ():
            seat = self.seats[place]
            seat.child.stop()
            seat.child = self._child(place, seat.bot, opening.environment())
            seat.child.launch.wait_started()
            for lines, owed in opening.inputs:
                seat.child.ask(self._with_start(place, lines), owed, HANG_MS)
                seat.child.errors.take()

    def _put_faulty_out(self, turn: int) -> None:
        for place, reason in self.referee.faults().items():
            if not self.seats[place].is_out:
                self._put_out(place, "invalid", reason, turn)

    def _with_start(self, place: int, lines: Lines) -> Lines:
        """Returns the lines to send to a seat. The first time its lines of the start stand above
        them.
        """
        seat = self.seats[place]
        start, seat.start = seat.start, []
        return start + lines

    def _ask(self, place: int, lines: Lines, owed: int) -> Lines:
        """Asks one seat; returns its answer. After a fault it puts the bot out and returns []."""
        seat = self.seats[place]
        if seat.is_out:
            return []
        is_first = not seat.turn_ms
        limits = self.referee.limits
        limit_ms = limits.first_ms if is_first else limits.turn_ms
        limit_ms *= self.conditions.budget(place) / FULL_BUDGET
        limit_ms += seat.bot.slack.first_ms if is_first else seat.bot.slack.turn_ms
        self._look_for_more(place)
        early = seat.child.drop_lines() if self.referee.listeners() else []
        asked = self._with_start(place, lines)
        answer = seat.child.ask(asked, owed, seat.rule.begin(limit_ms))
        seat.turn_ms.append(round(answer.used_ms, 3))
        taken = ""
        if self.conditions.is_timed:
            waited_ms = max(seat.child.launch.scheduled_ms()[1], seat.waited_ms)
            queued_ms, seat.waited_ms = waited_ms - seat.waited_ms, waited_ms
            # Linux reports a core that the model slows as time in the queue, too.
            is_slow = self.conditions.site is not None and self.conditions.site.slow > 1.0
            if queued_ms > SQUEEZE * limit_ms and not is_slow:
                seat.squeezed += 1
                shown_ms = min(queued_ms, answer.used_ms)  # it may have queued before it was asked
                taken = f", {shown_ms:.0f} ms of them in the queue for a CPU"
            seat.late += answer.used_ms > limit_ms
            frozen_ms = seat.child.machine.excess_ms(answer.used_ms) if seat.child.machine else 0.0
            seat.own_late += answer.used_ms - queued_ms - frozen_ms > limit_ms
        is_in_time = bool(answer.fault) or seat.rule.in_time(answer.used_ms)
        answered = self._checked_answer(place, answer, limit_ms, is_in_time, taken)
        seat.asked = len(self.turns), owed, answered
        if not seat.is_out:
            shown = "; ".join(line[:60] for line in early[:3])
            note = f"ignored, printed out of turn: {shown}\n" if early else ""
            seat.stderr.append(note + seat.child.errors.take())
        return answered

    def _checked_answer(
        self, place: int, answer: Answer, limit_ms: float, is_in_time: bool, taken: str = ""
    ) -> Lines:
        """Returns the lines of an answer; puts the seat out and returns [] if it has a fault.

        taken: words about the time that the machine took from the bot
        """
        fault, detail = answer.fault, answer.detail
        if not fault and not is_in_time:
            fault, detail = "timeout", "answered too late"
        if fault == "timeout":
            limit = f"(limit {limit_ms:g} ms, time rule {self.conditions.time_rule})"
            detail += f" after {answer.used_ms:.0f} ms{taken} {limit}"
        if fault:
            self._put_out(place, fault, detail, len(self.turns), not answer.fault)
            return []
        return answer.lines

    def _look_for_more(self, place: int) -> None:
        """Adds a note if a seat printed more lines than it owed in its last turn; one note a
        match.
        """
        seat = self.seats[place]
        if seat.too_many or not (more := seat.child.output.unowed_lines()):
            return
        turn, owed, answered = seat.asked
        text = wrong_count([*answered, *more], owed, seat.bot.command)
        if not self.init_outputs:
            text += early_answer(seat.child)
        seat.too_many = f"{text} in turn {turn}"
        text = f"turn {turn}: {text}{on_site(self.referee.site_turn(turn, self.turns))}"
        self.mistakes.append(mistake(place, seat.bot, turn, text, kind="lines"))

    def _put_out(
        self, place: int, fault: str, detail: str, turn: int, has_answered: bool = False
    ) -> None:
        """Stops a bot at once, and adds a line about its fault to the errors.

        has_answered: its answer came late, so its process waits for the next turn

        Raises BadInput if the bot is a baseline and the contest's own code failed, because results
        of such games mean nothing.
        """
        seat = self.seats[place]
        last_words = seat.child.last_words() if fault == "crash" else seat.child.errors.take()
        seat.is_out = True
        said = "".join([*seat.stderr[-1:], last_words])
        if fault == "crash" and is_baseline(seat.bot) and SLIP in said:
            raise BadInput(said.rpartition(SLIP)[2].splitlines()[0])
        answered = [] if seat.too_many else seat.asked[2]
        words, stack = "", list[str]()
        if not has_answered:
            words, stack = explain(seat.child, fault, turn, answered, said)
        seat.child.stop()
        seat.stderr.append(last_words)
        text = f"turn {turn}: {fault}: {detail}{words}"
        if seat.too_many:
            text += f"; it printed {seat.too_many}"
        text += on_site(self.referee.site_turn(turn, self.turns))
        error = mistake(place, seat.bot, turn, text, fault=fault)
        self.errors.append({**error, **({"stack": stack} if stack else {})})

    def _record(self) -> Match:
        """Returns the match record, with bots, times, engines, errors, stderr and conditions."""
        places = list(enumerate(self.seats))
        extra: dict[str, Any] = {
            "bots": [{"name": s.bot.name, "hash": s.bot.content_hash} for s in self.seats],
            "turn_ms": {str(place): seat.turn_ms for place, seat in places},
            "engine": {str(place): s.child.engine.turns().as_json() for place, s in places},
            "errors": self.errors,
            **({"mistakes": self.mistakes} if self.mistakes else {}),
            "stderr": {str(place): s.stderr for place, s in places if any(s.stderr)},
            "rotation": self.rotation,
            "time_rule": self.conditions.time_rule,
            "iterations": self.conditions.iterations,
            **self.referee.final(),
        }
        if self.conditions.is_timed:
            extra["squeezed"] = [seat.squeezed for seat in self.seats]
            extra["late"] = [seat.late for seat in self.seats]
        if self.drawn:
            drawn = {str(place): len(opening.answers) for place, opening in self.drawn.items()}
            extra["openings"], extra["drawn"] = self.conditions.openings, drawn
        if self.conditions.budgets:
            extra["budgets"] = list(self.conditions.budgets)
        if self.conditions.site and self.cores:
            extra["site"] = {
                **self.conditions.site.as_json(),
                "cores": self.cores.cores,
                "c_from": [seat.child.engine.first_c for seat in self.seats],
                "own_late": [seat.own_late for seat in self.seats],
            }
        if self.init_outputs:
            extra["init_out"] = seats_to_json(self.init_outputs)
        referee = self.referee
        return Match(
            game=referee.game,
            source=SOURCE,
            seed=self.seed,
            players=referee.players,
            config=referee.config,
            init_inputs=self.init_inputs,
            turns=self.turns,
            result=referee.result(),
            extra=extra,
        )
