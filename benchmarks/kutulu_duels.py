"""Kutulu at fixed work, whole matches in C, with what cost sanity: hits, late PLANs, being alone.

    python benchmarks/kutulu_duels.py BOT BOT BOT BOT [--games N] [--seed S] [--price P] [--json]

BOT    planner, scout[@GUESSES], or bot[@ITERATIONS][:PARAMETER=VALUE,...]

    python benchmarks/kutulu_duels.py bot@3000 scout scout scout --games 80
    python benchmarks/kutulu_duels.py bot@400:far=4 bot@400:far=4 bot@400 bot@400

A match of scouts and planners takes 0.15 s, one of four bots at 1,000 iterations half a second, so
this is for tuning. The players know the world as it is, which they nearly do in a contest too
(slashers remember a cell), and a match has its own draws: it is not that of `league`. Seats rotate;
every STRIDE-th seed is played, as neighbours share a price of being alone; with --price those alone
in which it is that, 3 to 6. Prints for each bot its
mean rank, the share of its duels with the others (who outlives whom), both with 95 % intervals, and
of its turns:

alone       percent without another explorer within 2 cells
hits        in 100 turns: turns in which a wanderer hit it
avoidable   of these, when it could have gone to a cell that no wanderer could reach at once
PLANs       a match, and the percent of them at a sanity of 25 or less
"""

import argparse
import ctypes
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from benchmarks import kutulu_match  # noqa: E402
from benchmarks.kutulu_match import BOT, PLANNER, SCOUT, Seat, Table  # noqa: E402
from benchmarks.selfplay import (  # noqa: E402
    ITERATIONS,
    Duels,
    changed,
    count_duels,
    duels_of,
    percent,
    shares,
)
from bots.kutulu.params import Params  # noqa: E402
from bots.kutulu.paths import PLAYERS, Maze  # noqa: E402
from bots.kutulu.rules import LAST_TURN  # noqa: E402
from botsmith.arena.league import each_pairing  # noqa: E402
from botsmith.compiler.compile import c_text  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from common import native  # noqa: E402
from common.rng import make_dice  # noqa: E402
from contests.kutulu import scout as kutulu_scout  # noqa: E402
from contests.kutulu.referee import KutuluReferee, config_from_seed  # noqa: E402

STRIDE = 7919013  # between the seeds of a series
KINDS = {"planner": PLANNER, "scout": SCOUT, "bot": BOT}
COUNTS = ("turns", "alone", "hits", "avoidable", "plans", "late_plans", "lights", "yells")


@dataclass
class Entrant:
    """A bot of the series, and its results. above: those of its duels."""

    name: str
    kind: int
    iterations: int
    params: Params
    ranks: list[float] = field(default_factory=list)
    above: Duels = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COUNTS, 0))


def entrant_of(text: str) -> Entrant:
    """The player that a BOT of the command line means. BadInput if it means none."""
    head, _, changes = text.partition(":")
    name, _, count = head.partition("@")
    if name not in KINDS or (count and name == "planner") or (changes and name != "bot"):
        expected = "planner, scout[@GUESSES] or bot[@ITERATIONS][:PARAMETER=VALUE,..]"
        raise BadInput(f"{text}: expected {expected}")
    try:
        iterations = int(count or (ITERATIONS if name == "bot" else kutulu_scout.GUESSES))
        values = dict(pair.split("=", 1) for pair in changes.split(",") if pair)
        return Entrant(text, KINDS[name], iterations, changed(Params(), values))
    except ValueError as error:
        raise BadInput(f"{text}: {error}") from None


class Matches:
    """The kernels in C, and the mazes that they have seen."""

    def __init__(self, folder: str) -> None:
        path = f"{folder}/kernels.so"
        text = c_text(kutulu_match.ENTRIES, Table)
        native.make_library(native.find_compiler(), path, text)
        self.engine: Any = native.NativeEngine(Table, path)
        self.mazes: dict[int, tuple[Maze, tuple[int, bytes]]] = {}

    def place_of(self, name: str) -> int:
        """The offset of a field of the table."""
        return int(getattr(native.layout(Table), name).offset)

    def kept(self, name: str) -> tuple[int, bytes]:
        """A field of the table as it is now, for the engine's `write`."""
        place = self.place_of(name)
        size = getattr(native.layout(Table), name).size
        return place, bytes(self.engine.pages[place : place + size])

    def load_maze(self, maze: Maze) -> None:
        """Writes a maze: a million numbers, so that its bytes are kept."""
        if id(maze) not in self.mazes:
            self.engine.load("maze", maze)
            self.mazes[id(maze)] = maze, self.kept("maze")
        self.engine.write([self.mazes[id(maze)][1]])

    def load_rows(self, name: str, rows: Sequence[Any]) -> None:
        """Writes a field with one record for each seat."""
        kind: Any = type(rows[0])
        size = ctypes.sizeof(native.layout(kind))
        for number, row in enumerate(rows):
            self.engine.write(native.values_of(row, self.place_of(name) + number * size))

    def load_match(self, seed: int) -> None:
        """Loads the match of a seed as it begins."""
        referee = KutuluReferee.from_seed(seed)
        self.load_maze(referee.maze)
        self.engine.load("world", referee.world)

    def play_on(self, dice: int, seated: Sequence[Entrant], end: int = LAST_TURN + 1) -> list[int]:
        """Plays from the world that was loaded until the turn `end`; the scores by seat."""
        self.engine.load("dice", make_dice(dice))
        seats = []
        for entrant in seated:
            seat = Seat()
            seat.kind, seat.iterations, seat.led = entrant.kind, entrant.iterations, -1
            seats.append(seat)
        self.load_rows("seats", seats)
        self.load_rows("params", [entrant.params for entrant in seated])
        self.engine.call(kutulu_match.play_match, end)
        return [int(player.score) for player in self.engine.memory.world.players]

    def play(self, seed: int, seated: Sequence[Entrant]) -> tuple[list[int], list[dict[str, int]]]:
        """The scores by seat of a whole match, and the counts."""
        self.load_match(seed)
        scores = self.play_on(seed, seated)
        rows = self.engine.memory.seats
        return scores, [{name: int(getattr(row, name)) for name in COUNTS} for row in rows]


