"""What each part of alpha-beta brings, in calls of `actions`; the same figures in every run.

    python benchmarks/alphabeta_parts.py

Prints the tables of docs/searches/alphabeta.md. A wrapper around the game counts the calls on all
states in all iterations, searched to the end: on the 48 trees by formula and the 1,000 written
trees of tests/golden/alpha_beta, on the ragged ones of these by themselves, and on tic-tac-toe from
the empty board, a game with keys.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from botsmith.alphabeta.decision_trees import FormulaGame, TreeGame, node_from_json  # noqa: E402
from botsmith.alphabeta.game import Game  # noqa: E402
from botsmith.alphabeta.parts import RUBOT, Parts  # noqa: E402
from botsmith.arena.record import read_values  # noqa: E402
from botsmith.referees.alpha_beta import count_calls, formula_from_json  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "alpha_beta"
RAGGED = ("ragged", "leaf_arms")  # categories of written trees in which arms end early
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
WON, LOST = 1, -1

PLAIN = replace(RUBOT, arms=False, line=False, counts_twice=False)
NOTES = Parts().notes
REPLIES = replace(RUBOT, replies=True, notes=NOTES)
VALUES = replace(REPLIES, values=True)
SUBTREES = replace(VALUES, subtrees=True)
QUESTIONS = replace(SUBTREES, questions=True)
CLOSING = replace(QUESTIONS, closing=True)
ALL = Parts()

ADDED = [
    ("plain iterative deepening", PLAIN),
    ("+ best line of each arm first", replace(PLAIN, line=True)),
    ("+ complete and partial arms = rubot", RUBOT),
    ("+ last best reply of every inner node first", REPLIES),
    ("+ other actions by their last values", VALUES),
    ("+ values of subtrees used again", SUBTREES),
    ("+ null windows", QUESTIONS),
    ("+ leaves looked for in the last ply", CLOSING),
    ("+ transposition table = all", ALL),
]
LEFT_OUT = [
    ("all", ALL),
    ("without complete and partial arms", replace(ALL, arms=False)),
    ("without best lines", replace(ALL, line=False)),
    ("without replies", replace(ALL, replies=False)),
    ("without last values", replace(ALL, values=False)),
    ("without values of subtrees", replace(ALL, subtrees=False)),
    ("without null windows", replace(ALL, questions=False)),
    ("without looking for leaves", replace(ALL, closing=False)),
    ("without transposition table", replace(ALL, table=False)),
]


class TicTacToe(Game[int, int, int]):
    """Players 0 and 1; an action is a cell 0..8; fitness 1, 0, -1 for won, open or drawn, lost."""

    def __init__(self, cells: tuple[int, ...] = (-1,) * 9, mover: int = 0) -> None:
        self.cells = cells
        self.mover = mover

    def winner(self) -> int:
        """The player with three in a row, or -1."""
        for one, two, three in LINES:
            if self.cells[one] == self.cells[two] == self.cells[three] != -1:
                return self.cells[one]
        return -1

    def actions(self, player: int) -> tuple[bool, list[int]]:
        free = [] if self.winner() >= 0 else [c for c in range(9) if self.cells[c] == -1]
        return self.mover == player, free

    def execute(self, action: int, player: int) -> int:
        self.cells = (*self.cells[:action], self.mover, *self.cells[action + 1 :])
        self.mover = 1 - self.mover
        winner = self.winner()
        return 0 if winner < 0 else WON if winner == player else LOST

    def is_upper_bound(self, fitness: int, player: int) -> bool:
        return fitness == WON

    def is_lower_bound(self, fitness: int, player: int) -> bool:
        return fitness == LOST

    def key(self) -> tuple[int, ...]:
        return self.cells

    def copy(self) -> Self:
        return type(self)(self.cells, self.mover)


def written_trees() -> Iterator[tuple[str, TreeGame]]:
    """The category and the game of every written tree."""
    for _, record in read_values(GOLDEN / "trees.jsonl.gz"):
        game = TreeGame(node_from_json(record["tree"]), record["upper"], record["lower"])
        yield record["cat"], game


def formula_trees() -> Iterator[FormulaGame]:
    for _, record in read_values(GOLDEN / "procedural.jsonl"):
        formula = formula_from_json(record)
        yield FormulaGame(formula, formula.seed)


def formula_values() -> list[int]:
    """The minimax values of the trees by formula."""
    return [record["value"] for _, record in read_values(GOLDEN / "procedural.jsonl")]


@cache
def measure(parts: Parts) -> dict[str, Any]:
    """Calls of `actions`, by kind of tree; by_formula: of each of the 48."""
    by_formula = [count_calls(game, parts, None)[0] for game in formula_trees()]
    written = [(kind, count_calls(game, parts, None)[0]) for kind, game in written_trees()]
    return {
        "by_formula": by_formula,
        "written": sum(calls for _, calls in written),
        "ragged": sum(calls for kind, calls in written if kind in RAGGED),
        "hashing": count_calls(TicTacToe(), parts, 0)[0],
    }


def table(rows: list[tuple[str, Parts]], limit: list[int]) -> Iterator[str]:
    """Lines of a table; limit: the calls of the plain rubot mode for each of the 48 trees."""
    columns = ["48 trees by formula", "more than rubot on", "1,000 trees", "ragged", "tic-tac-toe"]
    yield f"| search | {' | '.join(columns)} |"
    yield f"| --- |{' ---: |' * len(columns)}"
    for name, parts in rows:
        got = measure(parts)
        calls = got["by_formula"]
        worse = sum(one > most for one, most in zip(calls, limit, strict=True))
        yield (
            f"| {name} | {sum(calls):,} | {worse} | {got['written']:,} | {got['ragged']:,} "
            f"| {got['hashing']:,} |"
        )


def main() -> None:
    limit = measure(RUBOT)["by_formula"]
    for rows in (ADDED, LEFT_OUT):
        for line in table(rows, limit):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
