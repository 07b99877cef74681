"""Reads games of the contest site from the text that a player copies out of the IDE's console.

A frame has parts, each under a heading: `Standard Output Stream:` and so on, English or French. The
part's text may begin in the heading's line. A text is read in two ways; the reading that our
referee plays to its end counts:

* By numbers: every frame begins with its number, as `7` or `7 / 120`, or with the total in the line
  below it, and may name its player in the next line.
* By headings: numbers count turns and are ignored. A frame begins with its first heading. Output
  and errors come before the referee's comment, each at most once.

Lines `key=value` before the first frame are the game's options; a line `seed=` after frames begins
another game. Other text before the first frame is ignored. A copy of the page's elements has the
blanks of their indentation, and non-breaking ones: they are ignored in headings, heads and answers.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from botsmith.errors import BadInput
from botsmith.site import form
from botsmith.site.form import Frame, SiteGame, keys_from

OUTPUT, ERROR, SAID, SUMMARY = "stdout", "stderr", "said", "summary"
SPOKEN = (OUTPUT, ERROR)  # what stands first in a frame
HEADINGS = {  # in small letters, without the colon
    OUTPUT: "standard output( stream)?|(flux de )?sortie standard",
    ERROR: "standard error( stream)?|sortie d'erreur( standard)?|flux d'erreur standard",
    SAID: "game information|informations( du jeu| sur le jeu| sur la partie)?",
    SUMMARY: "(game )?summary|r\u00e9sum\u00e9( du jeu| de la partie)?",
}
HEADING = re.compile("|".join(f"(?P<{kind}>{form})" for kind, form in HEADINGS.items()))
WITH_TEXT = {"standard output stream", "standard error stream", "sortie standard"}
UNSEEN = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u200b": "", "\ufeff": ""})
NUMBER = re.compile(r"(?:frame\s+)?(\d{1,6})(?:\s*/\s*(\d{1,6}))?", re.IGNORECASE)
TOTAL = re.compile(r"(?:/\s*)?(\d{1,6})")
LISTED = re.compile(r"(.+?) rank: \d+")
SEED_LINE = re.compile(r"\s*seed\s*=\s*[+-]?\d+\s*")
FIRST_NUMBERS = (0, 1)
EXPECTED = (
    "expected a game's JSON, or the text of the IDE's console: each frame's number, then"
    " 'Standard Output Stream:' and what follows it"
)


@dataclass
class Part:
    """One frame of the text.

    number: the frame's number in the text, NOBODY for a frame without one
    name: the player's name, "" if the text has none
    texts: the lines under each heading
    line: the line where the frame begins, from 1
    """

    number: int
    name: str
    line: int
    texts: dict[str, list[str]] = field(default_factory=dict)

    def text(self, heading: str) -> str:
        """Returns the text under a heading, without empty lines before and after it."""
        return "\n".join(self.texts.get(heading, [])).strip("\n")

    def is_behind(self, kind: str) -> bool:
        """Returns True if a heading of this kind can only belong to the next frame."""
        is_closed = SAID in self.texts or SUMMARY in self.texts
        return kind in self.texts or (kind in SPOKEN and is_closed)

    def frame(self) -> Frame:
        """Returns this part as a frame that belongs to no player."""
        stdout = "\n".join(map(str.strip, self.text(OUTPUT).split("\n"))).strip("\n")
        stderr = "".join(f"{line}\n" for line in self.text(ERROR).split("\n") if line)
        said = form.COLOUR.sub("", f"{self.text(SAID)}\n{self.text(SUMMARY)}").strip()
        return Frame(form.NOBODY, stdout or None, stderr, said)


def split_heading(line: str) -> tuple[str | None, str]:
    """Returns the kind of the heading that a line begins with, None if it is no heading, and the
    text behind it in its line.
    """
    head, _, rest = line.strip().partition(":")
    head, rest = head.rstrip().lower().replace("\u2019", "'"), rest.strip()
    found = HEADING.fullmatch(head) if not rest or head in WITH_TEXT else None
    return (found.lastgroup, rest) if found else (None, "")


def heading(line: str) -> str | None:
    """Returns the kind of the heading that a line begins with, None if it is no heading."""
    return split_heading(line)[0]


def lines_of(text: str) -> list[str]:
    """Returns the cleaned lines of a text.

    Quotation marks at line starts are removed, and blank lines if every second line is blank. A
    seed behind all frames is moved to the front.
    """
    lines = text.translate(UNSEEN).splitlines()
    if lines and all(line.startswith(">") for line in lines if line.strip()):
        lines = [line[1:].removeprefix(" ") for line in lines]
    if not any(map(str.strip, lines[1::2])):
        lines = lines[::2]
    seeds = [place for place, line in enumerate(lines) if SEED_LINE.fullmatch(line)]
    if len(seeds) == 1 and not any(map(heading, lines[seeds[0] :])):
        lines.insert(0, lines.pop(seeds[0]))
    return lines


def games_from_text(text: str, where: str) -> Iterator[tuple[str, SiteGame | BadInput]]:
    """Yields each game of a console's text with its place in words, or a BadInput in place of the
    game.

    where: the place of the text, which begins every BadInput
    """
    lines = lines_of(text)
    starts = [0, *(place for place in range(1, len(lines)) if begins_game(lines, place))]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        place = where if len(starts) == 1 else f"{where}, game from line {start + 1}"
        try:
            yield place, game_from_lines(lines[start:end], place)
        except BadInput as error:
            yield place, error


def begins_game(lines: Sequence[str], place: int) -> bool:
    """Returns True for a line `seed=` that begins another game, not a player's output: after it the
    numbers start again, or before it is the referee's comment.
    """
    if not SEED_LINE.fullmatch(lines[place]):
        return False
    kinds = filter(None, (heading(line) for line in reversed(lines[:place])))
    under = next(kinds, None)
    if under is None or not is_numbered(lines[:place]) and under in SPOKEN:
        return False
    for line in lines[place + 1 :]:
        number = NUMBER.fullmatch(line.strip())
        if number:
            return under not in SPOKEN or int(number[1]) in FIRST_NUMBERS
        if heading(line):
            break
    return under not in SPOKEN


def game_from_lines(lines: Sequence[str], where: str) -> SiteGame:
    """Returns a game as read by its numbers, with the reading by headings as `other`.

    If the numbers do not count the frames, it returns the reading by headings alone. Its `trouble`
    says why, if a number comes first. Raises BadInput if no reading makes a game.
    """
    found: list[SiteGame] = []
    refused: list[BadInput] = []
    for by_heading in (False, True):
        try:
            found.append(game_of(frames_of(lines, where, by_heading), lines, where))
        except BadInput as error:
            refused.append(error)
    if not found:
        raise refused[0]
    if refused and is_numbered(lines):
        return replace(found[0], trouble=str(refused[0]).removeprefix(where).lstrip(": "))
    return replace(found[0], other=found[1] if len(found) > 1 else None)


def is_numbered(lines: Sequence[str]) -> bool:
    """Returns True if a number comes before the first heading."""
    first = next((line for line in lines if heading(line) or NUMBER.fullmatch(line.strip())), "")
    return heading(first) is None


def game_of(parts: Sequence[Part], lines: Sequence[str], where: str) -> SiteGame:
    """Returns the game of these frames. Raises BadInput if it has no answers, or if a name belongs
    to no player.
    """
    first = parts[0].line - 1
    keys = keys_from("\n".join(line for line in lines[:first] if "=" in line), where)
    if not any(part.text(OUTPUT) for part in parts):
        raise BadInput(f"{where}: no answer in {len(parts)} frames; {EXPECTED}")
    frames = [part.frame() for part in parts]
    spoken = [part for part, frame in zip(parts, frames, strict=True) if frame.speaks]
    names = list(dict.fromkeys(part.name for part in spoken if part.name))
    if len(names) > form.MOST_PLAYERS:
        raise BadInput(f"{where}: {len(names)} players; expected 1 to {form.MOST_PLAYERS}")
    for part in spoken:
        if names and not part.name:
            reason = f"frame {part.number} names no player, others do; expected the name in all"
            raise BadInput(f"{where} line {part.line}: {reason} frames with an answer, or in none")
    seats = {name: seat for seat, name in enumerate(names)}
    for at, part in enumerate(parts):
        if frames[at].speaks:
            frames[at] = replace(frames[at], seat=seats.get(part.name, form.ANYBODY))
    names = names or listed_names(lines[:first], spoken)
    return SiteGame(id="", frames=frames, keys=keys, names=names, is_text=True)


def listed_names(lines: Sequence[str], spoken: Sequence[Part]) -> list[str]:
    """Returns the names in lines `NAME rank: 1` before the frames, by seat.

    Returns [] unless the comments on the first answers name these players in this order.
    """
    listed = [LISTED.fullmatch(line.strip()) for line in lines]
    found = [each[1][: form.LONGEST_NAME] for each in listed if each]
    said = [part.text(SAID) for part in spoken[: len(found)]]
    named = [[name for name in found if name in text] for text in said]
    return found if named == [[name] for name in found] else []


@dataclass
class Heads:
    """Finds the beginnings of frames. All heads of a text have the form of the first one.

    is_loose: True if the first number is one of FIRST_NUMBERS, and numbers with a total may be
    missing
    due: the number of the next frame, None before the first one
    total: the number of frames in the first head, "" if it has none
    is_below: True if the total is in a line of its own
    """

    lines: Sequence[str]
    is_loose: bool = False
    due: int | None = None
    total: str = ""
    is_below: bool = False

    def take(self, place: int) -> tuple[Part, int] | None:
        """Returns the frame that begins in line `place`, and the line behind its head; None if no
        frame begins there.
        """
        found = NUMBER.fullmatch(self.at(place))
        if found is None or not self.may_be(int(found[1])):
            return None
        number, name, is_first = int(found[1]), "", self.due is None
        total, is_below, behind = found[2] or "", False, self.next_line(place)
        below = TOTAL.fullmatch(self.at(behind))
        if below and not total and (int(below[1]) > number + 1 if is_first else self.is_below):
            total, is_below, behind = below[1], True, self.next_line(behind)
        if not is_first and (total, is_below) != (self.total, self.is_below):
            return None
        if not self.ends(behind, number):
            name, behind = self.at(behind)[: form.LONGEST_NAME], self.next_line(behind)
            if "=" in name or NUMBER.fullmatch(name) or not self.ends(behind, number):
                return None
        self.due, self.total, self.is_below = number + 1, total, is_below
        return Part(number, name, place + 1), behind

    def may_be(self, number: int) -> bool:
        """Returns True if the next frame may have this number."""
        if self.due is None:
            return not self.is_loose or number in FIRST_NUMBERS
        return number == self.due or (self.is_loose and bool(self.total) and number > self.due)

    def at(self, place: int) -> str:
        """Returns a line without blanks around it; "" behind the last line."""
        return self.lines[place].strip() if place < len(self.lines) else ""

    def next_line(self, place: int) -> int:
        """Returns the next line behind `place` that is not empty."""
        place += 1
        while place < len(self.lines) and not self.lines[place].strip():
            place += 1
        return place

    def ends(self, place: int, number: int) -> bool:
        """Returns True if the head of frame `number` ends in this line."""
        if place >= len(self.lines):
            return bool(self.total)
        if heading(self.at(place)):
            return True
        found = NUMBER.fullmatch(self.at(place))
        return found is not None and int(found[1]) == number + 1


def frames_of(lines: Sequence[str], where: str, by_heading: bool) -> list[Part]:
    """Returns the frames by their numbers, or by their headings without the numbers between them.
    Raises BadInput if there are no frames or too many, or if some are missing.
    """
    heads, parts, numbered = Heads(lines, by_heading), list[Part](), list[Part]()
    place, under, is_behind_number = 0, "", False
    while place < len(lines):
        (kind, rest), found = split_heading(lines[place]), heads.take(place)
        if found:
            part, place = found
            numbered.append(part)
            parts += [part] * (not by_heading)
            under, is_behind_number = "", True
            continue
        if kind:
            if by_heading and (is_behind_number or not parts or parts[-1].is_behind(kind)):
                parts.append(Part(form.NOBODY, "", place + 1))
            if not parts:
                what = lines[place].strip()
                raise BadInput(f"{where} line {place + 1}: {what!r} in no frame; {EXPECTED}")
            under, is_behind_number = kind, False
            parts[-1].texts.setdefault(kind, []).extend([rest] * bool(rest))
        elif under:
            parts[-1].texts[under].append(lines[place])
        place += 1
    if not 0 < len(parts) <= form.MOST_FRAMES:
        raise BadInput(f"{where}: {len(parts)} frames, not 1 to {form.MOST_FRAMES:,}; {EXPECTED}")
    if numbered:
        check_whole(numbered, heads.total, where)
    return parts


def check_whole(numbered: Sequence[Part], total: str, where: str) -> None:
    """Raises BadInput if numbers are missing at the start or the end. total: the number of frames,
    "" if the text has none
    """
    first, last, wanted = numbered[0], numbered[-1], "the text of the whole console"
    if first.number > 1:
        reason = f"the first frame is {first.number}; expected 0 or 1, {wanted}"
        raise BadInput(f"{where} line {first.line}: {reason}")
    step = last.number - numbered[-2].number if len(numbered) > 1 else 1
    if total and last.number + step < int(total):
        reason = f"no number follows {last.number} of {total}; expected {wanted}"
        raise BadInput(f"{where} line {last.line}: {reason}")
