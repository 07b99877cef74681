"""Writes the files of dist/, marks them until they are proven, and compares them with a new
build.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from botsmith.bundle.assemble import FLAT, KEPT, Target, assemble
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import KEPT_FORM, ORIGIN
from botsmith.errors import refusing

NOT_PROVEN = "made by Botsmith; NOT PROVEN YET"  # instead of ORIGIN, while the proofs run
REVISION_LINE = re.compile(r"^# revision .*$", re.MULTILINE)


def without_revision(bundle: str) -> str:
    """Returns a bundle without its line of the revision. Two builds of the same sources share this
    text.
    """
    return REVISION_LINE.sub("# revision", bundle, count=1)


@contextmanager
def unproven_file(path: Path, text: str, report: Callable[[Path], object]) -> Iterator[list[str]]:
    """Writes a bundle that is not proven yet, and yields an empty list for its final text.

    When the bundle is proven, the caller appends the final text to the list, which is written at
    the end of the block. If the list is empty then, the old file is restored.
    report: is called with the path if the file changes
    """
    before = path.read_bytes() if path.exists() else None
    if write_product(path, text, is_proven=False):
        report(path)
    proven: list[str] = []
    try:
        yield proven
    finally:
        if proven:
            write_product(path, proven[0])
        elif before is None:
            path.unlink(missing_ok=True)
        elif not path.exists() or path.read_bytes() != before:
            path.write_bytes(before)


def write_product(path: Path, text: str, is_proven: bool = True) -> bool:
    """Writes the bundle over the old one, in the same file. Returns True if the text has changed.

    A file that differs only in its revision stays, so that a build in a fresh checkout changes
    nothing. Raises BadInput if the file cannot be written.
    """
    with refusing(f"{path} cannot be written", "see --out"):
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = without_revision(text_in(path)) != without_revision(text)
        if is_new:
            text = text if is_proven else text.replace(ORIGIN, NOT_PROVEN, 1)
            # In place, because a browser tool may watch it. Python writes as much at once as the
            # system takes, so a killed process leaves the old text or the new one.
            with path.open("r+b" if path.exists() else "wb") as file:
                file.write(text.encode("utf-8"))
                file.truncate()
    return is_new


def text_in(path: Path) -> str:
    """Returns the text of a file, "" if there is none."""
    return path.read_bytes().decode("utf-8", "replace") if path.exists() else ""


def check(targets: Sequence[Target], out: Path, whole: bool) -> list[dict[str, str]]:
    """Returns the state of each product in the folder `out`: fresh, stale, missing or refused.

    whole: True if the targets are all bots, so any other .py file in the folder is `extra`
    """
    rows = [check_one(target, out / target.file_name) for target in targets]
    if whole:
        expected = {row["path"] for row in rows}
        extra = sorted(str(path) for path in out.glob("*.py") if str(path) not in expected)
        rows += [{"bot": "", "path": path, "state": "extra"} for path in extra]
    return rows


def check_one(target: Target, path: Path) -> dict[str, str]:
    """Returns one product's state; its `why` has the reason if the sources are refused."""
    row = {"bot": target.entry.name, "path": str(path)}
    there = text_in(path)
    if (kept := KEPT_FORM.search(there)) and target.form != FLAT:
        target = replace(target, form=KEPT, why=kept[1])
    try:
        bundle = assemble(target)
    except Refused as refused:
        return row | {"state": "refused", "why": str(refused)}
    if not path.exists():
        return row | {"state": "missing"}
    fresh = without_revision(there) == without_revision(bundle.text)
    return row | {"state": "fresh" if fresh else "stale"}
