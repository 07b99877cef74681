"""The referee of Barrage Stratego. Rules and protocol are the bot's own modules.

The official runner is not public. For its unknown behaviour docs/games/stratego.md names the policy
chosen here; if the choice matters it is a switch of `config`.
"""

from functools import partial
from json import loads
from typing import Any

from bots.stratego import rules
from bots.stratego.protocol import NAMES, START, compact
from bots.stratego.rules import Game
from botsmith.errors import BadInput
from botsmith.referees.answers import InvalidAnswer
from botsmith.referees.base import Case, Limits, Lines, Match, Question, Referee, Result, Turn
from contests.stratego import cases as stratego_cases, lines as stratego_lines

READY_MS = 5000.0  # the time for bot-start
SETUP_MS = 1000.0
SHUTTLES = 3  # moves in a row of one piece between two cells; two_squares forbids a fourth
SWITCHES: dict[str, Any] = {
    "board_reveals_known_ranks": False,
    "two_squares": False,
    "max_turns": 1000,
    "full_messages": True,
}


class StrategoReferee(Referee):
    """The referee of one match. Both players read every turn; only the player to move answers."""

    game = "stratego"
    player_counts = (rules.PLAYERS,)
    limits = Limits(first_ms=1000.0, turn_ms=1000.0)
    score_parts = ("pieces",)
    margin = "pieces"

    def __init__(self, config: dict[str, Any], players: int | None = None) -> None:
        """Raises BadInput for a switch of a wrong type or range."""
        super().__init__({**SWITCHES, **config}, players)
        for key, default in SWITCHES.items():
            self.value(key, type(default))
        if not 1 <= self.config["max_turns"] < 1 << 40:
            raise self.refuse(f"max_turns above 0, got {self.config['max_turns']}")
        self.orders = [[NAMES[rank] for rank in rules.SUPPLY] for _ in range(rules.PLAYERS)]
        self.reveals = bool(self.config["board_reveals_known_ranks"])
        self.position: Game = stratego_lines.make_game([])
        self.is_open = False  # the setups were taken
        self.last_news: dict[str, Any] = stratego_lines.news(self.position, None, None)
        # By player: the moves in a row that took one piece to and fro between two cells.
        self._shuttle: list[list[tuple[int, int, int]]] = [[] for _ in range(rules.PLAYERS)]
        self.end = ""
        self.winner = rules.DRAW
        self._before: dict[str, Any] | None = None  # the state before the last turn's move

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "StrategoReferee":
        """Returns a match. The seed is only a label, because players choose their own setups."""
        return cls({}, players)

    @property
    def over(self) -> bool:
        return self.end != ""

    def opening(self, seat: int) -> list[Question]:
        return [Question([], 1, READY_MS), Question(self.init_inputs(seat), 1, SETUP_MS)]

    def open(self, outputs: dict[int, Lines]) -> None:
        """Reads bot-start and the setup of each seat; a seat without them loses."""
        pieces: list[tuple[int, int, int]] = []
        for seat in range(rules.PLAYERS):
            lines = outputs.get(seat, [])
            read = partial(self._read_setup, seat, "".join(lines[:1]))
            pieces += self.judge(seat, lines[1:], read) or []
        if self.out:
            first_out = min(self.out)
            self.end = "invalid setup" if self.out[first_out] else "timeout"
            self.winner = 1 - first_out if len(self.out) == 1 else rules.DRAW
            return
        self.position = stratego_lines.make_game(pieces)
        self.position.max_turns = self.config["max_turns"]
        self.is_open = True

    def _read_setup(self, seat: int, ready: str, line: str) -> list[tuple[int, int, int]]:
        """Returns (seat, rank, cell) of each piece. Raises InvalidAnswer for a wrong setup. ready:
        the line before.
        """
        if ready.strip() != START:
            raise InvalidAnswer(f"expected {START}, got {ready[:60]!r}")
        return [(seat, rank, cell) for rank, cell in stratego_lines.parse_setup(line, seat)]

    def seats(self) -> list[int]:
        return [self.position.to_move]

    def listeners(self) -> list[int]:
        return [1 - self.position.to_move]

    def init_inputs(self, seat: int) -> Lines:
        return [compact({"You": seat, "AvailablePieces": self.orders[seat]})]

    def inputs(self, seat: int) -> Lines:
        return [stratego_lines.format_state(self.position, seat, self.reveals, self.last_news)]

    def apply(self, outputs: dict[int, Lines]) -> None:
        self.expect_over(False)
        game = self.position
        seat = game.to_move
        self._before = None
        move = self.judge(seat, outputs[seat], self._read_move)
        if move is None:
            self.end = "invalid move" if self.out[seat] else "timeout"
            self.winner = 1 - seat
            return
        count = len(self._allowed())
        self._before = {"pieces": stratego_lines.listed(game), "legal_moves": count}
        shuttle = self._shuttle[seat]
        piece, start, target = self._track(move)
        if not shuttle or shuttle[-1] != (piece, target, start):
            shuttle.clear()
        shuttle.append((piece, start, target))
        last_move = stratego_lines.describe_move(game, move)
        battle_result = stratego_lines.describe_battle(game, move)
        rules.play(game, move)
        self.last_news = stratego_lines.news(game, last_move, battle_result)
        if not game.end and not self._allowed():
            game.end, game.winner = rules.BLOCKED, 1 - game.to_move
        self.end, self.winner = stratego_lines.END_WORDS[game.end], game.winner

    def _read_move(self, line: str) -> int:
        """Returns a line as a move that is allowed. Raises InvalidAnswer for any other line."""
        move = stratego_lines.parse_move(line, self.position)
        if move not in self._allowed():
            raise InvalidAnswer("a fourth move in a row between two squares")
        return move

    def _allowed(self) -> list[int]:
        """Returns the legal moves, less the one that the two-squares rule forbids, if it is in
        force.
        """
        shuttle = self._shuttle[self.position.to_move]
        is_full = self.config["two_squares"] and len(shuttle) == SHUTTLES
        moves = stratego_lines.legal_moves(self.position)
        return [move for move in moves if not (is_full and self._track(move) in shuttle[-2:])]

    def _track(self, move: int) -> tuple[int, int, int]:
        """Returns piece, start and target of a move that is not played yet."""
        piece, target = divmod(move, rules.AREA)
        return piece, self.position.cell[piece], target

    @classmethod
    def parts_of(cls, config: dict[str, Any], state: Any) -> dict[str, list[float]]:
        """Returns the number of pieces that each player has left."""
        owners = [piece[0] for piece in state["pieces"]]
        return {"pieces": [float(owners.count(seat)) for seat in range(rules.PLAYERS)]}

    def state(self) -> Any:
        return self._before

    def closing(self, seat: int) -> Lines:
        return self.inputs(seat) if self.is_open else []

    def final(self) -> dict[str, Any]:
        """Returns two entries: `final`, the last state as each player knows it, and `final_pieces`,
        the true state.
        """
        if not self.is_open:
            return {}
        is_full = self.config["full_messages"]
        key, read = ("in", self.inputs) if is_full else ("in_compact", self._compact)
        last = {key: {str(seat): read(seat) for seat in range(rules.PLAYERS)}}
        return {"final": last, "final_pieces": stratego_lines.listed(self.position)}

    def _compact(self, seat: int) -> Any:
        """Returns the short form of a GameState in the golden records: pieces are [x, y, owner,
        rank].
        """
        game, pieces = self.position, []
        for one in stratego_lines.living(game):
            rank = stratego_lines.seen_rank(game, one, seat, self.reveals)
            pieces.append([*rules.place_of(game.cell[one]), one // rules.EACH, rank])
        return {**self.last_news, "pieces": pieces}

    def result(self) -> Result:
        self.expect_over(True)
        if self.winner == rules.DRAW:
            return Result([0.0, 0.0], [1, 1], self.end)
        return Result.of([seat == self.winner for seat in range(rules.PLAYERS)], self.end)

    @classmethod
    def rebuild(cls, match: Match) -> dict[str, Referee]:
        """Returns one referee, from `config`, with the record's order of AvailablePieces. Raises
        BadInput if the record has none.
        """
        referee = cls.from_config(match.config, match.seed, match.players)
        for seat in range(rules.PLAYERS):
            try:
                order = [*map(str, loads(match.init_inputs[seat][0])["AvailablePieces"])]
            except (KeyError, IndexError, TypeError, ValueError):
                expected = "expected a GameInit line for each seat"
                raise BadInput(f"stratego init_in: {expected}") from None
            if sorted(order) == sorted(referee.orders[seat]):
                referee.orders[seat] = order
        return {"config": referee}

    def recorded_inputs(self, turn: Turn) -> dict[int, Any]:
        short = turn.extra.get("in_compact")
        if short is None:
            return dict(turn.inputs)
        if not isinstance(short, dict) or not all(map(str.isdecimal, short)):
            raise BadInput("expected 'in_compact' as an object of seats")
        return {int(seat): pieces for seat, pieces in short.items()}

    def comparable_inputs(self, seat: int, turn: Turn) -> Any:
        return self._compact(seat) if "in_compact" in turn.extra else self.inputs(seat)

    @classmethod
    def cases(cls, value: Any) -> list[Case]:
        return [stratego_cases.check(value)]
