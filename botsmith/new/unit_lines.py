"""Python for the lines about units: the bot's reader and the referee's writers."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from botsmith.errors import BadInput
from botsmith.new.actors import Actors
from botsmith.new.readers import (
    Block,
    Item,
    blocks_of,
    list_that_tells,
    made_up,
    made_up_value,
    plural,
    row_name,
    side_of,
)
from botsmith.new.stub import Stub, Variable, python_name
from botsmith.new.templates import render
from botsmith.new.units import Units, column_of, me_in

DEFAULTS = {"int": "0", "bool": "False", "float": "0.0"}


# ---- The bot's side


def reported_units(units: Units) -> str:
    """Returns the bot's method that yields the units of a turn."""
    if units.others is not None:
        other = "row" if units.others.row == units.item.row else "other"  # of another class
        sources = [
            source(units, units.item, "row", "self.me"),
            source(units, units.others, other, "1 - self.me"),
        ]
    else:
        player = player_in(units)
        if units.by_rounds:
            player = "player" if units.me else "(self.me + player) % PLAYERS"
        sources = [source(units, units.item, "row", player)]
    return render(
        "bots/reported_units",
        units=units,
        kinds=", ".join(kind for _, kind in [*units.fields, *units.joined_fields]),
        joined=joined_dict(units),
        sources=sources,
    )


def joined_dict(units: Units) -> str:
    """Returns the further lines of units by their key, "" without any."""
    if not units.joined or not (units.finds_owner or units.joined_fields):
        return ""
    id_ = f"row.{units.id.python if units.id else ''}"
    parts = []
    for item, player in zip(units.joined, ("self.me", "1 - self.me"), strict=False):
        block = "start" if item in units.start.items else "turn"
        if len(units.joined) == 1:
            player = player_in(units) if units.has_sides else ""
        key = f"({player}, {id_})" if player else id_
        parts.append(f"{{{key}: row for row in self.{block}.{item.name}}}")
    return " | ".join(parts)


def source(units: Units, item: Item, row: str, player: str) -> dict[str, Any]:
    """Returns the values of bots/reported_units.txt for a loop over lines of units.

    row: the name of a line
    player: the expression for its owner
    """
    pairs = zip(units.item.read.variables, item.read.variables, strict=True)
    names = {own.name: its.python for own, its in pairs}
    id_ = f"{row}.{names[units.id.name]}" if units.id else "number"
    whose = "player" if units.owner else player
    over = "rows" if units.by_rounds else f"self.turn.{item.name}"
    tests = []
    if when := column_of(units.item, units.kind.when):
        tests.append(is_one_of(f"{row}.{when.python}", when, units.kind.values))
    if units.owner is not None:
        tests.append("0 <= player < PLAYERS")
    if units.kind.parts:
        tests.append(f"({whose}, {id_}) not in seen")
    fields = dict(units.fields)
    values = [
        f"{row}.{names[one.name]}" for one in units.item.read.variables if one.field in fields
    ]
    for name, type_ in units.joined_fields:
        default = "" if units.finds_owner else f" if also else {DEFAULTS[type_]}"
        values.append(f"also.{name}{default}")
    return {
        "row": row,
        "rounds": f"self.turn.{item.name}" if units.by_rounds else "",
        "over": over if units.id else f"enumerate({over})",
        "key": f"({player}, {id_})" if units.has_sides else id_,
        "player": player,
        "whose": whose,
        "tests": tests,
        "id": id_,
        "numbers": ", ".join(values) + "," * (len(values) == 1),
    }


def is_one_of(value: str, variable: Variable, values: Sequence[str]) -> str:
    """Returns the expression that is true where a value is one of some."""
    found = [literal(variable, one) for one in values]
    if len(found) == 1:
        return f"{value} == {found[0]}"
    return f"{value} in ({', '.join(found)})"


def literal(variable: Variable, value: str) -> str:
    """Returns a value in UNITS as Python, of the column's type."""
    if variable.kind == "bool":
        return str(bool(int(value)))
    return repr(value) if variable.kind in ("word", "string") else str(int(value))


def player_in(units: Units) -> str:
    """Returns the expression for the owner of a line's unit, -1 for nobody."""
    whose = units.kind.whose
    if units.own_ids is not None:
        block = "start" if units.own_ids in units.start.items else "turn"
        id_ = units.id.python if units.id else ""
        return f"self.me if row.{id_} in self.{block}.{units.own_ids.name} else 1 - self.me"
    owner = units.owner
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
    """Returns the referee's methods that make the lines of units."""
    found = [rows_method(units, units.item, f"{units.unit}_rows", "in a turn")]
    if units.joined:
        found.append(rows_method(units, units.joined[0], f"{units.unit}_start_rows", "once"))
    return "\n\n".join(found)


def rows_method(units: Units, item: Item, name: str, when: str) -> str:
    """Returns a referee's method that makes the lines of a loop. when: a seat reads them"""
    unit, me = units.unit, "seat" if units.me else "0"
    parameter, test = "", ""
    if item in units.joined and len(units.joined) > 1 or item == units.item and units.others:
        parameter, test = ", is_own: bool", f"        if (player == {me}) == is_own"
    elif item == units.item and units.by_rounds:
        parameter, test = ", whose: int", "        if player == whose"
    line = f"{row_name(item)}({row_values(units, item, me)})" if item.row else "str(id_)"
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


