"""java.util.Random, number for number: the generator of several official referees.

48 bits of state, state' = state * 0x5DEECE66D + 11; `next(bits)` gives the upper bits. Source: the
documentation of java.util.Random, which fixes the algorithm.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, MutableSequence
from math import isfinite, nextafter
from typing import Any

MULTIPLIER = 0x5DEECE66D
INCREMENT = 11
STATE_BITS = 48
MASK = (1 << STATE_BITS) - 1


class JavaDraws(ABC):
    """Draws numbers from a generator's bits in the way of java.util.Random."""

    @abstractmethod
    def next(self, bits: int) -> int:
        """Returns a number of `bits` (1..32) bits, 0 or more."""

    def next_int(self, bound: int) -> int:
        """Draws nextInt(bound): 0..bound-1. Raises ValueError unless 0 < bound < 2**31."""
        if not 0 < bound < 1 << 31:
            raise ValueError(f"bound {bound}: expected 1..2**31 - 1")
        drawn = self.next(31)
        if bound & (bound - 1) == 0:
            return (bound * drawn) >> 31
        value = drawn % bound
        while drawn - value + bound - 1 >= 1 << 31:
            drawn = self.next(31)
            value = drawn % bound
        return value

    def next_int_between(self, low: int, high: int) -> int:
        """Draws nextInt(low, high) of Java 17: low..high-1. Java computes it in another way than
        nextInt(bound), so `next_int` would draw other numbers.

        Raises ValueError unless 0 < high - low < 2**31.
        """
        return self._between(low, high, 31, self.next_int32)

    def _between(self, low: int, high: int, bits: int, draw: Callable[[], int]) -> int:
        """Draws low..high-1 from signed whole numbers of `bits` bits. Raises ValueError unless
        there are 1 to 2**bits - 1 such numbers.
        """
        span = high - low
        if not 0 < span < 1 << bits:
            raise ValueError(f"between {low} and {high}: expected 1..2**{bits} - 1 numbers")
        drawn = draw()
        if span & (span - 1) == 0:
            return low + (drawn & span - 1)
        positive = (1 << bits) - 1
        drawn = drawn >> 1 & positive
        while drawn - drawn % span + span > 1 << bits:
            drawn = draw() >> 1 & positive
        return low + drawn % span

    def next_int32(self) -> int:
        """Draws nextInt(): a signed number of 32 bits."""
        return signed(self.next(32), 32)

    def next_long(self) -> int:
        """Draws nextLong(): a signed number of 64 bits."""
        high = self.next(32)
        return signed(((high << 32) + signed(self.next(32), 32)) & ((1 << 64) - 1), 64)

    def next_long_between(self, low: int, high: int) -> int:
        """Draws nextLong(low, high) of Java 17: low..high-1; with low 0 also its nextLong(bound).

        Raises ValueError unless 0 < high - low < 2**63.
        """
        return self._between(low, high, 63, self.next_long)

    def next_double(self) -> float:
        """Draws nextDouble(): 0 <= x < 1."""
        high = self.next(26)
        return ((high << 27) + self.next(27)) / (1 << 53)

    def next_double_between(self, low: float, high: float) -> float:
        """Draws nextDouble(low, high) of Java 17: low <= x < high; with low 0 also its
        nextDouble(bound).

        Raises ValueError unless low < high, and both are finite.
        """
        if not (isfinite(low) and isfinite(high) and low < high):
            raise ValueError(f"between {low} and {high}: expected two numbers, the lower one first")
        value = self.next_double() * (high - low) + low
        return value if value < high else nextafter(high, low)

    def next_float(self) -> float:
        """Draws nextFloat(): 0 <= x < 1, of 24 bits."""
        return self.next(24) / (1 << 24)

    def next_boolean(self) -> bool:
        """Draws nextBoolean()."""
        return self.next(1) != 0

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffles a list in place as Collections.shuffle does."""
        for count in range(len(items), 1, -1):
            other = self.next_int(count)
            items[count - 1], items[other] = items[other], items[count - 1]


class JavaRandom(JavaDraws):
    """A generator made from a seed; `state` (48 bits) may be read and set."""

    def __init__(self, seed: int) -> None:
        self.state = (seed ^ MULTIPLIER) & MASK

    @classmethod
    def at(cls, state: int) -> "JavaRandom":
        """Returns a generator in a given state, not made from a seed."""
        generator = cls(0)
        generator.state = state & MASK
        return generator

    def next(self, bits: int) -> int:
        """Returns the top `bits` (1..32) bits of the next state, not negative."""
        self.state = (self.state * MULTIPLIER + INCREMENT) & MASK
        return self.state >> (STATE_BITS - bits)


def signed(value: int, bits: int) -> int:
    """Returns `value` of 0..2**bits-1 as a signed number, by two's complement."""
    return value - (1 << bits) if value >> (bits - 1) else value
