"""Makes the short form of modules, without the parts that only a reader needs.

It is for `common/`. It leaves out docstrings, comments, annotations that no code reads while the
bot runs, and names that only such annotations use. `common/search/` keeps its comments and the
first paragraph of each docstring, unless the author asks for less. The author's own modules lose
their docstrings if the author asks for it. All other text stays, character for character.

These parts are read, and stay: annotations below a decorator (kernels, records, dataclasses) and at
the top of a class with a base class (a NamedTuple, for example); a docstring that some code reads
as `NAME.__doc__`; a comment with the range of a record's number.
"""

import ast
import re
import tokenize
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Any

from botsmith.bundle.modules import (
    OWNERS,
    Function,
    Import,
    Source,
    absolute_target,
    is_for_checkers,
    module_name,
)
from botsmith.syntax import stands_alone, tokens_of

STEP = 4  # blanks
WIDTH = 100  # columns of a line
KIT = re.compile(r"common/.*\.py")
SEARCHES = "common/search/"
OWN = "bots/"
WORD = re.compile(r"[^\W\d]\w*")
RANGE = re.compile(r" *# *-?\d[\d.eE+-]*\.\.")  # a comment that common/kernel.py reads
DOTS = "..."  # stands where a block would be empty
# Decorators and base classes that look at no annotation, if they are Python's.
BLIND = {"cache", "classmethod", "contextmanager", "property", "staticmethod"}
BLIND_BASES = {"Exception", "Generic", "Protocol", "ValueError", "int", "list"}
# What an alias of types is made of.
TYPES = (
    *(ast.Name, ast.Attribute, ast.Subscript, ast.BinOp, ast.BitOr, ast.Tuple, ast.List),
    *(ast.Constant, ast.Call, ast.keyword, ast.Load),
)
MADE = -1
NARROW = {"Int8", "Int16", "Int32"}
C_TEXT = "common/c_text.py"
TRANSLATING = "common/translate.py"
# Modules that name functions and hold no kernel.
MACHINERY = {C_TEXT, "common/kernel.py", "common/native.py", TRANSLATING}
TABLE_STEP = "step_int"  # called by a kernel that adds an item of a table, as in `cell + WAYS[way]`
CUT = "cut_int"  # called by a kernel that cuts a number, as in `Int16(total)`
UNPACKING = "x, y = z"  # called by a kernel with several targets, also of a loop
KEYWORDS = "(x=1)"  # called by a kernel that names an argument, or has a default
# Parts of the translator that only some bots need: the word that all statements of a part contain,
# the names that call it, and the form that is refused without it. `x, y = y, x` is no part: such an
# edit stays in C.
PARTS = {
    "bit_count": ({"bit_count", "bit_length"}, "bit_count"),
    "cuts": ({CUT}, "Int16(x)"),
    "missing": ({KEYWORDS}, "f(x=1), defaults"),
    "Pow": ({"pow"}, "x ** 2"),
    "reach": ({TABLE_STEP}, ""),
    "several": ({UNPACKING}, "array unpacking"),
    "work": ({"each"}, ""),
}
# A helper in C, with the name that kernels call it by, or the bits of a narrow kind.
HELPER = re.compile(
    r"(?<!#define )(?:LIBM2?|LIBM_INT)\((\w+)(?:, \w+)?\) ?|FIT\((\d+)\) ?"
    r"|(?:INT[12]|REAL[12])\((bit_count|bit_length|copysign|pow|sqrt)_\w+\) .*\n"
    r"|#define EVEN(?:.*\n)+?INT4\((Step_int)\)(?:.*\n)+?\}\n"
)
# What helpers alone use: macros that write them, and their test of a result.
PART = re.compile(r"#define (LIBM\w*)\((?:.*\\\n)*.*\n|PURE double (valid)\((?:.*\n)*?\}\n")
ANYWHERE = ""  # a module that is not known

Wanted = set[tuple[str, str]]  # dotted name of a module, and what is taken from it


