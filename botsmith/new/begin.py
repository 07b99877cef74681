"""A new workspace: the folder of an author, with a first bot that plays."""

from pathlib import Path

from botsmith.errors import BadInput
from botsmith.new.bots import check_name, copy_bot, opponents_in
from botsmith.new.copies import FRAME, package_files, write_all, write_list
from botsmith.new.templates import render
from botsmith.paths import MARK

PLACES = {name: name for name in ("README.md", "AGENTS.md", MARK)}  # template: its place
PLACES["tasks.json"] = ".vscode/tasks.json"


def write_workspace(root: Path, name: str, source: str) -> list[str]:
    """Makes the workspace `root` with the bot `name`, a copy of the package's bot `source`.

    `root` may exist if none of these files is in it. Returns the paths of the new files.
    Raises BadInput if the name is invalid or a file exists, before anything is written, and if
    `root` cannot be written.
    """
    check_name(root, name)
    for path in (*PLACES.values(), *FRAME.values(), "bots", "common", "dist", "contests"):
        if (root / path).exists():
            wanted = "a new folder, or one without it"
            raise BadInput(f"{root / path} is there already; expected {wanted}")
    words = {"name": name, "game": source, "opponents": opponents_in(source)}
    files = {place: render(template, **words) for template, place in PLACES.items()}
    empty = ("bots/__init__.py", "contests/__init__.py", "dist/.gitkeep")
    try:
        write_all(root, {**files, **package_files(), **dict.fromkeys(empty, "")})
        write_list(root)
        folders = ["common/", "contests/", "dist/"]
        return [*files, *FRAME.values(), *folders, *copy_bot(root, name, source)]
    except OSError as error:
        raise BadInput(f"{error.filename}: {error.strerror}; expected a folder of yours") from None
