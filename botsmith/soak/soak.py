"""Soaks a bot: it plays its contest for thousands of turns on a machine that is kept busy.

Every late answer has a cause: the disturbance without which the answer would have been in time.
"""

import os
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, field, replace
from operator import itemgetter
from pathlib import Path
from time import monotonic, perf_counter
from typing import Annotated, Any

from botsmith.arena.matches.bots import Bot, engine_warning, find_bots, needed_game
from botsmith.arena.matches.match import FULL_BUDGET, Conditions, Play, Seat
from botsmith.arena.matches.played import TurnTimes
from botsmith.arena.process.child import time_rule
from botsmith.arena.process.launch import read_from_disk, scheduled_ms
from botsmith.arena.process.site_machine import Site
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.statistics.site_report import arrival
from botsmith.errors import BadInput
from botsmith.printable import print_error
from botsmith.referees import referee_for
from botsmith.referees.base import Lines
from botsmith.settings import Opt
from botsmith.soak import load
from botsmith.soak.stalls import Stall, Staller
from botsmith.soak.witness import Witnesses, processor_of, witnesses

SELF = "self"
# The first answers at once and loses slowly, so that one start gives many turns; the others use
# their time.
OPPONENTS = ("random", "slow", SELF)
STOPPED = "stopped"  # by a stall longer than its margin that was on when its time ended: no help
PAUSE = "pause"  # a stall from which it came back in time, or that its margin is there for
WAITING = "waiting"  # in the queue for a processor
MACHINE = "machine"  # a disk, a processor that stood still (witness.py), or nobody who listened
OWN = "own work"
CAUSES = (OWN, WAITING, PAUSE, STOPPED, MACHINE)
COUNTS = "turns matches timeouts over stalls begun_late stalled_over late_answers faults".split()
# What a slow disk takes: the first byte, and bytes a ms after it. A bot that sleeps, and has a page
# of its memory read meanwhile, is late by its own.
READ_MS, READ_RATE = 100.0, 1000.0
MARGIN = re.compile(r"^[ \t]*margin_ms: float = ([0-9.]+)|^MARGIN_MS = ([0-9.]+)", re.MULTILINE)
Clocks = tuple[float, float, float, int]  # see Soaked._clocks


@dataclass(frozen=True)
class SoakOptions:
    """The options of a soak of one bot.

    turns: Turns of each bot, over several matches.
    load: Busy processes beside it. [default: one a core; 0 with --site]
    stall_ms: Milliseconds for which a stall stops the bot. [default: its own margin]
    stall_rate: Share of turns with a stall. [default: 0.1; 0 with --site]
    time_rule: hard, soft3, bank, count or none.
    budget: Percent of the contest's time, for all bots.
    opponents: Bots for all other seats, in turn; `self` is the bot.
    seed: Seed of the first match, and of the stalls.
    has_slow_disk: Keep the disk busy and slow the compiler down.
    cores: Cores for bots, load and arena together. [default: all]

    Fields that no option of the command sets:

    site: The model of the site's machine that the bots run on.
    seconds: No match begins after this time; None for no such limit.
    is_strict: No match begins after a match with a fault, or with an answer that the bot's own work
    made late.
    """

    turns: Annotated[int, Opt(least=1)] = 3000
    load: Annotated[int | None, Opt(least=0)] = None
    stall_ms: Annotated[float | None, Opt(least=0, most=10_000)] = None
    stall_rate: Annotated[float | None, Opt(least=0, most=1)] = None
    time_rule: Annotated[str, Opt(name="time")] = "hard"
    budget: Annotated[int, Opt(least=1, most=1000)] = FULL_BUDGET
    opponents: Annotated[tuple[str, ...], Opt(name="vs")] = OPPONENTS
    seed: Annotated[int, Opt()] = 1
    has_slow_disk: Annotated[bool, Opt(name="slow-disk")] = False
    cores: Annotated[int | None, Opt(least=1)] = None
    site: Site | None = None
    seconds: float | None = None
    is_strict: bool = False

    @property
    def busy(self) -> int:
        """Returns the number of busy processes."""
        return self.load if self.load is not None else 0 if self.site else os.cpu_count() or 1

    @property
    def rate(self) -> float:
        """Returns the share of turns with a stall, 0..1."""
        return self.stall_rate if self.stall_rate is not None else 0.0 if self.site else 0.1

    def check(self) -> None:
        """Raises BadInput for more cores than there are, and for an unknown time rule."""
        here = len(os.sched_getaffinity(0))
        if self.cores is not None and self.cores > here:
            raise BadInput(f"--cores {self.cores}: expected 1 to {here}, which are here")
        time_rule(self.time_rule)


