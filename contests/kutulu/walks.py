"""Finds the cells that a bot of Kutulu expects for the explorers, by walking its lines of play.

A line names its first action. Each later entry is the number of a move in the list of moves at its
cell. It is written as the word with this number in the root's list, and as "UP" beyond the end of
that list. In the second and third turn YELL stands at the end of a cell's list.
"""

from bots.kutulu.paths import PLAYERS, WAYS, Maze
from bots.kutulu.protocol import ACTION_WORDS
from bots.kutulu.rules import YELL, World
from botsmith.replay.thoughts import Unit

YELL_TURNS = 3  # in which a YELL is a move, as bots/kutulu/search.py has it
ADDED = ("YELL", "PLAN", "LIGHT")  # behind the moves, in this order, if the root offers them


def moves_at(maze: Maze, cell: int) -> list[str]:
    """Returns WAIT and the steps to free neighbours of a cell, as words."""
    moves = maze.cells[cell].moves
    return [ACTION_WORDS[moves.items[index]] for index in range(moves.count)]


def worded(world: World, maze: Maze, unit: Unit) -> Unit:
    """Returns the unit with its line as words of actions, up to the first ambiguous word."""
    if unit.number >= PLAYERS:
        return unit
    here = world.players[unit.number].cell
    offered = {row.move for row in unit.moves}
    root = [*moves_at(maze, here), *[word for word in ADDED if word in offered]]
    line: list[str] = []
    for word in unit.line:
        if line:
            moves = moves_at(maze, here)
            if len(line) < YELL_TURNS:
                moves.append(ACTION_WORDS[YELL])
            names = [*root, *[ACTION_WORDS[0]] * len(moves)][: len(moves)]  # of these moves
            if names.count(word) != 1:
                break
            word = moves[names.index(word)]
        line.append(word)
        here = after(world, maze, unit.number, here, len(line), word)
    return unit._replace(line=line)


def after(world: World, maze: Maze, who: int, cell: int, turn: int, word: str) -> int:
    """Returns an explorer's cell after an action on `cell`. turn: number of the action from now on,
    from 1
    """
    is_free = world.turn + turn > world.players[who].stuck_until
    way = ACTION_WORDS.index(word) if word in ACTION_WORDS else WAYS
    return int(maze.cells[cell].exits[way]) if way < WAYS and is_free else cell


def walk(world: World, maze: Maze, unit: Unit) -> list[int]:
    """Returns the explorer's cell now and after each action of a worded line."""
    cells = [world.players[unit.number].cell]
    for turn, word in enumerate(unit.line, 1):
        cells.append(after(world, maze, unit.number, cells[-1], turn, word))
    return cells
