"""Writes and reads the comments of a bundle: its bot, its sources, and how to change it."""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from botsmith.bundle.modules import Entry, Source
from botsmith.bundle.parameters import read_parameters
from botsmith.bundle.proofs import packages_note
from botsmith.children import run

ORIGIN = "made by Botsmith from readable sources"
FORMAT = 7  # raised when the same sources give another bundle
LIMIT = 100_000  # UTF-16 units that the contest site takes
KEPT_FORM = re.compile(r"^# form +stickytape's, for (\S+)$", re.MULTILINE)
SWITCH_LINE = re.compile(r"^USE_C = ", re.MULTILINE)
NO_DOCS = "no docstrings in bots/"
MACHINERY = "the rest is common/, which need not be read"
BANNER = re.compile(r"# ==== (?:bots/\w+|common/search)/(\S+)\.py ====$")
DIGITS, SAME = 16, 12  # of a content hash, and of them before those of the parameters' values


def banner(path: str) -> str:
    """Returns the comment line above a module."""
    return f"# ==== {path} ===="


def units(text: str) -> int:
    """Returns the length of a text as the contest site counts it: in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def content_hash(sources: Sequence[Source]) -> str:
    """Returns 16 hexadecimal digits: the first SAME are a hash of paths and texts, the others of
    the parameters' values.

    So bundles that differ only in values share the first digits.
    """
    texts, values = [], []
    for source in sources:
        lines = source.text.split("\n")
        if source.path.endswith("/params.py"):
            for each in reversed(read_parameters(source.text)):
                line = lines[each.line - 1]
                lines[each.line - 1] = line[: each.column] + "?" + line[each.end_column :]
                values.append(repr(each.value))
        texts.append([source.path, lines])
    hashes = [sha256(json.dumps(each).encode()).hexdigest() for each in ([FORMAT, texts], values)]
    return hashes[0][:SAME] + hashes[1][: DIGITS - SAME]


def revision(root: Path, game: str) -> str:
    """Returns the checkout's commit, with a + if the bot's sources differ from it; or `unknown`."""
    commit = git(root, "rev-parse", "--verify", "HEAD")
    if commit is None:
        return "unknown"
    changed = git(root, "status", "--porcelain", "--", f"bots/{game}", "common")
    return commit[:12] + ("+" if changed else "")


def git(root: Path, *arguments: str, seconds: float | None = None) -> str | None:
    """Returns a git command's output. Returns None if there is no git, no repository or no commit,
    or if it takes longer than `seconds`.
    """
    command = ["git", "-C", str(root), *arguments]
    try:
        done = run(command, seconds=seconds)
    except OSError:
        return None
    return done.text.strip() if done.status == 0 else None


def header(
    entry: Entry, revision_text: str, sources: Sequence[Source], notes: Mapping[str, str], body: str
) -> str:
    """Returns the header of a bundle with this body.

    sources: in the order of the bundle
    notes: further entries of the header
    """
    title = f"# {entry.name}: a CodinGame bot in one file, {ORIGIN}"
    about = "# The modules stand below, each under its path. Change what you like."
    content, packages = content_hash(sources), packages_note(sources)
    text, was = "", None
    switch = SWITCH_LINE.search(body)
    while text != was:  # its own length moves the lines that it names
        size, lines = units(text) + units(body), text.count("\n")
        engine = "CPython alone"
        if switch and "not USE_C" in body:
            line = lines + body.count("\n", 0, switch.start()) + 1
            engine = f"C where a compiler is found; USE_C in line {line} turns that off"
        entries = {
            "revision": revision_text.ljust(13),  # twelve digits and a plus
            "content": content,
            "size": f"{size:>9,} of {LIMIT:,} UTF-16 units",
            "engine": engine,
            "packages": packages,
            **notes,
            "contents": ", ".join(contents(body, lines)),
        }
        shown = []
        for name, note in entries.items():
            words = ", ".join(item.replace(" ", "\0") for item in note.split(", "))
            first, rest = f"# {name.ljust(11)} ", "#".ljust(14)
            if note.strip():  # it is broken at commas
                shown += textwrap.wrap(words, 100, initial_indent=first, subsequent_indent=rest)
        was, text = text, "\n".join([title, *shown, "#", about]).replace("\0", " ") + "\n\n"
    return text


def contents(body: str, above: int) -> Iterator[str]:
    """Yields the modules worth reading, each with its first line in the file."""
    lines = body.split("\n")
    for number, line in enumerate(lines, start=above + 1):
        if found := BANNER.fullmatch(line.strip()):
            yield f"{found[1]} {number}"
    if any(line.strip().startswith("# ==== common/") for line in lines):
        yield MACHINERY


def params_line(text: str) -> int:
    """Returns the line of a bundle, from 1, where its params begin; 0 if it has none."""
    above, banner_end, _ = text.partition("/params.py ====")
    return above.count("\n") + 1 if banner_end else 0
