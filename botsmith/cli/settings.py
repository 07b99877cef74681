"""The options of a command are its keyword-only parameters; their help is in its docstring.

    def play(game: str, *, games: Annotated[int, Opt(least=1)] = 1, machine: Machine) -> None:
        '''Plays matches.

        game: The contest.
        games: Matches.
        '''

A parameter whose type is a settings class stands for one option for each of its fields with an Opt.
`given: Annotated[Given, {WORD: CLASS, ..}]` stands for the options of several classes, by the word
that chooses one. Parameters before the `*` are arguments without a name.
"""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, is_dataclass
from functools import wraps
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import typer

from botsmith.errors import BadInput
from botsmith.settings import Option, option_from, options_of, split_help, typed_text

Chosen = TypeVar("Chosen")
TYPED = "COMMANDLINE"  # where click has a value from
KEYWORD = inspect.Parameter.KEYWORD_ONLY


@dataclass(frozen=True)
class Given:
    """The options of a call.

    values: the values of options that were typed or are in botsmith.toml
    typed: the names of options that were typed
    """

    values: Mapping[str, Any]
    typed: frozenset[str]

    def settings(self, kind: type[Chosen], who: str = "") -> Chosen:
        """Returns the given values as settings of a class. Raises BadInput for a value out of
        range, or for an option of another class.

        who: the words that chose this class, "--method ppo" for example
        """
        options = options_of(kind)
        for name in sorted(self.typed - options.keys()):
            word = name.replace("_", "-")
            raise BadInput(f"--{word} {typed_text(self.values[name])}: {who} has no use for it")
        used = {name: value for name, value in self.values.items() if name in options}
        return kind(**{name: options[name].value(value) for name, value in used.items()})


def as_typer_takes(command: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a command with the annotations that typer needs, made from its signature and
    docstring.
    """
    hints = get_type_hints(command, include_extras=True)
    about, helps = split_help(command.__doc__ or "", hints)
    groups: dict[str, Mapping[str, Option]] = {}
    given: dict[str, dict[str, Option]] = {}
    own: dict[str, Option] = {}
    taken = [inspect.Parameter("context", KEYWORD, annotation=typer.Context)]
    for name, each in inspect.signature(command).parameters.items():
        if get_args(hints[name])[:1] == (Given,):
            kinds = get_args(hints[name])[1]
            for word, kind in kinds.items():
                for field, option in options_of(kind).items():
                    given.setdefault(field, {})[word] = option
            taken += [parameter(field, given[field], len(kinds)) for field in given]
        elif is_dataclass(hints[name]):
            groups[name] = options_of(hints[name])
            taken += [parameter(field, {"": one}) for field, one in groups[name].items()]
        else:
            default = MISSING if each.default is inspect.Parameter.empty else each.default
            own[name] = option_from(name, hints[name], default, helps.get(name, ""))
            taken.append(parameter(name, {"": own[name]}, is_named=each.kind is KEYWORD))

    @wraps(command)
    def run(context: typer.Context, **words: Any) -> Any:
        values = {name: option.value(words[name]) for name, option in own.items()}
        for name, options in groups.items():
            found = {field: option.value(words[field]) for field, option in options.items()}
            values[name] = hints[name](**found)
        if given:
            filled = {name: words[name] for name in given if words[name] is not None}
            sources = {name: context.get_parameter_source(name) for name in filled}
            typed = [name for name in filled if getattr(sources[name], "name", "") == TYPED]
            values["given"] = Given(filled, frozenset(typed))
        return command(**values)

    run.__doc__ = about
    run.__signature__ = inspect.Signature(taken)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in taken}
    return run


def parameter(
    name: str, options: Mapping[str, Option], count: int = 1, is_named: bool = True
) -> inspect.Parameter:
    """Returns the parameter for an option.

    options: the option by settings class
    count: the number of all settings classes
    """
    words, (first, *_) = [*options], options.values()
    whose = f" For {' and '.join(words)}." if len(options) < count else ""
    is_shown = first.default is not MISSING and first.default not in (None, "", False, (), [])
    defaults = [first.opt.write(first.default)] if is_shown else []
    for word, option in options.items():
        if option.default != first.default:
            defaults.append(f"{word} {option.opt.write(option.default)}")
    notes = [f"default: {', '.join(defaults)}"] * bool(defaults) + [first.opt.range]
    text, note = re.fullmatch(r"(.*?)(?: \[(.*)\])?", first.help).groups()  # type: ignore[union-attr]
    said = "; ".join(filter(None, [note, *notes]))
    text += whose + f" [{said}]" * bool(said)
    about: Any = {"help": text, "metavar": first.opt.metavar, "show_default": False}
    chosen = typer.Option(*first.words, **about) if is_named else typer.Argument(**about)
    if first.kind is bool or first.default is MISSING:
        kind, default = first.kind, False if first.kind is bool else inspect.Parameter.empty
    else:
        kind, default = first.kind | None, None
    return inspect.Parameter(name, KEYWORD, default=default, annotation=Annotated[kind, chosen])
