"""What networks share: the range of outputs, the mark of what CPython does, weights as text."""

from base64 import b85decode
from collections.abc import Callable
from typing import Any
from zlib import crc32

from common.kernel import Marked

TOP = 255  # of a lane's output
SHIFT = 16
HALF = 1 << SHIFT - 1


def in_c(kernel: Callable[..., Any]) -> Callable[[Marked], Marked]:
    """Marks what CPython does in place of a kernel, with the same result, only sooner."""

    def mark(function: Marked) -> Marked:
        function.in_c = kernel  # type: ignore[attr-defined]
        return function

    return mark


def unpacked(data: bytes | bytearray, bits: int) -> list[int]:
    """The numbers in data: all at once, as one int whose fields move apart to a byte or four."""
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


def decode(text: str) -> tuple[list[int], float]:
    """Returns the weights in a text, and the scale of their scores.

    The text has lines `name value`, an empty one, then `count` signed numbers of `bits` bits, in
    base 85 or in characters of 14 bits each from U+4E00 on; several counts, several bits.
    ValueError if they are not those of `crc`. docs/searches/network.md.
    """
    head, _, body = text.strip().partition("\n\n")
    told = dict(line.split(maxsplit=1) for line in head.splitlines())
    body = "".join(body.split())
    bits, count, scale = told["bits"], told["count"], float(told["scale"])
    if is_wide := body >= "\u4e00":
        raw = body.encode("utf-16-le", "replace")
        ones = int.from_bytes((b"\1" + bytes(7)) * (len(raw) // 8), "little")
        fields = int.from_bytes(raw, "little") - ones * 0x4E004E004E004E00
        fields = fields & ones * 0x3FFF00003FFF | fields >> 2 & ones * 0xFFFC0000FFFC000
        fields = fields & ones * 0xFFFFFFF | fields >> 4 & ones * 0xFFFFFFF0000000
        data = bytearray(fields.to_bytes(len(raw) // 8 * 8, "little"))
        del data[7::8]
    else:
        data = bytearray(b85decode(body))
    values: list[int] = []
    widths = [*map(int, bits.split())]
    if {*widths} <= {*range(1, 32)}:
        for width, length in zip(widths, map(int, count.split()), strict=False):
            size = -(-length // 8) * width
            values += unpacked(data[:size], width)[:length]
            del data[:size]
    checked = f"{bits} {count} {scale} {body}" if is_wide else repr((values, scale))
    if crc32(checked.encode("utf-8", "replace")) != int(told["crc"]):
        raise ValueError("the weights are damaged: their checksum is another one")
    return values, scale
