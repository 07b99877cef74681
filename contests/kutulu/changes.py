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
        unspooked = snapshot(self.before)  # becomes the world of now if no minion had spooked
        for who in range(PLAYERS):
            one, after = unspooked.players[who], self.now.players[who]
            if one.is_in:
                put(unspooked, who, after.cell)
            if self.is_fault(who):
                put_out(unspooked, who, FAULT_SCORE)
            elif after.plans < one.plans:
                one.plan_until = unspooked.turn + PLAN_TURNS
        heal(unspooked, self.maze)
        madness(unspooked, self.maze)
        for who in range(PLAYERS):
            lost = unspooked.players[who].sanity - self.now.players[who].sanity
            self.spooked[who] = 0 if self.is_fault(who) else max(0, ceil(lost / SPOOK))

    def is_fault(self, who: int) -> bool:
        """Returns True if an explorer was put out for its answer in the last turn."""
        return self.before.players[who].is_in and self.now.players[who].score == FAULT_SCORE

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
        shelters = self.maze.shelters
        fed = [shelters.items[at] for at in range(shelters.count) if self.before.energy[at] > 0]
        for who in range(PLAYERS):
            before, now = self.before.players[who], self.now.players[who]
            if not before.is_in:
                continue
            if now.cell in fed and before.cell != now.cell:
                yield who, "rests in a shelter"
            if self.spooked[who]:
                yield who, f"is spooked, minions: {self.spooked[who]}"
            if self.is_fault(who):
                yield who, "is put out"
            elif now.sanity == 0:
                yield who, f"is out with score {now.score}"


def snapshot(world: World) -> World:
    """Returns a copy of the world, which later turns do not change."""
    copy = World()
    assign(copy, world)
    return copy
