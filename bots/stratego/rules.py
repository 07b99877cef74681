"""Barrage Stratego: the rules, as kernels, shared by the bot and the referee.

Cell   (y + 1) * WIDTH + x + 1 for X and Y of 0..9: the board lies in a frame of walls, so that a
       step is an addition: +-1 or +-WIDTH. Cell 0 is no cell: dead pieces have it.
Piece  0..15, player p's are p * EACH .. p * EACH + 7. A board holds piece + 1, EMPTY or WALL.
Move   piece * AREA + target cell.
Rank   SPY .. FLAG, or UNKNOWN for an opponent's piece whose rank a player does not know.
Order of a move: battle, flag, both sides without a movable rank, one side without, the side to move
blocked, turn limit.
Source: docs/games/stratego.md. Golden: tests/golden/stratego.
"""

from common.kernel import Numbers, assign, kernel, numbers, record

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
    """A position. rank, cell, is_shown, has_moved: by piece; cell 0 is dead

    is_shown: True if the other side knows its rank, by a battle or by a move of several cells
    """

    board: Numbers[int] = numbers(int, AREA)
    rank: Numbers[int] = numbers(int, PIECES)
    cell: Numbers[int] = numbers(int, PIECES)
    is_shown: Numbers[bool] = numbers(bool, PIECES)
    has_moved: Numbers[bool] = numbers(bool, PIECES)
    to_move: int
    turn: int
    end: int = PLAYING
    winner: int = DRAW  # only read once `end` is set
    max_turns: int = 1000


def cell_at(x: int, y: int) -> int:
    """Returns the cell of x and y, both 0..9."""
    return (y + 1) * WIDTH + x + 1


def place_of(cell: int) -> tuple[int, int]:
    """Returns x and y of a cell."""
    return cell % WIDTH - 1, cell // WIDTH - 1


def clear(game: Game) -> None:
    """Makes the board empty, with Red to move."""
    empty = Game()
    for cell in range(AREA):
        x, y = place_of(cell)
        is_water = x in LAKES and y in LAKE_ROWS
        is_inside = 0 <= x < SIZE and 0 <= y < SIZE
        empty.board[cell] = EMPTY if is_inside and not is_water else WALL
    assign(game, empty)


def put(game: Game, piece: int, rank: int, cell: int) -> None:
    """Puts a piece on an empty cell."""
    game.rank[piece] = rank
    game.cell[piece] = cell
    game.board[cell] = piece + 1


@kernel
def can_move(rank: int) -> bool:
    """Returns True if pieces of this rank can move; UNKNOWN pieces may."""
    return rank < BOMB


@kernel
def battle(attacker: int, defender: int) -> int:
    """Returns 1 if the attacking rank wins, -1 if the defending one, 0 if both fall."""
    if defender == FLAG:
        return 1
    if defender == BOMB:
        return 1 if attacker == MINER else -1
    if attacker == SPY and defender == MARSHAL:
        return 1
    return 1 if attacker > defender else -1 if attacker < defender else 0


@kernel
def is_rival(there: int, player: int) -> bool:
    """Returns True if the content of a cell is a piece of the other player."""
    return there != EMPTY and there != WALL and (there > EACH) == (player == 0)


@kernel
def list_moves(game: Game, moves: Numbers[int]) -> int:
    """Writes the legal moves of the side to move into `moves`; returns their number.

    moves: room for MAX_MOVES
    No piece of that side may be UNKNOWN.
    """
    count = 0
    for piece in range(PIECES):
        start = game.cell[piece]
        rank = game.rank[piece]
        if start != 0 and can_move(rank) and piece // EACH == game.to_move:
            for direction in range(4):
                step = STEPS[direction]
                target = start
                is_going = True
                while is_going:
                    target += step
                    there = game.board[target]
                    if there == EMPTY or is_rival(there, game.to_move):
                        moves[count] = piece * AREA + target
                        count += 1
                    is_going = there == EMPTY and rank == SCOUT
    return count


@kernel
def has_a_move(game: Game, player: int) -> bool:
    """Returns True if a player has any legal move."""
    for piece in range(PIECES):
        start = game.cell[piece]
        if start != 0 and piece // EACH == player and can_move(game.rank[piece]):
            for direction in range(4):
                there = game.board[start + STEPS[direction]]
                if there == EMPTY or is_rival(there, player):
                    return True
    return False


@kernel
def has_movable(game: Game, player: int) -> bool:
    """Returns True if a player has a living piece whose rank can move."""
    for piece in range(PIECES):
        if game.cell[piece] != 0 and piece // EACH == player and can_move(game.rank[piece]):
            return True
    return False


@kernel
def move_piece(game: Game, piece: int, target: int) -> None:
    """Makes a legal move, with its battle."""
    start = game.cell[piece]
    there = game.board[target]
    distance = abs(target - start)
    game.has_moved[piece] = True
    game.board[start] = EMPTY
    if distance != 1 and distance != WIDTH:
        game.is_shown[piece] = True
    outcome = 1
    if there != EMPTY:
        foe = there - 1
        game.is_shown[piece] = True
        game.is_shown[foe] = True
        outcome = battle(game.rank[piece], game.rank[foe])
        if outcome >= 0:
            game.cell[foe] = 0
            game.board[target] = EMPTY
    game.cell[piece] = 0
    if outcome > 0:
        game.cell[piece] = target
        game.board[target] = piece + 1


@kernel
def play(game: Game, move: int) -> None:
    """Makes a legal move of the side to move; `end` and `winner` say if the game is over."""
    target = move % AREA
    mover = game.to_move
    there = game.board[target]
    takes_flag = there != EMPTY and game.rank[there - 1] == FLAG
    move_piece(game, move // AREA, target)
    game.turn += 1
    game.to_move = 1 - mover
    game.winner = mover
    if takes_flag:
        game.end = FLAG_TAKEN
    elif not has_movable(game, mover):
        game.end = BOTH_NO_MOVABLE
        game.winner = DRAW
        if has_movable(game, 1 - mover):
            game.end = NO_MOVABLE
            game.winner = 1 - mover
    elif not has_a_move(game, 1 - mover):
        game.end = BLOCKED if has_movable(game, 1 - mover) else NO_MOVABLE
    elif game.turn >= game.max_turns:
        game.end = TURN_LIMIT
        game.winner = DRAW
