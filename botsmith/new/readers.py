"""Generates Python for a stub: the bot's readers, the referee's lines, and made-up values for the
time before there are rules.

A block, the lines of the start or of a turn, becomes a class that reads itself from lines and a
function that makes those lines. A loop over one variable is a list of values, over several a list
of objects of a class of its own, called a row.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import chain, count

from botsmith.new.stub import Read, Stub, Variable, python_name
from botsmith.new.templates import render

WIDTH = 100
PIECE = 85  # letters of a string in a line
TAKEN_CLASSES = ("Start", "Turn", "Fields", "LineReader", "None", "True", "False")
SIDES = {"width", "height", "rows", "row", "columns", "column", "cols", "col", "w", "h", "side"}
KIND = re.compile(r"(.+)_(?:type|kind|id)")
SIDE = re.compile(r"(my|own|ally)_|(opp|opponent|foe|enemy|other|his)_")
SMALL = {"num", "number", "nb", "n", "of", "count", "amount", "size", "total", "the"}
ES = ("roes", "xes", "ches", "shes")
WHOLE = ("int", "long")
TAKES = {  # the call that takes a value from a line; others are words
    "int": 'integer("{}")',
    "long": 'integer("{}", 63)',
    "bool": 'truth("{}")',
    "float": 'number("{}")',
}
WRITTEN = {"bool": ":d"}
MADE_UP = {
    "int": "self.made_up({})",
    "long": "self.made_up({})",
    "bool": "self.made_up({}) > 4",
    "float": "0.5 * self.made_up({})",
    "word": 'f"word{{self.made_up({})}}"',
    "string": 'f"words with {{self.made_up({})}}"',
}


@dataclass
class Block:
    """The lines of the start or of a turn.

    word: "start" or "turn"
    reads: the commands that read them, in their order
    outer: the start for a turn, None for the start
    """

    word: str
    reads: list[Read]
    outer: "Block | None" = None

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
        count none.
        """
        found: list[Read | Variable] = []
        for read in self.reads:
            alone = [one for one in read.variables if one.name not in self.lengths]
            found += alone if read.is_plain else [read]
        return found

    def has(self, name: str) -> bool:
        """Returns True if the block has a variable of this stub name with a single value."""
        return any(one.name == name for one in self.plain)

    def expression(self, amount: str) -> str:
        """Returns the expression for an amount in a method of the block's class."""
        if amount.isdecimal():
            return str(int(amount))
        name = python_name(amount)
        if self.has(amount):
            return name if name in self.unstored else f"self.{name}"
        if self.outer and name in self.outer.unstored:
            return f"len(start.{name})"
        return f"start.{name}"


def blocks_of(stub: Stub) -> tuple[Block, Block]:
    """Returns the blocks of the start and of the turn, with names for all lists and classes."""
    rows: dict[str, str] = {}
    start = block_of("start", stub.start, None, rows)
    return start, block_of("turn", stub.turn, start, rows)


def block_of(word: str, reads: Sequence[Read], outer: Block | None, rows: dict[str, str]) -> Block:
    """Returns a block, with names for its lists and classes.

    word: "start" or "turn"
    outer: the start for a turn, None for the start
    rows: the shapes of all rows so far, by the class; the new ones are added
    """
    block = Block(word, [], outer)
    plain = {one.python: one.name for read in reads if read.is_plain for one in read.variables}
    taken = {*plain}
    for read in reads:
        name, row = "", ""
        if not read.is_plain:
            name, row = list_name(read), row_for(read, reads, rows)
            if plain.get(name) == read.amounts[0]:
                del plain[name]  # the list's length says it
            else:
                name = free_name(name, taken)
        taken.add(name)
        block.reads.append(replace(read, block=word, python=name, row=row))
    return block


def list_name(read: Read) -> str:
    """Returns the Python name of a read's list, in the plural."""
    is_single = len(read.variables) == 1
    return python_name(plural(read.variables[0].python.rstrip("_") if is_single else noun_of(read)))


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


# ---- The bot's side


def rows_of(stub: Stub) -> list[Read]:
    """Returns the first read of each class of rows."""
    found: dict[str, Read] = {}
    for block in blocks_of(stub):
        for read in filter(lambda one: one.row, block.lists):
            found.setdefault(read.row, read)
    return [*found.values()]


def protocol_classes(stub: Stub) -> str:
    """Returns the source of the bot's classes: the rows, Start and Turn."""
    return render(
        "bots/classes",
        rows=[(read, row_statements(read, stub)) for read in rows_of(stub)],
        blocks=[(block, [*block_statements(block, stub)]) for block in blocks_of(stub)],
    )


def row_statements(read: Read, stub: Stub) -> list[str]:
    """Returns the lines of code that read the values of a row from its line."""
    return [
        line
        for one in read.variables
        for line in with_comment(f"        self.{one.python} = {value_in(one, 'line')}", one, stub)
    ]


def block_statements(block: Block, stub: Stub) -> Iterator[str]:
    """Yields the lines of code that read a block from its lines."""
    for read in block.reads:
        if read.is_plain:
            yield from plain_lines(block, read, stub)
        else:
            yield f"        self.{read.python} = {list_reader(block, read)}"


def plain_lines(block: Block, read: Read, stub: Stub) -> Iterator[str]:
    """Yields the lines of code that read a line's values into attributes, one value a variable."""
    line = line_reader(read)
    if len(read.variables) > 1:
        yield f"        line = {line}"
        line = "line"
    for variable in read.variables:
        name = variable.python
        target = name if name in block.unstored else f"self.{name}"
        found = value_in(variable, line, variable.name in stub.amounts)
        yield from with_comment(f"        {target} = {found}", variable, stub)


