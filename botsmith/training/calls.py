"""Calls the kernels of an environment, and checks all values that they write.

C stops at the first fault; faults.py finds its line.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from botsmith.training import faults
from common.kernel import Numbers, kernel, record
from common.rng import Dice

OBSERVE, ALLOW, PLAY = faults.OBSERVE, faults.ALLOW, faults.PLAY
INPUT, LEGAL, GAIN = faults.INPUT, faults.LEGAL, faults.GAIN
HIGHEST, MOST_GAIN = faults.HIGHEST, faults.MOST_GAIN


@record
class Caller:
    """The present call of one of the author's kernels.

    calls: number of calls so far
    at, actor, doing: the lane, actor and kernel of the last call
    fault: the number of its fault, 0 for none; after a fault no kernel is called
    """

    calls: int
    at: int
    actor: int
    doing: int
    fault: int


@kernel
def note(caller: Caller, doing: int) -> None:
    """Records that a kernel of the author's is called now. doing: the number of the kernel"""
    caller.calls += 1
    caller.doing = doing


@cache
def bind(
    environment: Any,
) -> tuple[Callable[..., None], Callable[..., None], Callable[..., bool]]:
    """Returns three kernels, which call the author's kernels of an environment.

    observe(caller, match, actor, inputs) writes the inputs of an actor
    allow(caller, match, actor, legal) writes the legal moves of an actor
    play(caller, match, moves, gains, dice) plays a turn; returns True if the match is over
    """
    if TYPE_CHECKING:
        from botsmith.training.contest import AnyRecord as Match
    else:
        Match = environment.Match
    input_count, move_count = environment.INPUTS, environment.MOVES
    gain_count = environment.ACTORS * len(environment.TERMS)
    lowest = faults.lowest_of(environment)
    has_allow = hasattr(environment, "allow")

    @kernel
    def allow_nothing(match: Match, actor: int, legal: Numbers[bool]) -> None:
        """Takes the place of `allow` in an environment whose moves are always legal. Nothing reads
        `legal` then.
        """
        return

    own_observe, own_play = environment.observe, environment.play
    own_allow = getattr(environment, "allow", allow_nothing)

    @kernel
    def observe(caller: Caller, match: Match, actor: int, inputs: Numbers[int]) -> None:
        caller.actor = actor
        note(caller, OBSERVE)
        own_observe(match, actor, inputs)
        low = 0
        high = 0
        for place in range(input_count):
            low = min(low, inputs[place])
            high = max(high, inputs[place])
        if low < lowest or high > HIGHEST:
            caller.fault = INPUT

    @kernel
    def allow(caller: Caller, match: Match, actor: int, legal: Numbers[bool]) -> None:
        for move in range(move_count):
            legal[move] = False
        if has_allow:
            caller.actor = actor
            note(caller, ALLOW)
            own_allow(match, actor, legal)
            count = 0
            for move in range(move_count):
                count += int(legal[move])
            if count == 0:
                caller.fault = LEGAL

    @kernel
    def play(
        caller: Caller, match: Match, moves: Numbers[int], gains: Numbers[float], dice: Dice
    ) -> bool:
        for place in range(gain_count):
            gains[place] = 0.0
        note(caller, PLAY)
        is_over: bool = own_play(match, moves, gains, dice)
        for place in range(gain_count):
            if not abs(gains[place]) <= MOST_GAIN:
                caller.fault = GAIN
        return is_over

    return observe, allow, play
