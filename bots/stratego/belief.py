"""What a player knows of the opponent's pieces, and positions drawn that agree with it.

A view is a Game in which the opponent's hidden pieces are UNKNOWN. What is known of one: it has
moved (no bomb, no flag), it was in a battle or moved several cells (its rank), and which ranks are
left when those that are known have been counted.
"""

from bots.stratego.protocol import Told
from bots.stratego.rules import (
    AREA,
    BOMB,
    EACH,
    EMPTY,
    FLAG,
    MARSHAL,
    PIECES,
    PLAYERS,
    RANKS,
    SCOUT,
    SPY,
    SUPPLY,
    UNKNOWN,
    WIDTH,
    Game,
    can_move,
    clear,
    play,
    put,
)
from common.kernel import Numbers, kernel, numbers
from common.rng import Dice, draw

SHARES = 1 << 20  # steps of a random share
COUNTS = tuple(SUPPLY.count(rank) for rank in range(RANKS))  # of a side, by rank


@kernel
def count_hidden(game: Game, player: int, hidden: Numbers[int]) -> int:
    """hidden[rank]: how many of a player's pieces of that rank are not known. Returns their sum.

    What is UNKNOWN among his pieces has these ranks.
    """
    total = 0
    for rank in range(RANKS):
        hidden[rank] = COUNTS[rank]
    for piece in range(player * EACH, player * EACH + EACH):
        known = game.rank[piece]
        if known == UNKNOWN:
            total += 1
        else:
            hidden[known] -= 1
    return total


@kernel
def may_be(game: Game, piece: int, rank: int) -> bool:
    """Whether an UNKNOWN piece may have a rank, as far as its own deeds go."""
    if rank == FLAG:
        return not game.has_moved[piece] and game.cell[piece] != 0
    return rank != BOMB or not game.has_moved[piece]


@kernel
def draw_piece(game: Game, player: int, rank: int, weight: Numbers[float], dice: Dice) -> int:
    """An UNKNOWN piece that may have the rank, with chances in proportion to weight[piece]; -1 if
    there is none.
    """
    total = 0.0
    last = -1
    for piece in range(player * EACH, player * EACH + EACH):
        if game.rank[piece] == UNKNOWN and may_be(game, piece, rank):
            total += weight[piece]
            last = piece
    roll = draw(dice, SHARES)
    left = total * float(roll) / float(SHARES)
    for piece in range(player * EACH, player * EACH + EACH):
        if game.rank[piece] == UNKNOWN and may_be(game, piece, rank):
            left -= weight[piece]
            if left < 0.0:
                return piece
    return last


