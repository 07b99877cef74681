"""Runs the random programs of tests/compiler/programs.py in both engines and compares every bit."""

import importlib.util
import random
import struct
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from botsmith.compiler.engine import Engine, Trapped
from botsmith.compiler.layout import Layout
from botsmith.compiler.translate import translate


def load_module(path: Path, text: str) -> ModuleType:
    """Imports a text from a file, under the file's name."""
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def canonical(data: bytes) -> list[int]:
    """8-byte words, with all not-a-numbers alike: which one comes out is not promised."""
    words = list(struct.unpack(f"={len(data) // 8}q", data))
    quiet = 0x7FF8000000000000
    nans = [(w & 0x7FF0000000000000) == 0x7FF0000000000000 and w & 0xFFFFFFFFFFFFF for w in words]
    return [quiet if is_nan else word for word, is_nan in zip(words, nans, strict=True)]


class Comparison:
    """Runs the programs of one module in both engines.

    clean: runs that ended in both without a trap, equal in every bit. trapped: runs that trapped.
    """

    def __init__(self, module: ModuleType, count: int) -> None:
        self.module = module
        self.names = [f"program{number}" for number in range(count)]
        self.translation = translate({name: getattr(module, name) for name in self.names})
        self.world = Layout(module.World)
        self.dice = Layout(module.Dice)
        self.clean = 0
        self.trapped = 0

    def arguments(self, seed: int) -> list[Any]:
        """A random world, dice, an int, a float and a bool; equal for equal seeds."""
        rnd = random.Random(seed)
        world, dice = self.module.World(), self.module.Dice()
        for item in [world.lead, *world.items]:
            item.weight = rnd.choice([rnd.uniform(-5.0, 5.0), float(rnd.randrange(-9, 9))])
            item.count = rnd.randrange(-50, 50)
            item.is_open = rnd.random() < 0.5
            item.values[:] = [rnd.randrange(-9, 99) for _ in item.values]
        world.ints[:] = [rnd.randrange(-100, 100) for _ in world.ints]
        world.floats[:] = [
            rnd.uniform(-1.0, 1.0) * 10.0 ** rnd.randrange(-3, 4) for _ in world.floats
        ]
        world.flags[:] = [rnd.random() < 0.5 for _ in world.flags]
        world.total = rnd.uniform(-100.0, 100.0)
        dice.state = rnd.getrandbits(48)
        number = rnd.choice([rnd.randrange(-20, 20), rnd.randrange(-(10**6), 10**6)])
        return [
            world,
            dice,
            number,
            rnd.choice([0.0, -0.5, rnd.uniform(-9.0, 9.0)]),
            rnd.random() < 0.5,
        ]

    def words(self, arguments: list[Any], result: Any) -> list[int]:
        """All that a run leaves behind, as words."""
        data = bytearray(self.world.size)
        self.world.write(arguments[0], data)
        more = bytearray(self.dice.size)
        self.dice.write(arguments[1], more)
        last = struct.pack("=d" if isinstance(result, float) else "=q", result)
        return canonical(bytes(data + more) + last)

    def compare(self, engine: Engine, runs: int) -> None:
        """Raises AssertionError at the first difference, with program and seed."""
        for name in self.names:
            for seed in range(runs):
                self.compare_one(engine, name, seed)

    def compare_one(self, engine: Engine, name: str, seed: int) -> None:
        ours, theirs = self.arguments(seed), self.arguments(seed)
        trap = ""
        try:
            there = engine.run(name, *theirs)
        except Trapped as trapped:
            trap = str(trapped)
        # CPython would go on with ints of any size.
        if "beyond 64 bits" in trap or "no 64-bit int" in trap:
            self.trapped += 1
            return
        try:
            here = getattr(self.module, name)(*ours)
        except (ArithmeticError, ValueError) as error:
            assert trap, f"{name}, seed {seed}: CPython raised {error!r}, C returned {there!r}"
            self.trapped += 1
            return
        assert not trap, f"{name}, seed {seed}: C trapped: {trap}; CPython returned {here!r}"
        assert type(here) is type(there), f"{name}, seed {seed}: {here!r} and {there!r}"
        same = self.words(ours, here) == self.words(theirs, there)
        assert same, f"{name}, seed {seed}: {here!r} in CPython, {there!r} in C"
        self.clean += 1
