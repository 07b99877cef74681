"""Roots for the bounds of pick.py, in a table. A slot's share is 1 / sqrt(visits)."""

from math import log, sqrt

from common.kernel import Numbers, capacity, kernel, numbers, record

TABLE = capacity(pure=4096, compiled=1 << 18)  # visits with roots in the table
ROOTS = capacity(8192, 1 << 19)
UNTRIED = 1.0e300  # mean without visits: its bound is above all


@record
class Roots:
    """table[2 n] is sqrt(ln n), table[2 n + 1] is 1 / sqrt(n)."""

    table: Numbers[float] = numbers(float, ROOTS)


@kernel
def fill(roots: Roots, most: int) -> None:
    """Fills the table up to `most`."""
    visits = min(most, TABLE - 1)
    while visits > 0 and roots.table[visits * 2 + 1] == 0.0:
        roots.table[visits * 2] = sqrt(log(float(visits)))
        roots.table[visits * 2 + 1] = 1.0 / sqrt(float(visits))
        visits -= 1


@kernel
def root_of_log(roots: Roots, visits: int) -> float:
    """Returns sqrt(ln visits)."""
    return roots.table[visits * 2] if visits < TABLE else sqrt(log(float(visits)))


@kernel
def share_of(roots: Roots, visits: int) -> float:
    """Returns 1 / sqrt(visits)."""
    return roots.table[visits * 2 + 1] if visits < TABLE else 1.0 / sqrt(float(visits))
