"""Units in a stub: which of its loops tells them, how they are named, who owns them.

A loop of a turn over lines with an id tells units. Their name is the id's: agentId tells agents.
The other numbers of such a line become fields of a unit's record.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from botsmith.new.answers import commands
from botsmith.new.readers import (
    Block,
    Item,
    blocks_of,
    camel,
    list_that_tells,
    made_up,
    made_up_value,
    noun_of,
    plural,
    row_name,
)
from botsmith.new.stub import Stub, Variable, Write

ID = re.compile(r"(?:.*_)?id")
OWNER = re.compile(
    r"(?:.*_)?(?:owner|player|team)(?:_id|_index)?|(?:is_)?(?:mine|ally|friendly|own)"
)
MINE = re.compile(r"(?:is_)?(?:mine|ally|friendly|own)")
ME = re.compile(r"me|my_(?:player_)?(?:id|index|team)|player_(?:id|index)|my_number|team")
OWN_IDS = re.compile(r"(?:my|own|ally)_.*id")
KNOWN = {"unit", "agent", "pac", "snake", "snakebot", "troll", "robot", "bot", "drone", "hero"}
KNOWN |= {"ship", "pod", "creature", "entity", "organ", "worker", "soldier", "tank", "pawn"}
TAKEN = {"state", "number", "cell", "player", "turn", "point", "prize", "row", "own", "owner"}
TAKEN |= {"place", "health", "move", "count", "start", "line", "order", "node", "tree", "seat"}
TAKEN |= {"world", "setting", "memory", "plan", "beam", "reader", "target", "prizes", "key", "find"}
BASE = {"owner": "int", "is_alive": "bool", "place": "int", "health": "int"}
FIELDS = {"int": "int", "long": "int", "bool": "bool", "float": "float"}
TELLS = ("place", "health")  # of the number game


@dataclass(frozen=True)
class Units:
    """The units of a stub.

    item: the loop of a turn that tells them, None if no loop does
    id, owner: its variables
    again: a loop of the start over the same ids
    own_ids, other_ids: lists of ids that are told at the start, of the own units and the others
    me: what the own number is called, "" if it is not told
    """

    start: Block
    turn: Block
    unit: str = "unit"
    item: Item | None = None
    id: Variable | None = None
    owner: Variable | None = None
    again: Item | None = None
    own_ids: Item | None = None
    other_ids: Item | None = None
    me: str = ""

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Returns name and type of what a line of a turn tells of a unit, but its id and owner."""
        return [] if self.item is None else list(told_in(self.item))

    @property
    def start_fields(self) -> list[tuple[str, str]]:
        """Returns name and type of what is told of a unit at the start alone."""
        known = {"owner", "is_alive", *dict(self.fields)}
        rest = [] if self.again is None else told_in(self.again)
        return [field for field in rest if field[0] not in known]


def told_in(item: Item) -> Iterator[tuple[str, str]]:
    """Yields name and type of the numbers of a line besides the unit's id and owner."""
    owner = owner_of(item)
    for one in item.read.variables[1:]:
        if one is not owner and one.kind in FIELDS:
            yield one.python, FIELDS[one.kind]


def find_units(stub: Stub) -> Units:
    """Returns the units of a stub, from the loop that looks most like them."""
    start, turn = blocks_of(stub)
    me = next((one.python for one in start.plain if ME.fullmatch(one.python)), "")
    loops = sorted(filter(has_id, turn.items), key=likeness, reverse=True)
    if not loops:
        return Units(start, turn, me=me)
    item = loops[0]
    id_ = id_of(item)
    noun = id_.python.removesuffix("id").strip("_") or noun_of(item.read)
    owner = owner_of(item)
    again = next((one for one in start.items if has_id(one) and id_of(one).name == id_.name), None)
    single = [one for one in start.items if one.read.loops and len(one.read.variables) == 1]
    mine = [one for one in single if OWN_IDS.fullmatch(one.read.variables[0].python)]
    others = [one for one in single if ID.fullmatch(one.read.variables[0].python)]
    other_ids = next((one for one in others if one not in mine), None)
    name = "unit" if noun in TAKEN or plural(noun) == noun else noun
    own_ids = mine[0] if mine and other_ids else None
    return Units(start, turn, name, item, id_, owner, again, own_ids, other_ids, me)


