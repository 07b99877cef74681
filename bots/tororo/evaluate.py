"""The value of a state to the bot, player 0: its points, its sun, its trees.

The trees of a state have a tally: the sum of a number for each tree. The search updates it when
trees change, so that their value needs no loop.
"""

from bots.tororo.params import Params
from bots.tororo.rules import (
    CELL_SHIFT,
    DAYS,
    KEYS,
    SIZES,
    SUN_MASK,
    SUN_SHIFT,
    Ground,
    State,
    all_trees,
    morning_sun,
)
from bots.tororo.tables import BOARD, CELL_BOARD, CELLS, DIRECTIONS, MAX_SIZE
from common.kernel import Int8, Int16, Numbers, each, kernel, numbers, record

LAST_DAY = DAYS - 1
SUN_A_POINT = 3
TREE_POINTS = 0.01  # for a tree at the end: it decides a tie
KNOTS = (6, 12, 18, 23)  # days of the four numbers of an array in params.py
# Half points that ground of richness 2 adds to a tree, by the tree's size; richness 3 adds twice as
# many. params.bonus weighs them. 12 tall trees on one and 7 on the other fit into GROUND_MASK.
HALVES = (0, 1, 2, 4)
HALF = 0.5
# In a tally: for each size a field with the number of the bot's trees, a field with the half points
# of their ground, and the same of the rival's.
FIELD = 6  # bits
FIELD_MASK = (1 << FIELD) - 1
GROUND_SHIFT = SIZES * FIELD
GROUND_MASK = 127
SIDE = 31  # bits of a player
SIDE_MASK = (1 << SIDE) - 1
# Nutrients in the morning of each day, mean of 379 matches of the bot against itself.
USUAL = (20.0,) * 11 + (19.5, 18.8, 17.7, 16.1, 14.8, 13.6, 12.4, 11.2, 10.4, 9.4, 8.7, 8.0, 6.6)


@record
class Node:
    """A state of the search, between two turns or after the rival's move was ordered."""

    state: State
    tally: int  # all trees'
    rank: Int8  # the lowest of moves that may still follow today
    acts: Int8  # own moves today
    has_sold: bool  # the rival has completed a tree today
    step: Int16  # moves left in the rival's plan


@record
class Setting:
    """The fixed part of a search: the map, and the values of trees and sun by day."""

    ground: Ground
    params: Params
    plan: Numbers[int] = numbers(int, 400)  # the rival's moves, the last one at 1
    planned: int  # states expanded for it
    # --- fill_setting makes it of these. Of each day: points of a sun in hand, of a sun to come, of
    # a tree of each size, and for a half point of its ground
    sun: Numbers[float] = numbers(float, DAYS)
    income: Numbers[float] = numbers(float, DAYS)
    small: Numbers[float] = numbers(float, DAYS)
    medium: Numbers[float] = numbers(float, DAYS)
    tall: Numbers[float] = numbers(float, DAYS)
    bonus: Numbers[float] = numbers(float, DAYS)
    # Of day * DIRECTIONS + direction: points of a sun of that direction's mornings to come
    ahead: Numbers[float] = numbers(float, DAYS * DIRECTIONS)
    tallies: Numbers[int] = numbers(int, KEYS)  # a tree's, as keys


@kernel
def side_tally(ground: Ground, board: int, size: int) -> int:
    """Returns the tally of trees of a size, on the bot's side."""
    fair = (board & ground.fair).bit_count() + 2 * (board & ground.lush).bit_count()
    return (board.bit_count() << size * FIELD) + (HALVES[size] * fair << GROUND_SHIFT)


@kernel
def spread(row: Numbers[float], knots: Numbers[float], scale: float) -> None:
    """Writes the values of all days, times `scale`, interpolated from those of the four KNOTS."""
    for day in range(DAYS):
        first = 2 if day >= KNOTS[2] else 1 if day >= KNOTS[1] else 0
        low = scale * knots[first]
        share = float(max(0, day - KNOTS[first])) / float(KNOTS[first + 1] - KNOTS[first])
        row[day] = low + (scale * knots[first + 1] - low) * share


