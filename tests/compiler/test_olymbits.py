"""Olymbits' kernels: equal in every bit in CPython and C, over random matches and searches."""

import random

from bots.olymbits import jointmcts, rules, search, updates
from bots.olymbits.bot import OlymbitsBot
from bots.olymbits.params import Params
from bots.olymbits.protocol import WORDS
from common.clock import Deadline
from common.engine import Engines
from common.kernel import assign, kernel, numbers
from common.rng import make_dice
from contests.olymbits.referee import OlymbitsReferee
from tests.compiler.comparison import dump
from tests.compiler.library import Library


@kernel
def tick_words(match: rules.Match, first: int, second: int, third: int) -> None:
    """One update with these actions."""
    moves = numbers(int, 3)
    moves[0] = first
    moves[1] = second
    moves[2] = third
    updates.tick(match, moves, True)


def test_updates_are_equal_in_every_bit(require):
    require("gcc")
    library = Library({tick_words: (rules.Match(), 0, 0, 0)})
    rnd = random.Random(4)
    ends = 0
    for seed in range(1, 4):
        referee = OlymbitsReferee.from_seed(seed)
        match, same = referee.match, rules.Match()
        while not referee.over:
            moves = [rnd.choice((0, 1, 2, 3, 3, -1 if rnd.random() < 0.02 else 2)) for _ in "abc"]
            assign(same, match)
            library.call(tick_words, same, *moves)
            kept = rules.Match()
            assign(kept, match)
            tick_words(kept, *moves)
            assert dump(kept) == dump(same)
            ends += sum(kept.runs[game].phase == rules.OVER for game in range(rules.GAMES))
            words = {seat: [WORDS[rnd.randrange(4)]] for seat in referee.seats()}
            referee.apply(words)
    assert ends > 36


def test_a_search_grows_the_same_trees(require):
    require("gcc")
    library = Library({search.think: (search.Memory(), 1)})
    bot = OlymbitsBot(Params(), Engines(search.Memory, search.ENTRIES))
    for seed, iterations in ((5, 60), (6, 2000)):
        referee = OlymbitsReferee.from_seed(seed)
        for _ in range(7):
            referee.apply({0: ["UP"], 1: ["LEFT"], 2: ["RIGHT"]})
        assign(bot.match, referee.match)
        # Loads everything, and says which of the two sets of parameters is in force.
        bot.begin(bot.engines.python, Deadline(50.0, 0.0, iterations=iterations))
        memory = bot.engines.python.memory
        assign(memory.dice, make_dice(seed))
        same = search.Memory()
        assign(same, memory)
        search.think(memory, 80)
        library.call(search.think, same, 80)
        assert memory.forest.iterations == 80
        assert dump(memory) == dump(same)


def test_a_joint_search_grows_the_same_tree(require):
    require("gcc")
    memory, same = jointmcts.Memory(), jointmcts.Memory()
    library = Library({jointmcts.begin: (memory,), jointmcts.think: (memory, 1)})
    assign(memory.start, OlymbitsReferee.from_seed(8).match)
    assign(memory.dice, make_dice(3))
    assign(same, memory)
    jointmcts.begin(memory)
    jointmcts.think(memory, 80)
    library.call(jointmcts.begin, same)
    library.call(jointmcts.think, same, 80)
    assert dump(memory) == dump(same)
