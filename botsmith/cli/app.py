"""The command line: one table of commands, loaded when called, and errors in one line.

A command is a function in a module of its own, both named like the command, with a `_` behind it
where that is a word of Python; its docstring opens its help. It returns nothing or its exit status.
Adding a command is one line in COMMANDS.
"""

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from keyword import iskeyword
from typing import Any

import typer

from botsmith.errors import BadInput
from botsmith.printable import print_error

USER_ERROR = 2
INTERRUPTED = 130


@dataclass(frozen=True)
class Command:
    """summary: its line in `--help`. settings: what typer calls context_settings."""

    summary: str
    settings: dict[str, Any] = field(default_factory=dict)

    def load(self, name: str) -> Callable[..., Any]:
        """The function behind the command; imports what it needs."""
        module = importlib.import_module(f"botsmith.cli.{name}{'_' * iskeyword(name)}")
        function: Callable[..., Any] = getattr(module, module.__name__.rpartition(".")[2])
        return function


COMMANDS = {
    "start": Command("Build all bots and play a first match."),
    "test": Command("Run the tests.", {"ignore_unknown_options": True}),
    "play": Command("Play matches between bots and show a table."),
    "league": Command("Play a tournament and say who is better, and how sure that is."),
    "tune": Command("Search better numbers for params.py, and prove them."),
    "train": Command("Train a value network from games against itself."),
    "lost": Command("List the worst games against a bot, and show one of them."),
    "export": Command("Write a store's matches as CSV or JSON."),
    "import": Command("Make records of games that were played on the contest site."),
    "golden": Command("Check the recorded matches of a game, or add others to them."),
    "verify": Command("Replay recorded matches in our referee and compare."),
    "referee": Command("Play one match for cg-brutaltester, psyleague or cgarena."),
    "serve": Command("Show a live board of a store in the browser."),
    "situation": Command("Show what a bot considers in a turn of a recorded match."),
    "bench": Command("Count iterations, simulated turns and nodes per turn."),
    "soak": Command("Play thousands of turns under load and count late answers."),
    "replay": Command("Show the last match, or a recorded one, as one page."),
    "new": Command("Write the skeleton of a new contest."),
    "where": Command("Find the source behind a line of a bundle or a traceback."),
    "pull": Command("Bring code and numbers edited in the IDE back into the modules."),
}


def main(arguments: list[str]) -> int:
    """Runs `python -m botsmith ARGUMENTS`; returns the exit status."""
    chosen = next((word for word in arguments if not word.startswith("-")), None)
    if chosen is not None and chosen not in COMMANDS:
        return complain(f"no command {chosen!r}; the commands are {', '.join(COMMANDS)}")
    return run(build_app(chosen), arguments or ["--help"], "python -m botsmith")


def build_app(chosen: str | None) -> typer.Typer:
    """All commands, but only the chosen one with its code: the others are names in the help."""
    app = typer.Typer(
        help="The workshop of Botsmith. `python build.py` makes the bundles.",
        add_completion=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name, command in COMMANDS.items():
        function = command.load(name) if name == chosen else unloaded
        register = app.command(name, short_help=command.summary, context_settings=command.settings)
        register(function)
    return app


def unloaded() -> None:
    """Stands for a command that is not the chosen one."""
    raise AssertionError("a command that was not chosen is never called")


def run(app: typer.Typer, arguments: list[str], program: str) -> int:
    """Runs a typer app. Every error of the user's is one line on stderr, without a traceback.

    program: its name in help texts. Returns the exit status: 2 for such an error, 130 after Ctrl-C.
    """
    try:
        status = app(args=arguments, prog_name=program, standalone_mode=False)
    except BadInput as error:
        return complain(str(error))
    except typer.TyperException as error:
        return complain(error.format_message(), error.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    if status == INTERRUPTED:
        return complain("interrupted", INTERRUPTED)
    return status if isinstance(status, int) else 0


def interrupted(text: str) -> Exception:
    """What ends a command as Ctrl-C does, with a line of its own."""
    error = typer.TyperException(text)
    error.exit_code = INTERRUPTED
    return error


def complain(text: str, status: int = USER_ERROR) -> int:
    """Prints `botsmith: TEXT` as one line on stderr; returns `status`."""
    print_error(text)
    return status
