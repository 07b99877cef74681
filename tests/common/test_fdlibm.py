"""Java's atan2: what Java 17 says, to the last bit, and the axes."""

from math import atan2, copysign, nextafter, pi
from random import Random

import pytest

from common.fdlibm import java_atan2

# y, x and Math.atan2(y, x) as Double.toHexString writes them: for each range of |y / x| that has
# a way of its own, each quarter. The C library's atan2 differs in all but the first and last four.
SAID_BY_JAVA = """
 0x1.42492f1b4c2b9p-17    0x1.e979612ed510ep25    0x1.511e1dd760fa4p-43
-0x1.349b689bf6a78p-25    0x1.349772356aa4p14    -0x1.00034985949c1p-39
 0x1.3712aecd02505p-20   -0x1.2fa403dee1772p11    0x1.921fb5433c8d6p1
-0x1.f16d7298f0b84p-23   -0x1.bbb96cb23c193p7    -0x1.921fb54204da1p1
 0x1.2p4                  0x1.dp5                 0x1.34246f1521774p-2
-0x1.0p0                  0x1.3p4                -0x1.aec2ac3e2959ep-5
 0x1.c04607df341dep57    -0x1.1c94b49a53044p61    0x1.85900c61e525ep1
-0x1.354p12              -0x1.e048p13            -0x1.6a41873e60466p1
 0x1.ap3                  0x1.8p4                 0x1.fc563f0b74fb6p-2
-0x1.2p4                  0x1.dp4                -0x1.1c69acc432607p-1
 0x1.8p5                 -0x1.48p6                0x1.4e561db8b9c24p1
-0x1.98p5                -0x1.34p6               -0x1.473e70dc9ea34p1
 0x1.0cp6                 0x1.c8p5                0x1.bb533457955aap-1
-0x1.2d78p13              0x1.8008p13            -0x1.54c0e76c018eep-1
 0x1.cdb8p13             -0x1.cc8p13              0x1.2d6c7a10e6e8ep1
-0x1.a8p5                -0x1.ap5                -0x1.2c5fb6dc4d566p1
 0x1.c54p11               0x1.6f6p11              0x1.c7821b9d9177ap-1
-0x1.981p13               0x1.cfap12             -0x1.0dde93ae3b4aap0
 0x1.77cp13              -0x1.43bp12              0x1.fa3daacbd87c2p0
-0x1.8p6                 -0x1.ep5                -0x1.109009519d63ap1
 0x1.183p13               0x1.1dp10               0x1.71bf7991e7a04p0
-0x1.bf88p13              0x1.a8ep11             -0x1.5677bac4905eap0
 0x1.18p5                -0x1.0p0                 0x1.996fa7ec8859bp0
-0x1.cdp13               -0x1.6f4p10             -0x1.ab885223b3bfap0
 0x1.375bd07c9241fp45     0x1.d046144c14216p-459  0x1.921fb54442d18p0
-0x1.53623fae1218fp-29    0x1.7b9f8a0266ffdp-168 -0x1.921fb54442d18p0
 0x1.9d1e9da543b64p56    -0x1.8c541fe874e3ep-42   0x1.921fb54442d19p0
-0x1.6eefe2bfaec17p44    -0x1.5f580d1cbbcf7p-49  -0x1.921fb54442d19p0
"""


@pytest.mark.parametrize("line", SAID_BY_JAVA.strip().splitlines())
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
