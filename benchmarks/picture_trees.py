"""The pictures of searched trees, which pictures.py draws: MCTS, PUCT, best-first, alpha-beta."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bots.uttt import search_mcts, search_network  # noqa: E402
from bots.uttt.network import make_weights  # noqa: E402
from bots.uttt.protocol import format_cell, to_cell  # noqa: E402
from bots.uttt.rules import State, is_over, outcome, play  # noqa: E402
from bots.uttt.weights import WEIGHTS  # noqa: E402
from botsmith.alphabeta.game import ToCompletion  # noqa: E402
from botsmith.alphabeta.search import AlphaBeta  # noqa: E402
from botsmith.alphabeta.trees import Node, TreeGame, node_from_json  # noqa: E402
from botsmith.arena.store.record import read_values  # noqa: E402
from botsmith.cli.records import numbered  # noqa: E402
from botsmith.replay import shapes  # noqa: E402
from botsmith.replay.shapes import Shape  # noqa: E402
from common.kernel import assign  # noqa: E402
from common.network import decode  # noqa: E402
from common.rng import make_dice  # noqa: E402
from common.search.bestfirst import NONE, Tree as BestTree, rows_of  # noqa: E402
from common.search.mcts_tree import Tree, plant, tried_children  # noqa: E402
from common.search.puct import Leaf, bind as bind_puct  # noqa: E402

TREES = Path(__file__).parents[1] / "tests" / "golden" / "alpha_beta"
WIDTH = 760.0
ROW = 26.0  # height of a level of an icicle
STEP = 58.0  # distance between the levels of a written tree
NARROW = 1.6  # nodes that would be narrower are left out
ITERATIONS = 5_000
OPENED = 1_000
SHARPNESS = 3.0
MOVE = 38  # moves of the first recorded match of uttt before the position

Picture = tuple[list[Shape], float, str]  # shapes, height, title


def levels(
    place: Callable[[int, float], tuple[float, float]],
    last: int,
    low: float,
    high: float,
    gap: float = 8,
    digits: int = 1,
) -> list[Shape]:
    """Draws five values from the lowest to the highest: a line from 1 to `last`, and its value."""
    drawn: list[Shape] = []
    for part in range(5):
        value = low + part * (high - low) / 4
        x, y = place(1, value)
        drawn.append(shapes.line(x, y, place(last, value)[0], y, "edge", 1))
        drawn.append(shapes.text(x - gap, y, f"{value:.{digits}f}", 11, "dim", "right"))
    return drawn


def positions(turns: Sequence[int]) -> list[State]:
    """Returns positions of the first recorded match, after so many moves."""
    match = numbered(ROOT / "tests" / "golden" / "uttt" / "matches.jsonl.gz", 0)[1]
    state, found = State(), []
    for number, turn in enumerate(match.turns):
        if number in turns:
            copy = State()
            assign(copy, state)
            found.append(copy)
        (line,) = next(iter(turn.outputs.values()))
        play(state, to_cell(*map(int, line.split()[:2])))
    return found


class Icicle:
    """A searched tree: a node stands below its parent and is as wide as its share of the visits
    there; its colour is that of the player who is ahead.

    children, weight, chance: of a slot, those to be drawn, what makes it wide, and what the player
    gets who moves there, 0..1.
    """

    def __init__(
        self,
        tree: Tree | BestTree,
        mover: int,
        children: Callable[[int], Sequence[int]],
        weight: Callable[[int], int],
        chance: Callable[[int], float],
    ) -> None:
        self.tree, self.mover = tree, mover
        self.children, self.weight, self.chance = children, weight, chance
        self.drawn: list[Shape] = []
        self.depth = 0

    def draw(self, slot: int, left: float, wide: float, depth: int) -> None:
        tree, top = self.tree, 8 + depth * ROW
        self.depth = max(self.depth, depth)
        side = self.mover ^ (depth + 1 & 1)  # who moved here
        own = min(1.0, max(0.0, self.chance(slot)))
        chance = own if side == 0 else 1.0 - own  # of player 0
        fill = f"{'p0' if chance > 0.5 else 'p1'}/{5 + 5 * round(36 * abs(chance - 0.5))}"
        self.drawn.append(shapes.rectangle(left, top, wide, ROW - 1, fill if depth else "faint"))
        if depth and wide > 26:
            words = format_cell(tree.move[slot])
            self.drawn.append(shapes.text(left + wide / 2, top + ROW / 2, words, 11, "ink"))
        children = self.children(slot)
        total = max(1, sum(map(self.weight, children)))
        for child in sorted(children, key=lambda child: -self.weight(child)):
            share = wide * self.weight(child) / total
            if share >= NARROW:
                self.draw(child, left, share - 0.4, depth + 1)
            left += share

    def picture(self, said: str, title: str) -> Picture:
        """Returns all of it. said: written into the root."""
        self.draw(self.tree.root, 8.0, WIDTH - 16, 0)
        self.drawn.append(shapes.text(WIDTH / 2, 8 + ROW / 2, said, 12, "ink"))
        return self.drawn, 16 + ROW * (self.depth + 1), title


def mcts() -> Picture:
    """Returns the tree that MCTS grows below a recorded position."""
    (state,) = positions([MOVE])
    memory = search_mcts.Memory()
    assign(memory.start, state)
    memory.dice = make_dice(1)
    search_mcts.begin(memory, -1, -1)
    search_mcts.think(memory, ITERATIONS)
    tree = memory.tree
    icicle = Icicle(
        tree,
        state.player,
        lambda slot: tried_children(tree, slot),
        lambda slot: tree.visits[slot],
        lambda slot: tree.mean[slot],
    )
    said = f"{ITERATIONS:,} iterations, the tree's widest nodes"
    return icicle.picture(said, "a tree of Monte Carlo tree search")


def bestfirst() -> Picture:
    """Returns the tree that best-first minimax grows below the same position."""
    (state,) = positions([MOVE])
    memory = search_network.Memory()
    assign(memory.start, state)
    assign(memory.setting.weights, make_weights(*decode(WEIGHTS)))
    search_network.begin(memory, NONE, NONE)
    search_network.think(memory, OPENED)
    tree = memory.tree
    icicle = Icicle(
        tree,
        state.player,
        lambda slot: [child for child in rows_of(tree, slot) if tree.block[child] != 0],
        lambda slot: tree.visits[slot] - 1,  # one is from its parent's opening
        lambda slot: 0.5 + 0.5 * tree.value[slot],
    )
    said = f"{OPENED:,} nodes opened, {tree.evaluations:,} valued; the widest"
    return icicle.picture(said, "a tree of best-first minimax")


def puct() -> Picture:
    """Returns the tree that PUCT grows below the same position. The value network serves as policy:
    a move's logit is its value times SHARPNESS.
    """
    (state,) = positions([MOVE])
    memory = search_network.Memory()
    assign(memory.setting.weights, make_weights(*decode(WEIGHTS)))

    def look(state: State, setting: search_network.Setting, leaf: Leaf) -> int:
        if is_over(state):
            leaf.value = float(outcome(state) * (1 - 2 * state.player))
            return 0
        count = search_network.open_node(state, setting, memory.tree)
        leaf.moves[:count] = memory.tree.moves[:count]
        leaf.logits[:count] = [SHARPNESS * value for value in memory.tree.values[:count]]
        leaf.value = min(1.0, max(memory.tree.values[:count]))
        return count

    def mover(state: State, setting: search_network.Setting) -> int:
        return state.player

    tree = Tree()
    plant(tree)
    iterate = bind_puct(look, mover, search_network.put)
    iterate(tree, Leaf(), state, State(), memory.setting, OPENED, 0)
    icicle = Icicle(
        tree,
        state.player,
        lambda slot: [child for child in tried_children(tree, slot) if tree.visits[child]],
        lambda slot: tree.visits[slot],
        lambda slot: tree.mean[slot],
    )
    return icicle.picture(f"{OPENED:,} iterations, the tree's widest nodes", "a tree of PUCT")


class Watched(TreeGame):
    """A written tree that notes which nodes were asked for their actions."""

    seen: ClassVar[set[int]] = set()

    def actions(self, player: None) -> tuple[bool, Sequence[int]]:
        self.seen.add(id(self.node))
        return super().actions(player)


class Drawing:
    """A written tree: searched nodes, nodes that were not, and the best line on top."""

    def __init__(self, root: Node, line: list[int]) -> None:
        self.leaf_width = (WIDTH - 24) / leaves(root)
        self.placed = 0  # leaves drawn so far
        self.below: list[Shape] = []
        self.above: list[Shape] = []
        self.nodes: list[Shape] = []
        self.draw(root, 0, line)

    def draw(self, node: Node, depth: int, line: list[int] | None) -> tuple[float, float]:
        """Draws a subtree; returns x and y of its top. line: the rest of the best line, or None."""
        ends = []
        for number, child in enumerate(node.children):
            rest = line[1:] if line and line[0] == number else None
            ends.append((*self.draw(child, depth + 1, rest), rest is not None, child))
        if ends:
            x = sum(end[0] for end in ends) / len(ends)
        else:
            x = 12 + self.leaf_width * (self.placed + 0.5)
            self.placed += 1
        y = 24 + depth * STEP
        for to_x, to_y, is_best, child in ends:
            if is_best:
                self.above.append(shapes.line(x, y, to_x, to_y, "warm", 3.5))
            else:
                tone = "dim" if id(child) in Watched.seen else "edge"
                self.below.append(shapes.line(x, y, to_x, to_y, tone, 1))
        is_seen = id(node) in Watched.seen
        tone = ("p0" if node.is_bot else "p1") if is_seen else "faint"
        size = 4.5 if node.children else 3
        self.nodes.append(shapes.circle(x, y, size, tone, "ink" if is_seen else "edge", 0.8))
        return x, y


def leaves(node: Node) -> int:
    return sum(map(leaves, node.children)) if node.children else 1


def alphabeta() -> Picture:
    """Returns a written tree of tests/golden after a search to the end."""
    rows = (row for _, row in read_values(TREES / "trees.jsonl.gz"))
    row = next(row for row in rows if 150 <= row["nodes"] <= 220 and row["height"] == 5)
    root = node_from_json(row["tree"])
    Watched.seen.clear()
    game = Watched(root, row["upper"], row["lower"])
    choice = AlphaBeta(None).detailed_select(game, ToCompletion())
    assert choice is not None
    drawing = Drawing(root, list(choice.path))
    height = 24 + STEP * row["height"] + 40
    said = f"{len(Watched.seen)} of {row['nodes']} nodes were asked for their actions"
    words = shapes.text(12, height - 14, said, 12, "ink", "left")
    drawn = [*drawing.below, *drawing.above, *drawing.nodes, words]
    return drawn, height, "a tree searched by alpha-beta"
