"""Runs the random programs of tests/compiler/programs.py in both engines and compares every bit."""

import ast
import importlib.util
import random
import struct
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from common.native import values_of
from tests.compiler.library import Library, Trapped


def load_module(path: Path, text: str) -> ModuleType:
    """Imports a text from a file, under the file's name."""
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def dump(value: Any) -> bytes:
    """All that a record or an array holds."""
    if isinstance(value, list | tuple):
        return b"".join(map(dump, value))
    if hasattr(value, "kernel_fields"):
        return b"".join(data for _, data in values_of(value, 0))
    return repr(value).encode()


def canonical(data: bytes) -> bytes:
    """With all not-a-numbers alike: which one comes out is not promised."""
    is_nan = len(data) == 8 and struct.unpack("=d", data)[0] != struct.unpack("=d", data)[0]
    return b"nan" if is_nan else data


class Strict(ast.NodeTransformer):
    """Has every index below zero raise IndexError, as it stops C."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        name = ast.Name("from_the_start", ast.Load())
        node.slice = ast.Call(name, [node.slice], [])
        return node


def from_the_start(index: int) -> int:
    if index < 0:
        raise IndexError(index)
    return index


def strict_twin(module: ModuleType) -> dict[str, Any]:
    """The programs and helpers of a module, with indices checked."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    names: dict[str, Any] = {"__name__": module.__name__, "from_the_start": from_the_start}
    transformer = Strict()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name != "bind":
            node.body = [transformer.visit(statement) for statement in node.body]
    exec(compile(ast.fix_missing_locations(tree), "strict", "exec"), names)
    return names


class Comparison:
    """Runs the programs of one module in both engines.

    clean: runs that ended in both without a trap, equal in every bit. trapped: runs that trapped.
    """

    def __init__(self, module: ModuleType, count: int) -> None:
        self.module = module
        self.programs = [getattr(module, f"program{number}") for number in range(count)]
        self.strict = strict_twin(module)
        self.clean = 0
        self.trapped = 0

    def library(self, compiler: str, flags: Sequence[str]) -> Library:
        """The programs in C."""
        calls = dict.fromkeys(self.programs, self.arguments(0))
        return Library(calls, compiler, flags)

    def arguments(self, seed: int, names: dict[str, Any] | None = None) -> list[Any]:
        """A random world, dice, an int, a float and a bool; equal for equal seeds."""
        names = names or vars(self.module)
        rnd = random.Random(seed)
        world, dice = names["World"](), names["Dice"]()
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
        part = rnd.choice([0.0, -0.5, rnd.uniform(-9.0, 9.0)])
        return [world, dice, number, part, rnd.random() < 0.5]

    def left(self, arguments: list[Any], result: Any) -> list[bytes]:
        """All that a run leaves behind."""
        world, dice = arguments[:2]
        parts = [data for _, data in (*values_of(world, 0), *values_of(dice, 0))]
        cut = [data[at : at + 8] for data in parts for at in range(0, len(data), 8)]
        last = struct.pack("=d", result) if isinstance(result, float) else repr(result).encode()
        return [*map(canonical, cut), canonical(last)]

    def compare(self, library: Library, runs: int) -> None:
        """Raises AssertionError at the first difference, with program and seed."""
        for program in self.programs:
            for seed in range(runs):
                self.compare_one(library, program, seed)

    def compare_one(self, library: Library, program: Any, seed: int) -> None:
        ours, theirs = self.arguments(seed), self.arguments(seed)
        where = f"{program.__name__}, seed {seed}"
        trap = there = None
        try:
            there = library.call(program, *theirs)
        except Trapped as trapped:
            trap = str(trapped)
        if trap and trap.endswith("OverflowError"):  # CPython goes on with ints of any size
            self.trapped += 1
            return
        try:
            here = program(*ours)
        except (ArithmeticError, ValueError, IndexError) as error:
            assert trap, f"{where}: CPython raised {error!r}, C returned {there!r}"

            self.trapped += 1
            return
        if trap:
            assert trap.endswith("IndexError"), f"{where}: {trap}; CPython returned {here!r}"
            assert self.is_below_zero(program, seed), f"{where}: {trap}; CPython: {here!r}"
            self.trapped += 1
            return
        assert type(here) is type(there), f"{where}: {here!r} and {there!r}"
        same = self.left(ours, here) == self.left(theirs, there)
        assert same, f"{where}: {here!r} in CPython, {there!r} in C"
        self.clean += 1

    def is_below_zero(self, program: Any, seed: int) -> bool:
        """Whether a run uses an index below zero."""
        try:
            self.strict[program.__name__](*self.arguments(seed, self.strict))
        except IndexError:
            return True
        return False
