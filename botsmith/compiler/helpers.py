"""The C functions behind Python's arithmetic: each is in a translation only if it is used.

A name maps to its text; whatever other helper a text calls is found by its name in it.
"""

import re

TRAPS = """\
// What Python raises an exception for, and what 64 bits cannot hold, leaves a kernel through
// trap().
enum trap_kind { INDEX = 1, TOO_LARGE, ZERO_DIVISOR, CONVERSION, SHIFT, DOMAIN_ERROR, DEPTH };

// where: 100 * line in the Python source + number of the file, as listed at the top.
static _Noreturn void trap(enum trap_kind kind, int32_t where)
{
    trap_code = (int32_t)kind * 10000000 + where;
    longjmp(trap_exit, 1);
}
"""

HELPERS: dict[str, str] = {}


def helper(text: str) -> None:
    """Registers a C function under its own name."""
    found = re.search(r"(\w+)\(", text[text.index("static") :])
    assert found is not None, text
    HELPERS[found.group(1)] = text.strip("\n") + "\n"


helper("""
// An index that is surely inside of an array.
static inline int64_t at(int64_t index, int64_t length, int32_t where)
{
    if (index < 0 || index >= length)
        trap(INDEX, where);
    return index;
}
""")
for _name, _builtin in (("add", "add"), ("subtract", "sub"), ("multiply", "mul")):
    helper(f"""
static inline int64_t {_name}(int64_t a, int64_t b, int32_t where)
{{
    int64_t result;
    if (__builtin_{_builtin}_overflow(a, b, &result))
        trap(TOO_LARGE, where);
    return result;
}}
""")
helper("""
static inline int64_t negate(int64_t a, int32_t where)
{
    if (a == INT64_MIN)
        trap(TOO_LARGE, where);
    return -a;
}
""")
helper("""
static inline int64_t absolute(int64_t a, int32_t where)
{
    return a < 0 ? negate(a, where) : a;
}
""")
helper("""
// a // b as in Python, rounded down, for b above 0.
static inline int64_t divide_by(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}
""")
helper("""
// a % b as in Python, for b above 0.
static inline int64_t modulo_by(int64_t a, int64_t b)
{
    return a % b < 0 ? a % b + b : a % b;
}
""")
helper("""
// a // b as in Python: rounded down.
static inline int64_t floor_divide(int64_t a, int64_t b, int32_t where)
{
    if (b == 0)
        trap(ZERO_DIVISOR, where);
    if (b == -1)
        return negate(a, where);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
""")
helper("""
// a % b as in Python: the sign of b.
static inline int64_t modulo(int64_t a, int64_t b, int32_t where)
{
    if (b == 0)
        trap(ZERO_DIVISOR, where);
    if (b == -1)
        return 0;
    const int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
""")
helper("""
static inline int64_t shift_left(int64_t a, int64_t count, int32_t where)
{
    if (count < 0)
        trap(SHIFT, where);
    if (a == 0)
        return 0;
    if (count > 63)
        trap(TOO_LARGE, where);
    const int64_t result = (int64_t)((uint64_t)a << count);
    if (result >> count != a)
        trap(TOO_LARGE, where);
    return result;
}
""")
helper("""
// a << count for a count of 0..63.
static inline int64_t shift_near(int64_t a, int64_t count, int32_t where)
{
    const int64_t result = (int64_t)((uint64_t)a << count);
    if (result >> count != a)
        trap(TOO_LARGE, where);
    return result;
}
""")
helper("""
static inline int64_t shift_right(int64_t a, int64_t count, int32_t where)
{
    if (count < 0)
        trap(SHIFT, where);
    return a >> (count > 63 ? 63 : count);
}
""")
helper("""
// a << count where a mask keeps the low bits only.
static inline uint64_t wrap_left(uint64_t a, int64_t count, int32_t where)
{
    if (count < 0)
        trap(SHIFT, where);
    return count > 63 ? 0 : a << count;
}
""")
helper("""
static inline double divide(double a, double b, int32_t where)
{
    if (b == 0.0)
        trap(ZERO_DIVISOR, where);
    return a / b;
}
""")
helper("""
// a % b for floats, step by step as CPython does it.
static inline double float_modulo(double a, double b, int32_t where)
{
    if (b == 0.0)
        trap(ZERO_DIVISOR, where);
    const double rest = fmod(a, b);
    if (rest == 0.0)
        return copysign(0.0, b);
    return (b < 0.0) != (rest < 0.0) ? rest + b : rest;
}
""")
helper("""
// a // b for floats, step by step as CPython does it: floor(a / b) is another number.
static inline double float_floor_divide(double a, double b, int32_t where)
{
    if (b == 0.0)
        trap(ZERO_DIVISOR, where);
    const double rest = fmod(a, b);
    double quotient = (a - rest) / b;
    if (rest != 0.0 && (b < 0.0) != (rest < 0.0))
        quotient -= 1.0;
    if (quotient == 0.0)
        return copysign(0.0, a / b);
    const double whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1.0 : whole;
}
""")
helper("""
// a // 1.0: the same as above, without fmod.
static inline double round_down(double a)
{
    return isfinite(a) ? floor(a) : a - a;
}
""")
helper("""
// A whole float as an int; the limits are the floats just outside of 64 bits.
static inline int64_t to_int(double a, int32_t where)
{
    if (!(a >= -9223372036854775808.0 && a < 9223372036854775808.0))
        trap(CONVERSION, where);
    return (int64_t)a;
}
""")
for _kind, _c in (("int", "int64_t"), ("float", "double")):
    for _name, _sign in (("min", "<"), ("max", ">")):
        helper(f"""
static inline {_c} {_name}_{_kind}({_c} a, {_c} b)
{{
    return b {_sign} a ? b : a;
}}
""")
helper("""
static inline int64_t bit_count(int64_t a)
{
    return __builtin_popcountll(a < 0 ? 0 - (uint64_t)a : (uint64_t)a);
}
""")
helper("""
// Of an int that is not negative.
static inline int64_t natural_bit_count(int64_t a)
{
    return __builtin_popcountll((uint64_t)a);
}
""")
helper("""
// How many bits a & -a has, also where -a has none to spare.
static inline int64_t lowest_bit(int64_t a)
{
    return __builtin_ffsll(a);
}
""")
helper("""
static inline int64_t bit_length(int64_t a)
{
    return a == 0 ? 0 : 64 - __builtin_clzll(a < 0 ? 0 - (uint64_t)a : (uint64_t)a);
}
""")
helper("""
// The result of a function of <math.h>; where Python raises ValueError or OverflowError, a trap.
static inline double valid(double result, double argument, int32_t where)
{
    if (!isfinite(result) && (isnan(result) ? !isnan(argument) : isfinite(argument)))
        trap(DOMAIN_ERROR, where);
    return result;
}
""")
helper("""
// A constant that the compiler cannot see: it would work out sin and cos with another rounding.
static inline double hidden(volatile double a)
{
    return a;
}
""")
for _name in ("sin", "cos"):  # of one angle, the compiler makes one call of both
    helper(f"""
static inline double checked_{_name}(double a, int32_t where)
{{
    if (isinf(a))
        trap(DOMAIN_ERROR, where);
    return {_name}(__builtin_constant_p(a) ? hidden(a) : a);
}}
""")
for _name in "tan asin acos log log2 log10 log1p exp expm1".split():
    helper(f"""
static inline double checked_{_name}(double a, int32_t where)
{{
    return valid({_name}(a), a, where);
}}
""")
helper("""
static inline double checked_sqrt(double a, int32_t where)
{
    if (a < 0.0)
        trap(DOMAIN_ERROR, where);
    return sqrt(a);
}
""")
helper("""
static inline double checked_fmod(double a, double b, int32_t where)
{
    if ((isinf(a) && !isnan(b)) || (b == 0.0 && !isnan(a)))
        trap(DOMAIN_ERROR, where);
    return fmod(a, b);
}
""")
helper("""
static inline double checked_pow(double a, double b, int32_t where)
{
    const double result = pow(a, b);
    if (!isfinite(result) && isfinite(a) && isfinite(b))
        trap(DOMAIN_ERROR, where);
    return result;
}
""")
helper("""
// Trees deeper than the machine's stack end here; Python has its recursion limit.
static inline void check_depth(const char *stack_here, int32_t where)
{
    __asm__ volatile("" : : "r"(stack_here) : "memory");  // known outside: a call stays a call
    if (stack_start - stack_here > 2000000)
        trap(DEPTH, where);
}
""")

PLAIN_MATH = "atan tanh cbrt fabs atan2 copysign".split()
CALLED = re.compile(r"\b(\w+)\(")


def with_needed(used: set[str]) -> list[str]:
    """The helpers in `used` and those that they call, in the order of this page."""
    found: set[str] = set()
    waiting = sorted(used)
    while waiting:
        name = waiting.pop()
        if name in HELPERS and name not in found:
            found.add(name)
            waiting += CALLED.findall(HELPERS[name])
    return [name for name in HELPERS if name in found]
