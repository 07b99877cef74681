"""Copies files of the package into a workspace, and updates them from a newer package.

common/copied.json lists them: {"version": "0.1.0", "files": {path: hash, ...}}. A file with another
hash was edited by the author, and is never overwritten.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

from botsmith import __version__
from botsmith.errors import BadInput
from botsmith.workspace import HOME

LIST = "common/copied.json"
FILES = Path(__file__).with_name("files")
FRAME = {  # what stands around common/ and has no word of the author's: its place
    "build.py": "build.py",
    "pyproject.toml": "pyproject.toml",
    "gitignore": ".gitignore",
    "conftest.py": "tests/conftest.py",
}


@dataclass(frozen=True)
class Step:
    """The part of an update that concerns one file.

    path: the file's path below the workspace
    old: its text in the workspace, None if it is missing there
    new: its text in the package, None if it is missing there
    is_edited: True if the author changed, made or removed it; the update then leaves it unchanged
    """

    path: str
    old: str | None
    new: str | None
    is_edited: bool

    @property
    def action(self) -> str:
        """Returns the action in a word: left, new, removed or replaced."""
        if self.is_edited:
            return "left"
        return "new" if self.old is None else "removed" if self.new is None else "replaced"

    def diff(self) -> Iterator[str]:
        """Yields the lines of a unified diff from the workspace's text to the package's."""
        old, new = (self.old or "").splitlines(), (self.new or "").splitlines()
        return unified_diff(old, new, f"yours/{self.path}", f"botsmith/{self.path}", lineterm="")


def package_files() -> dict[str, str]:
    """Returns the text of each file that a workspace copies from the package, by its path there."""
    files = {f"{file.relative_to(HOME)}": file for file in sorted((HOME / "common").rglob("*.py"))}
    files |= {place: FILES / f"{name}.txt" for name, place in FRAME.items()}
    return {Path(place).as_posix(): file.read_text("utf-8") for place, file in files.items()}


def digest(text: str | None) -> str | None:
    """Returns the SHA-256 of a text in hexadecimal, None for no text. Line ends do not count,
    because git may change them.
    """
    lines = "\n".join((text or "").splitlines())
    return None if text is None else hashlib.sha256(lines.encode()).hexdigest()


def read_list(root: Path) -> tuple[str, dict[str, str]]:
    """Returns the version of the package that a workspace copied, and the hashes of the copied
    files by path. Raises BadInput if common/copied.json is missing or invalid.
    """
    file = root / LIST
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
        return str(value["version"]), dict(value["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{file}: {error!r}; expected the list that `init` wrote") from None


def read_text(file: Path) -> str | None:
    """Returns a file's text, None if there is no such file. Bytes that are no UTF-8 get replaced
    by U+FFFD.
    """
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None


def plan_update(root: Path) -> list[Step]:
    """Returns the steps of an update, sorted by path. Files that are up to date, and files that
    only the author changed, have none.
    """
    _, known = read_list(root)
    files = package_files()
    steps = []
    for path in sorted({*known, *files}):
        ours, new = read_text(root / path), files.get(path)
        is_news = known.get(path) != digest(new)
        if is_news and digest(ours) != digest(new):
            steps.append(Step(path, ours, new, is_edited=digest(ours) != known.get(path)))
    return steps


def apply_update(root: Path, steps: list[Step]) -> None:
    """Carries out the steps, but leaves edited files unchanged, and writes common/copied.json.

    An edited file has a step again only after the package changes it once more.
    """
    for step in steps:
        if step.is_edited:
            continue
        file = root / step.path
        if step.new is None:
            file.unlink()
        else:
            write(file, step.new)
    write_list(root)


def write_list(root: Path) -> None:
    """Writes common/copied.json, with the version and the hashes of the package's files."""
    files = {path: digest(text) for path, text in package_files().items()}
    write(root / LIST, json.dumps({"version": __version__, "files": files}, indent=1) + "\n")


def write_all(root: Path, files: Mapping[str, str | bytes]) -> None:
    """Writes files by their paths below `root`, as `write` does."""
    for path, content in files.items():
        write(root / path, content)


def write(file: Path, content: str | bytes) -> None:
    """Writes a file, a text in UTF-8. Makes the folders around it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)


def refuse_places(root: Path, name: str, places: Sequence[str]) -> None:
    """Raises BadInput, with all paths that exist, if one of the paths below `root` exists."""
    if there := [place for place in places if (root / place).exists()]:
        said = "there already; choose another name or remove what is there"
        raise BadInput(f"{name}: {', '.join(there)}: {said}")
