"""java.util.Random against numbers that a Java runtime is known to give."""

import doctest
from pathlib import Path

import pytest

from botsmith.referees.java_random import JavaDraws, JavaRandom


def test_known_numbers_of_seed_42():
    assert JavaRandom(42).next_int32() == -1170105035
    assert [JavaRandom(42).next_int(10)] == [0]
    generator = JavaRandom(42)
    assert [generator.next_int(10) for _ in range(10)] == [0, 3, 8, 4, 0, 5, 5, 8, 9, 3]
    assert JavaRandom(42).next_long() == -5025562857975149833
    assert JavaRandom(42).next_double() == 0.7275636800328681
    assert JavaRandom(42).next_boolean() is True


def test_a_shuffle_keeps_the_items_and_goes_on_from_a_state():
    one, other = JavaRandom(7), JavaRandom(7)
    items, again = list(range(20)), list(range(20))
    one.shuffle(items)
    other.shuffle(again)
    assert items == again != list(range(20))
    assert sorted(items) == list(range(20))
    assert JavaRandom.at(one.state).next_long() == other.next_long()


@pytest.mark.parametrize("bound", [0, -1, 1 << 31])
def test_a_bound_that_java_refuses(bound):
    with pytest.raises(ValueError, match="expected 1"):
        JavaRandom(1).next_int(bound)


class Told(JavaDraws):
    """A generator whose bits a test tells, the next ones last."""

    def __init__(self, *draws: int) -> None:
        self.draws = [*draws[::-1]]

    def next(self, bits: int) -> int:
        assert 0 <= self.draws[-1] < 1 << bits
        return self.draws.pop()


@pytest.mark.parametrize(
    ("bound", "draws", "value"),
    [
        (3, [(1 << 31) - 3, 9], 2),  # the last one that counts: 3 divides 2**31 - 2
        (3, [(1 << 31) - 2, 5], 2),  # what is left over counts for nothing
        (3, [(1 << 31) - 1, (1 << 31) - 2, 4], 1),
        ((1 << 30) + 1, [1 << 30, 9], 1 << 30),
        ((1 << 30) + 1, [(1 << 30) + 1, 7], 7),
        ((1 << 31) - 1, [(1 << 31) - 2, 9], (1 << 31) - 2),
        ((1 << 31) - 1, [(1 << 31) - 1, 8], 8),
        (8, [(1 << 31) - 1, 9], 7),  # of a power of 2 the upper bits
        (1, [(1 << 31) - 1, 9], 0),
    ],
)
def test_numbers_that_would_favour_the_lower_ones_are_drawn_again(bound, draws, value):
    assert Told(*draws).next_int(bound) == value


def test_numbers_of_more_bits_are_made_of_two_draws_with_their_signs():
    assert Told(0, (1 << 32) - 1).next_long() == -1
    assert Told(1, 1 << 31).next_long() == (1 << 32) - (1 << 31)
    assert Told(1 << 31, 0).next_long() == -(1 << 63)
    assert Told((1 << 26) - 1, (1 << 27) - 1).next_double() == 1.0 - 2.0**-53
    assert [Told((1 << 31) - 1).next_int32(), Told(1 << 31).next_int32()] == [
        (1 << 31) - 1,
        -(1 << 31),
    ]
    assert [Told(0).next_boolean(), Told(1).next_boolean()] == [False, True]


def test_a_shuffle_draws_from_the_end():
    items = [*"abc"]
    Told(0, 1 << 30).shuffle(items)  # 0 of 3, then 1 of 2
    assert items == [*"cba"]


def test_the_page_about_java_says_what_is_drawn():
    page = Path(__file__).parents[2] / "docs" / "java.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert (found.failed, found.attempted) == (0, 22)


def test_bounds_that_java_17_refuses():
    for low, high in ((3, 3), (0, 1 << 63)):
        with pytest.raises(ValueError, match="expected 1"):
            JavaRandom(1).next_long_between(low, high)
    for least, most in ((1.0, 1.0), (0.0, float("inf"))):
        with pytest.raises(ValueError, match="the lower one first"):
            JavaRandom(1).next_double_between(least, most)
