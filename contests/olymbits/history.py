"""Stores the history of the present runs of Olymbits: flights of cursors, combos of divers,
strides.
"""

from bots.olymbits.minigames import PLAYERS
from bots.olymbits.rules import ARCHERY, DIVING, HURDLES
from contests.olymbits.referee import OlymbitsReferee


class RunHistory:
    """The history of the present runs.

    goal: all letters of the present dive
    dives: by seat, the combo after each letter so far
    flights: by seat, the places of its cursor in this run
    strides: by seat, the position on the track before the last turn
    """

    def __init__(self, referee: OlymbitsReferee) -> None:
        self.referee = referee
        self.turn = referee.match.turn
        self.goal = referee.texts[DIVING]
        self.dives: list[list[int]] = [[] for _ in range(PLAYERS)]
        archery = referee.match.runs[ARCHERY]
        spots = zip(archery.first, archery.second, strict=True)
        self.flights: list[list[tuple[int, int]]] = [[spot] for spot in spots]
        self.positions = [0] * PLAYERS
        self.strides = [0] * PLAYERS

    def notice(self) -> None:
        """Stores the turn that was just played. Call it once a turn."""
        match = self.referee.match
        if self.turn == match.turn:
            return
        self.turn = match.turn
        if self.referee.resetting[DIVING]:
            self.goal = self.referee.texts[DIVING]
        archery, dive = match.runs[ARCHERY], match.runs[DIVING]
        positions = match.runs[HURDLES].first
        for seat in range(PLAYERS):
            if self.referee.resetting[DIVING]:
                self.dives[seat] = []
            else:
                self.dives[seat].append(0 if dive.dead[seat] else dive.second[seat])
            if self.referee.resetting[ARCHERY]:
                self.flights[seat] = []
            self.flights[seat].append((archery.first[seat], archery.second[seat]))
            self.strides[seat] = min(self.positions[seat], positions[seat])
            self.positions[seat] = positions[seat]
