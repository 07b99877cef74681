"""A player's knowledge and beliefs about the opponent's pieces, and random positions that agree.

A view is a Game in which the opponent's hidden pieces are UNKNOWN. Known facts about one: it has
moved (no bomb, no flag), it was in a battle or moved several cells (its rank), and the ranks that
remain when the known ones are counted.
"""

from bots.stratego.params import Params
from bots.stratego.protocol import Turn
from bots.stratego.rules import (
    BOMB,
    EACH,
    EMPTY,
    FLAG,
    MARSHAL,
    PIECES,
    RANKS,
    SCOUT,
    SIZE,
    SPY,
    SUPPLY,
    UNKNOWN,
    WIDTH,
    Game,
    clear,
    move_piece,
    place_of,
    put,
)
from common.kernel import Numbers, assign, kernel, numbers
from common.rng import Dice, draw

SHARES = 1 << 20  # steps of a random share
COUNTS = tuple(SUPPLY.count(rank) for rank in range(RANKS))  # pieces of a side, by rank


@kernel
def draw_piece(game: Game, player: int, rank: int, weight: Numbers[float], dice: Dice) -> int:
    """Draws an UNKNOWN piece that may be the bomb or the flag (`rank`), with chances in proportion
    to weight[piece]; returns -1 if there is none.
    """
    total = 0.0
    for piece in range(PIECES):
        if may_stand(game, player, piece, rank):
            total += weight[piece]
    total *= (float(draw(dice, SHARES)) + 0.5) / float(SHARES)
    for piece in range(PIECES):
        if may_stand(game, player, piece, rank):
            total -= weight[piece]
            if total < 0.0:
                return piece
    return -1


@kernel
def may_stand(game: Game, player: int, piece: int, rank: int) -> bool:
    """Returns True if a piece is the player's, UNKNOWN, and may be its bomb or flag (`rank`)."""
    if game.rank[piece] != UNKNOWN or game.has_moved[piece] or piece // EACH != player:
        return False
    return rank == BOMB or game.cell[piece] != 0


@kernel
def deal(game: Game, player: int, flags: Numbers[float], bombs: Numbers[float], dice: Dice) -> None:
    """Gives a player's UNKNOWN pieces ranks that agree with all known facts.

    Flag and bomb get pieces with chances in proportion to the weights `flags` and `bombs` (by
    piece, above 0). With equal weights each possible assignment is equally likely.
    """
    hidden = numbers(int, RANKS)  # how many of a rank are not known
    left = 0
    for rank in range(RANKS):
        hidden[rank] = COUNTS[rank]
    for piece in range(PIECES):
        if piece // EACH == player:
            known = game.rank[piece]
            hidden[known] -= 1
            if known == UNKNOWN:
                left += 1
    if hidden[FLAG] > 0:
        flag = draw_piece(game, player, FLAG, flags, dice)
        if flag >= 0:
            game.rank[flag] = FLAG
            left -= 1
    if hidden[BOMB] > 0:
        bomb = draw_piece(game, player, BOMB, bombs, dice)
        if bomb >= 0:
            game.rank[bomb] = BOMB
            left -= 1
    for piece in range(PIECES):
        if piece // EACH == player and game.rank[piece] == UNKNOWN:
            roll = draw(dice, left)
            drawn = SPY
            while drawn < MARSHAL and roll >= hidden[drawn]:
                roll -= hidden[drawn]
                drawn += 1
            hidden[drawn] -= 1
            left -= 1
            game.rank[piece] = drawn


def believe(
    game: Game, rival: int, params: Params, flags: Numbers[float], bombs: Numbers[float]
) -> None:
    """Writes a weight for each unmoved piece of `rival` to be its flag and to be its bomb, for
    `deal`.
    """
    back = (params.back_0, params.back_1, params.back_2, params.back_3)
    for piece in range(rival * EACH, rival * EACH + EACH):
        y = place_of(game.cell[piece])[1]
        row = y if rival == 0 else SIZE - 1 - y  # from his back
        flags[piece] = back[row] if row in range(4) else 1.0
        bombs[piece] = 1.0


class View:
    """One player's view of a match, updated by the lines.

    you: the own player
    game: the position with own ranks, and those of the opponent that are known
    """

    def __init__(self, you: int) -> None:
        self.you = you
        self.game = Game()
        clear(self.game)
        self.is_begun = False

    def observe(self, turn: Turn) -> str:
        """Updates the view by a GameState. Returns a text about a difference that was repaired,
        usually "".
        """
        game = self.game
        is_first = not self.is_begun
        self.is_begun = True
        if turn.move is not None and not is_first:
            self._follow(turn)
        trouble = ""
        seen = {game.cell[piece]: piece // EACH for piece in range(PIECES) if game.cell[piece]}
        if seen != {cell: owner for cell, (_, owner) in turn.pieces.items()}:
            self._place(turn, is_first)
            trouble = "" if is_first else "the board does not follow from the moves: it counts"
        for cell, (rank, owner) in turn.pieces.items():
            if owner != self.you and rank != UNKNOWN:
                self._name(game.board[cell] - 1, rank)
        game.turn = turn.turn
        game.to_move = turn.active
        return trouble

    def _name(self, piece: int, rank: int) -> None:
        """Notes a rank that both players know now."""
        self.game.rank[piece] = rank
        self.game.is_shown[piece] = True

    def _follow(self, turn: Turn) -> None:
        """Plays the move that led to this state, if there is a piece to move."""
        game = self.game
        assert turn.move is not None
        start, target = turn.move
        piece, there = game.board[start] - 1, game.board[target]
        if not 0 <= piece < PIECES or there > PIECES or (there == EMPTY) != (turn.battle is None):
            return
        if turn.battle is not None:
            self._name(piece, turn.battle[0])
            self._name(there - 1, turn.battle[1])
        elif abs(target - start) not in (1, WIDTH):
            self._name(piece, SCOUT)
        move_piece(game, piece, target)

    def _place(self, turn: Turn, is_first: bool) -> None:
        """Puts the pieces on the cells of the input; one that stood there before stays the same."""
        game, old = self.game, Game()
        assign(old, game)
        clear(game)
        free = list(range(PIECES))
        rows = sorted(turn.pieces.items(), key=lambda row: not 0 < old.board[row[0]] <= PIECES)
        for cell, (rank, owner) in rows:
            own = rank if owner == self.you else UNKNOWN
            fits = [piece for piece in free if piece // EACH == owner]
            fits.sort(key=lambda piece: (old.cell[piece] != cell, old.rank[piece] != own))
            if fits:
                piece = fits[0]
                free.remove(piece)
                put(game, piece, own or old.rank[piece], cell)
                game.is_shown[piece] = old.is_shown[piece]
                has_come = old.cell[piece] != cell and not is_first
                game.has_moved[piece] = old.has_moved[piece] or has_come
        for piece in free:
            game.rank[piece] = old.rank[piece]
