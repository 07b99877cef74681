"""Stores for the board's tests: leagues that nobody had to play."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random

from botsmith.arena.matches.bots import Bot
from botsmith.arena.matches.league import Level, Plan
from botsmith.arena.matches.played import Job, Note, Played, Player, Seat, TurnTimes
from botsmith.arena.process.stderr import EngineTurns
from botsmith.arena.store.record import encode_match
from botsmith.arena.store.store import open_store
from botsmith.board.state import LeagueBoard
from botsmith.referees.base import Match, Result, Turn

HOSTILE = "<script>alert('no')</script><!--\x1b[31m\u202e\u2028\"&"


IN_C = EngineTurns(c=20, unknown=1)


def plan_for(
    strengths: Mapping[str, float],
    games: int,
    levels: tuple[int, ...] = (100,),
    game: str = "csb",
    rule: str = "hard",
) -> Plan:
    """A plan for bots with these names."""
    bots = tuple(Bot(name, ("true",), f"hash of {name}") for name in strengths)
    each = tuple(Level(percent, (percent,) * len(bots)) for percent in levels)
    return Plan(game, bots, games, 1, rule, None, each)


def invented(
    plan: Plan, strengths: Mapping[str, float], dice: Random, engine: EngineTurns = IN_C
) -> Iterator[tuple[Job, Played, Match]]:
    """Matches whose winner is drawn; strengths: the share that a bot's chance is weighed with."""
    for job in plan.jobs():
        names = [plan.bots[bot].name for bot in job.order]
        weights = [strengths[name] for name in names]
        draw = dice.random() < 0.04
        winner = dice.choices(range(len(names)), weights)[0]
        ranks = [1 if draw or seat == winner else 2 for seat in range(len(names))]
        times = [
            [round(dice.uniform(300, 700), 3)] + [round(dice.gauss(62, 3), 3) for _ in range(20)]
            for _ in names
        ]
        faults = ["timeout" if rank == 2 and dice.random() < 0.02 else "" for rank in ranks]
        seats = tuple(
            Seat(
                player=Player(name, plan.bots[job.order[place]].content_hash, 56_000),
                budget=job.budgets[place],
                rank=ranks[place],
                score=float(2 - ranks[place]),
                fault=faults[place],
                text=f"seat {place} {name}: turn 20: {HOSTILE}" if faults[place] else "",
                times=TurnTimes.of(times[place]),
                engine=engine,
            )
            for place, name in enumerate(names)
        )
        end = "turn_limit" if draw else f"finish {winner}"
        rule, seed = plan.rule, job.seed
        played = Played(
            *(job.number, plan.game, seed, job.rotation, job.level, rule, None, end),
            *(job.order, seats),
        )
        turns = [Turn({0: ["1"], 1: ["2"]}, {0: ["x"], 1: ["y"]}) for _ in range(21)]
        extra = {"turn_ms": {str(seat): found for seat, found in enumerate(times)}, "errors": []}
        yield job, played, Match(
            *(
                plan.game,
                "test",
                str(seed),
                len(names),
                {},
                {},
                turns,
                Result([0.0] * len(names), ranks, end),
            ),
            extra,
        )


def fill(
    path: Path,
    plan: Plan,
    strengths: Mapping[str, float],
    skip: int = 0,
    engine: EngineTurns = IN_C,
) -> int:
    """Puts the matches of a plan into a store, from number `skip` on; the league's number."""
    with open_store(path, create=True) as store:
        league = store.find_league(plan.game, plan.spec()) or store.begin_league(
            plan.game, plan.spec()
        )
        for job, played, match in invented(plan, strengths, Random(7), engine):
            if job.number >= skip:
                notes = (Note(0, 3, "depth", 7),)
                store.add(league, played, encode_match(match), notes)
        return league


def by_hand(
    path: Path,
    plan: Plan,
    winner: Callable[[Job], int],
    times: Callable[[int], Sequence[float]],
    matches: int | None = None,
    late: int = 0,
) -> None:
    """A store of matches that are known in all that counts, the first `matches` of the plan.

    winner: the number of the bot that wins a match; times: a bot's answer times in every match;
    late: how many of them are.
    """
    with open_store(path, create=True) as store:
        league = store.begin_league(plan.game, plan.spec())
        for job in islice(plan.jobs(), matches):
            ranks = [1 if bot == winner(job) else 2 for bot in job.order]
            seats = tuple(
                Seat(
                    Player(plan.bots[bot].name, plan.bots[bot].content_hash),
                    *(job.budgets[place], ranks[place], float(2 - ranks[place]), "", ""),
                    TurnTimes.of(times(bot)),
                    engine=EngineTurns(c=len(times(bot)) - 1, unknown=1),
                    late=late,
                )
                for place, bot in enumerate(job.order)
            )
            head = (job.number, plan.game, job.seed, job.rotation, job.level, plan.rule, None, "")
            result = Result([0.0] * len(ranks), ranks, "")
            record = Match(plan.game, "", str(job.seed), len(ranks), {}, {}, [], result)
            store.add(league, Played(*head, job.order, seats), encode_match(record))


def read_board(path: Path) -> LeagueBoard:
    """Returns what a board knows once it has read the first league of a store."""
    with open_store(path) as store:
        state = LeagueBoard(store.leagues()[0])
        state.read(store)
    return state
