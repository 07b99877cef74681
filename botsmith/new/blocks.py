"""Holds the lines of a stub as a tree: a block has reads, a read has variables and loops around it.

A block, the lines of the start or of a turn, becomes a class that reads itself from lines and a
function that makes those lines. A loop over one variable is a list of values, over several a list
of objects of a class of its own, called a row.
"""

import keyword
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass, field, replace
from itertools import chain, count

TYPES = {"int": "int", "long": "int", "bool": "bool", "float": "float"}  # else str
WHOLE = ("int", "long")
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
# Names that what is written from a stub needs itself, and those that ruff cannot read.
TAKEN = {"int", "str", "float", "bool", "list", "map", "len", "range", "self", "l"}
TAKEN_CLASSES = ("Start", "Turn", "Fields", "LineReader", "None", "True", "False")
SIDES = {"width", "height", "rows", "row", "columns", "column", "cols", "col", "w", "h", "side"}
KIND = re.compile(r"(.+)_(?:type|kind|id)")
SIDE = re.compile(r"(my|own|ally)_|(opp|opponent|foe|enemy|other|his)_")
SMALL = {"num", "number", "nb", "n", "of", "count", "amount", "size", "total", "the"}
ES = ("roes", "xes", "ches", "shes")


@dataclass(frozen=True)
class Variable:
    """A variable of a stub.

    name: its name as the stub spells it
    kind: its type without a length
    """

    name: str
    kind: str

    @property
    def python(self) -> str:
        """Returns the variable's name in Python, in snake_case."""
        return python_name(self.name)

    @property
    def type(self) -> str:
        """Returns the variable's type in Python: int, float, bool or str."""
        return TYPES.get(self.kind, "str")

    @property
    def field(self) -> str:
        """Returns the variable's name as a field of a unit. A unit has an `is_alive` of its own, so
        that a variable of this name becomes `was_alive`.
        """
        return "was_alive" if self.python == "is_alive" else self.python

    def literal(self, value: str) -> str:
        """Returns a value from UNITS as a Python literal of the variable's type."""
        if self.kind == "bool":
            return str(bool(int(value)))
        return repr(value) if self.type == "str" else str(int(value))


@dataclass(frozen=True)
class Read:
    """The variables of a `read` or `loopline`, with the loops around it.

    loops: the amounts of the loops, the outermost first
    times: the amount of a loopline, "" for a `read`
    block: "start" or "turn"
    python: the Python name of the list of its values, "" if each variable has one value
    row: the Python class of the list's items, "" if an item is a single value
    """

    variables: tuple[Variable, ...]
    loops: tuple[str, ...] = ()
    times: str = ""
    block: str = ""
    python: str = ""
    row: str = ""

    @property
    def amounts(self) -> tuple[str, ...]:
        """Returns the amounts of its loops and its loopline, the outermost first."""
        return (*self.loops, self.times) if self.times else self.loops

    @property
    def is_plain(self) -> bool:
        """Returns True if each variable has one value, because there is no loop and no loopline."""
        return not self.amounts

    @property
    def place(self) -> str:
        """Returns the list's name with its block before it: turn.ships."""
        return f"{self.block}.{self.python}"

    @property
    def kinds(self) -> list[str]:
        """Returns the types of its variables without lengths."""
        return [one.kind for one in self.variables]

    @property
    def line_name(self) -> str:
        """Returns the name of the function for a line of `row`: my_creep_line for MyCreep."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", self.row).lower() + "_line"

    @property
    def columns(self) -> str:
        """Returns the stub's names of the variables, with blanks between them."""
        return " ".join(one.name for one in self.variables)

    def column(self, name: str) -> Variable | None:
        """Returns the variable that has this name in the stub, None if there is none."""
        return next((one for one in self.variables if one.name == name), None)


@dataclass
class Block:
    """The lines of the start or of a turn.

    word: "start" or "turn"
    outer: the start for a turn, None for the start
    reads: the commands that read them, in their order
    """

    word: str
    outer: "Block | None" = None
    reads: list[Read] = field(default_factory=list)

    @property
    def plain(self) -> list[Variable]:
        """Returns the variables that have a single value."""
        return [one for read in self.reads if read.is_plain for one in read.variables]

    @property
    def lists(self) -> list[Read]:
        """Returns the reads whose values become a list."""
        return [read for read in self.reads if not read.is_plain]

    @property
    def lengths(self) -> dict[str, str]:
        """Returns the Python name of the list that a variable counts, by the variable's name in
        the stub.
        """
        whole = {one.name for one in self.plain if one.kind in WHOLE}
        found = {read.amounts[0]: read.python for read in reversed(self.lists)}
        return {amount: name for amount, name in found.items() if amount in whole}

    @property
    def unstored(self) -> set[str]:
        """Returns the Python names of the variables that count a list of the same name: only the
        list is stored.
        """
        return {one.python for one in self.plain} & {read.python for read in self.lists}

    @property
    def values(self) -> list[Read | Variable]:
        """Returns the arguments of the referee's function for this block: lists, and variables that
        do not count a list.
        """
        found: list[Read | Variable] = []
        for read in self.reads:
            alone = [one for one in read.variables if one.name not in self.lengths]
            found += alone if read.is_plain else [read]
        return found

    def has(self, name: str) -> bool:
        """Returns True if the block has a variable of this stub name with a single value."""
        return any(one.name == name for one in self.plain)


