"""Situations that a Barrage Stratego bot must master: two seeds each, a campaign of ten."""

import pytest

from bots.stratego.rules import EACH, FLAG_TAKEN, PIECES, cell_at
from bots.stratego.search import Memory
from common.engine import Engines
from tests.bots.stratego_table import InC, Table, engine_in_c, situations, walk_on
from tests.spread import spread

IN_C = 6000  # iterations a move: half of what C does in 100 ms at worst
IN_PYTHON = 500  # half of what CPython does in 100 ms
PLIES = 40


def name(situation):
    return situation["name"]


@pytest.fixture(
    params=[range(1, 3), pytest.param(range(3, 11), marks=pytest.mark.campaign)],
    ids=["first", "more"],
)
def seeds(request):
    return request.param


@pytest.mark.parametrize("situation", situations("win"), ids=name)
def test_a_sure_win_is_taken(situation, seeds):
    for seed in seeds:
        table = Table(situation, seed, Engines(Memory))
        table.play(table.bot_move(IN_PYTHON // 2))
        assert table.game.end != 0, seed
        assert table.game.winner == table.you


@pytest.mark.parametrize("situation", situations("fight"), ids=name)
def test_a_sure_fight_is_taken(situation, seeds):
    rivals = lambda game: sum(  # noqa: E731
        game.cell[piece] != 0 for piece in range(PIECES) if piece // EACH != situation["you"]
    )
    for seed in seeds:
        table = Table(situation, seed, Engines(Memory))
        before = rivals(table.game)
        table.play(table.bot_move(IN_PYTHON))
        assert rivals(table.game) == before - 1, seed


def is_defended(situation, seed: int, engines: Engines[Memory], iterations: int) -> bool:
    """Whether the flag stands after PLIES plies in which the attacker walks to it."""
    table = Table(situation, seed, engines)
    attacker = table.game.board[cell_at(*situation["attacker"])] - 1
    for _ in range(PLIES // 2):
        table.play(table.bot_move(iterations))
        if table.game.end or not table.game.cell[attacker]:
            break
        move = walk_on(table.game, attacker)
        if move < 0:
            break
        table.play(move)
        if table.game.end:
            break
    return not (table.game.end == FLAG_TAKEN and table.game.winner != table.you)


@pytest.mark.parametrize(
    ("situation", "iterations"),
    spread(
        situations("defend"), [IN_PYTHON, IN_C], ids=[name(each) for each in situations("defend")]
    ),
)
def test_a_lone_attacker_does_not_walk_to_the_flag(situation, iterations, seeds, require):
    require("gcc")
    engines = InC(engine_in_c())
    lost = [seed for seed in seeds if not is_defended(situation, seed, engines, iterations)]
    assert lost == []
