"""Generates Python for the lines about units: the bot's reader and the referee's writers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from botsmith.errors import BadInput
from botsmith.new.actors import Actors
from botsmith.new.blocks import Block, Read, Variable, plural, python_name, side_of
from botsmith.new.stub import Stub
from botsmith.new.templates import render
from botsmith.new.units import Units

MADE_UP = {
    "int": "self.made_up({})",
    "long": "self.made_up({})",
    "bool": "self.made_up({}) > 4",
    "float": "0.5 * self.made_up({})",
    "word": 'f"word{{self.made_up({})}}"',
    "string": 'f"words with {{self.made_up({})}}"',
}
DEFAULTS = {"int": "0", "bool": "False", "float": "0.0"}


# ---- The bot's side


def reported_units(units: Units) -> str:
    """Returns the source of the bot's method that yields the units of a turn."""
    player = "self.me" if units.others else player_in(units)
    if units.by_rounds:
        player = "player" if units.stub.me else "(self.me + player) % PLAYERS"
    sources = [source(units, units.loop, "row", player)]
    if units.others:
        other = "row" if units.others.row == units.loop.row else "other"  # of another class
        sources.append(source(units, units.others, other, "1 - self.me"))
    return render(
        "bots/reported_units",
        units=units,
        kinds=", ".join(kind for _, kind in [*units.fields, *units.joined_fields]),
        joined=joined_dict(units),
        sources=sources,
    )


def joined_dict(units: Units) -> str:
    """Returns the source of a dict from a unit's key to its line in `joined`, "" if the bot
    needs none.
    """
    if not units.joined or not (units.finds_owner or units.joined_fields):
        return ""
    players = ["self.me", "1 - self.me"]
    if len(units.joined) == 1:
        players = [player_in(units) if units.has_sides else ""]
    id_ = f"row.{units.id.python if units.id else ''}"
    keys = [f"({player}, {id_})" if player else id_ for player in players]
    pairs = zip(keys, units.joined, strict=True)
    return " | ".join(f"{{{key}: row for row in self.{one.place}}}" for key, one in pairs)


def source(units: Units, loop: Read, row: str, player: str) -> dict[str, Any]:
    """Returns the values of the template bots/reported_units.txt for a loop over lines of units.

    row: the Python name of a line
    player: the expression for the line's owner
    """
    pairs = zip(units.loop.variables, loop.variables, strict=True)
    names = {own.name: f"{row}.{its.python}" for own, its in pairs}
    id_ = names[units.id.name] if units.id else "number"
    whose = "player" if units.owner else player
    over = "rows" if units.by_rounds else f"self.{loop.place}"
    tests = []
    if when := units.loop.column(units.kind.when):
        tests.append(is_one_of(names[when.name], when, units.kind.values))
    if units.owner is not None:
        tests.append("0 <= player < PLAYERS")
    if units.kind.parts:
        tests.append(f"({whose}, {id_}) not in seen")
    fields = dict(units.fields)
    values = [names[one.name] for one in units.loop.variables if one.field in fields]
    for name, type_ in units.joined_fields:
        default = "" if units.finds_owner else f" if also else {DEFAULTS[type_]}"
        values.append(f"also.{name}{default}")
    return {
        "row": row,
        "rounds": f"self.{loop.place}" if units.by_rounds else "",
        "over": over if units.id else f"enumerate({over})",
        "key": f"({player}, {id_})" if units.has_sides else id_,
        "player": player,
        "whose": whose,
        "tests": tests,
        "id": id_,
        "numbers": ", ".join(values) + "," * (len(values) == 1),
    }


def is_one_of(value: str, variable: Variable, values: Sequence[str]) -> str:
    """Returns the expression that is true if the value of an expression is in `values`.

    value: the expression
    variable: the stub's column of the value
    """
    found = [literal(variable, one) for one in values]
    if len(found) == 1:
        return f"{value} == {found[0]}"
    return f"{value} in ({', '.join(found)})"


def literal(variable: Variable, value: str) -> str:
    """Returns a value in UNITS as a Python literal of the column's type."""
    if variable.kind == "bool":
        return str(bool(int(value)))
    return repr(value) if variable.type == "str" else str(int(value))