@dataclass(frozen=True)
class Spent:
    """A turn's time, in ms: from the question to the answer.

    ran, waited, paused: time in which the bot ran, waited for a processor, was stopped by a stall
    stood: time for which its processor stood still, which Linux counts as run; 0 without a witness
    unheard: time in which the arena itself waited for a processor
    read_bytes: number of bytes that the bot read from a disk
    """

    used: float
    ran: float
    waited: float
    paused: float
    stood: float = 0.0
    unheard: float = 0.0
    read_bytes: int = 0

    def cause(self, limit_ms: float, is_first: bool, is_stopped: bool) -> str:
        """Returns why the answer was late: the longest of the causes without which it would have
        been in time.

        is_first: True for a match's first answer, in which a bot also sleeps on purpose while its
        compiler runs
        is_stopped: True if the time limit fell into a stall that is longer than any margin
        """
        late = self.used - limit_ms
        pause = STOPPED if is_stopped else PAUSE
        met = [(self.paused, pause), (self.waited, WAITING)]
        met += [(self.stood, MACHINE), (self.unheard, MACHINE)]
        longest, cause = max(met, key=itemgetter(0))
        if longest >= late:
            return cause
        if self.paused + self.waited >= late:
            return WAITING
        if self.paused + self.waited + self.stood + self.unheard >= late:
            return MACHINE
        rest = self.used - self.ran - self.waited - self.paused
        disk = READ_MS + self.read_bytes / READ_RATE if self.read_bytes else 0.0
        return MACHINE if min(rest, disk) >= late and not is_first else OWN


@dataclass
class Tally:
    """The counts of one bot's turns.

    margin_ms: the margin that the bot states; None if it states none
    over: number of turns longer than the contest's limit by the arena's clock; the time rule
    decides if they are time-outs
    begun_late: number of turns sent while the bot was stopped
    stall_ms: the real length of each stall
    late_first, late: number of late answers by cause: first answers of matches, and all others
    late_answers: a description of each late answer
    gap_ms: the longest time for which each processor with a witness stood still
    c_from: for each match with C, the first turn that C played
    own_late: as in match.Seat
    """

    margin_ms: float | None = None
    times: TurnTimes = field(default_factory=TurnTimes)
    turns: int = 0
    matches: int = 0
    timeouts: int = 0
    over: int = 0
    stalls: int = 0
    begun_late: int = 0
    stalled_over: int = 0
    stall_ms: list[float] = field(default_factory=list)
    waited_ms: float = 0.0
    late_first: Counter[str] = field(default_factory=Counter)
    late: Counter[str] = field(default_factory=Counter)
    late_answers: list[dict[str, Any]] = field(default_factory=list)
    gap_ms: dict[int, float] = field(default_factory=dict)
    engine: EngineTurns = EngineTurns()
    without_c: int = 0
    faults: list[str] = field(default_factory=list)
    c_from: list[int] = field(default_factory=list)
    own_late: int = 0


