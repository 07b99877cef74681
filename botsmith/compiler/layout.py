"""How a record lies in C memory, for tests and benchmarks, and what the code of a trap says.

Ints and floats take 8 bytes, bools 1; every field starts at a multiple of its size, a record at a
multiple of its widest field's. Arrays whose length comes from `capacity` are pools: they are longer
in C than here and do not cross. The loader of bundles, common/native.py, knows the same on its own.
"""

import struct
from typing import Any

from common.native import TRAPS

FORMATS = {int: "q", float: "d", bool: "?"}
WIDTHS = {int: 8, float: 8, bool: 1}


def describe_trap(code: int, files: list[str]) -> str:
    """`bots/csb/rules.py:213: index out of range` for what an entry returned; files as in C."""
    kind, where = divmod(code, 10_000_000)
    line, number = divmod(where, 100)
    return f"{files[number]}:{line}: {TRAPS[kind - 1]}"


class Layout:
    """Where the fields of a record lie, and the record's values as bytes.

    size, alignment: of the struct, in bytes. offsets: field name -> bytes from the start.
    with_pools: pools have their pure length, as everything else, and cross too (for tests).
    """

    def __init__(self, cls: Any, with_pools: bool = False) -> None:
        self.cls = cls
        self.size = 0
        self.offsets: dict[str, int] = {}
        self.alignment = 1
        self.leaves: list[tuple[int, str, type, int]] = []  # offset, path, kind, count (0: scalar)
        end = 0
        for name, entry in cls.kernel_fields.items():
            kind, count, pure = entry, 1, 1
            if isinstance(entry, list):
                kind, pure, compiled = entry
                count = pure if with_pools else compiled
            inner = None if kind in WIDTHS else Layout(kind, with_pools)
            width = inner.size if inner else WIDTHS[kind]
            alignment = inner.alignment if inner else WIDTHS[kind]
            start = (end + alignment - 1) // alignment * alignment
            self.alignment = max(self.alignment, alignment)
            self.offsets[name] = start
            end = start + width * count
            if count != pure:
                continue
            if inner is None:
                self.leaves.append((start, name, kind, count if isinstance(entry, list) else 0))
                continue
            for index in range(count):
                path = f"{name}[{index}]" if isinstance(entry, list) else name
                for offset, rest, leaf, number in inner.leaves:
                    self.leaves.append(
                        (start + index * width + offset, f"{path}.{rest}", leaf, number)
                    )
        self.size = (end + self.alignment - 1) // self.alignment * self.alignment
        self.write, self.read = self.make_copiers()

    def make_copiers(self) -> tuple[Any, Any]:
        """write(record, buffer) and read(record, buffer): a call of `struct` for each run."""
        scope: dict[str, Any] = {}
        write = ["def write(record, buffer):"]
        read = ["def read(record, buffer):"]
        for number, run in enumerate(self.runs()):
            first = run[0][0]
            layout, parts, place, end = "=", [], 0, first
            read.append(f"    values = s{number}.unpack_from(buffer, {first})")
            for offset, path, kind, count in run:
                layout += f"{offset - end}x" * (offset > end) + f"{count or 1}{FORMATS[kind]}"
                end = offset + WIDTHS[kind] * (count or 1)
                parts.append(f"*record.{path}" if count else f"record.{path}")
                value = f"values[{place}:{place + count}]" if count else f"values[{place}]"
                read.append(f"    record.{path}{'[:]' * bool(count)} = {value}")
                place += count or 1
            scope[f"s{number}"] = struct.Struct(layout)
            write.append(f"    s{number}.pack_into(buffer, {first}, {', '.join(parts)})")
        exec("\n".join(write + read), scope)
        return scope["write"], scope["read"]

    def runs(self) -> list[list[tuple[int, str, type, int]]]:
        """The leaves, cut where a pool lies between two of them."""
        runs: list[list[tuple[int, str, type, int]]] = [[]]
        end = 0
        for leaf in self.leaves:
            if runs[-1] and leaf[0] - end >= 8:
                runs.append([])
            runs[-1].append(leaf)
            end = leaf[0] + WIDTHS[leaf[2]] * (leaf[3] or 1)
        return [run for run in runs if run]
