"""`pull FILE`: what was changed in the contest's IDE, code and numbers, back into the modules."""

from pathlib import Path
from typing import Annotated

import typer

from botsmith.bundle.failures import Refused
from botsmith.bundle.pull import pull as read_bundle
from botsmith.cli.console import wide_console
from botsmith.cli.grid import show_folding
from botsmith.errors import BadInput
from botsmith.printable import say, say_text
from botsmith.workspace import own_root


def pull(
    file: Annotated[Path, typer.Argument(help="A bundle, copied back from the IDE.")],
    apply: Annotated[
        bool, typer.Option("--apply", help="Write the changes into bots/ and common/.")
    ] = False,
) -> None:
    """Show what was changed in a pasted bundle as a patch of the modules, and bring it back."""
    try:
        found = read_bundle(own_root(), file)
    except Refused as refused:
        raise BadInput(f"the project itself cannot be built: {refused}") from None
    if not found.texts:
        say(f"nothing to bring back: the project holds all that {file} does")
        return
    if found.changes:
        rows = [(change.name, repr(change.old), repr(change.new)) for change in found.changes]
        show_folding(wide_console(), ("parameter", "project", "bundle"), rows)
    say_text("\n".join(found.patch()))
    paths = ", ".join(found.texts)
    if apply:
        found.apply(own_root())
        say(f"written to {paths}; build {found.bot} again, and paste that before you edit on")
    else:
        say(f"--apply writes this to {paths}")
