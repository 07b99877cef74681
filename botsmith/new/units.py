"""Units in a stub: which of its loops tells them, how they are named, who owns them.

A loop of a turn over lines with an id tells units. Their name is the id's: agentId tells agents.
The other numbers of such a line become fields of a unit's record.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from botsmith.new.owners import MINE, is_owner, owner_of, says_both, sides_of
from botsmith.new.readers import (
    Block,
    Item,
    blocks_of,
    camel,
    is_twin,
    list_that_tells,
    made_up,
    made_up_value,
    noun_of,
    plural,
    row_name,
    side_of,
)
from botsmith.new.stub import Stub, Variable, Write

ID = re.compile(r"(?:.*_)?id")
ME = re.compile(r"me|my_(?:player_)?(?:id|idx|index|team)|player_(?:id|idx|index)|my_number|team")
KIND_ID = re.compile(r".*(?:type|kind|class|parent|root|target|cell)_id")
OWN_IDS = re.compile(r"(?:my|own|ally)_.*id")
IN_TEAM = re.compile(
    r"unique\W+(?:\w+\W+)?(?:within|in|inside|per|for|to|among)\W+"
    r"(?:(?:an?|the|its|their|own|each|every|one|same|given)\W+)*(?:team|player|owner|side)\b"
)
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
    again_others: a loop like `again` that tells the rival's; `again` tells the own ones
    others: a loop like `item` that tells the rival's units; `item` tells the own ones
    own_ids, other_ids: lists of ids that are told at the start, of the own units and the others
    me: what the own number is called, "" if it is not told
    sides: the owner's values for the bot and for its rival, if the statement says them
    is_in_team: True if ids are unique only within a team, as the statement says
    """

    start: Block
    turn: Block
    unit: str = "unit"
    item: Item | None = None
    id: Variable | None = None
    owner: Variable | None = None
    again: Item | None = None
    again_others: Item | None = None
    others: Item | None = None
    own_ids: Item | None = None
    other_ids: Item | None = None
    me: str = ""
    sides: tuple[int, int] | None = None
    is_in_team: bool = False

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Returns name and type of what a line of a turn tells of a unit, but its id and owner."""
        return [] if self.item is None else list(told_in(self.item, self.owner))

    @property
    def start_fields(self) -> list[tuple[str, str]]:
        """Returns name and type of what is told of a unit at the start alone."""
        known = {"owner", "is_alive", *dict(self.fields)}
        rest = [] if self.again is None else told_in(self.again, owner_of(self.again))
        return [field for field in rest if field[0] not in known]

    @property
    def finds_owner(self) -> bool:
        """Returns True if only the start says whose a unit is, by its id."""
        is_told = self.owner is not None or self.others is not None
        return self.again is not None and owner_of(self.again) is not None and not is_told

    @property
    def teller(self) -> Variable | None:
        """Returns the value that says whose a unit is, in a turn or at the start."""
        return self.owner or (owner_of(self.again) if self.again else None)


def told_in(item: Item, owner: Variable | None) -> Iterator[tuple[str, str]]:
    """Yields name and type of the numbers of a line besides the unit's id and owner."""
    for one in item.read.variables:
        if one not in (owner, id_of(item)) and one.kind in FIELDS:
            yield one.python, FIELDS[one.kind]


def me_in(start: Block) -> str:
    """Returns what the own number is called at the start, "" if it is not told."""
    return next((one.python for one in start.plain if ME.fullmatch(one.python)), "")


