"""Python for a stub: the bot's readers, the referee's lines, values until there are rules.

A block, the lines of the start or of a turn, becomes a class that reads itself from lines and a
function that makes those lines. A loop over one variable is a list of values, over several a list
of objects of a class of its own.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from botsmith.new.stub import Read, Stub, Variable, python_name
from botsmith.new.templates import render

WIDTH = 100
PIECE = 60  # letters of a string in a line
TAKEN_CLASSES = ("Start", "Turn", "Fields", "LineReader", "None", "True", "False")
SIDES = {"width", "height", "rows", "row", "columns", "column", "cols", "col", "w", "h", "side"}
KIND = re.compile(r"(.+)_(?:type|kind|id)")
SIDE = re.compile(r"(my|own|ally)_|(opp|opponent|foe|enemy|other|his)_")
SMALL = {"num", "number", "nb", "n", "of", "count", "amount", "size", "total", "the"}
TYPES = {"int": "int", "long": "int", "bool": "bool", "float": "float"}  # else str
WRITTEN = {"bool": ":d"}
MADE_UP = {
    "int": "self.made_up({})",
    "long": "self.made_up({})",
    "bool": "self.made_up({}) > 4",
    "float": "0.5 * self.made_up({})",
    "word": 'f"word{{self.made_up({})}}"',
    "string": 'f"words with {{self.made_up({})}}"',
}


@dataclass(frozen=True)
class Item:
    """A read, with the names of its list and class.

    name: of the list
    row: the class of its objects, or ""
    """

    read: Read
    name: str = ""
    row: str = ""

    @property
    def text_at(self) -> int:
        """Returns the place of the string among the variables, -1 if there is none."""
        kinds = [variable.kind for variable in self.read.variables]
        return kinds.index("string") if "string" in kinds else -1

    @property
    def type(self) -> str:
        """Returns the type of the list that the referee hands over."""
        found = "str" if self.row else type_of(self.read.variables[0])
        depth = len(self.read.loops) + bool(self.read.times)
        if self.row and self.read.times:
            return "list[" * depth + "str" + "]" * depth
        return "list[" * depth + found + "]" * depth


@dataclass
class Block:
    """The lines of one moment.

    word: "start" or "turn"
    outer: the block before it
    """

    word: str
    items: list[Item]
    outer: "Block | None" = None
    unkept: set[str] = field(default_factory=set)  # amounts that only their list tells

    @property
    def plain(self) -> list[Variable]:
        """Returns the variables with one value."""
        return [one for item in self.items if item.read.is_plain for one in item.read.variables]

    def expression(self, amount: str) -> str:
        """Returns an amount in a method of the block's class."""
        if amount.isdecimal():
            return str(int(amount))
        name = python_name(amount)
        if amount in {variable.name for variable in self.plain}:
            return name if name in self.unkept else f"self.{name}"
        if self.outer and name in self.outer.unkept:
            return f"len(start.{name})"
        return f"start.{name}"


def blocks_of(stub: Stub) -> tuple[Block, Block]:
    """Returns start and turn, all lists and classes with their names."""
    rows: dict[str, tuple[str, ...]] = {}
    start = block_of("start", stub.start, None, rows)
    return start, block_of("turn", stub.turn, start, rows)


def block_of(
    word: str, reads: Sequence[Read], outer: Block | None, rows: dict[str, tuple[str, ...]]
) -> Block:
    """Returns a block; rows: the classes that there are already, with their variables."""
    block = Block(word, [Item(read) for read in reads if read.is_plain], outer)
    plain = {variable.python: variable.name for variable in block.plain}
    block.items, taken = [], set(plain)
    for read in reads:
        if read.is_plain:
            block.items.append(Item(read))
            continue
        noun = noun_of(read)
        word = read.variables[0].python.rstrip("_") if len(read.variables) == 1 else noun
        name = python_name(plural(word))
        outermost = read.loops[0] if read.loops else read.times
        if name in plain and plain[name] == outermost and name not in block.unkept:
            block.unkept.add(name)
        elif name in taken:
            name = free_name(name, taken)
        taken.add(name)
        row = ""
        if len(read.variables) > 1:
            shape = shape_of(read)
            row = camel(side_of(noun)[1] if has_twin(read, reads) else noun)
            same = [known for known, other in rows.items() if other == shape]
            if same and same[0].startswith(row):
                row = same[0]
            elif row in rows or row in TAKEN_CLASSES:
                row = free_name(row, {*rows, *TAKEN_CLASSES})
            rows[row] = shape
        block.items.append(Item(read, name, row))
    return block


