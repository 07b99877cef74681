"""A pasted file: which bundle it was, and whether it is whole."""

import ast
import re
import warnings
from dataclasses import replace
from pathlib import Path

from botsmith.bundle.assemble import Bundle, Order, assemble, banner
from botsmith.bundle.grammar import grammar_failures
from botsmith.bundle.header import revision
from botsmith.bundle.linemap import Section, made_lines, plain, same_lines, sections
from botsmith.bundle.modules import Source, choose_entries
from botsmith.bundle.parameters import NUMBER, read_parameters
from botsmith.bundle.proofs import ascii_failures
from botsmith.errors import BadInput

TITLE = re.compile(r"^# (\w+): a CodinGame bot in one file, made by Botsmith", re.MULTILINE)
ENGINE = re.compile(r"^# engine +(C|CPython)\b", re.MULTILINE)
ENGINES = {"C": "c", "CPython": "python"}
CONTENT = re.compile(r"^# content +(\w+)", re.MULTILINE)
REVISION = re.compile(r"^# revision +(\S+)", re.MULTILINE)
VALUE = re.compile(rf"\b(\w+) = (True|False|{NUMBER})(?![^,\n])")
TOP = ""  # the path of what stands above the first banner
SHORT = 8  # digits of a content hash that are shown


def order_of(root: Path, file: Path, text: str) -> Order:
    """The order of the bot and the engine that a bundle's header names."""
    title, engine = TITLE.search(text), ENGINE.search(text)
    if title is None or engine is None:
        wanted = "'# NAME: a CodinGame bot in one file, made by Botsmith' and '# engine'"
        raise BadInput(f"{file}: no bundle with its header; expected lines like {wanted}")
    entry = choose_entries(root, [title[1]])[0]
    return Order(root, entry, ENGINES[engine[1]], {}, revision(root, entry.game))


def made_from(root: Path, file: Path, text: str) -> Bundle:
    """The bundle that was pasted, made anew. BadInput if today's sources give another one."""
    order = order_of(root, file, text)
    today = assemble(order)
    content = content_of(text)
    if content_of(today.text) == content or held(today.text) == held(text):
        return today
    head = text.partition("\n# ==== ")[0]
    if (tuned := with_values(order, today, head)) and content_of(tuned.text) == content:
        return tuned
    was = REVISION.search(head)
    raise BadInput(
        f"{file}: made from other sources (content {content[:SHORT]}, this project"
        f" {content_of(today.text)[:SHORT]}): check out {was[1] if was else 'them'}, or build again"
        " and bring the edits over by hand"
    )


def held(text: str) -> list[tuple[str, list[str]]]:
    """The sections of a bundle, wherever they stand."""
    return [(section.path, section.lines) for section in sections(text)]


def with_values(order: Order, today: Bundle, head: str) -> Bundle | None:
    """The bundle with the numbers that a header tells; None if they are the project's."""
    path = f"bots/{order.entry.game}/params.py"
    texts = [piece.source.text for piece in today.pieces if piece.source.path == path]
    known = {each.name: each.value for text in texts for each in read_parameters(text)}
    told = {name: value for name, value in VALUE.findall(head) if name in known}
    try:
        values = {name: ast.literal_eval(value) for name, value in told.items()}
    except (ValueError, SyntaxError):  # somebody wrote in the header
        return None
    return None if values == known else assemble(replace(order, changes=values))


def content_of(text: str) -> str:
    """The content hash in a bundle's header, "none" without one."""
    found = CONTENT.search(text)
    return found[1] if found else "none"


def checked_sections(file: Path, text: str, bundle: Bundle) -> list[Section]:
    """What stands above the first banner, then the sections, which are those of the bundle."""
    found = sections(text)
    wanted = [piece.source.path for piece in bundle.pieces]
    for at, path in enumerate(wanted):
        if at == len(found):
            raise BadInput(
                f"{file}: cut off: {len(wanted) - at} of {len(wanted)} sections are missing,"
                f" from {banner(path)!r} on"
            )
        if found[at].path != path:
            where = f"{file} line {found[at].banner}"
            raise BadInput(f"{where}: the banner {banner(path)!r} stood here: put it back")
    if len(found) > len(wanted):
        extra = found[len(wanted)]
        raise BadInput(f"{file} line {extra.banner}: no banner stood here: take it out")
    made, last = made_lines(bundle.pieces[-1])[0], found[-1].lines
    end = last[-1] if last else ""
    tail = made[max((here for here, _ in same_lines(made, last)), default=-1) + 1 :]
    if end != made[-1] and any(line.startswith(end) for line in tail):
        raise BadInput(
            f"{file}: cut off: its last section, {wanted[-1]}, should end with {made[-1]!r}"
        )
    lines = [plain(line) for line in text.split("\n")]
    return [Section(TOP, 0, 1, lines[: found[0].banner - 1]), *found]


def check_python(file: Path, section: Section) -> None:
    """BadInput unless a section is Python by itself; above the first banner stand imports alone."""
    source = Source(section.path, "\n".join(section.lines))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        failures = ascii_failures([source]) or grammar_failures(source.path, source.text)
        body = [] if failures or section.path != TOP else ast.parse(source.text).body
    if failures:
        _, number, *_ = [*failures[0].where.split(":"), "1"]
        where = f"{file} line {section.first - 1 + int(number)}"
        raise BadInput(f"{where}: {failures[0].text}")
    for node in body:
        if not isinstance(node, (ast.Import, ast.ImportFrom)):
            where = f"{file} line {section.first - 1 + node.lineno}"
            what = "code above the first banner: move it into the section it is of"
            raise BadInput(f"{where}: {what}")
