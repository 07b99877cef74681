"""Plans a league: the bots of each match, its seed and seats, and the number of matches.

The plan is a numbered list of matches that follows from the spec alone. A series is a group of bots
that play each other. If there are as many bots as seats, all of them are one group. Else each pair
is a group in games for two, and in games for three or four a balanced choice of groups is made.

Game k of a series uses seed S + k // seats and seat rotation k mod seats: with rotation r, bot b
sits in seat (b + r) mod seats. So every seed is played once in every rotation before the next one
comes. The plan has game k of all series and budgets before game k + 1. So the matches played are
balanced whenever the league stops, and `--games` can be raised later without renumbering any match.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from math import comb
from statistics import fmean
from typing import TYPE_CHECKING, Any

from botsmith.arena.matches.bots import NO_SLACK, Bot, Slack, first_name
from botsmith.arena.matches.match import FULL_BUDGET, Conditions
from botsmith.arena.matches.played import Job, Played
from botsmith.arena.matches.workers import Pool, player_counts, seed_step_of
from botsmith.arena.process.child import time_rule
from botsmith.arena.statistics.stats import Sample
from botsmith.arena.store.store import Store
from botsmith.errors import BadInput, Contradiction
from botsmith.programs import is_foreign
from botsmith.referees import referee_for
from botsmith.referees.base import NONE

if TYPE_CHECKING:  # it knows plans
    from botsmith.arena.store.last_matches import Thoughts

ENDLESS = 1 << 40  # games of a plan whose length nobody has to know
GROWS = "grows"  # in the spec of a league that bots join
PINNED = "seeds"  # in the spec of a league of `--sparring`
MANY_GROUPS = 40  # up to so many, all groups play


@dataclass(frozen=True)
class Pairing:
    """One game of a series: order[seat] is the number of the bot that sits there."""

    seed: int
    rotation: int
    order: tuple[int, ...]


def each_pairing(players: int, games: int, seed: int, step: int = 1) -> Iterator[Pairing]:
    """Yields the games of a series in their order. step: the distance between two seeds."""
    for number in range(games):
        rotation = number % players
        order = tuple((seat - rotation) % players for seat in range(players))
        yield Pairing(seed + step * (number // players), rotation, order)


@dataclass(frozen=True)
class Level:
    """One budget of a league.

    percent: the number that names this level
    budgets: by bot, its percent of the contest's time
    """

    percent: int
    budgets: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """The matches to be played.

    games: matches of every series
    rule: a name of TIME_RULES in arena/process/child.py
    seed_step: the distance between two seeds, None for the game's own
    openings: the number of random plies before the bots are asked, see openings.py
    sends_seed: as in match.Conditions
    """

    game: str
    bots: tuple[Bot, ...]
    games: int
    seed: int
    rule: str
    iterations: int | None
    levels: tuple[Level, ...]
    players: int | None = None
    seed_step: int | None = None
    openings: int = 0
    sends_seed: bool = False

    @property
    def step(self) -> int:
        """Returns the distance between two seeds."""
        return seed_step_of(self.game) if self.seed_step is None else self.seed_step

    def conditions(self, environment: Mapping[str, str]) -> Conditions:
        """Returns the conditions of the plan's matches. environment: more variables for every
        bot.
        """
        about = self.rule, self.iterations, environment
        return Conditions(*about, sends_seed=self.sends_seed, openings=self.openings)

    @property
    def seats(self) -> int:
        """Returns the number of players in a match: `players`, else the number of bots if the game
        allows it, else the lowest number that it allows.
        """
        if self.players is not None:
            return self.players
        counts = player_counts(self.game)
        return len(self.bots) if len(self.bots) in counts else min(counts)

    def kind(self, bot: int) -> tuple[Any, ...]:
        """Returns all that copies of a bot share: content, conditions, name and budgets."""
        one, budgets = self.bots[bot], [level.budgets[bot] for level in self.levels]
        return one.content_hash, one.slack, one.engine, first_name(one.name), budgets

    @property
    def kinds(self) -> list[int]:
        """Returns for each bot the number of its first copy: its own number if no earlier bot is a
        copy.
        """
        found = [self.kind(bot) for bot in range(len(self.bots))]
        return [found.index(kind) for kind in found]

    @property
    def series(self) -> list[tuple[int, ...]]:
        """Returns the pairs or groups that play each other."""
        return groups(len(self.bots), self.seats)

    @property
    def length(self) -> int:
        """Returns the number of matches."""
        return self.games * len(self.levels) * len(self.series)

    def check(self) -> None:
        """Raises BadInput for numbers and names that cannot be played."""
        check_players(self.game, self.players)
        fewest = self.seats
        if len(self.bots) < fewest:
            hint = "name one twice to let it play itself" if self.bots else "name them"
            raise BadInput(f"{self.game} needs {fewest} bots, got {len(self.bots)}; {hint}")
        most = 2**63 - 1 - self.games * self.step
        if not -(2**63) <= self.seed <= most:
            need = f"{self.games} games need seeds of 64 bits"
            raise BadInput(f"--seed {self.seed}: {need}; expected at most {most}")
        time_rule(self.rule)
        if self.openings and is_foreign(self.game):
            raise Contradiction("--openings: foreign referees play their first turns", "openings")
        if self.openings and referee_for(self.game).openings == NONE:
            why = f"{self.game} has none, its bots keep what they were told"
            right = "a contest whose turns tell the whole state says so in its referee"
            raise Contradiction(f"--openings: {why}; {right}: docs/arena.md", "openings")

    def spec(self) -> dict[str, Any]:
        """Returns the settings that fix which match each number means: see `store.begin_league`."""
        slack = [list(bot.slack) for bot in self.bots]
        return {
            "bots": [[bot.name, bot.content_hash] for bot in self.bots],
            "seed": self.seed,
            "seats": self.seats,
            "time_rule": self.rule,
            "iterations": self.iterations,
            "levels": [[level.percent, list(level.budgets)] for level in self.levels],
            **({"slack": slack} if any(map(any, slack)) else {}),
            **({"seed_step": self.step} if self.step != 1 else {}),
            **({"openings": self.openings} if self.openings else {}),
            **({"sends_seed": True} if self.sends_seed else {}),
        }

    @classmethod
    def from_spec(cls, game: str, spec: Mapping[str, Any], where: str) -> "Plan":
        """Returns the plan of a stored league, with no limit to its games. Raises BadInput if
        `spec` has another form.
        """
        try:
            slack = spec.get("slack", [NO_SLACK] * len(spec["bots"]))
            kind = Growing if spec.get(GROWS) else cls
            plan = kind(
                game=game,
                bots=tuple(
                    Bot(name, (), content, slack=Slack(*map(float, each)))
                    for (name, content), each in zip(spec["bots"], slack, strict=True)
                ),
                games=ENDLESS,
                seed=int(spec["seed"]),
                rule=str(spec["time_rule"]),
                iterations=spec["iterations"],
                levels=tuple(Level(percent, tuple(shares)) for percent, shares in spec["levels"]),
                players=int(spec["seats"]),
                seed_step=int(spec.get("seed_step", 1)),
                openings=int(spec.get("openings", 0)),
                sends_seed=bool(spec.get("sends_seed")),
            )
            return pin_seeds(plan, spec[PINNED], int(spec["rivals"])) if PINNED in spec else plan
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise BadInput(f"{where}: its spec cannot be read: {error!r}") from None

    @property
    def seeds_in_words(self) -> str:
        """Returns the seeds of the plan in words, for a report."""
        return f"seeds from {self.seed}"

    def pairings(self) -> Iterator[Pairing]:
        """Yields the games of each series in their order."""
        return each_pairing(self.seats, self.games, self.seed, self.step)

    def jobs(self) -> Iterator[Job]:
        """Yields all matches in their order."""
        numbers = count()
        series = self.series
        for pairing in self.pairings():
            for level in self.levels:
                for group in series:
                    yield self.job(next(numbers), pairing, level, group)

    def job(self, number: int, pairing: Pairing, level: Level, group: tuple[int, ...]) -> Job:
        """Returns the match with this number of the plan: a group's game of its series, at a
        level.
        """
        order = tuple(group[place] for place in pairing.order)
        budgets = tuple(level.budgets[bot] for bot in order)
        return Job(number, level.percent, pairing.seed, pairing.rotation, order, budgets)

    def per_seed(self, bot: int) -> int:
        """Returns the number of games that a bot plays per complete seed and level."""
        return self.seats * sum(bot in group for group in self.series)


class Growing(Plan):
    """The plan of a league that bots join one after the other (open_league.py).

    A bot keeps its number and its groups when another bot joins. Games are numbered in the order in
    which they are played.
    """

    @property
    def series(self) -> list[tuple[int, ...]]:
        """Returns the groups, in the order in which they became possible."""
        return [group for bot in range(len(self.bots)) for group in groups_with(bot, self.seats)]

    def spec(self) -> dict[str, Any]:
        """Returns the spec of a plan, with a mark that it grows."""
        return super().spec() | {GROWS: True}


@dataclass(frozen=True)
class Pinned(Plan):
    """The plan of `--sparring`: each bot meets the rivals of a file, on the seeds of that file.

    seeds: the seeds of the file, in their order
    rivals: the number of rivals. They are the last bots of the plan, and do not play each other.
    """

    seeds: tuple[int, ...] = ()
    rivals: int = 0

    @property
    def series(self) -> list[tuple[int, ...]]:
        """Returns the groups: each bot with some of the rivals, and each rival equally often."""
        mine, others = len(self.bots) - self.rivals, self.seats - 1
        circle = [
            sorted(mine + (first + place) % self.rivals for place in range(others))
            for first in range(self.rivals)
        ]
        return list(dict.fromkeys((bot, *group) for bot in range(mine) for group in circle))

    @property
    def seeds_in_words(self) -> str:
        """Returns the seeds of the plan in words, for a report."""
        return f"pinned seeds {', '.join(map(str, self.seeds))}"

    def pairings(self) -> Iterator[Pairing]:
        """Yields each seed in all rotations."""
        for seed in self.seeds:
            yield from each_pairing(self.seats, self.seats, seed)

    def spec(self) -> dict[str, Any]:
        """Returns the spec of a plan, with the pinned seeds and the number of rivals."""
        return super().spec() | {PINNED: list(self.seeds), "rivals": self.rivals}


def pin_seeds(plan: Plan, seeds: Sequence[int], rivals: int) -> Pinned:
    """Returns the plan on these seeds. Raises BadInput if the rivals are too few for the seats."""
    if not 1 <= plan.seats - 1 <= rivals:
        right = f"at least two, and {plan.seats - 1} rivals for the others, got {rivals}"
        raise BadInput(f"a sparring of {plan.game} has {plan.seats} seats; expected {right}")
    same = vars(plan) | {"games": plan.seats * len(seeds), "seed": seeds[0]}
    return Pinned(**same, seeds=tuple(seeds), rivals=rivals)


def groups_with(bot: int, seats: int) -> list[tuple[int, ...]]:
    """Returns the groups in which bot number `bot` meets the bots before it.

    With two seats there is a group for each earlier bot. With more seats the earlier bots stand in
    a circle and join in turns, so that the bot meets all of them equally often.
    """
    others = seats - 1
    if others == 0:
        return [(bot,)]
    if bot <= others:
        return [tuple(range(seats))] if bot == others else []
    starts = range(bot)
    return [(*sorted((start + k) % bot for k in range(others)), bot) for start in starts]


def check_players(game: str, players: int | None) -> None:
    """Raises BadInput for a number of players that the game does not take."""
    counts = player_counts(game)
    if players is not None and players not in counts:
        takes = " or ".join(map(str, counts))
        raise Contradiction(f"--players {players}: {game} takes {takes}", "players")


def groups(bots: int, seats: int) -> list[tuple[int, ...]]:
    """Returns the groups of bots that play each other: all groups if they are few, else a choice.

    In a choice all bots play equally often and meet each other as equally as circles allow. A
    circle is one group, moved on by 0, 1, 2, ... bots. Circles are added until every two bots have
    met; the next circle is always the one with the most pairs that have not met.
    """
    if comb(bots, seats) <= MANY_GROUPS or seats <= 2:
        return list(combinations(range(bots), seats))
    met = [0] * (bots // 2 + 1)  # by distance around the circle
    chosen: list[tuple[int, ...]] = []
    while 0 in met[1:]:
        circles = ((0, *rest) for rest in combinations(range(1, bots), seats - 1))
        best = min(circles, key=lambda circle: sum(3.0 ** met[d] for d in distances(circle, bots)))
        for distance in distances(best, bots):
            met[distance] += 1
        chosen += [tuple(sorted((bot + k) % bots for bot in best)) for k in range(bots)]
    return list(dict.fromkeys(chosen))


def distances(circle: Sequence[int], bots: int) -> list[int]:
    """Returns the distances between the members of a group in a circle of all bots."""
    gaps = [abs(one - other) for one, other in combinations(circle, 2)]
    return [min(gap, bots - gap) for gap in gaps]


@dataclass(frozen=True)
class Duel:
    """The two bots of `--sprt A,B`, by number.

    seconds: B and all bots with B's content, whose games count for B
    """

    first: int
    second: int
    seconds: frozenset[int]

    @classmethod
    def of_first(cls, plan: Plan) -> "Duel":
        """Returns the duel of a plan's first bot against all others."""
        return cls(0, 1, frozenset(range(1, len(plan.bots))))

    def sample(self, matches: Iterable[Played], seats: int) -> Sample:
        """Returns the scores of the duel's bot A in these matches, in the order of their plan."""
        sample = Sample(seats)
        for played in matches:
            score = self.score(played.order, played.ranks)
            if score is not None:
                sample.add(played.seed, score)
        return sample

    def score(self, order: Sequence[int], ranks: Sequence[int]) -> float | None:
        """Returns A's mean score against B and its copies in one match, 0..1; None if they did not
        meet.

        order: by seat, the number of the bot
        """
        if self.first not in order:
            return None
        mine = ranks[order.index(self.first)]
        others = [rank for bot, rank in zip(order, ranks, strict=True) if bot in self.seconds]
        points = [1.0 if mine < rank else 0.5 if mine == rank else 0.0 for rank in others]
        return fmean(points) if points else None


