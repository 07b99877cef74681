"""Weights as text: what bots/GAME/weights.py holds and common/network.py decodes.

    bits 8
    scale 65536.0
    count 7584
    crc 1234567890
    ...more lines `name value`, which say where the weights come from

    0{ab...

An empty line ends the head. The numbers lie one after the other, the lowest first, each plus
2 ** (bits - 1) so that none is negative; eight of them are `bits` bytes. Base 85 keeps them ASCII.
"""

from base64 import b85encode
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from botsmith.errors import BadInput
from common.network import decode

LONG_LINE = 2000  # letters
OWN = ("bits", "scale", "count", "crc")
DOCSTRING = '''"""The weights of the value network, as `train {game} --apply` wrote them.

Lines `name value`, then the numbers in base 85: common/network.py decodes them.
"""

WEIGHTS = """
{text}
"""
'''


@dataclass(frozen=True)
class Weights:
    """A network's numbers. about: where they come from, more lines of the head."""

    values: list[int]
    scale: float
    bits: int
    about: Mapping[str, str]

    @property
    def checksum(self) -> int:
        """What `crc` says."""
        return crc32(repr((self.values, self.scale)).encode())


def encode(weights: Weights) -> str:
    """The text. ValueError for numbers that do not fit into the bits."""
    bits, offset = weights.bits, 1 << weights.bits - 1
    if not all(-offset <= value < offset for value in weights.values):
        raise ValueError(f"weights beyond {bits} bits")
    filled = [*weights.values, *[-offset] * (-len(weights.values) % 8)]
    data = b""
    for start in range(0, len(filled), 8):
        group = sum(
            value + offset << bits * index for index, value in enumerate(filled[start : start + 8])
        )
        data += group.to_bytes(bits, "little")
    letters = b85encode(data).decode()
    head = {
        "bits": bits,
        "scale": repr(weights.scale),
        "count": len(weights.values),
        "crc": weights.checksum,
        **weights.about,
    }
    lines = [f"{name} {value}" for name, value in head.items()]
    body = [letters[start : start + LONG_LINE] for start in range(0, len(letters), LONG_LINE)]
    return "\n".join([*lines, "", *body])


def decode_all(text: str) -> Weights:
    """The weights in a text. ValueError if they are damaged."""
    head = text.strip().partition("\n\n")[0]
    told = dict(line.split(maxsplit=1) for line in head.splitlines())
    about = {name: value for name, value in told.items() if name not in OWN}
    return Weights(*decode(text), int(told["bits"]), about)


def read_weights(path: Path) -> Weights:
    """The weights in a file. BadInput if they are damaged."""
    try:
        return decode_all(path.read_text(encoding="ascii"))
    except (OSError, ValueError, KeyError) as error:
        raise BadInput(f"{path}: no weights, or damaged ones: {error}") from None


def module_text(game: str, weights: Weights) -> str:
    """The source of bots/GAME/weights.py."""
    return DOCSTRING.format(game=game, text=encode(weights))