def player_in(units: Units) -> str:
    """Returns the expression for the player who owns a line's unit, -1 for nobody; "" if no column
    or list of ids says it.
    """
    whose, owner = units.kind.whose, units.owner
    if units.own_ids is not None:
        id_ = units.id.python if units.id else ""
        return f"self.me if row.{id_} in self.{units.own_ids.place} else 1 - self.me"
    if owner is None:
        return ""
    value = f"{'also' if units.finds_owner else 'row'}.{owner.python}"
    if owner.kind == "bool":
        is_own = value if whose.own in ("", "1") else f"not {value}"
        return f"self.me if {is_own} else 1 - self.me"
    if not whose.own:
        return value
    own = literal(owner, whose.own)
    if not whose.other:
        other = "1 - self.me" if owner.kind == "word" else f"1 - self.me if {value} >= 0 else -1"
        return f"self.me if {value} == {own} else {other}"
    return f"{{{own}: self.me, {literal(owner, whose.other)}: 1 - self.me}}.get({value}, -1)"


# ---- The referee's side


def referee_rows(units: Units) -> str:
    """Returns the source of the referee's methods that make the lines about units."""
    found = [rows_method(units, units.loop, f"{units.unit}_rows", "in a turn")]
    if units.joined:
        found.append(rows_method(units, units.joined[0], f"{units.unit}_start_rows", "once"))
    return "\n\n".join(found)


def rows_method(units: Units, loop: Read, name: str, when: str) -> str:
    """Returns the source of a referee's method that makes the lines of a loop.

    name: the method's name
    when: "once" or "in a turn", for the method's docstring
    """
    unit = units.unit
    parameter, test = "", ""
    if units.others if loop == units.loop else len(units.joined) > 1:
        parameter, test = ", is_own: bool", f"        if (player == {units.seat}) == is_own"
    elif loop == units.loop and units.by_rounds:
        parameter, test = ", whose: int", "        if player == whose"
    line = f"{loop.line_name}({row_values(units, loop)})" if loop.row else "str(id_)"
    is_used = re.search(rf"\b{unit}\.", line) is not None
    lines = [
        f"def {name}(self, seat: int{parameter}) -> Lines:",
        f'    """Returns the lines about the {plural(unit)} that a seat reads {when}."""',
        "    return [",
        f"        {line}",
        "        for player, id_, number in self.shown(seat)",
        test,
        f"        for {unit} in [self.now.{plural(unit)}[number]]" if is_used else "",
        "    ]",
    ]
    return "\n".join(filter(None, lines)) + "\n"


def row_values(units: Units, loop: Read) -> str:
    """Returns the source of the arguments of the function that makes a line about a unit."""
    kind = units.kind
    fields = dict(units.fields + units.joined_fields)
    numbers = count(500)
    found = []
    for one in loop.variables:
        if one.name in (kind.id, kind.parts):
            value = "id_"
        elif units.owner is not None and one.name == units.owner.name:
            value = owner_value(units, one)
        elif one.name == kind.when:
            value = literal(one, kind.values[0])
        elif one.field in fields:
            value = f"{units.unit}.{one.field}"
        else:
            value = made_up_value(one, numbers)
        found.append(value)
    return ", ".join(found)


def owner_value(units: Units, owner: Variable) -> str:
    """Returns the expression for the owner's column in the referee's line about a unit."""
    whose, seat = units.kind.whose, units.seat
    if owner.kind == "bool":
        return f"player {'!=' if whose.own == '0' else '=='} {seat}"
    if not whose.own:
        return "player"
    other = whose.other or ("1" if whose.own == "0" else "0")
    return f"{literal(owner, whose.own)} if player == {seat} else {literal(owner, other)}"


def line_arguments(
    units: Units | None, actors: Actors, stub: Stub, given: Mapping[str, str]
) -> tuple[str, str]:
    """Returns the source of the arguments of start_lines and of turn_lines.

    given: expressions that are known already, by the argument's name
    """
    found = dict(given)
    if stub.me:
        found[stub.me] = "seat"
    for block, amount, value in answer_amounts(units, actors, stub):
        if amount not in block.lengths:
            found[python_name(amount)] = value
    return made_up(stub, found | dict(units_arguments(units) if units else ()))


