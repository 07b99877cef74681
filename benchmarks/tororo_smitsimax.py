"""The bot's beam against Smitsimax over the same rules, moves and evaluation, both in C.

    python benchmarks/tororo_smitsimax.py [--games N] [--beam N] [--smitsimax N] [--depth N]

Both play in this process at fixed work: the beam expands --beam states a turn, Smitsimax makes
--smitsimax iterations of --depth joint turns. Each seed is played from both seats. Prints the
beam's share, and the time and the evaluations of each for a turn.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bots.tororo import protocol, search  # noqa: E402
from bots.tororo.evaluate import Node, Setting, fill_setting, rate, tally_of  # noqa: E402
from bots.tororo.rules import SIZES, WAIT, next_day  # noqa: E402
from bots.tororo.search import RANKS, Memory, lowest_cell, move_on, ready  # noqa: E402
from bots.tororo.turns import order, settle  # noqa: E402
from botsmith.compiler.compile import native_engine  # noqa: E402
from common.engine import Engine  # noqa: E402
from common.kernel import Numbers, assign, kernel, record  # noqa: E402
from common.rng import Dice, make_dice  # noqa: E402
from common.search import smitsimax  # noqa: E402
from common.search.smitsimax import Forest, children  # noqa: E402
from common.stdio import LineReader  # noqa: E402
from contests.tororo.referee import TororoReferee  # noqa: E402

PLAYERS = 2


@kernel
def nth_move(node: Node, setting: Setting, unit: int, number: int) -> int:
    """A player's move by its number; WAIT for 0, and for a number that is no longer ready."""
    left = number
    for rank in range(RANKS):
        board = ready(node.state, setting.ground, unit, rank)
        count = board.bit_count()
        if 0 < left <= count:
            while left > 1:
                board &= board - 1
                left -= 1
            return move_on(node.state, unit, rank, lowest_cell(board))
        left -= count
    return WAIT


@kernel
def count_moves(node: Node, setting: Setting, unit: int) -> int:
    """WAIT and all moves that are ready; a sleeping player has WAIT alone."""
    count = 1
    if node.state.asleep >> unit & 1 == 0:
        for rank in range(RANKS):
            count += ready(node.state, setting.ground, unit, rank).bit_count()
    return count


@kernel
def play(node: Node, setting: Setting, moves: Numbers[int]) -> None:
    """One joint turn, and the night if both sleep."""
    state = node.state
    if state.day == 24:
        return
    first = nth_move(node, setting, 0, moves[0])
    second = nth_move(node, setting, 1, moves[1])
    order(state, setting.ground, 0, first)
    order(state, setting.ground, 1, second)
    settle(state, setting.ground)
    if state.asleep == 3:
        next_day(state)


@kernel
def score(node: Node, setting: Setting, scores: Numbers[float]) -> None:
    """The bot's evaluation for both sides."""
    node.tally = tally_of(node.state, setting.ground, 0, SIZES)
    scores[0] = rate(node, setting, True)
    scores[1] = -scores[0]


plant, iterate = smitsimax.bind(PLAYERS, count_moves, play, score)


@record
class Grove:
    """All that Smitsimax works on."""

    start: Node
    setting: Setting
    dice: Dice
    world: Node
    forest: Forest


@kernel
def sow(grove: Grove) -> None:
    """Empty trees."""
    fill_setting(grove.setting)
    plant(grove.forest)


@kernel
def muse(grove: Grove, count: int) -> None:
    """`count` iterations."""
    iterate(grove.forest, grove.start, grove.world, grove.setting, grove.dice, count)


class Player:
    """Reads lines, thinks, answers. seconds: spent thinking, in `turns` turns."""

    def __init__(self, engine: Engine[Any], think: Callable[[Engine[Any]], int]) -> None:
        self.engine = engine
        self.think = think
        self.setting = Setting()
        shares = search.Memory()
        search.begin(shares)
        assign(self.setting, shares.setting)
        self.seconds, self.turns = 0.0, 0

    def start(self, lines: list[str]) -> None:
        assign(self.setting.ground, protocol.read_ground(reader(lines)))

    def answer(self, lines: list[str]) -> str:
        node = Node()
        assign(node.state, protocol.read_turn(reader(lines), self.setting.ground))
        self.engine.load("start", node)
        self.engine.load("setting", self.setting)
        began = perf_counter()
        action = self.think(self.engine)
        self.seconds += perf_counter() - began
        self.turns += 1
        return protocol.format_action(action)


def reader(lines: list[str]) -> LineReader:
    """A reader of these lines."""
    left = iter(lines)

    class Source:
        def readline(self) -> str:
            return next(left, "") + "\n"

    return LineReader(Source())  # type: ignore[arg-type]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--beam", type=int, default=1000, help="states expanded a turn")
    parser.add_argument("--smitsimax", type=int, default=3000, help="iterations a turn")
    parser.add_argument("--depth", type=int, default=12, help="joint turns, 1..16")
    options = parser.parse_args()

    def by_beam(engine: Engine[Any]) -> int:
        engine.call(search.begin)
        engine.call(search.think, options.beam)
        return int(engine.memory.beam.answer)

    def by_smitsimax(engine: Engine[Any]) -> int:
        engine.load("dice", make_dice(1))
        engine.call(sow)
        engine.call(muse, options.smitsimax)
        number = children(engine.memory.forest, 0)[0][0]
        return nth_move(state_of(engine), smits.setting, 0, number)

    def state_of(engine: Engine[Any]) -> Node:
        node = Node()
        assign(node, latest[0])
        return node

    latest: list[Node] = [Node()]
    beam = Player(native_engine(Memory, search.ENTRIES), by_beam)
    beam.setting.planned = options.beam // beam.setting.params.plan_part
    engine = native_engine(Grove, (sow, muse))
    smits = Player(engine, by_smitsimax)
    load = engine.load

    def keep(field: str, source: object) -> None:
        if field == "start":
            assign(latest[0], source)
        load(field, source)

    engine.load = keep  # type: ignore[method-assign]
    engine.memory.forest.depth = options.depth
    points = 0.0
    for game in range(options.games):
        referee = TororoReferee.from_seed(1 + game // 2)
        players = [beam, smits] if game % 2 == 0 else [smits, beam]
        for seat, player in enumerate(players):
            player.start(referee.init_inputs(seat))
        while not referee.over:
            seats = referee.seats()
            referee.apply({seat: [players[seat].answer(referee.inputs(seat))] for seat in seats})
        ranks = referee.result().ranks
        points += 0.5 if ranks[0] == ranks[1] else float(ranks[game % 2] == 1)
    print(f"beam {100 * points / options.games:.1f} % of {options.games} games")
    for title, player in (("beam", beam), ("smitsimax", smits)):
        print(f"  {title}: {1e3 * player.seconds / player.turns:.2f} ms a turn")


if __name__ == "__main__":
    main()
