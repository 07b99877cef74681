"""Java's atan2: what Java 17 says, to the last bit, and the axes."""

from math import atan2, copysign, nextafter, pi
from random import Random

import pytest

from common.fdlibm import java_atan2
from tests.pages import page_beside

SAID_BY_JAVA = page_beside(__file__, "fdlibm.txt")["java"].splitlines()


@pytest.mark.parametrize("line", SAID_BY_JAVA)
def test_what_java_says_to_the_last_bit(line):
    y, x, angle = map(float.fromhex, line.split())
    assert java_atan2(y, x) == angle


@pytest.mark.parametrize(
    ("y", "x", "angle"),
    [(0.0, 5.0, 0.0), (0.0, 0.0, 0.0), (0.0, -5.0, pi), (0.0, -0.0, pi), (5.0, 0.0, pi / 2)]
    + [(5.0, -0.0, pi / 2), (1e300, 1e-300, pi / 2), (1e-300, 1e300, 0.0), (1e-300, -1e300, pi)],
)
def test_on_the_axes_and_below_the_sign_is_that_of_y(y, x, angle):
    for sign in (1.0, -1.0):
        got = java_atan2(sign * y, x)
        assert (got, copysign(1.0, got)) == (sign * angle, sign)


def test_it_is_one_bit_off_the_c_library_in_a_sixth_of_whole_targets():
    dice, others = Random(7), 0
    for _ in range(4000):
        y, x = (float(dice.randint(1, 16000)) * dice.choice((1, -1)) for _ in range(2))
        got, of_c = java_atan2(y, x), atan2(y, x)
        assert nextafter(got, -4.0) <= of_c <= nextafter(got, 4.0)
        others += got != of_c
    assert 0.14 < others / 4000 < 0.22
