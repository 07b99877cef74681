"""Smitsimax over the four pods, with a network for the time after its last turn."""

from bots.csb import rating
from bots.csb.outlook import Outlook, WideSetting, count_moves, play, rate_ahead
from bots.csb.rating import World, set_out
from bots.csb.rules import PODS, Race
from common.kernel import assign, kernel, record
from common.rng import Dice
from common.search import smitsimax
from common.search.smitsimax import Forest

plant, iterate = smitsimax.bind(PODS, count_moves, play, rate_ahead)


@record
class Memory:
    """All that the search works on.

    setting, net: as the bot loads them; `whole` is made of both
    """

    race: Race
    start: World
    setting: rating.Setting
    net: Outlook
    dice: Dice
    world: World
    whole: WideSetting
    forest: Forest


@kernel
def begin(memory: Memory) -> None:
    """Empties the trees. The network stands for the terms of how a runner goes on."""
    whole = memory.whole
    assign(whole.plain, memory.setting)
    assign(whole.net, memory.net)
    params = whole.plain.params
    params.speed = 0.0
    params.facing = 0.0
    params.after_next = 0.0
    memory.forest.depth = params.depth
    memory.forest.random_visits = params.random_visits
    memory.forest.exploration = params.exploration
    plant(memory.forest)
    set_out(memory.start, whole.plain, memory.race)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` iterations."""
    iterate(memory.forest, memory.start, memory.world, memory.whole, memory.dice, count)


ENTRIES = (begin, think)
