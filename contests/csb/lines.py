"""Writes and reads the lines of the referee of Coders Strike Back: the other side of the bot's
protocol.
"""

import re
from math import degrees, floor

from bots.csb import rules
from bots.csb.protocol import HEADING_UNSET, Order
from bots.csb.rules import Pod, Race, Track
from botsmith.referees.answers import InvalidAnswer, matched

WORDS = {"BOOST": rules.BOOST, "SHIELD": rules.SHIELD}
ORDER = re.compile(r"(-?[0-9]+) (-?[0-9]+) ([0-9]+|BOOST|SHIELD)( .*)?")
MAX_DIGITS = 300  # the most digits of a coordinate that a float can hold


def parse_order(line: str) -> Order:
    """Returns an output line as an order. Raises InvalidAnswer for a line of another form."""
    match = matched(line, ORDER, "'X Y thrust|BOOST|SHIELD'")
    x, y = parse_point(match[1], match[2])
    if match[3] in WORDS:
        return Order(x, y, WORDS[match[3]], 0)
    thrust = int(match[3].lstrip("0")[:MAX_DIGITS] or "0")
    if thrust > rules.MAX_THRUST:
        raise InvalidAnswer(f"thrust {match[3][:20]} is above {rules.MAX_THRUST:.0f}")
    return Order(x, y, rules.THRUST, thrust)


def parse_point(*texts: str) -> tuple[int, int]:
    """Returns the numbers of two coordinates of any length.

    If a coordinate has more than MAX_DIGITS digits, both lose the same number of digits, so that
    their direction stays.
    """
    digits = [text.lstrip("-").lstrip("0") for text in texts]
    lost = max(0, max(map(len, digits)) - MAX_DIGITS)
    sizes = [int(digit[: len(digit) - lost] if len(digit) > lost else "0") for digit in digits]
    x, y = (-n if text.startswith("-") else n for n, text in zip(sizes, texts, strict=True))
    return x, y


def format_track(track: Track) -> list[str]:
    """Returns the lines that every player gets once."""
    points = [f"{track.x[entry]:.0f} {track.y[entry]:.0f}" for entry in range(track.count)]
    return [str(rules.LAPS), str(track.count), *points]


def format_pod(pod: Pod, track: Track, is_first: bool) -> str:
    """Returns the line of a pod; in the first turn its heading is HEADING_UNSET."""
    angle = HEADING_UNSET if is_first else floor(degrees(pod.heading) + 0.5) % 360
    numbers = (pod.x, pod.y, pod.vx, pod.vy, angle, pod.passed % track.count)
    return " ".join(str(int(number)) for number in numbers)


def pods_seen_by(player: int) -> list[int]:
    """Returns the numbers of the pods in the order of a player's input: its own come first."""
    own = player * rules.PODS_EACH
    return [(own + index) % rules.PODS for index in range(rules.PODS)]


def format_turn(race: Race, track: Track, player: int, is_first: bool) -> list[str]:
    """Returns the lines that `player` gets in a turn."""
    return [format_pod(race.pods[index], track, is_first) for index in pods_seen_by(player)]