@kernel
def fill_setting(setting: Setting) -> None:
    """Fills in the tally of each tree, and its value on each day."""
    for size in range(SIZES):
        for cell in range(CELLS):
            tally = side_tally(setting.ground, CELL_BOARD[cell], size)
            setting.tallies[size << CELL_SHIFT | cell] = tally
            setting.tallies[SIZES + size << CELL_SHIFT | cell] = tally << SIDE
    params = setting.params
    spread(setting.sun, params.sun, 1.0)
    spread(setting.income, params.income, 1.0)
    spread(setting.small, params.small, 1.0)
    spread(setting.medium, params.medium, 1.0)
    spread(setting.tall, params.tall, 1.0)
    spread(setting.bonus, params.bonus, HALF)
    for index in range(DAYS * DIRECTIONS):
        setting.ahead[index] = 0.0
    for day in range(DAYS):
        points = setting.income[day]
        for coming in range(day + 1, min(day + params.unrolled, LAST_DAY) + 1):
            points *= params.decay
            setting.ahead[day * DIRECTIONS + coming % DIRECTIONS] += points


@kernel
def tally_of(state: State, ground: Ground, first: int, end: int) -> int:
    """Returns the tally of all trees with sizes from `first` to `end` - 1."""
    tally = 0
    for size in range(first, end):
        trees = state.trees[size] & BOARD
        tally += side_tally(ground, trees & state.mine, size)
        tally += side_tally(ground, trees & ~state.mine, size) << SIDE
    return tally


@kernel
def side_worth(setting: Setting, day: int, tally: int, tall: float) -> float:
    """Returns the points for the trees of one side of a tally. tall: the points of a tree of size 3

    With more tall trees each is worth less: nutrients fall while they are completed.
    """
    talls = float(tally >> 3 * FIELD & FIELD_MASK)
    return (
        setting.params.seed * float(tally & FIELD_MASK)
        + setting.small[day] * float(tally >> FIELD & FIELD_MASK)
        + setting.medium[day] * float(tally >> 2 * FIELD & FIELD_MASK)
        + (tall - setting.params.crowd * talls) * talls
        + setting.bonus[day] * float(tally >> GROUND_SHIFT & GROUND_MASK)
    )


@kernel
def trees_worth(state: State, tally: int, setting: Setting) -> float:
    """Returns the points for the trees that can still be completed, the bot's minus the rival's."""
    day = state.day
    least = MAX_SIZE - (LAST_DAY - day)
    if least > 0:
        tally -= tally_of(state, setting.ground, 0, least)
    spare = float(state.nutrients) - USUAL[day]
    tall = setting.tall[day] + setting.params.nutrients * spare
    mine = side_worth(setting, day, tally & SIDE_MASK, tall)
    return mine - setting.params.rival * side_worth(setting, day, tally >> SIDE, tall)


@kernel
def sun_ahead(state: State, setting: Setting) -> float:
    """Returns the points for the sun of the coming days, if the trees stay as they are."""
    suns = numbers(int, DIRECTIONS)
    for way in range(DIRECTIONS):  # C does several at once
        suns[way] = morning_sun(state, way)
    points = 0.0
    for way in each(DIRECTIONS):
        weight = setting.ahead[state.day * DIRECTIONS + way]
        points += weight * lead_of(suns[way], setting.params.rival)
    return points


@kernel
def lead_of(sun: int, rival: float) -> float:
    """Returns the bot's lead in a morning's sun. rival: the weight of the rival's"""
    return float(sun >> SUN_SHIFT) - rival * float(sun & SUN_MASK)


@kernel
def rate(node: Node, setting: Setting, is_morning: bool) -> float:
    """Returns the points by which the bot is ahead: its score, sun and trees."""
    state = node.state
    params = setting.params
    rival = params.rival
    if state.day == DAYS:
        mine = state.score[0] + state.sun[0] // SUN_A_POINT
        theirs = state.score[1] + state.sun[1] // SUN_A_POINT
        trees = all_trees(state)
        ties = 2 * (trees & state.mine).bit_count() - trees.bit_count()
        return float(mine) - rival * float(theirs) + TREE_POINTS * float(ties)
    points = float(state.score[0]) - rival * float(state.score[1])
    points += setting.sun[state.day] * (float(state.sun[0]) - rival * float(state.sun[1]))
    if is_morning:
        points += sun_ahead(state, setting)
    elif state.day < LAST_DAY:
        weight = setting.income[state.day] * params.inside
        points += weight * lead_of(morning_sun(state, state.day + 1), rival)
    return points + trees_worth(state, node.tally, setting)
