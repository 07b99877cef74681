"""Decision trees, written down or given by a formula, as games for alpha-beta.

A node is ["a" or "o", fitness] or ["a" or "o", fitness, [children]]: "a" where the bot chooses,
"o" where an opponent does.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
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
    """A place in a listed tree; an action is the number of a child. `upper` and `lower` are the
    fitness of a won and a lost game, None without one.
    """

    node: Node
    upper: int | None = None
    lower: int | None = None

    def actions(self, player: None) -> tuple[bool, Sequence[int]]:
        return self.node.is_bot, range(len(self.node.children))

    def execute(self, action: int, player: None) -> int:
        self.node = self.node.children[action]
        return self.node.fitness

    def is_upper_bound(self, fitness: int, player: None) -> bool:
        return self.upper is not None and fitness >= self.upper

    def is_lower_bound(self, fitness: int, player: None) -> bool:
        return self.lower is not None and fitness <= self.lower

    def copy(self) -> Self:
        return replace(self)


@dataclass
class FormulaGame(Game[None, int, int]):
    """A place in a tree by the formula of docs/searches/alphabeta.md. `mixed` holds the 64 bits h
    of the formula.
    """

    record: dict[str, Any]
    mixed: int
    fitness: int = 0
    depth: int = 0

    def actions(self, player: None) -> tuple[bool, Sequence[int]]:
        most, least = self.record["max_children"], self.record["min_children"]
        if self.depth and most != least:
            most = least + (self.mixed >> 17) % (most - least + 1)
        pattern, is_leaf = self.record["pattern"], self.depth >= self.record["depth"]
        return pattern[self.depth % len(pattern)] == "a", range(0 if is_leaf else most)

    def execute(self, action: int, player: None) -> int:
        self.mixed, self.fitness = self.child(action)
        self.depth += 1
        return self.fitness

    def look_ahead(self, action: int, player: None) -> int:
        return self.child(action)[1]

    def child(self, action: int) -> tuple[int, int]:
        """Returns the place below an action."""
        mixed = self.mixed * 6364136223846793005 + 1442695040888963407
        mixed = (mixed + action * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        reach, is_walk = self.record["range"], self.record["kind"] == "walk"
        step = (mixed >> 33) % (2 * reach + 1) - reach
        return mixed, step + self.fitness * is_walk

    def copy(self) -> Self:
        return type(self)(self.record, self.mixed, self.fitness, self.depth)

    def whole(self) -> Node:
        """Returns the tree below this place as nodes."""
        is_bot, actions = self.actions(None)
        children = []
        for action in actions:
            child = self.copy()
            child.execute(action, None)
            children.append(child.whole())
        return Node(is_bot, self.fitness, children)


def formula_game(record: dict[str, Any]) -> FormulaGame:
    """Returns the root of the tree that a record's formula gives. Raises BadInput for a wrong
    record.
    """
    names = ("seed", "max_children", "min_children", "depth", "range")
    seed, most, least, depth, reach = (int(record[name]) for name in names)
    kind, pattern = record["kind"], record["pattern"]
    is_shape = 1 <= least <= most and depth >= 1 and reach >= 0
    if not is_shape or kind not in ("walk", "independent") or not pattern or {*pattern} - {*"ao"}:
        raise BadInput(
            "alpha_beta formula: expected kind walk or independent, a pattern of a and o, depth 1 "
            "or more, range 0 or more, 1 <= min_children <= max_children"
        )
    return FormulaGame(record, seed)
