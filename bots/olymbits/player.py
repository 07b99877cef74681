"""A player of Olymbits around a search: lines in, the match as it stands, one word out."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping

from bots.olymbits import protocol
from bots.olymbits.protocol import WORDS
from bots.olymbits.rules import DIVING, GAMES, Match
from common.clock import Deadline
from common.engine import Engine, Engines
from common.loop import Value
from common.rng import make_dice
from common.stdio import LineReader

TURN_MS = 50.0
DICE_A_MATCH = 1000  # more than a match has turns
WARM_UP = 20  # iterations before the first line
SAMPLE = (".....#....#...#...............", "312312312312", "UDLR", "DRUDLLURUDDR")


class Player(ABC):
    """Reads, has its search think, and plays the action that was tried most.

    chunk: iterations between looks at the clock.
    """

    turn_ms = TURN_MS
    chunk = 1

    def __init__(self, engines: Engines, first_ms: float, margin_ms: float) -> None:
        self.engines = engines
        self.first_ms = first_ms
        self.margin_ms = margin_ms
        self.seed = 0
        self.own = 0  # index of the own player
        self.turn = 0
        self.match = Match()
        self.engine: Engine = engines.python  # of the last search
        self.search_ms = 0.0

    @abstractmethod
    def begin(self, engine: Engine, deadline: Deadline) -> None:
        """Starts a search from the match in an engine that holds new dice."""

    @abstractmethod
    def think(self, engine: Engine, count: int) -> None:
        """`count` iterations more."""

    @abstractmethod
    def moves(self, player: int) -> list[tuple[int, int, float]]:
        """A player's (action, visits, mean score), most visited first."""

    def prepare(self, seed: int) -> None:
        self.seed = seed
        for game in range(GAMES):  # a made-up match, to fill all caches
            protocol.put_run(self.match, game, SAMPLE[game], [0, 0, 0, 0, 0, 0, 15])
        self.search(Deadline(TURN_MS, 0.0, iterations=WARM_UP))
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

    def search(self, deadline: Deadline) -> None:
        """Searches until the deadline; the engine holds what was found."""
        engine = self.engine = self.engines.current(deadline)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.match.turn))
        self.begin(engine, deadline)
        for count in deadline.chunks(self.chunk * engine.pace):
            self.think(engine, count)
        self.search_ms = deadline.search_ms

    def fallback(self) -> list[str]:
        """The goal of diving."""
        return [WORDS[self.match.runs[DIVING].code & 3]]

    def stats(self) -> Mapping[str, Value]:
        names = ("iterations", "states", "nodes", "side_nodes", "ucb_picks")
        told = {name: round(self.engine.read(f"forest.{name}")) for name in names}
        return {
            "iterations": told["iterations"],
            "simulated_turns": told["states"],
            "nodes": told["nodes"] + told["side_nodes"],
            "side_nodes": told["side_nodes"],
            "evaluations": told["iterations"],
            "ucb": told["ucb_picks"],
            "depth": round(told["states"] / max(1, told["iterations"])),
            "search_ms": round(self.search_ms, 3),
            "engine": self.engine.name,
        }

    def explain(self) -> str:
        units = []
        for player in range(len(self.match.is_out)):
            rows = self.moves(player)
            moves = [{"move": WORDS[row[0]], "visits": row[1], "value": row[2]} for row in rows]
            line = [moves[0]["move"]] if moves else []
            units.append({"unit": player, "moves": moves, "line": line})
        return json.dumps({"turn": self.turn - 1, "units": units})
