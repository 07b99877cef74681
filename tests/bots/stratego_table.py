"""Positions of Barrage Stratego for tests: set up by hand, seen by a player, played on."""

import io
import json
from collections import deque
from functools import cache
from pathlib import Path
from typing import Any

from bots.stratego.bot import StrategoBot
from bots.stratego.params import Params
from bots.stratego.protocol import Parser
from bots.stratego.rules import (
    AREA,
    EACH,
    EMPTY,
    FLAG,
    PIECES,
    STEPS,
    WALL,
    Game,
    battle,
    cell_at,
    play,
)
from bots.stratego.search import ENTRIES, Memory
from botsmith.compiler.compile import native_engine
from common.clock import Deadline
from common.engine import Engine, Engines
from contests.stratego.lines import (
    RANK_OF,
    describe_battle,
    describe_move,
    format_state,
    legal_moves,
    make_game,
    news,
    parse_move,
)

SITUATIONS = Path(__file__).parents[1] / "data" / "stratego" / "situations.jsonl"


def situations(*kinds: str) -> list[dict[str, Any]]:
    """The situations of these kinds."""
    rows = [json.loads(line) for line in SITUATIONS.read_text(encoding="ascii").splitlines()]
    return [row for row in rows if row["kind"] in kinds]


def game_of(pieces: list[list[Any]], active: int = 0) -> Game:
    """The position of [owner, rank's name, x, y]."""
    game = make_game([(owner, RANK_OF[name], cell_at(x, y)) for owner, name, x, y in pieces])
    game.to_move = active
    return game


class InC(Engines[Memory]):
    """The bot's kernels in C, from the first turn on."""

    def __init__(self, engine: Engine[Memory]) -> None:
        super().__init__(Memory, ENTRIES)
        self.engine = engine

    def current(self, deadline: Deadline) -> Engine[Memory]:
        return self.engine


@cache
def engine_in_c() -> Engine[Memory]:
    """The kernels compiled once, by the flags of the bot."""
    return native_engine(Memory, ENTRIES, "-O1")


class Table:
    """A game from a situation on: a bot in one seat, its input, and moves for both."""

    def __init__(self, situation: dict[str, Any], seed: int, engines: Engines[Memory]) -> None:
        self.game = game_of(situation["pieces"], situation["you"])
        self.you = situation["you"]
        self.bot = StrategoBot(Params(), engines, io.StringIO())
        self.bot.seed = seed
        self.bot.view.you = self.you
        self.parser = Parser()
        self.tell(None, None)
        view = self.bot.view.game
        for x, y in situation["known"]:
            piece = self.game.board[cell_at(x, y)] - 1
            self.game.is_shown[piece] = True
            seen = view.board[cell_at(x, y)] - 1
            view.rank[seen] = self.game.rank[piece]
            view.is_shown[seen] = True
        for x, y in situation["moved"]:
            view.has_moved[view.board[cell_at(x, y)] - 1] = True
        self._bury_the_dead()

    def _bury_the_dead(self) -> None:
        """What is not on the board has fallen in battle, so its rank is known."""
        left = list(RANK_OF.values()) + [RANK_OF["Scout"]]
        rival = range((1 - self.you) * EACH, (1 - self.you) * EACH + EACH)
        for piece in rival:
            if self.game.cell[piece]:
                left.remove(self.game.rank[piece])
        view = self.bot.view.game
        for piece in rival:
            if not view.cell[piece]:
                view.rank[piece] = left.pop()

    def tell(self, last: Any, fight: Any) -> None:
        """Sends the bot the state."""
        line = format_state(self.game, self.you, False, news(self.game, last, fight))
        trouble = self.bot.view.observe(self.parser.parse_state(line, 1))
        assert trouble == ""

    def play(self, move: int) -> None:
        last, fight = describe_move(self.game, move), describe_battle(self.game, move)
        play(self.game, move)
        self.tell(last, fight)

    def bot_move(self, iterations: int) -> int:
        """What the bot answers."""
        (line,) = self.bot.answer(Deadline(500.0, 0.0, iterations=iterations))
        move = parse_move(line, self.game)
        assert move in legal_moves(self.game)
        return move


def walk_on(game: Game, attacker: int) -> int:
    """The next move of an attacker on its shortest way to the flag; through whoever it beats."""
    flag = next(
        game.cell[p]
        for p in range(PIECES)
        if game.rank[p] == FLAG and p // EACH != attacker // EACH
    )
    steps = {flag: 0}
    queue = deque([flag])
    while queue:
        cell = queue.popleft()
        for step in STEPS:
            near = cell + step
            if near not in steps and may_enter(game, attacker, near):
                steps[near] = steps[cell] + 1
                queue.append(near)
    start = game.cell[attacker]
    ways = [start + step for step in STEPS if start + step in steps]
    free = [start + step for step in STEPS if may_enter(game, attacker, start + step)]
    targets = sorted(ways, key=lambda cell: steps[cell]) or free
    return attacker * AREA + targets[0] if targets else -1


def may_enter(game: Game, attacker: int, cell: int) -> bool:
    there = game.board[cell]
    if there in (EMPTY, WALL):
        return there == EMPTY
    is_own = (there - 1) // EACH == attacker // EACH
    return not is_own and battle(game.rank[attacker], game.rank[there - 1]) == 1
