"""Options from settings classes: a command takes one for each of their fields with an Opt."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Annotated, Any, TypeVar

import typer

from botsmith.errors import BadInput
from botsmith.settings import Option, options_of, shown

Chosen = TypeVar("Chosen")
TYPED = "COMMANDLINE"  # where click has a value from


@dataclass(frozen=True)
class Given:
    """The values of a call's options: of all that have one, and the names of those in its words.

    What botsmith.toml says is no word: it fills what was not typed.
    """

    values: Mapping[str, Any]
    typed: frozenset[str]

    def settings(self, kind: type[Chosen], who: str = "") -> Chosen:
        """Returns settings of a class. BadInput for a value out of range, or of other settings.

        who: has no use for those, "--method ppo" say
        """
        options = options_of(kind)
        for name in sorted(self.typed - options.keys()):
            word = name.replace("_", "-")
            raise BadInput(f"--{word} {shown(self.values[name])}: {who} has no use for it")
        used = {name: value for name, value in self.values.items() if name in options}
        return kind(**{name: options[name].value(value) for name, value in used.items()})


def with_settings(**kinds: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a command the options of some settings classes, by the words that choose between them.

    Its parameter `given` gets what the options are.
    """

    def widen(command: Callable[..., Any]) -> Callable[..., Any]:
        own = inspect.signature(command)
        found: dict[str, dict[str, Option]] = {}
        for word, kind in kinds.items():
            for name, option in options_of(kind).items():
                found.setdefault(name, {})[word] = option
        mine = [each for name, each in own.parameters.items() if name != "given"]
        more = [parameter(name, options, len(kinds)) for name, options in found.items()]
        context = inspect.Parameter("context", mine[0].kind, annotation=typer.Context)

        @wraps(command)
        def run(context: typer.Context, **words: Any) -> Any:
            values = {name: words.pop(name) for name in found}
            given = {name: value for name, value in values.items() if value is not None}
            typed = [
                n for n in given if getattr(context.get_parameter_source(n), "name", "") == TYPED
            ]
            return command(**words, given=Given(given, frozenset(typed)))

        parameters = [context, *mine, *more]
        run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in parameters}
        return run

    return widen


def parameter(name: str, options: Mapping[str, Option], count: int) -> inspect.Parameter:
    """Returns the parameter behind an option. options: by settings class, of `count` in all."""
    words, (first, *_) = [*options], options.values()
    if len(options) < count:
        whose = "" if count == 1 else f" For {' and '.join(words)}."
    else:
        whose = ""
    defaults = [first.opt.write(first.default)] if first.default is not None else []
    for word, option in options.items():
        if option.default != first.default:
            defaults.append(f"{word} {option.opt.write(option.default)}")
    notes = [f"default: {', '.join(defaults)}"] * bool(defaults) + [first.opt.range]
    text = f"{first.opt.help}{whose} [{'; '.join(filter(None, notes))}]"
    chosen = typer.Option(first.name, help=text, show_default=False)
    kind: Any = Annotated[first.kind | None, chosen]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
