"""Finds parameters that do not matter: it plays a game at fixed work with the start values and with
others.

At fixed work equal bots play equal games. So if another value gives the same game, the value had no
effect in it. Both ends of a parameter's range are tried.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from botsmith.arena.matches.match import FULL_BUDGET
from botsmith.arena.matches.packing import PackedBot
from botsmith.arena.matches.played import Job, Outcome, in_order
from botsmith.arena.store.record import decode_match
from botsmith.bundle.parameters import Number
from botsmith.tuning.space import CLOCK, Range

ITERATIONS = 200  # a turn, where the study itself plays by the clock

# Plays games at fixed work between these bots by their numbers; yields them as they end.
Play = Callable[[Sequence[PackedBot], Iterator[Job]], Iterator[Outcome]]
Build = Callable[[Mapping[str, Number]], PackedBot]


def without_effect(
    ranges: Sequence[Range], is_timed: bool, seats: int, seed: int, build: Build, play: Play
) -> list[str]:
    """Returns the parameters that change no answer of the game with this seed at either end of
    their range.

    is_timed: True if the study plays by the clock; then its time limits are left out here
    """
    asked = [one for one in ranges if not (is_timed and one.name.endswith(CLOCK))]
    start = build({})
    others, budgets = [0] * (seats - 1), (FULL_BUDGET,) * seats
    for place in (0, 1):  # the end that is farther from the start first
        tried = {one.name: ends_of(one)[place] for one in asked}
        bots = [start, *(build({name: value}) for name, value in tried.items())]
        # Each bot in seat 0 against copies of the start.
        jobs = (Job(n, FULL_BUDGET, seed, 0, (n, *others), budgets) for n in range(len(bots)))
        records = [outcome.record for outcome in in_order(play(bots, jobs))]
        matches = [decode_match(record, "a match just played") for record in records]
        games = [[turn.outputs for turn in match.turns] for match in matches]
        asked = [one for one, game in zip(asked, games[1:], strict=True) if game == games[0]]
        if not asked:
            break
    return [one.name for one in asked]


def ends_of(one: Range) -> list[Number]:
    """Returns both ends of a range, the one farther from its start first."""
    ends = sorted((one.high, one.low), key=lambda end: -abs(end - one.start))
    return [one.kind(end) for end in ends]