def play_stored(
    jobs: Iterator[Job], store: Store, league: int, pool: Pool, thoughts: "Thoughts | None" = None
) -> Iterator[Played]:
    """Plays matches of a league, stores each, and yields it."""
    for outcome in pool.run(jobs):
        record = thoughts.record(outcome) if thoughts else outcome.record
        match = store.add(league, outcome.played, record, outcome.notes)
        if match is None:  # played twice, because a worker was lost after its match
            continue
        if thoughts:
            thoughts.stored(match, record)
        yield outcome.played


def levels_from(text: str | None, names: Sequence[str]) -> tuple[Level, ...]:
    """Reads `--budget`: 50,100,200 for all bots, or NAME:50,100,200 for one. Raises BadInput for
    another text.
    """
    everybody = len(names)
    if text is None:
        return (Level(FULL_BUDGET, (FULL_BUDGET,) * everybody),)
    name, _, numbers = text.rpartition(":")
    if name and name not in names:
        raise BadInput(f"--budget {text}: no bot {name!r}; the bots are {', '.join(names)}")
    found: list[Level] = []
    for word in numbers.split(","):
        if not (word.strip().isdecimal() and 1 <= int(word) <= 100_000):
            raise BadInput(f"--budget {text}: expected percents such as 50,100,200, got {word!r}")
        percent = int(word)
        budgets = [percent if name in ("", other) else FULL_BUDGET for other in names]
        found.append(Level(percent, tuple(budgets)))
    if len({level.percent for level in found}) < len(found):
        raise BadInput(f"--budget {text}: every percent may be named once")
    return tuple(found)


def duel_from(text: str, typed: Sequence[str], bots: Sequence[Bot]) -> Duel:
    """Reads `--sprt A,B`, where A and B are bots' names, or words as typed. Raises BadInput for
    another text.
    """
    known = {word: number for number, word in reversed(list(enumerate(typed)))}
    known.update({bot.name: number for number, bot in enumerate(bots)})
    for place in (place for place, letter in enumerate(text) if letter == ","):
        first, second = text[:place].strip(), text[place + 1 :].strip()
        if first in known and second in known and known[first] != known[second]:
            one, other = known[first], known[second]
            # Baselines share one hash: there the name decides.
            kinds = [(bot.content_hash, first_name(bot.name)) for bot in bots]
            same = {n for n, kind in enumerate(kinds) if kind == kinds[other] and n != one}
            return Duel(one, other, frozenset(same | {other}))
    names = ", ".join(bot.name for bot in bots)
    raise BadInput(f"--sprt {text}: expected A,B, two different bots of {names}")
