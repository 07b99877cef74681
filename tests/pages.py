"""Pages of cases: text that anybody can read and add to."""

from itertools import groupby
from pathlib import Path


def cases_of(text: str, mark: str = "---") -> list[tuple[str, str]]:
    """Returns the cases of a page: `MARK HEAD` and the lines below it, for each such line."""
    found = []
    for part in f"\n{text}".split(f"\n{mark} ")[1:]:
        head, _, body = part.partition("\n")
        found.append((head, body.strip("\n")))
    return found


def page_beside(file: str, name: str) -> dict[str, str]:
    """Returns the chapters of a page beside a test's file, by NAME in `=== NAME: WORDS`."""
    parts = cases_of((Path(file).parent / name).read_text(encoding="utf-8"), "===")
    return {head.partition(":")[0]: text for head, text in parts}


def files_of(text: str) -> dict[str, str]:
    """Returns the files of a chapter by path: `--- PATH` and its lines, each with its end."""
    return {path: f"{lines}\n" if lines else "" for path, lines in cases_of(text)}


def pairs_of(text: str) -> dict[str, tuple[str, str]]:
    """Returns the pairs of texts of a chapter by name: `--- NAME`, lines, `=>`, lines."""
    found = {}
    for name, lines in cases_of(text):
        first, second = f"{lines}\n".split("\n=>\n")
        found[name] = (f"{first}\n", second)
    return found


def changes_of(text: str) -> tuple[tuple[str, str], ...]:
    """Returns pairs of old and new text: lines with - and a blank in front, then some with +.

    An empty line ends a text with a line's end.
    """
    texts = [
        "\n".join(line[2:] for line in lines)
        for _, lines in groupby(text.split("\n"), key=lambda line: line[0])
    ]
    return tuple(zip(texts[::2], texts[1::2], strict=True))
