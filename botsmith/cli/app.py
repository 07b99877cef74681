"""Runs the command line: a command is loaded when it is called; an error is one line.

A command is a function in a module of its own. Function and module have the command's name, with
`_` behind a keyword of Python. settings.py says how the function's parameters become options. It
returns None or its exit status. Adding a command takes one line in commands.py.
"""

import os
import re
import signal
import threading
from collections.abc import Callable
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Annotated, Any, get_args

import typer
from typer._click.core import ParameterSource as Source
from typer.core import TyperCommand, TyperGroup

from botsmith import __version__, workspace
from botsmith.commands import COMMANDS, GROUPS, HAND_ON, named_command
from botsmith.errors import BadInput, Contradiction
from botsmith.own_code import own_failure
from botsmith.paths import INSTALLED, IS_COMMAND, MARK, PROGRAM
from botsmith.printable import print_error, printable_lines, say

USER_ERROR = 2
INTERRUPTED = 130
OPTIONAL = {"--site": "4"}  # options whose number may be left out
# Options that change what others mean when they are left out: beside one of them that was typed,
# botsmith.toml does not count for those others.
CHANGES = {
    "sprt": ("games",),
    "iterations": ("time",),
    "site": ("load", "stall_rate"),
    "method": ("part", "rate", "iterations", "window"),
}
COMPLETING = ("COMP_WORDS", "_TYPER_COMPLETE_ARGS")  # where a shell puts a line that it completes


def main(arguments: list[str]) -> int:
    """Runs `botsmith ARGUMENTS` or `python -m botsmith ARGUMENTS`; returns the exit status.

    SIGINT and SIGTERM end a command as Ctrl-C does: it shows and stores the matches played. SIGINT
    does so even if the shell ignores it, as for a background job of a script. SIGTERM comes from
    `timeout` and from services. SIGHUP stays as nohup has set it.
    """
    if threading.current_thread() is threading.main_thread():
        for number, deaf in ((signal.SIGINT, signal.SIG_IGN), (signal.SIGTERM, signal.SIG_DFL)):
            if signal.getsignal(number) == deaf:
                signal.signal(number, signal.default_int_handler)
    try:
        name = named_command(arguments)
        app = build_app(name if name in COMMANDS else completed_command())
    except BadInput as error:
        return complain(str(error))
    behind = arguments[1:] if name in arguments[:1] else arguments[2:]
    return run(app, with_numbers([name or "--help", *behind]), PROGRAM)


def with_numbers(arguments: list[str]) -> list[str]:
    """Returns the words of a command line, with a default number after each option of OPTIONAL that
    has none.
    """
    found: list[str] = []
    for word, following in zip(arguments, [*arguments[1:], ""], strict=False):
        found.append(word)
        if word in OPTIONAL and not is_number(following):
            found.append(OPTIONAL[word])
    return found


def is_number(word: str) -> bool:
    """Returns True if a word is a number."""
    try:
        float(word)
    except ValueError:
        return False
    return True


def completed_command() -> str | None:
    """Returns the command of the line that a shell completes, whose options are then loaded; None
    without one.
    """
    words = next((os.environ[name].split()[1:] for name in COMPLETING if name in os.environ), [])
    return next((word for word in words if word in COMMANDS), None)


class Grouped(TyperGroup):
    """Lists the commands of `--help` in groups by their purpose."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Writes a section for each group, with names in columns of one width."""
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])


