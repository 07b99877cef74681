"""Java's atan2 to the last bit, as in fdlibm. The C library differs in one result of six.

Only for rules that must follow a referee written in Java; a search may use `math.atan2`.
"""

from math import copysign, pi

from common.kernel import kernel

PI_REST = 1.2246467991473532e-16  # what `pi` lacks
ANGLES = (0.4636476090008061, pi / 4.0, 0.982793723247329, pi / 2.0)  # atan of 1/2, 1, 3/2, inf
REST = (2.2698777452961687e-17, 3.061616997868383e-17, 1.3903311031230998e-17, PI_REST / 2.0)
STEEP = 73786976294838206464.0  # 2 to the power 66: such a slope is upright
FLAT = 1.862645149230957e-09  # 2 to the power -29: such a slope is its own angle


@kernel
def java_atan(slope: float) -> float:
    """Returns the angle, 0..pi/2 radians, of a slope of 0 or more."""
    if slope >= STEEP:
        return ANGLES[3] + REST[3]
    if slope < FLAT:
        return slope
    near = -1  # which of ANGLES is taken away first
    u = slope
    if slope >= 2.4375:
        near = 3
        u = -1.0 / slope
    elif slope >= 1.1875:
        near = 2
        u = (slope - 1.5) / (1.0 + 1.5 * slope)
    elif slope >= 0.6875:
        near = 1
        u = (slope - 1.0) / (slope + 1.0)
    elif slope >= 0.4375:
        near = 0
        u = (2.0 * slope - 1.0) / (2.0 + slope)
    a = u * u
    b = a * a
    s = 0.06661073137387531 + b * (0.049768779946159324 + b * 0.016285820115365782)
    s = a * (0.3333333333333293 + b * (0.14285714272503466 + b * (0.09090887133436507 + b * s)))
    r = -0.0769187620504483 + b * (-0.058335701337905735 - b * 0.036531572744216916)
    r = b * (-0.19999999999876483 + b * (-0.11111110405462356 + b * r))
    if near < 0:
        return u - u * (s + r)
    return ANGLES[near] - ((u * (s + r) - REST[near]) - u)


@kernel
def java_atan2(y: float, x: float) -> float:
    """Returns the direction, -pi..pi radians, of the finite point (x, y), as Java's Math.atan2(y,
    x).
    """
    if y == 0.0:
        return y if copysign(1.0, x) > 0.0 else copysign(pi, y)
    if x == 0.0:
        return copysign(pi / 2.0, y)
    angle = java_atan(abs(y / x))
    if x < 0.0:
        angle = pi - (angle - PI_REST)
    return copysign(angle, y)
