"""Makes options of commands from settings: the fields of a frozen dataclass.

    rate: Annotated[float, Opt("The first learning rate.", above=0, most=1)] = 1e-3

A field without an Opt is no option. If the Opt has no help, the docstring of the class has it, as
`rate: The first learning rate.`
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from botsmith.errors import BadInput


def typed_text(value: Any) -> str:
    """Returns a value in the form that the user types, for example `64,64`."""
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True)
class Opt:
    """Describes an option.

    help: a sentence; "" if a docstring has it
    least, most: the ends of its range
    above, below: ends that are not in the range
    choices: the allowed words
    name: "sort", or all its words as "-s --sort"; "" for the field's name, with - for _
    metavar: the word for the value in the help
    read: returns the value of a typed text, or raises ValueError
    form: the right form, for messages
    write: returns the text that a user types for a value
    """

    help: str = ""
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    choices: tuple[str, ...] = ()
    name: str = ""
    read: Callable[[str], Any] | None = None
    form: str = ""
    write: Callable[[Any], str] = typed_text
    metavar: str | None = None

    @property
    def range(self) -> str:
        """Returns the range in words, "" for none."""
        if self.choices:
            return " or ".join(filter(None, [", ".join(self.choices[:-1]), self.choices[-1]]))
        if self.least is not None and self.most is not None:
            return f"{self.least:g}..{self.most:g}"
        words = ("more than", "at least", "at most", "below")
        ends = zip(words, (self.above, self.least, self.most, self.below), strict=True)
        return ", ".join(f"{word} {end:g}" for word, end in ends if end is not None) or self.form

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


AsJson = Annotated[bool, Opt("One JSON document on stdout.", name="json")]


@dataclass(frozen=True)
class Option:
    """An option of a command.

    words: "--rate", or "-r" and "--rate"
    kind: the type of the typed value
    default: its value if the user types none; MISSING if one must be typed
    """

    words: tuple[str, ...]
    kind: Any
    opt: Opt
    default: Any
    help: str

    @property
    def name(self) -> str:
        """Returns its name with two dashes."""
        return self.words[-1]

    def value(self, typed: Any) -> Any:
        """Returns the value of a typed text; None or [] if the user typed none. Raises BadInput if
        it cannot be read, or is out of range.
        """
        if typed is None or typed == []:
            return [] if self.default is MISSING else self.default
        try:
            found = self.opt.read(typed) if self.opt.read else typed
        except ValueError:
            found = None
        if found is None or not self.opt.holds(found):
            said = f"{typed:g}" if isinstance(typed, float) else typed
            raise BadInput(f"{self.name} {said}: expected {self.opt.range}")
        return tuple(found) if isinstance(self.default, tuple) else found


def option_from(name: str, hint: Any, default: Any, help: str) -> Option:
    """Returns the option of a field or parameter. hint: its type, or Annotated[type, Opt(...)]."""
    inner, opt = get_args(hint) if get_origin(hint) is Annotated else (hint, Opt())
    kinds = [each for each in get_args(inner) if each is not type(None)]
    kind = kinds[0] if len(kinds) < len(get_args(inner)) else inner
    if get_origin(kind) is tuple:
        kind = list[get_args(kind)[0]]  # type: ignore[misc]
    own = opt.name or name.replace("_", "-")
    words = tuple(own.split()) if own.startswith("-") else (f"--{own}",)
    return Option(words, str if opt.read else kind, opt, default, opt.help or help)


def options_of(kind: type[Any]) -> Mapping[str, Option]:
    """Returns the options of a settings class, by the names of their fields."""
    hints, found = get_type_hints(kind, include_extras=True), {}
    helps: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        helps |= split_help(base.__doc__ or "", hints)[1]
    for field in fields(kind):
        hint = hints[field.name]
        if get_origin(hint) is Annotated:
            help = helps.get(field.name, "")
            found[field.name] = option_from(field.name, hint, field.default, help)
    return found


def split_help(text: str, names: Iterable[str]) -> tuple[str, dict[str, str]]:
    """Splits a docstring. Returns its text without the lines `NAME: HELP` of these names, and the
    help by name.
    """
    line = rf"(?:^|\n) *({'|'.join(names)}): "
    blocks = re.split(r"\n\s*\n", text)
    about, found = [], {}
    for block in blocks:
        parts = re.split(line, block)
        if len(parts) == 1:
            about.append(block)
        for name, help in zip(parts[1::2], parts[2::2], strict=True):
            found[name] = " ".join(help.split())
    return "\n\n".join(about), found


def command_line(start: str, settings: Any) -> str:
    """Returns a command with the options whose values differ from their defaults."""
    words = [start]
    for name, option in options_of(type(settings)).items():
        value = getattr(settings, name)
        if value != option.default:
            words.append(f"{option.name} {option.opt.write(value)}")
    return " ".join(words)
