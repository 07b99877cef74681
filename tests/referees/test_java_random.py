"""java.util.Random against numbers that a Java runtime is known to give."""

import pytest

from botsmith.referees.java_random import JavaRandom


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
