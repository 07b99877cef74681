"""Self-play of Coders Strike Back: two pods against two, by the real rules.

Every pod is a row of the network. A player's runner is its leading pod. The gain of a player is the
progress of its runner minus that of the rival's runner. The runner gets most of its gain from its
own progress, the blocker from the rival's.
"""

from math import sqrt

from bots.csb.policy import obey
from bots.csb.policy_pairs import INPUTS, MOVES, find_runners, observe_pair, standing
from bots.csb.rules import MAX_IDLE, PLAYERS, PODS, PODS_EACH, Race, Track, move
from common.kernel import Numbers, each, kernel, numbers, record
from common.rng import Dice, draw
from contests.csb.environment import UNITS, begin_race, distance_left, line_up, way_made
from contests.csb.maps import START_OFFSETS
from contests.csb.rivals import RIVALS, SPARRING, Desk, answer_race, teach_race

__all__ = ["INPUTS", "MOVES", "RIVALS", "SPARRING", "Desk"]

ACTORS, SIDES = PODS, PLAYERS
TERMS = {
    "won": ((0.0, 0.0), (0.3, 2.0)),
    "way": 1.0,  # of the own runner
    "hinder": 1.0,  # less way of the rivals' runner
    "near": ((0.0, 0.4), (0.5, 0.4), (1.0, 0.0)),  # a blocker, to where it waits
    "turns": 0.0,
}
ROW = len(TERMS)
ZERO_SUM = ("won",)
LESS = 0.3  # what a pod gets of the gain that is the other one's task
MOST = 500  # turns of a match
FAR = 8000.0  # map units from there, for a closeness of 0
AHEAD = 0.5  # where a blocker waits, from the rivals' runner to its checkpoint


@record
class Match:
    """A race of pairs.

    runners: the runner of each player
    is_answered: True if player 1 has its orders
    left: the distance of each pod to its next checkpoint
    way: the distance that each pod has covered so far
    """

    race: Race
    track: Track
    fresh: Race
    is_answered: bool
    runners: Numbers[int] = numbers(int, PLAYERS)
    left: Numbers[float] = numbers(float, PODS)
    way: Numbers[float] = numbers(float, PODS)


@kernel
def begin(match: Match, dice: Dice, is_exam: bool) -> None:
    """Begins a race with the pods in line."""
    begin_race(match.race, match.fresh, match.track, dice, is_exam)
    swap = PODS_EACH * draw(dice, PLAYERS)
    for index in range(PODS):
        line_up(match.race.pods[index], match.track, START_OFFSETS[(index + swap) % PODS])
        match.left[index] = distance_left(match.race.pods[index], match.track)
        match.way[index] = 0.0
    match.is_answered = False
    find_runners(match.race, match.track, match.runners)


@kernel
def observe(match: Match, actor: int, inputs: Numbers[int]) -> None:
    """Writes the inputs of the network: the race as a pod sees it."""
    observe_pair(match.race, match.track, match.runners, actor, inputs)


@kernel
def answer(match: Match, rival: int, desk: Desk, dice: Dice) -> None:
    """Gives player 1's pods the orders of a rival."""
    answer_race(match.race, match.track, rival, desk, dice)
    match.is_answered = True


@kernel
def teach(match: Match, iterations: int, desk: Desk, dice: Dice, chances: Numbers[float]) -> None:
    """Writes the probabilities of all pods' moves by the search.

    iterations: fixed work of the search
    """
    teach_race(match.race, match.track, desk, iterations, dice, chances)


@kernel
def closeness(match: Match, player: int) -> float:
    """Returns the nearness of a player's blocker to its waiting place, 0..1; 1 is there."""
    target = match.race.pods[match.runners[1 - player]]
    pod = match.race.pods[match.runners[player] ^ 1]
    dx = target.x + AHEAD * (match.track.x[target.passed] - target.x) - pod.x
    dy = target.y + AHEAD * (match.track.y[target.passed] - target.y) - pod.y
    return 1.0 - min(sqrt(dx * dx + dy * dy) / FAR, 1.0)


@kernel
def is_out(match: Match, player: int) -> bool:
    """Returns True if neither of a player's pods has passed a checkpoint for too long."""
    pods = match.race.pods
    first = player * PODS_EACH
    has_passed = pods[first].passed > 1 or pods[first + 1].passed > 1
    return match.race.idle[player] >= MAX_IDLE + int(has_passed)


@kernel
def judge(match: Match, gains: Numbers[float]) -> bool:
    """Writes the winner into `gains`. Returns True if the match is over."""
    pods = match.race.pods
    is_over = False
    leader = 0
    for index in range(PODS):
        is_over = is_over or pods[index].finished
        if standing(pods[index], match.track) > standing(pods[leader], match.track):
            leader = index
    winner = leader // PODS_EACH
    outs = int(is_out(match, 0)) + int(is_out(match, 1))
    if outs > 0:
        winner = int(is_out(match, 0))
    if not is_over and outs == 0 and match.race.turn < MOST:
        return False
    for index in range(winner * PODS_EACH, (winner + 1) * PODS_EACH):
        gains[index * ROW] = float(int(outs < PLAYERS))
    return True


@kernel
def play(match: Match, moves: Numbers[int], gains: Numbers[float], dice: Dice) -> bool:
    """Plays a turn. Returns True if the match is over."""
    race = match.race
    passed = numbers(int, PODS)
    made = numbers(float, PLAYERS)
    for index in each(PODS):
        passed[index] = race.pods[index].passed
        if index < PODS_EACH or not match.is_answered:
            obey(race.pods[index], moves[index], race.turn == 0)
    match.is_answered = False
    move(race, match.track)
    for player in each(PLAYERS):
        first = player * PODS_EACH
        before = max(match.way[first], match.way[first + 1])
        for index in range(first, first + PODS_EACH):
            pod = race.pods[index]
            match.way[index] += way_made(pod, match.track, passed[index], match.left[index])
            match.left[index] = distance_left(pod, match.track)
        made[player] = (max(match.way[first], match.way[first + 1]) - before) / UNITS
    find_runners(race, match.track, match.runners)
    for player in each(PLAYERS):
        runner = match.runners[player]
        place = runner * ROW
        gains[place + 1] = made[player]
        gains[place + 2] = -LESS * made[1 - player]
        place = (runner ^ 1) * ROW
        gains[place + 1] = LESS * made[player]
        gains[place + 2] = -made[1 - player]
        gains[place + 3] = closeness(match, player)
    for index in each(PODS):
        gains[index * ROW + 4] = 1.0
    return judge(match, gains)
