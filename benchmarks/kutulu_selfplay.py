"""How Kutulu's search does against three planners: whole matches in C, on the true world.

    python benchmarks/kutulu_selfplay.py [--games N] [--seed S] [--iterations N] [NAME=NUMBER ...]

Match g has the map and constants of seed S + g and the bot on seat g mod 4; NAME is one of the
parameters in bots/kutulu/params.py. Equal words give equal figures. Prints the mean rank with its
95 % interval over single games, and for a match of the bot and of a planner: turns without company,
times spooked, sanity won, casts.
"""

import argparse
import sys
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bots.kutulu import search  # noqa: E402
from bots.kutulu.params import Params  # noqa: E402
from bots.kutulu.paths import COMPANY  # noqa: E402
from bots.kutulu.rules import (  # noqa: E402
    EXPLORERS,
    FAR,
    LIGHT,
    PLAN,
    ROW,
    SPOOK,
    WAIT,
    YELL,
    World,
    is_free,
    stand,
)
from botsmith.arena.baselines.kutulu_plan import Planner, choose  # noqa: E402
from botsmith.compiler.native import native_engine  # noqa: E402
from botsmith.referees.kutulu import KutuluReferee  # noqa: E402
from botsmith.referees.kutulu_chase import play_exactly  # noqa: E402
from common.kernel import Numbers, assign, kernel, numbers, record  # noqa: E402
from common.native import NativeEngine  # noqa: E402
from common.rng import Dice, make_dice  # noqa: E402
from common.search.smitsimax import BITS  # noqa: E402

NOTES = ("alone", "spooks", "won", "plans", "lights", "yells", "turns")
KINDS = len(NOTES)
SPOOKED = -9  # sanity won in a turn, if somebody was spooked


@record
class Hall:
    """The true world, both players, and what is counted: notes[who * KINDS + which]."""

    setting: search.Setting
    memory: search.Memory
    planner: Planner
    world: World
    dice: Dice
    actions: Numbers[int] = numbers(int, EXPLORERS)
    notes: Numbers[int] = numbers(int, EXPLORERS * KINDS)
    scores: Numbers[int] = numbers(int, EXPLORERS)


@kernel
def choose_best(hall: Hall, me: int, count: int) -> int:
    """The bot's action after `count` iterations."""
    actions = numbers(int, search.ROOT_MOVES)
    memory = hall.memory
    assign(memory.start, hall.world)
    assign(memory.dice, hall.dice)
    search.begin(memory, me)
    stand(hall.world, hall.setting.maze)
    for unit in range(EXPLORERS):
        moves = search.list_actions(hall.world, hall.setting.maze, unit, actions)
        for index in range(moves):
            search.add_action(memory, unit, actions[index])
    search.think(memory, count)
    first = memory.forest.block[me] >> BITS
    best = 0
    for move in range(memory.setting.action_count[me]):
        if memory.forest.visits[first + move] > memory.forest.visits[first + best]:
            best = move
    return memory.setting.actions[me * search.ROOT_MOVES + best]


