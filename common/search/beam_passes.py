"""Passes of a beam over units: each rival side's units first, then the own ones, ever wider."""

from collections.abc import Callable

from common.kernel import Records, kernel
from common.search import beam_units
from common.search.beam_units import (
    MAX_DEPTH,
    MAX_UNITS,
    NOBODY,
    WIDEST,
    AnySetting,
    AnyState,
    UnitBeam,
)

FEW = 6  # nodes of a layer; with work for less, a pass is less deep


@kernel
def begin(beam: UnitBeam, me: int, planned: int, is_first: bool) -> None:
    """Begins a turn of the match: the lines go on unless it is the first."""
    beam.me = me
    beam.planned = planned
    beam.passes = 0
    beam.made = 0
    beam.evaluations = 0
    beam.side = NOBODY
    beam.is_done = True
    if is_first:
        beam_units.forget(beam)
    else:
        beam_units.shift(beam)


@kernel
def go_on(beam: UnitBeam) -> bool:
    """Adopts the lines of a pass that is done, and begins the next. False after the widest."""
    side = beam.side
    if side != NOBODY and beam.value > beam.known:
        beam_units.adopt(beam)
    work = int(beam.share * float(beam.planned)) // max(1, beam.sides - 1)
    if side == beam.me:
        if beam.width >= WIDEST or beam.count == 0:
            return False
        beam.passes += 1
        beam.planned *= 2
    else:
        side += 2 if side + 1 == beam.me else 1
        if side >= beam.sides or work == 0:
            side = beam.me
    if side == beam.me:
        work = beam.planned - beam.made
    beam.side = side
    beam.count = 0
    for unit in range(MAX_UNITS):
        if beam.owner[unit] == side:
            beam.units[beam.count] = unit
            beam.count += 1
    a_turn = FEW * (beam.choices - 1) * (beam.count + 1)
    beam.depth = max(2, min(beam.deepest, work // a_turn))
    beam_units.plant(beam, work)
    return True


def bind(follow: Callable[..., float], expand: Callable[..., None]) -> Callable[..., bool]:
    """Returns search(beam, states, start, setting, count), which plays `count` turns more and
    returns False once the widest pass is done. follow, expand: as beam_units.bind makes them.
    """

    @kernel
    def search(
        beam: UnitBeam,
        states: Records[AnyState],
        start: AnyState,
        setting: AnySetting,
        count: int,
    ) -> bool:
        wanted = beam.made + count
        while beam.made < wanted:
            expand(beam, states, start, setting, wanted - beam.made)
            if beam.is_done:
                if not go_on(beam):
                    return False
                beam.known = follow(beam, states, start, setting)
        return True

    return search


@kernel
def first_order(beam: UnitBeam, unit: int) -> int:
    """Returns a unit's order. A cut pass counts if it is the first, or half as deep."""
    if beam.side == beam.me and not beam.is_done:
        if beam.passes == 0 or 2 * beam.turns >= beam.depth:
            beam_units.adopt(beam)
    return beam.line[unit * MAX_DEPTH]
