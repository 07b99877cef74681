"""SnakeByte: its lines, and rule bots."""

from collections.abc import Callable
from random import Random

from bots.snakebyte.protocol import WAYS, Start, Turn, follow, lay, put
from bots.snakebyte.rules import PLATFORM, STEPS, Board, State, facing, part
from botsmith.arena.baselines.game import NextLine, Protocol
from botsmith.arena.baselines.told import Told

Ways = dict[int, int]  # by snake


class SnakebyteProtocol(Protocol):
    """The board, the state by the last turn's lines, and the own snakes."""

    def read_start(self, next_line: NextLine) -> None:
        self.start = Start(Told(next_line))
        self.board, self.state = Board(), State()
        lay(self.board, self.start.rows, self.start.each)
        self.numbers: dict[tuple[int, int], int] = {}

    def read_turn(self, next_line: NextLine) -> None:
        turn = Turn(Told(next_line), self.start)
        if not self.numbers:
            put(self.board, self.state, turn.sources, {})
            self.numbers = {place: number for number, place in enumerate(turn.sources)}
        follow(self.state, self.numbers, turn)
        self.taken = {
            part(snake, at) for snake in self.state.snakes for at in range(snake.length)
        }

    def own(self) -> list[int]:
        """The own living snakes."""
        first = self.start.me * self.start.each
        return [at for at in range(first, first + self.start.each) if self.state.snakes[at].length]

    def safe(self, snake: int) -> list[int]:
        """The ways that lead into nothing that stands there now; going on if there is none."""
        body = self.state.snakes[snake]
        way, head = facing(body), part(body, 0)
        ways = [(way + turn) % 4 for turn in (0, 1, 3)]
        cells = [(one, head + STEPS[one]) for one in ways]
        free = [w for w, c in cells if c not in self.taken and self.board.cells[c] != PLATFORM]
        return free or [way]

    def line(self, ways: Ways) -> list[str]:
        return [";".join(f"{at} {WAYS[way]}" for at, way in ways.items()) or "WAIT"]

    def legal(self, dice: Random) -> list[str]:
        return self.line({at: dice.choice(self.safe(at)) for at in self.own()})


def wait(protocol: SnakebyteProtocol, turn: int) -> list[str]:
    """All go on."""
    return ["WAIT"]


PROTOCOL = SnakebyteProtocol
BOTS: dict[str, Callable[[SnakebyteProtocol, int], list[str]]] = {"wait": wait}