@dataclass(eq=False, kw_only=True)
class Soaked(Play):
    """A match in which the first bot is stalled; it sits in seat `rotation`."""

    staller: Staller
    tally: Tally
    witnesses: Witnesses
    stall: Stall | None = None

    def _ask(self, place: int, lines: Lines, owed: int) -> Lines:
        """Returns the answer of a seat, and notes the times of the stalled bot's turn."""
        seat = self.seats[place]
        if place != self.rotation or seat.is_out:
            return super()._ask(place, lines, owed)
        limits = self.referee.limits
        limit_ms = limits.turn_ms if seat.turn_ms else limits.first_ms
        limit_ms *= self.conditions.budget(place) / FULL_BUDGET
        is_stalled = self.stall is not None and self.stall.is_on
        if not is_stalled:
            self._end_stall()
            self.stall = self.staller.draw(seat.child.launch.bot_pid, limit_ms)
        self.tally.begun_late += self.stall is not None and self.stall.is_on
        before, began = self._clocks(seat), perf_counter()
        answered = super()._ask(place, lines, owed)
        for witness in self.witnesses.values():
            witness.listen()
        if seat.turn_ms[-1] > limit_ms and not seat.is_out:
            self._count_late(seat, limit_ms, began, before)
        if self.stall is not None:
            self.stall.cancel()
            is_stalled = is_stalled or self.stall.began > 0.0
        self.tally.turns += 1
        is_over = seat.turn_ms[-1] > limit_ms
        self.tally.over += is_over
        self.tally.stalls += is_stalled
        self.tally.stalled_over += is_stalled and is_over
        return answered

    def _clocks(self, seat: Seat) -> Clocks:
        """Returns four running totals: ms that the bot has run, ms that it has waited, ms that the
        arena has waited, bytes that the bot has read from a disk.
        """
        launch = seat.child.launch
        unheard = scheduled_ms(os.getpid())[1]
        return *launch.scheduled_ms(), unheard, read_from_disk(launch.bot_pid)

    def _count_late(self, seat: Seat, limit_ms: float, began: float, before: Clocks) -> None:
        """Notes a late answer with its cause. `before` holds the clocks at the beginning of the
        turn.
        """
        used, is_first = seat.turn_ms[-1], len(seat.turn_ms) == 1
        ended = began + used / 1000.0
        now = zip(self._clocks(seat), before, strict=True)
        ran, waited, unheard, was_read = (after - first for after, first in now)
        paused = self.stall.overlap(began, ended) * 1000.0 if self.stall else 0.0
        watched = self.witnesses.get(processor_of(seat.child.launch.bot_pid))
        stood = watched.overlap(began, ended) * 1000.0 if watched else 0.0
        stood += seat.child.machine.excess_ms(0.0) if seat.child.machine else 0.0
        spent = Spent(used, ran, waited, paused, stood, unheard, int(was_read))
        is_stopped = self.stall is not None and self.stall.is_on_at(began + limit_ms / 1000.0)
        is_stopped = is_stopped and self.staller.length_ms > (self.tally.margin_ms or 0.0)
        cause = spent.cause(limit_ms, is_first, is_stopped)
        (self.tally.late_first if is_first else self.tally.late)[cause] += 1
        which = {"seed": self.seed, "turn": len(seat.turn_ms) - 1, "cause": cause}
        self.tally.late_answers.append({**which, **asdict(spent)})

    def _end_stall(self) -> None:
        """Waits for the end of the last stall, and notes its measured length."""
        if self.stall is not None:
            self.stall.finish()
            if self.stall.real > 0.0:
                self.tally.stall_ms.append(1000.0 * self.stall.real)
            self.stall = None

    def _stop(self) -> None:
        self._end_stall()
        super()._stop()

    def count(self) -> None:
        """Adds the match to the tally."""
        seat: Seat = self.seats[self.rotation]
        tally = self.tally
        tally.matches += 1
        tally.times.add(TurnTimes.of(seat.turn_ms))
        tally.waited_ms += seat.waited_ms
        engine = seat.child.engine.turns()
        tally.engine += engine
        tally.without_c += engine.without_c()
        tally.own_late += seat.own_late
        if seat.child.engine.first_c is not None:
            tally.c_from.append(seat.child.engine.first_c)
        for error in self.errors:
            if error["seat"] == self.rotation:
                tally.timeouts += error["fault"] == "timeout"
                tally.faults.append(f"seed {self.seed}, {error['text']}")


def stated_margin(bot: Bot) -> float | None:
    """Returns the margin in ms that a bundle states; None if it states none."""
    for word in bot.command:
        if word.endswith(".py") and os.path.isfile(word):
            found = MARGIN.search(Path(word).read_text(encoding="utf-8"))
            if found:
                return float(found[1] or found[2])
    return None


@contextmanager
def loaded_machine(options: SoakOptions) -> Iterator[dict[str, str]]:
    """Loads the machine while the block runs. Yields the environment variables for the bots."""
    with ExitStack() as stack:
        if options.cores is not None:
            stack.enter_context(load.few_cores(options.cores))
        environment = stack.enter_context(load.slow_disk()) if options.has_slow_disk else {}
        for _ in range(options.busy):
            stack.enter_context(load.helper(load.BUSY))
        yield environment