def row_values(units: Units, item: Item, me: str) -> str:
    """Returns the arguments of a line about a unit."""
    kind, whose = units.kind, units.kind.whose
    fields = dict(units.fields + units.joined_fields)
    numbers = iter(range(500, 10_000))
    found = []
    for one in item.read.variables:
        if one.name in (kind.id, kind.parts):
            value = "id_"
        elif units.owner is not None and one.name == units.owner.name:
            value = "player"
            if one.kind == "bool":
                value = f"player {'!=' if whose.own == '0' else '=='} {me}"
            elif whose.own:
                other = whose.other or ("1" if whose.own == "0" else "0")
                value = f"{literal(one, whose.own)} if player == {me} else {literal(one, other)}"
        elif one.name == kind.when:
            value = literal(one, kind.values[0])
        elif one.field in fields:
            value = f"{units.unit}.{one.field}"
        else:
            value = made_up_value(one, numbers)
        found.append(value)
    return ", ".join(found)


def line_arguments(
    units: Units | None, actors: Actors, stub: Stub, given: Mapping[str, str]
) -> tuple[str, str]:
    """Returns the arguments of start_lines and turn_lines. given: those that are known already."""
    found = dict(given)
    start, turn = blocks_of(stub)
    me = me_in(start)
    if me:
        found[me] = "seat"
    for block, variable, value in lengths(units, actors, start, turn):
        if not list_that_tells(block, variable):
            found[variable.python] = value
    if units is not None:
        found |= dict(units_arguments(units))
    return made_up(stub, found)


def units_arguments(units: Units) -> Iterator[tuple[str, str]]:
    """Yields names, as `made_up` reads them, and expressions of the arguments about units."""
    rows, starts = f"self.{units.unit}_rows(seat", f"self.{units.unit}_start_rows(seat"
    own = "seat" if units.me else "0"
    item = f"turn.{units.item.name}"
    loops = units.item.read.loops
    if units.others is not None:
        yield item, f"{rows}, True)"
        yield f"turn.{units.others.name}", f"{rows}, False)"
    elif units.by_rounds:
        yield item, f"[{rows}, player) for player in range(self.players)]"
        yield python_name(loops[-2]), "self.players"
    else:
        yield item, f"{rows})"
    is_each = units.others is not None or units.by_rounds
    yield python_name(loops[-1]), "self.each" if is_each else "self.players * self.each"
    for number, one in enumerate(units.joined):
        word = "start" if one in units.start.items else "turn"
        sides = f", {number == 0}" if len(units.joined) > 1 else ""
        yield f"{word}.{one.name}", f"{starts}{sides})"
    for block, one, sign in id_lists(units):
        told = f"for player, id_, _ in self.shown(seat) if player {sign} {own}"
        yield f"{block.word}.{one.name}", f"[id_ {told}]"


def id_lists(units: Units) -> Iterator[tuple[Block, Item, str]]:
    """Yields the lists of ids with the sign of whose they are: == for the own ones."""
    own = units.own_ids
    block = units.start if own in units.start.items else units.turn
    for item in block.items if own else ():
        if own and len(item.read.variables) == 1 and item.read.loops:
            noun, own_noun = (side_of(one.read.variables[0].python) for one in (item, own))
            if item == own or noun == (False, own_noun[1]):
                yield block, item, "==" if item == own else "!="


def lengths(
    units: Units | None, actors: Actors, start: Block, turn: Block
) -> Iterator[tuple[Block, Variable, str]]:
    """Yields the variables that count an answer's lines, each with its block and the referee's
    expression for it.
    """
    for amount in actors.answer.lines.split("*"):
        for block in (turn, start):
            variable = next((one for one in block.plain if one.name == amount), None)
            if variable is not None:
                value = "len(self.own(seat))" if block is turn else "self.each"
                yield block, variable, value if units else "SOME"
                break


def owed_lines(units: Units | None, actors: Actors, stub: Stub) -> tuple[str, str]:
    """Returns the number of an answer's lines, for the bot and for the referee. Raises BadInput if
    UNITS names no variable that is read once.
    """
    start, turn = blocks_of(stub)
    lines = actors.answer.lines
    bot = [str(int(one)) for one in lines.split("*") if one.isdecimal()]
    referee = [*bot]
    for block, variable, value in lengths(units, actors, start, turn):
        name = f"self.{block.word}.{variable.python}"
        bot.append(f"len({name})" if variable.python in block.unkept else name)
        listed = list_that_tells(block, variable)
        if units and listed == units.item.name and not units.others:
            value = "len(self.shown(seat))"
        elif units and listed not in ("", units.item.name, getattr(units.own_ids, "name", "")):
            value = "SOME"
        referee.append(value)
    if not bot:
        wanted = "expected a number or a variable that is read once"
        raise BadInput(f"UNITS: answer: lines={lines}: {wanted}")
    return " * ".join(bot), " * ".join(referee)
