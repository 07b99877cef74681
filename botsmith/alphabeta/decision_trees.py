"""Decision trees, written or given by a formula: as games for alpha-beta, as text, as values.

The text has one node a line, a level of indentation for each action:

    - a 0
      - o 7
      - o 3     # a comment

"a": the bot chooses here, "o": an opponent does; the number is the node's fitness.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from botsmith.alphabeta.game import Game
from botsmith.errors import BadInput

LINE = re.compile(r"( *)- ([ao]) ([+-]?\d+)")
NODE_FORM = '["a" or "o", fitness] or ["a" or "o", fitness, [children]]'
DEPTH_LIMIT = 200  # levels of a tree, well below what the recursion here can take


@dataclass
class Node:
    """A node: who chooses among its children, and its fitness for the bot."""

    is_bot: bool
    fitness: int
    children: "list[Node]" = field(default_factory=list)

    def values(self) -> list[int]:
        """values[p]: the minimax value with p plies below this node; the last entry holds for all
        larger p.
        """
        choose: Callable[[list[int]], int] = max if self.is_bot else min
        below = [child.values() for child in self.children]
        longest = max(map(len, below), default=0)
        return [self.fitness] + [
            choose([values[min(ply, len(values) - 1)] for values in below])
            for ply in range(longest)
        ]

    def count(self) -> int:
        return 1 + sum(child.count() for child in self.children)


def node_from_json(value: Any, depth: int = 0) -> Node:
    """A node from its JSON form; BadInput for anything else."""
    if (
        depth > DEPTH_LIMIT
        or not isinstance(value, list)
        or len(value) not in (2, 3)
        or value[0] not in ("a", "o")
        or type(value[1]) is not int
        or (len(value) == 3 and not isinstance(value[2], list))
    ):
        raise BadInput(f"alpha_beta tree: expected {NODE_FORM}, {DEPTH_LIMIT} levels at most")
    children = value[2] if len(value) == 3 else []
    return Node(value[0] == "a", value[1], [node_from_json(child, depth + 1) for child in children])


def parse_tree(text: str) -> Node:
    """The tree of a text; BadInput names the line that is no node or whose indentation is wrong."""
    parents: list[tuple[int, Node]] = []  # the indentation and the node of each level
    root = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].rstrip()
        if not line:
            continue
        found = LINE.fullmatch(line)
        if found is None:
            raise BadInput(f"tree line {number}: expected '- a 0' or '- o 0', got {raw!r}")
        indent, node = len(found[1]), Node(found[2] == "a", int(found[3]))
        while parents and parents[-1][0] >= indent:
            last = parents.pop()[0]
            if last > indent and (not parents or parents[-1][0] < indent):
                raise BadInput(f"tree line {number}: indented like no line above it: {raw!r}")
        if parents:
            parents[-1][1].children.append(node)
        elif root is not None:
            raise BadInput(f"tree line {number}: a second root, expected more spaces: {raw!r}")
        else:
            root = node
        parents.append((indent, node))
    if root is None:
        raise BadInput("tree: no line; expected '- a 0' or '- o 0' first")
    return root


def print_tree(node: Node, indent: str = "") -> str:
    """The text of a tree, which `parse_tree` reads; every line ends with a newline."""
    lines = f"{indent}- {'a' if node.is_bot else 'o'} {node.fitness}\n"
    return lines + "".join(print_tree(child, indent + "  ") for child in node.children)


@dataclass
class TreeGame(Game[None, int, int]):
    """A place in a written tree; an action is the number of a child. upper, lower: None is none."""

    node: Node
    upper: int | None = None
    lower: int | None = None

    def actions(self, player: None) -> tuple[bool, Sequence[int]]:
        return self.node.is_bot, range(len(self.node.children))

    def execute(self, action: int, player: None) -> int:
        self.node = self.node.children[action]
        return self.node.fitness

    def look_ahead(self, action: int, player: None) -> int:
        return self.node.children[action].fitness

    def is_upper_bound(self, fitness: int, player: None) -> bool:
        return self.upper is not None and fitness >= self.upper

    def is_lower_bound(self, fitness: int, player: None) -> bool:
        return self.lower is not None and fitness <= self.lower

    def copy(self) -> Self:
        return type(self)(self.node, self.upper, self.lower)


@dataclass(frozen=True)
class Formula:
    """A tree given by a formula; docs/searches/alphabeta.md has it ("The golden files")."""

    seed: int
    max_children: int
    min_children: int
    depth: int
    pattern: str
    is_walk: bool
    reach: int

    def is_bot(self, depth: int) -> bool:
        return self.pattern[depth % len(self.pattern)] == "a"

    def count(self, mixed: int, depth: int) -> int:
        """How many children a node has. mixed: the 64 bits h of the formula."""
        if depth >= self.depth:
            return 0
        if depth == 0 or self.min_children == self.max_children:
            return self.max_children
        return self.min_children + (mixed >> 17) % (self.max_children - self.min_children + 1)

    def child(self, mixed: int, fitness: int, number: int) -> tuple[int, int]:
        """The 64 bits h and the fitness of a child."""
        mixed = (
            mixed * 6364136223846793005 + 1442695040888963407 + number * 0x9E3779B97F4A7C15
        ) & 0xFFFFFFFFFFFFFFFF
        step = (mixed >> 33) % (2 * self.reach + 1) - self.reach
        return mixed, fitness + step if self.is_walk else step

    def values(self) -> tuple[int, list[list[int]]]:
        """The number of nodes; by child of the root its value with 0, 1, 2, ... plies below it.

        By brute force.
        """
        level = [(self.seed, 0)]
        fitness: list[list[int]] = [[0]]
        counts: list[list[int]] = []
        for depth in range(self.depth):
            counts.append([self.count(mixed, depth) for mixed, _ in level])
            child = self.child
            level = [
                child(mixed, value, number)
                for (mixed, value), count in zip(level, counts[-1], strict=True)
                for number in range(count)
            ]
            fitness.append([value for _, value in level])
        values = []
        for plies in range(self.depth):
            row = fitness[plies + 1]
            for depth in range(plies, 0, -1):
                row = self._chosen(depth, counts[depth], row)
            values.append(row)
        return sum(map(len, fitness)), values

    def _chosen(self, depth: int, counts: list[int], below: list[int]) -> list[int]:
        choose: Callable[[list[int]], int] = max if self.is_bot(depth) else min
        chosen, place = [], 0
        for count in counts:
            chosen.append(choose(below[place : place + count]))
            place += count
        return chosen


@dataclass
class FormulaGame(Game[None, int, int]):
    """A place in a tree that is given by a formula; an action is the number of a child."""

    formula: Formula
    mixed: int
    fitness: int = 0
    depth: int = 0

    def actions(self, player: None) -> tuple[bool, Sequence[int]]:
        count = self.formula.count(self.mixed, self.depth)
        return self.formula.is_bot(self.depth), range(count)

    def execute(self, action: int, player: None) -> int:
        self.mixed, self.fitness = self.formula.child(self.mixed, self.fitness, action)
        self.depth += 1
        return self.fitness

    def look_ahead(self, action: int, player: None) -> int:
        return self.formula.child(self.mixed, self.fitness, action)[1]

    def copy(self) -> Self:
        return type(self)(self.formula, self.mixed, self.fitness, self.depth)
