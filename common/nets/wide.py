"""Weights as text in base 85 or in wide characters: docs/searches/network.md.

A wide character has 14 bits, from U+4E00 on; four of them are seven bytes.
"""

from common.nets import text as plain


def data_of(body: str) -> bytes:
    """Returns the bytes of wide characters."""
    raw = body.encode("utf-16-le", "replace")
    ones = int.from_bytes((b"\1" + bytes(7)) * (len(raw) // 8), "little")
    fields = int.from_bytes(raw, "little") - ones * 0x4E004E004E004E00
    fields = fields & ones * 0x3FFF00003FFF | fields >> 2 & ones * 0xFFFC0000FFFC000
    fields = fields & ones * 0xFFFFFFF | fields >> 4 & ones * 0xFFFFFFF0000000
    data = bytearray(fields.to_bytes(len(raw) // 8 * 8, "little"))
    del data[7::8]
    return bytes(data)


def decode(text: str) -> tuple[list[int], float]:
    """Returns what `decode` of common/nets/text.py returns, for either form; the first letter
    decides.
    """
    is_wide = text.strip().partition("\n\n")[2].lstrip() >= "\u4e00"
    return plain.decode(text, data_of) if is_wide else plain.decode(text)
