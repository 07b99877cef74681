"""Two bots on the clock, or at fixed work, from random openings, each opening from both seats.

    python benchmarks/openings.py GAME BOT BOT [--games N] [--seed S] [--opening TURNS]
        [--iterations N]

BOT as in `play`: a name, a file, NAME@python. For bots that know BOTSMITH_PLAYED (uttt): they
answer in the first TURNS turns too, but random moves are played in their place, the same ones in
both games of a seed. One match at a time, nobody is put out for being late; such turns are counted.
"""

import argparse
import json
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from benchmarks.selfplay import percent, random_answers  # noqa: E402
from botsmith.arena.bots import Bot, find_bots  # noqa: E402
from botsmith.arena.league import Pairing, each_pairing  # noqa: E402
from botsmith.arena.match import Conditions, Play  # noqa: E402
from botsmith.arena.stats import Sample, share  # noqa: E402
from botsmith.arena.stderr import EngineTurns, engine_word  # noqa: E402
from botsmith.cli.console import Progress  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.referees import referee_for  # noqa: E402
from botsmith.referees.base import Lines  # noqa: E402

BOTS = 2


class Opened(Play):
    """A match whose first answers are given. given: by seat, its first answers; used up."""

    def __init__(
        self, game: str, bots: list[Bot], pairing: Pairing, turns: int, how: Conditions
    ) -> None:
        self.given = random_answers(game, pairing.seed, BOTS, turns)
        referee = referee_for(game).from_seed(pairing.seed, BOTS)
        super().__init__(referee, bots, str(pairing.seed), pairing.rotation, how)

    def _environment(self, place: int, bot: Bot) -> dict[str, str]:
        played = json.dumps(self.given[place])
        return super()._environment(place, bot) | {"BOTSMITH_PLAYED": played}

    def _ask(self, place: int, lines: Lines, owed: int) -> Lines:
        answer = super()._ask(place, lines, owed)
        return self.given[place].pop(0) if self.given[place] else answer


@dataclass
class Series:
    """Games of two bots so far. results: of the first one; late, engines: turns by bot."""

    shares: Sample = field(default_factory=lambda: Sample(BOTS))
    results: Counter[float] = field(default_factory=Counter)
    late: list[int] = field(default_factory=lambda: [0] * BOTS)
    engines: list[EngineTurns] = field(default_factory=lambda: [EngineTurns()] * BOTS)

    def add(self, pairing: Pairing, play: Opened) -> None:
        """A match that is over."""
        seats = [pairing.order.index(number) for number in range(BOTS)]
        result = share(play.referee.result().ranks, seats[0])
        self.shares.add(pairing.seed, result)
        self.results[result] += 1
        for number, seat in enumerate(seats):
            self.late[number] += play.seats[seat].late
            self.engines[number] += play.seats[seat].child.engine.turns()

    def told(self, bots: list[Bot]) -> str:
        """Results, late turns and engines, a line for each."""
        results, shares = self.results, self.shares
        counted = f"{results[1.0]} won, {results[0.5]} drawn, {results[0.0]} lost"
        mean = percent(shares.total / shares.games, shares.interval(0.95))
        lines = [f"{bots[0].name} of {shares.games} games: {mean}; {counted}"]
        for bot, late, engine in zip(bots, self.late, self.engines, strict=True):
            lines.append(f"{bot.name}: {late} late turns, engine {engine_word(engine)}")
        return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("bots", nargs=BOTS, metavar="BOT")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opening", type=int, default=4, metavar="TURNS")
    parser.add_argument("--iterations", type=int)
    options = parser.parse_args()
    bots = find_bots(options.bots, options.game)
    how = Conditions("count" if options.iterations is None else "none", options.iterations)
    series = Series()
    with Progress(options.game, options.games, "games") as progress:
        for pairing in each_pairing(BOTS, options.games, options.seed):
            seated = [bots[number] for number in pairing.order]
            play = Opened(options.game, seated, pairing, options.opening, how)
            play.run()
            series.add(pairing, play)
            progress.update(series.shares.games)
    print(series.told(bots))


if __name__ == "__main__":
    try:
        main()
    except BadInput as error:
        sys.exit(f"openings: {error}")
