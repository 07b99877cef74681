"""The Barrage Stratego bot: tracks its knowledge, searches with MCTS, writes a move."""

import json
import os
import sys
from collections.abc import Mapping
from time import perf_counter, time_ns
from typing import TextIO

from bots.stratego import protocol
from bots.stratego.known import View, deal
from bots.stratego.params import Params
from bots.stratego.rules import (
    AREA,
    EACH,
    MAX_MOVES,
    PIECES,
    UNKNOWN,
    Game,
    list_moves,
    place_of,
    put,
)
from bots.stratego.search import ENTRIES, Memory, Setting, begin, think
from bots.stratego.setup import BOTZILLA, choose_setup, placed
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign
from common.loop import Searcher, Stat, run
from common.native import Compiled
from common.rng import make_dice
from common.search.mcts_hidden import children, counts, describe
from common.stdio import LineReader, UnreadableInput, report, write_lines

READY_S = 2.4  # after which C is waited for for 1 s more at most: bot-start has 5 s
DICE_A_MATCH = 10_000  # more than a match has turns
DEALS = 50  # from which the beliefs are counted
NO_LIMIT = 1 << 40  # turns: the official limit is not known


class StrategoBot(Searcher[Memory]):
    """Plays the seat in the first line. sink: the output for lines before the first turn"""

    chunk = 8

    def __init__(
        self, params: Params, engines: Engines[Memory], sink: TextIO | None = None
    ) -> None:
        super().__init__(params, engines)
        self.params = params
        self.turn_ms = params.turn_ms
        self.sink = sink or sys.stdout
        self.parser = protocol.Parser()
        self.view = View(0)
        self.is_ours = False  # the view's position is one in which we move

    def prepare(self, seed: int) -> None:
        for player in (0, 1):  # the start as Red sees it
            for index, (rank, cell) in enumerate(placed(BOTZILLA, player, False)):
                put(self.view.game, player * EACH + index, UNKNOWN if player else rank, cell)
        super().prepare(seed)
        # A turn that begins in READY_S waits for C until then; the first real one may wait too.
        self.engines.current(Deadline(1000.0, 0.0, perf_counter() + READY_S))
        write_lines([protocol.START], self.sink)

    def read_start(self, reader: LineReader) -> None:
        you = self.parser.parse_init(reader.line(), reader.number)
        # Without a given seed every match has another setup.
        seed = self.seed if "BOTSMITH_SEED" in os.environ else time_ns()
        pieces = choose_setup(seed, you)
        self.view = View(you)
        write_lines([protocol.format_setup(pieces)], self.sink)
        reader.begin_turn()

    def read_turn(self, reader: LineReader) -> None:
        """Reads lines up to the own turn, which begins with its own line."""
        while True:
            line = reader.line()
            try:
                turn = self.parser.parse_state(line, reader.number)
            except UnreadableInput as error:
                if self.is_ours or not self.view.is_begun:
                    raise
                # The echo of our own move: nobody waits for an answer.
                report(f"unreadable input, skipped: {error}")
                self.is_ours = True
                reader.begin_turn()
                continue
            trouble = self.view.observe(turn)
            if trouble:
                report(f"line {reader.number}: {trouble}")
            self.is_ours = turn.active == self.view.you
            if self.is_ours:
                return
            self.is_ours = True  # the next line will be
            reader.begin_turn()

    def answer(self, deadline: Deadline) -> list[str]:
        game, setting = self.view.game, Setting()
        setting.you = self.view.you
        setting.since = game.turn
        assign(setting.params, self.params)
        setting.belief.weight[:] = [part**self.params.trust for part in self.view.weights]
        game.max_turns = NO_LIMIT
        engine = self.engine = self.engines.current(deadline)
        engine.load("start", game)
        engine.load("setting", setting)
        engine.load("dice", make_dice(self.seed * DICE_A_MATCH + game.turn))
        engine.call(begin)
        found = children(self.search(think, deadline).tree, 0)
        if not found:
            return self.fallback()
        if self.params.is_greedy:  # whose visits are random in part
            found.sort(key=lambda row: -row[2])
        return self._commit(found[0][0])

    def fallback(self) -> list[str]:
        """Plays the first legal move toward the rival's side that attacks no piece, else any legal
        one.

        Raises UnreadableInput if no legal move is known.
        """
        game = self.view.game
        game.to_move = self.view.you
        moves = [0] * MAX_MOVES
        legal = moves[: list_moves(game, moves)]
        if not legal:
            raise UnreadableInput("no legal move is known")
        forward = 1 - 2 * self.view.you
        quiet = [move for move in legal if game.board[move % AREA] == 0]
        return self._commit(max(quiet or legal, key=lambda move: forward * (move % AREA)))

    def _commit(self, move: int) -> list[str]:
        self.is_ours = False
        return [protocol.format_move(self.view.game.cell[move // AREA], move % AREA)]

    def stats(self) -> Mapping[str, Stat]:
        return self.timed(counts(self.engine.memory.tree))

    def explain(self) -> str:
        game = self.view.game
        found = describe(self.engine.memory.tree, lambda move: name_move(game, move))
        units = [{"unit": 0, **found}]
        return json.dumps({"turn": game.turn, "beliefs": self.beliefs(), "units": units})

    def beliefs(self) -> dict[str, str]:
        """Returns, by cell of each hidden rival piece, its likeliest rank with its percentage."""
        game, setting, world = self.view.game, self.engine.memory.setting, Game()
        hidden = [at for at in range(PIECES) if game.rank[at] == UNKNOWN and game.cell[at]]
        dealt: dict[int, list[int]] = {piece: [] for piece in hidden}
        dice = make_dice(game.turn)
        for _ in range(DEALS):
            assign(world, game)
            deal(world, setting.belief, dice)
            for piece in hidden:
                dealt[piece].append(world.rank[piece])
        names = {}
        for piece, ranks in dealt.items():
            rank = max(sorted(set(ranks)), key=ranks.count)
            x, y = place_of(game.cell[piece])
            names[f"{x},{y}"] = f"{protocol.NAMES[rank]} {100 * ranks.count(rank) // DEALS} %"
        return names


def name_move(game: Game, move: int) -> str:
    """Returns a move in words: the piece's rank, its cell at the root, its target."""
    piece, target = divmod(move, AREA)
    places = "".join(f" {x},{y}" for x, y in map(place_of, (game.cell[piece], target)))
    return f"{protocol.NAMES[game.rank[piece]]}{places}"


def main() -> None:
    """Plays on stdin and stdout."""
    run(StrategoBot(Params(), Compiled(Memory, ENTRIES, ["-O1"])))
