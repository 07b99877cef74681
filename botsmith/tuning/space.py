"""Finds the parameters to tune: the numbers of a params.py with the ranges in their comments.

A range is written behind its value: `name: float = 3.0  # 0..10 turns: what it means`; unit and
meaning may be missing. A bool needs none. Times of the clock (their names end in _ms) belong to a
machine, not to a strategy: they are left out unless the user names them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from botsmith.bundle.modules import Source
from botsmith.bundle.parameters import Number, Parameter, numbers_by_field, read_parameters
from botsmith.errors import BadInput

if TYPE_CHECKING:  # --help needs no Optuna
    from optuna.distributions import BaseDistribution

FORM = "'# low..high unit: meaning'"
CLOCK = "_ms"
LOG_SPAN = 100.0  # two decades: a range that spans more is searched by its logarithm
DIGITS = 3  # significant ones of a number that was searched

Values = Mapping[str, Number]


@dataclass(frozen=True)
class Range:
    """One number to tune.

    start: its start value
    about: its unit and meaning
    """

    name: str
    kind: type[Number]
    start: Number
    low: float
    high: float
    about: str

    @property
    def is_log(self) -> bool:
        """Returns True if the search draws the logarithm of the number."""
        return self.low > 0.0 and self.high / self.low > LOG_SPAN

    @property
    def ends(self) -> list[str]:
        """Returns its ends as text; [] for a bool."""
        return [] if self.kind is bool else [f"{self.low:g}", f"{self.high:g}"]

    def distribution(self) -> "BaseDistribution":
        """Returns the range as a distribution of Optuna."""
        from optuna.distributions import CategoricalDistribution, FloatDistribution, IntDistribution

        if self.kind is bool:
            return CategoricalDistribution([False, True])
        if self.kind is int:
            return IntDistribution(int(self.low), int(self.high), log=self.is_log)
        return FloatDistribution(self.low, self.high, log=self.is_log)

    def readable(self, value: Any) -> Number:
        """Returns a value of Optuna's in the form for params.py: rounded to few digits, within the
        range.
        """
        if self.kind is float:
            return min(max(float(f"{value:.{DIGITS}g}"), self.low), self.high)
        return self.kind(value)

    def as_json(self) -> dict[str, Any]:
        """Returns the parameter's name, range and start, on which the drawn values depend."""
        return {"name": self.name, "low": self.low, "high": self.high, "start": self.start}


def read_ranges(source: Source, only: Sequence[str] = ()) -> list[Range]:
    """Returns the ranges of a params.py, in its order.

    source: the file; its values are the start
    only: these names; empty for all but the clock's. An array's name stands for all its numbers

    Raises BadInput for an unknown name, a named parameter without a range, a start outside of its
    range, and if nothing is left to tune.
    """
    parameters = read_parameters(source.text)
    known, arrays = {each.name: each for each in parameters}, numbers_by_field(parameters)
    for name in only:
        if name not in known and name not in arrays:
            raise BadInput(f"{source.path} has no parameter {name!r}: it has {', '.join(arrays)}")
    named = {one.name for name in only for one in arrays.get(name, [])} | {*only}
    free = (items for name, items in arrays.items() if not name.endswith(CLOCK))
    chosen = named or {one.name for items in free for one in items}
    found = []
    for name, parameter in known.items():
        if name in chosen:
            single = as_range(source.path, parameter)
            if single is not None:
                found.append(single)
            elif only:
                where = f"{source.path} line {parameter.line}"
                raise BadInput(f"{where}: {name} has no range; expected {FORM}")
    if not found:
        raise BadInput(f"{source.path}: no ranges to tune; expected lines with {FORM}")
    return found


def as_range(path: str, parameter: Parameter) -> Range | None:
    """Returns the range of a parameter, None without one. Raises BadInput for a comment that is no
    valid range.
    """
    if parameter.kind is bool:
        return Range(parameter.name, bool, parameter.value, 0.0, 1.0, parameter.about)
    if parameter.bounds is None:
        return None
    first, last = parameter.bounds
    low, high = float(first), float(last)
    where = f"{path} line {parameter.line}: {parameter.name}"
    if not low < high:
        raise BadInput(f"{where}: the range {first}..{last} is empty; expected low..high")
    if parameter.kind is int and not (low.is_integer() and high.is_integer()):
        raise BadInput(f"{where} is an int; expected whole numbers, got {first}..{last}")
    if parameter.is_outside(parameter.value):
        raise BadInput(
            f"{where} starts with {parameter.value!r}, outside of {first}..{last};"
            " expected a value within, a wider range, or --only without this name"
        )
    return Range(parameter.name, parameter.kind, parameter.value, low, high, parameter.about)
