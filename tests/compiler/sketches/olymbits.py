"""Olymbits' hot loop: one action drives four mini-games; medals multiply."""

from random import Random
from typing import Any

from common.kernel import Numbers, Records, assign, kernel, numbers, record, records
from common.rng import Dice, draw, make_dice

PLAYERS = 3
GAMES = 4
UP, DOWN, LEFT, RIGHT = 0, 1, 2, 3
TRACK = 30
STEPS = (2, 2, 1, 3)  # cells of a hurdler by action
DX = (0, 0, -1, 1)
DY = (-1, 1, 0, 0)
GLIDE = (1, 2, 2, 3)  # cells of a skater by the action's place in the order
RISK = (-1, 0, 1, 2)
ORDERS = ((0, 1, 2, 3), (3, 0, 2, 1), (1, 3, 0, 2), (2, 1, 3, 0))  # ORDERS[kind][action]
MEDAL = (3, 1, 0)


@record
class Player:
    """One player in all four games."""

    position: int
    stun: int
    x: int
    y: int
    distance: int
    risk: int
    points: int
    combo: int
    medals: Numbers[int] = numbers(int, GAMES)


@record
class Games:
    """hurdles: bit c set where cell c has one. winds, goals: what comes, two and four bits each."""

    players: Records[Player] = records(Player, PLAYERS)
    hurdles: int
    winds: int
    goals: int
    order: int
    left: int


@kernel
def hurdle(player: Player, hurdles: int, action: int) -> None:
    """A turn of the race."""
    if player.stun > 0:
        player.stun -= 1
        return
    jumps = action == UP
    for _ in range(STEPS[action]):
        player.position = min(TRACK - 1, player.position + 1)
        if hurdles >> player.position & 1 == 1 and not jumps:
            player.stun = 2
            return
        if player.position == TRACK - 1:
            return
        jumps = False


@kernel
def shoot(player: Player, wind: int, action: int) -> None:
    """A turn of archery."""
    player.x = min(20, max(-20, player.x + DX[action] * wind))
    player.y = min(20, max(-20, player.y + DY[action] * wind))


@kernel
def skate(player: Player, order: int, action: int) -> None:
    """The first half of a turn of skating."""
    if player.risk < 0:
        player.risk += 1
        return
    place = ORDERS[order][action]
    player.distance += GLIDE[place]
    player.risk = max(0, player.risk + RISK[place])


@kernel
def clash(games: Games) -> None:
    """The second half: skaters on one cell are at risk."""
    for index in range(PLAYERS):
        own = games.players[index]
        if own.risk >= 0:
            for other in range(PLAYERS):
                if other != index and games.players[other].distance % 10 == own.distance % 10:
                    own.risk += 2
                    break
            if own.risk >= 5:
                own.risk = -2


@kernel
def dive(player: Player, goal: int, action: int) -> None:
    """A turn of diving."""
    player.combo = player.combo + 1 if goal == action else 0
    player.points += player.combo


@kernel
def tick(games: Games, actions: Numbers[int], dice: Dice) -> None:
    """One turn of everybody."""
    for index in range(len(actions)):
        player = games.players[index]
        action = actions[index]
        hurdle(player, games.hurdles, action)
        shoot(player, games.winds & 3, action)
        skate(player, games.order, action)
        dive(player, games.goals & 3, action)
    clash(games)
    games.winds >>= 2
    games.goals >>= 2
    games.order = draw(dice, 4)
    games.left -= 1


@kernel
def value_in(player: Player, game: int) -> int:
    """How well a player stands in a game, more is better."""
    if game == 0:
        return player.position
    if game == 1:
        return -(player.x * player.x + player.y * player.y)
    return player.distance if game == 2 else player.points


@kernel
def give_medals(games: Games) -> None:
    """Ranks by counting who is better, so equal players share the better medal."""
    for game in range(GAMES):
        for index in range(PLAYERS):
            better = 0
            for other in range(PLAYERS):
                own = value_in(games.players[index], game)
                better += int(value_in(games.players[other], game) > own)
            games.players[index].medals[game] += MEDAL[better]


@kernel
def score(player: Player) -> float:
    """The product over the games."""
    product = 1.0
    for game in range(GAMES):
        product *= float(player.medals[game])
    return product


@kernel
def rollout(games: Games, start: Games, dice: Dice, count: int) -> float:
    """The mean score of player 0 over random games."""
    actions = numbers(int, PLAYERS)
    total = 0.0
    for _ in range(count):
        assign(games, start)
        while games.left > 0:
            for index in range(PLAYERS):
                actions[index] = draw(dice, 4)
            tick(games, actions, dice)
        give_medals(games)
        total += score(games.players[0]) / float(count)
    return total


ENTRIES = (tick, give_medals, rollout)


def calls(seed: int) -> list[tuple[Any, list[Any]]]:
    """What the test calls, on random games."""
    rnd = Random(seed)
    games, scratch, dice = Games(), Games(), make_dice(seed)
    games.hurdles = rnd.getrandbits(TRACK) & rnd.getrandbits(TRACK) & ~3
    games.winds, games.goals, games.left = rnd.getrandbits(40), rnd.getrandbits(40), 14
    for index in range(PLAYERS):
        player = games.players[index]
        player.x, player.y = rnd.randrange(-9, 10), rnd.randrange(-9, 10)
        for game in range(GAMES):
            player.medals[game] = rnd.randrange(5)
    actions = [rnd.randrange(4) for _ in range(PLAYERS)]
    return [(tick, [games, actions, dice]), (rollout, [scratch, games, dice, 5])]
