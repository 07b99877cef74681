"""Tororo: reads its lines, and has three baselines.

grow     a greedy gardener
sunrate  one-ply rules on the gain of sun
burst    plays each action out to the end of the match (burst.py)
"""

from random import Random

from bots.tororo import protocol, rules
from bots.tororo.rules import Ground, State
from bots.tororo.tables import CELL_BOARD, MAX_SIZE
from bots.tororo.turns import seed_cost, size_on
from botsmith.arena.baselines.game import Bots, NextLine, Protocol
from botsmith.arena.baselines.given_lines import GivenLines
from contests.tororo.burst import after, choose
from contests.tororo.maps import SHADOW, distance, holds, legal_actions, parts_of_action, tree_rows

OWN = 0  # a bot sees itself as player 0
WEEK = 6  # days in which the sun goes round once
HOARD_UNTIL = 12  # grow completes nothing before
HOARD = 4  # tall trees that grow keeps until the last days
LAST_DAYS = 21
SEED_UNTIL = 18  # later seeds cannot be completed
KEEP = 20  # sunrate keeps as many tall trees as days are left until this one
COMPLETE_WORTH = 2  # points that make up for the sun of a completion


class TororoProtocol(Protocol):
    """A seat's view.

    state: with this bot as player 0
    completes, grows, seeds: the legal actions of a kind, in the order of their cells
    actions: all legal actions, WAIT first
    """

    ground: Ground
    state: State
    actions: list[int]

    def read_start(self, next_line: NextLine) -> None:
        self.ground = protocol.read_ground(GivenLines(next_line))

    def read_turn(self, next_line: NextLine) -> None:
        self.state = protocol.read_turn(GivenLines(next_line), self.ground)
        groups = legal_actions(self.state, self.ground, OWN)
        self.actions = [rules.WAIT, *(action for group in groups for action in group)]
        self.completes, self.grows, self.seeds = map(sorted, groups)

    def legal(self, dice: Random) -> list[str]:
        """Returns any legal action; WAIT only when there is no other."""
        return [protocol.format_action(dice.choice(self.actions[1:] or self.actions))]

    def size(self, action: int) -> int:
        """Returns the size of the tree of an action."""
        return size_on(self.state, parts_of_action(action)[1])

    def bonus(self, action: int) -> int:
        """Returns the points for the ground below the tree of an action."""
        return rules.bonus_sum(self.ground, CELL_BOARD[parts_of_action(action)[1]])

    def target_bonus(self, action: int) -> int:
        """Returns the points for the ground that an action seeds."""
        return rules.bonus_sum(self.ground, CELL_BOARD[action & rules.CELL_MASK])


def tall_trees(state: State) -> int:
    """Returns the number of this bot's trees of the largest size."""
    return (state.trees[MAX_SIZE] & rules.own_board(state, OWN)).bit_count()


def grow(bot: TororoProtocol, turn: int) -> list[str]:
    """Grows the largest possible tree, seeds rich cells if that is free, completes late."""
    state = bot.state
    spare = tall_trees(state) - (HOARD if state.day < LAST_DAYS else 0)
    if bot.completes and state.day >= HOARD_UNTIL and spare > 0:
        chosen = max(bot.completes, key=bot.bonus)
    elif bot.grows:
        chosen = max(bot.grows, key=lambda action: (bot.size(action), bot.bonus(action)))
    elif bot.seeds and seed_cost(state, OWN) == 0 and state.day <= SEED_UNTIL:
        chosen = max(bot.seeds, key=bot.target_bonus)
    else:
        chosen = 0
    return [protocol.format_action(chosen)]


def sun_rates(state: State, day: int) -> int:
    """Returns this bot's sun on that morning minus the rival's, for the present trees."""
    sun = rules.morning_sun(state, day)
    return (sun >> rules.SUN_SHIFT) - (sun & rules.SUN_MASK)


def gains(bot: TororoProtocol, action: int) -> tuple[int, int]:
    """Returns the sun that an action adds to the lead of the next day, and of a week."""
    state, later = bot.state, after(bot.state, bot.ground, action)
    days = range(state.day + 1, state.day + 1 + WEEK)
    found = [sun_rates(later, day) - sun_rates(state, day) for day in days]
    return found[0], sum(found)


def sunrate(bot: TororoProtocol, turn: int) -> list[str]:
    """Plays by one-ply rules: the gain of the next day's sun rate decides, without look-ahead."""
    state = bot.state
    left = rules.DAYS - 1 - state.day  # mornings to come

    def grow_value(action: int) -> tuple[int, int, int, int]:
        tomorrow, week = gains(bot, action)
        return tomorrow, bot.size(action), week, bot.bonus(action)

    def complete_value(action: int) -> tuple[int, int, int]:
        return bot.bonus(action), *gains(bot, action)

    def seed_value(action: int) -> tuple[int, int]:
        # The pairs of a tree and a day of the week in which it shades the cell, plus 2 for each own
        # tree beside the cell.
        target, shade = action & rules.CELL_MASK, 0
        for cell, size, owner, _dormant in tree_rows(state):
            shade += sum(holds(days[size][cell], target) for days in SHADOW)
            shade += 2 * (owner == OWN and distance(cell, target) == 1)
        return -shade, bot.target_bonus(action)

    worth = [one for one in bot.completes if state.nutrients + bot.bonus(one) >= COMPLETE_WORTH]
    if worth and tall_trees(state) > max(0, KEEP - state.day):
        return [protocol.format_action(max(worth, key=complete_value))]
    useful = []
    for action in bot.grows:
        size = bot.size(action)
        if MAX_SIZE - size <= left or left > rules.grow_cost(state, OWN, size):
            useful.append(action)
    if useful:
        return [protocol.format_action(max(useful, key=grow_value))]
    if bot.seeds and seed_cost(state, OWN) == 0 and left > MAX_SIZE:
        return [protocol.format_action(max(bot.seeds, key=seed_value))]
    return ["WAIT"]


def burst(bot: TororoProtocol, turn: int) -> list[str]:
    """Sells one tree or several a day, decided by play-outs of the rest of the match (burst.py)."""
    return [protocol.format_action(choose(bot.state, bot.ground))]


PROTOCOL = TororoProtocol
BOTS: Bots[TororoProtocol] = {one.__name__: one for one in (grow, sunrate, burst)}
