"""The lines about units as Python: what the bot reads of them, and the referee makes."""

import re
from collections.abc import Iterator, Mapping, Sequence

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
from botsmith.new.units import Units, column_of, me_in

DEFAULTS = {"int": "0", "bool": "False", "float": "0.0"}


# ---- The bot's side


def told_units(units: Units) -> str:
    """Returns the bot's method that yields the units of a turn."""
    kinds = ", ".join(kind for _, kind in [*units.fields, *units.joined_fields])
    lines = [
        f"def told_units(self) -> Iterator[tuple[int, int, tuple[{kinds or '()'}]]]:",
        f'    """Yields player, id and numbers of each {units.unit} in a turn."""',
    ]
    parts = units.kind.parts != ""
    if parts:
        lines.append("    seen: set[tuple[int, int]] = set()")
    lines += [f"    {line}" for line in joined_dict(units)]
    if units.others is not None:
        for item, player in ((units.item, "self.me"), (units.others, "1 - self.me")):
            found = loop_over(units, item, [f"for row in self.turn.{item.name}:"], player)
            other = "other" if item.row != units.item.row else "row"  # of another class
            lines += [re.sub(r"\brow\b", other, line) for line in found]
    elif units.by_rounds:
        player = "player" if units.me else "(self.me + player) % PLAYERS"
        lines += loop_over(
            *(units, units.item),
            [
                f"for player, rows in enumerate(self.turn.{units.item.name}):",
                "    for row in rows:",
            ],
            player,
        )
    else:
        player = player_in(units)
        lines += loop_over(units, units.item, [f"for row in self.turn.{units.item.name}:"], player)
    return "\n".join(lines) + "\n"


def joined_dict(units: Units) -> Iterator[str]:
    """Yields the statement that makes `told`, the further lines of units by their key."""
    if not units.joined or not (units.finds_owner or units.joined_fields):
        return
    id_ = units.id.python if units.id else ""
    parts = []
    for number, item in enumerate(units.joined):
        block = "start" if item in units.start.items else "turn"
        key = f"row.{id_}"
        if len(units.joined) > 1:
            key = f"({'self.me' if number == 0 else '1 - self.me'}, {key})"
        elif units.is_in_team:
            key = f"({player_in(units)}, {key})"
        parts.append(f"{{{key}: row for row in self.{block}.{item.name}}}")
    yield f"told = {' | '.join(parts)}"


def loop_over(units: Units, item: Item, heads: list[str], player: str) -> Iterator[str]:
    """Yields the loop over lines of units. player: the expression for whose a line is."""
    if units.id is None:  # a unit's number is its place
        head = heads[-1].replace("for row in ", "for number, row in enumerate(")
        heads = [*heads[:-1], head.removesuffix(":") + "):"]
        id_ = "number"
    else:
        id_ = f"row.{item.read.variables[units.item.read.variables.index(units.id)].python}"
    yield from (f"    {head}" for head in heads)
    indent = "    " * (len(heads) + 1)
    tests = []
    if units.joined and (units.finds_owner or units.joined_fields):
        key = f"({player}, {id_})" if len(units.joined) > 1 or units.is_in_team else id_
        yield f"{indent}also = told.get({key})"
        if units.finds_owner:
            yield f"{indent}if also is None:"
            yield f"{indent}    continue"
    when = column_of(units.item, units.kind.when)
    if when is not None:
        tests.append(is_one_of(f"row.{when.python}", when, units.kind.values))
    if units.owner is not None:
        yield f"{indent}player = {player}"
        tests.append("0 <= player < PLAYERS")
        player = "player"
    if units.kind.parts:
        tests.append(f"({player}, {id_}) not in seen")
    names = {
        own.python: its.python
        for own, its in zip(units.item.read.variables, item.read.variables, strict=True)
    }
    values = [f"row.{names.get(name, name)}" for name, _ in units.fields]
    for name, type_ in units.joined_fields:
        values.append(
            f"also.{name} if also else {DEFAULTS[type_]}"
            if not units.finds_owner
            else f"also.{name}"
        )
    told = ", ".join(values) + "," * (len(values) == 1)
    inner = indent + "    " * bool(tests)
    if tests:
        yield f"{indent}if {' and '.join(tests)}:"
    if units.kind.parts:
        yield f"{inner}seen.add(({player}, {id_}))"
    yield f"{inner}yield {player}, {id_}, ({told})"


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
    """Returns the expression for the player whose unit a line tells, -1 for nobody."""
    whose = units.kind.whose
    if units.own_ids is not None:
        block = "start" if units.own_ids in units.start.items else "turn"
        id_ = units.id.python if units.id else ""
        return f"self.me if row.{id_} in self.{block}.{units.own_ids.name} else 1 - self.me"
    owner = units.owner
    assert owner is not None
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
        elif one.python in fields:
            value = f"{units.unit}.{one.python}"
        else:
            value = made_up_value(one, numbers)
        found.append(value)
    return ", ".join(found)


def told_arguments(
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
    """Yields the arguments that tell the units, by the names that `made_up` takes."""
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
    if units.own_ids is None:
        return
    block = units.start if units.own_ids in units.start.items else units.turn
    own = units.own_ids.read.variables[0].python
    for item in block.items:
        if len(item.read.variables) == 1 and item.read.loops:
            name = item.read.variables[0].python
            is_rivals = side_of(name) == (False, side_of(own)[1])
            if item == units.own_ids or is_rivals:
                yield block, item, "==" if item == units.own_ids else "!="


def lengths(
    units: Units | None, actors: Actors, start: Block, turn: Block
) -> Iterator[tuple[Block, Variable, str]]:
    """Yields the variables that say how many lines an answer has, with their block and what the
    referee tells there.
    """
    for amount in actors.answer.lines.split("*"):
        for block in (turn, start):
            variable = next((one for one in block.plain if one.name == amount), None)
            if variable is not None:
                value = "len(self.own(seat))" if block is turn else "self.each"
                yield block, variable, value if units else "SOME"
                break


def owed_lines(units: Units | None, actors: Actors, stub: Stub) -> tuple[str, str]:
    """Returns the number of an answer's lines, for the bot and for the referee."""
    start, turn = blocks_of(stub)
    bot, referee = [], []
    for amount in actors.answer.lines.split("*"):
        if amount.isdecimal():
            bot.append(str(int(amount)))
            referee.append(bot[-1])
    for block, variable, value in lengths(units, actors, start, turn):
        name = f"self.{block.word}.{variable.python}"
        bot.append(f"len({name})" if variable.python in block.unkept else name)
        told = list_that_tells(block, variable)
        if units and told and told == units.item.name and not units.others:
            value = "len(self.shown(seat))"
        elif (
            units
            and told
            and told != units.item.name
            and told != getattr(units.own_ids, "name", "")
        ):
            value = "SOME"
        referee.append(value)
    if not bot:
        raise BadInput(
            f"UNITS: answer: lines={actors.answer.lines}: expected a number or a"
            " variable that is read once"
        )
    return " * ".join(bot), " * ".join(referee)
