"""Barrage Stratego: reads its lines; plays `walk`, which goes for the likeliest flag, and
`botzilla`.
"""

from collections import Counter, deque
from operator import itemgetter
from random import Random
from time import perf_counter

from bots.stratego import rules
from bots.stratego.known import View
from bots.stratego.protocol import START, Parser, format_move, format_setup
from bots.stratego.rules import Game
from botsmith.arena.baselines.game import Bots, NextLine, Protocol
from common.kernel import assign
from contests.stratego.botzilla import SETUP, SETUP_PLACES, choose, make_engine
from contests.stratego.lines import RANK_OF, legal_moves

Move = tuple[int, int]  # start and target cell

WANTED = (rules.FLAG, rules.MARSHAL, rules.GENERAL, rules.MINER, rules.SPY, rules.SCOUT, rules.BOMB)
PRIZE = dict(zip(WANTED, (9, 5, 4, 3, 2, 1, 1), strict=True))
# Who is sent first, at equal distance.
WALKERS = (rules.GENERAL, rules.MARSHAL, rules.SCOUT, rules.MINER, rules.SPY)
BATTLE_COST = 3  # steps that an unknown piece in the way counts for
RISK_COST = 15  # steps that a cell beside a known stronger piece counts for


class StrategoProtocol(Protocol):
    """A seat's view. game: the position, in which rival pieces of unknown rank are UNKNOWN"""

    def hello(self) -> list[str]:
        return [START]

    def read_start(self, next_line: NextLine) -> None:
        self.parser = Parser()
        self.you = self.parser.parse_init(next_line(), 1)
        self.view = View(self.you)

    def setup(self, dice: Random) -> list[str]:
        setup = botzilla_setup if self.name == "botzilla" else random_setup
        return [format_setup(setup(self.you, dice))]

    def read_turn(self, next_line: NextLine) -> None:
        active = -1
        while active != self.you:
            state = self.parser.parse_state(next_line(), 1)
            self.started = perf_counter()
            active = state.active
            self.view.observe(state)
        self.game = self.view.game

    def rivals(self) -> list[int]:
        """Returns the numbers of the other side's living pieces."""
        first = (1 - self.you) * rules.EACH
        return [piece for piece in range(first, first + rules.EACH) if self.game.cell[piece]]

    def hidden(self) -> Counter[int]:
        """Returns the number of rival pieces of unknown rank, by possible rank."""
        first = (1 - self.you) * rules.EACH
        return Counter(rules.SUPPLY) - Counter(self.game.rank[first : first + rules.EACH])

    def options(self, rival: int) -> list[int]:
        """Returns the ranks that a rival piece may have."""
        game, hidden = self.game, self.hidden()
        if game.rank[rival] != rules.UNKNOWN:
            return [game.rank[rival]]
        ranks = [rank for rank in range(1, rules.RANKS) if hidden[rank]]
        if game.has_moved[rival]:
            return [rank for rank in ranks if rules.can_move(rank)]
        unmoved = [piece for piece in self.rivals() if not game.has_moved[piece]]
        still = [piece for piece in unmoved if game.rank[piece] == rules.UNKNOWN]
        if len(still) <= hidden[rules.FLAG] + hidden[rules.BOMB]:
            return [rank for rank in ranks if not rules.can_move(rank)]
        return ranks

    def moves(self) -> list[Move]:
        """Returns all legal moves, in the order of the cells where they start."""
        moves = [divmod(code, rules.AREA) for code in legal_moves(self.game)]
        cell = self.game.cell
        return sorted([(cell[piece], target) for piece, target in moves], key=itemgetter(0))

    def legal(self, dice: Random) -> list[str]:
        return [format_move(*dice.choice(self.moves()))]


def random_setup(player: int, dice: Random) -> list[tuple[int, int]]:
    """Returns a setup with the flag in the last row, bomb, marshal and spy beside it, and the
    others in front of them.
    """
    rows = rules.SETUP_ROWS[player] if player == 0 else rules.SETUP_ROWS[player][::-1]
    x = dice.randrange(rules.SIZE)
    beside = [rules.cell_at(c, rows[0]) for c in (x - 1, x + 1) if 0 <= c < rules.SIZE]
    beside.append(rules.cell_at(x, rows[1]))
    dice.shuffle(beside)
    guards = list(zip((rules.BOMB, rules.MARSHAL, rules.SPY), beside, strict=False))
    front = [rules.cell_at(column, row) for row in rows[2:] for column in range(rules.SIZE)]
    placed = {rules.FLAG, *(guard for guard, _ in guards)}
    others = [rank for rank in rules.SUPPLY if rank not in placed]
    places = dice.sample(front, len(others))
    return [(rules.FLAG, rules.cell_at(x, rows[0])), *guards, *zip(others, places, strict=True)]


