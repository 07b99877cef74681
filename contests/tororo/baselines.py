"""Tororo: its lines, and three baselines: `grow`, `sunrate` and `burst`.

A greedy gardener, one-ply rules on the gain of sun, and one who plays each action out to the end.
"""

from random import Random

from bots.tororo import protocol, rules
from bots.tororo.rules import Ground, State
from bots.tororo.tables import CELL_BOARD
from bots.tororo.turns import seed_cost, size_on
from botsmith.arena.baselines.game import Bots, NextLine, Protocol
from botsmith.arena.baselines.told import Told
from contests.tororo.burst import after, choose
from contests.tororo.maps import SHADOW, distance, legal_actions, tree_rows

OWN = 0  # a bot sees itself as player 0
WEEK = 6  # days in which the sun goes round once
MAX_SIZE = 3
HOARD_UNTIL = 12  # grow completes nothing before
HOARD = 4  # tall trees that grow keeps until the last days
LAST_DAYS = 21
SEED_UNTIL = 18  # later seeds cannot be completed
KEEP = 20  # sunrate keeps as many tall trees as days are left until this one
COMPLETE_WORTH = 2  # points that make up for the sun of a completion


class TororoProtocol(Protocol):
    """state: with this bot as player 0. actions: the legal ones, WAIT first."""

    ground: Ground
    state: State
    actions: list[int]

    def read_start(self, next_line: NextLine) -> None:
        self.ground = protocol.read_ground(Told(next_line))

    def read_turn(self, next_line: NextLine) -> None:
        self.state = protocol.read_turn(Told(next_line), self.ground)
        groups = legal_actions(self.state, self.ground, OWN)
        self.actions = [rules.WAIT, *(action for group in groups for action in group)]

    def legal(self, dice: Random) -> list[str]:
        """Returns any legal action; WAIT only when there is no other."""
        return [protocol.format_action(dice.choice(self.actions[1:] or self.actions))]

    def of_kind(self, kind: int) -> list[int]:
        """Returns the legal actions of a kind, in the order of their cells."""
        return sorted(action for action in self.actions if action >> rules.KIND_SHIFT == kind)


def cell_of(action: int) -> int:
    """Returns the tree of an action."""
    return action >> rules.CELL_SHIFT & rules.CELL_MASK


def tall_trees(state: State) -> int:
    """Returns the number of this bot's trees of the largest size."""
    return (state.trees[MAX_SIZE] & rules.own_board(state, OWN)).bit_count()


def size_of(state: State, action: int) -> int:
    """Returns the size of the tree of an action."""
    return size_on(state, cell_of(action))


def grow(bot: TororoProtocol, turn: int) -> list[str]:
    """Grows the largest tree it can, seeds rich cells for nothing, completes late."""
    state, ground = bot.state, bot.ground
    completes, grows, seeds = map(bot.of_kind, (rules.COMPLETE, rules.GROW, rules.SEED))

    def bonus(action: int) -> int:
        return rules.bonus_sum(ground, CELL_BOARD[cell_of(action)])

    def target_bonus(action: int) -> int:
        return rules.bonus_sum(ground, CELL_BOARD[action & rules.CELL_MASK])

    spare = tall_trees(state) - (HOARD if state.day < LAST_DAYS else 0)
    if completes and state.day >= HOARD_UNTIL and spare > 0:
        chosen = max(completes, key=bonus)
    elif grows:
        chosen = max(grows, key=lambda action: (size_of(state, action), bonus(action)))
    elif seeds and seed_cost(state, OWN) == 0 and state.day <= SEED_UNTIL:
        chosen = max(seeds, key=target_bonus)
    else:
        chosen = 0
    return [protocol.format_action(chosen)]


def sun_rates(state: State, day: int) -> int:
    """Returns this bot's sun of that morning less the rival's, with the trees as they stand."""
    sun = rules.morning_sun(state, day)
    return (sun >> rules.SUN_SHIFT) - (sun & rules.SUN_MASK)


def gains(bot: TororoProtocol, action: int) -> tuple[int, int]:
    """Returns what an action adds to the lead in sun of the next day and of a week."""
    state, later = bot.state, after(bot.state, bot.ground, action)
    days = range(state.day + 1, state.day + 1 + WEEK)
    found = [sun_rates(later, day) - sun_rates(state, day) for day in days]
    return found[0], sum(found)


def shade_at(bot: TororoProtocol, action: int) -> int:
    """Counts trees and days of a week that shade a seed, and own trees beside it."""
    target = action & rules.CELL_MASK
    shade = 0
    for cell, size, owner, _dormant in tree_rows(bot.state):
        shade += sum(days[size][cell] >> target & 1 for days in SHADOW)
        shade += rules.PLAYERS * int(owner == OWN and distance(cell, target) == 1)
    return shade


def sunrate(bot: TororoProtocol, turn: int) -> list[str]:
    """Plays by one-ply rules: the gain of the next day's sun rate decides, without look-ahead."""
    state, ground = bot.state, bot.ground
    left = rules.DAYS - 1 - state.day  # mornings to come
    completes, grows, seeds = map(bot.of_kind, (rules.COMPLETE, rules.GROW, rules.SEED))

    def bonus(action: int) -> int:
        return rules.bonus_sum(ground, CELL_BOARD[cell_of(action)])

    def grow_value(action: int) -> tuple[int, int, int, int]:
        tomorrow, week = gains(bot, action)
        return tomorrow, size_of(state, action), week, bonus(action)

    def complete_value(action: int) -> tuple[int, int, int]:
        return bonus(action), *gains(bot, action)

    def seed_value(action: int) -> tuple[int, int]:
        return -shade_at(bot, action), rules.bonus_sum(ground, CELL_BOARD[action & rules.CELL_MASK])

    worth = [action for action in completes if state.nutrients + bonus(action) >= COMPLETE_WORTH]
    if worth and tall_trees(state) > max(0, KEEP - state.day):
        return [protocol.format_action(max(worth, key=complete_value))]
    useful = [
        action
        for action in grows
        if MAX_SIZE - size_of(state, action) <= left
        or left > rules.grow_cost(state, OWN, size_of(state, action))
    ]
    if useful:
        return [protocol.format_action(max(useful, key=grow_value))]
    if seeds and seed_cost(state, OWN) == 0 and left > MAX_SIZE:
        return [protocol.format_action(max(seeds, key=seed_value))]
    return ["WAIT"]


def burst(bot: TororoProtocol, turn: int) -> list[str]:
    """Sells one tree or several a day, as play-outs of the rest of the match say (burst.py)."""
    return [protocol.format_action(choose(bot.state, bot.ground))]


PROTOCOL = TororoProtocol
BOTS: Bots[TororoProtocol] = {one.__name__: one for one in (grow, sunrate, burst)}
