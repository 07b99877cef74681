"""Weights as text: what was written is read, and damage is seen."""

import pytest

from botsmith.errors import BadInput
from botsmith.training.weights import decode_all, encode, encode_parts, module_text, read_weights
from common.nets.wide import decode
from tests.training import toys


@pytest.mark.parametrize("bits", [3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("count", [1, 7, 8, 9, 320])
def test_weights_come_back_as_they_were(bits, count):
    weights = toys.some_weights(count, bits)
    weights = type(weights)(weights.values[:count], 0.1, bits, {"generation": "3", "date": "now"})
    assert decode_all(encode(weights)) == weights
    assert decode(encode(weights)) == (weights.values, weights.scale)
    assert decode_all(encode(weights, is_wide=True)) == weights


def test_numbers_beyond_the_bits_are_refused():
    weights = toys.some_weights(1, 8)
    with pytest.raises(ValueError, match="beyond 4 bits"):
        encode(type(weights)(weights.values, 1.0, 4, {}))


def test_a_damaged_letter_is_seen(tmp_path):
    text = encode(toys.some_weights(1))
    path = tmp_path / "damaged.txt"
    place = len(text) - 50
    path.write_text(text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :])
    with pytest.raises(BadInput, match=r"damaged\.txt: .*the weights are damaged"):
        read_weights(path)


def test_a_module_holds_the_text():
    weights = toys.some_weights(1)
    scope: dict[str, str] = {}
    exec(module_text("toy", weights), scope)
    assert decode_all(scope["WEIGHTS"]) == weights
    assert module_text("toy", weights).isascii()


def test_parts_have_their_own_bits():
    parts = [([1, -8, 7], 4), ([-70_000, 3], 18), ([2**30 - 1], 31)]
    for is_wide in (False, True):
        text = encode_parts(parts, 1.5, {}, is_wide)
        assert text.startswith("bits 4 18 31\nscale 1.5\ncount 3 2 1\n")
        assert decode(text) == ([1, -8, 7, -70_000, 3, 2**30 - 1], 1.5)


def test_a_module_in_the_wide_form_is_shorter():
    weights = toys.some_weights(1)
    scope: dict[str, str] = {}
    wide = module_text("toy", weights, is_wide=True)
    exec(wide, scope)
    assert decode_all(scope["WEIGHTS"]) == weights
    assert len(wide) < 0.7 * len(module_text("toy", weights))