def shape_of(read: Read) -> tuple[str, ...]:
    """Returns the variables of a line with their types."""
    return tuple(f"{one.name}:{one.kind}" for one in read.variables)


def side_of(noun: str) -> tuple[bool | None, str]:
    """Returns whose a group of values is by its name, True for the bot's own, and its noun:
    (False, "drone") for foe_drone.
    """
    found = SIDE.match(noun)
    return (bool(found[1]), noun[found.end() :]) if found else (None, noun)


def has_twin(read: Read, reads: Sequence[Read]) -> bool:
    """Returns True if a loop of the same form lists the other side's things."""
    if read.is_plain:
        return False
    return any(is_twin(read, one) for one in reads if not one.is_plain)


def is_twin(read: Read, other: Read) -> bool:
    """Returns True if two loops list the same values, one for each side."""
    (side, noun), (other_side, other_noun) = (side_of(noun_of(one)) for one in (read, other))
    is_same = noun == other_noun and shape_of(read) == shape_of(other)
    return is_same and {side, other_side} == {True, False}


def free_name(name: str, taken: set[str] | dict[str, tuple[str, ...]]) -> str:
    """Returns the name with the first number from 2 on that nothing else has."""
    return next(found for at in range(2, 1000) if (found := f"{name}{at}") not in taken)


def noun_of(read: Read) -> str:
    """Returns the name of a group of values: my_creep for numMyCreeps. In snake_case, singular."""
    amount = read.times or read.loops[-1]
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
    """Returns one of a plural: tree for trees."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("roes"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 2 else word


def plural(word: str) -> str:
    """Returns the plural of a noun: cities for city."""
    if word.endswith("y") and word[-2:-1] not in ("", *"aeiou"):
        return word[:-1] + "ies"
    if word.endswith("ro"):
        return f"{word}es"
    return word if word.endswith("s") and not word.endswith("ss") else f"{word}s"


def camel(snake: str) -> str:
    """Returns a name in snake_case as a class is called: MyCreep for my_creep."""
    return "".join(word.capitalize() for word in snake.split("_"))


def type_of(variable: Variable) -> str:
    """Returns a variable's type in Python."""
    return TYPES.get(variable.kind, "str")


# ---- The bot's side


def rows_of(stub: Stub) -> list[Item]:
    """Returns the first item of each class of rows."""
    found: dict[str, Item] = {}
    for block in blocks_of(stub):
        for item in filter(lambda one: one.row, block.items):
            found.setdefault(item.row, item)
    return [*found.values()]


def protocol_classes(stub: Stub) -> str:
    """Returns the classes of all rows, Start and Turn."""
    return render(
        "bots/classes",
        rows=[(item, row_statements(item, stub)) for item in rows_of(stub)],
        blocks=[(block, [*statements(block, stub)]) for block in blocks_of(stub)],
    )


def amounts_of(stub: Stub) -> set[str]:
    """Returns all variables that count something."""
    reads = [amount for read in (*stub.start, *stub.turn) for amount in (*read.loops, read.times)]
    return {*reads, *(amount for write in stub.writes for amount in write.loops)}


def row_statements(item: Item, stub: Stub) -> list[str]:
    """Returns the statements that read an object's values."""
    return [
        line
        for one in item.read.variables
        for line in commented(f"        self.{one.python} = {take(one, 'line')}", one, stub)
    ]


