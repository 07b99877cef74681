"""Finds the sources that a pasted bundle was built from: in the store of builds, or in git.

A build stores its sources under the content hash in the bundle's header, in .botsmith/built of the
project, at most KEEP of them. The sources of a bundle from another machine are in git.
"""

import gzip
import json
import re
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

from botsmith.bundle.assemble import Bundle, Target, assemble
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import content_hash, git
from botsmith.bundle.modules import Source, read_source
from botsmith.errors import BadInput, refusing
from botsmith.files import write_bytes

REVISION = re.compile(r"^# revision +(\S+)", re.MULTILINE)
CONTENT = re.compile(r"^# content +(\w+)", re.MULTILINE)
BANNERS = re.compile(r"^# ==== (\S+\.py) ====$", re.MULTILINE)
FOLDER = ".botsmith/built"
KEEP = 200  # builds; some 100 kB each
COMMITS = 4  # that are looked at, at most
LOG_S = 20.0  # seconds for git to find them in a long history


def content_of(text: str) -> str:
    """Returns the content hash in a bundle's header, "none" without one."""
    found = CONTENT.search(text)
    return found[1] if found else "none"


def revision_of(text: str) -> str:
    """Returns the revision in a bundle's header, "" without one."""
    found = REVISION.search(text.partition("\n# ==== ")[0])
    return found[1] if found else ""


def keep_sources(bundle: Bundle) -> list[str]:
    """Stores the sources of a bundle; returns a warning if they cannot be written."""
    try:
        keep_packed(bundle.target.root, content_of(bundle.text), packed_sources(bundle))
    except BadInput as error:
        return [f"{error}, so pull will not know what this file was built from"]
    return []


def packed_sources(bundle: Bundle) -> bytes:
    """Returns the sources of a bundle, the entry file last, packed as the store holds them."""
    target, sources = bundle.target, bundle.sources
    if target.changes:  # they are the paste's, not the project's
        params = f"bots/{target.entry.game}/params.py"
        text = read_source(target.root, params).text
        sources = tuple(replace(s, text=text) if s.path == params else s for s in sources)
    text = json.dumps([asdict(source) for source in sources])
    return gzip.compress(text.encode("utf-8", "surrogatepass"), 6, mtime=0)


def keep_packed(root: Path, content: str, packed: bytes) -> None:
    """Stores packed sources under the content hash of their bundle's header, and removes all but
    the newest KEEP files. Raises BadInput if they cannot be written.
    """
    folder = root / FOLDER
    with refusing(str(folder)):
        folder.mkdir(parents=True, exist_ok=True)
        write_bytes(folder / f"{content}.json.gz", packed)
        files = {file: file.stat().st_mtime for file in folder.iterdir()}
        for file in sorted(files, key=lambda file: files[file], reverse=True)[KEEP:]:
            file.unlink(missing_ok=True)


def kept_sources(root: Path, content: str) -> list[Source]:
    """Returns the sources that a build stored, the entry file last; [] if there are none. Raises
    BadInput if they cannot be read.
    """
    file = root / FOLDER / f"{content}.json.gz"
    try:
        return [Source(**each) for each in json.loads(gzip.decompress(file.read_bytes()))]
    except FileNotFoundError:
        return []
    except (OSError, EOFError, ValueError, TypeError) as error:
        raise BadInput(f"{file}: {error}; remove it, it holds nothing but an old build") from None


def changed_since(root: Path, text: str) -> list[str]:
    """Returns the modules that have changed since a bundle was built.

    Returns `its modules` if no build stored its sources here and its header has another content
    hash.
    """
    if stored := kept_sources(root, content_of(text)):
        return [source.path for source in stored if text_now(root, source.path) != source.text]
    paths = BANNERS.findall(text)  # none of what keeps its modules
    if not paths or not (root / paths[-1]).is_file():
        return []
    if gone := [path for path in paths if text_now(root, path) is None]:
        return gone
    found = content_hash([read_source(root, path) for path in paths])
    return ["its modules"] if content_of(text) not in (found, "none") else []


def text_now(root: Path, path: str) -> str | None:
    """Returns the text of a module of the project, None without one."""
    try:
        return read_source(root, path).text
    except OSError:
        return None


def base_of(target: Target, text: str) -> Bundle | None:
    """Returns the original bundle of an edited text; None if it cannot be found.

    target: the bot, in the form of the text
    """
    content = content_of(text)
    with suppress(Refused):
        if sources := kept_sources(target.root, content):
            return assemble(replace(target, changes={}), sources)
    for commit in commits(target, text):
        with tempfile.TemporaryDirectory(prefix="botsmith-") as folder, suppress(Refused, BadInput):
            if extract(target.root, commit, Path(folder)):
                found = assemble(replace(target, root=Path(folder)))
                if content_of(found.text) == content:
                    return replace(found, target=target)
    return None


def commits(target: Target, text: str) -> Iterator[str]:
    """Yields the commits from whose sources a bundle may have been built: the one in its header,
    then the latest ones that changed it in dist/.
    """
    named = revision_of(text).rstrip("+")
    if named.isalnum():
        yield named
    line, file = f"# content     {content_of(text)}", f"dist/{target.file_name}"
    words = "log", f"-n{COMMITS}", "--format=%H", f"-S{line}", "--", file
    for commit in (git(target.root, *words, seconds=LOG_S) or "").split():
        is_new = not named or not commit.startswith(named)
        if is_new and line in (git(target.root, "show", f"{commit}:{file}") or ""):  # not taken out
            yield commit


def extract(root: Path, commit: str, folder: Path) -> bool:
    """Writes the modules of a commit into a folder. Returns False if git does not have it."""
    archive = folder / "sources.tar"
    if git(root, "archive", "--format=tar", "-o", str(archive), commit, "bots", "common") is None:
        return False
    with tarfile.open(archive) as files:
        modules = (each for each in files if each.isfile() and each.name.endswith(".py"))
        files.extractall(folder, members=modules, filter="data")
    return True
