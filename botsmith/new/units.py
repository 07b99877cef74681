"""The lines of a stub that tell the units, as UNITS says it: for the bot and the referee."""

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
    """Where a stub tells the units.

    item: the loop of a turn; others: that of the rival's units, if it has its own
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
        """Returns name and type of the numbers that a turn tells of a unit."""
        return list(fields_in(self, self.item))

    @property
    def joined_fields(self) -> list[tuple[str, str]]:
        """Returns name and type of the numbers that only `joined` tells."""
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
    """Yields the numbers of a line besides the unit's number, its owner, and what makes it one."""
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
    item = find_loop(kind, kind.loop, turn)
    others = find_loop(kind, kind.others, turn) if kind.others else None
    if not (others or kind.whose.column):
        loops = [one for one in turn.items if one.read.loops]
        others = next((one for one in loops if is_twin(one.read, item.read)), None)
        if others is None:
            raise refused(kind, f"expected whose=COLUMN; columns: {columns(item)}")
        kind = replace(kind, others=others.read.loops[-1])
    if others and [one.kind for one in others.read.variables] != [
        one.kind for one in item.read.variables
    ]:
        raise refused(kind, f"in={kind.loop},{kind.others}: the two loops tell other values")
    for column in filter(None, (kind.id, kind.parts, kind.when)):
        check_column(kind, item, column)
    id_ = column_of(item, kind.id)
    whose = kind.whose
    owner, own_ids, by_rounds = None, None, False
    joined = joined_loops(item, id_, start)
    if whose.loop:
        joined = (find_loop(kind, whose.loop, start, turn),)
        owner = column_of(joined[0], whose.column)
        if owner is None or id_ is None or column_of(joined[0], id_.name) is None:
            raise refused(
                kind,
                f"whose={whose.loop}.{whose.column}: expected columns"
                f" {kind.id or 'id'} and {whose.column} in loop {whose.loop}",
            )
    elif whose.column:
        owner = column_of(item, whose.column)
        by_rounds = owner is None and whose.column in item.read.loops[:-1]
        if owner is None and not by_rounds:
            own_ids = list_of(whose.column, start, turn)
            if own_ids is None or id_ is None:
                raise refused(
                    kind,
                    f"whose={whose.column}: no column of loop {kind.loop}, no list"
                    f" of ids and no loop around it; columns: {columns(item)}",
                )
    if owner is not None and owner.kind in ("word", "string") and not whose.own:
        raise refused(kind, f"whose={owner.name} is a word; expected whose={owner.name}:OWN,RIVAL")
    if owner is not None and MINE.fullmatch(owner.python) and owner.kind == "int":
        kind = kind if whose.own else replace(kind, whose=replace(whose, own="1", other="0"))
    if whose.own == "0" and not whose.other and not me_in(start):  # then it is a player's number
        kind = replace(kind, whose=replace(whose, own=""))
    found = Units(
        *(kind, start, turn, item, others, id_, owner, joined, own_ids, by_rounds, me_in(start)),
    )
    check_values(found)
    check_numbers(found, actors)
    return found


def refused(kind: Kind, reason: str) -> BadInput:
    return BadInput(f"UNITS: {kind.noun}: {reason}")


def find_loop(kind: Kind, name: str, *blocks: Block) -> Item:
    """Returns the loop with an amount, or with a first column, of this name."""
    loops = [one for block in blocks for one in block.items if one.read.loops]
    found = [one for one in loops if one.read.loops[-1] == name]
    wanted = {kind.id, kind.parts, kind.when} - {""}
    if len(found) > 1:
        found = [one for one in found if wanted <= {each.name for each in one.read.variables}]
    found = found or [one for one in loops if one.read.variables[0].name == name]
    if len(found) != 1:
        known = ", ".join(dict.fromkeys(one.read.loops[-1] for one in loops)) or "none"
        what = (
            "no loop of a turn has this amount" if not found else "several loops have this amount"
        )
        more = "; name it by its first column" if found else f"; there are: {known}"
        raise refused(kind, f"in={name}: {what}{more}")
    if found[0].read.times:
        raise refused(kind, f"in={name}: several units in one line cannot be carried")
    return found[0]


def column_of(item: Item, name: str) -> Variable | None:
    return next((one for one in item.read.variables if one.name == name), None)


def columns(item: Item) -> str:
    return " ".join(one.name for one in item.read.variables)


def check_column(kind: Kind, item: Item, name: str) -> None:
    if column_of(item, name) is None:
        raise refused(kind, f"no column {name} in loop {kind.loop}; it has: {columns(item)}")


def check_values(units: Units) -> None:
    """Raises BadInput for values in UNITS that their columns cannot have, and ids of no number."""
    kind, whose = units.kind, units.kind.whose
    for variable in (units.id, column_of(units.item, kind.parts)):
        if variable is not None and variable.kind not in ("int", "long"):
            raise refused(kind, f"{variable.name} is a {variable.kind}; expected a whole number")
    for variable, values in (
        (column_of(units.item, kind.when), kind.values),
        (units.owner, tuple(filter(None, (whose.own, whose.other)))),
    ):
        is_number = variable is not None and variable.kind not in ("word", "string")
        wrong = next((one for one in values if not re.fullmatch(r"-?\d+", one)), "")
        if variable and is_number and wrong:
            raise refused(kind, f"{variable.name} is a {variable.kind}, never {wrong}")


def check_numbers(units: Units, actors: Actors) -> None:
    """Raises BadInput where a fixed number of lines is too small or too large for the units."""
    kind, lines = units.kind, actors.answer.lines
    if lines.isdecimal() and 1 < int(lines) < kind.most:
        raise refused(kind, f"most={kind.most}, and an answer has {lines} lines; expected as many")
    amount = units.item.read.loops[-1]
    sides = 1 if units.others or units.by_rounds else 2
    if amount.isdecimal() and not kind.when and int(amount) != sides * kind.most:
        raise refused(
            kind,
            f"loop {amount} has as many lines in each turn, and most={kind.most};"
            f" expected most={int(amount) // sides}",
        )


def list_of(name: str, *blocks: Block) -> Item | None:
    """Returns the list of single values with this name."""
    items = [one for block in blocks for one in block.items]
    return next(
        (
            one
            for one in items
            if len(one.read.loops) == 1
            and len(one.read.variables) == 1
            and name in (one.read.variables[0].name, one.name)
        ),
        None,
    )


def joined_loops(item: Item, id_: Variable | None, start: Block) -> tuple[Item, ...]:
    """Returns the loops of the start over the same ids: one, or one of each side, the own first."""
    if id_ is None:
        return ()
    found = [
        one
        for one in start.items
        if len(one.read.loops) == 1 and one.row and column_of(one, id_.name) is not None
    ]
    pairs = [(one, two) for one in found for two in found if is_twin(one.read, two.read)]
    own = [pair for pair in pairs if side_of(noun_of(pair[0].read))[0]]
    return own[0] if own else tuple(found[:1])
