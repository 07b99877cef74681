"""Counts the matches of a plan, always in the plan's order, for the standings of its bots.

It reads each match once and stores little of it, so that a million matches fit into memory. `play`,
`league`, `tune` and the board count with the same code; report.py writes the result as JSON.

A bot's share of the first place in a game is 1 for a win, 1/k in a tie of k for the
first rank, else 0; with two players that is the usual score with draws as a half. Parity is
1/players. Intervals are of that share with two players, and of the mean rank with more.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from botsmith.arena.matches.league import Duel, Growing, Plan
from botsmith.arena.matches.played import Played, TurnTimes
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.statistics.sprt import DEFAULT, UNDECIDED, Progress, Test
from botsmith.arena.statistics.stats import Sample, share
from botsmith.arena.store.database import no_store

if TYPE_CHECKING:
    from botsmith.arena.statistics.ratings import Rating

SQUEEZED_SHARE = 0.01  # of the turns: beyond it the 99th percentile is squeezed


class Results:
    """The results of a bot in some games.

    players: number of seats of a game
    per_seed: its games in a complete seed
    wins: games in which it is alone at rank 1
    draws: games in which it shares rank 1
    losses: all other games
    """

    def __init__(self, players: int, per_seed: int) -> None:
        self.players = players
        self.per_seed = per_seed
        self.wins = self.draws = self.losses = 0
        self.rank_total = 0
        self.share_total = 0.0
        self.sample = Sample(per_seed)

    @property
    def games(self) -> int:
        """Returns the number of all games."""
        return self.wins + self.draws + self.losses

    @property
    def mean_rank(self) -> float:
        """Returns the mean rank, from 1. It needs a game at least."""
        return self.rank_total / self.sample.distinct

    @property
    def first_share(self) -> float:
        """Returns the mean share of the first place, 0..1. It needs a game at least."""
        return self.share_total / self.sample.distinct

    def count(self, seed: int, ranks: Sequence[int], place: int, is_repeated: bool = False) -> None:
        """Counts a game. ranks: by seat; place: the bot's seat"""
        rank, first = ranks[place], share(ranks, place)
        self.wins += first == 1.0
        self.draws += 0.0 < first < 1.0
        self.losses += first == 0.0
        self.rank_total += rank * (not is_repeated)
        self.share_total += first * (not is_repeated)
        value = first if self.players <= 2 else (rank - 1) / (self.players - 1)
        self.sample.add(seed, value, is_repeated)

    def interval(self, confidence: float) -> list[float]:
        """Returns the ends of the interval: of the share with two players, of the mean rank with
        more. It needs a game at least.
        """
        ends = self.sample.interval(confidence)
        return [1.0 + end * (self.players - 1) if self.players > 2 else end for end in ends]

    def counts(self) -> dict[str, int]:
        """Returns the numbers of games by the names that a report gives them."""
        won, drawn, lost = self.wins, self.draws, self.losses
        return {"games": self.games, "wins": won, "draws": drawn, "losses": lost}

    def figures(self, confidence: float) -> dict[str, Any]:
        """Returns `counts`, the means and the interval by the names that a report gives them."""
        means = {"mean_rank": self.mean_rank, "first_share": self.first_share}
        return {**self.counts(), **means, "interval": self.interval(confidence)}


class Entry(Results):
    """The results of one bot at one level.

    copies: the bots that are the same and count here
    """

    def __init__(self, bot: int, budget: int, players: int, per_seed: int, copies: int = 1) -> None:
        super().__init__(players, per_seed)
        self.bot = bot
        self.copies = copies
        self.budget = budget
        self.faults: Counter[str] = Counter()
        self.times = TurnTimes()
        self.engine = EngineTurns()
        self.without_c = 0  # turns, as EngineTurns counts them
        self.asked = 0  # turns, the first ones included
        self.squeezed = 0
        self.late = 0
        self.size: int | None = None

    def add(self, played: Played, place: int, is_repeated: bool = False) -> None:
        """Counts a match in which the bot sat in `place`."""
        seat = played.seats[place]
        self.count(played.seed, played.ranks, place, is_repeated)
        self.size = seat.player.size
        if seat.fault:
            self.faults[seat.fault] += 1
        self.times.add(seat.times)
        self.engine += seat.engine
        self.without_c += seat.engine.without_c()
        self.asked += seat.times.turns + (seat.times.first is not None)
        self.squeezed += seat.squeezed
        self.late += seat.late