def botzilla_setup(player: int, dice: Random) -> list[tuple[int, int]]:
    """Returns Botzilla's only setup, turned by 180 degrees for Blue."""
    last = rules.SIZE - 1
    turned = [(last - x, last - y) if player else (x, y) for x, y in SETUP_PLACES]
    pairs = zip(SETUP, turned, strict=True)
    return [(RANK_OF[name], rules.cell_at(*place)) for name, place in pairs]


def walk(protocol: StrategoProtocol, turn: int) -> list[str]:
    """Takes a sure win, else walks to the likeliest flag by the shortest way."""
    move = sure_win(protocol) or step_to_flag(protocol) or protocol.moves()[0]
    return [format_move(*move)]


def sure_win(protocol: StrategoProtocol) -> Move | None:
    """Returns the best attack that cannot be lost, and that is won unless the rival piece is as
    strong; None if there is none.
    """
    game = protocol.game
    best, found = 0.0, None
    for start, target in protocol.moves():
        if game.board[target] == rules.EMPTY:
            continue
        rank = game.rank[game.board[start] - 1]
        options = protocol.options(game.board[target] - 1)
        outcomes = [rules.battle(rank, option) for option in options]
        prize = sum(PRIZE[option] for option in options) / len(options)
        if min(outcomes) >= 0 and max(outcomes) == 1 and prize > best:
            best, found = prize, (start, target)
    return found


def step_to_flag(protocol: StrategoProtocol) -> Move | None:
    """Returns the first move of the shortest way of any own piece to the likeliest flag; None if
    there is none.

    Of the rival pieces that may be the flag it is the nearest to the last row, then to a corner.
    """
    game = protocol.game
    last = rules.SIZE - 1 if protocol.you == 0 else 0

    def rarity(cell: int) -> tuple[int, int, int]:
        x, y = rules.place_of(cell)
        return abs(y - last), min(x, rules.SIZE - 1 - x), cell

    flags = [piece for piece in protocol.rivals() if rules.FLAG in protocol.options(piece)]
    flag = min((game.cell[piece] for piece in flags), key=rarity, default=0)
    costs = {rank: ways(protocol, flag, rank) for rank in WALKERS}
    found = []
    for start, target in protocol.moves():
        rank = game.rank[game.board[start] - 1]
        if target in costs[rank]:
            found.append((costs[rank][target], WALKERS.index(rank), start, target))
    return min(found)[2:] if found else None


def ways(protocol: StrategoProtocol, flag: int, rank: int) -> dict[int, int]:
    """Returns the steps from each cell to the flag, for a piece of this rank."""
    costs = {flag: 1}
    queue = deque([flag])
    while queue:
        cell = queue.popleft()
        for step in rules.STEPS:
            near = cell + step
            cost = entry_cost(protocol, near, rank)
            if cost and costs.get(near, rules.AREA) > costs[cell] + cost:
                costs[near] = costs[cell] + cost
                queue.append(near)
    return costs


def entry_cost(protocol: StrategoProtocol, cell: int, rank: int) -> int:
    """Returns the cost of entering a cell, 0 if that is not possible."""
    game = protocol.game
    there = game.board[cell]
    if there == rules.WALL:
        return 0
    if there != rules.EMPTY:
        if (there - 1) // rules.EACH == protocol.you:
            return 0
        known = game.rank[there - 1]
        if known == rules.UNKNOWN:
            return 1 + BATTLE_COST
        return int(rules.battle(rank, known) == 1)
    for rival in protocol.rivals():
        beside = game.rank[rival]
        if game.cell[rival] - cell in rules.STEPS and beside != rules.UNKNOWN:
            if rules.can_move(beside) and rules.battle(beside, rank) == 1:
                return 1 + RISK_COST
    return 1


def botzilla(protocol: StrategoProtocol, turn: int) -> list[str]:
    """Plays by Botzilla's search with its own evaluation, see botzilla.py."""
    view = Game()
    assign(view, protocol.game)
    hidden = protocol.hidden()
    left = [hidden[rank] for rank in range(rules.RANKS)]
    move = choose(view, protocol.you, left, protocol.started)
    return [format_move(view.cell[move // rules.AREA], move % rules.AREA)]


PROTOCOL = StrategoProtocol
BOTS: Bots[StrategoProtocol] = {"walk": walk, "botzilla": botzilla}
PREPARE = {"botzilla": make_engine}
