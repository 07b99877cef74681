"""Keeps the earlier networks that a network plays against, with the difficulty of each."""

from typing import Any

import numpy as np

from botsmith.training.dense import Array

DRAWS = "even", "hard"
MEMORY = 0.98  # of what is known of a past self, after each batch against it
DOUBT = 2.0  # matches of score 0.5 that each has before its first


class League:
    """Past networks, one of which plays at a time.

    draws: the way to draw it, one of DRAWS; `hard` draws those more often that lose fewer matches
    hold: number of batches for which it plays, longer than a match
    """

    def __init__(self, draws: str, hold: int) -> None:
        self.draws, self.hold = draws, hold
        self.nets: list[Array] = []
        self.points: list[float] = []  # of the present network against each
        self.matches: list[float] = []
        self.place = -1  # who plays
        self.batches = 0  # for which it has played

    def add(self, net: Array) -> None:
        """Adds a network. net: its flat weights"""
        self.nets.append(net.copy())
        self.points.append(0.0)
        self.matches.append(0.0)

    def chances(self) -> Array:
        """Returns each network's chance to be drawn."""
        if self.draws == "even":
            return np.full(len(self.nets), 1.0 / len(self.nets))
        points, matches = np.array(self.points), np.array(self.matches)
        lost = 1.0 - (points + 0.5 * DOUBT) / (matches + DOUBT)
        wanted = lost * lost + 0.01
        found: Array = wanted / wanted.sum()
        return found

    def next(self, dice: np.random.Generator) -> Array:
        """Returns the network that plays the next batch."""
        if self.batches % self.hold == 0:
            self.place = int(dice.choice(len(self.nets), p=self.chances()))
            self.batches = 0
        self.batches += 1
        return self.nets[self.place]

    def note(self, points: float, matches: int) -> None:
        """Adds the results of a batch's matches against the network that plays. points: the sum of
        scores
        """
        self.points[self.place] = MEMORY * self.points[self.place] + points
        self.matches[self.place] = MEMORY * self.matches[self.place] + matches

    def state(self) -> dict[str, Any]:
        """Returns the state without the networks, for JSON."""
        about = {"points": self.points, "matches": self.matches}
        return {**about, "place": self.place, "batches": self.batches}

    def load(self, state: dict[str, Any], nets: list[Array]) -> None:
        """Loads a state that `state` returned. nets: the networks of that state"""
        self.nets = nets
        self.points, self.matches = state["points"], state["matches"]
        self.place, self.batches = state["place"], state["batches"]
