"""Searches Cycles by Smitsimax: a tree for each row, each for its side's score."""

from typing import Any

from bots.cycles.evaluate import habit, rate
from bots.cycles.params import Params
from bots.cycles.rules import (
    MOVES,
    NOBODY,
    PLAYERS,
    ROWS,
    ROWS_EACH,
    State,
    end_turn,
    give,
    has_ended,
    list_moves,
    side_of,
)
from common.dice_bot import DiceBot
from common.kernel import Int32, Numbers, assign, kernel, numbers, record
from common.rng import Dice, draw
from common.search import smitsimax
from common.search.smitsimax import Forest
from common.search.visited import most_visited


@record
class Setting:
    """Holds the numbers, and the moves of the row that was listed last."""

    params: Params
    moves: Numbers[int] = numbers(Int32, MOVES)
    weights: Numbers[int] = numbers(int, MOVES)


@kernel
def count_moves(state: State, setting: Setting, row: int) -> int:
    """Returns how many moves a row has, 0 for one without an order."""
    if has_ended(state) or side_of(state, row) == NOBODY:
        return 0
    return list_moves(state, row, setting.moves, setting.weights)


@kernel
def draw_move(state: State, setting: Setting, row: int, count: int, dice: Dice) -> int:
    """Returns the place of a move, drawn by weight; 0 if all weights are 0."""
    total = 0
    for place in range(min(count, list_moves(state, row, setting.moves, setting.weights))):
        total += setting.weights[place]
    place = 0
    left = draw(dice, max(1, total))
    while left >= setting.weights[place] and place < count - 1:
        left -= setting.weights[place]
        place += 1
    return place


@kernel
def give_move(state: State, setting: Setting, row: int, choice: int) -> None:
    """Gives a row move `choice` modulo the number of moves that it has now."""
    count = count_moves(state, setting, row)
    if count > 0:
        give(state, row, setting.moves[choice % count])


@kernel
def play(state: State, setting: Setting, choices: Numbers[int]) -> None:
    """Plays the turn; nothing after the end."""
    if not has_ended(state):
        end_turn(state)


@kernel
def rate_all(state: State, setting: Setting, scores: Numbers[float]) -> None:
    """Writes the rating of the state for the side of each row."""
    for side in range(PLAYERS):
        score = rate(state, setting.params, side) if side < state.players else 0.0
        for slot in range(ROWS_EACH):
            scores[side * ROWS_EACH + slot] = score


plant, iterate = smitsimax.bind(ROWS, count_moves, play, rate_all, None, give_move, draw_move)


@record
class Memory:
    """Holds the search's memory. The bot loads start, params and dice every turn."""

    start: State
    params: Params
    me: int
    dice: Dice
    world: State
    setting: Setting
    forest: Forest
    orders: Numbers[int] = numbers(int, ROWS)


@kernel
def begin(memory: Memory, me: int, is_first: bool, planned: int) -> None:
    """Makes empty trees for the state in `start`."""
    memory.me = me
    assign(memory.setting.params, memory.params)
    memory.forest.depth = memory.params.depth
    memory.forest.random_visits = memory.params.random_visits
    memory.forest.exploration = memory.params.exploration
    plant(memory.forest)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` more iterations."""
    iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


@kernel
def found_order(memory: Memory, row: int) -> int:
    """Returns the most visited move of an own row, -1 if none was tried."""
    count = count_moves(memory.world, memory.setting, row)
    place = most_visited(memory.forest, row, count)
    return memory.setting.moves[place] if place >= 0 else -1


@kernel
def choose(memory: Memory) -> None:
    """Writes an order for each own row: the one found if it is possible now, else the habit."""
    moves = numbers(int, MOVES)
    weights = numbers(int, MOVES)
    world = memory.world
    assign(world, memory.start)
    for row in range(ROWS):
        memory.orders[row] = 0
        if side_of(world, row) == memory.me:
            memory.orders[row] = habit(world, memory.params, row)
            wanted = found_order(memory, row)
            for number in range(list_moves(world, row, moves, weights)):
                if moves[number] == wanted:
                    memory.orders[row] = wanted
            give(world, row, memory.orders[row])


ENTRIES = (begin, think, choose)


class SearchBot(DiceBot[Memory]):
    """Plays the most visited moves."""

    def work(self) -> dict[str, int]:
        """Returns the counts of the last search."""
        return smitsimax.counts(self.engine.memory.forest)

    def thoughts(self: Any) -> list[dict[str, Any]]:
        """Returns the first moves of each own row as the last search judged them."""
        memory = self.engine.memory
        units = []
        moves, weights = [0] * MOVES, [0] * MOVES
        for row in self.own:
            list_moves(memory.start, row, moves, weights)
            rows = [
                {"move": self.word(row, moves[place]), "visits": visits, "value": mean}
                for place, visits, mean in smitsimax.children(memory.forest, row)
            ]
            units.append({"unit": row, "moves": rows, "line": []})
        return units
