"""Weights as text in base 85: docs/searches/network.md."""

from base64 import b85decode
from collections.abc import Callable
from zlib import crc32


def unpacked(data: bytes | bytearray, bits: int) -> list[int]:
    """Returns the signed numbers of `bits` bits in data.

    They are moved at once, as one int whose fields are spread to one byte or four.
    """
    size = 1 if bits < 9 else 4
    groups = len(data) // bits
    room = bytearray(8 * size * groups)
    for place in range(bits):
        room[place :: 8 * size] = data[place : groups * bits : bits]
    fields = int.from_bytes(room, "little")

    def each(step: int) -> int:
        return int.from_bytes((b"\1" + bytes(step - 1)) * (len(room) // step), "little")

    for half in (4, 2, 1):
        low = each(2 * half * size) * ((1 << half * bits) - 1)
        fields = fields & low | (fields >> half * bits & low) << 8 * half * size
    top, ones = 8 * size - 1, each(size)
    fields = (fields + ones * ((1 << top) - (1 << bits - 1))) ^ ones << top
    return memoryview(fields.to_bytes(len(room), "little")).cast("b" if size == 1 else "i").tolist()


def decode(text: str, data_of: Callable[[str], bytes] = b85decode) -> tuple[list[int], float]:
    """Returns the weights in a text, and the scale of their scores.

    The text has lines `name value`, an empty line, then `count` signed numbers of `bits` bits, in
    letters that `data_of` reads. There may be several counts, with several bits.
    Raises ValueError if their checksum is not `crc`.
    """
    head, _, body = text.strip().partition("\n\n")
    named = dict(line.split(maxsplit=1) for line in head.splitlines())
    body = "".join(body.split())
    bits, count, scale = named["bits"], named["count"], float(named["scale"])
    data = bytearray(data_of(body))
    values: list[int] = []
    widths = [*map(int, bits.split())]
    if {*widths} <= {*range(1, 32)}:
        for width, length in zip(widths, map(int, count.split()), strict=False):
            size = -(-length // 8) * width
            values += unpacked(data[:size], width)[:length]
            del data[:size]
    is_ascii = data_of is b85decode
    checked = repr((values, scale)) if is_ascii else f"{bits} {count} {scale} {body}"
    if crc32(checked.encode("utf-8", "replace")) != int(named["crc"]):
        raise ValueError("the weights are damaged: their checksum is another one")
    return values, scale
