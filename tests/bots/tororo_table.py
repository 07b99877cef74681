"""A second, naive Tororo for the tests: trees in a dictionary, coordinates, and no tables."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bots.tororo.rules import (
    CELL_MASK,
    CELL_SHIFT,
    COMPLETE,
    DAYS,
    GROW,
    KIND_SHIFT,
    PLAYERS,
    SEED,
    WAIT,
    Ground,
    State,
    change_tree,
    make_dormant,
    make_ground,
)
from bots.tororo.tables import CELLS, PLACES, STEPS
from contests.tororo.maps import CELL_AT, distance, holds, make_action

RICHNESS = [3] * 7 + [2] * 12 + [1] * 18
PLAIN: Ground = make_ground(RICHNESS)


@dataclass(frozen=True)
class Tree:
    """A tree of the naive game."""

    owner: int
    size: int
    dormant: bool = False


@dataclass(frozen=True)
class Naive:
    """The whole state, never changed: every move makes a new one."""

    trees: dict[int, Tree]
    richness: tuple[int, ...] = tuple(RICHNESS)
    sun: tuple[int, ...] = (0, 0)
    score: tuple[int, ...] = (0, 0)
    nutrients: int = 20
    day: int = 0
    asleep: frozenset[int] = field(default_factory=frozenset)

    def count(self, player: int, size: int) -> int:
        return sum(tree.owner == player and tree.size == size for tree in self.trees.values())

    def cost(self, player: int, action: tuple[int, ...]) -> int:
        if action[0] == GROW:
            size = self.trees[action[1]].size
            return (1, 3, 7)[size] + self.count(player, size + 1)
        return {WAIT: 0, SEED: self.count(player, 0), COMPLETE: 4}[action[0]]

    def actions(self, player: int) -> Iterator[tuple[int, ...]]:
        """WAIT, and all else that the player can do and pay for."""
        yield (WAIT,)
        if player in self.asleep:
            return
        for cell, tree in sorted(self.trees.items()):
            if tree.owner != player or tree.dormant:
                continue
            found: list[tuple[int, ...]] = [(COMPLETE, cell)] if tree.size == 3 else [(GROW, cell)]
            for other in range(CELLS):
                is_free = other not in self.trees and self.richness[other] > 0
                if is_free and distance(cell, other) <= tree.size:
                    found.append((SEED, cell, other))
            for action in found:
                if self.cost(player, action) <= self.sun[player]:
                    yield action

    def play(self, *actions: tuple[int, ...]) -> "Naive":
        """The state after a turn, and after the night if both sleep then."""
        trees = dict(self.trees)
        sun, score = list(self.sun), list(self.score)
        asleep = set(self.asleep)
        seeds = [action[2] for action in actions if action[0] == SEED]
        is_war = len(seeds) == 2 and seeds[0] == seeds[1]
        done = 0
        for player, action in enumerate(actions):
            cost = self.cost(player, action)
            if action[0] == WAIT:
                asleep.add(player)
                continue
            tree = trees[action[1]]
            trees[action[1]] = replace(tree, dormant=True)
            if action[0] == GROW:
                trees[action[1]] = Tree(player, tree.size + 1, True)
            elif action[0] == SEED:
                if is_war:
                    cost = 0
                else:
                    trees[action[2]] = Tree(player, 0, True)
            else:
                del trees[action[1]]
                bonus = (0, 0, 2, 4)[self.richness[action[1]]]
                score[player] += self.nutrients + bonus
                done += 1
            sun[player] -= cost
        nutrients = max(0, self.nutrients - done)
        after = Naive(
            trees, self.richness, (*sun,), (*score,), nutrients, self.day, frozenset(asleep)
        )
        return after.night() if len(asleep) == PLAYERS else after

    def is_shaded(self, cell: int, day: int) -> bool:
        """Whether a tree of at least this one's size casts its shadow on it."""
        dx, dy = STEPS[day % 6]
        x, y = PLACES[cell]
        for far in (1, 2, 3):
            other = CELL_AT.get((x - far * dx, y - far * dy), -1)
            if other in self.trees:
                size = self.trees[other].size
                if size >= far and size >= self.trees[cell].size:
                    return True
        return False

    def night(self) -> "Naive":
        """The next morning."""
        day = self.day + 1
        if day == DAYS:
            return replace(self, day=day)
        sun = list(self.sun)
        for cell, tree in self.trees.items():
            if not self.is_shaded(cell, day):
                sun[tree.owner] += tree.size
        trees = {cell: replace(tree, dormant=False) for cell, tree in self.trees.items()}
        return replace(self, trees=trees, sun=(*sun,), day=day, asleep=frozenset())

    def perft(self, depth: int) -> int:
        """Joint ways to play so many turns."""
        if depth == 0 or self.day == DAYS:
            return 1
        mine, theirs = list(self.actions(0)), list(self.actions(1))
        if depth == 1:
            return len(mine) * len(theirs)
        return sum(self.play(a, b).perft(depth - 1) for a in mine for b in theirs)


def as_state(naive: Naive, ground: Ground) -> State:
    """The same as the rules hold it."""
    state = State()
    for cell, tree in naive.trees.items():
        change_tree(state, ground, tree.owner, cell, tree.size)
        if tree.dormant:
            make_dormant(state, cell)
    for player in range(PLAYERS):
        state.sun[player], state.score[player] = naive.sun[player], naive.score[player]
        state.asleep |= int(player in naive.asleep) << player
    state.nutrients, state.day = naive.nutrients, naive.day
    return state


def as_naive(state: State, richness: tuple[int, ...]) -> Naive:
    """And back."""
    trees = {
        cell: Tree(int(not holds(state.mine, cell)), size, holds(state.dormant, cell))
        for cell in range(CELLS)
        for size in range(4)
        if holds(state.trees[size], cell)
    }
    return Naive(
        trees,
        richness,
        (state.sun[0], state.sun[1]),
        (state.score[0], state.score[1]),
        state.nutrients,
        state.day,
        frozenset(player for player in range(PLAYERS) if state.asleep >> player & 1),
    )


def as_action(action: tuple[int, ...]) -> int:
    """An action of the naive game as an int."""
    return make_action(*action)


def cells_of(action: int) -> tuple[int, int, int]:
    """Kind, tree and target of an action."""
    return action >> KIND_SHIFT, action >> CELL_SHIFT & CELL_MASK, action & CELL_MASK
