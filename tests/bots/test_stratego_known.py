"""Belief: the view is what the lines tell, and every sample agrees with it."""

import random
from collections import Counter

from hypothesis import given, settings, strategies as st

from bots.stratego.known import Belief, View, deal, weigh
from bots.stratego.protocol import Parser
from bots.stratego.rules import (
    BOMB,
    EACH,
    EMPTY,
    FLAG,
    MARSHAL,
    MAX_MOVES,
    PIECES,
    RANKS,
    SCOUT,
    SPY,
    SUPPLY,
    UNKNOWN,
    Game,
    can_move,
    list_moves,
    play,
)
from bots.stratego.setup import SETUPS, choose_setup
from common.kernel import assign
from common.rng import Dice, make_dice
from contests.stratego.lines import (
    describe_battle,
    describe_move,
    format_state,
    make_game,
    news,
)

EVEN = [1.0] * (EACH * RANKS)


def dealt(view: Game, player: int, dice: Dice, weights: list[float] = EVEN) -> Game:
    """The position with ranks drawn for a player's hidden pieces."""
    world, belief = Game(), Belief()
    assign(world, view)
    belief.weight[:] = weights
    weigh(view, player, belief)
    deal(world, belief, dice)
    return world


def start(seed: int) -> Game:
    """A position after two setups."""
    rnd = random.Random(seed)
    pieces = []
    for player in (0, 1):
        rows = (0, 1, 2, 3) if player == 0 else (6, 7, 8, 9)
        cells = [(y + 1) * 12 + x + 1 for y in rows for x in range(10)]
        chosen = rnd.sample(cells, EACH)
        pieces += [(player, rank, cell) for rank, cell in zip(SUPPLY, chosen, strict=True)]
    return make_game(pieces)


def played(seed: int, moves: int, reveals: bool = False) -> tuple[Game, list[View]]:
    """A random game, and how both players see it."""
    rnd = random.Random(seed)
    game = start(seed)
    views, parser = [View(0), View(1)], Parser()
    last = fight = None
    for number in range(moves):
        for view in views:
            line = format_state(game, view.you, reveals, news(game, last, fight))
            assert view.observe(parser.parse_state(line, 1)) == ""
        if game.end or number == moves - 1:
            break
        codes = [0] * MAX_MOVES
        legal = codes[: list_moves(game, codes)]
        attacks = [move for move in legal if game.board[move % 144] != EMPTY]
        move = rnd.choice(attacks if attacks and rnd.random() < 0.7 else legal)
        last, fight = describe_move(game, move), describe_battle(game, move)
        play(game, move)
    return game, views


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.integers(1, 120), st.booleans())
def test_a_view_knows_what_was_shown_and_nothing_else(seed, moves, reveals):
    game, views = played(seed, moves, reveals)
    if game.end:
        return
    for view in views:
        truth = {game.cell[p]: p for p in range(PIECES) if game.cell[p]}
        assert {view.game.cell[p] for p in range(PIECES) if view.game.cell[p]} == set(truth)
        for cell, piece in truth.items():
            seen = view.game.board[cell] - 1
            assert seen // EACH == piece // EACH
            assert view.game.has_moved[seen] == game.has_moved[piece]
            is_known = piece // EACH == view.you or game.is_shown[piece]
            assert view.game.rank[seen] == (game.rank[piece] if is_known else UNKNOWN)


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.integers(1, 120), st.integers(0, 10**6))
def test_samples_agree_with_all_that_is_known(seed, moves, dice_seed):
    game, views = played(seed, moves)
    if game.end:
        return
    dice = make_dice(dice_seed)
    for view in views:
        world = dealt(view.game, 1 - view.you, dice)
        rivals = range((1 - view.you) * EACH, (2 - view.you) * EACH)
        assert sorted(world.rank[piece] for piece in rivals) == sorted(SUPPLY)
        for piece in range(PIECES):
            known = view.game.rank[piece]
            assert known in (UNKNOWN, world.rank[piece])
            assert can_move(world.rank[piece]) or not world.has_moved[piece]
        assert any(world.rank[piece] == FLAG and world.cell[piece] for piece in rivals)


