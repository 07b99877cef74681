"""Zobrist keys: a random number for each possible fact about a state; XOR of them is the state's
key.

A state that changes gets its new key by XOR with the keys of old and new facts. Equal states have
equal keys, however they were reached; two different ones have equal keys once in 2**62 pairs.
Source: A. Zobrist, 1970.
"""

from common.kernel import Numbers
from common.rng import Dice, draw, make_dice

HALF_BITS = 31  # bits of a key that are drawn at once
KEY_BITS = 2 * HALF_BITS


def fill_keys(keys: Numbers[int], seed: int) -> None:
    """Fills a table with keys of KEY_BITS bits, the same for the same seed everywhere."""
    dice: Dice = make_dice(seed)
    for index in range(len(keys)):
        high = draw(dice, 1 << HALF_BITS)
        low = draw(dice, 1 << HALF_BITS)
        keys[index] = high << HALF_BITS | low