class Layout:
    """A text that Python can parse, by places: the place of its first character is 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.starts = [0, *accumulate(len(line) + 1 for line in self.lines)]

    @cached_property
    def tokens(self) -> list[tokenize.TokenInfo]:
        """Returns the tokens of the text."""
        return tokens_of(self.text)

    @cached_property
    def token_places(self) -> list[int]:
        """Returns the place of each token's first character, counted from the beginning of
        the text.
        """
        return [self.place(*token.start) for token in self.tokens]

    def place(self, line: int, column: int) -> int:
        """Returns the place of a column of a line; a column counts characters."""
        return self.starts[line - 1] + column

    def line_at(self, place: int) -> int:
        """Returns the line, from 1, that contains a place."""
        return bisect_left(self.starts, place + 1)

    def start(self, node: Any) -> int:
        """Returns the place where a node begins."""
        return self.place(node.lineno, node.col_offset)

    def span(self, node: Any) -> tuple[int, int]:
        """Returns the place where a node begins, and the place behind it."""
        return self.start(node), self.place(node.end_lineno, node.end_col_offset)

    def annotation(self, node: ast.expr) -> tuple[int, int]:
        """Returns the span of an annotation with the `:` or `->` before it."""
        start, end = self.span(node)
        first = bisect_left(self.token_places, start) - 1
        last = bisect_left(self.token_places, end)
        while self.tokens[first].string not in (":", "->"):
            if self.tokens[first].string == "(":  # around the annotation alone
                while self.tokens[last].string != ")":
                    last += 1
                end = self.token_places[last] + 1
                last += 1
            first -= 1
        place = self.token_places[first]
        if self.tokens[first].string == "->":
            place -= len(self.text[:place]) - len(self.text[:place].rstrip(" "))
        return place, end

    def comments(self) -> Iterator[tuple[int, int]]:
        """Yields the spans of the comments with the blanks before them."""
        for token, place in zip(self.tokens, self.token_places, strict=True):
            if token.type == tokenize.COMMENT:
                before = self.text[self.starts[token.start[0] - 1] : place]
                yield place - len(before) + len(before.rstrip()), place + len(token.string)


@dataclass(frozen=True)
class Short:
    """The short form of a source.

    full: the source
    text: the short text
    places: for each character of `text` its place in the full text; MADE for one that is added
    lines: for each line of `text` its line in the full text, from 1
    without: the words of the parts that it leaves out, in the order of PARTS
    """

    full: Source
    text: str
    places: tuple[int, ...]
    lines: tuple[int, ...]
    without: tuple[str, ...] = ()

    @property
    def source(self) -> Source:
        """Returns the short text under the module's path."""
        return replace(self.full, text=self.text)


class Kit(IntEnum):
    """The form of `common/` in a bundle: in full, short, or short without comments and docstrings
    in searches.
    """

    FULL = 0
    SHORT = 1
    SHORTEST = 2


def shortened(
    sources: Sequence[Source], kit: Kit, has_docs: bool, is_flat: bool = False
) -> dict[str, Short]:
    """Returns the modules of a bundle that have a short form, by path.

    has_docs: True if the author's modules keep their docstrings
    is_flat: True if the sources share one namespace, without imports of each other
    """
    read = {name for source in sources for name in docs_asked_for(source.text)}
    drafts = [
        Draft(source, read, has_words=kit is Kit.SHORT and source.path.startswith(SEARCHES))
        for source in sources
        if kit and KIT.fullmatch(source.path)
    ]
    called = {
        name.lower().removeprefix("int")
        for source in sources
        if source.path not in MACHINERY
        for name in names_in(source.tree)
    }
    for draft in drafts if "*" not in called else ():
        draft.drop_machinery(called)
    known = {draft.source.path for draft in drafts}
    others = [source for source in sources if source.path not in known]
    wanted = {what for source in others for _, what in wants(source)}
    if is_flat:
        wanted |= {(ANYWHERE, name) for source in others for name in WORD.findall(source.text)}
    has_changed = True
    while has_changed:  # what one module no longer imports, another one need not have
        now = wanted.union(*(draft.wanted() for draft in drafts))
        has_changed = any([draft.drop(now) for draft in drafts])
    if not has_docs:
        own = (source for source in others if source.path.startswith(OWN))
        drafts += [Draft(source, read, only_docs=True) for source in own]
    return {draft.source.path: draft.short() for draft in drafts}