def find_units(stub: Stub) -> Units:
    """Returns the units of a stub, from the loop that looks most like them."""
    start, turn = blocks_of(stub)
    me = me_in(start)
    loops = sorted(filter(has_id, turn.items), key=likeness, reverse=True)
    if not loops:
        return Units(start, turn, me=me)
    item = loops[0]
    rivals = next((one for one in loops if is_twin(one.read, item.read)), None)
    if rivals and side_of(noun_of(rivals.read))[0]:
        item, rivals = rivals, item
    id_ = id_of(item)
    noun = id_.python.removesuffix("id").strip("_") or noun_of(item.read)
    owner = owner_of(item) or next(filter(partial(says_both, stub), item.read.variables), None)
    told = [one for one in start.items if has_id(one) and id_of(one).name == id_.name]
    again = told[0] if told else None
    pairs = [(one, two) for one in told for two in told if is_twin(one.read, two.read)]
    again_others = None
    if pairs:
        again, again_others = next(pair for pair in pairs if side_of(noun_of(pair[0].read))[0])
    said = stub.comments.get(id_.name, "").lower()
    is_in_team = bool(IN_TEAM.search(said)) and bool(owner or rivals)
    if is_in_team and again and not again_others and not owner_of(again):
        again = None  # whose they are is not told there
    single = [one for one in start.items if one.read.loops and len(one.read.variables) == 1]
    mine = [one for one in single if OWN_IDS.fullmatch(one.read.variables[0].python)]
    others = [one for one in single if ID.fullmatch(one.read.variables[0].python)]
    other_ids = next((one for one in others if one not in mine), None)
    name = "unit" if noun in TAKEN or plural(noun) == noun else noun
    own_ids = mine[0] if mine and other_ids else None
    found = Units(
        *(start, turn, name, item, id_, owner, again, again_others),
        *(rivals, own_ids, other_ids, me),
        is_in_team=is_in_team,
    )
    return replace(found, sides=sides_of(stub, found.teller)) if found.teller else found


def is_for_two(units: Units) -> bool:
    """Returns True where a loop tells the rival's units, or a line only whether one is the bot's
    own, or his ids at the start are as many as the own ones.
    """
    if units.teller is not None and is_mine(units, units.teller):
        return True
    own, others = units.own_ids, units.other_ids
    has_same = own is not None and others is not None and own.read.loops == others.read.loops
    return has_same or units.others is not None


def has_id(item: Item) -> bool:
    """Returns True for a loop over lines of several values, one of them an id."""
    read = item.read
    is_loop = len(read.loops) == 1 and not read.times and bool(item.row)
    return is_loop and bool(ID.fullmatch(id_of(item).python))


def id_of(item: Item) -> Variable:
    """Returns the id of a line: its first value, or behind others if it tells an owner as well."""
    first, *others = item.read.variables
    if ID.fullmatch(first.python) or owner_of(item) is None:
        return first
    ids = [one for one in others if ID.fullmatch(one.python) and not is_owner(one)]
    return next((one for one in ids if not KIND_ID.fullmatch(one.python)), first)


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
                    value = "len(self.own(seat))" if units.others else "len(self.shown(seat))"
                elif tells in {one.name for one in (units.again,) if one}:
                    value = "self.each" if units.again_others else "self.players * self.each"
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
        of = ", True" if units.others else ""
        given[units.item.name] = f"self.{units.unit}_rows(seat{of})"
    if units.others is not None:
        given[units.others.name] = f"self.{units.unit}_rows(seat, False)"
    if units.again is not None:
        of = ", True" if units.again_others else ""
        given[units.again.name] = f"self.start_rows(seat{of})"
    if units.again_others is not None:
        given[units.again_others.name] = "self.start_rows(seat, False)"
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
        elif one == units.owner or is_owner(one):
            value = "owner"
            truth = f"owner == {'seat' if units.me else '0'}"
            if one.kind == "bool":
                value = truth
            elif is_mine(units, one):
                own, other = units.sides or (1, 0)
                value = f"{own} if {truth} else {other}"
        elif one.python in fields:
            value = f"{units.unit}.{one.python}"
        else:
            value = made_up_value(one, numbers)
        found.append(value)
    return ", ".join(found)


