"""The referee of SnakeByte. The rules are the bot's own module."""

from collections.abc import Sequence
from typing import Any, ClassVar

from bots.snakebyte import rules
from bots.snakebyte.protocol import Place, fault, lay, put
from bots.snakebyte.rules import PLAYERS, count_parts
from botsmith.errors import BadInput
from botsmith.referees.base import Limits, Lines, Match, Referee, Result
from botsmith.referees.sha1prng import Sha1Prng
from contests.snakebyte.lines import body, read_orders, start_lines, turn_lines
from contests.snakebyte.maps import generate

LEAGUE = 4  # legend


class SnakebyteReferee(Referee):
    """One match. A bad or missing answer puts a player out, and the turn is the last one."""

    game = "snakebyte"
    player_counts: ClassVar[Sequence[int]] = (PLAYERS,)
    limits = Limits(first_ms=1000.0, turn_ms=50.0)

    def __init__(self, config: dict[str, Any], seed: str, players: int) -> None:
        self.config = config
        self.players = players
        self.rows, self.sources, bodies = parse(config)
        self.each = len(bodies) // PLAYERS
        self.board, self.now = rules.Board(), rules.State()
        lay(self.board, self.rows, self.each)
        put(self.board, self.now, self.sources, dict(enumerate(bodies)))
        rules.enter(self.board, self.now)
        self.out: dict[int, str] = {}  # why, by seat; "" for no answer

    @classmethod
    def from_seed(
        cls, seed: int, players: int | None = None, league: int = LEAGUE
    ) -> "SnakebyteReferee":
        """Returns a match on the map that the site makes of the seed."""
        dice = Sha1Prng(seed)
        made = generate(dice, league)
        config = {
            "league": league,
            "width": made.width,
            "height": made.height,
            "rows": ["".join(".#"[is_wall] for is_wall in row) for row in made.walls],
            "apples": [list(place) for place in made.sources],
            "snakes": [
                [[list(place) for place in start] for start in made.starts],
                [[list(made.mirror(place)) for place in start] for start in made.starts],
            ],
            "draw_after": dice.next_int32(),
        }
        return cls.from_config(config, str(seed), players or PLAYERS)

    @classmethod
    def from_config(cls, config: dict[str, Any], seed: str, players: int) -> "SnakebyteReferee":
        if players not in cls.player_counts:
            raise BadInput(f"snakebyte is played by {PLAYERS} bots, not {players}")
        if not seed.removeprefix("-").isdecimal():
            raise BadInput(f"snakebyte: expected a whole number as seed, got {seed[:60]!r}")
        return cls(config, seed, players)

    @classmethod
    def rebuild(cls, match: Match) -> dict[str, Referee]:
        league = match.config.get("league", LEAGUE)
        if type(league) is not int or not match.seed.removeprefix("-").isdecimal():
            raise BadInput(
                f"snakebyte: no match has seed {match.seed!r:.60}, league {league!r:.60}"
            )
        from_config = cls.from_config(match.config, match.seed, match.players)
        return {
            "seed": cls.from_seed(int(match.seed), match.players, league),
            "config": from_config,
        }

    @property
    def over(self) -> bool:
        return bool(self.out) or (self.now.turn > 0 and rules.has_ended(self.board, self.now))

    def seats(self) -> list[int]:
        return [] if self.over else [*range(PLAYERS)]

    def init_inputs(self, seat: int) -> Lines:
        return start_lines(seat, self.rows, self.each)

    def lying(self) -> list[tuple[int, int]]:
        """Returns the sources that are left, in their order."""
        return [place for place, lies in zip(self.sources, self.now.lies, strict=False) if lies]

    def bodies(self) -> dict[int, str]:
        """Returns the living snakes."""
        return {at: body(snake) for at, snake in enumerate(self.now.snakes) if snake.length}

    def inputs(self, seat: int) -> Lines:
        return turn_lines([f"{x} {y}" for x, y in self.lying()], self.bodies())

    def reply_lines(self, seat: int) -> int:
        return 1

    def apply(self, outputs: dict[int, Lines]) -> None:
        if self.over:
            raise RuntimeError("the match is over")
        told = {}
        for seat in range(PLAYERS):
            lines = outputs.get(seat, [])
            told[seat], bad = read_orders(self.board, self.now, seat, lines[0] if lines else ";")
            if bad or not lines:
                self.out[seat] = bad and f"expected orders like '0 UP;1 LEFT' or WAIT, got {bad}"
        rules.play(
            self.board,
            self.now,
            [told[rules.owner(self.board, at)][at] for at in range(rules.SNAKES)],
        )

    def state(self) -> Any:
        return {
            "apples": [list(place) for place in self.lying()],
            "snakes": {str(number): text for number, text in self.bodies().items()},
            "losses": self.now.losses[:],
            "active": [int(seat not in self.out) for seat in range(PLAYERS)],
        }

    def result(self) -> Result:
        if not self.over:
            raise RuntimeError("the match is not over")
        parts = [count_parts(self.board, self.now, seat) for seat in range(PLAYERS)]
        scores = [-1 if seat in self.out else parts[seat] for seat in range(PLAYERS)]
        if not self.out and scores[0] == scores[1]:
            scores = [score - lost for score, lost in zip(scores, self.now.losses, strict=True)]
        ranks = [1 + sum(other > score for other in scores) for score in scores]
        return Result([*map(float, scores)], ranks, self.end(parts))

    def end(self, parts: list[int]) -> str:
        if self.out:
            return "stopped"
        if self.now.left == 0:
            return "no power sources"
        return "turn limit" if all(parts) and self.now.turn == rules.MAX_TURNS else "no snakes"

    def faults(self) -> dict[int, str]:
        return {seat: reason for seat, reason in self.out.items() if reason}


def places(values: Any) -> list[Place]:
    """Cells of a record. ValueError or TypeError for what is none."""
    found = [(x, y) for x, y in values]
    if any(type(x) is not int or type(y) is not int for x, y in found):
        raise ValueError
    return found


def parse(config: dict[str, Any]) -> tuple[list[str], list[Place], list[list[Place]]]:
    """Returns the rows, sources and bodies of a config, else BadInput."""
    trouble = "expected rows, apples [x, y], snakes: two lists of bodies [[x, y], ...]"
    try:
        rows = [*map(str, config["rows"])]
        sources = places(config["apples"])
        first, second = ([*map(places, team)] for team in config["snakes"])
        if len(first) == len(second):
            trouble = fault(rows, len(first), sources, dict(enumerate(first + second)))
    except (KeyError, TypeError, ValueError):
        trouble = f"{trouble}, got {config!r:.200}"
    if trouble:
        raise BadInput(f"snakebyte config: {trouble}")
    return rows, sources, first + second
