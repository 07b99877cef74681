"""Further ways for a Smitsimax to pick a child: `choose` of its `bind`."""

from collections.abc import Callable
from math import sqrt
from typing import TypeVar

from common.kernel import Numbers, kernel, numbers
from common.rng import Dice, draw
from common.search.pick import best_bound
from common.search.smitsimax import BITS, LAST, MOST, Forest
from common.search.ucb import root_of_log

AnyState = TypeVar("AnyState")
AnySetting = TypeVar("AnySetting")
LEAST = 1.0e-9  # of a tree's scale, so that priors order moves before any score is known


def by_policy(
    policy: Callable[[AnyState, AnySetting, int, int, Numbers[float]], None],
) -> Callable[..., int]:
    """Returns a `choose` by mean and prior (PUCT): mean + scale * prior * sqrt(tries) / (1 +
    visits).

    Its forest has `random_visits` 0: moves are opened in the order of their priors.
    policy(state, setting, unit, node, priors): writes a prior, 0..1, for each of the unit's moves.
    It is called at each pick; node is the same number each time this node is picked at in a search.
    An unvisited move counts with the mean of its node. exploration: 1 to 2.
    Source: PUCT (Rosin 2011), in the form of AlphaZero (Silver and others 2017).
    """

    @kernel
    def choose(
        forest: Forest, world: AnyState, setting: AnySetting, unit: int, block: int, dice: Dice
    ) -> int:
        """Returns the child with the largest value."""
        priors = numbers(float, MOST)
        first = block >> BITS & LAST
        policy(world, setting, unit, first, priors)
        tree = forest.trees[unit]
        width = max(tree.scale, LEAST) * sqrt(float(forest.visits[tree.at] + 1))
        unknown = forest.mean[tree.at]
        best = first
        best_value = -1.0e300
        for move in range(block & MOST):
            visits = forest.visits[first + move]
            value = forest.mean[first + move] if visits > 0 else unknown
            value += width * priors[move] / float(1 + visits)
            if value > best_value:
                best_value = value
                best = first + move
        return best

    return choose


def with_floor(every: int) -> Callable[..., int]:
    """Returns a `choose` by the bound, but at a root one of `every` times at random, against trees
    that lock.

    every: 2 or more, else ValueError.
    """
    if every < 2:
        raise ValueError(f"a floor of one random pick in {every}: expected 2 or more")

    @kernel
    def choose(
        forest: Forest, world: AnyState, setting: AnySetting, unit: int, block: int, dice: Dice
    ) -> int:
        """Returns a random child at the root at times, else that with the largest bound."""
        tree = forest.trees[unit]
        if tree.length == 1 and draw(dice, every) == 0:
            return (block >> BITS & LAST) + draw(dice, block & MOST)
        width = tree.scale * root_of_log(forest.roots, forest.visits[tree.at])
        return best_bound(forest.mean, forest.share, block >> BITS & LAST, block & MOST, width)

    return choose