def statements(block: Block, stub: Stub) -> Iterator[str]:
    """Yields the statements that read a block from its lines."""
    for item in block.items:
        yield from plain_lines(block, item, stub) if item.read.is_plain else list_lines(block, item)


def plain_lines(block: Block, item: Item, stub: Stub) -> Iterator[str]:
    """Yields the statements that read one line into attributes."""
    variables = item.read.variables
    line = f"Fields(reader, {len(variables)}{place_of_text(item)})"
    if len(variables) > 1:
        yield f"        line = {line}"
        line = "line"
    for variable in variables:
        name = variable.python
        target = name if name in block.unkept else f"self.{name}"
        found = take(variable, line, variable.name in amounts_of(stub))
        yield from commented(f"        {target} = {found}", variable, stub)


def list_lines(block: Block, item: Item) -> Iterator[str]:
    """Yields the statement that reads a list."""
    read, count = item.read, len(item.read.variables)
    if read.times:
        times = block.expression(read.times)
        line = f"Fields(reader, {times if count == 1 else f'{count} * {times}'})"
        one = f"{item.row}(line)" if item.row else take(read.variables[0], "line")
        found = f"[{one} for line in [{line}] for _ in range({times})]"
    else:
        line = f"Fields(reader, {count}{place_of_text(item)})"
        found = f"{item.row}({line})" if item.row else take(read.variables[0], line)
    for amount in reversed(read.loops):
        found = f"[{found} for _ in range({block.expression(amount)})]"
    yield f"        self.{item.name} = {found}"


def place_of_text(item: Item) -> str:
    """Returns the argument of Fields for a string."""
    return f", {item.text_at}" if item.text_at >= 0 else ""


def take(variable: Variable, line: str, is_amount: bool = False) -> str:
    """Returns the expression that takes the variable's value from a line."""
    name = variable.name
    if variable.kind in ("word", "string"):
        return f"{line}.word()"
    if is_amount and variable.kind in ("int", "long"):
        return f'{line}.count("{name}")'
    method = {"int": "integer", "long": "integer", "bool": "truth", "float": "number"}
    bits = ", 63" if variable.kind == "long" else ""
    return f'{line}.{method[variable.kind]}("{name}"{bits})'


def commented(statement: str, variable: Variable, stub: Stub) -> list[str]:
    """Returns a statement with the stub's comment on its variable: behind it, or above if it is
    long.
    """
    comment = stub.comments.get(variable.name, "")
    if not comment:
        return [statement]
    if len(statement) + len(comment) + 4 <= WIDTH:
        return [f"{statement}  # {comment}"]
    indent = statement[: len(statement) - len(statement.lstrip())]
    room = WIDTH - len(indent) - 2
    return [*(f"{indent}# {line}" for line in textwrap.wrap(comment, room)), statement]


# ---- The referee's side


def line_functions(stub: Stub) -> str:
    """Returns a function for each class of rows, start_lines and turn_lines."""
    return render(
        "contests/functions",
        rows=[(item, row_name(item)) for item in rows_of(stub)],
        blocks=blocks_of(stub),
        type_of=type_of,
        line_of=line_of,
        parameters=parameters,
        list_expression=list_expression,
    )


def row_name(item: Item) -> str:
    """Returns the name of the function that makes a line of a class of rows."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", item.row).lower() + "_line"


def line_of(variables: Sequence[Variable], block: Block | None = None) -> str:
    """Returns an f-string of values with blanks between; in pieces if it is long. block: that of a
    plain line, whose amounts lists may tell.
    """
    pieces = [""]
    for one in variables:
        if len(pieces[-1]) > PIECE:
            pieces.append("")
        tells = list_that_tells(block, one) if block else ""
        value = f"len({tells})" if tells else f"{one.python}{WRITTEN.get(one.kind, '')}"
        pieces[-1] += f"{{{value}}} "
    pieces[-1] = pieces[-1].rstrip()
    joined = " ".join(f'f"{piece}"' for piece in pieces)
    return f"({joined})" if len(pieces) > 1 else joined


def parameters(block: Block) -> list[tuple[str, str]]:
    """Returns name and type of the referee's values, without the lengths of its lists."""
    found = []
    for item in block.items:
        if not item.read.is_plain:
            found.append((item.name, item.type))
            continue
        for variable in item.read.variables:
            if not list_that_tells(block, variable):
                found.append((variable.python, type_of(variable)))
    return found


