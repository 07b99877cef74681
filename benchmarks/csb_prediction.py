"""How well the search of Coders Strike Back knows the rival's next orders.

    python benchmarks/csb_prediction.py [BOT BOT] [--games N] [--seed S]

A BOT is written as for benchmarks/selfplay.py. The first one guesses: for each pod of the rival,
the move with the most visits at the root of that pod's tree. The guess is compared with the rival's
own choice among the same seven moves: full thrust or none, straight on or to either side, SHIELD.
Each seed is raced from both seats; intervals of 95 % over seeds.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path
from statistics import fmean
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith import setup  # noqa: E402

if __name__ == "__main__":
    setup.enter()

from benchmarks.selfplay import (  # noqa: E402
    CONFIDENCE,
    Bot,
    Entrant,
    percent,
    play_match,
    player_of,
)
from bots.csb.rules import PLAYERS, PODS_EACH  # noqa: E402
from bots.csb.search import MOVES  # noqa: E402
from botsmith.arena.league import Pairing, each_pairing  # noqa: E402
from botsmith.arena.stats import Sample  # noqa: E402
from botsmith.errors import BadInput  # noqa: E402
from botsmith.referees import referee_for  # noqa: E402
from common.search.smitsimax import children  # noqa: E402

GAME = "csb"
BOTS = ["bot@4000", "bot@4000"]
WHAT = ("move", "side", "thrust")
ROLES = ("runner", "blocker")

Known = dict[tuple[str, str], list[float]]


def favourite(bot: Any, pod: int) -> int:
    """The move that the search visited most for a pod."""
    return children(bot.engine.memory.forest, pod)[0][0]


def compare(guesser: Any, rival: Any) -> Known:
    """By role of the rival's pod and by question: 1.0 if the guess was right, else 0.0."""
    found: Known = {}
    for pod in range(PODS_EACH):
        guess, move = favourite(guesser, PODS_EACH + pod), favourite(rival, pod)
        role = ROLES[rival.setting.runner[0] != pod]
        one, other = MOVES[guess], MOVES[move]
        known = (guess == move, one.turn == other.turn, one.thrust == other.thrust)
        for what, is_known in zip(WHAT, known, strict=True):
            found.setdefault((role, what), []).append(float(is_known))
    return found


def bot_of(text: str, folder: Path) -> Bot:
    """The bot that a word means. BadInput if it means none, or one without trees."""
    player = player_of(GAME, text, folder)
    if not isinstance(player, Bot):
        raise BadInput(f"{text} has no search: expected a bot as in benchmarks/selfplay.py")
    return player


def race(pairing: Pairing, bots: list[Bot]) -> list[Known]:
    """What the first bot guessed right in each turn of a race."""
    turns: list[Known] = []
    seated = [Entrant(GAME, bots[number], Sample(PLAYERS), {}) for number in pairing.order]
    referee = referee_for(GAME).from_seed(pairing.seed, PLAYERS)
    first, second = bots
    watch = lambda: turns.append(compare(first.bot, second.bot))  # noqa: E731
    play_match(referee, pairing.seed, pairing.rotation, seated, [[], []], watch)
    return turns


def measure(texts: list[str], games: int, seed: int) -> dict[tuple[str, str], Sample]:
    """The shares that the first bot guessed right, sampled by race. BadInput for unknown bots."""
    samples = {(role, what): Sample(PLAYERS) for role in ROLES for what in WHAT}
    with tempfile.TemporaryDirectory() as folder:
        bots = [bot_of(text, Path(folder)) for text in texts]
        for pairing in each_pairing(PLAYERS, games, seed):
            turns = race(pairing, bots)
            for key, sample in samples.items():
                sample.add(pairing.seed, fmean(known for turn in turns for known in turn[key]))
    return samples


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("bots", nargs="*", metavar="BOT", help=f"two [{' '.join(BOTS)}]")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    texts = options.bots or BOTS
    if len(texts) != PLAYERS:
        parser.error(f"expected {PLAYERS} bots, not {len(texts)}")
    try:
        samples = measure(texts, options.games, options.seed)
    except BadInput as error:
        sys.exit(f"csb_prediction: {error}")
    print(f"{texts[0]} of {texts[1]}, {options.games} races from seed {options.seed}")
    for (role, what), sample in samples.items():
        shown = percent(sample.total / sample.games, sample.interval(CONFIDENCE))
        print(f"  {role:8} {what:7} {shown}")


if __name__ == "__main__":
    os.environ.pop("BOTSMITH_ITERATIONS", None)
    main()
