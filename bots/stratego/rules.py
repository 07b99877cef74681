"""Barrage Stratego: the rules, as kernels, shared by the bot and the referee.

Cell   (y + 1) * WIDTH + x + 1 for X and Y of 0..9: the board lies in a frame of walls, so that a
       step is an addition: +-1 or +-WIDTH. Cell 0 is no cell: there lie the dead.
Piece  0..15, player p's are p * EACH .. p * EACH + 7. A board holds piece + 1, EMPTY or WALL.
Move   piece * AREA + target cell.
Rank   SPY .. FLAG, or UNKNOWN for an opponent's piece that a player knows nothing about.
Order of a move: battle, flag, both sides without a movable rank, one side without, the side to move
blocked, turn limit.
Source: docs/games/stratego.md. Golden: tests/golden/stratego.
"""

from common.kernel import Numbers, kernel, numbers, record

PLAYERS = 2
SIZE = 10  # cells a side
WIDTH = SIZE + 2
AREA = WIDTH * WIDTH
EACH = 8  # pieces of a player
PIECES = PLAYERS * EACH
EMPTY = 0
WALL = PIECES + 1
LAKES = (2, 3, 6, 7)  # X of the water cells
LAKE_ROWS = (4, 5)
SETUP_ROWS = ((0, 1, 2, 3), (6, 7, 8, 9))  # Y by player

UNKNOWN, SPY, SCOUT, MINER, GENERAL, MARSHAL, BOMB, FLAG = range(8)
RANKS = 8
SUPPLY = (MARSHAL, GENERAL, MINER, SCOUT, SCOUT, SPY, BOMB, FLAG)

STEPS = (WIDTH, -WIDTH, 1, -1)
MAX_MOVES = 64  # two scouts have at most 36, four others 16

PLAYING, FLAG_TAKEN, NO_MOVABLE, BOTH_NO_MOVABLE, BLOCKED, TURN_LIMIT = range(6)
DRAW = -1


@record
class Game:
    """A position. rank, cell, is_shown, has_moved: by piece; cell 0 is dead.

    is_shown: its rank is known to the other side, by a battle or by a move of several cells.
    movable: living pieces that can move by their rank, by player; an UNKNOWN one counts.
    """

    board: Numbers[int] = numbers(int, AREA)
    rank: Numbers[int] = numbers(int, PIECES)
    cell: Numbers[int] = numbers(int, PIECES)
    is_shown: Numbers[bool] = numbers(bool, PIECES)
    has_moved: Numbers[bool] = numbers(bool, PIECES)
    movable: Numbers[int] = numbers(int, PLAYERS)
    to_move: int
    turn: int
    end: int = PLAYING
    winner: int = DRAW  # only read once `end` is set
    max_turns: int = 1000


def cell_at(x: int, y: int) -> int:
    """The cell of X and Y, both 0..9."""
    return (y + 1) * WIDTH + x + 1


def place_of(cell: int) -> tuple[int, int]:
    """X and Y of a cell."""
    return cell % WIDTH - 1, cell // WIDTH - 1


@kernel
def clear(game: Game) -> None:
    """An empty board, Red to move."""
    for cell in range(AREA):
        x = cell % WIDTH - 1
        y = cell // WIDTH - 1
        is_lake = (y == 4 or y == 5) and (x == 2 or x == 3 or x == 6 or x == 7)
        is_wall = is_lake or x < 0 or x >= SIZE or y < 0 or y >= SIZE
        game.board[cell] = WALL if is_wall else EMPTY
    for piece in range(PIECES):
        game.rank[piece] = UNKNOWN
        game.cell[piece] = 0
        game.is_shown[piece] = False
        game.has_moved[piece] = False
    for player in range(PLAYERS):
        game.movable[player] = 0
    game.to_move = 0
    game.turn = 0
    game.end = PLAYING
    game.winner = DRAW


@kernel
def can_move(rank: int) -> bool:
    """Whether pieces of this rank ever move; an UNKNOWN one may."""
    return rank < BOMB


