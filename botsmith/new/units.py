"""The loops of a stub whose lines are units, as UNITS says it: for the bot and the referee."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from botsmith.errors import BadInput
from botsmith.new.actors import Actors, Kind
from botsmith.new.readers import (
    Block,
    Item,
    blocks_of,
    is_twin,
    noun_of,
    plural,
    side_of,
)
from botsmith.new.stub import Stub, Variable, python_name

ME = re.compile(
    r"me|my_(?:player_|team_)?(?:id|idx|index|team)|player_(?:id|idx|index)|my_number|team|my_player|id"
)
MINE = re.compile(r"(?:is_)?(?:mine|ally|friendly|own)")
TAKEN = {"state", "number", "cell", "player", "turn", "point", "prize", "row", "own", "owner"}
TAKEN |= {"place", "health", "move", "count", "start", "line", "order", "node", "tree", "seat"}
TAKEN |= {"world", "setting", "memory", "plan", "beam", "reader", "target", "prizes", "key", "find"}
TAKEN |= {"hand", "answer", "slot", "id", "told", "verb", "value", "values", "side", "rows"}
FIELDS = {"int": "int", "long": "int", "bool": "bool", "float": "float"}


@dataclass(frozen=True)
class Units:
    """The loops and columns of a stub that report the units.

    item: the loop of a turn
    others: the loop of the rival's units, if they have their own
    id, owner: columns of `item`; owner of `joined` if UNITS says so
    joined: loops of the start, or of the turn, over the same ids; two where each side has its own
    own_ids: a list of the own ids
    by_rounds: True if a loop around `item` goes through the players
    """

    kind: Kind
    start: Block
    turn: Block
    item: Item
    others: Item | None = None
    id: Variable | None = None
    owner: Variable | None = None
    joined: tuple[Item, ...] = ()
    own_ids: Item | None = None
    by_rounds: bool = False
    me: str = ""

    @property
    def unit(self) -> str:
        """Returns the name of one of them in Python."""
        noun = python_name(self.kind.noun)
        return "unit" if noun in TAKEN or plural(noun) == noun else noun

    @property
    def finds_owner(self) -> bool:
        """Returns True if only another loop says whose a unit is, by its id."""
        return self.owner is not None and self.owner not in self.item.read.variables

    @property
    def has_sides(self) -> bool:
        """Returns True if `joined` says whose a line is, so that both sides may use an id."""
        whose = self.owner.name if self.owner and not self.finds_owner else ""
        return len(self.joined) > 1 or any(column_of(one, whose) for one in self.joined)

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Returns name and type of a unit's numbers in the lines of a turn."""
        return list(fields_in(self, self.item))

    @property
    def joined_fields(self) -> list[tuple[str, str]]:
        """Returns name and type of the numbers that stand in `joined` alone."""
        known = dict(self.fields)
        rest = fields_in(self, self.joined[0]) if self.joined else ()
        return [field for field in rest if field[0] not in known]

    @property
    def fixed(self) -> bool:
        """Returns True if each turn's lines list all units, so that a missing one is gone."""
        loops = self.item.read.loops
        told = {one.name for one in self.turn.plain}
        return self.kind.when == "" and not any(amount in told for amount in loops)


def fields_in(units: Units, item: Item) -> Iterator[tuple[str, str]]:
    """Yields name and type of a line's numbers, without the unit's id, its owner, and its kind."""
    kind = units.kind
    others = {kind.id, kind.parts, kind.when, units.owner.name if units.owner else ""}
    for one in item.read.variables:
        if one.name not in others and one.kind in FIELDS:
            yield one.field, FIELDS[one.kind]


def me_in(start: Block) -> str:
    """Returns the name of the player's own number in the lines of the start, "" without one."""
    return next((one.python for one in start.plain if ME.fullmatch(one.python)), "")


# ---- From UNITS to the stub's loops


def find_units(stub: Stub, actors: Actors) -> Units | None:
    """Returns the places of the units in the stub's lines, None for a hand alone. Raises BadInput
    if the lines have no units.
    """
    kind = actors.unit
    if kind is None:
        return None
    start, turn = blocks_of(stub)
    item, others = find_loop(kind, kind.loop, turn), None
    kinds, has = [one.kind for one in item.read.variables], f"columns: {columns(item)}"
    if kind.others:
        others = find_loop(kind, kind.others, turn)
        is_other = [one.kind for one in others.read.variables] != kinds
        reason = f"in={kind.loop},{kind.others}: the two loops tell other values"
        refuse_if(is_other, kind, reason)
    elif not kind.whose.column:
        loops = [one for one in turn.items if one.read.loops]
        others = next((one for one in loops if is_twin(one.read, item.read)), None)
        refuse_if(others is None, kind, f"expected whose=COLUMN; {has}")
        kind = replace(kind, others=others.read.loops[-1] if others else "")
    for name in filter(None, (kind.id, kind.parts, kind.when)):
        is_missing, reason = column_of(item, name) is None, f"no column {name} in loop {kind.loop}"
        refuse_if(is_missing, kind, f"{reason}; it has: {columns(item)}")
    id_ = column_of(item, kind.id)
    whose = kind.whose
    owner, own_ids, by_rounds = column_of(item, whose.column), None, False
    joined = joined_loops(item, id_, start)
    if whose.loop:
        joined = (find_loop(kind, whose.loop, start, turn),)
        owner = column_of(joined[0], whose.column)
        is_joined = id_ and column_of(joined[0], id_.name)
        wanted = f"columns {kind.id or 'id'} and {whose.column} in loop {whose.loop}"
        reason = f"whose={whose.loop}.{whose.column}: expected {wanted}"
        refuse_if(not (owner and is_joined), kind, reason)
    elif whose.column and owner is None:
        by_rounds = whose.column in item.read.loops[:-1]
        own_ids = None if by_rounds else list_of(whose.column, start, turn)
        reason = f"no column of loop {kind.loop}, no list of ids and no loop around it; {has}"
        is_nothing = not (by_rounds or (own_ids and id_))
        refuse_if(is_nothing, kind, f"whose={whose.column}: {reason}")
    if owner is not None and not whose.own:
        reason = f"whose={owner.name} is a word; expected whose={owner.name}:OWN,RIVAL"
        refuse_if(owner.kind in ("word", "string"), kind, reason)
        if MINE.fullmatch(owner.python) and owner.kind == "int":
            kind = replace(kind, whose=replace(whose, own="1", other="0"))
    if whose.own == "0" and not whose.other and not me_in(start):  # then it is a player's number
        kind = replace(kind, whose=replace(whose, own=""))
    found = Units(
        *(kind, start, turn, item, others, id_, owner, joined, own_ids, by_rounds, me_in(start)),
    )
    check_values(found)
    check_numbers(found, actors)
    return found