def names_in(node: ast.AST, own: Set[str] | None = None) -> Iterator[str]:
    """Yields the names by which kernels may call functions and parts of the translator. A function
    without any decorator, also inside it, holds no kernel.

    own: the names that the decorated function around the node sets; None outside of one
    """
    match node:
        case ast.FunctionDef():
            nodes = [*ast.walk(node)]
            if not any(getattr(each, "decorator_list", ()) for each in nodes):
                return
            own = {each.arg for each in nodes if isinstance(each, ast.arg)}
            names = [each for each in nodes if isinstance(each, ast.Name)]
            own |= {each.id for each in names if isinstance(each.ctx, ast.Store)}
            own = own if node.decorator_list else None
            yield KEYWORDS * bool(node.decorator_list and node.args.defaults)
        case ast.keyword() if own is not None:
            yield KEYWORDS
        case ast.Assign(targets=[ast.Tuple(elts=places)], value=ast.Tuple() as values):
            for each in (*places, values):
                yield from names_in(each, own)
            return
        case ast.Tuple(ctx=ast.Store()) | ast.List(ctx=ast.Store()) if own is not None:
            yield UNPACKING
        case ast.BinOp(op=ast.Add(), left=ast.Name(), right=ast.Subscript(value=table)):
            while isinstance(table, ast.Attribute | ast.Subscript):
                table = table.value
            yield TABLE_STEP * (getattr(table, "id", "") not in (own or ()))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in NARROW:
            yield CUT
        case ast.alias(name=name, asname=str()) if name in NARROW:
            yield from (name, CUT)
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
            yield name
        case ast.BinOp(op=ast.Pow(), left=one) | ast.AugAssign(op=ast.Pow(), target=one):
            yield "pow" * (not isinstance(one, ast.Constant))  # no 10**9
    for child in ast.iter_child_nodes(node):
        yield from names_in(child, own)


def statements_of(nodes: Iterable[ast.stmt], words: Set[str]) -> list[ast.stmt]:
    """Returns the statements of a block, or of the blocks in it, that contain one of the words as a
    name or a text. A statement of which only its blocks contain it is returned if nothing else is
    in them.
    """
    found = []
    for node in nodes:
        parts = [*ast.iter_child_nodes(node)]
        inner = [each for each in parts if isinstance(each, ast.stmt)]
        heads = [each for part in parts if part not in inner for each in ast.walk(part)]
        values = {getattr(each, name, "") for each in heads for name in ("id", "attr", "value")}
        below = statements_of(inner, words)
        if getattr(node, "name", "") in words or not words.isdisjoint(values):
            found.append(node)
        else:
            found += [node] if inner and below == inner else below
    return found


def docs_asked_for(text: str) -> Iterator[str]:
    """Yields the names whose `__doc__` a text reads."""
    yield from re.findall(r"\b(\w+)\s*\.\s*__doc__\b", text)


def wants(source: Source) -> Iterator[tuple[ast.AST, tuple[str, str]]]:
    """Yields the names that a module uses from other modules, by import or as an attribute, each
    with its node.
    """
    for each in source.nodes:
        if isinstance(each, ast.ImportFrom):
            home = absolute_target(source.path, each)
            yield from ((alias, (home, alias.name)) for alias in each.names)
        elif isinstance(each, ast.Attribute):
            yield each, (ANYWHERE, each.attr)