@kernel
def put(game: Game, piece: int, rank: int, cell: int) -> None:
    """Puts a piece of `clear`'s board on an empty cell."""
    game.rank[piece] = rank
    game.cell[piece] = cell
    game.board[cell] = piece + 1
    if can_move(rank):
        game.movable[piece // EACH] += 1


@kernel
def remove(game: Game, piece: int) -> None:
    """Takes a piece off the board."""
    game.board[game.cell[piece]] = EMPTY
    game.cell[piece] = 0
    if can_move(game.rank[piece]):
        game.movable[piece // EACH] -= 1


@kernel
def battle(attacker: int, defender: int) -> int:
    """1 if the attacking rank wins, -1 if the defending one, 0 if both fall."""
    if defender == FLAG:
        return 1
    if defender == BOMB:
        return 1 if attacker == MINER else -1
    if attacker == SPY and defender == MARSHAL:
        return 1
    return 1 if attacker > defender else -1 if attacker < defender else 0


@kernel
def is_rival(there: int, player: int) -> bool:
    """Whether what stands on a cell is a piece of the other player."""
    return there != EMPTY and there != WALL and (there - 1) // EACH != player


@kernel
def list_moves(game: Game, moves: Numbers[int]) -> int:
    """Writes the legal moves of the side to move into `moves` and returns how many there are.

    moves: room for MAX_MOVES. No piece of that side may be UNKNOWN.
    """
    count = 0
    first = game.to_move * EACH
    for piece in range(first, first + EACH):
        start = game.cell[piece]
        rank = game.rank[piece]
        if start != 0 and can_move(rank):
            for direction in range(4):
                step = STEPS[direction]
                target = start + step
                is_going = True
                while is_going:
                    there = game.board[target]
                    if there == EMPTY or is_rival(there, game.to_move):
                        moves[count] = piece * AREA + target
                        count += 1
                    is_going = there == EMPTY and rank == SCOUT
                    target += step
    return count


@kernel
def has_a_move(game: Game, player: int) -> bool:
    """Whether a player has any legal move."""
    for piece in range(player * EACH, player * EACH + EACH):
        start = game.cell[piece]
        if start != 0 and can_move(game.rank[piece]):
            for direction in range(4):
                there = game.board[start + STEPS[direction]]
                if there == EMPTY or is_rival(there, player):
                    return True
    return False


@kernel
def move_piece(game: Game, piece: int, target: int) -> int:
    """Makes a legal move, its battle included; returns 1, 0 or -1 as `battle`, 2 without one."""
    start = game.cell[piece]
    there = game.board[target]
    game.has_moved[piece] = True
    distance = abs(target - start)
    if distance != 1 and distance != WIDTH:
        game.is_shown[piece] = True
    outcome = 2
    if there != EMPTY:
        foe = there - 1
        outcome = battle(game.rank[piece], game.rank[foe])
        game.is_shown[piece] = True
        game.is_shown[foe] = True
        if outcome >= 0:
            remove(game, foe)
        if outcome <= 0:
            remove(game, piece)
            return outcome
    game.board[start] = EMPTY
    game.board[target] = piece + 1
    game.cell[piece] = target
    return outcome


@kernel
def play(game: Game, move: int) -> None:
    """The side to move makes a legal move; `end` and `winner` say whether the game is over."""
    piece = move // AREA
    target = move % AREA
    mover = game.to_move
    there = game.board[target]
    takes_flag = there != EMPTY and game.rank[there - 1] == FLAG
    move_piece(game, piece, target)
    game.turn += 1
    game.to_move = 1 - mover
    if takes_flag:
        game.end = FLAG_TAKEN
        game.winner = mover
    elif game.movable[0] == 0 and game.movable[1] == 0:
        game.end = BOTH_NO_MOVABLE
        game.winner = DRAW
    elif game.movable[0] == 0 or game.movable[1] == 0:
        game.end = NO_MOVABLE
        game.winner = 0 if game.movable[1] == 0 else 1
    elif not has_a_move(game, 1 - mover):
        game.end = BLOCKED
        game.winner = mover
    elif game.turn >= game.max_turns:
        game.end = TURN_LIMIT
        game.winner = DRAW
