"""`update`: brings newer copies of the package's files into the workspace, never over edits."""

from botsmith import __version__
from botsmith.errors import BadInput
from botsmith.new.copies import apply_update, plan_update, read_list
from botsmith.paths import PROGRAM
from botsmith.printable import say, say_text
from botsmith.workspace import HOME, own_root


def update(*, dry_run: bool = False) -> None:
    """Bring this package's common/ and settings of tools into the workspace.

    What you edited is shown and left.

    dry_run: Only say what an update would do.
    """
    root = own_root()
    if root == HOME:
        raise BadInput("this is Botsmith's own checkout; expected a workspace that `init` made")
    version, _ = read_list(root)
    steps = plan_update(root)
    say(f"copies of Botsmith {version} -> {__version__}")
    for step in steps:
        lines = [line[:1] for line in step.diff() if not line.startswith(("+++", "---"))]
        say(f"{step.action:9}{step.path} (+{lines.count('+')} -{lines.count('-')})")
    for step in (step for step in steps if step.is_edited):
        say("", f"{step.path} is yours and was left; Botsmith's differs in this:")
        say_text("\n".join(step.diff()))
    if not dry_run:
        apply_update(root, steps)
    if not steps:
        say("nothing to bring: you have all of it")
    elif not dry_run:
        say_text(f"\nnext: {PROGRAM} build\n      {PROGRAM} test")
