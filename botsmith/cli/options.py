"""Options that several commands have, each defined once."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.league import Plan, levels_from
from botsmith.arena.matches.openings import check_even
from botsmith.arena.matches.runner import LOCAL
from botsmith.arena.process.site_machine import Site, site_from
from botsmith.arena.store.last_matches import WHICH
from botsmith.programs import is_foreign
from botsmith.referees import referee_for
from botsmith.settings import Opt

Contest = Annotated[str, Opt("The contest, csb for example.")]
WHERE = "Only seats for which this holds: 'seat == 1 and turns > 30'; see docs/measuring.md."
Where = Annotated[str | None, Opt(WHERE, metavar="EXPR")]
By = Annotated[str | None, Opt("A line for each value of these: seat,rival say.", metavar="KEYS")]
Iterations = Annotated[int | None, Opt("Fixed work a turn instead of the clock: repeatable.", 1)]


@dataclass(frozen=True)
class Rules:
    """The options about the rules under which bots play.

    players: Seats of a match, if the game has a choice.
    time: hard, soft3, bank, count or none. [default: hard; none with --iterations]
    """

    players: Annotated[int | None, Opt()] = None
    time: Annotated[str | None, Opt()] = None
    iterations: Iterations = None

    @property
    def rule(self) -> str:
        """Returns the time rule."""
        return self.time or ("hard" if self.iterations is None else "none")


@dataclass(frozen=True)
class Seats(Rules):
    """The options about the bots of a league.

    slack: How late a bot's answers may be, in ms, and its first one: 'java*:0,2000'.
    seed: Seed of the first match; named, it is also sent to `brutal-old:`. [default: 1]
    """

    slack: Annotated[tuple[str, ...], Opt(metavar="NAME:MS[,FIRST_MS]")] = ()
    seed: Annotated[int | None, Opt()] = None

    @property
    def first_seed(self) -> int:
        """Returns the seed of the first match."""
        return 1 if self.seed is None else self.seed


@dataclass(frozen=True)
class Series(Seats):
    """The options about the matches of a series.

    seed_step: Distance from one seed to the next. [default: the game's own]
    openings: Turns of random legal moves, drawn from the seed, before the bots are asked.
    uneven: Openings in which a bot that knows of none plays its own moves.
    """

    seed_step: Annotated[int | None, Opt(least=1)] = None
    openings: Annotated[int, Opt(least=0, metavar="N")] = 0
    uneven: Annotated[bool, Opt()] = False

    def plan(self, game: str, bots: Sequence[Bot], games: int, budget: str | None = None) -> Plan:
        """Returns the plan of a series, without checks. Raises BadInput for a wrong budget."""
        return Plan(
            game=game,
            bots=tuple(bots),
            games=games,
            seed=self.first_seed,
            rule=self.rule,
            iterations=self.iterations,
            levels=levels_from(budget, [bot.name for bot in bots]),
            players=self.players,
            seed_step=self.seed_step,
            openings=self.openings,
            sends_seed=self.seed is not None,
        )

    def check(self, plan: Plan) -> None:
        """Raises BadInput for a plan that cannot be played, or whose openings are uneven."""
        plan.check()
        if not self.uneven and not is_foreign(plan.game):
            check_even(self.openings, referee_for(plan.game), plan.bots)


@dataclass(frozen=True)
class Model:
    """The options about the model of the site's machine.

    site: The site's machine: one core a bot, which stands still between its turns but for SHARE
    percent of the time; 4 without a number.
    """

    site: Annotated[float | None, Opt(least=0, most=100, metavar="[SHARE]")] = None
    slow: Annotated[float | None, Opt("A bot has 1/K of its core.", 1, 100, metavar="K")] = None

    @property
    def machine(self) -> Site | None:
        """Returns the model of the site's machine, None without --site and --slow. Raises BadInput
        if this machine cannot play it.
        """
        return site_from(self.site, self.slow)


@dataclass(frozen=True)
class Measured:
    """The options of `league` and `tune` about intervals, and about where matches are played."""

    confidence: Annotated[float, Opt("Confidence of all intervals.", 0.5, below=1)] = 0.95
    jobs: Annotated[int | None, Opt("Matches at once. [default: one core stays free]", 1)] = None
    engine: Annotated[str, Opt("local, dask://local or dask://HOST:PORT.")] = LOCAL

    @property
    def side_by_side(self) -> int:
        """Returns the number of matches at once: --jobs, else all cores but one."""
        return self.jobs if self.jobs is not None else max(1, (os.cpu_count() or 1) - 1)


@dataclass(frozen=True)
class Rated(Measured):
    """The options of both kinds of leagues.

    sprt: Stop as soon as it is clear if A is better than B.
    budget: Percents of the time or --iterations, for all bots, or NAME:P,P,.. for one.
    explain: Bots say what they consider: store it of `all` matches, or of those that the first bot
    `lost`.
    """

    sprt: Annotated[str | None, Opt(metavar="A,B")] = None
    budget: Annotated[str | None, Opt(metavar="P,P,..")] = None
    explain: Annotated[str | None, Opt(choices=WHICH, metavar="WHICH")] = None
    report: Annotated[Path | None, Opt("Write a page of the league, FILE.html.")] = None
    force: Annotated[bool, Opt("Verdicts even from an oversubscribed machine.")] = False
