"""How the answers of a stub say whose an order is: by its place, or by the unit's id.

MOVE x y                an order for each unit, in turn
id;MOVE x y, id UP      the id stands first, with ; or a blank behind it
GROW id x y             the id is a command's first value
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from botsmith.new.answers import commands, told_commands
from botsmith.new.stub import Stub, python_name
from botsmith.new.units import Units, is_one_line

ID_FIRST = re.compile(
    r"""(?:^|(?<=[|"'`:(;]))\s*[<{]?(?:id|\w*I[dD]|\w+_id)[>}]?(?:(;)\s*|[ ]+)"""
    r"(?=[<{]?(?:[A-Z]{2}|(?i:action|command|order|direction|move)))",
    re.MULTILINE,
)
WRITTEN_FIRST = re.compile(r"\d+(?:(;)\s*|[ ]+)(?=[A-Z])")
PLACES = {"x", "row", "col", "column"}  # first values of a command that names no unit


@dataclass(frozen=True)
class Orders:
    """The orders that a unit begins with.

    answers: without ids
    has_ids: True if the unit's id stands in most orders
    mark: what stands between an id and the order behind it, "" if the id is a first value
    bare: first words of the orders that are said without an id
    """

    answers: tuple[str, ...]
    has_ids: bool = False
    mark: str = ""
    bare: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """Returns how an order looks, for who reads it; "" without ids."""
        form = f"id{self.mark}ORDER" if self.mark else "ORDER id"
        but = f", but {' '.join(self.bare)}" if self.bare else ""
        return f"{form}{but}" if self.has_ids else ""


def orders_of(stub: Stub, units: Units) -> Orders:
    """Returns the orders to begin with: all that is written, and the commands in OUTPUT.

    Ids are looked for where a loop of a turn tells units by an id and an answer is one order.
    """
    texts = [text for write in stub.writes for text in write.texts]
    if any(len(write.texts) > 1 for write in stub.writes):
        return Orders(distinct(texts))
    first = [*map(WRITTEN_FIRST.match, texts), ID_FIRST.search(stub.output)]
    mark = next((found[1] or " " for found in first if found), "")
    if is_one_line(stub) and mark != ";":
        parts = [part.strip() for text in texts for part in text.split(";")]
        texts = [part for part in parts if part] or texts
    if units.id is None:
        return Orders(distinct([*texts, *commands(stub)]))
    if mark:
        bare = [text for text in texts if text.isidentifier()]
        texts = [WRITTEN_FIRST.sub("", text) for text in texts]
        writes = [replace(stub.writes[0], texts=tuple(texts))]
        told = replace(stub, output=ID_FIRST.sub(" ", stub.output), writes=writes)
        return Orders(distinct([*texts, *commands(told)]), True, mark, distinct(bare))
    found = [*texts, *commands(stub)]
    sizes = verbs_with_id(stub, units)
    if not sizes:
        return Orders(distinct(found))
    verbs = [text.partition(" ")[0] for text in found]
    answers = [
        without_id(text) if sizes.get(verb) == len(text.split()) else text
        for verb, text in zip(verbs, found, strict=True)
    ]
    bare = [verb for verb in verbs if verb not in sizes]
    return Orders(distinct(answers), True, "", distinct(bare))


def distinct(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(texts))


def verbs_with_id(stub: Stub, units: Units) -> dict[str, int]:
    """Returns the commands in OUTPUT whose first value is the unit's id, with their numbers of
    words.

    SHOOT id beside MOVE x y is one at somebody else, and so is SHOOT id alone.
    """
    names = {units.id.python if units.id else "id", f"{units.unit}_id"}
    found = [words for words, _ in told_commands(stub) if len(words) > 1]
    firsts = [python_name(words[1].strip("<>{}")) for words in found]
    own = {
        words[0]: len(words)
        for words, first in zip(found, firsts, strict=True)
        if first in names or first == "id"
    }
    is_sure = bool(names & {*firsts}) or any(size > 2 for size in own.values())
    return own if is_sure and not PLACES & {*firsts} else {}


def without_id(text: str) -> str:
    verb, _, *values = text.split()
    return " ".join([verb, *values])