def rank_of(scores: Sequence[int], seat: int) -> float:
    """1 for the best; who ties has the mean of the ranks that they share."""
    better = sum(score > scores[seat] for score in scores)
    return better + (scores.count(scores[seat]) + 1) / 2


def seeds_of(first: int, price: int | None) -> Iterator[int]:
    """Every STRIDE-th seed, of those in which being alone costs `price` where that is given."""
    for number in count(1):
        seed = first + STRIDE * number
        if price is None or config_from_seed(str(seed), None)["sanity_loss_lonely"] == price:
            yield seed


def play_series(
    matches: Matches, texts: Sequence[str], games: int, seed: int, price: int | None = None
) -> list[Entrant]:
    """Plays all matches of four bots. BadInput for an unknown one."""
    if len(texts) != PLAYERS:
        raise BadInput(f"{len(texts)} bots: expected {PLAYERS}")
    entrants = [entrant_of(text) for text in texts]
    for number, entrant in enumerate(entrants):
        entrant.above = duels_of(texts, number)
    seeds = seeds_of(seed - STRIDE, price)
    played = dict[int, int]()
    for pairing in each_pairing(PLAYERS, games, 0):
        seated = [entrants[number] for number in pairing.order]
        if pairing.seed not in played:
            played[pairing.seed] = next(seeds)
        scores, counts = matches.play(played[pairing.seed], seated)
        ranks = []
        for seat, entrant in enumerate(seated):
            ranks.append(rank_of(scores, seat))
            entrant.ranks.append(ranks[seat])
            for name, times in counts[seat].items():
                entrant.counts[name] += times
        count_duels(pairing.seed, [(entrant.name, entrant.above) for entrant in seated], ranks)
    return entrants


def report(entrants: Sequence[Entrant]) -> list[dict[str, Any]]:
    """The rows of the table, as JSON values."""
    rows = []
    for entrant in entrants:
        counts, ranks = entrant.counts, entrant.ranks
        turns, plans = max(1, counts["turns"]), max(1, counts["plans"])
        row: dict[str, Any] = {"bot": entrant.name, "games": len(ranks)}
        row["mean_rank"] = fmean(ranks)
        row["error"] = 1.96 * stdev(ranks) / len(ranks) ** 0.5 if len(ranks) > 1 else None
        row["above"] = shares(entrant.above)
        row["turns"] = counts["turns"] / len(ranks)
        row["alone"] = 100.0 * counts["alone"] / turns
        row["hits"] = 100.0 * counts["hits"] / turns
        row["avoidable"] = 100.0 * counts["avoidable"] / turns
        row["plans"] = counts["plans"] / len(ranks)
        row["late_plans"] = 100.0 * counts["late_plans"] / plans
        row["lights"] = counts["lights"] / len(ranks)
        row["yells"] = counts["yells"] / len(ranks)
        rows.append(row)
    return rows


def show(rows: Sequence[dict[str, Any]]) -> None:
    for row in rows:
        error = f" +- {row['error']:.2f}" if row["error"] is not None else ""
        print(
            f"  {row['bot']:32} mean rank {row['mean_rank']:.2f}{error}, {row['turns']:.0f} turns"
        )
        for other, (value, interval) in row["above"].items():
            print(f"  {'':32} above {percent(value, interval)}  {other}")
        print(
            f"  {'':32} alone {row['alone']:.0f} %, hits {row['hits']:.1f}, avoidable"
            f" {row['avoidable']:.1f}, PLANs {row['plans']:.1f} ({row['late_plans']:.0f} % late),"
            f" LIGHTs {row['lights']:.1f}, YELLs {row['yells']:.1f}"
        )


def main(line: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("bots", nargs=PLAYERS, metavar="BOT")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--price", type=int, choices=range(3, 7), metavar="P")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(line)
    if options.games < 1:
        raise BadInput("--games: expected 1 or more")
    words = options.bots, options.games, options.seed, options.price
    with tempfile.TemporaryDirectory() as folder:
        entrants = play_series(Matches(folder), *words)
    rows = report(entrants)
    if options.json:
        print(json.dumps(rows))
        return
    print(f"{options.games} games, every {STRIDE}th seed from {options.seed}")
    show(rows)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BadInput as error:
        sys.exit(f"kutulu_duels: {error}")
