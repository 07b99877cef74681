"""Who acts in a contest, as the heading UNITS of a stub file says it in one line.

    organism in=entityCount id=organRootId parts=organId whose=owner:1,0 most=24 born
        | answer lines=requiredActionsCount id=GROW.1,SPORE.1
    hand most=5 verbs=TRAIN,BUILD chain | answer sep=;

A word alone says what follows: a noun for a kind of unit, `hand` for a list of orders that belong
to the player and to no unit, `answer` for the form of the answer.

    in=LOOP        the amount of the loop that tells the units; two with a comma, the own one first,
                   where each side has a loop of its own
    id=COLUMN      the number of a unit; without it a unit's number is its place in the loop
    parts=COLUMN   the number of a line where a unit has several lines
    when=COLUMN:V  a line is a unit where the column has one of these values
    whose=COLUMN   the column has the player's number, which is 0 for the bot where the start does
                   not tell its own; whose=COLUMN:OWN,RIVAL for two values; whose=LOOP.COLUMN for
                   a line of another loop with the same id; whose=LIST for a list of the own ids;
                   whose=LOOP for the loop around `in`, one round a player
    most=N         units of a side, or orders of a hand; N is a number of 1..MOST
    born           units are born: a row may be empty and get a unit later
    verbs=A,B      the orders of the hand, where units have the others
    chain          an order of the hand changes what the next one may be
    lines=N        lines of an answer: a number, or the variable that counts them; N*M for both
    sep=X          what stands between orders where they share a line
    id=first;      the unit's id stands before its order, with this sign behind it, "" for a blank
    id=VERB.N,...  the unit's id is value N of these orders
"""

import re
from dataclasses import dataclass, field

from botsmith.errors import BadInput

MOST = 64  # rows of both sides
NAME = re.compile(r"[A-Za-z]\w*")
AMOUNT = re.compile(r"\d{1,4}|[A-Za-z]\w*")
VALUES = re.compile(r"(-?\w+)(?:,(-?\w+))*")
PLACE = re.compile(r"([A-Z][A-Z_0-9]*)\.([1-9])")
KEYS = {
    "hand": {"most", "verbs", "chain"},
    "answer": {"lines", "sep", "id"},
    "unit": {"in", "id", "parts", "when", "whose", "most", "born"},
}
FLAGS = {"born", "chain"}


@dataclass(frozen=True)
class Whose:
    """What says whose a unit is; names are those of the stub.

    column: of the unit's line, or of the line of `loop` with the same id
    loop: a loop of the start or the turn; without a column the list of the own ids, or the loop
        around the units' own
    own, other: the column's values for the bot's units and its rival's, "" for the players' numbers
    """

    column: str = ""
    loop: str = ""
    own: str = ""
    other: str = ""


@dataclass(frozen=True)
class Kind:
    """A kind of unit; names are those of the stub.

    noun: one of them, in snake_case
    loop: the amount of the loop that tells them
    others: the amount of the loop that tells the rival's; `loop` tells the own ones then
    id, parts: columns, "" for none
    when: a column, "" for every line; values: its values in a line that is a unit
    most: units of a side
    """

    noun: str
    loop: str
    others: str = ""
    id: str = ""
    parts: str = ""
    when: str = ""
    values: tuple[str, ...] = ()
    whose: Whose = Whose()
    most: int = 1
    born: bool = False


@dataclass(frozen=True)
class Hand:
    """A list of orders of a player.

    most: orders a turn
    verbs: their first words; all of OUTPUT's if there is none
    chain: True if an order changes what the next one may be
    """

    most: int = 1
    verbs: tuple[str, ...] = ()
    chain: bool = False


@dataclass(frozen=True)
class Answer:
    """The form of an answer.

    lines: how many, a number or a variable of the stub
    separator: between the orders of a line, "" where each has a line of its own
    id_first: True if the unit's id stands before its order; mark: what stands between them
    id_at: the place of the unit's id among the values of an order from 1 on, by its first word
    """

    lines: str = "1"
    separator: str = ""
    id_first: bool = False
    mark: str = " "
    id_at: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Actors:
    """Who acts: units, a hand or both. text: the line that says so."""

    unit: Kind | None
    hand: Hand | None
    answer: Answer
    text: str

    @property
    def rows(self) -> int:
        """Returns how many orders a side may give in a turn."""
        return (self.unit.most if self.unit else 0) + (self.hand.most if self.hand else 0)


def parse_actors(text: str, title: str = "UNITS") -> Actors:
    """Returns who acts as a line says it. BadInput, with title and part, if it says none."""
    return Line(text, title).parse()


