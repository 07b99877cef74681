"""The golden files of alpha-beta, and what is checked of each tree (docs/searches/alphabeta.md).

For every tree our brute force must give the file's values, and the search of alpha-beta an answer
that the file allows: to the end, at each depth, and wherever it is stopped. In the plain mode it
must also do what rubot did, step for step.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from botsmith.alphabeta.conditions import Depth, Logger, RunCondition, Steps, ToCompletion
from botsmith.alphabeta.decision_trees import (
    Formula,
    FormulaGame,
    TreeGame,
    node_from_json,
)
from botsmith.alphabeta.game import Action, Fitness, Game, Player
from botsmith.alphabeta.parts import RUBOT, Parts
from botsmith.alphabeta.search import AlphaBeta, Choice
from botsmith.errors import BadInput
from botsmith.referees.base import Case

TREE_STOPS = 25  # places at which a search of a tree is stopped, spread evenly
FORMULA_STOPS = 4
LATE = 2  # how many depths beyond the tree's height are tried

Line = Choice[int, int]


class Counted(Game[Player, Action, Fitness]):
    """A game that counts how often it is asked for actions, its copies included."""

    def __init__(
        self, game: Game[Player, Action, Fitness], counts: list[int] | None = None
    ) -> None:
        self.game = game
        self.counts = [0] if counts is None else counts

    @property
    def calls(self) -> int:
        return self.counts[0]

    def actions(self, player: Player) -> tuple[bool, Sequence[Action]]:
        self.counts[0] += 1
        return self.game.actions(player)

    def execute(self, action: Action, player: Player) -> Fitness:
        return self.game.execute(action, player)

    def look_ahead(self, action: Action, player: Player) -> Fitness:
        return self.game.look_ahead(action, player)

    def is_upper_bound(self, fitness: Fitness, player: Player) -> bool:
        return self.game.is_upper_bound(fitness, player)

    def is_lower_bound(self, fitness: Fitness, player: Player) -> bool:
        return self.game.is_lower_bound(fitness, player)

    def key(self) -> Hashable | None:
        return self.game.key()

    def copy(self) -> Self:
        return type(self)(self.game.copy(), self.counts)


@dataclass
class Difference(Exception):
    """The first thing in which a search and the file differ."""

    what: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"{self.what}: expected {self.expected!r}, got {self.got!r}"


def demand(what: str, expected: Any, got: Any) -> None:
    """Raises Difference unless both are equal."""
    if expected != got:
        raise Difference(what, expected, got)


def cases(value: Any) -> list[Case]:
    """One case for a tree, written or given by a formula; BadInput for anything else."""
    try:
        name = str(value["id"])
        check: Callable[[dict[str, Any]], None]
        if "tree" in value:
            check = check_tree
        elif "pattern" in value:
            check = check_formula
        else:
            raise BadInput("expected a decision tree: keys 'tree' or 'pattern'")
        check(value)
    except Difference as difference:
        return [Case(name, str(difference))]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise BadInput(
            f"expected a decision tree of alpha_beta, with all its keys: {error!r}"
        ) from None
    return [Case(name, None)]


def count_calls(
    game: Game[Player, Action, Fitness], parts: Parts, player: Player
) -> tuple[int, Choice[Action, Fitness] | None]:
    """How often a search to the end asks for actions, and its answer."""
    counted = Counted(game)
    choice = AlphaBeta(player, parts).detailed_select(counted, ToCompletion())
    return counted.calls, choice


# ---- Trees that are written down


def check_tree(record: dict[str, Any]) -> None:
    root = node_from_json(record["tree"])
    game = TreeGame(root, record["upper"], record["lower"])
    answer = record["answer"]
    demand("nodes", record["nodes"], root.count())
    if answer["none"]:
        for parts in (Parts(), RUBOT):
            demand("answer", None, AlphaBeta(None, parts).select(game, ToCompletion()))
        return
    values = [child.values() for child in root.children]
    demand("height", record["height"], max(map(len, values)))
    sets = Sets(values)
    demand("root_values", record["root_values"], sets.at(record["height"]))
    demand("answer", [answer["value"], answer["best"]], list(sets.best(record["height"])))
    for depth, wanted in enumerate(record["by_depth"]):
        demand(f"by_depth {depth}", [wanted["value"], wanted["best"]], list(sets.best(depth)))
    for depth, allowed in enumerate(record["allowed_after"]):
        demand(f"allowed_after {depth}", allowed, sets.allowed(depth))
    check_answers(game, sets, record["height"], TREE_STOPS, Parts())
    check_rubot_on_tree(game, record["rubot"])


class Sets:
    """The answers that are right. values[action][p]: its value with p plies below it searched."""

    def __init__(self, values: list[list[int]]) -> None:
        self.values = values

    def at(self, depth: int) -> list[int]:
        """The values of the root actions at a completed depth."""
        return [row[min(depth, len(row) - 1)] for row in self.values]

    def best(self, depth: int) -> tuple[int, list[int]]:
        """The best value at a completed depth, and all actions that have it."""
        values = self.at(depth)
        top = max(values)
        return top, [action for action, value in enumerate(values) if value == top]

    def allowed(self, depth: int) -> list[int]:
        """What may be answered by a search that was stopped inside the iteration after `depth`."""
        later = self.at(depth + 1)
        worst = min(later[action] for action in self.best(depth)[1])
        return [action for action, value in enumerate(later) if value >= worst]


def answer_of(
    game: Game[None, int, int], condition: RunCondition, parts: Parts
) -> tuple[Line, Logger]:
    """The answer of a search, and the logger with its counts; Difference if it has no answer."""
    logger = Logger(condition)
    choice = AlphaBeta(None, parts).detailed_select(game, logger)
    if choice is None:
        raise Difference("answer", "an action", None)
    return choice, logger


def check_answers(
    game: Game[None, int, int], sets: Sets, height: int, stops: int, parts: Parts
) -> None:
    """Raises Difference for a wrong answer: at the end, at a depth, or at one of ~`stops` stops."""
    choice, logger = answer_of(game, ToCompletion(), parts)
    check_choice("answer", choice, sets.best(height))
    for depth in range(height + LATE):
        found, _ = answer_of(game, Depth(depth), parts)
        check_choice(f"answer of Depth({depth})", found, sets.best(depth))
    for steps in spread(logger.steps, stops):
        found, stopped = answer_of(game, Steps(steps), parts)
        allowed = sets.allowed(stopped.iterations)
        if found.path[0] not in allowed:
            raise Difference(f"answer of Steps({steps})", allowed, found.path[0])


def check_choice(what: str, choice: Line, wanted: tuple[int, list[int]]) -> None:
    value, best = wanted
    demand(f"fitness, {what}", value, choice.fitness)
    if choice.path[0] not in best:
        raise Difference(what, best, choice.path[0])


def spread(last: int, count: int) -> Iterator[int]:
    """About `count` numbers from 0 to `last`, all of them if there are no more."""
    yield from range(0, last + 1, max(1, -(-last // count)))


def check_rubot_on_tree(game: TreeGame, rubot: dict[str, Any]) -> None:
    """Raises Difference unless the plain mode does what rubot did."""
    choice, logger = answer_of(game, ToCompletion(), RUBOT)
    demand("rubot.action", rubot["action"], choice.path[0])
    demand("rubot.path", rubot["path"], choice.path)
    demand("rubot.steps", rubot["steps"], logger.steps)
    demand("rubot.iterations", rubot["iterations"], logger.iterations)
    for depth, action in enumerate(rubot["by_depth"]):
        found, _ = answer_of(game, Depth(depth), RUBOT)
        demand(f"rubot.by_depth {depth}", action, found.path[0])
    for steps, completed, action in rubot["interrupted"]:
        found, logger = answer_of(game, Steps(steps), RUBOT)
        got = [steps, logger.iterations, found.path[0]]
        demand("rubot.interrupted", [steps, completed, action], got)


# ---- Trees that are given by a formula


def formula_from_json(record: dict[str, Any]) -> Formula:
    """The formula of a record; BadInput for one that makes no tree."""
    formula = Formula(
        seed=int(record["seed"]),
        max_children=record["max_children"],
        min_children=record["min_children"],
        depth=record["depth"],
        pattern=record["pattern"],
        is_walk=record["kind"] == "walk",
        reach=record["range"],
    )
    if (
        record["kind"] not in ("walk", "independent")
        or not formula.pattern
        or set(formula.pattern) - set("ao")
        or not 1 <= formula.min_children <= formula.max_children
        or not (formula.depth >= 1 and formula.reach >= 0)
    ):
        raise BadInput(
            "alpha_beta formula: expected kind walk or independent, a pattern of a and o, depth 1 "
            "or more, range 0 or more, 1 <= min_children <= max_children"
        )
    return formula


def check_formula(record: dict[str, Any]) -> None:
    formula = formula_from_json(record)
    game = FormulaGame(formula, formula.seed)
    nodes, by_plies = formula.values()
    demand("nodes", record["nodes"], nodes)
    sets = Sets([list(row) for row in zip(*by_plies, strict=True)])
    demand("root_values", record["root_values"], sets.at(formula.depth))
    best = sets.best(formula.depth)
    demand("value, best", [record["value"], record["best"]], list(best))
    check_answers(game, sets, formula.depth, FORMULA_STOPS, Parts())
    check_rubot_on_formula(game, record["rubot"])
    plain, improved = count_calls(game, RUBOT, None)[0], count_calls(game, Parts(), None)[0]
    if improved > plain:
        raise Difference("calls of actions", f"{plain} at most, as in the plain mode", improved)


def check_rubot_on_formula(game: FormulaGame, rubot: dict[str, Any]) -> None:
    choice, logger = answer_of(game, ToCompletion(), RUBOT)
    demand("rubot.action", rubot["action"], choice.path[0])
    demand("rubot.path", rubot["path"], choice.path)
    demand("rubot.steps", rubot["steps"], logger.steps)
    for count, action, fitness, steps in rubot["by_depth"]:
        found, logger = answer_of(game, Depth(count), RUBOT)
        got = [count, found.path[0], found.fitness, logger.steps]
        demand("rubot.by_depth", [count, action, fitness, steps], got)