def test_equal_weights_make_each_assignment_equally_likely():
    game = make_game([(1, UNKNOWN, 100 + n) for n in range(4)] + [(0, FLAG, 14), (0, SPY, 15)])
    for piece, rank in zip(range(EACH + 4, PIECES), SUPPLY[:4], strict=True):
        game.rank[piece] = rank  # fallen: marshal, general, miner, scout
    game.has_moved[EACH] = True
    dice = make_dice(5)
    count: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        world = dealt(game, 1, dice)
        count[tuple(world.rank[piece] for piece in range(EACH, EACH + 4))] += 1
    # One piece moved: scout or spy; the three others share the rest, flag and bomb among them.
    assert len(count) == 12
    assert all(400 < times < 600 for times in count.values())


def test_counting_leaves_only_flag_and_bomb_for_the_last_unmoved():
    game = make_game([(1, UNKNOWN, 100 + n) for n in range(8)] + [(0, FLAG, 14)])
    for piece in range(EACH, PIECES - 2):
        game.has_moved[piece] = True
    dice = make_dice(3)
    for _ in range(50):
        world = dealt(game, 1, dice)
        assert {world.rank[PIECES - 2], world.rank[PIECES - 1]} == {BOMB, FLAG}


def test_an_assignment_is_as_likely_as_the_product_of_its_weights():
    game = make_game([(1, UNKNOWN, 100 + n) for n in range(3)] + [(0, FLAG, 14)])
    fallen = sorted(SUPPLY)[:-3]
    for piece, rank in zip(range(EACH + 3, PIECES), fallen, strict=True):
        game.rank[piece] = rank
    game.has_moved[EACH + 2] = True  # the marshal, bomb and flag before it
    weights = list(EVEN)
    weights[FLAG], weights[RANKS + BOMB] = 3.0, 2.0  # the first piece's, the second's
    dice = make_dice(9)
    count = Counter(dealt(game, 1, dice, weights).rank[EACH] for _ in range(3500))
    assert set(count) == {BOMB, FLAG}
    assert 2900 < count[FLAG] < 3100  # 6 of 7


def test_all_ranks_of_eight_pieces_follow_their_weights():
    game = make_game([(1, UNKNOWN, 100 + n) for n in range(8)])
    weights = list(EVEN)
    for rank in (FLAG, MARSHAL, SCOUT):
        weights[3 * RANKS + rank] = rank + 1.0
    dice = make_dice(9)
    count = Counter(dealt(game, 1, dice, weights).rank[EACH + 3] for _ in range(7000))
    total = sum(SUPPLY.count(rank) * weights[3 * RANKS + rank] for rank in range(1, RANKS))
    for rank in range(1, RANKS):
        share = SUPPLY.count(rank) * weights[3 * RANKS + rank] / total
        assert abs(count[rank] / 7000 - share) < 0.02


def test_a_hidden_piece_that_has_fallen_is_no_flag():
    game = make_game([(1, UNKNOWN, 100 + n) for n in range(8)])
    game.cell[EACH] = 0
    dice = make_dice(2)
    ranks = {dealt(game, 1, dice).rank[EACH] for _ in range(300)}
    assert ranks == set(SUPPLY) - {FLAG}


def test_a_lost_line_is_noticed_and_the_view_repaired():
    game = start(4)
    view, parser = View(0), Parser()
    assert (
        view.observe(parser.parse_state(format_state(game, 0, False, news(game, None, None)), 1))
        == ""
    )
    for number in range(2):  # the first of these lines gets lost
        codes = [0] * MAX_MOVES
        move = codes[: list_moves(game, codes)][0]
        last, fight = describe_move(game, move), describe_battle(game, move)
        play(game, move)
        turn = parser.parse_state(format_state(game, 0, False, news(game, last, fight)), number)
    assert view.observe(turn) != ""
    seen = {view.game.cell[p]: p // EACH for p in range(PIECES)}
    assert seen == {game.cell[p]: p // EACH for p in range(PIECES)}
    own = {view.game.cell[p]: view.game.rank[p] for p in range(EACH)}
    assert own == {game.cell[p]: game.rank[p] for p in range(EACH)}


def test_setups_are_legal_for_both_players():
    for player in (0, 1):
        for seed in range(20):
            pieces = choose_setup(seed, player)
            assert sorted(rank for rank, _ in pieces) == sorted(SUPPLY)
            assert len({cell for _, cell in pieces}) == EACH
            rows = {cell // 12 - 1 for _, cell in pieces}
            assert rows <= ({0, 1, 2, 3} if player == 0 else {6, 7, 8, 9})
    assert len({str(choose_setup(seed, 0)) for seed in range(20)}) >= 2 * len(SETUPS) - 1
