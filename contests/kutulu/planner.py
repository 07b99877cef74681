"""Plays `planner`, which looks at its own moves four turns ahead, with predicted moves of all
others.

It is a beam of about 150 nodes on the exact rules. The others are predicted to stay away from
minions and close to each other, independently of the planner's moves.
"""

from collections.abc import Iterator
from heapq import nlargest

from bots.kutulu.paths import FAR, PLAYERS, WAIT, Maze
from bots.kutulu.rules import LIGHT, PLAN, PLAN_REACH, YELL, YELL_REACH, World, bind_turn
from common.kernel import Numbers, assign, kernel
from common.rng import Dice, make_dice
from contests.kutulu.chase import bind_chase

DEPTH = 4
BEAM = 13  # worlds of a layer that are looked into further
OUT = -1000.0
CAUGHT = 2  # steps of a wanderer from its target, which it reaches before anybody leaves
DICE = make_dice(1)  # of a chase that draws nothing

Node = tuple[float, int, World]  # value, first action of the way there


@kernel
def settle(world: World, costs: Numbers[int], best: int, old: int, dice: Dice) -> int:
    """Returns the old target, else the first of the equally near explorers."""
    if old >= 0 and costs[old] == best < FAR:
        return old
    for who in range(PLAYERS):
        if costs[who] == best < FAR:
            return who
    return -1


play_turn = bind_turn(bind_chase(settle, False))


@kernel
def chaser_steps(world: World, maze: Maze, who: int) -> int:
    """Returns the steps to the nearest wanderer that hunts an explorer, FAR without one."""
    nearest = FAR
    asleep = world.turn + maze.life_time
    for index in range(world.count):
        leave = world.leave[index]
        if world.target[index] == who and 0 <= leave < asleep:
            steps = maze.cells[world.spot[index]].steps
            nearest = min(nearest, steps[world.players[who].cell])
    return nearest


@kernel
def is_yell_due(world: World, maze: Maze, me: int) -> bool:
    """Returns True if a wanderer would catch an explorer in reach that did not move."""
    one = world.players[me]
    for who in range(PLAYERS):
        other = world.players[who]
        apart = maze.cells[one.cell].apart[other.cell]
        is_near = who != me and other.is_in and apart <= YELL_REACH
        is_new = not one.yelled_at[who] and world.turn >= other.stuck_until
        if is_near and is_new and chaser_steps(world, maze, who) <= CAUGHT:
            return True
    return False


@kernel
def company_of(world: World, maze: Maze, me: int) -> int:
    """Returns the number of other explorers in reach of a PLAN."""
    company = 0
    for who in range(PLAYERS):
        other = world.players[who]
        steps = maze.cells[other.cell].steps[world.players[me].cell]
        company += int(other.is_in and who != me and steps <= PLAN_REACH)
    return company


