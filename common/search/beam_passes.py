"""Passes of a beam over rows: each rival side's rows first, then the own ones, ever wider.

Each of `rounds` rounds has four times the work of the one before.
"""

from collections.abc import Callable

from common.kernel import Records, kernel
from common.search import beam_units
from common.search.beam_units import (
    MAX_DEPTH,
    NO_SIDE,
    WIDEST,
    AnySetting,
    AnyState,
    UnitBeam,
)

FEW = 6  # nodes of a layer; with work for less, a pass is less deep


@kernel
def begin(beam: UnitBeam, me: int, planned: int, is_first: bool) -> None:
    """Begins a turn of the match: the lines continue unless it is the first."""
    beam.me = me
    beam.planned = planned >> 2 * (beam.rounds - 1)
    beam.passes = 0
    beam.made = 0
    beam.evaluations = 0
    beam.side = NO_SIDE
    beam.is_done = True
    if is_first:
        beam_units.forget(beam)
    else:
        beam_units.shift(beam)


@kernel
def next_side(beam: UnitBeam) -> bool:
    """Adopts the lines of a finished pass, and continues with the next side. False after the
    widest.
    """
    side = beam.side
    if side != NO_SIDE and beam.value > beam.known[beam.turns]:
        beam_units.adopt(beam)
    if side == beam.me:
        beam.passes += 1
        if beam.count == 0 or (beam.width >= WIDEST and beam.passes >= beam.rounds):
            return False
        beam.planned *= 4 if beam.passes < beam.rounds else 2
        if beam.passes < beam.rounds:
            side = NO_SIDE
    work = int(beam.share * float(beam.planned)) // max(1, beam.sides - 1)
    if side != beam.me:
        side += 2 if side + 1 == beam.me else 1
        if side >= beam.sides or work == 0:
            side = beam.me
    beam.side = side
    return True


@kernel
def start_pass(beam: UnitBeam) -> None:
    """Begins a pass of the side, as deep as its work allows."""
    work = int(beam.share * float(beam.planned)) // max(1, beam.sides - 1)
    if beam.side == beam.me:
        work = beam.planned - beam.made
    a_turn = FEW * (beam.choices - 1) * (beam.count + 1)
    beam.depth = max(2, min(beam.deepest, work // a_turn))
    beam_units.plant(beam, work)


def bind(
    follow: Callable[..., None], expand: Callable[..., None], find_rows: Callable[..., None]
) -> Callable[..., bool]:
    """Returns search(beam, states, start, setting, count), which plays `count` more turns and
    returns False once the widest pass is done. The parameters are the results of beam_units.bind.
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
                if not next_side(beam):
                    return False
                find_rows(beam, states, start, setting)
                start_pass(beam)
                follow(beam, states, start, setting)
        return True

    return search


@kernel
def first_order(beam: UnitBeam, row: int) -> int:
    """Returns a row's order. An unfinished pass counts if it found more than the lines, and is the
    first or half as deep.
    """
    is_deep = beam.passes == 0 or 2 * beam.turns >= beam.depth
    if beam.side == beam.me and is_deep and not beam.is_done:
        if beam.value > beam.known[beam.turns]:
            beam_units.adopt(beam)
    return beam.line[row * MAX_DEPTH]
