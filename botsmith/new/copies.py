"""Files of the package that a workspace has a copy of, and how a newer package brings them.

common/copied.json says what was copied: {"version": "0.1.0", "files": {path: hash, ...}}. A file
with another hash was edited by the author, and is never written over.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
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
    """An update's action on one file.

    old, new: its text in the workspace and in the package, None where there is none
    is_edited: the author changed, made or removed it, so it stays
    """

    path: str
    old: str | None
    new: str | None
    is_edited: bool

    @property
    def word(self) -> str:
        """Returns the action in words."""
        if self.is_edited:
            return "left"
        return "new" if self.old is None else "removed" if self.new is None else "replaced"

    def diff(self) -> Iterator[str]:
        """Yields a unified patch from the workspace's text to the package's."""
        old, new = (self.old or "").splitlines(), (self.new or "").splitlines()
        names = f"yours/{self.path}", f"botsmith/{self.path}"
        return unified_diff(old, new, *names, lineterm="")


def package_files() -> dict[str, str]:
    """Returns the texts of the package's files that a workspace has a copy of, by path."""
    files = {f"{file.relative_to(HOME)}": file for file in sorted((HOME / "common").rglob("*.py"))}
    files |= {place: FILES / f"{name}.txt" for name, place in FRAME.items()}
    return {Path(place).as_posix(): file.read_text("utf-8") for place, file in files.items()}


def digest(text: str | None) -> str | None:
    """Returns a text's hash, None for no file; line ends do not count, git may change them."""
    return (
        None if text is None else hashlib.sha256("\n".join(text.splitlines()).encode()).hexdigest()
    )


def copied(root: Path) -> tuple[str, dict[str, str]]:
    """Returns the package's version that a workspace copied, and the hashes of its files by path.
    Raises BadInput if its list cannot be read.
    """
    file = root / LIST
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
        return str(value["version"]), dict(value["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadInput(f"{file}: {error!r}; expected the list that `init` wrote") from None


def read(file: Path) -> str | None:
    """Returns a file's text, None without it."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None


def plan_update(root: Path) -> list[Step]:
    """Returns an update's actions, by path. It leaves out files that only the author edited, and
    files that are up to date.
    """
    _, known = copied(root)
    files = package_files()
    steps = []
    for path in sorted({*known, *files}):
        ours, new = read(root / path), files.get(path)
        is_news = known.get(path) != digest(new)
        if is_news and digest(ours) != digest(new):
            steps.append(Step(path, ours, new, is_edited=digest(ours) != known.get(path)))
    return steps


def update(root: Path, steps: list[Step]) -> None:
    """Updates the files, and rewrites the list: a file that was left is not named again until the
    package changes it once more.
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
    """Writes the list of the package's files, with their hashes of now."""
    files = {path: digest(text) for path, text in package_files().items()}
    write(root / LIST, json.dumps({"version": __version__, "files": files}, indent=1) + "\n")


def write(file: Path, content: str | bytes) -> None:
    """Writes a file, a text in UTF-8, and its folders."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content.encode() if isinstance(content, str) else content)


def refuse_places(root: Path, name: str, places: Sequence[str]) -> None:
    """Raises BadInput, with all of them, if some of these places are taken already."""
    there = [place for place in places if (root / place).exists()]
    if there:
        said = "is there already; choose another name or remove it"
        if len(there) > 1:
            said = "are there already; choose another name or remove them"
        raise BadInput(f"{name}: {', '.join(there)} {said}")