@kernel
def reveal(game: Game, piece: int, rank: int) -> None:
    """An UNKNOWN piece, which counted as movable, gets its rank."""
    game.rank[piece] = rank
    if game.cell[piece] != 0 and not can_move(rank):
        game.movable[piece // EACH] -= 1


@kernel
def deal(
    game: Game,
    player: int,
    flag_weight: Numbers[float],
    bomb_weight: Numbers[float],
    dice: Dice,
) -> None:
    """Gives a player's UNKNOWN pieces ranks that agree with all that is known.

    The flag and the bomb lie with chances in proportion to the weights (by piece, above 0); with
    equal weights each assignment that agrees is equally likely.
    """
    hidden = numbers(int, RANKS)
    left = count_hidden(game, player, hidden)
    if left == 0:
        return
    if hidden[FLAG] > 0:
        flag = draw_piece(game, player, FLAG, flag_weight, dice)
        if flag >= 0:
            reveal(game, flag, FLAG)
            left -= 1
    if hidden[BOMB] > 0:
        bomb = draw_piece(game, player, BOMB, bomb_weight, dice)
        if bomb >= 0:
            reveal(game, bomb, BOMB)
            left -= 1
    for piece in range(player * EACH, player * EACH + EACH):
        if game.rank[piece] == UNKNOWN and left > 0:
            roll = draw(dice, left)
            drawn = SPY
            while drawn < MARSHAL and roll >= hidden[drawn]:
                roll -= hidden[drawn]
                drawn += 1
            hidden[drawn] -= 1
            left -= 1
            reveal(game, piece, drawn)


@kernel
def count_out(game: Game, player: int) -> None:
    """Names the player's pieces whose rank follows from counting. They do not become shown."""
    hidden = numbers(int, RANKS)
    count_hidden(game, player, hidden)
    still = 0
    for piece in range(player * EACH, player * EACH + EACH):
        if game.rank[piece] == UNKNOWN and not game.has_moved[piece]:
            still += 1
    unmovable = hidden[BOMB] + hidden[FLAG]
    kinds = 0
    only = UNKNOWN
    for rank in range(1, BOMB):
        if hidden[rank] > 0:
            kinds += 1
            only = rank
    for piece in range(player * EACH, player * EACH + EACH):
        if game.rank[piece] == UNKNOWN:
            if game.has_moved[piece]:
                if kinds == 1:
                    reveal(game, piece, only)
            elif still == 1 and unmovable == 1:
                reveal(game, piece, FLAG if hidden[FLAG] > 0 else BOMB)
            elif unmovable == 0 and kinds == 1:
                reveal(game, piece, only)


def rank_options(game: Game, piece: int) -> list[int]:
    """The ranks that a piece may have, counting included."""
    if game.rank[piece] != UNKNOWN:
        return [game.rank[piece]]
    player = piece // EACH
    hidden = [0] * RANKS
    count_hidden(game, player, hidden)
    unmovable = hidden[BOMB] + hidden[FLAG]
    still = [
        other
        for other in range(player * EACH, player * EACH + EACH)
        if game.rank[other] == UNKNOWN and not game.has_moved[other]
    ]
    options = [rank for rank in range(1, RANKS) if hidden[rank] and may_be(game, piece, rank)]
    if piece in still and len(still) <= unmovable:
        return [rank for rank in options if not can_move(rank)]
    return options


class View:
    """One player's view of a match, kept up to date with what the lines tell.

    you: own player number. game: own ranks known, the opponent's as far as they are. is_waiting:
    our own move was the last thing, so the next line is its echo.
    """

    def __init__(self, you: int, pieces: list[tuple[int, int]]) -> None:
        """pieces: the own setup as (rank, cell)."""
        self.you = you
        self.game = Game()
        self.setup = pieces
        self.is_begun = False

    def observe(self, told: Told) -> str:
        """Takes in a GameState; returns what did not fit the view and was repaired, "" mostly."""
        trouble = ""
        if not self.is_begun:
            self._begin(told)
        elif told.move is not None:
            trouble = self._follow(told)
        trouble = self._repair(told) or trouble
        self.game.turn = told.turn
        self.game.to_move = told.active
        for cell, (rank, owner) in told.pieces.items():
            piece = self.game.board[cell] - 1
            if owner != self.you and rank != UNKNOWN and self.game.rank[piece] == UNKNOWN:
                self._name(piece, rank)
                self.game.is_shown[piece] = True
        return trouble

    def _begin(self, told: Told) -> None:
        """The first position: own pieces as set up, the opponent's where they are seen."""
        game = self.game
        clear(game)
        ranks = {cell: rank for rank, cell in self.setup}
        count = [0, 0]
        for cell in sorted(told.pieces):
            rank, owner = told.pieces[cell]
            if count[owner] < EACH:
                put(game, owner * EACH + count[owner], rank or ranks.get(cell, UNKNOWN), cell)
                count[owner] += 1
        self.is_begun = True

    def _name(self, piece: int, rank: int) -> None:
        if self.game.rank[piece] == UNKNOWN:
            reveal(self.game, piece, rank)

    def _follow(self, told: Told) -> str:
        """Plays the move that led to this state."""
        game = self.game
        assert told.move is not None
        start, target = told.move
        if not 0 < game.board[start] <= PIECES:
            return "a move of no piece"
        piece, there = game.board[start] - 1, game.board[target]
        if told.battle is not None and 0 < there <= PIECES:
            self._name(piece, told.battle.attacker)
            self._name(there - 1, told.battle.defender)
        elif there != EMPTY:
            return "a battle without its result"
        if abs(target - start) not in (1, WIDTH):
            self._name(piece, SCOUT)
        game.to_move = piece // EACH
        game.max_turns = 1 << 40
        play(game, piece * AREA + target)
        game.end = 0
        return ""

    def _repair(self, told: Told) -> str:
        """Brings pieces in line with the board, if a line was lost."""
        game = self.game
        seen = {
            cell: game.board[cell] - 1 for cell in range(AREA) if 0 < game.board[cell] <= PIECES
        }
        if {cell: piece // EACH for cell, piece in seen.items()} == {
            cell: owner for cell, (_, owner) in told.pieces.items()
        }:
            return ""
        for player in range(PLAYERS):
            lost = [c for c, p in seen.items() if p // EACH == player and _owner(told, c) != player]
            new = [
                cell
                for cell, (_, owner) in told.pieces.items()
                if owner == player and (cell not in seen or seen[cell] // EACH != player)
            ]
            pieces = [seen[cell] for cell in lost]
            for cell in lost:
                if game.board[cell] == seen[cell] + 1:
                    game.board[cell] = EMPTY
            for piece in pieces:
                game.cell[piece] = 0
            spare = [p for p in range(player * EACH, player * EACH + EACH) if not game.cell[p]]
            for cell in new:
                rank = told.pieces[cell][0]
                fit = [p for p in pieces + spare if not game.cell[p] and game.rank[p] == rank]
                free = fit or [p for p in pieces + spare if not game.cell[p]]
                if free:
                    game.cell[free[0]] = cell
                    game.rank[free[0]] = rank or game.rank[free[0]]
                    game.has_moved[free[0]] = True
        for piece in range(PIECES):
            if game.cell[piece]:
                game.board[game.cell[piece]] = piece + 1
        for player in range(PLAYERS):
            own = range(player * EACH, player * EACH + EACH)
            game.movable[player] = sum(
                game.cell[piece] != 0 and can_move(game.rank[piece]) for piece in own
            )
        return "the board is not what the moves lead to: a line was lost"


def _owner(told: Told, cell: int) -> int:
    """Whose piece stands on a cell as told, -1 for nobody's."""
    return told.pieces[cell][1] if cell in told.pieces else -1
