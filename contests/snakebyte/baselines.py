"""SnakeByte: reads its lines, and has rule bots. All look at the present snakes; `foresee` looks
ahead.
"""

from random import Random

from bots.snakebyte import rules
from bots.snakebyte.protocol import WAYS, Start, Turn, lay, put
from bots.snakebyte.rules import Board, State
from botsmith.arena.baselines.game import Bots, NextLine, Protocol
from botsmith.arena.baselines.given_lines import GivenLines
from common.kernel import assign

Ways = dict[int, int]  # by snake
Steps = dict[int, int]  # by cell
RIM = 3  # cells around the grid that are looked at
FAR = 99  # steps
ROOM = 60  # cells that are as good as more
LATER = 4  # turns that `foresee` plays on


class SnakebyteProtocol(Protocol):
    """The board, and the state of the last turn's lines. taken: the cells of all snakes"""

    def read_start(self, next_line: NextLine) -> None:
        self.start = Start(GivenLines(next_line))
        self.board, self.state, self.trial = Board(), State(), State()
        self.is_laid = False
        columns = range(-RIM, len(self.start.rows[0]) + RIM)
        rows = range(-RIM, len(self.start.rows) + RIM)
        self.window = {rules.cell_at(x, y) for y in rows for x in columns}

    def read_turn(self, next_line: NextLine) -> None:
        self.turn = Turn(GivenLines(next_line), self.start)
        if not self.is_laid:
            lay(self.board, self.start.rows, self.start.each, self.turn.sources)
            self.is_laid = True
        put(self.board, self.state, self.turn.sources, self.turn.snakes)
        self.taken = cells_of(self.state)

    def own(self) -> list[int]:
        """Returns the own living snakes."""
        first = self.start.me * self.start.each
        return [at for at in range(first, first + self.start.each) if self.state.snakes[at].length]

    def safe(self, state: State, snake: int, taken: set[int]) -> Ways:
        """Returns the next cells of the ways into free cells; of the way ahead if there are
        none.
        """
        body = state.snakes[snake]
        way, head = rules.facing(body), rules.part(body, 0)
        cells = {one % 4: head + rules.STEPS[one % 4] for one in (way, way + 1, way + 3)}
        kept = self.board.cells
        free = {w: c for w, c in cells.items() if c not in taken and kept[c] != rules.PLATFORM}
        return free or {way: cells[way]}

    def steps_from(self, starts: list[int], walls: set[int], most: int = 9999) -> Steps:
        """Returns the steps from the nearest start to each cell, around platforms and `walls`.

        most: about the largest number of cells to reach
        """
        found = dict.fromkeys(starts, 0)
        queue = [*starts]
        for cell in queue:
            for step in rules.STEPS:
                near = cell + step
                if near in self.window and near not in found and near not in walls:
                    if self.board.cells[near] != rules.PLATFORM:
                        found[near] = found[cell] + 1
                        queue.append(near)
            if len(queue) > most:
                break
        return found

    def line(self, ways: Ways) -> list[str]:
        return [";".join(f"{at} {WAYS[way]}" for at, way in ways.items()) or "WAIT"]

    def legal(self, dice: Random) -> list[str]:
        ways = {at: [*self.safe(self.state, at, self.taken)] for at in self.own()}
        return self.line({at: dice.choice(safe) for at, safe in ways.items()})


def cells_of(state: State) -> set[int]:
    """Returns the cells of all snakes."""
    return {rules.part(snake, at) for snake in state.snakes for at in range(snake.length)}


def all_nearer(protocol: SnakebyteProtocol, state: State, to: Steps) -> Ways:
    """Returns the safe way of each living snake that leads it nearest to a source.

    to: steps to the nearest source
    """
    taken = cells_of(state)
    ways = {}
    for at, snake in enumerate(state.snakes):
        if snake.length:
            steps = {w: to.get(c, FAR) for w, c in protocol.safe(state, at, taken).items()}
            ways[at] = min(steps, key=steps.__getitem__)
    return ways


def greedy(protocol: SnakebyteProtocol, turn: int) -> list[str]:
    """Sends each snake to the nearest source, around obstacles."""
    sources = [rules.cell_at(*place) for place in protocol.turn.sources]
    ways = all_nearer(protocol, protocol.state, protocol.steps_from(sources, protocol.taken))
    return protocol.line({at: ways[at] for at in protocol.own()})


def survivor(protocol: SnakebyteProtocol, turn: int) -> list[str]:
    """Sends each snake to the most room without a rival's head beside it; in a tie straight
    ahead.
    """
    first = protocol.start.me * protocol.start.each
    snakes = protocol.state.snakes
    rivals = [*snakes[:first], *snakes[first + protocol.start.each :]]
    heads = [rules.part(snake, 0) for snake in rivals if snake.length]
    feared = {head + step for head in heads for step in rules.STEPS}
    ways = {}
    for at in protocol.own():
        safe = protocol.safe(protocol.state, at, protocol.taken)
        room = {w: len(protocol.steps_from([c], protocol.taken, ROOM)) for w, c in safe.items()}
        up_first = {way: (safe[way] not in feared, min(ROOM, room[way]), -way) for way in safe}
        ways[at] = max(safe, key=up_first.__getitem__)
    return protocol.line(ways)


def foresee(protocol: SnakebyteProtocol, turn: int) -> list[str]:
    """Tries each way of each own snake, one snake after another, and plays some turns, with all
    snakes as in `greedy`.
    """
    to = protocol.steps_from([rules.cell_at(*place) for place in protocol.turn.sources], set())
    ways = all_nearer(protocol, protocol.state, to)
    for at in protocol.own():
        values = {}
        for way in protocol.safe(protocol.state, at, protocol.taken):
            values[way] = outlook(protocol, {**ways, at: way}, to)
        ways[at] = max(values, key=values.__getitem__)
    return protocol.line({at: ways[at] for at in protocol.own()})


def outlook(protocol: SnakebyteProtocol, ways: Ways, to: Steps) -> float:
    """Returns the player's lead in parts after these orders and some more turns.

    to: steps to the nearest source
    """
    board, trial, me = protocol.board, protocol.trial, protocol.start.me
    assign(trial, protocol.state)
    rules.enter(board, trial)
    for _ in range(LATER):
        if not rules.has_ended(board, trial):
            rules.play(board, trial, [ways.get(at, rules.AHEAD) for at in range(rules.SNAKES)])
            ways = all_nearer(protocol, trial, to)
    rules.leave(board, trial)
    value = float(rules.count_parts(board, trial, me) - rules.count_parts(board, trial, 1 - me))
    for at, snake in enumerate(trial.snakes):
        if snake.length and rules.owner(board, at) == me:
            value += 1.0 - 0.02 * min(to.get(rules.part(snake, 0), FAR), FAR)
    return value


PROTOCOL = SnakebyteProtocol
BOTS: Bots[SnakebyteProtocol] = {one.__name__: one for one in (greedy, survivor, foresee)}
