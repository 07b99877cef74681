"""Reads who acts in a contest: one line under the heading UNITS of a stub file.

    organism in=entityCount id=organRootId parts=organId whose=owner:1,0 most=24 born
        | answer lines=requiredActionsCount id=GROW.1,SPORE.1
    hand most=5 verbs=TRAIN,BUILD chain | answer sep=;

A part begins with a word: a noun for a kind of unit, `hand` for a list of orders that belong to the
player and to no unit, or `answer` for the form of the answer.

    in=LOOP        the amount of the loop that lists the units; two with a comma, the own one
                   first, where each side has a loop of its own
    id=COLUMN      the number of a unit; without it a unit's number is its place in the loop
    parts=COLUMN   the number of a line where a unit has several lines
    when=COLUMN:V  a line is a unit where the column has one of these values
    whose=COLUMN   the column has the player's number, which is 0 for the bot where the start does
                   not give its own; whose=COLUMN:OWN,RIVAL for two values; whose=LOOP.COLUMN for
                   a line of another loop with the same id; whose=LIST for a list of the own ids;
                   whose=LOOP for the loop around `in`, one round a player
    most=N         units of a side, or orders of a hand; N is a number of 1..MOST
    born           units are born: a row may be empty and get a unit later
    verbs=A,B      the orders of the hand, where units have the others
    chain          an order of the hand changes what the next one may be
    lines=N        lines of an answer: a number, or the variable that counts them; N*M for both.
                   1 line where the stub says that the variable may be negative, and it is
    sep=X          what stands between orders where they share a line
    id=first;      the unit's id stands before its order, with this sign behind it, "" for a blank
    id=VERB.N,...  the unit's id is value N of these orders
"""

import re
from collections import defaultdict
from dataclasses import dataclass, field

from botsmith.errors import BadInput

