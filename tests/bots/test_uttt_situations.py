"""Situations that all ultimate tic-tac-toe bots must master, judged by looking at all games.

They may take a longer win that they have proven; alpha-beta takes the shortest.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from bots.uttt.bot_alphabeta import AlphaBetaBot
from bots.uttt.bot_mcts import MctsBot
from bots.uttt.playout import Tables
from bots.uttt.protocol import to_cell
from bots.uttt.rules import CELLS, State, legal_cells
from bots.uttt.search_mcts import list_moves, rate
from bots.uttt.tables import HAS_LINE
from common.kernel import assign
from common.rng import make_dice
from tests.bots.test_uttt_bot import BOTS, make_bot
from tests.bots.uttt_table import Situation, after, situations
from tests.cutting import work

MASTERED = {1: "a win in one", 3: "a win in three plies", 0: "a loss in two plies to be avoided"}


def random_positions(seeds: range) -> Iterator[State]:
    """All positions of random games, but for their ends."""
    for seed in seeds:
        dice = Random(seed)
        state = State()
        while legal := legal_cells(state):
            yield state
            state = after(state, dice.choice(legal))


def test_mcts_sees_a_line_that_is_one_mark_away():
    cells, seen = [0] * CELLS, 0
    for state in random_positions(range(30)):
        player = state.player
        lines = [c for c in legal_cells(state) if HAS_LINE[after(state, c).won[player]]]
        count = list_moves(state, Tables(), cells)
        assert cells[:count] == (lines[:1] or legal_cells(state))
        if lines:
            seen += 1
            assert rate(state, Tables(), make_dice(1)) == 1.0 - player  # without a random game
    assert seen >= 20


def wrong_answers(
    kind: type, found: list[Situation], seeds: range, iterations: int
) -> list[tuple[int, int]]:
    """(situation, seed) where the bot throws a win away, alpha-beta wins later than it could, or a
    bot that had not lost loses in two plies.
    """
    wrong = []
    for seed in seeds:
        bot = make_bot(kind, seed)
        for number, situation in enumerate(found):
            assign(bot.known.position, situation.state)
            bot.known.cells = legal_cells(situation.state)
            bot.known.moves = []
            bot.searched_at = -1  # nothing is known from before
            cell = to_cell(*map(int, bot.answer(work(iterations))[0].split()))
            is_strict = situation.plies == 0 or kind is AlphaBetaBot
            if cell not in (situation.at_once if is_strict else situation.right):
                wrong.append((number, seed))
    return wrong


STARVED = State()  # square 4 leaves two replies, and both allow a line
STARVED.marks[:9] = [131, 273, 200, 133, 110, 32, 56, 136, 37]
STARVED.marks[9:] = [108, 66, 51, 282, 257, 89, 2, 116, 256]
STARVED.won[:] = [66, 160]
STARVED.open = 285


def test_mcts_does_not_starve_a_win_that_random_games_lose():
    """The line is one mark of twenty, and with dice 8 it took another move after 20,000 games."""
    won = Situation(STARVED, 3, frozenset({4}), frozenset({4, 75}))
    assert wrong_answers(MctsBot, [won], range(7, 10), 3000) == []


@pytest.mark.parametrize("plies", MASTERED, ids=MASTERED.values())
def test_no_forced_win_is_lost_and_no_loss_walked_into(plies):
    found = list(islice(situations(plies, free=12), 8))
    for kind in BOTS:
        assert wrong_answers(kind, found, range(1, 2), 500) == []
