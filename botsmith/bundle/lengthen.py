"""Carries the edits of a section into the full text of its module. The full text has more than the
section: imports, and in a short form comments and annotations.

An edit is compared with the source word by word. Text of the source between unchanged words stays,
unless all text around it goes. `pull` proves the result: a bundle of it must equal the pasted one.
"""

import re
import tokenize
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from botsmith.bundle.flat import Piece
from botsmith.bundle.modules import Source
from botsmith.bundle.pasted import Line, Section, made_lines, same_lines
from botsmith.bundle.short import MADE, Layout, Short

TOKEN = re.compile(r"\s+|\w+|.")
MANY = 400  # lines of an edit; in a larger one no line is looked for
ALIKE = 0.5  # share of equal lines from which a file or a function is another one, moved
NOTE = re.compile(r"\s*(?::|->)")  # begins an annotation


def lengthened(piece: Piece, short: Short, section: Section, typed: Sequence[Line]) -> list[Line]:
    """Returns the module with the section's edits.

    typed: the section's lines with the names of the module
    """
    made, numbers = made_lines(piece)
    behind = Behind(short, set(numbers))
    doomed: list[int] = []  # source lines of steps that are gone, in one go
    waiting: list[Line] = []
    for at, line, is_same in all_steps(made, section.lines, typed):
        number = numbers[at] if at is not None else 0
        if at is None and line:
            waiting.append(line)
        if not number:
            continue
        if line is None:
            doomed.append(number)
            continue
        behind.take_out(doomed)
        doomed = []
        first, last = behind.span(number)
        if behind.is_made(number):
            behind.add(last + 1, waiting if is_same else [*waiting, line])
        else:
            behind.put_above(first, waiting)
            texts = [behind.lines[first - 1]]
            if not is_same:
                texts = behind.merged(number, line.text)
                behind.instead |= {n: [] for n in range(first + 1, last + 1)}
            behind.instead[first] = [Line(text, line.origin) for text in texts]
        waiting = []
    behind.take_out(doomed)
    behind.put_above(len(behind.lines) + 1, waiting)
    result: list[Line] = []
    for number, text in enumerate(behind.lines, start=1):
        result += behind.above.get(number, [])
        result += behind.instead.get(number, [Line(text, 0)])
    result += behind.above.get(len(behind.lines) + 1, [])
    while result and not result[-1].text.strip():  # above what is gone
        result.pop()
    return result


def whole(source: Source) -> Short:
    """Returns a source in the form of a Short from which nothing is left out."""
    numbers = range(1, len(source.text.split("\n")))
    return Short(source, source.text, tuple(range(len(source.text))), tuple(numbers))


def all_steps(
    made: Sequence[str], lines: Sequence[str], typed: Sequence[Line]
) -> Iterator[tuple[int | None, Line | None, bool]]:
    """Yields the steps from the original section to the edited one. Each is a line of the short
    form, counted from 0, or None for a new line; the line in the file, None for a removed line; and
    True if the two are the same.
    """
    here = there = 0
    for next_here, next_there in [*same_lines(made, lines), (len(made), len(lines))]:
        gone, new = range(here, next_here), range(there, next_there)
        for a, b in [*replaced_lines(made, lines, gone, new), (next_here, next_there)]:
            yield from ((n, None, False) for n in range(here, a))
            yield from ((None, typed[n], False) for n in range(there, b))
            if b < next_there:
                yield a, typed[b], False
            here, there = a + 1, b + 1
        if next_here < len(made):
            yield next_here, typed[next_there], True


def replaced_lines(
    made: Sequence[str], lines: Sequence[str], gone: range, new: range
) -> list[tuple[int, int]]:
    """Returns pairs of a removed line and the new line that replaced it, in order; none for an edit
    of more than MANY pairs.

    gone: numbers of the removed lines in `made`
    new: numbers of the new lines in `lines`
    """
    if len(gone) * len(new) > MANY:
        return []
    best: dict[tuple[int, int], tuple[float, list[tuple[int, int]]]] = {}
    for a in reversed(gone):
        for b in reversed(new):
            options = [best.get((a + 1, b), (0.0, [])), best.get((a, b + 1), (0.0, []))]
            share = SequenceMatcher(None, words(made[a]), words(lines[b]), autojunk=False).ratio()
            if share >= ALIKE and made[a]:
                score, pairs = best.get((a + 1, b + 1), (0.0, []))
                options.append((score + share, [(a, b), *pairs]))
            best[a, b] = max(options, key=lambda option: option[0])
    return best.get((gone.start, new.start), (0.0, []))[1]


def words(line: str) -> list[str]:
    """Returns the words and signs of a line, blanks included."""
    return TOKEN.findall(line)


def indent(line: str) -> int:
    """Returns the blanks at the start of a line."""
    return len(line) - len(line.lstrip())


