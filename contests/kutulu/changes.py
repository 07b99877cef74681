"""Finds the changes of the last turn of Kutulu, by comparing the worlds before and after."""

from collections.abc import Iterator
from math import ceil

from bots.kutulu.paths import PLAYERS
from bots.kutulu.protocol import EFFECT_YELL
from bots.kutulu.rules import PLAN_TURNS, SPOOK, World, heal, madness, put, put_out
from common.kernel import assign
from contests.kutulu.referee import FAULT_SCORE, KutuluReferee


class LastTurn:
    """The worlds `before` and `now`, around the last turn, and how often each explorer was
    `spooked`.
    """

    def __init__(self, referee: KutuluReferee) -> None:
        self.referee = referee
        self.maze = referee.maze
        self.now = snapshot(referee.world)
        self.before = self.now
        self.spooked = [0] * PLAYERS

    def notice(self) -> None:
        """Stores the turn that was just played. Call it once a turn."""
        if self.now.turn == self.referee.world.turn:
            return
        self.before, self.now = self.now, snapshot(self.referee.world)
        unspooked = self._without_minions()
        for who in range(PLAYERS):
            lost = unspooked.players[who].sanity - self.now.players[who].sanity
            self.spooked[who] = 0 if self.is_fault(who) else max(0, ceil(lost / SPOOK))

    def is_fault(self, who: int) -> bool:
        """Returns True if an explorer was put out for its answer in the last turn."""
        return self.before.players[who].is_in and self.now.players[who].score == FAULT_SCORE

    def _without_minions(self) -> World:
        """Returns the explorers as they would be now if no minion had spooked them."""
        world = snapshot(self.before)
        for who in range(PLAYERS):
            one, after = world.players[who], self.now.players[who]
            if one.is_in:
                put(world, who, after.cell)
            if self.is_fault(who):
                put_out(world, who, FAULT_SCORE)
            elif after.plans < one.plans:
                one.plan_until = world.turn + PLAN_TURNS
        heal(world, self.maze)
        madness(world, self.maze)
        return world

    def yells(self) -> list[tuple[int, int]]:
        """Returns (yeller, victim) of the YELLs of the last turn."""
        effects = [one for one in self.referee.effects if one.kind == EFFECT_YELL]
        return [(one.who, one.victim) for one in effects]

    def events(self) -> Iterator[tuple[int, str]]:
        """Yields events that a reader may want to jump to: (explorer, words)."""
        caught: dict[int, list[str]] = {}
        for yeller, victim in self.yells():
            caught.setdefault(yeller, []).append(str(victim))
        for yeller, victims in caught.items():
            yield yeller, f"yells, stuck: {', '.join(victims)}"
        for who in range(PLAYERS):
            before, now = self.before.players[who], self.now.players[who]
            if not before.is_in:
                continue
            if self._rests(self.before, now.cell) and before.cell != now.cell:
                yield who, "rests in a shelter"
            if self.spooked[who]:
                yield who, f"is spooked, minions: {self.spooked[who]}"
            if self.is_fault(who):
                yield who, "is put out"
            elif now.sanity == 0:
                yield who, f"is out with score {now.score}"

    def _rests(self, world: World, cell: int) -> bool:
        """Returns True if an explorer on that cell is healed."""
        shelters = self.maze.shelters
        near = [index for index in range(shelters.count) if shelters.items[index] == cell]
        return any(world.energy[index] > 0 for index in near)


def snapshot(world: World) -> World:
    """Returns a copy of the world, which later turns do not change."""
    copy = World()
    assign(copy, world)
    return copy
