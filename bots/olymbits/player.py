"""A player of Olymbits around a search: reads lines, tracks the match, writes one word."""

import json
from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from bots.olymbits import protocol
from bots.olymbits.minigames import ACTIONS, PLAYERS
from bots.olymbits.protocol import WORDS
from bots.olymbits.rules import DIVING, Match
from common.clock import Deadline
from common.engine import Engine, Engines
from common.loop import Searcher, Stat
from common.rng import make_dice
from common.stdio import LineReader

DICE_A_MATCH = 1000  # more than a match has turns
SAMPLE = (".....#....#...#...............", "312312312312", "UDLR", "DRUDLLURUDDR")  # to warm up


class Player(Searcher[Any]):
    """Plays the most visited action of its search. think: the search's kernel"""

    turn_ms = 50.0

    def __init__(self, params: Any, engines: Engines[Any], think: Callable[..., object]) -> None:
        super().__init__(params, engines)
        self.think = think
        self.own = 0  # index of the own player
        self.turn = 0
        self.match = Match()
        for game, word in enumerate(SAMPLE):
            protocol.put_run(self.match, game, word, [0, 0, 0, 0, 0, 0, 15])

    @abstractmethod
    def begin(self, engine: Engine[Any], deadline: Deadline) -> None:
        """Starts a search in an engine that holds new dice."""

    @abstractmethod
    def tried(self, player: int, action: int) -> tuple[int, float]:
        """Returns the visits of a player's action at its root, and the sum of the scores."""

    def read_start(self, reader: LineReader) -> None:
        self.own = protocol.read_start(reader)

    def read_turn(self, reader: LineReader) -> None:
        self.match.turn = self.turn
        self.turn += 1
        protocol.read_turn(reader, self.match)

    def answer(self, deadline: Deadline) -> list[str]:
        engine = self.engine = self.engines.current(deadline)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + self.match.turn))
        self.begin(engine, deadline)
        self.search(self.think, deadline)
        moves = self.moves(self.own)
        return [WORDS[moves[0][0]]] if moves else self.fallback()

    def moves(self, player: int) -> list[tuple[int, int, float]]:
        """Returns a player's (action, visits, mean score), most visited first."""
        rows = []
        for action in range(ACTIONS):
            visits, total = self.tried(player, action)
            if visits:
                rows.append((action, visits, total / visits))
        return sorted(rows, key=lambda row: (-row[1], -row[2]))

    def fallback(self) -> list[str]:
        """Returns the action that diving needs now."""
        return [WORDS[self.match.runs[DIVING].code & 3]]

    def stats(self) -> Mapping[str, Stat]:
        forest = self.engine.memory.forest
        counts = {
            "iterations": forest.iterations,
            "simulated_turns": forest.states,
            "nodes": forest.nodes,
            "side_nodes": forest.side_nodes,
            "evaluations": forest.iterations,
            "ucb": forest.ucb_picks,
            "depth": forest.states // max(1, forest.iterations),
        }
        return self.timed(counts)

    def lines(self) -> list[list[str]]:
        """Returns, by player, the words of its expected actions."""
        return [[WORDS[row[0]] for row in self.moves(player)[:1]] for player in range(PLAYERS)]

    def explain(self) -> str:
        units = []
        for player, line in enumerate(self.lines()):
            rows = self.moves(player)
            moves = [{"move": WORDS[row[0]], "visits": row[1], "value": row[2]} for row in rows]
            units.append({"unit": player, "moves": moves, "line": line})
        return json.dumps({"turn": self.turn - 1, "units": units})
