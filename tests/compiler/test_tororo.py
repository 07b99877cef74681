"""Tororo's kernels: equal in every bit over random games, and so are whole searches."""

from typing import Any

from bots.tororo import rules, search
from botsmith.compiler.engine import Engine
from botsmith.compiler.layout import Layout
from botsmith.compiler.translate import translate
from common.kernel import assign
from tests.bots.test_tororo import random_walks
from tests.bots.tororo_table import PLAIN, as_action, as_state


def dump(record: Any, with_pools: bool = False) -> bytes:
    """All values of a record."""
    layout = Layout(type(record), with_pools)
    data = bytearray(layout.size)
    layout.write(record, data)
    return bytes(data)


def test_tororo_turns_are_equal_in_every_bit(require):
    require("gcc")
    kernels: dict[str, Any] = {
        "play": rules.play,
        "next_day": rules.next_day,
        "key_of": rules.key_of,
    }
    engine = Engine(translate(kernels))
    turns = 0
    for naive, _actions, chosen in random_walks(5, 21):
        state = as_state(naive, PLAIN)
        same = rules.State()
        assign(same, state)
        moves = [as_action(action) for action in chosen]
        rules.play(state, PLAIN, *moves)
        engine.run("play", same, PLAIN, *moves)
        if state.asleep == 3:
            rules.next_day(state, PLAIN)
            engine.run("next_day", same, PLAIN)
        assert dump(state) == dump(same)
        assert rules.key_of(state, PLAIN) == engine.run("key_of", same, PLAIN)
        turns += 1
    assert turns > 100


def test_a_tororo_search_keeps_the_same_states(require):
    require("gcc")
    entries = {entry.__name__: entry for entry in search.ENTRIES}
    engine = Engine(translate(entries, pools="pure"), with_pools=True)
    memory, same = search.Memory(), search.Memory()
    assign(memory.setting.ground, PLAIN)
    assign(same.setting.ground, PLAIN)
    walks = [naive for naive, _, _ in random_walks(6, 5) if not naive.asleep]
    for naive in walks[3::40][:2]:
        state = as_state(naive, PLAIN)
        for one in (memory, same):
            assign(one.start.state, state)
        search.begin(memory)
        search.think(memory, 120)
        engine.run("begin", same)
        engine.run("think", same, 120)
        assert memory.beam.evaluations > 0
        assert dump(memory, with_pools=True) == dump(same, with_pools=True)