class Draft:
    """A module on its way to the short form.

    only_docs: True to leave out docstrings alone
    has_words: True if comments and the first paragraphs of docstrings stay
    gone: 1 for each character that is left out
    instead: by place, the text that replaces the characters from there on
    own: names of the module that belong to the project
    asking: the names that it uses from elsewhere, each with its node
    """

    def __init__(
        self, source: Source, read_docs: set[str], only_docs: bool = False, has_words: bool = False
    ) -> None:
        self.source = source
        self.only_docs = only_docs
        self.has_words = has_words
        self.has_comments = only_docs or has_words
        self.read_docs = read_docs
        self.without: tuple[str, ...] = ()
        self.layout = Layout(source.text)
        self.tree = source.tree
        self.gone = bytearray(len(source.text))
        self.instead: dict[int, str] = {}
        self.asking = [*wants(source)]
        taken = (each for each in self.asking if each[1][0].startswith(("bots", "common")))
        self.own = {getattr(node, "asname", None) or name for node, (_, name) in taken}
        self.own |= {node.name for node in self.tree.body if isinstance(node, OWNERS)}
        assigned = (node.targets for node in self.tree.body if isinstance(node, ast.Assign))
        self.own |= {
            each.id for targets in assigned for each in targets if isinstance(each, ast.Name)
        }
        self.block(self.tree, only_docs, only_docs)
        for start, end in [] if self.has_comments else self.layout.comments():
            if not RANGE.match(source.text, start):
                self.cut((start, end))
        self.spoken = list(self.names(self.tree))

    def cut(self, span: tuple[int, int], instead: str = "") -> None:
        """Leaves a span out."""
        start, end = span
        self.gone[start:end] = b"\1" * (end - start)
        if instead:
            self.instead[start] = instead

    # --- docstrings and annotations

    def block(self, owner: ast.AST, is_read: bool, is_deep: bool) -> None:
        """Shortens the block of a module, class or function.

        is_read: True if code reads its annotations
        is_deep: True if code also reads the annotations of functions in it
        """
        nodes: list[ast.stmt] = owner.body  # type: ignore[attr-defined]
        doomed = [node for node in nodes if self.is_doomed(owner, node, is_read)]
        is_empty = len(doomed) == len(nodes) and not isinstance(owner, ast.Module)
        for node in doomed:
            start, end = self.layout.span(node)
            if self.has_words and isinstance(node, ast.Expr):
                end -= len('"""')
                start = self.source.text.find("\n\n", start, end)
                self.cut((start if start >= 0 else end, end))
                continue
            has_dots = is_empty and node is nodes[0] or not stands_alone(self.source.text, node)
            self.cut((start, end), DOTS if has_dots else "")
        for node in nodes:
            if node not in doomed:
                self.visit(node, is_read, is_deep)

    def is_doomed(self, owner: ast.AST, node: ast.stmt, is_read: bool) -> bool:
        """Returns True for a docstring, and for code that is for type checkers alone."""
        if is_for_checkers(node) and not self.only_docs:
            return not node.orelse
        match node:
            case ast.Expr(value=ast.Constant(value=str())) if node is owner.body[0]:  # type: ignore[attr-defined]
                return getattr(owner, "name", "") not in self.read_docs
            case ast.AnnAssign(value=None):  # in a function it makes a name a local one
                return not is_read and isinstance(owner, (ast.Module, ast.ClassDef))
        return False

    def visit(self, node: ast.AST, is_read: bool, is_deep: bool) -> None:
        """Shortens a node and all below it."""
        if isinstance(node, OWNERS):
            is_deep = is_deep or not all(map(self.is_blind, node.decorator_list))
            is_read = is_deep
            if isinstance(node, ast.ClassDef):
                is_read |= bool(node.keywords) or not all(map(self.is_blind, node.bases))
            elif not is_read:
                self.signature(node)
            self.block(node, is_read, is_deep)
            return
        if isinstance(node, ast.AnnAssign) and node.value and not is_read:
            self.cut(self.layout.annotation(node.annotation))
        for child in ast.iter_child_nodes(node):
            self.visit(child, is_read, is_deep)

    def is_blind(self, node: ast.expr) -> bool:
        """Returns True for a decorator or a base class that reads no annotations."""
        match node:
            case ast.Name(id=name):
                return name in BLIND | BLIND_BASES and name not in self.own
            case ast.Subscript(value=ast.Name(id=name)):
                return name in BLIND_BASES and name not in self.own
        return False

    def signature(self, node: Function) -> None:
        """Cuts the annotations of a function's arguments and result."""
        for each in ast.walk(node.args):
            if isinstance(each, ast.arg) and each.annotation:
                span = self.layout.annotation(each.annotation)
                self.cut(span)
                if self.source.text[span[1] :].startswith(" = "):  # no blanks without annotation
                    self.cut((span[1], span[1] + 1))
                    self.cut((span[1] + 2, span[1] + 3))
        if node.returns:
            self.cut(self.layout.annotation(node.returns))
        self.join(node)

    def join(self, node: Function) -> None:
        """Puts a signature on one line if it fits and has no comment."""
        start, body = self.layout.start(node), self.layout.start(node.body[0])
        first, last = (bisect_left(self.layout.token_places, place) for place in (start, body))
        tokens, places = self.layout.tokens[first:last], self.layout.token_places[first:last]
        spans = []
        before = 0  # the last token that is code
        for number, token in enumerate(tokens):
            if token.type == tokenize.COMMENT and self.has_comments:
                return
            if token.type == tokenize.NEWLINE:
                break
            if token.type == tokenize.NL:
                is_comma, end = tokens[before].string == ",", places[number + 1]
                if is_comma and tokens[number + 1].string == ")":
                    spans.append((places[before], end))
                else:  # a blank of the indent stays
                    spans.append((places[number], end - is_comma))
            elif token.type != tokenize.COMMENT:
                before = number
        whole = bytearray(self.gone[start : places[number]])
        for a, b in spans:
            whole[a - start : b - start] = b"\1" * (b - a)
        if node.col_offset + whole.count(0) <= WIDTH:
            for span in spans:
                self.cut(span)

    # --- names that only annotations speak of

    def names(self, node: ast.AST, place: int = MADE) -> Iterator[tuple[int, str]]:
        """Yields the names in a node with their places; a name in an f-string gets the string's
        place.
        """
        if isinstance(node, ast.Name):
            yield self.layout.start(node) if place == MADE else place, node.id
        if isinstance(node, ast.JoinedStr) and place == MADE:  # Python 3.11 gives wrong ones in it
            place = self.layout.start(node)
        for child in ast.iter_child_nodes(node):
            yield from self.names(child, place)

    def wanted(self) -> Wanted:
        """Returns the names that the module, as shortened so far, uses from other modules."""
        return {
            what
            for node, what in self.asking
            if isinstance(node, ast.Attribute) or not self.gone[self.layout.start(node)]
        }

    def drop(self, wanted: Wanted) -> bool:
        """Cuts type aliases, and names of imports, that are no longer used; an import without any
        name goes as well. Returns True if it cut any.
        """
        before, home = self.gone.count(1), module_name(self.source.path)
        left = [name for place, name in self.spoken if not self.gone[place]]
        taken = {name for of, name in wanted if of in (home, ANYWHERE)}
        types = {name for place, name in self.spoken if self.gone[place]}
        idle = set() if "*" in taken else types - taken
        for node in self.tree.body:
            if self.gone[self.layout.start(node)] or not stands_alone(self.source.text, node):
                continue
            if isinstance(node, Import):
                spans = [self.layout.span(alias) for alias in node.names]
                names = [(each.asname or each.name).split(".")[0] for each in node.names]
                stays = [name in left or name not in idle for name in names]
                if not any(stays):
                    self.cut(self.layout.span(node))
                    continue
                last = max(n for n, stay in enumerate(stays) if stay)
                for n in range(last):
                    if not stays[n]:
                        self.cut((spans[n][0], spans[n + 1][0]))
                self.cut((spans[last][1], spans[-1][1]))
            elif (name := alias_of(node)) in idle and left.count(name) == 1:
                self.cut(self.layout.span(node))
        return self.gone.count(1) > before

    def drop_machinery(self, called: set[str]) -> None:
        """Cuts the parts of the translator that no kernel calls. In C it cuts the helpers that no
        code calls, then the parts that no remaining helper uses.

        An edit that calls a part is translated without it (`each`, a step by a table), or refused.
        An edit that calls a helper is refused.
        """
        if self.source.path == TRANSLATING:
            parts = PARTS.items()
            self.without = tuple(word for word, (names, _) in parts if called.isdisjoint(names))
            for node in statements_of(self.tree.body, set(self.without)):
                self.cut(self.layout.span(node))
        if self.source.path == C_TEXT:
            for helper in HELPER.finditer(self.source.text):
                if called.isdisjoint(map(str.lower, filter(None, helper.groups()))):
                    self.cut(helper.span())
            for part in reversed([*PART.finditer(self.source.text)]):
                if self.joined()[0].count((part[1] or part[2]) + "(") == 1:
                    self.cut(part.span())

    # --- the text

    def short(self) -> Short:
        """Returns the short form, without lines that became empty. Up to two blank lines in a row
        stay in a module with comments, none in any other.
        """
        text, places = self.joined()
        lines = Layout(text)
        inner = {*string_rows(lines.tokens)}
        opened = {token.start[0] for token in lines.tokens if token.type == tokenize.INDENT}
        kept: list[int] = []  # rows
        for row, line in enumerate(lines.lines[:-1], start=1):
            if line.strip() or row in inner:
                while kept and row in opened and is_blank(lines, kept[-1]):
                    kept.pop()
                kept.append(row)
            elif self.has_comments and kept and not all(is_blank(lines, n) for n in kept[-2:]):
                was = self.layout.line_at(places[lines.starts[row] - 1])
                if is_blank(self.layout, was):
                    kept.append(row)
        while kept and is_blank(lines, kept[-1]):
            kept.pop()
        shown = [at for row in kept for at in range(lines.starts[row - 1], lines.starts[row])]
        numbers = [self.layout.line_at(places[lines.starts[row - 1]]) for row in kept]
        text, origins = "".join(text[at] for at in shown), tuple(places[at] for at in shown)
        return Short(self.source, text, origins, tuple(numbers), self.without)

    def joined(self) -> tuple[str, list[int]]:
        """Returns the short text, and for each of its characters the place in the full text."""
        parts, places = [], []
        for place, sign in enumerate(self.source.text):
            if made := self.instead.get(place, ""):
                parts.append(made)
                places += [MADE] * len(made)
            if not self.gone[place]:
                parts.append(sign)
                places.append(place)
        return "".join(parts), places


