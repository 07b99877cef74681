"""A module as a row of chunks, and a project in the arrangement of another one.

A chunk is a statement of the top level, or a method, with the blank lines and comments above it.
Chunks have names, so that a function is the same one wherever it was moved.
"""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from botsmith.bundle.followed import OWNERS, Function
from botsmith.bundle.unflatten import Line

ALIKE = 0.5  # share of equal lines from which a file or a function is another one, moved
FEW = 20  # lines
WORD = re.compile(r"\w+|[^\w\s]")
END = "# end"  # the key of what stands below the last statement


class Chunk(NamedTuple):
    """Lines of a module that belong together.

    key: says which one it is; two chunks of a module have two keys
    is_named: True for a definition, whose key is its name
    """

    key: str
    is_named: bool
    lines: tuple[Line, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Returns the lines without what is known of them."""
        return tuple(line.text for line in self.lines)


Row = list[Chunk]
Tree = dict[str, Row]  # by path
Place = tuple[str, str]  # path and key


class Move(NamedTuple):
    """A chunk that stands elsewhere. now: the path where it stands now."""

    was: Place
    now: str


def row_of(lines: Sequence[Line]) -> Row:
    """Returns the chunks of a module, which is Python; together they hold all of its lines."""
    ends: list[tuple[int, str]] = []  # last line, name
    tree = ast.parse("\n".join([*(line.text for line in lines), ""]))
    for first, last, name in (each for node in tree.body for each in parts_of(node)):
        if ends and first <= ends[-1][0]:  # two statements in a line
            ends[-1] = last, ""
        else:
            ends.append((last, name))
    row: Row = []
    count: dict[str, int] = {}
    start = 0
    for end, name in ends:
        part = tuple(lines[start:end])
        key = name or "\n".join(line.text for line in part).strip()
        count[key] = count.get(key, 0) + 1
        key = key if count[key] == 1 else f"{key} #{count[key]}"
        row.append(Chunk(key, bool(name), part))
        start = end
    if start < len(lines):
        row.append(Chunk(END, False, tuple(lines[start:])))
    return row


def parts_of(node: ast.stmt) -> Iterator[tuple[int, int, str]]:
    """Yields a statement as first line, last line, name; of a class its methods one by one, behind
    what stands above them.
    """
    start, body, name = first_line(node), getattr(node, "body", []), name_of(node)
    is_split = isinstance(node, ast.ClassDef) and first_line(body[0]) > node.lineno
    end = first_line(body[0]) - 1 if is_split else node.end_lineno or 0
    for each in body if is_split else []:
        if isinstance(each, Function):
            if start <= end:
                yield start, end, name
            yield first_line(each), each.end_lineno or 0, f"{name_of(node)}.{each.name}"
            start, name = (each.end_lineno or 0) + 1, ""
        end = each.end_lineno or 0
    if start <= end:
        yield start, end, name


def first_line(node: ast.stmt) -> int:
    """Returns the line in which a statement begins, its decorators in it."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def name_of(node: ast.stmt | None) -> str:
    """Returns the name that a statement defines; "" if that is not one name."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return node.name if isinstance(node, OWNERS) else ""


def lines_of(row: Sequence[Chunk]) -> list[Line]:
    """Returns the lines of a module again."""
    return [line for chunk in row for line in chunk.lines]


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """Returns the share of equal lines, 0..1, blank ones left out; of few lines, of equal words."""
    first, second = ([line.strip() for line in each if line.strip()] for each in (one, other))
    if min(len(first), len(second)) < FEW:
        first, second = (
            [w for line in each for w in WORD.findall(line)] for each in (first, second)
        )
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def renamed_files(base: Tree, side: Tree) -> dict[str, str]:
    """Returns the files of the base that a side has under another path: old path -> new path."""
    found: dict[str, str] = {}
    fresh = [path for path in side if path not in base]
    for path in (path for path in base if path not in side and base[path]):
        texts = [line.text for line in lines_of(base[path])]
        shares = {
            other: likeness(texts, [line.text for line in lines_of(side[other])])
            for other in fresh
            if other not in found.values()
        }
        best = max(shares, key=lambda other: shares[other], default="")
        if best and shares[best] >= ALIKE:
            found[path] = best
    return found


def with_paths(tree: Tree, renamed: Mapping[str, str]) -> Tree:
    """Returns the tree with files under other paths."""
    return {renamed.get(path, path): row for path, row in tree.items()}


def moves(base: Tree, side: Tree) -> list[Move]:
    """Returns the definitions of the base that stand elsewhere on a side, in the side's order."""
    found = []
    for path, row in base.items():
        other = side.get(path, [])
        there = {chunk.key for chunk in other}
        in_order = set(common_keys(row, other))
        for chunk in (each for each in row if each.is_named and each.key not in in_order):
            if chunk.key in there:
                found.append(Move((path, chunk.key), path))
                continue
            homes = [
                name
                for name, chunks in side.items()
                if any(each.key == chunk.key for each in chunks)
                and all(each.key != chunk.key for each in base.get(name, []))
            ]
            if len(homes) == 1 and is_alike(chunk, side[homes[0]]):
                found.append(Move((path, chunk.key), homes[0]))
    order = {
        (path, chunk.key): (path, at) for path, row in side.items() for at, chunk in enumerate(row)
    }
    return sorted(found, key=lambda move: order[move.now, move.was[1]])


def is_alike(chunk: Chunk, row: Row) -> bool:
    """Returns True if the chunk of the same key in a row could be this one."""
    other = next(each for each in row if each.key == chunk.key)
    return likeness(chunk.texts, other.texts) >= ALIKE


def common_keys(one: Sequence[Chunk], other: Sequence[Chunk]) -> Iterator[str]:
    """Yields the keys that both rows have in one order."""
    first, second = ([chunk.key for chunk in row] for row in (one, other))
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    for start, _, size in matcher.get_matching_blocks():
        yield from first[start : start + size]


def arranged(tree: Tree, like: Tree, wanted: Sequence[Move]) -> Tree:
    """Returns a tree whose moved chunks stand where they do in another one.

    A chunk that the tree has not is left out. wanted: in the other one's order
    """
    result = {path: list(row) for path, row in tree.items()}
    taken: dict[Move, Chunk] = {}
    for move in wanted:
        path, key = move.was
        for home in dict.fromkeys((path, move.now)):
            chunk = next((each for each in result.get(home, []) if each.key == key), None)
            if chunk:
                taken[move] = chunk
                result[home].remove(chunk)
                break
    for move, chunk in taken.items():
        row = result.setdefault(move.now, [])
        row.insert(place_in(row, like[move.now], chunk.key), chunk)
    return result


def place_in(row: Row, like: Row, key: str) -> int:
    """Returns the place of a chunk: behind what stands above it in the other row."""
    at = next(n for n, chunk in enumerate(like) if chunk.key == key)
    places = {chunk.key: n for n, chunk in enumerate(row)}
    for chunk in reversed(like[:at]):
        if chunk.key in places:
            return places[chunk.key] + 1
    for chunk in like[at + 1 :]:
        if chunk.key in places:
            return places[chunk.key]
    return len(row)