def owner_expression(units: Units, most: int) -> str:
    """Returns the expression for the owner of a row's unit, for the bot, "" if the loop says it."""
    if units.id is None or units.others is not None:
        return ""
    row = f"row.{units.id.python}"
    if units.owner is not None:
        return owner_in(units, "row", units.owner)
    if units.teller is not None:
        return f"-1 if told is None else {owner_in(units, 'told', units.teller)}"
    if units.own_ids is not None and most == 2:
        return f"self.me if {row} in self.start.{units.own_ids.name} else 1 - self.me"
    return f"{row} // UNITS_EACH"


def told_owner(units: Units) -> str:
    """Returns the expression for the owner of a unit's line at the start, for the bot, "" where it
    is not needed to find the line of an id.
    """
    owner = owner_of(units.again) if units.again else None
    return "" if owner is None or units.finds_owner else owner_in(units, "row", owner)


def owner_in(units: Units, row: str, owner: Variable) -> str:
    """Returns the expression for the owner of a line's unit, for the bot."""
    value = f"{row}.{owner.python}"
    if units.sides and owner.kind != "bool":
        own, other = units.sides
        return f"{{{own}: self.me, {other}: 1 - self.me}}.get({value}, -1)"
    return f"self.me if {value} else 1 - self.me" if is_mine(units, owner) else value


def is_mine(units: Units, owner: Variable) -> bool:
    """Returns True for a value that says of a unit only if it is the bot's own."""
    return bool(units.sides) or owner.kind == "bool" or bool(MINE.fullmatch(owner.python))


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
        "others": units.others.name if units.others else "",
        "row_line": row_name(rows) if rows else "",
        "row_values": row_arguments(units, rows) if rows else "",
        "again": again.name if again else "",
        "start_fields": once,
        "start_line": row_name(again) if again else "",
        "start_values": row_arguments(units, again) if again else "",
        "id": units.id.python if units.id else "",
        "owner": owner_expression(units, most),
        "finds_told": bool(once) or units.finds_owner,
        "finds_owner": units.finds_owner,
        "told_owner": told_owner(units),
        "again_others": units.again_others.name if units.again_others else "",
        "is_in_team": units.is_in_team,
        "Row": rows.row if rows else "",
        "me_told": units.me,
        "sees_itself_first": not units.me,
        "made_start": made_start,
        "made_turn": made_turn,
        "owed": bot,
        "reply_lines": referee,
        "one_line": is_one_line(stub),
    }


def hint_on(units: Units) -> str:
    """Returns a line about units of a contest that was asked for without, "" if it has none."""
    is_told = units.teller or units.others or units.own_ids
    if units.item is None or units.id is None or not is_told:
        return ""
    return f"{units.item.name} by {units.id.name} look like units of players: --units says how many"


def notes_on(units: Units, stub: Stub, name: str) -> str:
    """Returns how a stub was understood, and what was not, in a line."""
    place = f"bots/{name}/bot.py"
    orders = "all orders in one line"
    if not is_one_line(stub):
        orders = f"{' * '.join(amounts(stub)) or fixed_lines(stub)} lines of orders"
    if units.item is None or units.id is None:
        return (
            f"{orders}; units: no loop of a turn tells them by a number of their own,"
            f" as unitId:int: read them in {place}"
        )
    told = f"{units.item.name} by {units.id.name}" + ", unique in a team" * units.is_in_team
    owner = units.teller
    if units.others is not None:
        whose = f"the rival's in {units.others.name}"
    elif owner is not None:
        own = f" ({(units.sides or (1, 0))[0]}: own)" if is_mine(units, owner) else ""
        whose = f"{owner.name} says whose{own}"
    elif units.own_ids is not None:
        whose = f"{units.own_ids.name} says whose"
    else:
        whose = (
            f"whose they are is told by none of owner, player, team, mine: taken from the number,"
            f" in {place}"
        )
    return f"{orders}; units: {told}, {whose}"
