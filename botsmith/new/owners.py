"""Whose a unit is, by the names and the comments of a stub's values."""

import re

from botsmith.new.readers import Item
from botsmith.new.stub import Stub, Variable

OWNER = re.compile(
    r"(?:.*_)?(?:owner|player|team)(?:_id|_idx|_index)?|(?:is_)?(?:mine|ally|friendly|own)"
)
MINE = re.compile(r"(?:is_)?(?:mine|ally|friendly|own)")
SIDES = re.compile(
    r"(?<![\w-])(-?\d)\W{0,3}(?:is |if |for )?(?:it'?s |an? )?"
    r"(?:(your?|me|my|mine|own)|opp|enem|foe|riv)"
)


def sides_of(stub: Stub, owner: Variable) -> tuple[int, int] | None:
    """Returns a value's meanings in the statement: (1, 0) for `1 if yours, 0 if the enemy's`."""
    said = SIDES.findall(stub.comments.get(owner.name, "").lower())
    own = [int(number) for number, mine in said if mine]
    others = [int(number) for number, mine in said if not mine]
    return (own[0], others[0] if others else 1 - own[0]) if own else None


def says_both(stub: Stub, variable: Variable) -> bool:
    """Returns True for a value that says whose a unit is, whatever it is called."""
    said = SIDES.findall(stub.comments.get(variable.name, "").lower())
    return variable.kind == "int" and len({bool(mine) for _, mine in said}) == 2


def owner_of(item: Item) -> Variable | None:
    """Returns the value of a line that says who owns the unit."""
    return next((one for one in item.read.variables if is_owner(one)), None)


def is_owner(variable: Variable) -> bool:
    return variable.kind in ("int", "bool") and bool(OWNER.fullmatch(variable.python))
