"""The C names of everything in a translation: as in Python, unless that name is taken."""

import ast
import math
import re
from types import FunctionType
from typing import Any

from botsmith.compiler.bounds import Bounds
from botsmith.compiler.helpers import HELPERS, PLAIN_MATH
from botsmith.compiler.kinds import ArrayKind, FieldLength
from botsmith.compiler.lengths import Length, LengthText
from botsmith.compiler.program import Kernel, Program
from botsmith.compiler.ranges import Ranges
from botsmith.compiler.scope import Constant
from botsmith.compiler.source import source_of_module

# Words of C, macros, and names of this file that no other name may take.
C_WORDS = set(
    """auto break case char const continue default do double else enum extern float for goto if
    inline int long register restrict return short signed sizeof static struct switch typedef union
    unsigned void volatile while asm typeof errno true false bool NULL INDEX TOO_LARGE
    ZERO_DIVISOR CONVERSION SHIFT DOMAIN_ERROR DEPTH trap trap_kind trap_code trap_exit
    stack_start stack_here jmp_buf setjmp longjmp offsetof isnan isinf isfinite I NOINLINE DOMAIN
    OVERFLOW UNDERFLOW SING PLOSS TLOSS HUGE int64_t int32_t uint64_t unix linux i386 NAN
    INFINITY stdin stdout stderr""".split()
)
HEADER_WORDS = re.compile(
    r"_[A-Z_]|(FLT|DBL|LDBL|FP|U?INT\w*|SIZE|PTRDIFF|WCHAR|WINT|MATH|HUGE|M)_"
)
HELPER_WORDS = (
    set(HELPERS) | set(PLAIN_MATH) | set("fabs floor ceil rint sqrt fmod pow sin cos tan".split())
)
# Functions of libc: a kernel of that name would clash with its declaration, or be called for it.
LIBC_FUNCTIONS = set(
    """main asin acos log log2 log10 log1p exp expm1 y0 y1 yn j0 j1 jn gamma index rindex select
    signal abs labs div round trunc hypot erf lgamma tgamma remainder memset memcpy memmove
    memcmp strlen printf puts read write open close link rand random exit abort time clock
    sleep raise kill pause wait bind listen accept connect send nearbyint logb scalb drem
    significand fdim fma fmax fmin modf frexp ldexp sinh cosh asinh acosh atanh exp2 pow10 fork
    pipe access remove rename bcmp bcopy bzero ffs erfc ilogb lrint llrint lround llround
    nextafter nexttoward remquo scalbn scalbln nan finite isinff isnanf""".split()
)


def is_reserved(name: str) -> bool:
    """Whether C or its headers have a use for a word."""
    return name in C_WORDS or HEADER_WORDS.match(name) is not None


