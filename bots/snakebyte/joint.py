"""An opponent: a beam over joint moves, each an order for all own snakes, with the same rules and
rating.

It is a measure for the beam over units (NOTES.md). The rival's snakes follow the habit.
"""

import json
from collections.abc import Mapping
from typing import Any

from bots.snakebyte.bot import SnakebyteBot
from bots.snakebyte.params import Params
from bots.snakebyte.rules import SNAKES, enter, facing, leave, owner
from bots.snakebyte.search import (
    Setting,
    World,
    end_turn,
    habit,
    key_of,
    prepare,
    rate,
)
from common.clock import Deadline
from common.engine import Engines
from common.kernel import Numbers, Records, kernel, numbers, record, records
from common.loop import Stat, run
from common.native import Compiled
from common.search import beam
from common.search.beam import POOL, Beam

TURNS = (0, 1, 3)  # straight, right, left
EACH = len(TURNS)
WIDTH = 100  # states of the widest pass; the first is an eighth as wide
DEPTH = 8  # turns of it,
DEEPEST = 16  # and of the deepest


@record
class Node:
    """A state of the beam, and the orders of the next turn; the move sets those of the own
    snakes.
    """

    world: World
    orders: Numbers[int] = numbers(int, SNAKES)


@record
class Joint:
    """The fixed part of a search.

    me: the own player
    own: its snakes at the start; a joint move has a digit for each, its order
    """

    setting: Setting
    me: int
    count: int
    own: Numbers[int] = numbers(int, SNAKES)


@kernel
def open_node(node: Node, joint: Joint) -> None:
    """Gives the rival's snakes the orders of their habit."""
    enter(joint.setting.board, node.world.state)
    for unit in range(joint.setting.board.snakes):
        is_rival = owner(joint.setting.board, unit) != joint.me
        if is_rival and node.world.state.snakes[unit].length > 0:
            node.orders[unit] = habit(node.world, joint.setting, unit)
    leave(joint.setting.board, node.world.state)


@kernel
def list_moves(node: Node, joint: Joint, moves: Numbers[int]) -> int:
    """Lists all combinations of ways; a snake that is gone has one way."""
    moves[0] = 0
    count = 1
    digit = 1
    for place in range(joint.count):
        if node.world.state.snakes[joint.own[place]].length > 0:
            for old in range(count):
                for turn in range(1, EACH):
                    moves[count * turn + old] = moves[old] + digit * turn
            count *= EACH
        digit *= EACH
    return count


@kernel
def play_move(node: Node, joint: Joint, move: int) -> bool:
    for place in range(joint.count):
        unit = joint.own[place]
        snake = node.world.state.snakes[unit]
        if snake.length > 0:
            node.orders[unit] = facing(snake) + TURNS[move % EACH] & 3
        move = move // EACH
    for unit in range(SNAKES):
        joint.setting.orders[unit] = node.orders[unit]
    end_turn(node.world, joint.setting)
    return True


@kernel
def key_of_node(node: Node, joint: Joint) -> int:
    return key_of(node.world, joint.setting)


@kernel
def rate_node(node: Node, joint: Joint, ends_stage: bool) -> float:
    return rate(node.world, joint.setting, joint.me)


expand = beam.bind(open_node, list_moves, play_move, key_of_node, rate_node)


@record
class Memory:
    """The memory of the beam."""

    start: Node
    joint: Joint
    beam: Beam
    states: Records[Node] = records(Node, POOL)


@kernel
def begin(memory: Memory, me: int, width: int, depth: int) -> None:
    """Begins a new beam for the state in `start`."""
    start = memory.start.world
    board = memory.joint.setting.board
    memory.joint.me = me
    memory.joint.count = 0
    prepare(start, memory.joint.setting)
    for unit in range(board.snakes):
        if start.state.snakes[unit].length > 0 and owner(board, unit) == me:
            memory.joint.own[memory.joint.count] = unit
            memory.joint.count += 1
    memory.beam.first_width = max(1, width // 8)
    memory.beam.last_width = width
    memory.beam.stages = depth
    memory.beam.deepest = DEEPEST
    memory.beam.trusted = 1
    beam.clear(memory.beam)


@kernel
def think(memory: Memory, count: int) -> bool:
    """Expands states until `count` more states are made. Returns False once the beam has ended."""
    wanted = memory.beam.made + count
    while memory.beam.made < wanted and not memory.beam.is_done:
        expand(memory.beam, memory.states, memory.start, memory.joint, 1)
    return not memory.beam.is_done


ENTRIES = (begin, think)


class JointBot(SnakebyteBot):
    """Plays the first move of the best state. An iteration is a new state."""

    chunk = 20
    width, depth = WIDTH, DEPTH

    def answer(self, deadline: Deadline) -> list[str]:
        engine: Any = self.engines.current(deadline)
        self.engine = engine
        if engine is not self.loaded:
            self.loaded = engine
            joint = Joint()
            joint.setting = self.setting
            engine.load("joint", joint)
        node = Node()
        node.world = self.start
        engine.load("start", node)
        engine.call(begin, self.me, self.width, self.depth)
        found: Any = self.search(think, deadline)
        move = found.beam.answer
        if move < 0:
            return self.fallback()
        return self.line(self.ways(move))

    def ways(self, move: int) -> dict[int, int]:
        """Returns the ways of the own snakes in a joint move of the first turn."""
        found = {}
        for at in self.own():
            found[at] = (facing(self.start.state.snakes[at]) + TURNS[move % EACH]) % 4
            move //= EACH
        return found

    def stats(self) -> Mapping[str, Stat]:
        memory: Any = self.engine.memory
        return self.timed(beam.counts(memory.beam))

    def explain(self) -> str:
        """Returns the explanation. Later moves are numbers, because their ways depend on earlier
        turns.
        """
        memory: Any = self.engine.memory
        told = beam.describe(memory.beam, lambda move: self.line(self.ways(move))[0])
        line = [*told["line"][:1], *map(str, beam.best_line(memory.beam)[1:])]
        unit = {"unit": 0, "moves": told["moves"], "line": line if told["line"] else []}
        return json.dumps({"turn": self.turn, "units": [unit]})


def main() -> None:
    """Plays on stdin and stdout."""
    engines: Engines[Any] = Compiled(Memory, ENTRIES)
    run(JointBot(Params(), engines))