def python_name(name: str) -> str:
    """Returns a camelCase name in snake_case. A keyword, or a name in TAKEN, gets an underscore."""
    found = HUMP.sub("_", name).lower()
    return f"{found}_" if keyword.iskeyword(found) or found in TAKEN else found


def name_lists(block: Block, rows: dict[str, str]) -> None:
    """Gives the lists of a block their names, in the plural, and their classes theirs.

    rows: the shapes of all rows so far, by the class; the new ones are added
    """
    plain = {one.python: one.name for one in block.plain}
    taken = {*plain}
    for at, read in enumerate(block.reads):
        if read.is_plain:
            continue
        noun = read.variables[0].python.rstrip("_") if len(read.variables) == 1 else noun_of(read)
        name, row = python_name(plural(noun)), row_for(read, block.reads, rows)
        if plain.get(name) == read.amounts[0]:
            del plain[name]  # the list's length says it
        else:
            name = free_name(name, taken)
        taken.add(name)
        block.reads[at] = replace(read, block=block.word, python=name, row=row)


def row_for(read: Read, reads: Sequence[Read], rows: dict[str, str]) -> str:
    """Returns the class for the rows of a list, and adds it to `rows` with its shape. Returns ""
    for a list of single values.
    """
    if len(read.variables) == 1:
        return ""
    noun, shape = noun_of(read), shape_of(read)
    row = camel(side_of(noun)[1] if any(is_twin(read, one) for one in reads) else noun)
    same = next((known for known, other in rows.items() if other == shape), "")
    row = same if same.startswith(row) else free_name(row, {*rows, *TAKEN_CLASSES})
    rows[row] = shape
    return row


def shape_of(read: Read) -> str:
    """Returns the names and types of a read's variables as one text, to compare rows."""
    return " ".join(f"{one.name}:{one.kind}" for one in read.variables)


def side_of(noun: str) -> tuple[bool | None, str]:
    """Returns the side in a noun and the rest of the noun: (False, "drone") for foe_drone.

    The side is True for the bot's own, False for the rival's, None if the noun has no side.
    """
    found = SIDE.match(noun)
    return (bool(found[1]), noun[found.end() :]) if found else (None, noun)


def is_twin(read: Read, other: Read) -> bool:
    """Returns True if two loops list the same values, one for each side."""
    if read.is_plain or other.is_plain or shape_of(read) != shape_of(other):
        return False
    (side, noun), (other_side, other_noun) = (side_of(noun_of(one)) for one in (read, other))
    return noun == other_noun and {side, other_side} == {True, False}


def free_name(name: str, taken: Set[str]) -> str:
    """Returns the name, with the first number from 2 on if it is taken."""
    numbered = (f"{name}{at}" for at in count(2))
    return next(one for one in chain([name], numbered) if one not in taken)


def noun_of(read: Read) -> str:
    """Returns the noun for the items of a list, in snake_case and singular: my_creep
    for numMyCreeps.
    """
    amount = read.amounts[-1]
    words = [] if amount.isdecimal() else python_name(amount).strip("_").split("_")
    words = [word for word in words if word not in SMALL]
    if words and SIDES.issuperset(words) and len(read.variables) > 1:
        called = [variable.python for variable in read.variables]
        kinds = [found[1] for name in called if (found := KIND.fullmatch(name))]
        words = kinds[:1] or (["cell"] if {"x", "y"} <= {*called} else [])
    if not words:
        names = [variable.python.strip("_").split("_") for variable in read.variables]
        words = [names[0][0].rstrip("0123456789")]
        if len({name[0] for name in names}) > 1 or not words[0]:
            words.append("row")
    return "_".join([word for word in [*words[:-1], singular(words[-1])] if word])


def singular(word: str) -> str:
    """Returns the singular of a noun: tree for trees."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(ES):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 2 else word


def plural(word: str) -> str:
    """Returns the plural of a noun: cities for city."""
    if word.endswith("y") and word[-2:-1] not in ("", *"aeiou"):
        return word[:-1] + "ies"
    if f"{word}es".endswith(ES):
        return f"{word}es"
    return word if word.endswith("s") and not word.endswith("ss") else f"{word}s"


def camel(snake: str) -> str:
    """Returns a name in snake_case as the name of a class: MyCreep for my_creep."""
    return "".join(word.capitalize() for word in snake.split("_"))
