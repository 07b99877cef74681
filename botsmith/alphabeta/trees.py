"""Makes games for alpha-beta of decision trees, which are listed or given by a formula.

A node is ["a" or "o", fitness] or ["a" or "o", fitness, [children]]: "a" if the bot chooses there,
"o" if an opponent does.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from botsmith.alphabeta.game import Game
from botsmith.errors import BadInput

DEPTH_LIMIT = 200  # levels of a tree, well below what the recursion here can take


@dataclass
class Node:
    """A node of a tree: the player who chooses among its children, and its fitness for the bot."""

    is_bot: bool
    fitness: int
    children: "list[Node]"

    def values(self) -> list[int]:
        """Returns the minimax values with 0, 1, 2, ... plies below the node; the last value holds
        for all deeper searches.
        """
        below = [child.values() for child in self.children]
        plies = range(max(map(len, below), default=0))
        choose = max if self.is_bot else min
        deeper = [choose(row[min(ply, len(row) - 1)] for row in below) for ply in plies]
        return [self.fitness, *deeper]

    def count(self) -> int:
        """Returns the number of nodes in this tree."""
        return 1 + sum(child.count() for child in self.children)


def node_from_json(value: Any, depth: int = 0) -> Node:
    """Returns a node from its JSON form. Raises BadInput for any other value."""
    match value:
        case ["a" | "o" as word, int(fitness), *rest] if type(fitness) is int:
            if depth <= DEPTH_LIMIT and (not rest or len(rest) == 1 and isinstance(rest[0], list)):
                children = [node_from_json(child, depth + 1) for part in rest for child in part]
                return Node(word == "a", fitness, children)
    form = '["a" or "o", fitness] or ["a" or "o", fitness, [children]]'
    raise BadInput(f"alpha_beta tree: expected {form}, {DEPTH_LIMIT} levels at most")


@dataclass
class TreeGame(Game[None, int, int]):
    """A node of a listed tree as a state; an action is the number of a child.

    upper, lower: the fitness of a won and of a lost game, None without one
    """

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


def formula_tree(record: dict[str, Any]) -> Node:
    """Returns the root of the tree for a record by the formula of
    tests/golden/alpha_beta/README.md. Raises BadInput for a wrong record.
    """
    names = ("seed", "max_children", "min_children", "depth", "range")
    seed, most, least, depth, reach = (int(record[name]) for name in names)
    kind, pattern = record["kind"], record["pattern"]
    is_shape = 1 <= least <= most and depth >= 1 and reach >= 0
    if not is_shape or kind not in ("walk", "independent") or not pattern or {*pattern} - {*"ao"}:
        wanted = "kind walk or independent, a pattern of a and o, depth 1 or more, range 0 or more"
        raise BadInput(f"alpha_beta formula: expected {wanted}, 1 <= min_children <= max_children")

    def node(mixed: int, fitness: int, level: int) -> Node:
        """Returns the tree below a state; mixed: the 64 bits h of the formula."""
        count = least + (mixed >> 17) % (most - least + 1) if level else most
        children = []
        for action in range(count if level < depth else 0):
            below = mixed * 6364136223846793005 + 1442695040888963407
            below = (below + action * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
            step = (below >> 33) % (2 * reach + 1) - reach
            children.append(node(below, step + fitness * (kind == "walk"), level + 1))
        return Node(pattern[level % len(pattern)] == "a", fitness, children)

    return node(seed, 0, 0)