class Meeting(Results):
    """The results of one bot against another at one level, as in a game for two."""

    def __init__(self, per_seed: int) -> None:
        super().__init__(2, per_seed)
        self.games_by_seed = array("d")
        self.scores_by_seed = array("d")

    def observed(self) -> list[float]:
        """Returns the first bot's mean score in each complete seed, for a sequential test."""
        by_seed = zip(self.games_by_seed, self.scores_by_seed, strict=True)
        return [score / games for games, score in by_seed if games == self.per_seed]

    def open_seed(self) -> None:
        """Begins another seed, to which the next games belong."""
        self.games_by_seed.append(0.0)
        self.scores_by_seed.append(0.0)

    def add(self, seed: int, mine: int, other: int, is_repeated: bool = False) -> None:
        """Counts a game in which the first bot has the rank `mine` and the second `other`."""
        ranks = (1 + (other < mine), 1 + (mine < other))
        self.count(seed, ranks, 0, is_repeated)
        self.games_by_seed[-1] += 1.0
        self.scores_by_seed[-1] += share(ranks, 0)


class Section:
    """The counts of one level.

    kinds: for each bot the number of the bot that it is a copy of; empty if each counts alone
    """

    def __init__(self, plan: Plan, level: int, kinds: Sequence[int] = ()) -> None:
        self.plan = plan
        self.level = plan.levels[level]
        firsts = kinds or range(len(plan.bots))
        names = list(dict.fromkeys(firsts))
        self.entry_of = [names.index(first) for first in firsts]
        mine = {name: [bot for bot, first in enumerate(firsts) if first == name] for name in names}
        self.entries: list[Entry] = []
        for name, bots in mine.items():
            per_seed, budget = sum(map(plan.per_seed, bots)), self.level.budgets[name]
            self.entries.append(Entry(name, budget, plan.seats, per_seed, len(bots)))
        pairs = [pair for group in plan.series for pair in combinations(group, 2)]
        met = Counter(tuple(sorted(self.entry_of[bot] for bot in pair)) for pair in pairs)
        numbers = combinations(range(len(names)), 2)
        self.meetings = {pair: Meeting(plan.seats * met[pair]) for pair in numbers}
        self.seed: int | None = None
        self.seeds = 0
        self.games: list[tuple[list[int], list[int]]] = []  # bots and ranks, for openskill
        self.seen: dict[tuple[tuple[int, ...], str], int] = {}  # bots and moves: the first match
        self.repeats: list[tuple[Played, int]] = []  # matches, and which one each repeats

    @property
    def playing(self) -> list[Entry]:
        """Returns the entries of the bots that have played."""
        return [entry for entry in self.entries if entry.games]

    def add(self, played: Played) -> None:
        """Counts the next match of the plan."""
        if played.seed != self.seed:
            self.seed = played.seed
            self.seeds += 1
            for meeting in self.meetings.values():
                meeting.open_seed()
        ranks = played.ranks
        again = self.is_repeated(played)
        order = [self.entry_of[bot] for bot in played.order]
        for place, bot in enumerate(order):
            self.entries[bot].add(played, place, again)
        for (one, first), (other, second) in combinations(zip(order, ranks, strict=True), 2):
            if one < other:
                self.meetings[one, other].add(played.seed, first, second, again)
            elif other < one:
                self.meetings[other, one].add(played.seed, second, first, again)
        self.games.append((order, ranks))

    def is_repeated(self, played: Played) -> bool:
        """Returns True if the same bots in the same seats have played an equal game before."""
        if not played.moves:
            return False
        first = self.seen.setdefault((played.order, played.moves), played.number)
        if first == played.number:
            return False
        self.repeats.append((played, first))
        return True

    def elos(self, confidence: float) -> "list[Rating]":
        """Returns the Bradley-Terry rating of every bot; [] in a game for one player."""
        import numpy as np  # slow to import, and `play` rates nobody

        from botsmith.arena.statistics.ratings import bradley_terry

        if not self.meetings:
            return []
        meetings = self.meetings.values()
        pairs = np.array([*self.meetings])
        games = np.array([meeting.games_by_seed for meeting in meetings]).T
        scores = np.array([meeting.scores_by_seed for meeting in meetings]).T
        return bradley_terry(pairs, games, scores, len(self.entries), confidence)


