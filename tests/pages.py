"""Pages of cases: text that anybody can read and add to."""

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