def is_for_two(units: Units) -> bool:
    """Returns True where the others' ids at the start are as many as the own ones."""
    own, others = units.own_ids, units.other_ids
    return own is not None and others is not None and own.read.loops == others.read.loops


def has_id(item: Item) -> bool:
    """Returns True for a loop over lines of several values that begin with an id."""
    read = item.read
    is_loop = len(read.loops) == 1 and not read.times and bool(item.row)
    return is_loop and bool(ID.fullmatch(id_of(item).python))


def id_of(item: Item) -> Variable:
    """Returns the id of a line."""
    return item.read.variables[0]


def owner_of(item: Item) -> Variable | None:
    """Returns the value of a line that says who owns the unit."""
    return next((one for one in item.read.variables if is_owner(one)), None)


def is_owner(variable: Variable) -> bool:
    return variable.kind in ("int", "bool") and bool(OWNER.fullmatch(variable.python))


def likeness(item: Item) -> int:
    """Returns a score of a loop's likeness to a list of units."""
    names = {one.python for one in item.read.variables}
    noun = id_of(item).python.removesuffix("id").strip("_")
    words = {noun, noun_of(item.read).rpartition("_")[2]}
    return (
        2 * any(map(is_owner, item.read.variables))
        + 2 * bool(words & KNOWN)
        + ({"x", "y"} <= names)
    )


def answers_of_units(stub: Stub) -> list[str]:
    """Returns the orders to begin with: all lines that are written, and the commands in OUTPUT."""
    found = [text for write in stub.writes for text in write.texts]
    if all(len(write.texts) == 1 for write in stub.writes):
        found += commands(stub)
    return list(dict.fromkeys(found))


def fixed_lines(stub: Stub) -> int:
    """Returns the number of an answer's lines, as far as numbers tell."""
    return sum(times(write) * len(write.texts) for write in stub.writes)


def times(write: Write) -> int:
    found = 1
    for amount in write.loops:
        found *= int(amount) if amount.isdecimal() else 1
    return found


def amounts(stub: Stub) -> list[str]:
    """Returns the variables that say how many lines an answer has."""
    return [amount for write in stub.writes for amount in write.loops if not amount.isdecimal()]


def is_one_line(stub: Stub) -> bool:
    """Returns True if all orders of a turn stand in one line."""
    return not amounts(stub) and fixed_lines(stub) == 1


def lengths(units: Units, stub: Stub) -> Iterator[tuple[Block, Variable, str]]:
    """Yields the variables that say how many lines an answer has, with their block and what the
    referee tells there; "" for one that a list tells.
    """
    for amount in amounts(stub):
        for block, value in ((units.turn, "len(self.own(seat))"), (units.start, "self.each")):
            found = [one for one in block.plain if one.name == amount]
            if found:
                tells = list_that_tells(block, found[0])
                if units.item is not None and tells == units.item.name:
                    value = "len(self.shown(seat))"
                elif tells in {one.name for one in (units.again,) if one}:
                    value = "self.players * self.each"
                elif tells and not (units.own_ids and tells == units.own_ids.name):
                    value = "SOME"
                yield block, found[0], value
                break


def told_arguments(units: Units, stub: Stub, own: dict[str, str]) -> tuple[str, str]:
    """Returns the arguments of start_lines and turn_lines. own: of them, those that are given
    already.
    """
    given = dict(own)
    if units.me:
        given[units.me] = "seat"
    for block, variable, value in lengths(units, stub):
        if not list_that_tells(block, variable):
            given[variable.python] = value
    if units.item is not None:
        given[units.item.name] = f"self.{units.unit}_rows(seat)"
    if units.again is not None:
        given[units.again.name] = "self.start_rows(seat)"
    if units.own_ids and units.other_ids:
        for item, sign in ((units.own_ids, "=="), (units.other_ids, "!=")):
            seen = "seat" if units.me else "0"
            given[item.name] = f"[id_ for owner, id_, _ in self.shown(seat) if owner {sign} {seen}]"
    return made_up(stub, given)


