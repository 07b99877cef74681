"""Finds the units of a contest, as UNITS names them, in the loops of its stub."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from botsmith.errors import BadInput
from botsmith.new.actors import Actors, Kind, Whose
from botsmith.new.blocks import (
    WHOLE,
    Block,
    Read,
    Variable,
    is_twin,
    noun_of,
    plural,
    python_name,
    side_of,
)
from botsmith.new.stub import Stub

MINE = re.compile(r"(?:is_)?(?:mine|ally|friendly|own)")
TAKEN = {"state", "number", "cell", "player", "turn", "point", "prize", "row", "own", "owner"}
TAKEN |= {"place", "health", "move", "count", "start", "line", "order", "node", "tree", "seat"}
TAKEN |= {"world", "setting", "memory", "plan", "beam", "reader", "target", "prizes", "key", "find"}
TAKEN |= {"hand", "answer", "slot", "id", "told", "verb", "value", "values", "side", "rows"}
Fields = list[tuple[str, str]]  # names and types


@dataclass
class Units:
    """The loops and columns of a stub that report the units.

    kind: the kind of unit in UNITS
    stub: the stub
    loop: the loop of a turn over the units
    others: the loop over the rival's units if they have their own; then `loop` has the bot's
    id, owner: columns of `loop`, None without one; owner may be a column of `joined`
    joined: loops with the same ids, which add columns; two if each side has its own
    own_ids: a list of the ids of the bot's units
    by_rounds: True if a loop around `loop` has a round for each player
    """

    kind: Kind
    stub: Stub
    loop: Read
    others: Read | None = None
    id: Variable | None = None
    owner: Variable | None = None
    joined: tuple[Read, ...] = ()
    own_ids: Read | None = None
    by_rounds: bool = False

    @property
    def unit(self) -> str:
        """Returns the Python name of a single unit."""
        noun = python_name(self.kind.noun)
        return "unit" if noun in TAKEN or plural(noun) == noun else noun

    @property
    def rival_ids(self) -> Read | None:
        """Returns the list of the rival's ids beside `own_ids`, None without one."""
        if self.own_ids is None:
            return None
        block = self.stub.turn if self.own_ids.block == "turn" else self.stub.start
        wanted = False, side_of(self.own_ids.variables[0].python)[1]
        lists = [one for one in block.lists if one.loops and not one.row]
        return next((one for one in lists if side_of(one.variables[0].python) == wanted), None)

    @property
    def finds_owner(self) -> bool:
        """Returns True if the owner is a column of another loop, found by the unit's id."""
        return self.owner is not None and self.owner not in self.loop.variables

    @property
    def has_sides(self) -> bool:
        """Returns True if the lines of `joined` show the side, so that both sides may use the same
        id.
        """
        whose = self.owner.name if self.owner and not self.finds_owner else ""
        return len(self.joined) > 1 or any(one.column(whose) for one in self.joined)

    @property
    def has_one_rival(self) -> bool:
        """Returns True if the lines only tell own units from others, so that there can be
        one rival.
        """
        is_bool = self.owner is not None and self.owner.kind == "bool"
        return bool(self.kind.whose.own or self.others or self.own_ids) or is_bool

    @property
    def fields(self) -> Fields:
        """Returns the Python name and type of each number in the lines of `loop`; none if a unit
        has several lines.
        """
        return [] if self.kind.parts else self.fields_in(self.loop)

    @property
    def joined_fields(self) -> Fields:
        """Returns the Python name and type of each number that only the lines of `joined` have."""
        known = dict(self.fields)
        rest = self.fields_in(self.joined[0]) if self.joined else []
        return [field for field in rest if field[0] not in known]

    @property
    def has_fixed_count(self) -> bool:
        """Returns True if the loop has as many lines in every turn, so that no unit
        ever disappears.
        """
        counts = {one.name for one in self.stub.turn.plain}
        return self.kind.when == "" and counts.isdisjoint(self.loop.loops)

    def fields_in(self, loop: Read) -> Fields:
        """Returns the Python name and type of each number in a loop's lines, without the columns of
        id, parts, when and owner.
        """
        kind = self.kind
        others = {kind.id, kind.parts, kind.when, self.owner.name if self.owner else ""}
        numbers = [one for one in loop.variables if one.name not in others and one.type != "str"]
        return [(one.field, one.type) for one in numbers]


# ---- From UNITS to the stub's loops


def find_units(stub: Stub, actors: Actors) -> Units | None:
    """Returns the units in the stub's lines, None if only a hand gives orders. Without whose= and a
    second loop in UNITS, a twin of the loop has the rival's units. Raises BadInput if the lines do
    not have what UNITS says.
    """
    kind = actors.unit
    if kind is None:
        return None
    loop, others = find_loop(kind, kind.loop, stub.turn), None
    if kind.others:
        others = find_loop(kind, kind.others, stub.turn)
        reason = f"in={kind.loop},{kind.others}: the two loops have other values"
        refuse_if(others.kinds != loop.kinds, kind, reason)
    elif not kind.whose.column:
        twins = [one for one in stub.turn.lists if one.loops and is_twin(one, loop)]
        refuse_if(not twins, kind, f"expected whose=COLUMN; columns: {loop.columns}")
        others = twins[0]
        kind = replace(kind, others=others.loops[-1])
    units = Units(kind, stub, loop, others, loop.column(kind.id))
    for name in filter(None, (kind.id, kind.parts, kind.when)):
        reason = f"no column {name} in loop {kind.loop}; it has: {loop.columns}"
        refuse_if(not loop.column(name), kind, reason)
    find_owner(units)
    units.kind = replace(units.kind, whose=whose_values(units))
    check_values(units)
    return units


