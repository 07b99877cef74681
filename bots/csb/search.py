"""Smitsimax over the four pods, with one tree for each."""

from bots.csb.outlook import rate
from bots.csb.rating import Setting, World, count_moves, play, set_out
from bots.csb.rules import PODS, Race
from common.kernel import kernel, record
from common.rng import Dice
from common.search import smitsimax
from common.search.smitsimax import Forest

plant, iterate = smitsimax.bind(PODS, count_moves, play, rate)


@record
class Memory:
    """The memory of the search."""

    race: Race
    start: World
    setting: Setting
    dice: Dice
    world: World
    forest: Forest


@kernel
def begin(memory: Memory) -> None:
    """Empties the trees."""
    params = memory.setting.params
    memory.forest.depth = params.depth
    memory.forest.random_visits = params.random_visits
    memory.forest.exploration = params.exploration
    plant(memory.forest)
    set_out(memory.start, memory.setting, memory.race)


@kernel
def think(memory: Memory, count: int) -> None:
    """Plays `count` iterations."""
    iterate(memory.forest, memory.start, memory.world, memory.setting, memory.dice, count)


ENTRIES = (begin, think)
