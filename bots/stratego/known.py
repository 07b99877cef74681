"""A player's knowledge and beliefs about the opponent's pieces, and random positions that agree.

A view is a Game in which the opponent's hidden pieces are UNKNOWN. Known facts about one: it has
moved (no bomb, no flag), it was in a battle or moved several cells (its rank), and the ranks that
remain when the known ones are counted.
"""

from bots.stratego.places import weigh_places
from bots.stratego.protocol import Turn
from bots.stratego.rules import (
    BOMB,
    EACH,
    EMPTY,
    FLAG,
    PIECES,
    RANKS,
    SCOUT,
    SPY,
    SUPPLY,
    UNKNOWN,
    WIDTH,
    Game,
    clear,
    move_piece,
    put,
)
from common.kernel import Numbers, assign, kernel, numbers, record
from common.rng import Dice, draw

SHARES = 1 << 20  # steps of a random share
NEVER = 1e-30  # times: the weight of what a fact rules out
COUNTS = tuple(SUPPLY.count(rank) for rank in range(RANKS))  # pieces of a side, by rank


@record
class Belief:
    """The chances of ranks for a side's UNKNOWN pieces.

    weight: by number of the piece on its side * RANKS + rank, above 0. The chance of an assignment
        is in proportion to the product of its weights.
    left: number of UNKNOWN pieces
    unknown: these pieces
    ranks: the ranks that they share, highest number first
    ways: by set of places in `unknown`, as bits: the sum of the products of all assignments of the
        first `ranks` to that set
    """

    weight: Numbers[float] = numbers(float, EACH * RANKS)
    left: int
    unknown: Numbers[int] = numbers(int, EACH)
    ranks: Numbers[int] = numbers(int, EACH)
    ways: Numbers[float] = numbers(float, 1 << EACH)


@kernel
def weigh(game: Game, player: int, belief: Belief) -> None:
    """Prepares a belief for `deal`: all but `weight` is written.

    A weight that a known fact rules out is multiplied by NEVER.
    """
    hidden = numbers(int, RANKS)  # how many of a rank are not known
    left = 0
    for rank in range(RANKS):
        hidden[rank] = COUNTS[rank]
    for piece in range(player * EACH, player * EACH + EACH):
        known = game.rank[piece]
        hidden[known] -= 1
        if known == UNKNOWN:
            belief.unknown[left] = piece
            left += 1
            still = (piece - player * EACH) * RANKS
            if game.has_moved[piece]:
                belief.weight[still + BOMB] *= NEVER
                belief.weight[still + FLAG] *= NEVER
            elif game.cell[piece] == 0:
                belief.weight[still + FLAG] *= NEVER
    belief.left = left
    drawn = FLAG
    for number in range(left):
        while drawn > SPY and hidden[drawn] <= 0:
            drawn -= 1
        hidden[drawn] -= 1
        belief.ranks[number] = drawn
    belief.ways[0] = 1.0
    for some in range(1, 1 << left):
        rank = belief.ranks[some.bit_count() - 1]
        total = 0.0
        for number in range(left):
            if some >> number & 1:
                weight = belief.weight[belief.unknown[number] % EACH * RANKS + rank]
                total += weight * belief.ways[some ^ (1 << number)]
        belief.ways[some] = total


@kernel
def deal(game: Game, belief: Belief, dice: Dice) -> None:
    """Gives the UNKNOWN pieces of a belief ranks, drawn by the chances of its assignments.

    With equal weights each assignment that agrees with the known facts is equally likely.
    """
    some = (1 << belief.left) - 1
    for place in range(belief.left):
        rank = belief.ranks[belief.left - 1 - place]
        roll = (float(draw(dice, SHARES)) + 0.5) / float(SHARES) * belief.ways[some]
        found = -1
        for number in range(belief.left):
            if some >> number & 1 and roll >= 0.0:
                weight = belief.weight[belief.unknown[number] % EACH * RANKS + rank]
                roll -= weight * belief.ways[some ^ (1 << number)]
                found = number
        some ^= 1 << found
        game.rank[belief.unknown[found]] = rank


class View:
    """One player's view of a match, updated by the lines.

    you: the own player
    game: the position with own ranks, and those of the opponent that are known
    weights: of the opponent's pieces by their places at the start, for a Belief
    """

    def __init__(self, you: int) -> None:
        self.you = you
        self.game = Game()
        clear(self.game)
        self.weights = [1.0] * (EACH * RANKS)
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
            if is_first:
                first = (1 - self.you) * EACH
                self.weights = weigh_places(game.cell[first : first + EACH], 1 - self.you)
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