def units_arguments(units: Units) -> Iterator[tuple[str, str]]:
    """Yields each argument about units: its name, as `made_up` expects it, and its expression."""
    rows, starts = f"self.{units.unit}_rows(seat", f"self.{units.unit}_start_rows(seat"
    loop, each = units.loop, "self.each"
    if units.others is not None:
        yield loop.place, f"{rows}, True)"
        yield units.others.place, f"{rows}, False)"
    elif units.by_rounds:
        yield loop.place, f"[{rows}, player) for player in range(self.players)]"
        yield python_name(loop.loops[-2]), "self.players"
    else:
        yield loop.place, f"{rows})"
        each = "self.players * self.each"
    yield python_name(loop.loops[-1]), each
    for number, one in enumerate(units.joined):
        sides = f", {number == 0}" if len(units.joined) > 1 else ""
        yield one.place, f"{starts}{sides})"
    for one, sign in id_lists(units):
        shown = f"for player, id_, _ in self.shown(seat) if player {sign} {units.seat}"
        yield one.place, f"[id_ {shown}]"


def id_lists(units: Units) -> Iterator[tuple[Read, str]]:
    """Yields each list of ids, with == if it has the bot's own units, != if it has the rival's."""
    own = units.own_ids
    if own is None:
        return
    rivals = False, side_of(own.variables[0].python)[1]
    for one in (units.stub.start if own.block == "start" else units.stub.turn).lists:
        if one == own:
            yield one, "=="
        elif not one.row and one.loops and side_of(one.variables[0].python) == rivals:
            yield one, "!="


def answer_amounts(
    units: Units | None, actors: Actors, stub: Stub
) -> Iterator[tuple[Block, str, str]]:
    """Yields each variable that counts an answer's lines: its block, its name in the stub, and the
    referee's expression for it.
    """
    for amount in actors.answer.lines.split("*"):
        if stub.turn.has(amount):
            yield stub.turn, amount, "len(self.own(seat))" if units else "SOME"
        elif stub.start.has(amount):
            yield stub.start, amount, "self.each" if units else "SOME"


def owed_lines(units: Units | None, actors: Actors, stub: Stub) -> tuple[str, str]:
    """Returns two expressions for the number of lines of an answer: the bot's and the referee's.

    Raises BadInput if lines= in UNITS has neither a number nor a variable that is read once.
    """
    lines = actors.answer.lines
    bot = [str(int(one)) for one in lines.split("*") if one.isdecimal()]
    referee = [*bot]
    own_ids = units.own_ids.python if units and units.own_ids else ""
    for block, amount, value in answer_amounts(units, actors, stub):
        name, listed = python_name(amount), block.lengths.get(amount)
        place = f"self.{block.word}.{name}"
        if amount not in stub.amounts:  # another phase may have a negative one
            place = f"({place} if {place} >= 0 else 1)"
        bot.append(f"len({place})" if name in block.unstored else place)
        if units and listed == units.loop.python and not units.others:
            value = "len(self.shown(seat))"
        elif units and listed and listed not in (units.loop.python, own_ids):
            value = "SOME"
        referee.append(value)
    if not bot:
        wanted = "expected a number or a variable that is read once"
        raise BadInput(f"UNITS: answer: lines={lines}: {wanted}")
    return " * ".join(bot), " * ".join(referee)


def made_up(stub: Stub, given: Mapping[str, str]) -> tuple[str, str]:
    """Returns the source of the arguments of start_lines and of turn_lines, before there are rules.

    given: expressions for some of them, by the argument's name; the name of a list may have
        `start.` or `turn.` before it
    """
    numbers, amounts = count(), stub.amounts
    found = []
    for block in (stub.start, stub.turn):
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
    found = f"{read.line_name}({', '.join(values)})" if read.row else values[0]
    for amount in reversed(read.amounts):
        length = str(int(amount)) if amount.isdecimal() else given.get(python_name(amount))
        found = f"[{found} for _ in range({length or length_of(amount, block)})]"
    return found


def length_of(amount: str, block: Block) -> str:
    """Returns the made-up value of an amount: 1 for a bool, else SOME."""
    plain = [*block.plain, *(block.outer.plain if block.outer else ())]
    return "1" if any(one.name == amount and one.kind == "bool" for one in plain) else "SOME"
