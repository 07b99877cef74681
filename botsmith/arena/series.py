"""A series of matches: which seeds and seats, played one by one or side by side, and its report.

Game k of a series uses seed S + k // seats and seat rotation k mod seats: with rotation r, bot b
sits in seat (b + r) mod seats. So every seed is played once in every rotation before the next one
comes.
"""

import multiprocessing
import signal
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

from botsmith.arena.bots import Bot
from botsmith.arena.engine_words import EngineTurns
from botsmith.arena.match import ON_THE_CLOCK, Setting, play_match
from botsmith.arena.stats import Game, Standing, standing, turn_times
from botsmith.arena.timing import time_rule
from botsmith.errors import BadInput
from botsmith.interop import games as foreign_games
from botsmith.interop.foreign import play_foreign
from botsmith.referees import referee_for
from botsmith.referees.base import Match

CRASHES = ("crash", "flood", "memory")


@dataclass(frozen=True)
class Series:
    """What is to be played. jobs: so many matches side by side, in processes of their own."""

    game: str
    bots: tuple[Bot, ...]
    games: int = 1
    seed: int = 1
    setting: Setting = ON_THE_CLOCK
    jobs: int = 1
    confidence: float = 0.95

    def check(self) -> None:
        """BadInput for numbers and names that cannot be played."""
        counts = player_counts(self.game)
        if len(self.bots) not in counts:
            wanted = " or ".join(map(str, counts))
            raise BadInput(f"{self.game} takes {wanted} bots, got {len(self.bots)}")
        if self.games < 1:
            raise BadInput(f"--games {self.games}: expected at least 1")
        if self.jobs < 1:
            raise BadInput(f"--jobs {self.jobs}: expected at least 1")
        if self.setting.iterations is not None and self.setting.iterations < 1:
            raise BadInput(f"--iterations {self.setting.iterations}: expected at least 1")
        time_rule(self.setting.time_rule)


@dataclass(frozen=True)
class Pairing:
    """One game of a series: order[seat] is the number of the bot that sits there."""

    seed: int
    rotation: int
    order: tuple[int, ...]


def each_pairing(players: int, games: int, seed: int) -> Iterator[Pairing]:
    """The games of a series in their order."""
    for number in range(games):
        rotation = number % players
        order = tuple((seat - rotation) % players for seat in range(players))
        yield Pairing(seed + number // players, rotation, order)


def pairings(players: int, games: int, seed: int) -> list[Pairing]:
    """The games of a series in their order, as a list."""
    return list(each_pairing(players, games, seed))


def play_one(game: str, bots: Sequence[Bot], seed: int, rotation: int, setting: Setting) -> Match:
    """Plays one game; bots[seat] sits in that seat. Every command that plays comes through here."""
    if foreign_games.is_foreign(game):
        return play_foreign(game, bots, seed, rotation, setting)
    referee = referee_for(game).from_seed(seed, len(bots))
    return play_match(referee, bots, str(seed), rotation, setting)


def player_counts(game: str) -> Sequence[int]:
    """How many bots a game takes. BadInput if there is no such game, or no such referee."""
    if foreign_games.is_foreign(game):
        foreign_games.referee_command(game)
        return foreign_games.PLAYER_COUNTS
    return referee_for(game).player_counts


def play_pairing(series: Series, pairing: Pairing) -> Match:
    """Plays one game of a series."""
    bots = [series.bots[number] for number in pairing.order]
    return play_one(series.game, bots, pairing.seed, pairing.rotation, series.setting)


def die_quietly() -> None:
    """Lets Ctrl-C end a worker without a traceback; the wardens end its bots."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def play_series(series: Series) -> Iterator[Match]:
    """The matches in the order of the plan, whatever the number of jobs."""
    series.check()
    plan = pairings(len(series.bots), series.games, series.seed)
    if series.jobs == 1:
        for pairing in plan:
            yield play_pairing(series, pairing)
        return
    # "spawn": a worker must not inherit the pipes of another one's bots.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(series.jobs, context, initializer=die_quietly) as workers:
        yield from workers.map(play_pairing, [series] * len(plan), plan)


def report(series: Series, matches: Sequence[Match]) -> dict[str, Any]:
    """The document that `play --json` prints. Matches come in the order of the plan.

    turn_ms: see stats.TurnTimes. crashes counts floods and exceeded memory as well. `seats`,
    `ranks`, `scores` of a match are by seat, `seats` holding the bots' names; the ranks are those
    that count (Result.counted).
    """
    plan = pairings(len(series.bots), series.games, series.seed)
    games = [
        Game(pairing.seed, pairing.order, tuple(match.result.counted))
        for pairing, match in zip(plan, matches, strict=True)
    ]
    return {
        "game": series.game,
        "seed": series.seed,
        "games": len(games),
        "time_rule": series.setting.time_rule,
        "iterations": series.setting.iterations,
        "bots": [bot_report(series, number, games, matches) for number in range(len(series.bots))],
        "matches": [
            {
                "seed": pairing.seed,
                "seats": [series.bots[number].name for number in pairing.order],
                "ranks": match.result.counted,
                "scores": match.result.scores,
                "end": match.result.end,
                "errors": match.extra["errors"],
            }
            for pairing, match in zip(plan, matches, strict=True)
        ],
    }


def bot_report(
    series: Series, number: int, games: Sequence[Game], matches: Sequence[Match]
) -> dict[str, Any]:
    """One entry of `bots` in the report."""
    found = standing(games, number, series.confidence)
    places = [game.seats.index(number) for game in games]
    faults = Counter(
        error["fault"]
        for match, place in zip(matches, places, strict=True)
        for error in match.extra["errors"]
        if error["seat"] == place
    )
    times = [
        match.extra["turn_ms"][str(place)] for match, place in zip(matches, places, strict=True)
    ]
    engine = EngineTurns()
    for match, place in zip(matches, places, strict=True):
        engine += EngineTurns(**match.extra["engine"][str(place)])
    return {
        "name": series.bots[number].name,
        **standing_report(found, series.confidence, faults),
        "engine": engine.as_json(),
        "turn_ms": asdict(turn_times(times)),
    }


def standing_report(
    found: Standing, confidence: float, faults: Mapping[str, int]
) -> dict[str, Any]:
    """What every report says of a bot: how it stands, and how often it was at fault."""
    return {
        "wins": found.wins,
        "draws": found.draws,
        "losses": found.losses,
        "mean_rank": found.mean_rank,
        "first_share": found.first_share,
        "interval": list(found.interval),
        "interval_of": found.interval_of,
        "confidence": confidence,
        "timeouts": faults.get("timeout", 0),
        "crashes": sum(faults.get(fault, 0) for fault in CRASHES),
        "invalid": faults.get("invalid", 0),
    }