Said = defaultdict[str, str]  # what a part says, by its keys; "" without one
MOST = 64  # rows of both sides
NAME = r"[A-Za-z]\w*"
AMOUNT = rf"(?:\d{{1,4}}|{NAME})"
PLACE = r"[A-Z][A-Z_0-9&+-]*\.[1-9]"
MANY = ("|".join(map(str, range(1, MOST // 2 + 1))), f"most=N with 1..{MOST // 2}")
FLAG = ("True", "")
LOOPS = rf"(?P<loop>{AMOUNT})(?:,(?P<others>{NAME}))?"
OWNERS = rf"(?:(?P<whose_loop>{AMOUNT})\.)?(?P<column>{AMOUNT})"
OWN_AND_OTHER = r"(?::(?P<own>-?\w+)(?:,(?P<other>-?\w+))?)?"
KEYS = {  # of each kind of part: what a value is, and how it is shown
    "hand": {"chain": FLAG, "most": MANY, "verbs": (".+", "verbs=A,B")},
    "answer": {
        "id": (rf"first.*|{PLACE}(?:,{PLACE})*", "id=first or id=VERB.1,..."),
        "lines": (rf"{AMOUNT}(?:\*{AMOUNT})*", "lines=N or a variable"),
        "sep": (".+", "sep=X"),
    },
    "unit": {
        "born": FLAG,
        "id": (NAME, "id=COLUMN"),
        "in": (LOOPS, "in=LOOP, the amount of the loop that lists them"),
        "most": MANY,
        "parts": (NAME, "parts=COLUMN"),
        "when": (rf"(?P<when>{NAME}):(?P<values>-?\w+(?:,-?\w+)*)", "when=COLUMN:VALUE,..."),
        "whose": (rf"{OWNERS}{OWN_AND_OTHER}", "whose=COLUMN:OWN,RIVAL"),
    },
}
NEEDED = {"hand": ("most",), "unit": ("in", "most"), "answer": ()}
OTHERS = "one kind of unit, and a hand for the orders of another"
SECOND = {"hand": "one hand", "answer": "one answer", "unit": OTHERS}


@dataclass(frozen=True)
class Whose:
    """The column, list or loop with the owners of units; names are those of the stub.

    column: a column of the unit's line, or of the line of `loop` with the same id; else
        a list of the ids of the bot's units, or the loop around the loop of the units
    loop: another loop of the start or the turn; "" if the column is in the unit's line
    own, other: the column's values for the bot's units and its rival's, "" for players' numbers
    """

    column: str = ""
    loop: str = ""
    own: str = ""
    other: str = ""


@dataclass(frozen=True)
class Kind:
    """A kind of unit; names are those of the stub.

    noun: the name of a single unit, in snake_case
    loop: the amount of the loop that lists the units
    others: the amount of the loop that lists the rival's units if they have their own, else ""
    id, parts: columns, "" for none
    when: a column, "" if every line is a unit
    values: the values of the column `when` in a line that is a unit
    whose: the owner of a unit
    most: units of a side
    born: True if units may appear during the match
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
    """The orders that belong to a player and to no unit.

    most: orders a turn
    verbs: their first words, () for all orders of OUTPUT
    chain: True if an order changes which orders are possible after it
    """

    most: int = 1
    verbs: tuple[str, ...] = ()
    chain: bool = False


@dataclass(frozen=True)
class Answer:
    """The form of an answer.

    lines: the number of lines, or the variable of the stub that has it
    separator: the sign between the orders of a line, "" if each order has a line of its own
    mark: the sign between a unit's id and the order behind it, "" if no id stands there
    id_at: the place from 1 on of the unit's id among an order's values, by the order's first word
    """

    lines: str = "1"
    separator: str = ""
    mark: str = ""
    id_at: dict[str, int] = field(default_factory=dict)

    @property
    def is_one_line(self) -> bool:
        """Returns True if all orders of a turn stand in one line."""
        return self.lines == "1"


@dataclass(frozen=True)
class Actors:
    """The units, the hand or both, which give a player's orders, and the form of the answer.

    text: the line that describes them
    """

    unit: Kind | None
    hand: Hand | None
    answer: Answer
    text: str

    @property
    def rows(self) -> int:
        """Returns the largest number of orders of a side in a turn."""
        return (self.unit.most if self.unit else 0) + (self.hand.most if self.hand else 0)


def parse_actors(text: str, title: str = "UNITS") -> Actors:
    """Returns the actors that a line of UNITS describes. A contest's name and a colon may stand
    before it. Raises BadInput, with title and part, if the line is invalid.
    """
    text = " ".join(re.sub(r"^\s*\w+:\s", "", text).split())
    try:
        said: dict[str, Said] = {}
        for noun, *words in filter(None, map(str.split, f" {text} ".split(" | "))):
            form = noun if noun in ("hand", "answer") else "unit"
            if form in said:
                raise ValueError(f"{noun!r}: a second one; expected {SECOND[form]}")
            said[form] = values_of(noun, form, words)
        unit = kind_in(said["unit"]) if "unit" in said else None
        hand = hand_in(said["hand"]) if "hand" in said else None
        found = Actors(unit, hand, answer_in(said.get("answer", Said(str))), text)
        if not found.rows:
            raise ValueError("nobody acts; expected NOUN in=LOOP ... or hand most=N")
        lines, separator = found.answer.lines, found.answer.separator
        if lines.isdecimal() and 1 < int(lines) < found.rows:
            raise ValueError(f"{found.rows} orders of a side in {lines} lines; expected as many")
        if separator and lines != "1":
            raise ValueError(f"sep={separator} is for an answer of one line, and lines={lines}")
        if (both := 2 * found.rows) > MOST:
            raise ValueError(f"{both} orders of both sides a turn; expected {MOST} at most")
    except ValueError as error:
        raise BadInput(f"{title}: {error}") from None
    return found


def values_of(noun: str, form: str, words: list[str]) -> Said:
    """Returns the values of a part of the line by their keys, "True" for a flag. Raises ValueError
    for an unknown, repeated, missing or invalid key.

    noun: the part's first word
    form: "hand", "answer" or "unit"
    words: the other words of the part
    """
    found = Said(str)
    keys = KEYS[form]
    if not re.fullmatch(NAME, noun):
        raise ValueError(f"expected a noun, hand or answer, got {noun[:40]!r}")
    for word in words:
        key, equals, value = word.partition("=")
        if key not in keys or bool(equals and value) == (keys[key] is FLAG):
            shown = " ".join(one if keys[one] is FLAG else f"{one}=" for one in keys)
            raise ValueError(f"{noun}: expected {shown}, got {word[:40]!r}")
        if key in found:
            raise ValueError(f"{noun}: {key} is there twice")
        found[key] = value or "True"
    for key in dict.fromkeys([*NEEDED[form], *found]):
        pattern, shown = keys[key]
        match = re.fullmatch(pattern, found[key])
        if match is None:
            raise ValueError(f"{noun}: expected {shown}, got {found[key][:40]!r}")
        found |= match.groupdict("")
    found["noun"] = noun
    return found


def kind_in(said: Said) -> Kind:
    """Returns the kind of unit that a part describes. Raises ValueError if it has both whose= and a
    loop of the rival's.

    A name alone behind whose= counts as a column, until the stub shows that it is a list or a loop.
    Without whose= the stub may have a second loop with the rival's units.
    """
    if said["others"] and said["whose"]:
        raise ValueError(f"{said['noun']}: expected whose=, or two loops as in=OWN,RIVAL, not both")
    names = said["noun"], said["loop"], said["others"], said["id"], said["parts"], said["when"]
    values = tuple(filter(None, said["values"].split(",")))
    whose = Whose(said["column"], said["whose_loop"], said["own"], said["other"])
    return Kind(*names, values, whose, int(said["most"]), bool(said["born"]))


def hand_in(said: Said) -> Hand:
    """Returns the hand that a part describes."""
    verbs = filter(None, said["verbs"].split(","))
    return Hand(int(said["most"]), tuple(verbs), bool(said["chain"]))


def answer_in(said: Said) -> Answer:
    """Returns the form of the answer that a part describes."""
    lines, separator, place = said["lines"] or "1", said["sep"], said["id"]
    if place.startswith("first"):
        return Answer(lines, separator, place.removeprefix("first") or " ")
    places = [one.split(".") for one in place.split(",") if one]
    return Answer(lines, separator, id_at={verb: int(at) for verb, at in places})
