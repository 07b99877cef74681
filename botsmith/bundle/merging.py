"""Merges modules three-way: the changes of two sides to one base, in one text.

It is finer than git's merge by lines. Edits of neighbouring lines do not conflict. A function may
have moved on one side; it is recognised at its new place. The code of a line and its comment are
merged separately, and so are the numbers of a parameter's line. Overlapping changes of both sides
are a conflict.
"""

import ast
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from botsmith.bundle.lengthen import ALIKE, replaced_lines
from botsmith.bundle.modules import OWNERS, Function, Import
from botsmith.bundle.pasted import Line, Modules

NUMBER = re.compile(r"(?<![\w.])-?\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?")
PARAMETER = re.compile(r"\s+\w+: (?:\w+|\w+\[\w+\]) = ")
CODE = re.compile(r"""(?:[^#"']|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')*""")
FEW = 20  # lines
WORD = re.compile(r"\w+|[^\w\s]")
END = "# end"  # the key of what stands below the last statement


class Chunk(NamedTuple):
    """Lines of a module that belong together.

    key: identifies the chunk; no two chunks of a module have the same key
    is_named: True for a definition, whose key is its name
    """

    key: str
    is_named: bool
    lines: tuple[Line, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Returns the texts of the lines, without their origins."""
        return tuple(line.text for line in self.lines)


Lines = Sequence[Line]
Row = list[Chunk]
Tree = dict[str, Row]  # by path


class Move(NamedTuple):
    """A chunk that has moved.

    was: the path of its old module, and its key
    now: the path of its new module
    """

    was: tuple[str, str]
    now: str


def row_of(lines: Lines) -> Row:
    """Returns the chunks of a module, which must be valid Python. Together they hold all of its
    lines.
    """
    ends: list[tuple[int, str]] = []  # last line, name
    tree = ast.parse("\n".join([*texts(lines), ""]))
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
        key = name or "\n".join(texts(part)).strip()
        count[key] = count.get(key, 0) + 1
        key = key if count[key] == 1 else f"{key} #{count[key]}"
        row.append(Chunk(key, bool(name), part))
        start = end
    if start < len(lines):
        row.append(Chunk(END, False, tuple(lines[start:])))
    return row


def parts_of(node: ast.stmt) -> Iterator[tuple[int, int, str]]:
    """Yields a statement as first line, last line, name. A class gives its head, then each of its
    methods.
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
    """Returns the first line of a statement, its decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def name_of(node: ast.stmt | None) -> str:
    """Returns the name that a statement defines; "" if it defines none or several."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return node.name if isinstance(node, OWNERS) else ""


def lines_of(row: Sequence[Chunk]) -> list[Line]:
    """Returns the lines of a module from its chunks."""
    return [line for chunk in row for line in chunk.lines]


def likeness(one: Sequence[str], other: Sequence[str]) -> float:
    """Returns the share of equal lines, 0..1, without blank lines. For few lines it compares
    words.
    """
    first, second = ([line.strip() for line in each if line.strip()] for each in (one, other))
    if min(len(first), len(second)) < FEW:
        first, second = WORD.findall("\n".join(first)), WORD.findall("\n".join(second))
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def renamed_files(base: Tree, side: Tree) -> dict[str, str]:
    """Returns the files of the base that a side has under another path: old path -> new path."""
    found: dict[str, str] = {}
    fresh = [path for path in side if path not in base]
    for path in (path for path in base if path not in side and base[path]):
        old = texts(lines_of(base[path]))
        shares = {other: likeness(old, texts(lines_of(side[other]))) for other in fresh}
        best = max(shares, key=lambda other: shares[other], default="")
        if best and shares[best] >= ALIKE:
            found[path] = best
            fresh.remove(best)
    return found


def with_paths(tree: Tree, renamed: Mapping[str, str]) -> Tree:
    """Returns the tree with files under other paths."""
    return {renamed.get(path, path): row for path, row in tree.items()}


def moved_chunks(base: Tree, side: Tree) -> list[Move]:
    """Returns the definitions of the base that are elsewhere on a side, in the side's order."""
    found = []
    was = {path: {chunk.key for chunk in row} for path, row in base.items()}
    now = {path: {chunk.key: chunk for chunk in row} for path, row in side.items()}
    for path, row in base.items():
        in_order = set(common_keys(row, side.get(path, [])))
        for chunk in (each for each in row if each.is_named and each.key not in in_order):
            key = chunk.key
            homes = [name for name in now if key in now[name] and key not in was.get(name, ())]
            if key in now.get(path, {}):
                found.append(Move((path, key), path))
            elif len(homes) == 1 and likeness(chunk.texts, now[homes[0]][key].texts) >= ALIKE:
                found.append(Move((path, key), homes[0]))
    order = {(path, key): at for path in now for at, key in enumerate(now[path])}
    return sorted(found, key=lambda move: (move.now, order[move.now, move.was[1]]))


def common_keys(one: Sequence[Chunk], other: Sequence[Chunk]) -> Iterator[str]:
    """Yields the keys that both rows have in the same order."""
    first, second = ([chunk.key for chunk in row] for row in (one, other))
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    for start, _, size in matcher.get_matching_blocks():
        yield from first[start : start + size]


def with_moves(tree: Tree, like: Tree, wanted: Sequence[Move]) -> Tree:
    """Returns a tree with moved chunks at their places in another tree.

    A chunk that the tree lacks is left out.
    like: the other tree
    wanted: the moves, in the order of `like`
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
    for move, chunk in taken.items():  # behind the chunk that is above it in the other row
        row = result.setdefault(move.now, [])
        places = {each.key: n for n, each in enumerate(row)}
        keys = [each.key for each in like[move.now]]
        at = keys.index(chunk.key)
        above = [places[key] + 1 for key in keys[:at] if key in places]
        below = [*(places[key] for key in keys[at + 1 :] if key in places), len(row)]
        row.insert(above[-1] if above else below[0], chunk)
    return result


@dataclass(frozen=True)
class Conflict:
    """A place that both sides have changed.

    path: the module's path in the home side
    base, home, paste: the lines of the base and of the two sides
    why: a further reason, "" without one
    """

    path: str
    base: Lines
    home: Lines
    paste: Lines
    why: str = "both sides changed this"


class Hunk(NamedTuple):
    """A change of one side: the base's lines from `start` up to `end` become `lines`."""

    is_home: bool
    start: int
    end: int
    lines: Lines

    @property
    def is_new(self) -> bool:
        """Returns True if the change only adds lines."""
        return self.start == self.end

    def meets(self, other: "Hunk") -> bool:
        """Returns True if the two changes overlap, so they cannot be made independently."""
        if self.is_new and other.is_new:
            return self.start == other.start
        for new, old in ((self, other), (other, self)):
            if new.is_new:
                is_one_by_one = old.end - old.start == len(old.lines) == 1
                return old.start <= new.start <= old.end and not is_one_by_one
        return self.start < other.end and other.start < self.end


def merged_trees(base: Modules, home: Modules, paste: Modules) -> tuple[Modules, list[Conflict]]:
    """Returns the modules of the home side with the changes of the paste, and the conflicts.

    Paths are the home side's. A module that the home side has removed is left out.
    """
    was, ours, theirs = ({p: row_of(m) for p, m in side.items()} for side in (base, home, paste))
    renamed = renamed_files(was, ours)
    was, theirs = with_paths(was, renamed), with_paths(theirs, renamed)
    at_home, typed = moved_chunks(was, ours), moved_chunks(was, theirs)
    moved_at_home = {move.was: move.now for move in at_home}
    clashing = [move for move in typed if moved_at_home.get(move.was, move.now) != move.now]
    conflicts = [split_move(was, ours, theirs, *move.was) for move in clashing]
    typed = [move for move in typed if move.was not in moved_at_home]
    was, theirs = with_moves(was, ours, at_home), with_moves(theirs, ours, at_home)
    was, ours = with_moves(was, theirs, typed), with_moves(ours, theirs, typed)
    result: Modules = {}
    for path in dict.fromkeys([*ours, *theirs]):
        merger = Merger(path)
        sides = was.get(path, []), ours.get(path, []), theirs.get(path, [])
        result[path] = list(merger.rows(*sides))
        conflicts += merger.conflicts
        if path not in ours and path in was:
            del result[path]  # gone at home; what was edited there is a conflict
    return result, conflicts


def numbered(text: str) -> list[Line]:
    """Returns the lines of a module with their numbers."""
    return [Line(line, number) for number, line in enumerate(text.split("\n")[:-1], start=1)]


def split_move(base: Tree, home: Tree, paste: Tree, path: str, key: str) -> Conflict:
    """Returns the conflict of a definition that the two sides moved to two places."""

    def found(tree: Tree) -> Lines:
        rows = [tree.get(path, []), *tree.values()]
        return next((each.lines for row in rows for each in row if each.key == key), ())

    return Conflict(path, found(base), found(home), found(paste), f"{key} was moved to two places")


class Merger:
    """The merge of one module. conflicts: those found so far"""

    def __init__(self, path: str) -> None:
        self.path = path
        self.conflicts: list[Conflict] = []

    def rows(self, base: Row, home: Row, paste: Row) -> Iterator[Line]:
        """Yields the merged lines of a module, chunk by chunk; in a conflict the lines of the home
        side. Chunks that one side deleted and the other one did not change are left out.
        """
        sides = [{chunk.key: chunk.texts for chunk in row} for row in (home, paste)]
        gone = set()  # what moved to another file is not: `with_moves` moved it on every side
        for chunk in base:
            found = [side.get(chunk.key) for side in sides]
            if None in found and (found[0] or found[1] or chunk.texts) == chunk.texts:
                gone.add(chunk.key)
        rests = [[each for each in row if each.key not in gone] for row in (base, home, paste)]
        base, home, paste = rests
        both = set(common_keys(base, home)) & set(common_keys(base, paste))
        for key in [*(chunk.key for chunk in base if chunk.key in both), None]:
            parts = []
            for n, rest in enumerate(rests):
                ends = (at for at, chunk in enumerate(rest) if chunk.key == key)
                end = next(ends, len(rest))
                parts.append((rest[:end], rest[end : end + 1]))
                rests[n] = rest[end + 1 :]
            for part in (0, 1):
                yield from self.lines(*(lines_of(each[part]) for each in parts))

    def lines(self, base: Lines, home: Lines, paste: Lines) -> Iterator[Line]:
        """Yields the merged lines."""
        place = 0
        groups: list[list[Hunk]] = []  # those that overlap
        found = [*hunks(base, home, True), *hunks(base, paste, False)]
        for hunk in sorted(found, key=lambda each: (each.start, each.end)):
            last = groups[-1] if groups else []
            if any(each.is_home != hunk.is_home and each.meets(hunk) for each in last):
                last.append(hunk)
            else:
                groups.append([hunk])
        for group in groups:
            start, end = min(each.start for each in group), max(each.end for each in group)
            yield from map(without_mark, base[place:start])
            place = end
            ours = with_changes(base, start, end, [each for each in group if each.is_home])
            theirs = with_changes(base, start, end, [each for each in group if not each.is_home])
            if all(each.is_home for each in group) or texts(ours) == texts(theirs):
                yield from map(without_mark, ours)
            elif not any(each.is_home for each in group):
                yield from theirs
            else:
                yield from self.both(base[start:end], ours, theirs)
        yield from map(without_mark, base[place:])

    def both(self, base: Lines, home: Lines, paste: Lines) -> Iterator[Line]:
        """Yields the lines with the edits of both sides, or records a conflict."""
        if len(base) == len(home) == len(paste) == 1:
            text = merged_line(base[0].text, home[0].text, paste[0].text)
            if text is not None:
                yield Line(text, paste[0].origin)
                return
        if not base and contains_lines(home, paste):
            paste = []
        elif not base and contains_lines(paste, home):
            home = []
        elif base or not are_definitions(home, paste):
            self.conflicts.append(Conflict(self.path, base, home, paste))
            paste = []
        yield from map(without_mark, home)
        yield from paste


def without_mark(line: Line) -> Line:
    """Returns a line without its origin, which marks a line that the paste changed."""
    return Line(line.text, 0)


def texts(lines: Lines) -> list[str]:
    """Returns the texts of lines."""
    return [line.text for line in lines]


def hunks(base: Lines, side: Lines, is_home: bool) -> Iterator[Hunk]:
    """Yields the changes of a side, as small as possible, from the top."""
    old, new = texts(base), texts(side)
    for what, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        pairs = replaced_lines(old, new, range(a, b), range(c, d))
        for next_a, next_c in [*pairs, (b, d)]:
            if a == next_a or c == next_c:  # lines that are gone go one by one
                yield from (Hunk(is_home, n, n + 1, []) for n in range(a, next_a))
                if c < next_c:
                    yield Hunk(is_home, next_a, next_a, side[c:next_c])
            elif a < next_a:
                yield Hunk(is_home, a, next_a, side[c:next_c])
            if next_a < b:
                yield Hunk(is_home, next_a, next_a + 1, side[next_c : next_c + 1])
            a, c = next_a + 1, next_c + 1


def with_changes(base: Lines, start: int, end: int, made: Sequence[Hunk]) -> list[Line]:
    """Returns the base's lines from `start` to `end` with the changes of one side."""
    result: list[Line] = []
    for hunk in made:
        result += [*base[start : hunk.start], *hunk.lines]
        start = hunk.end
    return [*result, *base[start:end]]


def merged_line(base: str, home: str, paste: str) -> str | None:
    """Returns the merge of one line that both sides changed; None for a conflict.

    The line's code and comment are merged separately, and so are the numbers of a parameter.
    """
    parts = [in_parts(line) for line in (base, home, paste)]
    found = [changed_side(*three) for three in zip(*parts, strict=True)]
    if found[0] is None and all(PARAMETER.match(line) for line in (base, home, paste)):
        codes = [code for code, _ in parts]
        if len({NUMBER.sub("0", code) for code in codes}) == 1:
            threes = zip(*map(NUMBER.findall, codes), strict=True)
            numbers = [changed_side(*three) for three in threes]
            left = iter(numbers)
            if None not in numbers:
                found[0] = NUMBER.sub(lambda _: str(next(left)), codes[0])
    return None if None in found else "".join(str(part) for part in found)


def in_parts(line: str) -> tuple[str, str]:
    """Returns the code of a line, and the comment with the blanks before it."""
    found = CODE.match(line)
    code = (found[0] if found else line).rstrip()
    rest = line[len(code) :]
    return (code, rest) if rest.lstrip().startswith("#") else (line, "")


def changed_side(base: str, home: str, paste: str) -> str | None:
    """Returns the text of the only side that changed it; None if both changed it differently."""
    if home in (base, paste):
        return paste
    return home if paste == base else None


def contains_lines(lines: Lines, others: Lines) -> bool:
    """Returns True if the other lines stand among these lines in one piece, blank lines aside."""
    many, few = ("\n".join(filter(None, ["", *texts(each), ""])) for each in (lines, others))
    return f"\n{few}\n" in f"\n{many}\n"


def are_definitions(home: Lines, paste: Lines) -> bool:
    """Returns True for lines of two sides that may stand in either order.

    These are imports, and functions, classes and parameters of different names.
    """
    bodies = [statements_in(lines) for lines in (home, paste)]
    if all(body and all(isinstance(node, Import) for node in body) for body in bodies):
        return True
    sides = [defined_names(lines) for lines in (home, paste)]
    return all(sides) and not set(sides[0]) & set(sides[1])


def defined_names(lines: Lines) -> list[str]:
    """Returns the names that lines define; [] if the lines do anything but define names."""
    is_top = all(not line.text[:1].isspace() for line in lines if line.text.strip())
    names = []
    for node in statements_in(lines):
        is_field = isinstance(node, ast.AnnAssign) and node.value is None  # of a record, in order
        is_inner = isinstance(node, ast.Assign) and not is_top
        if is_field or is_inner or not name_of(node):
            return []
        names.append(name_of(node))
    return names


def statements_in(lines: Lines) -> list[ast.stmt]:
    """Returns the statements in lines; [] if the lines alone are no valid Python."""
    try:
        return ast.parse(textwrap.dedent("\n".join([*texts(lines), ""]))).body
    except SyntaxError:
        return []
