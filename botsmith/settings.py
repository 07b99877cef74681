"""Settings as the fields of a frozen dataclass; commands make their options of them.

    rate: Annotated[float, Opt("The first learning rate.", above=0, most=1)] = 1e-3

A field without an Opt is no option.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from botsmith.errors import BadInput


def shown(value: Any) -> str:
    """Returns a value as it is typed: `64,64`."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Opt:
    """Describes an option.

    help: a sentence
    least, most: the ends of its range; above, below: the same, themselves left out
    choices: its words
    name: of the option; "" for the field's, with - for _
    read: makes its value of what was typed, ValueError if it cannot; form: what would be right
    write: makes of a value what is typed
    """

    help: str
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    choices: tuple[str, ...] = ()
    name: str = ""
    read: Callable[[str], Any] | None = None
    form: str = ""
    write: Callable[[Any], str] = shown

    @property
    def range(self) -> str:
        """Returns the range in words, "" for none."""
        if self.choices:
            return " or ".join(filter(None, [", ".join(self.choices[:-1]), self.choices[-1]]))
        if self.least is not None and self.most is not None:
            return f"{self.least:g}..{self.most:g}"
        ends = [
            f"more than {self.above:g}" if self.above is not None else "",
            f"at least {self.least:g}" if self.least is not None else "",
            f"at most {self.most:g}" if self.most is not None else "",
            f"below {self.below:g}" if self.below is not None else "",
        ]
        return ", ".join(filter(None, ends)) or self.form

    def holds(self, value: Any) -> bool:
        """Returns True if a value is in the range."""
        if self.choices:
            return value in self.choices
        return not isinstance(value, int | float) or (
            (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
            and (self.above is None or value > self.above)
            and (self.below is None or value < self.below)
        )


@dataclass(frozen=True)
class Option:
    """An option of a settings class. name: with its dashes; kind: of what is typed."""

    name: str
    kind: Any
    opt: Opt
    default: Any

    def value(self, typed: Any) -> Any:
        """Returns the value of what was typed. BadInput if it is none, or out of range."""
        try:
            found = self.opt.read(typed) if self.opt.read else typed
        except ValueError:
            found = None
        if found is None or not self.opt.holds(found):
            said = f"{typed:g}" if isinstance(typed, float) else typed
            raise BadInput(f"{self.name} {said}: expected {self.opt.range}")
        return found


def options_of(kind: type[Any]) -> Mapping[str, Option]:
    """Returns the options of a settings class, by the names of their fields."""
    hints, found = get_type_hints(kind, include_extras=True), {}
    for field in fields(kind):
        if get_origin(hints[field.name]) is Annotated:
            inner, opt = get_args(hints[field.name])
            kinds = [each for each in get_args(inner) or [inner] if each is not type(None)]
            typed = str if opt.read else kinds[0]
            name = "--" + (opt.name or field.name.replace("_", "-"))
            found[field.name] = Option(name, typed, opt, field.default)
    return found


def command_line(start: str, settings: Any) -> str:
    """Returns a command with the options whose values are not the defaults."""
    words = [start]
    for name, option in options_of(type(settings)).items():
        value = getattr(settings, name)
        if value != option.default:
            words.append(f"{option.name} {option.opt.write(value)}")
    return " ".join(words)
