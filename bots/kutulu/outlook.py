"""A small network for the part of an explorer's future that rate() misses.

It sees one explorer at a time, in whole numbers. benchmarks/kutulu_outlook.py makes it.
"""

from base64 import b85decode
from zlib import crc32

from bots.kutulu.outlook_net import CRC, WEIGHTS, WORTH
from bots.kutulu.paths import FAR, PLAYERS, ROOM, TOO_NEAR, Maze
from bots.kutulu.rules import (
    COMPANY,
    PLAN_REACH,
    SLASHER_SANITY,
    SLASHER_TURNS,
    YELL_REACH,
    World,
)
from common.kernel import Int16, Int32, Numbers, Records, kernel, numbers, record, records

INPUTS = 40
UNITS = 14  # hidden
ONE = 128
FEARED = 6  # steps of a wanderer
MOST = 31  # steps or turns that differ
NEARNESS = tuple(ONE // (1 + steps) for steps in range(MOST + 1))
HUNTING, DANGER, ROAMING, COMING, MISSING, SLASHER = 28, 29, 30, 31, 32, 35  # inputs
DATA = b85decode(WEIGHTS)
if crc32(DATA) != CRC:
    raise ValueError("the network's weights have another checksum")


@record
class View:
    """The network's inputs for an explorer, or the weights of a hidden number for them."""

    of: Numbers[int] = numbers(Int16, INPUTS)


@record
class Net:
    """The network: rows by hidden number, and their weights in the output."""

    rows: Records[View] = records(View, UNITS)
    last: Numbers[int] = numbers(int, UNITS)


def make_net() -> Net:
    """Returns the network of DATA: signed bytes, all rows, then `last`."""
    net, values = Net(), memoryview(DATA).cast("b")
    for unit, row in enumerate(net.rows):
        row.of[:] = values[unit * INPUTS : (unit + 1) * INPUTS]
    net.last[:] = values[-UNITS:]
    return net


@kernel
def look(world: World, maze: Maze, seat: int, view: Numbers[int]) -> None:
    """Writes the network's inputs for an explorer that is in the game."""
    turn = world.turn
    player = world.players[seat]
    here = player.cell
    cell = maze.cells[here]
    steps = cell.steps
    for place in range(INPUTS):
        view[place] = 0
    missing = 0
    for index in range(world.count):
        spot = world.spot[index]
        leave = world.leave[index]
        away = min(steps[spot], MOST)
        if leave < 0:
            slasher = world.slashers[-1 - leave]
            there = maze.cells[spot]
            straight = max(abs(there.x - cell.x), abs(there.y - cell.y))
            if steps[spot] == straight or slasher.memory == here:
                wait = slasher.until - turn  # of no meaning in a state that has no end
                is_counted = 0 < wait <= SLASHER_TURNS
                view[SLASHER + slasher.state] += NEARNESS[wait] if is_counted else ONE
            continue
        wait = leave - maze.life_time - turn
        if wait >= 0:
            view[COMING] += NEARNESS[min(away + wait, MOST)]
            continue
        missing |= cell.threats[spot]
        target = world.target[index]
        if target >= 0 and world.where[target] == here:
            view[HUNTING] += NEARNESS[away]
            if 0 < away <= FEARED:
                view[DANGER] += NEARNESS[away - 1]
        else:
            view[ROAMING] += NEARNESS[away]
    first = FAR
    second = FAR
    third = FAR
    sanity = 0
    for other in range(PLAYERS):
        rival = world.players[other]
        if other != seat and rival.is_in:
            away = steps[rival.cell]
            third = min(third, max(away, second))
            second = min(second, max(away, first))
            first = min(first, away)
            sanity += rival.sanity
            apart = cell.apart[rival.cell]
            view[14] += 32 * int(apart <= COMPANY)
            beside = 32 * int(apart <= YELL_REACH)
            if not player.yelled_at[other]:
                view[7] += 32
                view[8] += beside
            if not rival.yelled_at[seat]:
                view[9] += 32
                view[10] += beside
            if away <= PLAN_REACH:
                view[16] += 16 * max(rival.plan_until - turn, 0)
    for number in range(maze.shelters.count):
        if world.energy[number] > 0:
            away = min(steps[maze.shelters.items[number]], MOST)
            view[26] = max(view[26], NEARNESS[away])
    view[0] = ONE
    view[1] = player.sanity
    view[2] = min(player.sanity, 100)
    view[3] = 32 * player.plans
    view[4] = player.plans * view[2]
    view[5] = 32 * player.lights
    view[6] = sanity >> 2
    view[11] = 8 * min(max(first - COMPANY, 0), MOST)
    view[12] = 8 * min(second, 12)
    view[13] = 8 * min(third, 12)
    view[15] = 32 * max(player.plan_until - turn, 0)
    view[17] = 32 * max(player.stuck_until - turn, 0)
    view[18] = 32 * max(player.busy_until - turn, 0)
    view[19] = 32 * cell.moves.count
    view[20] = 0 if player.has_slasher else ONE
    view[21] = 0 if player.has_slasher else min(max(player.sanity - SLASHER_SANITY, 0), 25)
    view[22] = ONE if world.living == 2 else 0
    view[23] = ONE if world.living == 3 else 0
    view[24] = 32 * maze.group
    view[25] = 16 * maze.lonely
    view[27] = turn
    view[MISSING] = 32 * (missing & TOO_NEAR).bit_count()
    fewest = ROOM
    for _ in range(cell.moves.count):
        short = (missing & TOO_NEAR).bit_count()
        missing >>= ROOM
        fewest = min(fewest, short)
        view[34] += 32 * int(short == 0)
    view[33] = 32 * fewest


@kernel
def expect(net: Net, view: Numbers[int]) -> float:
    """Returns the points that the network adds to those of rate()."""
    total = 0
    for unit in range(UNITS):
        row = net.rows[unit].of
        hidden: Int32 = 0
        for place in range(INPUTS):
            hidden = Int32(hidden + view[place] * row[place])
        total += net.last[unit] * max(hidden, 0)
    return WORTH * float(total)
