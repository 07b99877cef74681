"""Finds the course that a bot of Olymbits expects in the four mini-games, by playing its lines.

Only the present skating order is known; later every standing skater is assumed to glide EXPECTED
cells.
"""

from collections.abc import Sequence

from bots.olymbits.minigames import PLAYERS
from bots.olymbits.protocol import WORDS
from bots.olymbits.rules import ARCHERY, RUNNING, SKATING, Match
from bots.olymbits.updates import tick, value_in
from botsmith.replay.thoughts import Unit
from common.kernel import assign

EXPECTED = 2  # cells a turn: the mean of the four glides
OUT = -1  # the move of who is eliminated
LONGEST = 30  # turns of a line that are played


class Ends:
    """The state after the turns of a line.

    turns: number of turns
    match: the state
    flights: by seat, its cursor's places
    """

    def __init__(self, match: Match, units: Sequence[Unit]) -> None:
        self.match = Match()
        assign(self.match, match)
        archery, skating = self.match.runs[ARCHERY], self.match.runs[SKATING]
        spots = zip(archery.first, archery.second, strict=True)
        self.flights: list[list[tuple[int, int]]] = [[spot] for spot in spots]
        said = {unit.number: unit.line for unit in reversed(units)}
        lines = [said.get(seat, []) for seat in range(PLAYERS)]
        living = [line for seat, line in enumerate(lines) if not match.is_out[seat]]
        self.turns = min(LONGEST, min(map(len, living), default=0))
        for turn in range(self.turns):
            moves = [
                OUT if match.is_out[seat] or line[turn] not in WORDS else WORDS.index(line[turn])
                for seat, line in enumerate(lines)
            ]
            is_gliding = turn > 0 and skating.phase == RUNNING
            stood = [(skating.first[seat], skating.second[seat]) for seat in range(PLAYERS)]
            tick(self.match, moves, True)
            for seat, (at, risk) in enumerate(stood):
                if is_gliding and not skating.dead[seat]:
                    skating.first[seat] = at + EXPECTED if risk >= 0 else at
                    skating.second[seat] = min(risk + 1, 0) if risk < 0 else risk
            if archery.phase == RUNNING:
                for seat in range(PLAYERS):
                    self.flights[seat].append((archery.first[seat], archery.second[seat]))

    def rank(self, game: int, seat: int) -> int:
        """Returns the number of players ahead of a seat in a run, at the end of the line."""
        run = self.match.runs[game]
        own = value_in(run, game, seat)
        return sum(value_in(run, game, other) > own for other in range(PLAYERS))