@kernel
def note(hall: Hall, who: int, sanity: int) -> None:
    """Counts what befell an explorer in the turn just played; sanity: before it."""
    one = hall.world.explorers[who]
    maze = hall.setting.maze
    nearest = FAR
    for other in range(EXPLORERS):
        friend = hall.world.explorers[other]
        if other != who and friend.is_in:
            nearest = min(nearest, maze.apart[friend.cell * ROW + one.cell])
    won = one.sanity - sanity + (maze.group if nearest <= COMPANY else maze.lonely)
    at = who * KINDS
    hall.notes[at] += int(nearest > COMPANY)
    if won < SPOOKED:
        hall.notes[at + 1] += (SPOOK // 2 - won) // SPOOK
    hall.notes[at + 2] += max(won, 0)
    hall.notes[at + 6] += 1


@kernel
def play_match(hall: Hall, me: int, count: int) -> None:
    """A whole match; explorer `me` is the bot."""
    before = numbers(int, EXPLORERS)
    assign(hall.memory.setting, hall.setting)
    assign(hall.planner.maze, hall.setting.maze)
    assign(hall.planner.dice, hall.dice)
    for index in range(EXPLORERS * KINDS):
        hall.notes[index] = 0
    while hall.world.living > 0:
        for who in range(EXPLORERS):
            one = hall.world.explorers[who]
            before[who] = one.sanity
            hall.actions[who] = WAIT
            if one.is_in and who == me:
                hall.actions[who] = choose_best(hall, me, count)
            elif one.is_in:
                assign(hall.planner.now, hall.world)
                hall.actions[who] = choose(hall.planner, who)
            at = who * KINDS
            is_casting = is_free(one, hall.world.turn)
            hall.notes[at + 3] += int(hall.actions[who] == PLAN and is_casting)
            hall.notes[at + 4] += int(hall.actions[who] == LIGHT and is_casting)
            hall.notes[at + 5] += int(hall.actions[who] == YELL)
        play_exactly(hall.world, hall.setting.maze, hall.dice, hall.actions)
        for who in range(EXPLORERS):
            if hall.world.explorers[who].is_in:
                note(hall, who, before[who])
    for who in range(EXPLORERS):
        hall.scores[who] = hall.world.explorers[who].score


def play_one(
    engine: NativeEngine, seed: int, me: int, count: int, params: Params
) -> tuple[int, list[list[int]]]:
    """The bot's rank and the notes of all."""
    referee = KutuluReferee.from_seed(seed)
    setting = search.Setting()
    assign(setting.maze, referee.maze)
    assign(setting.params, params)
    engine.load("setting", setting)
    engine.load("world", referee.world)
    engine.load("dice", make_dice(seed))
    engine.call(play_match, me, count)
    scores = [engine.read("scores", who) for who in range(EXPLORERS)]
    notes = [int(engine.read("notes", index)) for index in range(EXPLORERS * KINDS)]
    split = [notes[start : start + KINDS] for start in range(0, len(notes), KINDS)]
    return 1 + sum(score > scores[me] for score in scores), split


def read_params(words: list[str]) -> Params:
    """The bot's parameters with these changes; exits with a line for words that are none."""
    params = Params()
    for word in words:
        name, _, value = word.partition("=")
        if name not in Params.kernel_fields:  # type: ignore[attr-defined]
            sys.exit(f"{word}: expected NAME=NUMBER with a name from bots/kutulu/params.py")
        setattr(params, name, type(getattr(params, name))(value))
    return params


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1000, help="of the first match")
    parser.add_argument("--iterations", type=int, default=1000)
    parser.add_argument("params", nargs="*", metavar="NAME=NUMBER")
    options = parser.parse_args()
    params = read_params(options.params)
    engine = native_engine(Hall, {"play_match": play_match})
    ranks: list[int] = []
    bots: list[list[int]] = []
    planners: list[list[int]] = []
    for game in range(options.games):
        me = game % EXPLORERS
        rank, notes = play_one(engine, options.seed + game, me, options.iterations, params)
        ranks.append(rank)
        bots.append(notes.pop(me))
        planners += notes
    error = 1.96 * stdev(ranks) / sqrt(len(ranks)) if len(ranks) > 1 else 0.0
    counts = [ranks.count(rank) for rank in range(1, EXPLORERS + 1)]
    print(f"mean rank {fmean(ranks):.2f} +- {error:.2f} in {len(ranks)} games {counts}")
    for name, rows in (("bot", bots), ("planner", planners)):
        told = zip(NOTES, zip(*rows, strict=True), strict=True)
        print(f"  {name:8}" + "  ".join(f"{what} {fmean(values):.2f}" for what, values in told))


if __name__ == "__main__":
    main()