def list_reader(block: Block, read: Read) -> str:
    """Returns the expression that reads the list of a read."""
    line = "line" if read.times else line_reader(read)
    found = f"{read.row}({line})" if read.row else value_in(read.variables[0], line)
    if read.times:
        times, size = block.expression(read.times), len(read.variables)
        line = f"Fields(reader, {times if size == 1 else f'{size} * {times}'})"
        found = f"[{found} for line in [{line}] for _ in range({times})]"
    for amount in reversed(read.loops):
        found = f"[{found} for _ in range({block.expression(amount)})]"
    return found


def line_reader(read: Read) -> str:
    """Returns the expression that reads a line of values; one may be a string with blanks."""
    kinds = [variable.kind for variable in read.variables]
    place = f", {kinds.index('string')}" if "string" in kinds else ""
    return f"Fields(reader, {len(kinds)}{place})"


def value_in(variable: Variable, line: str, is_amount: bool = False) -> str:
    """Returns the expression that takes the variable's value from a line.

    line: the expression for the line
    is_amount: True if the value counts lines, so that a negative one is refused
    """
    call = TAKES.get(variable.kind, "word()")
    if is_amount and variable.kind in WHOLE:
        call = 'count("{}")'
    return f"{line}.{call.format(variable.name)}"


def with_comment(statement: str, variable: Variable, stub: Stub) -> list[str]:
    """Returns a statement with the stub's comment on its variable: behind it if the line has room,
    else in lines above it.
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
    """Returns the source of the referee's functions: one for each class of rows, start_lines
    and turn_lines.
    """
    return render(
        "contests/functions",
        rows=[(read, row_name(read)) for read in rows_of(stub)],
        blocks=blocks_of(stub),
        line_of=line_of,
        list_expression=list_expression,
    )


def row_name(read: Read) -> str:
    """Returns the name of the function that makes the line of a row: my_creep_line for MyCreep."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", read.row).lower() + "_line"


def line_of(read: Read, lengths: Mapping[str, str]) -> str:
    """Returns the f-string for a line of values, in several pieces if it is long.

    lengths: the name of the list that a variable counts, by the variable's name
    """
    values = []
    for one in read.variables:
        listed = lengths.get(one.name)
        value = f"len({listed})" if listed else f"{one.python}{WRITTEN.get(one.kind, '')}"
        values.append(f"{{{value}}}")
    pieces = textwrap.wrap(" ".join(values), PIECE, break_long_words=False)
    joined = 'f"' + ' " f"'.join(pieces) + '"'
    return f"({joined})" if len(pieces) > 1 else joined


def list_expression(read: Read) -> str:
    """Returns the expression for the lines of a list, an iterable of texts."""
    one = read.variables[0]
    is_text = bool(read.row) or one.type == "str"
    text = "one" if is_text else f'f"{{one{WRITTEN.get(one.kind, "")}}}"'
    depth = len(read.loops)
    if read.times:
        text = f'" ".join({"group" if is_text else f"{text} for one in group"})'
        if depth == 0:
            return f"[{text.replace('group', read.python)}]"
    elif depth == 1 and is_text:
        return read.python
    levels = [read.python, *(f"rows{level}" for level in range(1, depth))]
    names = [*levels[1:], "group" if read.times else "one"]
    loops = " ".join(f"for {name} in {over}" for over, name in zip(levels, names, strict=True))
    return f"[{text} {loops}]"


def made_up(stub: Stub, given: Mapping[str, str]) -> tuple[str, str]:
    """Returns the source of the arguments of start_lines and of turn_lines, before there are rules.

    given: expressions for some of them, by the argument's name; the name of a list may have
        `start.` or `turn.` before it
    """
    numbers, amounts = count(), stub.amounts
    found = []
    for block in blocks_of(stub):
        arguments = []
        for one in block.values:
            value = given.get(f"{block.word}.{one.python}") or given.get(one.python)
            if value is None and isinstance(one, Read):
                value = made_up_list(one, numbers, block, given)
            elif value is None and isinstance(one, Variable) and one.name in amounts:
                value = "True" if one.kind == "bool" else "SOME"
            elif isinstance(one, Variable):
                value = value or made_up_value(one, numbers)
            arguments.append(f"{one.python}={value}")
        found.append(", ".join(arguments))
    return found[0], found[1]


def made_up_value(variable: Variable, numbers: Iterator[int]) -> str:
    """Returns an expression for a made-up value of a variable.

    numbers: gives each value a number of its own, so that they differ
    """
    return MADE_UP[variable.kind].format(next(numbers))


def made_up_list(read: Read, numbers: Iterator[int], block: Block, given: Mapping[str, str]) -> str:
    """Returns an expression for a list of made-up values. A length that is neither a number nor
    given is SOME.

    numbers: gives each value a number of its own, so that they differ
    given: expressions for amounts, by their Python names
    """
    values = [made_up_value(variable, numbers) for variable in read.variables]
    found = f"{row_name(read)}({', '.join(values)})" if read.row else values[0]
    for amount in reversed(read.amounts):
        length = str(int(amount)) if amount.isdecimal() else given.get(python_name(amount))
        found = f"[{found} for _ in range({length or length_of(amount, block)})]"
    return found


def length_of(amount: str, block: Block) -> str:
    """Returns the made-up value of an amount: 1 for a bool, else SOME."""
    plain = [*block.plain, *(block.outer.plain if block.outer else ())]
    return "1" if any(one.name == amount and one.kind == "bool" for one in plain) else "SOME"