class Line:
    """One line of UNITS. A contest's name may stand before it, with a colon."""

    def __init__(self, text: str, title: str) -> None:
        self.text = " ".join(re.sub(r"^\s*\w+:\s", "", text).split())
        self.title = title

    def error(self, reason: str) -> BadInput:
        return BadInput(f"{self.title}: {reason}")

    def parse(self) -> Actors:
        unit, hand, answer = None, None, None
        part: list[str] = []
        parts = [part]
        for word in self.text.split():
            if word == "|":
                part = []
                parts.append(part)
            else:
                part.append(word)
        for noun, *words in filter(None, parts):
            if noun == "hand" and hand is None:
                hand = self.hand(self.said(noun, "hand", words))
            elif noun == "answer" and answer is None:
                answer = self.answer(self.said(noun, "answer", words))
            elif noun not in ("hand", "answer") and unit is None:
                unit = self.kind(noun, self.said(noun, "unit", words))
            else:
                kinds = "a hand" if noun == "hand" else "an answer"
                kinds = kinds if noun in ("hand", "answer") else "a kind of unit"
                raise self.error(f"{noun!r}: a second one; expected {kinds} once")
        if unit is None and hand is None:
            raise self.error("nobody acts; expected NOUN in=LOOP ... or hand most=N")
        found = Actors(unit, hand, answer or Answer(), self.text)
        if 2 * found.rows > MOST:
            raise self.error(
                f"{2 * found.rows} orders of both sides in a turn; expected {MOST} at most"
            )
        return found

    def said(self, noun: str, form: str, words: list[str]) -> dict[str, str]:
        """Returns the values by their keys; flags are "True"."""
        found: dict[str, str] = {}
        if not NAME.fullmatch(noun):
            raise self.error(f"expected a noun, hand or answer, got {noun[:40]!r}")
        for word in words:
            key, equals, value = word.partition("=")
            is_right = not equals if key in FLAGS else bool(value)
            if key not in KEYS[form] or not is_right:
                keys = " ".join(one if one in FLAGS else f"{one}=" for one in sorted(KEYS[form]))
                raise self.error(f"{noun}: expected {keys}, got {word[:40]!r}")
            if key in found:
                raise self.error(f"{noun}: {key} is there twice")
            found[key] = value or "True"
        return found

    def most(self, noun: str, said: dict[str, str]) -> int:
        text = said.get("most", "")
        if not text.isdecimal() or not 1 <= int(text) <= MOST // 2:
            raise self.error(f"{noun}: expected most=N with 1..{MOST // 2}, got {text!r}")
        return int(text)

    def kind(self, noun: str, said: dict[str, str]) -> Kind:
        loop, _, others = said.get("in", "").partition(",")
        for name in filter(None, (said.get("id"), said.get("parts"), others)):
            if not NAME.fullmatch(name):
                raise self.error(f"{noun}: {name!r} is no name of the stub")
        if not AMOUNT.fullmatch(loop):
            raise self.error(f"{noun}: expected in=LOOP, the amount of the loop that tells them")
        when, _, values = said.get("when", "").partition(":")
        if when and not VALUES.fullmatch(values):
            raise self.error(f"{noun}: expected when=COLUMN:VALUE,..., got {said['when']!r}")
        return Kind(
            *(noun, loop, others, said.get("id", ""), said.get("parts", "")),
            *(when, tuple(values.split(",")) if when else ()),
            self.whose(noun, said.get("whose", ""), others),
            self.most(noun, said),
            "born" in said,
        )

    def whose(self, noun: str, text: str, others: str) -> Whose:
        """Reads COLUMN, COLUMN:OWN,RIVAL, LOOP.COLUMN, LOOP.COLUMN:OWN,RIVAL. A name alone stays
        a column until the stub says that it is a list or a loop; without one the stub may have a
        loop of the rival's that is called like the own one.
        """
        if text and others:
            raise self.error(f"{noun}: expected whose=, or two loops as in=OWN,RIVAL, not both")
        if not text:
            return Whose()
        name, _, values = text.partition(":")
        loop, _, column = name.rpartition(".")
        own, _, other = values.partition(",")
        is_right = all(map(AMOUNT.fullmatch, filter(None, (loop, column)))) and column
        if not is_right or (":" in text and not VALUES.fullmatch(values)):
            raise self.error(f"{noun}: expected whose=COLUMN:OWN,RIVAL, got {text!r}")
        return Whose(column, loop, own, other)

    def hand(self, said: dict[str, str]) -> Hand:
        verbs = tuple(filter(None, said.get("verbs", "").split(",")))
        return Hand(self.most("hand", said), verbs, "chain" in said)

    def answer(self, said: dict[str, str]) -> Answer:
        lines = said.get("lines", "1")
        if not all(map(AMOUNT.fullmatch, lines.split("*"))):
            raise self.error(f"answer: expected lines=N or a variable, got {lines!r}")
        place = said.get("id", "")
        if place.startswith("first"):
            return Answer(lines, said.get("sep", ""), True, place.removeprefix("first") or " ")
        found = [PLACE.fullmatch(one) for one in place.split(",") if one]
        if not all(found):
            raise self.error(f"answer: expected id=first or id=VERB.1,..., got {place!r}")
        id_at = {one[1]: int(one[2]) for one in found if one}
        return Answer(lines, said.get("sep", ""), id_at=id_at)