def is_blank(layout: Layout, row: int) -> bool:
    """Returns True for a line of nothing but blanks."""
    return not layout.lines[row - 1].strip()


def alias_of(node: ast.stmt) -> str:
    """Returns the name of a type alias; "" for any other statement."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            parts = list(ast.walk(value))
            calls = [ast.unparse(each.func) for each in parts if isinstance(each, ast.Call)]
            if all(isinstance(each, TYPES) for each in parts) and set(calls) <= {"TypeVar"}:
                return name
    return ""


@lru_cache(maxsize=256)
def with_tabs(text: str, step: int = STEP) -> str:
    """Returns a text indented by tabs; unchanged if its blocks are not indented by `step` blanks.

    The values of strings stay, but docstrings may lose blanks at the start of their lines.
    """
    tokens = tokens_of(text)
    lines = text.split("\n")
    if any(len(each.string) % step for each in tokens if each.type == tokenize.INDENT):
        return text
    rows = dict.fromkeys(string_rows(tokens), 0)  # so many blanks may change, in others all
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        kinds = [each.type for each in (before, token, after)]
        if kinds == [tokenize.INDENT, tokenize.STRING, tokenize.NEWLINE]:  # a docstring
            rows |= dict.fromkeys(range(token.start[0] + 1, token.end[0] + 1), token.start[1])
    for row, line in enumerate(lines, start=1):
        blanks = min(len(line) - len(line.lstrip(" ")), rows.get(row, len(line)))
        lines[row - 1] = "\t" * (blanks // step) + line[blanks // step * step :]
    return "\n".join(lines)


def string_rows(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[int]:
    """Yields the lines that begin within a string."""
    begun = []
    for token in tokens:
        kind = tokenize.tok_name[token.type]
        if kind in ("STRING", "FSTRING_START"):
            begun.append(token.start[0])
        if kind in ("STRING", "FSTRING_END"):
            yield from range(begun.pop() + 1, token.end[0] + 1)
