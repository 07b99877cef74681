"""Python's numbers, tables and arithmetic in C."""

import math
import re
from collections import namedtuple
from typing import Any

from common.kernel import NARROW

# run_place, reason: of a trap, its line and its number in native.TRAPS, from 1.
# nothing: 0.0, which no compiler knows: gcc rounds tanh(0.27) otherwise than libm where it finds
# the argument on one path alone. __asm__: float(int(-0.3)) is 0.0, whereas
# gcc 12 makes -0.0 of it under -fno-trapping-math. ROUNDED: gcc 12 fuses in spite of
# -ffp-contract=off. FIT: a comparison tells gcc the range, a cast does not. Step_int: `far` is the
# largest size of b in its table, so no sum leaves 0..length where a is in far..length-far; gcc then
# writes the loop around it twice, without checks for such an a. Any `length` is right, the best is
# that of the array whose index the sum is. EVEN: gcc takes `owner[beside] < 0` for rare. Indented
# by tabs, which are short.
SUPPORT = r"""
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
typedef int64_t Int;
const char *run_place;
static jmp_buf trap_exit;
static double nothing;
#define AT const char *place
static __attribute__((cold, noinline, noreturn)) void trap(AT, int reason) {
	run_place = place;
	nothing = 0.0 * reason;
	longjmp(trap_exit, reason);
}
#if __GNUC__ > 11
#define ROUNDED __builtin_assoc_barrier
#else
#define ROUNDED
#endif
#define STOP(reason, when) if (when) trap(place, reason);
#define PLACE(a, i) (&(a)[i])
#define LET(name, value) __auto_type name = value;
#define SET(place, value) { __auto_type set = value; place = set; }
#define CHANGE(place, value) { __auto_type old = &place; *old = value; }
#define COPY(target, source) (void)(*target = *source)
#define LOOP(first, last, sign, step) for (Int n = first, end = last; n sign end; n += step)
#define ENTRY(run, given, names, body) \
	static __attribute__((noinline)) void enter_ ## run given { body; } \
	int run given { int n = setjmp(trap_exit); if (n) return n; enter_ ## run names; return 0; }
#define PURE static inline __attribute__((always_inline))
#define INT1(f) PURE Int f(Int a, AT)
#define INT2(f) PURE Int f(Int a, Int b, AT)
#define TO_INT1(f) PURE Int f(double a, AT)
#define REAL1(f) PURE double f(double a, AT)
#define REAL2(f) PURE double f(double a, double b, AT)
INT2(at) { STOP(1, a + 0ull >= b) return a; }
#define FIT(n) INT1(fit_Int ## n) { STOP(2, a + (1ull << n - 1) >= 1ull << n) return a; }
FIT(8) FIT(16) FIT(32)
#define CHECKED(f) { STOP(2, __builtin_ ## f ## _overflow(a, b, &a)) return a; }
INT2(Add_int) CHECKED(add)
#define EVEN(test) if (__builtin_expect_with_probability(test, 1, 0.5))
#define INT4(f) PURE Int f(Int a, Int b, Int length, Int far, AT)
INT4(Step_int) {
	if (length / 2 > far && __builtin_expect(a + 0ull - far < length - 2 * far, 1)) return a + b;
	return Add_int(a, b, place);
}
INT2(Sub_int) CHECKED(sub)
INT2(Mult_int) CHECKED(mul)
INT2(pow_int) { return Mult_int(a, a, place); }
INT1(abs_int) { return a < 0 ? Sub_int(0, a, place) : a; }
#define DIVIDE(op, by_power) \
	if (__builtin_constant_p(b) && b > 0 && !(b & b - 1)) return by_power; \
	STOP(3, !b) if (!((a | b) >> 32)) return (uint32_t)a op (uint32_t)b;
INT2(FloorDiv_int) {
	DIVIDE(/, a >> __builtin_ctzll(b))
	return b == -1 ? Sub_int(0, a, place) : a / b - (a % b && (a ^ b) < 0);
}
INT2(Mod_int) {
	DIVIDE(%, a & (b - 1))
	Int rest = b == -1 ? 0 : a % b;
	return rest && (rest ^ b) < 0 ? rest + b : rest;
}
INT2(LShift_low) { STOP(4, b < 0) return b > 63 ? 0 : a << b; }
INT2(LShift_int) {
	if (__builtin_constant_p(a) && a == 1 && b < 63ull) return a << b;
	Int low = LShift_low(a, b, place);
	STOP(2, b > 63 ? a : low >> b != a)
	return low;
}
INT2(RShift_int) { STOP(4, b < 0) return a >> (b > 63 ? 63 : b); }
INT1(bit_count_int) { return __builtin_popcountll(abs_int(a, place)); }
INT1(bit_length_int) { return a ? 64 - __builtin_clzll(abs_int(a, place)) : 0; }
#define ONE(sign) { return b sign a ? b : a; }
INT2(min_int) ONE(<) INT2(max_int) ONE(>)
REAL2(min_float) ONE(<) REAL2(max_float) ONE(>)
REAL2(copysign_float) { return __builtin_copysign(a, b); }
REAL1(abs_float) { return __builtin_fabs(a); }
REAL2(Div_float) { STOP(3, !b) return a / b; }
REAL2(FloorDiv_float) { return __builtin_floor(a) - (a - a); }
TO_INT1(int_float) {
	STOP(a == a ? 2 : 4, !(a >= -0x1p63 && a < 0x1p63))
	Int whole = a;
	__asm__("" : "+r"(whole));
	return whole;
}
#define LIBM_INT(f, g) TO_INT1(f ## _float) { return int_float(__builtin_ ## g(a), place); }
LIBM_INT(trunc, trunc) LIBM_INT(round, rint) LIBM_INT(floor, floor) LIBM_INT(ceil, ceil)
PURE double valid(double y, double a, double b, AT) {
	STOP(y != y || !(a * (a + 1)) ? 4 : 2, y - y != 0.0
		&& (y != y ? a == a && b == b : a - a + b - b == 0.0))
	return y;
}
REAL1(sqrt_float) { return valid(__builtin_sqrt(a), a, a, place); }
#define LIBM(f) REAL1(f ## _float) { return valid(__builtin_ ## f(a - nothing), a, a, place); }
LIBM(sin) LIBM(cos) LIBM(tan) LIBM(asin) LIBM(acos) LIBM(atan) LIBM(exp) LIBM(expm1)
LIBM(log) LIBM(log2) LIBM(log10) LIBM(log1p) LIBM(tanh) LIBM(cbrt) LIBM(fabs)
#define LIBM2(f) REAL2(f ## _float) { \
	return valid(__builtin_ ## f(a - nothing, b - nothing), a, b, place); }
LIBM2(atan2) LIBM2(fmod) LIBM2(pow)
"""
C_NAMES: dict[Any, str] = {int: "Int", float: "double", bool: "bool", None: "void"}
C_NAMES |= {kind: kind.__name__.lower() + "_t" for kind in NARROW}
# Of these functions: the kind of the result, the number of arguments.
RESULTS: dict[str, tuple[Any, int]] = {
    name + "_float" * ("LIBM" in word): (int if "INT" in word else float, int(count or "1"))
    for word, count, name in re.findall(r"([A-Z_]+)(\d?)\((\w+)", SUPPORT)
}