def refuse_if(is_wrong: bool, kind: Kind, reason: str) -> None:
    """Raises BadInput if the stub does not bear out what UNITS says of a kind of unit."""
    if is_wrong:
        raise BadInput(f"UNITS: {kind.noun}: {reason}")


def find_loop(kind: Kind, name: str, *blocks: Block) -> Item:
    """Returns the loop with an amount, or with a first column, of this name. Raises BadInput for
    none, for several, and for a loop of several units a line.
    """
    loops = [one for block in blocks for one in block.items if one.read.loops]
    found = [one for one in loops if one.read.loops[-1] == name]
    if len(found) > 1:
        wanted = {kind.id, kind.parts, kind.when} - {""}
        found = [one for one in found if wanted <= {each.name for each in one.read.variables}]
    found = found or [one for one in loops if one.read.variables[0].name == name]
    known = ", ".join(dict.fromkeys(one.read.loops[-1] for one in loops)) or "none"
    reason = f"in={name}: no loop of a turn has this amount; there are: {known}"
    refuse_if(not found, kind, reason)
    reason = f"in={name}: several loops have this amount; name it by its first column"
    refuse_if(len(found) > 1, kind, reason)
    is_wide = found[0].read.times != ""
    refuse_if(is_wide, kind, f"in={name}: several units in one line cannot be carried")
    return found[0]


def column_of(item: Item, name: str) -> Variable | None:
    """Returns the variable of a loop's lines that the stub calls so, None without one."""
    return next((one for one in item.read.variables if one.name == name), None)


def columns(item: Item) -> str:
    """Returns the names of the variables in a loop's lines, blanks between."""
    return " ".join(one.name for one in item.read.variables)


def check_values(units: Units) -> None:
    """Raises BadInput for values in UNITS that their columns cannot have, and ids of no number."""
    kind, whose = units.kind, units.kind.whose
    parts, when = column_of(units.item, kind.parts), column_of(units.item, kind.when)
    for one in filter(None, (units.id, parts)):
        is_other = one.kind not in ("int", "long")
        refuse_if(is_other, kind, f"{one.name} is a {one.kind}; expected a whole number")
    for column, values in ((when, kind.values), (units.owner, (whose.own, whose.other))):
        if column and column.kind not in ("word", "string"):
            for value in values:
                is_wrong = not re.fullmatch(r"(-?\d+)?", value)
                refuse_if(is_wrong, kind, f"{column.name} is a {column.kind}, never {value}")


def check_numbers(units: Units, actors: Actors) -> None:
    """Raises BadInput where a fixed number of lines is too small or too large for the units."""
    kind, lines, amount = units.kind, actors.answer.lines, units.item.read.loops[-1]
    are_few = lines.isdecimal() and 1 < int(lines) < kind.most
    reason = f"most={kind.most}, and an answer has {lines} lines; expected as many"
    refuse_if(are_few, kind, reason)
    sides = 1 if units.others or units.by_rounds else 2
    if amount.isdecimal() and not kind.when:
        reason = f"loop {amount} has as many lines in each turn, and most={kind.most}; expected"
        is_other = int(amount) != sides * kind.most
        refuse_if(is_other, kind, f"{reason} most={int(amount) // sides}")


def list_of(name: str, *blocks: Block) -> Item | None:
    """Returns the list of single values with this name, None without one."""
    for item in (one for block in blocks for one in block.items):
        if len(item.read.loops) == len(item.read.variables) == 1:
            if name in (item.read.variables[0].name, item.name):
                return item
    return None


def joined_loops(item: Item, id_: Variable | None, start: Block) -> tuple[Item, ...]:
    """Returns the loops of the start over the same ids: one, or one of each side, the own first."""
    name = id_.name if id_ else ""
    loops = [one for one in start.items if len(one.read.loops) == 1 and one.row]
    found = [one for one in loops if column_of(one, name)]
    pairs = [(one, two) for one in found for two in found if is_twin(one.read, two.read)]
    own = [pair for pair in pairs if side_of(noun_of(pair[0].read))[0]]
    return own[0] if own else tuple(found[:1])
