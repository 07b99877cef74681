"""The comment at the top of a bundle: what it is, what it was made of, how to change it."""

import hashlib
import json
import re
import subprocess
import textwrap
from collections.abc import Sequence
from pathlib import Path

from botsmith.bundle.modules import Entry, Source
from botsmith.bundle.parameters import Parameter

FORMAT = 1  # raised when the same sources give another bundle
LIMIT = 100_000  # UTF-16 units that the contest site takes
REVISION_LINE = re.compile(r"^# revision .*$", re.MULTILINE)
REVISION_WIDTH = 13  # twelve digits and a plus


def units(text: str) -> int:
    """The length of a text as the contest site counts it: in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def without_revision(bundle: str) -> str:
    """The text that two builds of the same sources share: all but the informative revision line."""
    return REVISION_LINE.sub("# revision", bundle, count=1)


def content_hash(sources: Sequence[Source], flavour: str, parameters: Sequence[Parameter]) -> str:
    """16 hexadecimal digits over all that counts: paths, texts, flavour, parameters, format."""
    counted = [
        FORMAT,
        flavour,
        [[parameter.name, repr(parameter.value)] for parameter in parameters],
        [[source.path, source.text] for source in sources],
    ]
    return hashlib.sha256(json.dumps(counted).encode()).hexdigest()[:16]


def revision(root: Path, game: str) -> str:
    """The checkout's commit, with a + if the bot's sources differ from it; or `unknown`."""
    commit = git(root, "rev-parse", "--verify", "HEAD")
    if commit is None:
        return "unknown"
    changed = git(root, "status", "--porcelain", "--", f"bots/{game}", "common")
    return commit[:12] + ("+" if changed else "")


def git(root: Path, *arguments: str) -> str | None:
    """What a git command prints; None if there is no git, no repository or no commit."""
    command = ["git", "-C", str(root), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def header(
    entry: Entry,
    flavour: str,
    revision_text: str,
    sources: Sequence[Source],
    parameters: Sequence[Parameter],
    body: str,
) -> str:
    """The header of a bundle with this body; the size that it states is that of the whole file."""
    digest = content_hash(sources, flavour, parameters)
    blank = header_text(entry, flavour, revision_text, sources, parameters, digest, 0)
    size = units(blank) + units(body)
    return header_text(entry, flavour, revision_text, sources, parameters, digest, size)


def header_text(
    entry: Entry,
    flavour: str,
    revision_text: str,
    sources: Sequence[Source],
    parameters: Sequence[Parameter],
    digest: str,
    size: int,
) -> str:
    """The header. Its numbers have a fixed width, so that its own length stays the same."""
    values = [f"{parameter.name} = {parameter.value!r}" for parameter in parameters]
    lines = [
        f"# {entry.name}: a CodinGame bot in one file, made by Botsmith from readable sources",
        f"# revision    {revision_text.ljust(REVISION_WIDTH)}",
        f"# content     {digest}",
        f"# flavour     {flavour}",
        f"# size        {size:>9,} of {LIMIT:,} UTF-16 units",
        *listed("parameters", values),
        "#",
        "# Every source stands below as it was written. To tune the bot, change a number and play.",
        "# Line numbers in tracebacks are those of this file.",
    ]
    return "\n".join(lines) + "\n\n"


def listed(name: str, items: Sequence[str]) -> list[str]:
    """Comment lines for one entry of the header, none for an empty one. No item is broken."""
    if not items:
        return []
    text = ", ".join(item.replace(" ", "\0") for item in items)
    first, rest = f"# {name.ljust(11)} ", "#".ljust(14)
    wrapped = textwrap.wrap(text, 100, initial_indent=first, subsequent_indent=rest)
    return [line.replace("\0", " ") for line in wrapped]
