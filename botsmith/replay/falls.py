"""Finds the turns in which a bot's evaluation of its position fell."""

from collections.abc import Sequence

from botsmith.replay.figures import number_text

MOST = 5  # falls that are shown of a seat, the deepest
SHARE = 0.25  # of the span of its evaluations that a fall measures at least
RIM = 0.02  # of the values at either end: far out, they are no part of the span


def deepest_falls(values: Sequence[float | None]) -> list[tuple[int, float, str]]:
    """Returns (frame, depth, words) of the deepest falls from one reported value to the next.

    values: by frame, None where the bot reported none
    """
    reported = [(frame, value) for frame, value in enumerate(values) if value is not None]
    if len(reported) < 2:
        return []
    ordered = sorted(value for _, value in reported)
    last = len(ordered) - 1
    low, high = ordered[-int(-last * RIM // 1)], ordered[int(last * (1 - RIM))]
    found = []
    for (_, before), (frame, after) in zip(reported, reported[1:], strict=False):
        depth = min(high, before) - max(low, after)
        if depth > 0 and depth >= SHARE * (high - low):
            words = f"evaluation falls from {number_text(before)} to {number_text(after)}"
            found.append((frame, depth, words))
    found.sort(key=lambda fall: (-fall[1], fall[0]))
    return sorted(found[:MOST])
