"""Two releases of stratego at fixed work, whose sides stand as other players set up.

    git worktree add TREE COMMIT
    python benchmarks/stratego_strangers.py TREE --games 200    # 3 minutes of a core

Each side of a match gets a set-up drawn from ours, Botzilla's, the recorded TypeScript bot's, and
the recorded ones of scripted players. The two releases play each match twice, with seats swapped
and the same set-ups by seat. Draws count half.
"""

import argparse
import os
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.selfplay import (  # noqa: E402
    CONFIDENCE,
    Entrant,
    bot_of,
    module_of,
    modules_from,
    percent,
    play_match,
    referee_of,
)
from benchmarks.stratego_places import in_order, recorded  # noqa: E402
from bots.stratego.rules import SUPPLY  # noqa: E402
from bots.stratego.setup import BOTZILLA, COMPACT, CORNER, placed  # noqa: E402
from botsmith.arena.matches.league import each_pairing  # noqa: E402
from botsmith.arena.statistics.stats import Sample, share  # noqa: E402

TYPESCRIPT = ((2, 2), (3, 1), (5, 3), (0, 1), (8, 3), (3, 0), (1, 1), (2, 1))
LIMIT = {"max_turns": 400}


def drawn_setup(seed: int, seat: int) -> list[tuple[int, int]]:
    """Returns (rank, cell) of the pieces of a seat."""
    dice = Random(f"{seed} {seat}")
    players = [in_order(setup) for setup in (CORNER, COMPACT, BOTZILLA)]
    places = dice.choice([*players, list(TYPESCRIPT), dice.choice(recorded())])
    pieces = [(rank, x, y) for rank, (x, y) in zip(SUPPLY, places, strict=True)]
    dice.shuffle(pieces)
    return placed(tuple(pieces), seat, dice.random() < 0.5)


def play_matches(tree: Path, games: int, seed: int, iterations: int) -> list[Entrant]:
    """Plays all matches; returns this release and that of `tree`. BadInput if `tree` has none."""
    now = seed

    def choose_setup(_: int, seat: int) -> list[tuple[int, int]]:
        return drawn_setup(now, seat)

    entrants = []
    with TemporaryDirectory() as folder:
        for home in (ROOT, tree):
            with modules_from(home):
                module = module_of(home, "stratego", "bot")
                player = bot_of(module, {}, Path(folder), iterations)
            module.choose_setup = choose_setup
            entrants.append(Entrant(str(home), player, Sample(2), {}))
        for pairing in each_pairing(2, games, seed):
            now = pairing.seed
            seated = [entrants[number] for number in pairing.order]
            referee = referee_of("stratego", now, 2, LIMIT)
            ranks = play_match(referee, now, pairing.rotation, seated, [[], []]).counted
            for seat, entrant in enumerate(seated):
                entrant.first.add(now, share(ranks, seat))
                entrant.ranks.append(ranks[seat])
    return entrants


def main() -> None:
    """Plays, and prints the share of points of this release."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("tree", type=Path, help="a checkout of another release")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--iterations", type=int, default=4000)
    given = parser.parse_args()
    own, _ = play_matches(given.tree, given.games, given.seed, given.iterations)
    points = own.first.total / own.first.games
    print(f"{given.games} games from seed {given.seed}, {given.iterations} iterations a turn")
    print(f"this release {percent(points, own.first.interval(CONFIDENCE))}")


if __name__ == "__main__":
    os.environ.pop("BOTSMITH_ITERATIONS", None)
    main()
