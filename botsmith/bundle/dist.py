"""The files of dist/: written, marked until they are proven, compared with what a build makes."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from botsmith.bundle.assemble import FLAT, KEPT, Target, assemble
from botsmith.bundle.failures import Refused
from botsmith.bundle.header import KEPT_FORM, ORIGIN
from botsmith.errors import BadInput

NOT_PROVEN = "made by Botsmith; NOT PROVEN YET"  # instead of ORIGIN, while the proofs run
REVISION_LINE = re.compile(r"^# revision .*$", re.MULTILINE)


def without_revision(bundle: str) -> str:
    """Returns the text that two builds of the same sources share: all but the informative revision
    line.
    """
    return REVISION_LINE.sub("# revision", bundle, count=1)


@contextmanager
def unproven_file(path: Path, text: str, report: Callable[[Path], object]) -> Iterator[list[str]]:
    """Writes a bundle that is not proven yet, and yields an empty list.

    The text that the caller adds to the list once it is proven is written at the end; without any
    the file is as it was before.
    report: is called with the path if the file was another one
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
    """Writes the bundle over the old one, in the same file; returns True if it was another one.

    One that differs in its revision alone is left alone: a build in a fresh checkout changes
    nothing. Raises BadInput if the place cannot be written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_new = without_revision(text_in(path)) != without_revision(text)
        if is_new:
            text = text if is_proven else text.replace(ORIGIN, NOT_PROVEN, 1)
            write_over(path, text.encode("utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}; see --out") from error
    return is_new


def text_in(path: Path) -> str:
    """Returns the text of a file, "" if there is none."""
    return path.read_bytes().decode("utf-8", "replace") if path.exists() else ""


def write_over(path: Path, data: bytes) -> None:
    """Writes a file in place, where a browser tool may be watching it: in one call of the system,
    so that whoever is killed leaves the old text or the new one.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
    try:
        written = os.write(file, data)
        while written < len(data):  # a full disk raises
            written += os.write(file, data[written:])
        os.ftruncate(file, len(data))
    finally:
        os.close(file)


def check(targets: Sequence[Target], out: Path, whole: bool) -> list[dict[str, str]]:
    """Returns the state of each product in the folder `out`: fresh, stale, missing or refused.

    whole: the targets are all there are, so any other .py file in the folder is `extra`.
    """
    rows = [check_one(target, out / target.file_name) for target in targets]
    if whole:
        expected = {row["path"] for row in rows}
        extra = sorted(str(path) for path in out.glob("*.py") if str(path) not in expected)
        rows += [{"bot": "", "path": path, "state": "extra"} for path in extra]
    return rows


def check_one(target: Target, path: Path) -> dict[str, str]:
    """Returns one product's state; `why` says more where the sources are refused."""
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