def list_that_tells(block: Block, variable: Variable) -> str:
    """Returns the list whose length is the variable's value, "" if there is none."""
    for item in block.items:
        read = item.read
        outermost = read.loops[0] if read.loops else read.times
        if variable.kind in ("int", "long") and outermost == variable.name:
            return item.name
    return ""


def list_expression(item: Item) -> str:
    """Returns the lines of a list, an iterable."""
    one = item.read.variables[0]
    is_text = bool(item.row) or type_of(one) == "str"
    text = "one" if is_text else f'f"{{one{WRITTEN.get(one.kind, "")}}}"'
    depth = len(item.read.loops)
    if item.read.times:
        text = f'" ".join({"group" if is_text else f"{text} for one in group"})'
        if depth == 0:
            return f"[{text.replace('group', item.name)}]"
    elif depth == 1 and is_text:
        return item.name
    levels = [item.name, *(f"rows{level}" for level in range(1, depth))]
    names = [*levels[1:], "group" if item.read.times else "one"]
    loops = " ".join(f"for {name} in {over}" for over, name in zip(levels, names, strict=True))
    return f"[{text} {loops}]"


def made_up(stub: Stub, given: Mapping[str, str] = MappingProxyType({})) -> tuple[str, str]:
    """Returns the arguments of start_lines and turn_lines as long as no rules give them.

    given: expressions for some of them, by what they are called; a list may have `start.` or
    `turn.` before its name
    """
    numbers = iter(range(10_000))
    found = []
    for block in blocks_of(stub):
        arguments = []
        for item in block.items:
            if not item.read.is_plain:
                listed = given.get(f"{block.word}.{item.name}") or given.get(item.name)
                listed = listed or made_up_list(item, numbers, block, given)
                arguments.append(f"{item.name}={listed}")
                continue
            for one in item.read.variables:
                if list_that_tells(block, one):
                    continue
                value = given.get(one.python)
                if not value and one.name in amounts_of(stub):
                    value = "True" if one.kind == "bool" else "SOME"
                arguments.append(f"{one.python}={value or made_up_value(one, numbers)}")
        found.append(", ".join(arguments))
    return found[0], found[1]


def made_up_value(variable: Variable, numbers: Iterator[int]) -> str:
    """Returns an expression for a value that no rule gives yet. numbers: places not used yet"""
    return MADE_UP[variable.kind].format(next(numbers))


def made_up_list(item: Item, numbers: Iterator[int], block: Block, given: Mapping[str, str]) -> str:
    """Returns a list of lists of values, of SOME length where the amount is a variable not
    given.
    """
    values = [made_up_value(variable, numbers) for variable in item.read.variables]
    found = f"{row_name(item)}({', '.join(values)})" if item.row else values[0]
    amounts = [*item.read.loops, *([item.read.times] if item.read.times else [])]
    for amount in reversed(amounts):
        length = str(int(amount)) if amount.isdecimal() else ""
        length = length or given.get(python_name(amount)) or length_of(amount, block)
        found = f"[{found} for _ in range({length})]"
    return found


def length_of(amount: str, block: Block) -> str:
    """Returns SOME; for an amount that is a bool, its value."""
    plain = [*block.plain, *(block.outer.plain if block.outer else ())]
    return "1" if any(one.name == amount and one.kind == "bool" for one in plain) else "SOME"
