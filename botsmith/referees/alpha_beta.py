"""The golden files of alpha-beta, and the checks of each tree (docs/searches/alphabeta.md).

Brute force must give the file's values. The search must give an answer that the file allows: at its
end, at each depth, and at each stop. In plain mode it must also repeat rubot's steps.
"""

from typing import Any

from botsmith.alphabeta.game import Depth, Game, Logger, Steps, ToCompletion
from botsmith.alphabeta.search import AlphaBeta, Choice
from botsmith.alphabeta.trees import TreeGame, formula_tree, node_from_json
from botsmith.errors import BadInput
from botsmith.referees.base import Case

TREE_STOPS = 25  # places at which a search of a tree is stopped, spread evenly
FORMULA_STOPS = 4
LATE = 2  # how many depths beyond the tree's height are tried


class Difference(Exception):
    """Raised at the first difference between a search and the file."""


def demand(what: str, expected: Any, got: Any) -> None:
    """Raises Difference, with `what`, unless `got` equals `expected`."""
    if expected != got:
        raise Difference(f"{what}: expected {expected!r}, got {got!r}")


def cases(value: Any) -> list[Case]:
    """Returns one case for a tree, which is listed or given by a formula. Raises BadInput for any
    other value.
    """
    try:
        name = str(value["id"])
        if "tree" not in value and "pattern" not in value:
            raise BadInput("expected a decision tree: keys 'tree' or 'pattern'")
        (check_tree if "tree" in value else check_formula)(value)
    except Difference as difference:
        return [Case(name, str(difference))]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        wanted = "a decision tree of alpha_beta, with all its keys"
        raise BadInput(f"expected {wanted}: {error!r}") from None
    return [Case(name, None)]


def run_search(
    game: Game[None, int, int], condition: ToCompletion, is_plain: bool = False
) -> tuple[Choice[int, int], Logger]:
    """Returns the answer of a search, and a Logger with its counts. Raises Difference if it has no
    answer.
    """
    logger = Logger(condition)
    choice = AlphaBeta(None, is_plain).detailed_select(game, logger)
    if choice is None:
        raise Difference("answer: expected 'an action', got None")
    return choice, logger


class Sets:
    """The right answers of a tree.

    values: [action][p], the value of an action with p plies searched below it
    """

    def __init__(self, values: list[list[int]]) -> None:
        self.values = values

    def at(self, depth: int) -> list[int]:
        """Returns the value of each root action at a completed depth."""
        return [row[min(depth, len(row) - 1)] for row in self.values]

    def best(self, depth: int) -> list[Any]:
        """Returns the best value at a completed depth, and all actions that have it."""
        values = self.at(depth)
        top = max(values)
        return [top, [action for action, value in enumerate(values) if value == top]]

    def allowed(self, depth: int) -> list[int]:
        """Returns the answers that a search may give if it is stopped in the iteration after
        `depth`.
        """
        later = self.at(depth + 1)
        worst = min(later[action] for action in self.best(depth)[1])
        return [action for action, value in enumerate(later) if value >= worst]


def check_answers(
    game: Game[None, int, int], sets: Sets, height: int, stops: int, is_plain: bool = False
) -> int:
    """Returns the steps of a search to the end.

    Raises Difference for a wrong answer of the search: at its end, at a depth, or at one of about
    `stops` stops.
    """
    choice, whole = run_search(game, ToCompletion(), is_plain)
    runs = [("answer", choice, height)]
    for depth in range(height + LATE):
        found, _ = run_search(game, Depth(depth), is_plain)
        runs.append((f"answer of Depth({depth})", found, depth))
    for what, found, depth in runs:
        value, best = sets.best(depth)
        demand(f"fitness, {what}", value, found.fitness)
        if found.path[0] not in best:
            demand(what, best, found.path[0])
    for steps in range(0, whole.steps + 1, max(1, -(-whole.steps // stops))):
        found, stopped = run_search(game, Steps(steps), is_plain)
        allowed = sets.allowed(stopped.iterations)
        if found.path[0] not in allowed:
            demand(f"answer of Steps({steps})", allowed, found.path[0])
    return whole.steps


def check_rubot(game: Game[None, int, int], rubot: dict[str, Any], is_written: bool) -> int:
    """Raises Difference unless the plain mode repeats rubot's recorded steps. Returns its steps."""
    choice, logger = run_search(game, ToCompletion(), True)
    got = {"action": choice.path[0], "path": choice.path, "steps": logger.steps}
    got["iterations"] = logger.iterations
    for name in ("action", "path", "steps", *["iterations"] * is_written):
        demand(f"rubot.{name}", rubot[name], got[name])
    for depth, row in enumerate(rubot["by_depth"]):
        depth = row[0] if isinstance(row, list) else depth
        found, log = run_search(game, Depth(depth), True)
        row_got = [depth, found.path[0], found.fitness, log.steps]
        demand(f"rubot.by_depth {depth}", row, row_got if isinstance(row, list) else row_got[1])
    for row in rubot["interrupted"] if is_written else ():
        found, log = run_search(game, Steps(row[0]), True)
        demand("rubot.interrupted", row, [row[0], log.iterations, found.path[0]])
    return logger.steps


def check_tree(record: dict[str, Any]) -> None:
    """Checks the search on a listed tree. Raises Difference for a wrong answer."""
    root = node_from_json(record["tree"])
    game, answer = TreeGame(root, record["upper"], record["lower"]), record["answer"]
    demand("nodes", record["nodes"], root.count())
    if answer["none"]:
        for is_plain in (False, True):
            demand("answer", None, AlphaBeta(None, is_plain).select(game, ToCompletion()))
        return
    sets, height = Sets([child.values() for child in root.children]), record["height"]
    demand("height", height, max(map(len, sets.values)))
    demand("root_values", record["root_values"], sets.at(height))
    demand("answer", [answer["value"], answer["best"]], sets.best(height))
    for depth, wanted in enumerate(record["by_depth"]):
        demand(f"by_depth {depth}", [wanted["value"], wanted["best"]], sets.best(depth))
    for depth, allowed in enumerate(record["allowed_after"]):
        demand(f"allowed_after {depth}", allowed, sets.allowed(depth))
    check_answers(game, sets, height, TREE_STOPS)
    check_rubot(game, record["rubot"], True)


def check_formula(record: dict[str, Any]) -> None:
    """Checks the search on a tree that a formula gives. Raises Difference for a wrong answer."""
    root = formula_tree(record)
    game = TreeGame(root)
    demand("nodes", record["nodes"], root.count())
    sets = Sets([child.values() for child in root.children])
    demand("root_values", record["root_values"], sets.at(record["depth"]))
    demand("value, best", [record["value"], record["best"]], sets.best(record["depth"]))
    steps = check_answers(game, sets, record["depth"], FORMULA_STOPS)
    plain = check_rubot(game, record["rubot"], False)
    if steps > plain:
        raise Difference(f"steps: expected {plain} at most, as in the plain mode, got {steps}")