def build_app(chosen: str | None) -> typer.Typer:
    """Returns the typer app of all commands. Only the chosen one has its code; the others are names
    in the help.
    """
    app = typer.Typer(
        cls=Grouped,
        add_completion=IS_COMMAND,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(about)
    for name, summary in COMMANDS.items():
        function = load(name) if name == chosen else unloaded
        settings: dict[str, Any] = {"ignore_unknown_options": True} if name in HAND_ON else {}
        if name == chosen and (wanted := workspace.settings().get(name)):
            settings["default_map"] = defaults(name, function.__annotations__, wanted)
        register = app.command(name, cls=Configured, short_help=summary, context_settings=settings)
        register(function)
    return app


def load(name: str) -> Callable[..., Any]:
    """Imports a command's module, and returns its function in the form that typer needs."""
    from botsmith.cli.settings import as_typer_takes

    name = name.rpartition(" ")[2]
    module = import_module(f"botsmith.cli.{name}{'_' * iskeyword(name)}")
    return as_typer_takes(getattr(module, module.__name__.rpartition(".")[2]))


def show_version(wanted: bool) -> None:
    """Prints the version and ends the command, if `wanted` is True."""
    if wanted:
        say(f"{INSTALLED} {__version__}")
        raise typer.Exit


VERSION = typer.Option("--version", help="Show the version.", callback=show_version, is_eager=True)


def about(version: Annotated[bool, VERSION] = False) -> None:
    """The workshop of Botsmith. `COMMAND --help` explains a command."""


def defaults(name: str, kinds: dict[str, Any], wanted: dict[str, Any]) -> dict[str, object]:
    """Returns the defaults that botsmith.toml has for a command's options; its paths are relative
    to it. Raises BadInput for an option that the command does not have.

    kinds: the command's annotations
    """
    root = workspace.own_root()
    found: dict[str, object] = {}
    for option, value in wanted.items():
        if option not in kinds or option == "return":
            listed = f"`{PROGRAM} {name} --help` lists them, here with _ for -"
            raise BadInput(f"{root / MARK}: [{name}] {option}: no such option; {listed}")
        inner = get_args(kinds[option])[0]
        is_path = Path in (inner, *get_args(inner))  # Path, or Path or None
        found[option] = root / value if is_path else value
    return found


class Configured(TyperCommand):
    """A command whose options may have defaults from botsmith.toml."""

    def get_help(self, ctx: Any) -> str:
        """Returns the command's help without characters that would move a terminal's cursor."""
        return printable_lines(super().get_help(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Runs the command. A default of botsmith.toml that contradicts a typed option is left out.
        Raises BadInput with the file's name for a wrong value in botsmith.toml.
        """
        sources = {str(each.name): ctx.get_parameter_source(each.name) for each in self.params}
        typed = {name for name, source in sources.items() if source is Source.COMMANDLINE}
        filed = {name for name, source in sources.items() if source is Source.DEFAULT_MAP}
        for name in {name for key in typed for name in CHANGES.get(key, ())} & filed:
            self.drop_filed_default(ctx, filed, name)
        while True:
            try:
                return super().invoke(ctx)
            except Contradiction as error:
                yielding = [name for name in error.options if name in filed]
                if not yielding:
                    raise
                self.drop_filed_default(ctx, filed, yielding[0])
            except BadInput as error:
                for name in filed:
                    if re.match(rf"--{name.replace('_', '-')}\b(?!-)", str(error)):
                        file = workspace.own_root() / MARK
                        raise BadInput(f"{file}: [{self.name}] {error}") from None
                raise

    def drop_filed_default(self, ctx: Any, filed: set[str], name: str) -> None:
        """Replaces the default of an option from botsmith.toml by the command's own."""
        filed.remove(name)
        option = next(each for each in self.params if each.name == name)
        ctx.params[name] = option.process_value(ctx, option.default)


def unloaded() -> None:
    """Does nothing. It is the function of every command but the chosen one."""
    raise AssertionError("a command that was not chosen is never called")


def run(app: typer.Typer, arguments: list[str], program: str) -> int:
    """Runs a typer app. Every error of the user's is one line on stderr, without a traceback.

    program: its name in help texts. Returns the exit status: 2 for such an error, 130 after Ctrl-C.
    """
    try:
        status = app(args=arguments, prog_name=program, standalone_mode=False)
    except typer.TyperException as error:
        return complain(error.format_message(), error.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except Exception as error:
        own = own_failure(error)
        if own is None:
            raise
        return complain(own)
    if status == INTERRUPTED:
        return complain("interrupted", INTERRUPTED)
    return status if isinstance(status, int) else 0


def interrupted(text: str) -> Exception:
    """Returns the exception that ends a command with this line and the status of Ctrl-C."""
    error = typer.TyperException(text)
    error.exit_code = INTERRUPTED
    return error


def complain(text: str, status: int = USER_ERROR) -> int:
    """Prints `botsmith: TEXT` as one line on stderr; returns `status`."""
    print_error(text)
    return status
