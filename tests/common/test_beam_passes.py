"""Passes of a beam over units: rivals first, then wider own ones (the games of plans_toys.py)."""

import pytest

from botsmith.compiler.compile import native_engine
from common.engine import Engine
from common.kernel import kernel
from common.search import beam_passes, beam_units
from common.search.beam_units import HABIT, MAX_DEPTH, NO_SIDE, WIDEST, counts
from tests.common.plans_toys import CODE, DIGITS, LENGTH, LOW, MOST, RIGHT
from tests.common.test_beam_units import (
    FAR,
    FEINT,
    LOCK,
    Memory,
)

# The habit of both sides in the feint is 0: HIGH, LEFT.
search_lock = beam_passes.bind(*beam_units.bind(*LOCK))
search_feint = beam_passes.bind(*beam_units.bind(*FEINT))


@kernel
def begin(memory: Memory, me: int, planned: int) -> None:
    """A new match."""
    beam_passes.begin(memory.beam, me, planned, True)


@kernel
def lock(memory: Memory, count: int) -> bool:
    """`count` turns of the game more."""
    return search_lock(memory.beam, memory.states, memory.start, memory.rules, count)


@kernel
def feint(memory: Memory, count: int) -> bool:
    return search_feint(memory.beam, memory.states, memory.start, memory.rules, count)


@kernel
def first(memory: Memory, unit: int) -> int:
    return beam_passes.first_order(memory.beam, unit)


def planted(
    owners: tuple[int, int], planned: int, share: float = 0.0, deepest: int = 1, me: int = 0
) -> Memory:
    """A search at the start of a match, in which unit u belongs to owners[u]."""
    memory = Memory()
    beam = memory.beam
    memory.start.owner[:] = [side + 1 for side in owners]
    beam.share, beam.deepest = share, deepest
    begin(memory, me, planned)
    return memory


def line(memory: Memory, unit: int) -> list[int]:
    first = unit * MAX_DEPTH
    return [*memory.beam.line[first : first + LENGTH]]


@pytest.mark.parametrize(("share", "answer"), [(0.0, HABIT), (0.3, LOW)])
def test_with_a_share_the_rivals_line_is_searched_first_and_answered(share, answer):
    memory = planted((0, 1), 200, share)
    feint(memory, 1)
    assert memory.beam.side == int(share > 0.0)
    feint(memory, 199)
    assert (line(memory, 0)[0], line(memory, 1)[0]) == (answer, RIGHT if share else HABIT)


def test_the_rival_may_be_player_0():
    memory = planted((0, 1), 200, 0.3, me=1)
    feint(memory, 200)
    assert memory.beam.side == 1
    assert [line(memory, unit)[0] for unit in (0, 1)] == [HABIT, RIGHT]


def test_a_pass_that_is_done_is_followed_by_one_of_twice_the_work_up_to_the_widest():
    memory = planted((0, 0), 40, deepest=LENGTH)
    done = [0]
    while lock(memory, 20):
        done.append(memory.beam.passes)
        assert memory.beam.planned == 40 << memory.beam.passes
    assert {0, 1, 2} <= {*done} and memory.beam.width == WIDEST
    assert [line(memory, unit) for unit in (0, 1)] == [
        [FAR * digit for digit in code] for code in CODE
    ]
    assert memory.beam.known[LENGTH] <= MOST


def test_cut_after_any_turn_the_lines_are_legal_and_those_of_a_whole_pass_stay():
    worths = []
    for work in range(0, 260, 3):
        memory = planted((0, 0), 90, deepest=LENGTH)
        lock(memory, work)
        worths.append(memory.beam.known[LENGTH])
        before = line(memory, 0), line(memory, 1)
        order = first(memory, 0)
        after = line(memory, 0), line(memory, 1)
        assert order == after[0][0]
        assert all(
            order == HABIT or order in range(0, FAR * DIGITS, FAR) for one in after for order in one
        )
        if memory.beam.passes and 2 * memory.beam.turns < memory.beam.depth:
            assert after == before
    assert worths == sorted(worths) and worths[-1] > worths[1]


@pytest.mark.parametrize("lead", [0.0, -1.0])
def test_an_unfinished_pass_counts_only_if_it_found_more_than_the_lines_by_its_turn(lead):
    memory = planted((0, 0), 90, deepest=LENGTH)
    beam = memory.beam
    while beam.passes == 0 or beam.is_done or 2 * beam.turns < LENGTH:
        lock(memory, 1)
    assert 0 < beam.turns < LENGTH
    before = line(memory, 0)
    beam.known[beam.turns] = beam.value + lead
    beam.known[beam.turns + 1] = beam.value - lead
    beam.line[0] = 7  # an order that no pass tries
    first(memory, 0)
    assert line(memory, 0)[:1] == ([7] if lead == 0.0 else before[:1])


def test_a_pass_ends_within_its_work():
    for work in range(60, 400, 5):
        memory = planted((0, 0), work, deepest=LENGTH)
        memory.beam.choices = DIGITS
        lock(memory, work)
        assert memory.beam.passes or memory.beam.is_done


def test_in_each_round_the_rival_is_searched_again_with_four_times_the_work():
    memory = planted((0, 1), 3200, 0.25, LENGTH)
    memory.beam.rounds = 3
    begin(memory, 0, 3200)
    seen: list[tuple[int, int, int, int]] = []
    while memory.beam.passes < 4 and feint(memory, 1):
        beam = memory.beam
        one = (beam.passes, beam.side, beam.planned)
        if not seen or seen[-1][:3] != one:
            seen.append((*one, beam.ends - beam.made))
    sides = [(passes, side, planned) for passes, side, planned, _ in seen]
    assert sides[:6] == [
        (0, 1, 200), (0, 0, 200), (1, 1, 800), (1, 0, 800), (2, 1, 3200), (2, 0, 3200),
    ]  # fmt: skip
    assert sides[6:7] in ([], [(3, 0, 6400)])
    assert [round(work, -1) for _, side, _, work in seen if side == 1] == [50, 200, 800]


def test_a_side_without_units_is_passed_over():
    memory = planted((0, NO_SIDE), 100, 0.5, LENGTH)
    lock(memory, 400)
    assert memory.beam.side == 0 and line(memory, 1) == [HABIT] * LENGTH
    alone = planted((1, 1), 100, 0.0, LENGTH)
    assert not lock(alone, 100)


@pytest.mark.parametrize("doubt", [0.0, 0.4])
def test_c_and_cpython_find_the_same_lines(doubt):
    engines = [Engine(Memory), native_engine(Memory, (begin, lock, first))]
    found = []
    for engine in engines:
        memory = planted((0, 1), 300, 0.25, LENGTH)
        memory.beam.doubt, memory.beam.rounds = doubt, 2
        engine.load("beam", memory.beam)
        engine.call(begin, 0, 300)
        engine.call(lock, 250)
        engine.call(first, 0)
        beam = engine.memory.beam
        found.append([*beam.line, beam.value, *counts(beam).values()])
    assert found[0] == found[1]