def find_owner(units: Units) -> None:
    """Finds the source of the units' owners, as whose= names it: a column, a list or a loop. Raises
    BadInput if the stub does not have it.
    """
    kind, loop, whose, stub = units.kind, units.loop, units.kind.whose, units.stub
    if whose.loop:
        joined = find_loop(kind, whose.loop, stub.start, stub.turn)
        units.owner, units.joined = joined.column(whose.column), (joined,)
        wanted = f"columns {kind.id or 'id'} and {whose.column} in loop {whose.loop}"
        reason = f"whose={whose.loop}.{whose.column}: expected {wanted}"
        refuse_if(not (units.owner and joined.column(kind.id)), kind, reason)
        return
    # The start's loops with the units' ids: at most one, or one of each side, the own first.
    start = [one for one in stub.start.lists if len(one.loops) == 1 and one.row]
    found = [one for one in start if one.column(kind.id)]
    pairs = [(one, two) for one in found for two in found if is_twin(one, two)]
    own = [pair for pair in pairs if side_of(noun_of(pair[0]))[0]]
    units.owner, units.joined = loop.column(whose.column), own[0] if own else tuple(found[:1])
    if not whose.column or units.owner:
        return
    units.by_rounds = whose.column in loop.loops[:-1]
    if not units.by_rounds:
        units.own_ids = find_list(whose.column, stub.start.lists + stub.turn.lists)
        reason = f"no column of loop {kind.loop}, no list of ids and no loop around it"
        is_list = units.own_ids is not None and units.id is not None
        refuse_if(not is_list, kind, f"whose={whose.column}: {reason}; columns: {loop.columns}")


def whose_values(units: Units) -> Whose:
    """Returns the owner of a unit in UNITS, with the values 1 and 0 if its name is like "mine".
    Raises BadInput if the owner is a word and UNITS says no values.
    """
    owner, whose = units.owner, units.kind.whose
    if owner is not None and not whose.own:
        reason = f"whose={owner.name} is a word; expected whose={owner.name}:OWN,RIVAL"
        refuse_if(owner.type == "str", units.kind, reason)
        if MINE.fullmatch(owner.python) and owner.kind == "int":
            return replace(whose, own="1", other="0")
    is_number = whose.own == "0" and not whose.other and not units.stub.me  # a player's
    return replace(whose, own="") if is_number else whose


def refuse_if(is_wrong: object, kind: Kind, reason: str) -> None:
    """Raises BadInput, with the unit's noun and `reason`, if `is_wrong` is true."""
    if is_wrong:
        raise BadInput(f"UNITS: {kind.noun}: {reason}")


def find_loop(kind: Kind, name: str, *blocks: Block) -> Read:
    """Returns the loop with this amount, or else with this first column. Raises BadInput for none,
    for several, and for a loopline, which has several units in a line.
    """
    loops = [one for block in blocks for one in block.lists if one.loops]
    found = [one for one in loops if one.loops[-1] == name]
    if len(found) > 1:
        wanted = {kind.id, kind.parts, kind.when} - {""}
        found = [one for one in found if all(map(one.column, wanted))]
    found = found or [one for one in loops if one.variables[0].name == name]
    known = ", ".join(dict.fromkeys(one.loops[-1] for one in loops)) or "none"
    refuse_if(not found, kind, f"in={name}: no loop of a turn has this amount; there are: {known}")
    reason = f"in={name}: several loops have this amount; name it by its first column"
    refuse_if(len(found) > 1, kind, reason)
    refuse_if(found[0].times, kind, f"in={name}: several units in one line cannot be carried")
    return found[0]


def check_values(units: Units) -> None:
    """Raises BadInput if an id is no whole number, if a column cannot have a value that UNITS says,
    or if most= differs from the fixed number of lines.
    """
    kind, loop, whose = units.kind, units.loop, units.kind.whose
    for one in filter(None, (units.id, loop.column(kind.parts))):
        reason = f"{one.name} is a {one.kind}; expected a whole number"
        refuse_if(one.kind not in WHOLE, kind, reason)
    said = ((loop.column(kind.when), kind.values), (units.owner, (whose.own, whose.other)))
    for column, values in said:
        if column is not None and column.type != "str":
            for value in values:
                is_wrong = not re.fullmatch(r"(-?\d+)?", value)
                refuse_if(is_wrong, kind, f"{column.name} is a {column.kind}, never {value}")
    amount = loop.loops[-1]
    sides = 1 if units.others or units.by_rounds else 2
    if amount.isdecimal() and not kind.when:
        reason = f"loop {amount} has as many lines in each turn, and most={kind.most}; expected"
        refuse_if(int(amount) != sides * kind.most, kind, f"{reason} most={int(amount) // sides}")


def find_list(name: str, lists: Sequence[Read]) -> Read | None:
    """Returns the list of single values with this stub or Python name, None without one."""
    single = [one for one in lists if len(one.loops) == len(one.variables) == 1]
    return next((one for one in single if name in (one.variables[0].name, one.python)), None)
