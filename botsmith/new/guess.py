"""Guesses who acts, for a stub without UNITS. The author corrects the proposal and pastes it.

The stub's writes give the number of an answer's lines. OUTPUT shows if orders share a line, and if
they begin with an id. If a turn has several orders, units give them, those of the first loop with
ids and owners. Without such a loop the player gives the orders.
"""

import re
from collections.abc import Iterator

from botsmith.errors import BadInput
from botsmith.new.actors import MOST, Actors, parse_actors
from botsmith.new.answers import ID_FIRST, WAITS, is_talk, orders_in
from botsmith.new.blocks import Read, Variable, is_twin, noun_of, side_of
from botsmith.new.stub import Stub
from botsmith.new.units import MINE

OWNER = re.compile(rf"(?:.*_)?(?:owner|player|team)(?:_id|_idx|_index)?|{MINE.pattern}")
# "1 if yours", "2=opponent hero", "2 a hero of the opponent": a value, and whose it means.
MEANING = re.compile(r"(?<![\w-])(-?\d+)\b\W{0,3}((?:(?!-?\d)[^,;.\n])*)")
YOURS = re.compile(r"(?i)\b(you|yours?|me|my|mine|own|ally|allied|friendly|player'?s)\b")
RIVALS = re.compile(r"(?i)\b(opp\w*|enem\w*|foes?\b|rival\w*|other (?:player|robot|side)\w*)")
ID = re.compile(r"(?:.*_)?id")
KIND_ID = re.compile(r".*(?:type|kind|class|parent|target|cell)_id")
OWN_ID = re.compile(r"(?:my|own|ally)_.*id")
OWNS = re.compile(
    r"(?i)\bowner\b|\bwhose\b|\bwhich (?:player|team)|\b(?:team|player)(?:'s)? (?:number|id|of)\b"
)
LISTS = re.compile(
    r"(?i)any number of|several|separated|between|a list of|multiple|one or more|(?:up|as many)"
    r" (?:to|as)[^|\n]*(?:actions|orders|commands)|semicolon|one after"
)
SIGN = re.compile(r"(?i)(?:with|by|separat\w+(?:\s+\w+)*|using)\W*?([;|,/])|([;|,/])\W{0,2}between")
WRITTEN_FIRST = re.compile(r"\d+(?:(;)\s*|[ ]+)(?=[A-Z])")
SOME = 8  # units or orders of a side, where nothing says how many
RANGE = re.compile(r"(\d{1,2})(?:\.\.(\d{1,2}))?")


def guess_actors(stub: Stub, most: int = 0, players: int = 2) -> Actors:
    """Returns the actors who probably give orders.

    most: units of a player at most, as --units says, 0 without it
    players: the largest number of players
    """
    first, sign, mark = stub.writes[0], separator_of(stub), id_mark(stub)
    lines = str(sum(write.times * len(write.texts) for write in stub.writes))
    if len(stub.writes) == len(first.texts) == 1 and not all(map(str.isdecimal, first.loops)):
        lines = "*".join(first.loops)
    form = f"lines={lines}" if lines != "1" or not (sign or most) else f"sep={sign or ';'}"
    is_one = form == "lines=1"
    count = most or (1 if is_one else int(lines) if lines.isdecimal() and lines != "1" else SOME)
    found = None if is_one or len({*texts_of(stub)}) > 1 else find_unit_loop(stub)
    places = ",".join(id_places(stub, found[0])) if found and not mark else ""
    if found and (most or lines != "1" or mark or places):
        ids = f" id=first{mark.strip()}" if mark else f" id={places}" if places else ""
        unit = found[1] if players == 2 else found[1].partition(":")[0]  # of one rival alone
        hand = hand_beside(stub, places) if places and "sep=" in form else ""
        return parse_actors(f"{unit} most={min(count, MOST // 2)}{hand} | answer {form}{ids}")
    return parse_actors(f"hand most={min(count, MOST // 2)} | answer {form}")


def with_units(actors: Actors, most: int) -> Actors:
    """Returns the actors, with the largest number of units from --units. Raises BadInput if they
    have no kind of unit.
    """
    if actors.unit is None:
        raise BadInput(f"--units: UNITS says no kind of unit: {actors.text}")
    said = rf"(\b{actors.unit.noun} [^|]*\bmost=)\d+"
    return parse_actors(re.sub(said, rf"\g<1>{most}", actors.text))


def range_of(option: str, text: str, least: int, most: int) -> tuple[int, int]:
    """Returns A and B of A..B, or N and N of N. Raises BadInput unless least <= A <= B <= most.

    option: the option's name, for the message
    """
    found = RANGE.fullmatch(text)
    low, high = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not least <= low <= high <= most:
        wanted = f"a number of {least}..{most}, or two as {least}..{least + 2}"
        raise BadInput(f"{option} {text}: expected {wanted}")
    return low, high


# ---- The answer


def texts_of(stub: Stub) -> list[str]:
    """Returns all lines that the stub writes in a turn."""
    return [text for write in stub.writes for text in write.texts]


def separator_of(stub: Stub) -> str:
    """Returns the sign between the orders of a line, "" if a line has one order."""
    is_list = any(re.search(r"\w;\s*[A-Z\d]", text) for text in texts_of(stub))
    if is_list and id_mark(stub) != ";":
        return ";"
    bare = re.sub(r"[<{\[][^<>{}\[\]]*[>}\]]", "", stub.output)
    found = SIGN.search(bare)
    return ((found[1] or found[2]) if found else ";") if LISTS.search(bare) else ""


