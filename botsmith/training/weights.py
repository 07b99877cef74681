"""Writes weights as text: the content of bots/GAME/weights.py, which common/nets decodes.

    bits 8
    scale 65536.0
    count 7584
    crc 1234567890
    ...more lines `name value` about the origin of the weights

    0{ab...

An empty line ends the head. The numbers follow each other, the lowest bits first, each plus
2 ** (bits - 1) so that none is negative; eight of them are `bits` bytes. Parts of different widths
follow each other: `bits 4 21`, `count 7000 32`. Base 85 makes it ASCII. The wide form has 14 bits
in a character from U+4E00 on, seven bytes in four characters, the lowest bits first: 1.75 bytes in
a UTF-16 unit instead of 0.8. All these characters are letters of Unicode since 1999, without upper
or lower case, and no normalisation changes them.
"""

from base64 import b85encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np

from botsmith.errors import BadInput
from common.nets.wide import decode

LONG_LINE = 2000  # letters
WIDE = 0x4E00  # the character of 14 bits that are 0
Parts = Sequence[tuple[Sequence[int], int]]  # each of numbers, and their bits, 1..31
OWN = ("bits", "scale", "count", "crc")
DOCSTRING = '''"""The weights of the network, as `train {what}{game} --apply` wrote them.

Lines `name value`, then the numbers {form}: {module} decodes them.
"""

WEIGHTS = """
{text}
"""
'''


@dataclass(frozen=True)
class Weights:
    """A network's numbers. about: their origin, as further lines of the head"""

    values: list[int]
    scale: float
    bits: int
    about: Mapping[str, str]


def encode(weights: Weights, is_wide: bool = False) -> str:
    """Returns weights as text. Raises ValueError for numbers that do not fit into the bits."""
    parts = [(weights.values, weights.bits)]
    return encode_parts(parts, weights.scale, weights.about, is_wide)


def encode_parts(parts: Parts, scale: float, about: Mapping[str, str], is_wide: bool = True) -> str:
    """Returns the text of parts, which are decoded as one list. Raises ValueError for numbers that
    do not fit into their bits.
    """
    data = b"".join(packed(values, bits) for values, bits in parts)
    bits = " ".join(str(width) for _, width in parts)
    count = " ".join(str(len(values)) for values, _ in parts)
    letters = b85encode(data).decode()
    if is_wide:
        filled = np.frombuffer(data + bytes(-len(data) % 7), np.uint8)
        digits = np.unpackbits(filled, bitorder="little").reshape(-1, 14)
        letters = "".join(map(chr, (WIDE + digits @ (1 << np.arange(14))).tolist()))
    everything = [value for values, _ in parts for value in values]
    checked = f"{bits} {count} {scale} {letters}" if is_wide else repr((everything, scale))
    crc = crc32(checked.encode())
    head = {"bits": bits, "scale": repr(scale), "count": count, "crc": crc, **about}
    lines = [f"{name} {value}" for name, value in head.items()]
    body = [letters[start : start + LONG_LINE] for start in range(0, len(letters), LONG_LINE)]
    return "\n".join([*lines, "", *body])


def packed(values: Sequence[int], bits: int) -> bytes:
    """Returns numbers packed side by side, eight in `bits` bytes. Raises ValueError for a number
    that does not fit.
    """
    offset = 1 << bits - 1
    filled = [*values, *[-offset] * (-len(values) % 8)]
    numbers = np.array(filled, np.int64) + offset
    if (numbers >> bits).any():
        raise ValueError(f"weights beyond {bits} bits")
    digits = (numbers[:, None] >> np.arange(bits) & 1).astype(np.uint8)
    return np.packbits(digits, bitorder="little").tobytes()


def decode_all(text: str) -> Weights:
    """Returns the weights in a text. Raises ValueError if they are damaged."""
    head = text.strip().partition("\n\n")[0]
    values = dict(line.split(maxsplit=1) for line in head.splitlines())
    about = {name: value for name, value in values.items() if name not in OWN}
    return Weights(*decode(text), int(values["bits"]), about)


def read_weights(path: Path) -> Weights:
    """Returns the weights in a file. Raises BadInput if they are damaged."""
    try:
        return decode_all(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"{path}: no weights, or damaged ones: {error}") from None


def module_text(game: str, weights: Weights, is_wide: bool = False) -> str:
    """Returns the source of bots/GAME/weights.py for a value network."""
    return module_source(game, encode(weights, is_wide), is_wide)


def module_source(game: str, text: str, is_wide: bool, what: str = "") -> str:
    """Returns the source of bots/GAME/weights.py that holds a text. what: "policy" for a policy"""
    form = "as wide characters" if is_wide else "in base 85"
    module = "common/nets/wide.py" if is_wide else "common/nets/text.py"
    what = what and f"{what} "
    return DOCSTRING.format(game=game, what=what, form=form, module=module, text=text)