class Trial:
    """A sequential test between the bots of a duel, seed by seed. Games may be added in any order.

    groups: the groups in which they meet
    games: number of games of the duel so far, without those after the verdict
    observed: the first bot's mean score in each complete seed, up to the first incomplete one
    """

    def __init__(self, plan: Plan, duel: Duel, test: Test) -> None:
        self.duel = duel
        met = duel.seconds
        self.groups = [g for g in plan.series if duel.first in g and not met.isdisjoint(g)]
        self.per_seed = plan.seats * len(self.groups)
        self.seed, self.step = plan.seed, plan.step  # the next one to be complete
        self.scores: defaultdict[int, list[float]] = defaultdict(list)
        self.repeats: Counter[int] = Counter()  # of these, games played before
        self.games = 0
        self.observed: list[float] = []
        self.progress = Progress(test)

    @property
    def is_decided(self) -> bool:
        """Returns True if the test has its verdict."""
        return self.progress.verdict != UNDECIDED

    def add(self, played: Played, is_repeated: bool = False) -> None:
        """Counts a game, if the bots of the duel meet in it."""
        score = self.duel.score(played.order, played.ranks)
        if score is None or self.is_decided:
            return
        self.games += 1
        self.scores[played.seed].append(score)
        self.repeats[played.seed] += is_repeated
        while not self.is_decided and len(self.scores[self.seed]) == self.per_seed:
            if self.repeats[self.seed] < self.per_seed:
                self.observed.append(sum(self.scores[self.seed]) / self.per_seed)
                self.progress.add(self.observed[-1])
            self.seed += self.step


class Standings:
    """Counts matches in the order of the plan. They may be added in any order.

    kinds: the same as `sections`, with one row for all copies of a bot; empty without copies
    done: all matches below this number are counted
    waiting: matches whose predecessors have not ended
    stop: with a duel, the number of the match that decided it

    Matches after `stop` do not count, so that the report is the same with any number of jobs. A
    league that bots join goes on after a duel: all its matches count, but not for the duel.
    """

    def __init__(self, plan: Plan, duel: Duel | None = None, test: Test = DEFAULT) -> None:
        """Begins with no match. test: the sequential test of the duel"""
        self.plan = plan
        self.duel = duel
        self.trial = Trial(plan, duel, test) if duel else None
        self.length = plan.length
        percents, kinds = [level.percent for level in plan.levels], plan.kinds
        self.sections = {each: Section(plan, n) for n, each in enumerate(percents)}
        self.kinds: dict[int, Section] = {}
        if len(set(kinds)) < len(kinds):
            self.kinds = {each: Section(plan, n, kinds) for n, each in enumerate(percents)}
        self.done = 0
        self.waiting: dict[int, Played] = {}
        self.stop: int | None = None

    def add(self, played: Played) -> None:
        """Adds a match of the plan, in any order; ignores a match beyond the end of the plan."""
        if played.number >= self.length:
            return
        if played.level not in self.sections or len(played.order) != self.plan.seats:
            raise no_store(f"match {played.id}", "does not fit its league's plan")
        self.waiting[played.number] = played
        while self.stop is None and self.done in self.waiting:
            self._take(self.waiting.pop(self.done))
            self.done += 1

    def end_early(self) -> None:
        """Counts the waiting matches, although earlier ones are missing and will never be
        played.
        """
        for number in sorted(self.waiting) if self.stop is None else ():
            self._take(self.waiting.pop(number), is_next=False)

    def _take(self, played: Played, is_next: bool = True) -> None:
        section = self.sections[played.level]
        self.before_next(section, played)
        before = len(section.repeats)
        section.add(played)
        if self.kinds:
            self.kinds[played.level].add(played)
        if is_next and self.trial is not None:
            was_decided = self.trial.is_decided
            self.trial.add(played, len(section.repeats) > before)
            if self.trial.is_decided > was_decided and not isinstance(self.plan, Growing):
                self.stop = played.number

    def before_next(self, section: Section, played: Played) -> None:
        """Does nothing; a subclass may act before a match is counted."""

    def counts(self, played: Played) -> bool:
        """Returns True if a match counts in these standings."""
        return played.number < (self.length if self.stop is None else self.stop + 1)

    def squeezed(self) -> list[tuple[str, Entry]]:
        """Returns the bots from which the machine took time, with their names: in more than 1 % of
        its turns such a bot waited for a CPU for more than match.SQUEEZE of the limit.
        """
        bots = self.plan.bots
        entries = [entry for section in self.sections.values() for entry in section.entries]
        slow = [entry for entry in entries if entry.squeezed > SQUEEZED_SHARE * entry.asked]
        return [(bots[entry.bot].name, entry) for entry in slow]
