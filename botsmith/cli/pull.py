"""`pull FILE`: brings edits made in the contest's IDE, code and numbers, back into the modules."""

from collections.abc import Sequence
from pathlib import Path

from botsmith.bundle.failures import Refused
from botsmith.bundle.header import LIMIT
from botsmith.bundle.merging import Conflict
from botsmith.bundle.pasted import Line
from botsmith.bundle.pull import Pulled, pull as read_bundle
from botsmith.cli.grid import show_folding
from botsmith.errors import BadInput
from botsmith.printable import print_error, say, say_text
from botsmith.workspace import own_root

FAILED = 1


def pull(file: Path, *, apply: bool = False) -> int:
    """Show the edits in a pasted bundle as a patch of the modules, and bring them back.

    Later changes in the modules stay. If both sides changed the same lines, these are shown and
    nothing is written.

    file: A bundle, copied back from the IDE.
    apply: Write the changes into bots/ and common/.
    """
    try:
        found = read_bundle(own_root(), file)
    except Refused as refused:
        raise BadInput(f"the project itself cannot be built: {refused}") from None
    if not (found.conflicts or found.doubt or found.texts):
        say(f"nothing to bring back: the project holds all that {file} does")
        return 0
    show(file, found)
    if found.conflicts:
        count = len(found.conflicts)
        advice = f"make both sides alike there, in {file} or in the modules, and pull again"
        print_error(f"{count} conflict{'s' * (count != 1)}: nothing was written; {advice}")
        return FAILED
    if found.doubt:
        print_error(f"{file}: {found.doubt}")
        written = "; nothing was written" if apply else ""
        takes_back = "also takes back what was changed in the project since"
        print_error(f"so this diff {takes_back}{written}: bring the edits over by hand")
        return FAILED
    paths = ", ".join(found.texts)
    if apply:
        found.apply(own_root())
        say(f"written to {paths}; build {found.bot} again, and paste that before you edit on")
    else:
        say(f"--apply writes this to {paths}")
    return 0


def show(file: Path, found: Pulled) -> None:
    """Prints what differs: the lines that both sides changed; or all differences, if the bundle's
    sources are unknown; or the changed numbers, the patch and the size.
    """
    for conflict in found.conflicts:
        say_text("\n".join(conflict_lines(file, conflict)))
    if found.conflicts:
        return
    if found.plain:
        say_text("\n".join(found.plain))
        return
    if found.changes:
        rows = [(change.name, repr(change.old), repr(change.new)) for change in found.changes]
        show_folding(("parameter", "project", "bundle"), rows)
    say_text("\n".join(found.patch()))
    over = found.size - LIMIT
    end = f", {over:,} too many: `build` will refuse it" if over > 0 else ""
    say(f"{found.bot} built again will have {found.size:,} of {LIMIT:,} units{end}")


def conflict_lines(file: Path, conflict: Conflict) -> list[str]:
    """Returns a conflict as lines of text: its place, and the text of each side."""
    return [
        f"{conflict.path}: {conflict.why}",
        *(f"   was  {line.text}" for line in conflict.base),
        f"  {place(conflict.path, conflict.home)}:",
        *(f"  home  {line.text}" for line in conflict.home),
        f"  {place(str(file), conflict.paste)}:",
        *(f" paste  {line.text}" for line in conflict.paste),
    ]


def place(name: str, lines: Sequence[Line]) -> str:
    """Returns `NAME line N` or `NAME lines N to M` for the place of these lines."""
    numbers = [line.origin for line in lines if line.origin]
    if not lines:
        return f"{name}, where it is gone"
    if not numbers:
        return name
    first, last = min(numbers), max(numbers)
    return f"{name} line {first}" if first == last else f"{name} lines {first} to {last}"
