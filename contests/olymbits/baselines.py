"""Olymbits: reads its lines, and has three simple players; `jointmcts` is main_jointmcts.py of the
bot.

onegame  plays for the mini-game with its smallest score, one after the other
vote     every mini-game votes for its best actions, with weights 1 / (1 + 3 gold + silver)
line4    rates all 256 lines of four own actions with the same weights; the others do not move
"""

from itertools import product
from random import Random

from bots.olymbits import rules
from bots.olymbits.minigames import ACTIONS, FALL, GOAL, LEAPS, PLACES, PLAYERS, UP
from bots.olymbits.protocol import WORDS, read_start, read_turn
from bots.olymbits.rules import Match
from bots.olymbits.updates import tick
from botsmith.arena.baselines.game import Bots, NextLine, Protocol
from botsmith.arena.baselines.given_lines import GivenLines
from common.kernel import assign

DEPTH = 4
FOR_GOOD = 100  # turns
# The place in the order that a careful skater picks, by risk 0..4.
CAREFUL = (3, 3, 1, 1, 0)


class OlymbitsProtocol(Protocol):
    """A seat's view.

    own: its own number
    match: the state of the last turn's lines
    """

    own: int
    match: Match

    def read_start(self, next_line: NextLine) -> None:
        self.own = read_start(GivenLines(next_line))
        self.match = Match()

    def read_turn(self, next_line: NextLine) -> None:
        read_turn(GivenLines(next_line), self.match)

    def legal(self, dice: Random) -> list[str]:
        return [dice.choice(WORDS)]


def weight_of(protocol: OlymbitsProtocol, game: int) -> float:
    """Returns 1 / (1 + 3 gold + silver) of the own player."""
    return 1.0 / (1 + rules.score_in(protocol.match, protocol.own, game))


def best_actions(protocol: OlymbitsProtocol, game: int) -> list[int]:
    """Returns the own player's best actions in a mini-game by simple rules; [] while the mini-game
    rests.
    """
    run, own = protocol.match.runs[game], protocol.own
    first, second = run.first[own], run.second[own]
    is_down = (game == rules.HURDLES and second > 0) or (game == rules.SKATING and second < 0)
    if run.phase != rules.RUNNING or is_down:
        return []
    if game == rules.DIVING:
        return [run.code & 3]
    if game == rules.SKATING:
        place = CAREFUL[min(second, FALL - 1)]
        return [at for at in range(ACTIONS) if PLACES[run.code * ACTIONS + at] == place]
    if game == rules.ARCHERY:
        wind = run.code & 15
        moved = [(first, second - wind), (first, second + wind)]
        moved += [(first - wind, second), (first + wind, second)]
        distances = [x * x + y * y for x, y in moved]
        return [at for at in range(ACTIONS) if distances[at] == min(distances)]
    leaps = [LEAPS[(run.code >> first & 14) * 2 + at] for at in range(ACTIONS)]
    gains = [leap if leap < 4 else leap % 4 - 3 for leap in leaps]
    return [at for at in range(ACTIONS) if gains[at] == max(gains)]


def onegame(protocol: OlymbitsProtocol, turn: int) -> list[str]:
    """Returns one of the best actions of the mini-game with the smallest score among those not at
    rest.
    """
    games = sorted(range(rules.GAMES), key=lambda game: (-weight_of(protocol, game), game))
    best = next((found for game in games if (found := best_actions(protocol, game))), [0])
    return [WORDS[best[0]]]


def vote(protocol: OlymbitsProtocol, turn: int) -> list[str]:
    """Returns the action with the most votes."""
    votes = [0.0] * ACTIONS
    for game in range(rules.GAMES):
        for action in best_actions(protocol, game):
            votes[action] += weight_of(protocol, game)
    return [WORDS[votes.index(max(votes))]]


def standing(protocol: OlymbitsProtocol, match: Match) -> float:
    """Returns the own player's standing: over all mini-games, the sum of its lead, about -1..1,
    times the mini-game's weight.
    """
    own = protocol.own
    total = 0.0
    for game in range(rules.GAMES):
        run = match.runs[game]
        first, second = run.first[own], run.second[own]
        if game == rules.HURDLES:
            value = (first - 1.5 * second) / GOAL
        elif game == rules.ARCHERY:
            value = -((first * first + second * second) ** 0.5) / 28.0
        elif game == rules.SKATING:
            value = (first - (0.25 * second if second >= 0 else 2.0 - 2.0 * second)) / 30.0
        else:
            value = (first + 0.5 * second * min(run.left, DEPTH)) / 60.0
        total += weight_of(protocol, game) * value
    return total


def line4(protocol: OlymbitsProtocol, turn: int) -> list[str]:
    """Returns the first action of the best of all lines of DEPTH own actions.

    The skating order is assumed to stay. A run that ends counts by its last standing.
    """
    start, world = Match(), Match()
    assign(start, protocol.match)
    for other in range(PLAYERS):
        if other != protocol.own:  # stunned: it does not move
            start.runs[rules.HURDLES].second[other] = FOR_GOOD
            start.runs[rules.SKATING].second[other] = -FOR_GOOD
    moves = [UP] * PLAYERS
    best_value, best = float("-inf"), 0
    for line in product(range(ACTIONS), repeat=DEPTH):
        assign(world, start)
        for action in line:
            moves[protocol.own] = action
            tick(world, moves, False)
        value = standing(protocol, world)
        if value > best_value:
            best_value, best = value, line[0]
    return [WORDS[best]]


PROTOCOL = OlymbitsProtocol
BOTS: Bots[OlymbitsProtocol] = {one.__name__: one for one in (onegame, vote, line4)}
MAINS = ("jointmcts",)