class FileNames:
    """Gives names and remembers them; notes which helpers are used.

    macros: names of macros and types, which nothing else may have. bound: constants of factories.
    """

    def __init__(self, program: Program, entries: dict[str, Kernel]) -> None:
        self.program = program
        self.entries = entries
        self.taken = {"run_layout", "run_size", *[f"run_{name}" for name in entries]}
        self.given: dict[object, str] = {}
        self.constants: list[Constant] = []
        self.macros: set[str] = set()
        self.bound: set[str] = set()
        self.used: set[str] = set()
        self.spelled: dict[tuple[type[Any], str], Length | None] = {}
        self.ranges = Ranges(program.kernels.values(), entries.values())

    def bounds(self, kernel: Kernel) -> Bounds:
        """How large the ints of a kernel can be."""
        return self.ranges.bounds(kernel)

    def name_for(self, key: object, wanted: str) -> str:
        """The C name of `key`: as in Python, with _2, _3 if another thing has it already."""
        if key not in self.given:
            name = wanted + "_" if is_reserved(wanted) or wanted in HELPER_WORDS else wanted
            number = 2
            while name in self.taken:
                name, number = f"{wanted}_{number}", number + 1
            self.taken.add(name)
            self.given[key] = name
        return self.given[key]

    def constant(self, constant: Constant) -> str:
        """The constant's name; those of `math` are written large."""
        return self.given[constant]

    def name_constants(self) -> None:
        """Before anything is written, since macros must be known to all other names."""
        for constant in self.program.scope.constants.values():
            is_named = constant.source is not None or constant.is_bound
            name = self.name_for(constant, constant.name if is_named else constant.name.upper())
            (self.bound if constant.is_bound else self.macros).add(name)
            self.constants.append(constant)

    def kernel(self, kernel: Kernel) -> str:
        is_libc = kernel.name in LIBC_FUNCTIONS
        return self.name_for(kernel, kernel.name + "_" * is_libc)

    def record(self, cls: type[Any]) -> str:
        return self.name_for(cls, cls.__name__)

    def field(self, name: str) -> str:
        """A field's name; only words and macros can be in its way."""
        return name + "_" if is_reserved(name) or name in self.macros else name

    def is_entry(self, kernel: Kernel) -> bool:
        return kernel in self.entries.values()

    def is_shared(self, kernel: Kernel) -> bool:
        """Whether several places call a kernel: C compilers put it into all of them if told so."""
        callees = [callee for caller in self.program.kernels.values() for _, callee in caller.calls]
        return callees.count(kernel) > 1 and not kernel.is_recursive

    def local(self, name: str, kernel: Kernel) -> str:
        """The name of a parameter or local, which may hide any function that is not called
        there.
        """
        called = {self.kernel(callee) for _, callee in kernel.calls}
        if self.is_entry(kernel):
            called.add(self.kernel(kernel))  # run_NAME has the same parameters and calls it
        others = HELPER_WORDS | self.macros | self.bound | called
        arrays = [item.name for item in kernel.parameters if isinstance(item.kind, ArrayKind)]
        lengths = re.compile(f"({'|'.join(arrays)})_*_length" if arrays else "(?!)")
        while is_reserved(name) or name in others or lengths.fullmatch(name):
            name += "_"
            others = others | set(kernel.locals) | {item.name for item in kernel.parameters}
        return name

    def callee(self, function: FunctionType) -> Kernel:
        return self.program.kernels[function]

    def use(self, helper: str) -> str:
        self.used.add(helper)
        return helper

    def name_lengths(self) -> None:
        """Finds how the classes spell the lengths of their arrays, and the constants in them."""
        for cls in self.program.records:
            source = source_of_module(cls.__module__)
            node = source.record(cls.__name__) if source else None
            for part in node.body if node else []:
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name):
                    if isinstance(part.value, ast.Call) and len(part.value.args) == 2:
                        assert source is not None
                        self.spelled[cls, part.target.id] = LengthText(
                            self.program, source, cls
                        ).read(part.value.args[1])

    def field_length(self, length: FieldLength, value: int) -> str:
        """The length of a field as its class spells it, where that is a plain constant
        expression.
        """
        spelled = self.spelled.get((length.cls, length.name))
        if spelled is None or spelled.value != value:
            return str(value)
        return spelled.text(self)

    def resetter(self, cls: type[Any]) -> str | None:
        """The function that sets a record to its class's defaults; None if they are all zero."""
        if not defaults_of(cls):
            return None
        return self.name_for((cls, "reset"), f"reset_{cls.__name__.lower()}")


def defaults_of(cls: type[Any], start: str = "") -> list[tuple[str, Any]]:
    """(path in C, value) of all scalars of a new record that are not zero."""
    found: list[tuple[str, Any]] = []
    new = cls()
    for name, entry in cls.kernel_fields.items():
        value = getattr(new, name)
        if isinstance(entry, list):
            if hasattr(entry[0], "kernel_fields"):
                for index in range(entry[1]):
                    found += defaults_of(entry[0], f"{start}{name}[{index}].")
        elif hasattr(entry, "kernel_fields"):
            found += defaults_of(entry, f"{start}{name}.")
        elif value != 0 or math.copysign(1.0, value) < 0:
            found.append((start + name, value))
    return found
