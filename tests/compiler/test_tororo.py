"""Tororo's kernels: equal in every bit over random games, and so are whole searches."""

from bots.tororo import rules, search
from bots.tororo.turns import play
from common.kernel import assign
from tests.bots.test_tororo import random_walks
from tests.bots.tororo_table import PLAIN, as_action, as_state
from tests.compiler.comparison import dump
from tests.compiler.library import Library


def test_tororo_turns_are_equal_in_every_bit(require):
    require("gcc")
    state = rules.State()
    library = Library(
        {
            play: (state, PLAIN, 0, 0),
            rules.next_day: (state,),
            rules.key_of: (state,),
        }
    )
    turns = 0
    for naive, _actions, chosen in random_walks(3, 21):
        state = as_state(naive, PLAIN)
        same = rules.State()
        assign(same, state)
        moves = [as_action(action) for action in chosen]
        play(state, PLAIN, *moves)
        library.call(play, same, PLAIN, *moves)
        if state.asleep == 3:
            rules.next_day(state)
            library.call(rules.next_day, same)
        assert dump(state) == dump(same)
        assert rules.key_of(state) == library.call(rules.key_of, same)
        turns += 1
    assert turns > 60


def test_a_tororo_search_keeps_the_same_states(require):
    require("gcc")
    memory, same = search.Memory(), search.Memory()
    library = Library({search.begin: (memory,), search.think: (memory, 1)})
    assign(memory.setting.ground, PLAIN)
    assign(same.setting.ground, PLAIN)
    walks = [naive for naive, _, _ in random_walks(6, 5) if not naive.asleep]
    for naive in walks[3::40][:2]:
        state = as_state(naive, PLAIN)
        for one in (memory, same):
            assign(one.start.state, state)
            one.setting.planned = 150
        search.begin(memory)
        search.think(memory, 220)
        library.call(search.begin, same)
        library.call(search.think, same, 220)
        assert memory.start.step > 0
        assert memory.beam.evaluations > 0
        assert dump(memory) == dump(same)