def soak(bot: str, options: SoakOptions, show: Callable[[int], None]) -> dict[str, Any]:
    """Plays until the bot has been asked `options.turns` times. Returns its row of the report.

    After Ctrl-C the row covers the turns so far, and its `interrupted` is true. show: called after
    each match with the number of turns so far. Raises BadInput if the options or the bots cannot be
    played.
    """
    options.check()
    game = needed_game(bot)
    referee = referee_for(game)
    players = max(referee.player_counts)
    lineups = [
        find_bots([bot, *[bot if rival == SELF else rival] * (players - 1)], game)
        for rival in options.opponents
    ]
    bots = lineups[0]
    margin_ms = stated_margin(bots[0])
    stall_ms = margin_ms if options.stall_ms is None else options.stall_ms
    if stall_ms is None:  # it has no margin that a stall could use up
        options, stall_ms = replace(options, stall_rate=0.0), 0.0
        print_error(f"{bot} states no margin, so nothing stops it: --stall-ms 10 does")
    cold = [*load.library_files(), *load.compiler_files()]
    cold += map(Path, filter(os.path.isfile, bots[0].command))
    staller = Staller(options.rate, stall_ms, random.Random(options.seed))
    tally = Tally(margin_ms)
    is_interrupted = False
    began = monotonic()
    with loaded_machine(options) as environment, witnesses() as watching:
        budgets = (options.budget,) * players
        conditions = Conditions(
            options.time_rule, environment=environment, budgets=budgets, site=options.site
        )
        try:
            while tally.turns < options.turns and not is_over(options, began, tally):
                load.chill(cold)
                rotation = tally.matches % players
                seed = options.seed + tally.matches // players
                seats = bots_by_seat(lineups, tally.matches)
                match = referee.from_seed(seed, players), seats, str(seed), rotation, conditions
                play = Soaked(*match, staller=staller, tally=tally, witnesses=watching)
                try:
                    play.run()
                finally:
                    play.count()
                show(tally.turns)
        except KeyboardInterrupt:
            if not tally.turns:
                raise
            is_interrupted = True
    tally.gap_ms = {place: 1000.0 * witness.longest for place, witness in watching.items()}
    found = row(bots[0], game, options, tally, stall_ms)
    return {**found, "seconds": monotonic() - began, "interrupted": is_interrupted}


def is_over(options: SoakOptions, began: float, tally: Tally) -> bool:
    """Returns True if a match was played and no further match is to begin."""
    if not tally.matches:
        return False
    if options.is_strict and (tally.faults or tally.late[OWN] or tally.late_first[OWN]):
        return True
    return options.seconds is not None and monotonic() - began >= options.seconds


def bots_by_seat(lineups: list[list[Bot]], number: int) -> list[Bot]:
    """Returns the bots of match `number` by seat: each line-up plays in all rotations before the
    next one.
    """
    players = len(lineups[0])
    lineup = lineups[number // players % len(lineups)]
    return [lineup[(seat - number) % players] for seat in range(players)]


def row(bot: Bot, game: str, options: SoakOptions, tally: Tally, stall_ms: float) -> dict[str, Any]:
    """Returns the row of one bot in the report, times in ms. p50, p99 and max leave out the first
    turns of matches.
    """
    times = tally.times
    return {
        "bot": bot.name,
        "game": game,
        "engine": tally.engine.as_json(),
        "engine_warnings": engine_warning(bot.name, tally.without_c),
        "time_rule": options.time_rule,
        "load": options.busy,
        "slow_disk": options.has_slow_disk,
        "cores": options.cores,
        "late": {cause: tally.late[cause] for cause in CAUSES},
        "late_first": {cause: tally.late_first[cause] for cause in CAUSES},
        "longest_gap_ms": max(tally.gap_ms.values(), default=None),
        "budget_ms": referee_for(game).limits.turn_ms * options.budget / FULL_BUDGET,
        "margin_ms": tally.margin_ms,
        "first_ms": times.first,
        "p50_ms": times.percentile(50.0),
        "p99_ms": times.percentile(99.0),
        "max_ms": times.max if times.turns else None,
        "waited_ms": tally.waited_ms / tally.turns,
        "stall_ms": stall_ms,
        "longest_stall_ms": max(tally.stall_ms, default=None),
        **{name: getattr(tally, name) for name in COUNTS},
        **({"site": site_row(options.site, tally)} if options.site else {}),
    }


def site_row(site: Site, tally: Tally) -> dict[str, Any]:
    """Returns the report's part on the model of the site's machine, and on the turns in which C was
    ready there.
    """
    return {**site.as_json(), **arrival(tally.c_from, tally.matches), "own_late": tally.own_late}
