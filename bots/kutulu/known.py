"""The player's knowledge of a match of Kutulu: from the lines, and from its own conclusions."""

from bots.kutulu.hunters import find_hunted, habit
from bots.kutulu.params import Params
from bots.kutulu.paths import NOBODY, PLAYERS, Maze
from bots.kutulu.protocol import (
    EFFECT_LIGHT,
    EFFECT_PLAN,
    EFFECT_SHELTER,
    EXPLORER,
    SLASHER,
    WANDERER,
    Entity,
)
from bots.kutulu.rules import (
    MINIONS,
    RUSHING,
    SLASHER_SANITY,
    SPAWNING,
    STALKING,
    Player,
    World,
    acquire,
    create,
    put,
)

REGULAR = 58  # percent of moves by habit, and
TRUST = 10  # of habit for each one above


class Known:
    """The player's knowledge.

    world: the state of the last lines
    me: the player's seat, -1 before the first turn
    led: other players, each with the cell to which habit led it
    seen, fits: number of others' moves, and of those that habit predicted; guesses at first
    """

    def __init__(self, maze: Maze) -> None:
        self.maze = maze
        self.world = World()
        self.me = -1
        self.led: list[tuple[Player, int]] = []
        self.seen, self.fits = 20, 11

    def observe(self, entities: list[Entity]) -> None:
        """Updates the world by the entities of a turn; the player's own explorer comes first."""
        world = self.world
        world.turn += self.me >= 0
        self.me = next((number for kind, number, *_ in entities if kind == EXPLORER), 0)
        targets = dict(zip(world.leave[: world.count], world.target, strict=False))
        for player in world.players:
            # A slasher came in the turn just over.
            player.has_slasher |= player.is_in and player.sanity < SLASHER_SANITY
            player.is_in = False
            player.sanity = player.stuck_until = 0
            player.plan_until = player.light_until = player.busy_until = 0
        world.where[:] = [NOBODY] * PLAYERS
        energy = {cell: left for kind, _, cell, left, *_ in entities if kind == EFFECT_SHELTER}
        world.energy[:] = [energy.get(cell, 0) for cell in self.maze.shelters.items]
        world.living = world.count = world.slasher_count = 0
        for kind, number, cell, left, second, third in entities:
            ends = world.turn + left
            world.next_id = number  # if a minion's
            if kind == EXPLORER:
                player = world.players[number]
                player.is_in = True
                player.sanity, player.plans, player.lights = left, second, third
                put(world, number, cell)
                world.living += 1
            elif kind == WANDERER:
                ends += self.maze.life_time * (second == SPAWNING)
                create(world, cell, third, max(0, ends - 1))
            elif kind == SLASHER:
                old = targets.get(-1 - world.slasher_count, -1)
                self._observe_slasher(old, cell, ends - 1, second, third)
            elif kind != EFFECT_SHELTER:
                player = world.players[second]
                player.busy_until = max(player.busy_until, ends)
                if kind == EFFECT_PLAN:
                    player.plan_until = ends
                elif kind == EFFECT_LIGHT:
                    world.last_light = player.light_until = ends
                else:
                    world.players[third].stuck_until = ends
                    player.yelled_at[third] = True

    def _observe_slasher(self, old: int, cell: int, until: int, state: int, target: int) -> None:
        """Adds a slasher, in their old order.

        What it remembers is no input: it follows from `old`, its target of a turn before.
        """
        world, index = self.world, self.world.count
        if world.slasher_count == PLAYERS or index == MINIONS:
            return
        slasher = world.slashers[world.slasher_count]
        world.slasher_count += 1
        create(world, cell, target, -world.slasher_count)
        has_looked = slasher.state != SPAWNING
        slasher.state, slasher.until = state, until
        if state == SPAWNING:
            slasher.memory = cell
        elif state not in (STALKING, RUSHING):
            slasher.memory = -1
        elif has_looked:
            acquire(world, self.maze, index)
            is_lost = old >= 0 and not world.players[old].is_in
            if is_lost or world.target[index] != target:
                world.target[index], slasher.memory = target, -1

    def share_of_habit(self, params: Params) -> int:
        """Returns the percentage of turns in which the search lets others play by habit."""
        world, maze = self.world, self.maze
        for player, cell in self.led:
            self.seen += player.is_in
            self.fits += player.is_in and player.cell == cell
        self.led = []
        hunted = find_hunted(world, maze)
        for seat, player in enumerate(world.players):
            if player.is_in and seat != self.me and world.turn >= player.stuck_until:
                action = habit(world, maze, hunted, seat, params.plan_below)
                self.led.append((player, maze.cells[player.cell].exits[action]))
        fit = 100 * self.fits // self.seen
        return min(params.habit, TRUST * max(0, fit - REGULAR))
