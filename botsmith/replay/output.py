"""Writes pages. It overwrites only pages of Botsmith, and never leaves half a page."""

from pathlib import Path

from botsmith.errors import BadInput, refusing
from botsmith.files import write_bytes

SUFFIXES = (".html", ".htm")
MARK = b'<meta name="generator" content="botsmith">'
HEAD = 2000  # bytes in which a page of ours has the mark


def check_page(output: Path) -> None:
    """Raises BadInput unless `output` is a .html file that is new, or an older page of Botsmith, in
    a writable folder.
    """
    if output.suffix.lower() not in SUFFIXES:
        raise BadInput(f"{output}: expected a name for a page that ends in .html")
    with refusing(f"{output} cannot be written"):
        if not output.absolute().parent.is_dir():
            raise BadInput(f"{output} cannot be written: no folder {output.parent}")
        if not output.exists():
            return
        with output.open("rb") as file:
            is_ours = MARK in file.read(HEAD)
    if not is_ours:
        raise BadInput(f"{output}: is there and is no page of ours; expected another name")


def write_whole(output: Path, content: bytes) -> None:
    """Writes a whole page. Raises BadInput if that fails; then an older page stays as it was."""
    check_page(output)
    write_bytes(output, content)


def write_report(output: Path, page: str) -> None:
    """Writes the page of --report. Raises BadInput, which names that option, if it cannot be
    written.
    """
    try:
        write_whole(output, page.encode())
    except BadInput as error:
        raise BadInput(f"--report {error}") from None