def row_arguments(units: Units, item: Item) -> str:
    """Returns the arguments of a line about a unit: its id, its owner, its fields."""
    fields = dict(units.fields + units.start_fields)
    numbers = iter(range(500, 10_000))
    found = []
    for one in item.read.variables:
        if one.name == id_of(item).name:
            value = "id_"
        elif is_owner(one):
            value = "owner"
            if MINE.fullmatch(one.python) or one.kind == "bool":
                truth = f"owner == {'seat' if units.me else '0'}"
                value = truth if one.kind == "bool" else f"int({truth})"
        elif one.python in fields:
            value = f"{units.unit}.{one.python}"
        else:
            value = made_up_value(one, numbers)
        found.append(value)
    return ", ".join(found)


def owner_expression(units: Units, most: int) -> str:
    """Returns the expression for the owner of a row's unit, for the bot."""
    if units.id is None:
        return ""
    row = f"row.{units.id.python}"
    if units.owner is not None:
        return owner_in("row", units.owner)
    owner = owner_of(units.again) if units.again else None
    if owner is not None:
        return f"-1 if told is None else {owner_in('told', owner)}"
    if units.own_ids is not None and most == 2:
        return f"self.me if {row} in self.start.{units.own_ids.name} else 1 - self.me"
    return f"{row} // UNITS_EACH"


def owner_in(row: str, owner: Variable) -> str:
    """Returns the expression for the owner of a line's unit, for the bot."""
    value = f"{row}.{owner.python}"
    is_mine = MINE.fullmatch(owner.python) or owner.kind == "bool"
    return f"self.me if {value} else 1 - self.me" if is_mine else value


def owed_lines(units: Units, stub: Stub) -> tuple[str, str]:
    """Returns the number of an answer's lines, for the bot and for the referee."""
    if is_one_line(stub):
        return "1", "1"
    fixed = fixed_lines(stub)
    bot, referee = ([str(fixed)], [str(fixed)]) if fixed > 1 else ([], [])
    for block, variable, value in lengths(units, stub):
        name = f"self.{block.word}.{variable.python}"
        bot.append(f"len({name})" if variable.python in block.unkept else name)
        referee.append(value)
    return " * ".join(bot), " * ".join(referee)


def words_of_units(units: Units, stub: Stub, most: int, own: dict[str, str]) -> dict[str, Any]:
    """Returns the values of the templates of units. own: arguments of the lines that are given
    already.
    """
    told, once = units.fields, units.start_fields
    made_start, made_turn = told_arguments(units, stub, own)
    bot, referee = owed_lines(units, stub)
    rows = units.item
    again = units.again
    return {
        "unit": units.unit,
        "Unit": camel(units.unit),
        "units": plural(units.unit),
        "fields": [field for field in told + once if field[0] not in BASE],
        "told_fields": [field for field in told if field[0] not in ("owner", "is_alive")],
        "tells_health": all(name in dict(told) for name in TELLS),
        "rows": rows.name if rows else "",
        "row_line": row_name(rows) if rows else "",
        "row_values": row_arguments(units, rows) if rows else "",
        "again": again.name if again else "",
        "start_fields": once,
        "start_line": row_name(again) if again else "",
        "start_values": row_arguments(units, again) if again else "",
        "id": units.id.python if units.id else "",
        "owner": owner_expression(units, most),
        "finds_told": bool(once) or bool(again and owner_of(again) and not units.owner),
        "new_number": "len(self.numbers)",
        "me_told": units.me,
        "sees_itself_first": not units.me,
        "made_start": made_start,
        "made_turn": made_turn,
        "owed": bot,
        "reply_lines": referee,
        "one_line": is_one_line(stub),
    }