class Behind:
    """The source of a section, in full or in short form, and its new text.

    lines: the lines of the source, from 0
    held: the lines of the source, from 1, that the bundle has
    above: the new lines above a line of the source, by its number from 1
    instead: the replacement of a line of the source, by its number from 1
    """

    def __init__(self, short: Short, held: set[int]) -> None:
        self.short, self.held = short, held
        self.full, self.brief = Layout(short.full.text), Layout(short.text)
        self.lines = self.full.lines[:-1]
        self.rows = {line: row for row, line in enumerate(short.lines)}
        self.above: dict[int, list[Line]] = {}
        self.instead: dict[int, list[Line]] = {}

    def add(self, number: int, lines: Sequence[Line]) -> None:
        """Adds lines above a line of the source, below those that it has there."""
        self.above.setdefault(number, []).extend(lines)

    def characters(self, number: int) -> range:
        """Returns the range of characters of the short line that begins in this line of the
        source.
        """
        row = self.rows[number]
        return range(self.brief.starts[row], self.brief.starts[row + 1])

    def is_made(self, number: int) -> bool:
        """Returns True if the line holds no text of the source: dots in place of a docstring."""
        shown = self.characters(number)
        made = [at for at in shown if self.short.places[at] == MADE]
        return bool(made) and all(at in made or self.short.text[at].isspace() for at in shown)

    def span(self, number: int) -> tuple[int, int]:
        """Returns the first and the last line of the source for a line of the short form."""
        return number, self.full.line_at(self.short.places[self.characters(number)[-1]])

    def put_above(self, number: int, typed: Sequence[Line]) -> None:
        """Adds lines that were typed above a line of the source, the last one plus 1 for the end.
        They go above comments that stand directly above that line.

        If imports that only the module has stand there, the lines go below them, and blank lines at
        their beginning go above them. Blank lines around these imports are removed, because the
        bundler keeps only those below. Lines of a deeper block belong above the blank lines, which
        the short form leaves out.
        """
        top = self.left_out_from(number)
        blanks = next((n for n, line in enumerate(typed) if line.text), len(typed))
        self.add(top, typed[:blanks])
        rest = typed[blanks:]
        if rest:
            self.instead |= {n: [] for n in range(top, number) if not self.lines[n - 1].strip()}
        if number <= len(self.lines):
            while number - 1 not in self.rows and self.lines[number - 2].lstrip().startswith("#"):
                number -= 1
            if rest and indent(rest[0].text) > indent(self.lines[number - 1]):
                while not self.lines[number - 2].strip():
                    number -= 1
        self.add(number, rest)

    def left_out_from(self, number: int) -> int:
        """Returns the first of the lines directly above a line that only the module has; the line
        itself without one.
        """
        while number - 1 in self.rows and number - 1 not in self.held:
            number -= 1
        return number

    def take_out(self, doomed: Sequence[int]) -> None:
        """Removes lines and all lines between them, except imports, which only the module has.

        Blank lines around these imports go along. In a short form dots and blank lines are removed
        only with other lines.
        """
        is_empty = all(self.is_made(n) or not self.lines[n - 1].strip() for n in doomed)
        if not doomed or (is_empty and self.short.text != self.short.full.text):
            return
        kept = {n for n in self.rows if n not in self.held and self.lines[n - 1].strip()}
        for number in range(self.left_out_from(doomed[0]), self.span(doomed[-1])[1] + 1):
            starts = [line for line in self.rows if line <= number]
            first = max(starts, default=number)  # of the statement that this line is in
            last = max(first, self.span(first)[1] if starts else number)
            if not kept.intersection(range(first, last + 1)):
                self.instead[number] = []

    def inside(self, place: int) -> int:
        """Returns the place where text typed before a place belongs.

        It differs at a bracket that closes on a line of its own. The short form joins that line, so
        the text belongs behind the last argument.
        """
        tokens = self.full.tokens
        number = bisect_left(self.full.token_places, place)
        if tokens[number].string != ")" or tokens[number - 1].type != tokenize.NL:
            return place
        number -= 1
        spare = (tokenize.NL, tokenize.COMMENT)
        while tokens[number].type in spare or tokens[number].string == ",":
            number -= 1
        return self.full.place(*tokens[number].end)

    def merged(self, number: int, line: str) -> list[str]:
        """Returns the source lines for a short line after it was edited to `line`."""
        shown = self.characters(number)
        places = [self.short.places[at] for at in shown]
        old, new = words(self.short.text[shown.start : shown.stop - 1]), words(line)
        ends = [sum(map(len, old[:n])) for n in range(len(old) + 1)]
        first, last = self.span(number)
        text = self.full.text[: self.full.starts[last] - 1]
        changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        for what, a, b, c, d in reversed(changes):
            if what == "equal":
                continue
            if a == b:
                start = places[ends[a]] if a < len(old) else places[ends[a] - 1] + 1
                start = end = self.inside(start)
            else:
                start, end = places[ends[a]], places[ends[b] - 1] + 1
                after = places[ends[b]]
                if what == "delete" and NOTE.match(self.full.text[end:after]):
                    end = after  # its annotation goes, too
            text = text[:start] + "".join(new[c:d]) + text[end:]
        return text[self.full.starts[first - 1] :].split("\n")
