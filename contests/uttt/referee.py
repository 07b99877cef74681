"""The referee of ultimate tic-tac-toe. The rules are the bot's own module; league 1 is one small
board.
"""

import re
from typing import Any

from bots.uttt.protocol import to_cell, to_place
from bots.uttt.rules import BOARDS, State, legal_cells, play
from bots.uttt.tables import HAS_LINE
from botsmith.errors import BadInput
from botsmith.referees.answers import InvalidAnswer
from botsmith.referees.base import GIVEN, Limits, Lines, Match, Referee, Result, with_count
from botsmith.referees.java_random import JavaRandom

PLAYERS = 2
LINE_SCORE = 10
LOST_SCORE = -1
NO_PLACE = (-1, -1)  # the first player's input has it in place of the rival's last move
LEAGUES = PLAIN, ULTIMATE = (1, 2)
FIRST_MS, TURN_MS = 1000, 100
# One digit twice, each with an optional minus; then nothing, or blanks and a message. Blanks are
# Java's, and a message ends where Java sees the end of a line. Whatever is after the last such end
# among the blanks, or after the first blank, is the message: said so, a line is read in one pass.
BLANK = r"[ \t\n\x0b\f\r]"
MESSAGE = rf"(?:{BLANK}*[\n\r]|{BLANK})[^\n\r\x85\u2028\u2029]+"
OUTPUT = re.compile(rf"(-?[0-9]){BLANK}+(-?[0-9])({MESSAGE})?")

Place = tuple[int, int]


class UtttReferee(Referee):
    """The referee of one match. Player 0 begins; only the player to move reads and answers.

    position: the nine boards; in league 1 only the first one is open
    """

    game = "uttt"
    openings = GIVEN
    player_counts = (PLAYERS,)
    limits = Limits(first_ms=FIRST_MS, turn_ms=TURN_MS)
    compares_end = True

    def __init__(self, config: dict[str, Any], seed: int, players: int) -> None:
        super().__init__(config, players)
        self.random = JavaRandom(seed)
        self.is_plain = config["league"] == PLAIN
        self.position = State()
        if self.is_plain:
            self.position.open = 1
        self.turn = 0
        self.last: Place = NO_PLACE
        self.scores = [0] * PLAYERS
        self.end = ""
        self.has_timed_out = False  # the last turn's player did
        self._list_places()

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "UtttReferee":
        """Returns a match of league 2. The seed only decides the order in which legal cells are
        listed.
        """
        return cls.from_config({"league": ULTIMATE}, str(seed), players or PLAYERS)

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> "UtttReferee":
        """Returns a match of the league in `config`; the seed decides the order of the cells.
        Raises BadInput for a league other than 1 and 2, and for a seed that is no whole number.
        """
        league = config.get("league")
        if league not in LEAGUES:
            raise BadInput(f"uttt config: expected league 1 or 2, got {league!r}")
        try:
            return cls(config, int(seed), players)
        except ValueError:
            raise BadInput(f"uttt: expected a whole number as seed, got {seed!r}") from None

    @classmethod
    def rebuild(cls, match: Match) -> dict[str, Referee]:
        """Returns one referee, from the seed and the league in `config`."""
        return {"seed": cls.from_config(match.config, match.seed, match.players)}

    @property
    def over(self) -> bool:
        return bool(self.end)

    @property
    def player(self) -> int:
        """Returns the player to move."""
        return self.turn % PLAYERS

    def owned(self, player: int) -> int:
        """Returns the mask of the boards that a player has won; in league 1 of its squares."""
        position = self.position
        return position.marks[player * BOARDS] if self.is_plain else position.won[player]

    def has_line(self, player: int) -> bool:
        """Returns True if a player has three boards in line; in league 1 three squares."""
        return HAS_LINE[self.owned(player)]

    def seats(self) -> list[int]:
        return [] if self.over else [self.player]

    def init_inputs(self, seat: int) -> Lines:
        return []

    def inputs(self, seat: int) -> Lines:
        if self.over or seat != self.player:
            return []
        last, *places = [f"{row} {column}" for row, column in [self.last, *self.places]]
        return [last, *with_count(places)]

    def apply(self, outputs: dict[int, Lines]) -> None:
        self.expect_over(False)
        player = self.player
        lines = outputs.get(player, [])
        self.has_timed_out = not lines
        self.turn += 1
        place = self.judge(player, lines, self._read_place)
        if place is None:
            self.scores[player] = LOST_SCORE
            self.end = self.out[player].partition(":")[0] or "timeout"
            return
        play(self.position, to_cell(*place))
        self.last = place
        boards = self.position.won[player].bit_count()
        self.scores[player] = LINE_SCORE if self.has_line(player) else boards
        self._list_places()
        if self.has_line(player):
            self.end = "three aligned"
        elif not self.places:
            self.end = "no valid action left"

    def _read_place(self, line: str) -> Place:
        """Returns a line as a legal place. Raises InvalidAnswer for any other line."""
        match = OUTPUT.fullmatch(line)
        if match is None:
            raise InvalidAnswer(f"invalid output: {line[:60]!r}")
        place = (int(match[1]), int(match[2]))
        if place not in self.places:
            raise InvalidAnswer(f"invalid action: {line[:60]!r}{self._why_illegal(place)}")
        return place

    def _list_places(self) -> None:
        """Lists the legal places, shuffled as the official referee does."""
        self.places = [to_place(cell) for cell in legal_cells(self.position)]
        self.random.shuffle(self.places)

    def _why_illegal(self, place: Place) -> str:
        """Returns a sentence that says why a place is not legal."""
        boards = {(row // 3, column // 3) for row, column in self.places}
        row, column = place
        if (column, row) in self.places:
            return f", where '{column} {row}' is legal: the row comes first"
        if (row // 3, column // 3) in boards:
            return ", a cell that is taken or not there"
        if len(boards) == 1:
            ((down, right),) = boards
            here = f"rows {3 * down}..{3 * down + 2}, columns {3 * right}..{3 * right + 2}"
            return f", outside of the board to play in: {here}"
        return ", in a board that is closed or not there"

    def state(self) -> Any:
        """Returns the last turn's time limit in ms, and `timed_out`: True if a player exceeded
        it.
        """
        is_first = self.turn <= PLAYERS
        state: dict[str, Any] = {"time_limit_ms": FIRST_MS if is_first else TURN_MS}
        if self.has_timed_out:
            state["timed_out"] = True
        return state

    def is_same_state(self, expected: Any, got: Any) -> bool:
        """Returns True if the states agree, apart from texts for the viewer. Raises BadInput for a
        wrong recorded state.
        """
        if not isinstance(expected, dict):
            raise BadInput(f"uttt state: expected time_limit_ms, got {expected!r}")
        limits = {key: expected[key] for key in ("time_limit_ms", "timed_out") if key in expected}
        return bool(limits == got)

    def result(self) -> Result:
        self.expect_over(True)
        return Result.of(self.scores, self.end)