def id_mark(stub: Stub) -> str:
    """Returns the sign between a unit's id and the order behind it, a blank or ;. Returns "" if
    orders do not begin with an id.
    """
    written, shown = map(WRITTEN_FIRST.match, texts_of(stub)), ID_FIRST.search(stub.output)
    marks = [*(one[1] or " " for one in written if one), *([shown[3] or " "] if shown else [])]
    return "".join(marks[:1])


def id_places(stub: Stub, item: Read) -> Iterator[str]:
    """Yields VERB.1 for each order whose first value is the id of the acting unit.

    It yields none if this id may be another unit's, as in SHOOT id alone or beside MOVE x y.

    item: the loop over the units
    """
    verbs = [verb for verb in orders_in(stub) if verb.words and verb.values]
    own = {id_of(item).python, f"{unit_noun(item)}_id"}
    firsts = {verb.values[0].name for verb in verbs}
    found = [verb for verb in verbs if verb.values[0].name in {*own, "id"}]
    is_sure = own & firsts - {"id"} or any(len(verb.values) > 1 for verb in found)
    if is_sure and not {"x", "row", "col", "column"} & firsts:
        yield from dict.fromkeys(f"{verb.name}.1" for verb in found)


def hand_beside(stub: Stub, places: str) -> str:
    """Returns the words of UNITS for the orders without a unit's id, "" for none. In a line where
    others have an id these are the player's.

    places: VERB.1 of the orders with an id, with commas between
    """
    said = {*places.split(","), *(f"{wait}.1" for wait in WAITS)}
    names = dict.fromkeys(one.name for one in orders_in(stub) if not is_talk(one))
    verbs = [name for name in names if f"{name}.1" not in said]
    return f" | hand most=2 verbs={','.join(verbs)}" * bool(verbs)


# ---- The units


def find_unit_loop(stub: Stub) -> tuple[Read, str] | None:
    """Returns the loop that probably lists the units, a single one over lines of several values,
    and its words in UNITS. Returns None if no loop has both ids and owners.
    """
    loops = [one for one in stub.turn.lists if len(one.loops) == 1 and one.row and not one.times]
    loops = [one for one in loops if ID.fullmatch(id_of(one).python)]
    loops.sort(key=lambda item: not any(map(is_owner, item.variables)))
    for item in loops:
        rival = next((one for one in loops if is_twin(one, item)), None)
        if rival and side_of(noun_of(rival))[0]:
            item, rival = rival, item
        whose = "" if rival else whose_in(stub, item)
        if rival or whose:
            amounts = ",".join(one.loops[0] for one in (item, rival) if one)
            return item, f"{unit_noun(item)} in={amounts} id={id_of(item).name} {whose}"
    return None


def whose_in(stub: Stub, item: Read) -> str:
    """Returns the word whose=... of UNITS for a loop's units, "" if the stub names no owner."""
    for one in item.variables:
        own, other = owner_values(stub, one)
        is_said = own is not None and (other is not None or own in ("0", "1"))
        is_said = is_said or bool(OWNS.search(stub.comments.get(one.name, "")))
        if one.kind == "bool" and is_owner(one):
            return f"whose={one.name}"
        if one.kind == "int" and (is_owner(one) or is_said):
            own = own or ("1" if MINE.fullmatch(one.python) else None)
            other = other or ({"0": "1", "1": "0"}.get(own) if own else None)
            return f"whose={one.name}" + f":{own},{other}" * bool(own and other)
    for block in (stub.start, stub.turn):
        for again in (one for one in block.lists if one.loops):
            first, *more = again.variables
            if not more and OWN_ID.fullmatch(first.python):
                return f"whose={first.name}"
            owner = next(filter(is_owner, more), None)
            if block is stub.start and first.name == id_of(item).name and owner:
                return f"whose={again.loops[0]}.{owner.name}"
    return ""


def owner_values(stub: Stub, variable: Variable) -> tuple[str | None, str | None]:
    """Returns a column's value for the bot's units and for the rival's, as the stub's comment says;
    None where it says nothing.
    """
    own, other = None, None
    for value, text in MEANING.findall(stub.comments.get(variable.name, "")):
        is_own, is_rivals = YOURS.search(text), RIVALS.search(text)
        if is_rivals and (not is_own or is_rivals.start() < is_own.start()):
            other = other or value
        elif is_own:
            own = own or value
    return own, other


def is_owner(variable: Variable) -> bool:
    """Returns True for an int or bool whose name is usual for an owner."""
    return variable.kind in ("int", "bool") and bool(OWNER.fullmatch(variable.python))


def id_of(item: Read) -> Variable:
    """Returns the variable that is most likely a line's id: the first, or, in a line with an owner,
    an id behind it.
    """
    first, *others = item.variables
    if ID.fullmatch(first.python) or not any(map(is_owner, item.variables)):
        return first
    ids = [one for one in others if ID.fullmatch(one.python) and not is_owner(one)]
    return next((one for one in ids if not KIND_ID.fullmatch(one.python)), first)


def unit_noun(item: Read) -> str:
    """Returns the noun for a loop's units, in snake_case: agent for agentId."""
    return id_of(item).python.removesuffix("id").strip("_") or noun_of(item)
