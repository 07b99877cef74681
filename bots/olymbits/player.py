"""A player of Olymbits around a search: lines in, the match as it stands, one word out."""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from bots.olymbits import protocol
from bots.olymbits.minigames import ACTIONS, PLAYERS
from bots.olymbits.protocol import WORDS
from bots.olymbits.rules import DIVING, Match
from common.clock import Deadline
from common.engine import Engine, Engines
from common.loop import Stat
from common.rng import make_dice
from common.stdio import LineReader

DICE_A_MATCH = 1000  # more than a match has turns
WARM_UP = 20  # iterations before the first line
SAMPLE = (".....#....#...#...............", "312312312312", "UDLR", "DRUDLLURUDDR")  # to warm up
Kernel = Callable[..., None]
COUNTS = {
    "iterations": "iterations",
    "simulated_turns": "states",
    "nodes": "nodes",
    "side_nodes": "side_nodes",
    "evaluations": "iterations",
    "ucb": "ucb_picks",
}


class Player(ABC):
    """Plays what its search tried most. think: the search's kernel."""

    turn_ms = 50.0

    def __init__(
        self, engines: Engines[Any], think: Kernel, first_ms: float, margin_ms: float
    ) -> None:
        self.engines = engines
        self.think = think
        self.first_ms = first_ms
        self.margin_ms = margin_ms
        self.seed = 0
        self.own = 0  # index of the own player
        self.turn = 0
        self.match = Match()
        self.engine: Engine[Any] = engines.python  # of the last search
        self.search_ms = 0.0

    @abstractmethod
    def begin(self, engine: Engine[Any], deadline: Deadline) -> None:
        """Starts a search in an engine that holds new dice."""

    @abstractmethod
    def root(self, player: int) -> int:
        """Where in forest.visits and forest.total a player's first action stands."""

    def prepare(self, seed: int) -> None:
        self.seed = seed
        for game, word in enumerate(SAMPLE):
            protocol.put_run(self.match, game, word, [0, 0, 0, 0, 0, 0, 15])
        self.search(Deadline(self.turn_ms, 0.0, iterations=WARM_UP))
        self.engines.start()

    def read_start(self, reader: LineReader) -> None:
        self.own = protocol.read_start(reader)

    def read_turn(self, reader: LineReader) -> None:
        self.match.turn = self.turn
        self.turn += 1
        protocol.read_turn(reader, self.match)

    def answer(self, deadline: Deadline) -> list[str]:
        self.search(deadline)
        moves = self.moves(self.own)
        return [WORDS[moves[0][0]]] if moves else self.fallback()

    def moves(self, player: int) -> list[tuple[int, int, float]]:
        """A player's (action, visits, mean score), most visited first."""
        rows = []
        for action in range(ACTIONS):
            slot = self.root(player) + action
            visits = self.engine.memory.forest.visits[slot]
            if visits:
                rows.append((action, int(visits), self.engine.memory.forest.total[slot] / visits))
        return sorted(rows, key=lambda row: (-row[1], -row[2]))

    def search(self, deadline: Deadline) -> None:
        """Searches until the deadline."""
        engine = self.engine = self.engines.current(deadline)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.match.turn))
        self.begin(engine, deadline)
        for count in deadline.chunks(engine.pace):
            engine.call(self.think, count)
        self.search_ms = deadline.search_ms

    def fallback(self) -> list[str]:
        """The goal of diving."""
        return [WORDS[self.match.runs[DIVING].code & 3]]

    def stats(self) -> Mapping[str, Stat]:
        told: dict[str, Stat] = {
            word: getattr(self.engine.memory.forest, name) for word, name in COUNTS.items()
        }
        told["depth"] = int(told["simulated_turns"]) // max(1, int(told["iterations"]))
        return told | {"search_ms": round(self.search_ms, 3), "engine": self.engine.name}

    def explain(self) -> str:
        units = []
        for player in range(PLAYERS):
            rows = self.moves(player)
            moves = [{"move": WORDS[row[0]], "visits": row[1], "value": row[2]} for row in rows]
            units.append(
                {"unit": player, "moves": moves, "line": [WORDS[row[0]] for row in rows[:1]]}
            )
        return json.dumps({"turn": self.turn - 1, "units": units})