# The kind of an array; is_table: a constant tuple, whose rows are Arrays too.
Array = namedtuple("Array", "item length is_table", defaults=[False])


def number(value: Any) -> str:
    """Returns a number as C text. Raises KeyError for another value, ValueError for a number that C
    cannot hold.
    """
    if not {int: 2**63, float: math.inf, bool: 2}[type(value)] > abs(value):
        raise ValueError
    return f"({value!r}{'l' * (type(value) is int)})".lower()


def flattened(value: Any) -> tuple[list[str], Any]:
    """Returns the constants of a table row by row, and its kind.

    Raises as number() does, and ValueError unless all rows have the same kind.
    """
    if not isinstance(value, tuple):
        return [number(value)], type(value)
    rows, kinds = zip(*map(flattened, value))  # noqa: B905
    (kind,) = {*kinds}
    return [text for row in rows for text in row], Array(kind, len(rows), True)


def call(name: str, *parts: object) -> str:
    """Returns a call of a function or macro in C."""
    return name + "(" + ", ".join(map(str, parts)) + ")"


def width(kind: Any) -> int:
    """Returns an array's number of entries."""
    return kind.length * width(kind.item) if isinstance(kind, Array) else 1


class Types:
    """Holds the C text as it grows: records and tables are declared when they are first used."""

    def __init__(self) -> None:
        self.parts = [SUPPORT]
        self.records: dict[Any, tuple[str, dict[str, Any]]] = {}
        self.tables: dict[int, tuple[Any, str, Any]] = {}
        self.functions: dict[Any, Any] = {}  # that write them; None at first

    def base(self, kind: Any) -> str:
        """Returns the C type of a number or record; for an array, that of its innermost items."""
        while isinstance(kind, Array):
            kind = kind.item
        return C_NAMES.get(kind) or self.record(kind)[0]

    def declare(self, kind: Any, name: str) -> str:
        """Returns the declaration of a parameter or local; records and arrays are pointers."""
        const = "const " * getattr(kind, "is_table", False)
        return const + self.base(kind) + (" " if kind in C_NAMES else " *") + name

    def record(self, kind: Any) -> tuple[str, dict[str, Any]]:
        """Returns a record's name in C and the kinds of its fields."""
        if kind not in self.records:
            fields, inner = {}, ""
            for name, (item, *lengths) in kind.kernel_fields.items():
                fields[name] = Array(item, lengths[1]) if lengths else item
                inner += f"{self.base(item)} {name}_{lengths[1:] or ''};"
            name = f"record_{len(self.records)}_{kind.__name__}"
            self.parts.append(f"typedef struct {{{inner}}} {name};")
            self.records[kind] = name, fields
        return self.records[kind]

    def constant(self, value: Any) -> tuple[str, Any]:
        """Returns the text and the kind of a number, or of a tuple of numbers or rows."""
        if not isinstance(value, tuple):
            value = getattr(value, "compiled", value)  # of a Capacity
            return number(value), type(value)
        if id(value) not in self.tables:
            texts, kind = flattened(value)
            name = f"table_{len(self.tables)}"
            head = f"static const {self.base(kind)} {name}[] = {{"
            self.parts.append(head + ", ".join(texts) + "};")
            self.tables[id(value)] = value, name, kind
        return self.tables[id(value)][1:]
