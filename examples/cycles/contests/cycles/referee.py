"""Referees matches of Cycles, by the bot's own module of rules."""

from collections.abc import Sequence
from typing import Any, ClassVar

from bots.cycles.protocol import ORDERS
from bots.cycles.rules import (
    CELLS,
    PLAYERS,
    WIDTH,
    end_turn,
    fall,
    has_ended,
    make_state,
    play,
)
from botsmith.errors import BadInput
from botsmith.referees.base import Limits, Lines, Referee, Result, ranks_of
from botsmith.referees.java_random import JavaRandom
from contests.cycles.lines import player_line, start_lines, turn_lines

ANSWERS = [form for form, _ in ORDERS]


class CyclesReferee(Referee):
    """Plays one match. A wrong or missing answer puts a player out, as a crash does."""

    game = "cycles"
    player_counts: ClassVar[Sequence[int]] = tuple(range(2, PLAYERS + 1))
    limits = Limits(first_ms=1000.0, turn_ms=100.0)

    def __init__(self, config: dict[str, Any], seed: str, players: int) -> None:
        super().__init__(config, players)
        self.now = make_state(players, config["starts"])

    @classmethod
    def from_seed(cls, seed: int, players: int | None = None) -> "CyclesReferee":
        """Returns a match. What the seed decides stands in the config, which a record stores."""
        dice = JavaRandom(seed)
        starts: list[int] = []
        while len(starts) < (players or 2):
            cell = dice.next_int(CELLS)
            starts += [cell] if cell not in starts else []
        return cls.from_config({"starts": starts}, str(seed), players or 2)

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> "CyclesReferee":
        if not seed.removeprefix("-").isdecimal():
            raise BadInput(f"cycles: expected a whole number as seed, got {seed[:60]!r}")
        starts = config.get("starts")
        cells = starts if isinstance(starts, list) else []
        is_fit = [type(cell) for cell in cells] == [int] * players
        if not is_fit or len({*cells} & {*range(CELLS)}) != players:
            raise cls.refuse(f"starts, {players} cells, got {starts!r:.60}")
        return cls(config, seed, players)

    @property
    def over(self) -> bool:
        return has_ended(self.now)

    def seats(self) -> list[int]:
        return [] if self.over else [self.now.player]

    def init_inputs(self, seat: int) -> Lines:
        return start_lines()

    def inputs(self, seat: int) -> Lines:
        rows = []
        for player, start in enumerate(self.config["starts"]):
            head = self.now.head[player]
            places = (start % WIDTH, start // WIDTH, head % WIDTH, head // WIDTH)
            rows.append(player_line(*(-1, -1, -1, -1) if self.now.is_out[player] else places))
        return turn_lines(me=seat, players=rows)

    def reply_lines(self, seat: int) -> int:
        return 1

    def apply(self, outputs: dict[int, Lines]) -> None:
        self.expect_over(False)
        seat = self.now.player
        answer = "\n".join(outputs.get(seat, []))
        if answer in ANSWERS:
            play(self.now, ANSWERS.index(answer))
        else:
            self.put_out(seat, outputs.get(seat, []))
            end_turn(self.now)

    def put_out(self, seat: int, lines: Lines) -> None:
        """Puts a seat out that has answered nothing, or something else than it may."""
        fall(self.now, seat)
        shown = " / ".join(lines)[:60]
        self.out[seat] = f"expected one of {ANSWERS[:9]}, got {shown!r}" if lines else ""

    def state(self) -> Any:
        state = self.now
        return {"heads": state.head[: self.players], "fell": state.fell[: self.players]}

    def result(self) -> Result:
        self.expect_over(True)
        fell = self.now.fell[: self.players]
        ranks = ranks_of(fell)
        return Result([float(self.players - rank) for rank in ranks], ranks, "last rider")