class View:
    """A world on its maze, with the questions that baselines ask about it."""

    def __init__(self, maze: Maze, world: World) -> None:
        self.maze, self.world = maze, world

    def steps(self, start: int, goal: int) -> int:
        """Returns the walking distance of two cells."""
        return self.maze.cells[start].steps[goal]

    def moves(self, start: int) -> Iterator[tuple[int, int]]:
        """Yields the action and the end cell of staying and of all steps."""
        cell = self.maze.cells[start]
        for action in cell.moves.items[: cell.moves.count]:
            yield action, cell.exits[action]

    def room(self, cell: int) -> int:
        """Returns the steps from a cell to the nearest minion, FAR if there is none. Wanderers that
        do not walk yet are left out.
        """
        world = self.world
        awake = world.turn + self.maze.life_time
        hunters = [world.spot[index] for index in range(world.count) if world.leave[index] <= awake]
        return min((self.steps(spot, cell) for spot in hunters), default=FAR)

    def others(self, who: int) -> list[int]:
        """Returns the cells of the explorers in play other than `who`."""
        return [one.cell for at, one in enumerate(self.world.players) if at != who and one.is_in]

    def friend_steps(self, who: int, cell: int) -> int:
        """Returns the steps from a cell to the nearest explorer other than `who`, FAR without
        one.
        """
        return min((self.steps(cell, other) for other in self.others(who)), default=FAR)

    def after(self, actions: list[int]) -> World:
        """Returns the world after a turn."""
        world = World()
        assign(world, self.world)
        play_turn(world, self.maze, DICE, actions)
        return world

    def guess_step(self, who: int) -> int:
        """Returns the step that keeps an explorer away from minions and close to others."""

        def merit(move: tuple[int, int]) -> int:
            room, friend = self.room(move[1]), self.friend_steps(who, move[1])
            return 3 * min(room, 4) - max(0, min(friend, 20) - 2)

        return max(self.moves(self.world.players[who].cell), key=merit)[0]

    def value_to(self, me: int) -> float:
        """Returns the value of the world to an explorer."""
        world, one = self.world, self.world.players[me]
        if not one.is_in:
            return OUT + float(one.score)
        value = float(one.sanity)
        friend = self.friend_steps(me, one.cell)
        if friend < FAR:
            value -= 1.5 * float(max(0, friend - 2))
        wanderers_first = sorted(range(world.count), key=lambda index: world.leave[index] < 0)
        for index in wanderers_first:
            if world.target[index] == me:
                value -= 0.7 * float(max(0, 6 - self.steps(one.cell, world.spot[index])))
        return value + 0.1 * float(self.maze.cells[one.cell].moves.count - 1)


def predicted(maze: Maze, world: World) -> list[list[int]]:
    """Returns the actions of the next turns if all explorers move by `guess_step`."""
    turns = []
    for _ in range(DEPTH):
        view = View(maze, world)
        turns.append([view.guess_step(who) for who in range(PLAYERS)])
        world = view.after(turns[-1])
    return turns


def best_step(maze: Maze, world: World, me: int) -> int:
    """Returns the first action of the best way that the beam found."""
    layer: list[Node] = [(0.0, WAIT, world)]
    for depth, actions in enumerate(predicted(maze, world)):
        reached: list[Node] = []
        for _, first, node in layer:
            view = View(maze, node)
            for action, _ in view.moves(node.players[me].cell):
                later = view.after([*actions[:me], action, *actions[me + 1 :]])
                value = View(maze, later).value_to(me)
                reached.append((value, first if depth else action, later))
        layer = nlargest(BEAM, reached, key=lambda one: one[0])
    return layer[0][1]


def is_light_due(view: View, me: int) -> bool:
    """Returns True if a wanderer is coming that would turn to an explorer outside of the light."""
    world, here = view.world, view.world.players[me].cell
    dark = [cell for cell in view.others(me) if view.steps(cell, here) > 5]
    for index in range(world.count):
        spot, steps = world.spot[index], view.steps(world.spot[index], here)
        is_awake = 0 <= world.leave[index] < world.turn + view.maze.life_time
        if world.target[index] == me and is_awake and 2 <= steps <= 4:
            if any(view.steps(spot, cell) < 4 * steps for cell in dark):
                return True
    return False


def choose(view: View, me: int) -> int:
    """Returns the planner's action: a YELL, PLAN or LIGHT if a rule asks for it, else the best
    step.
    """
    maze, world, one = view.maze, view.world, view.world.players[me]
    if world.turn < one.stuck_until:
        return WAIT
    is_free = chaser_steps(world, maze, me) > CAUGHT
    if is_free and is_yell_due(world, maze, me):
        return YELL
    if world.turn >= one.busy_until:
        company = company_of(world, maze, me)
        limit = 225 if company >= 2 else 190 if company == 1 else 80
        if one.sanity <= limit and one.plans > 0 and is_free:
            return PLAN
        if one.lights > 0 and is_light_due(view, me):
            return LIGHT
    return best_step(maze, world, me)
