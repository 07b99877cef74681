"""A guess at who acts, for a stub without UNITS: a proposal that its author corrects and pastes.

What the stub writes says how many lines an answer has; OUTPUT says whether orders share a line and
whether they begin with an id. Units are looked for where orders are more than one.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from botsmith.errors import BadInput
from botsmith.new.actors import MOST, Actors, Kind, parse_actors
from botsmith.new.answers import commands
from botsmith.new.readers import Block, Item, blocks_of, is_twin, noun_of, side_of
from botsmith.new.stub import Stub, Variable, python_name
from botsmith.new.units import MINE

OWNER = re.compile(
    r"(?:.*_)?(?:owner|player|team)(?:_id|_idx|_index)?|(?:is_)?(?:mine|ally|friendly|own)"
)

# "1 if yours", "2=opponent hero", "2 a hero of the opponent": a value, and whose it means.
MEANING = re.compile(r"(?<![\w-])(-?\d+|[A-Z][A-Z_]+)\b\W{0,3}((?:(?!-?\d)[^,;.\n])*)")
YOURS = re.compile(r"(?i)\b(you|yours?|me|my|mine|own|ally|allied|friendly|player'?s)\b")
RIVALS = re.compile(r"(?i)\b(opp\w*|enem\w*|foes?\b|rival\w*|other (?:player|robot|side)\w*)")
ID = re.compile(r"(?:.*_)?id")
KIND_ID = re.compile(r".*(?:type|kind|class|parent|target|cell)_id")
OWN_ID = re.compile(r"(?:my|own|ally)_.*id")
OWNS = re.compile(
    r"(?i)\bowner\b|\bwhose\b|\bwhich (?:player|team)|\b(?:team|player)(?:'s)? (?:number|id)\b"
)
LISTS = re.compile(
    r"(?i)any number of|several|separated|between|a list of|multiple|one or more|(?:up|as many)"
    r" (?:to|as)[^|\n]*(?:actions|orders|commands)|semicolon|one after"
)
SIGN = re.compile(
    r"""(?i)(?:with|by|separat\w+(?:\s+\w+)*|semicolon\w*|using)\W*([;|,/])|([;|,/])\W*between"""
)
ID_FIRST = re.compile(
    r"""(?:^|(?<=[|"'`:(;])|(?<=: ))\s*[<{]?(?:id|\w*I[dD]|\w+_id)[>}]?(?:(;)\s*|[ ]+)"""
    r"(?=[<{]?(?:[A-Z]{2}|(?i:action|command|order|direction|move)))",
    re.MULTILINE,
)
WRITTEN_FIRST = re.compile(r"\d+(?:(;)\s*|[ ]+)(?=[A-Z])")
SOME = 8  # units or orders of a side, where nothing says how many
UNITS = re.compile(r"(\d{1,2})(?:\.\.(\d{1,2}))?")


def guess_actors(stub: Stub, units: str = "") -> Actors:
    """Returns who probably acts. units: N or A..B of --units, "" if nobody says how many."""
    most = units_of(units)[1] if units else 0
    lines = lines_of(stub)
    sign = separator_of(stub)
    mark = id_mark(stub)
    form = f"lines={lines}" if lines != "1" else f"sep={sign}" if sign else "lines=1"
    start, turn = blocks_of(stub)
    loops = [*filter(has_id, turn.items)]
    has_ids = any(any(id_places(stub, id_of(one).name, noun(one), not sign)) for one in loops)
    is_many = lines != "1" or bool(sign and mark) or has_ids
    count = most or (int(lines) if lines.isdecimal() and lines != "1" else SOME)
    kind = None
    if most > 1 or (most != 1 and is_many and len({*texts_of(stub)}) == 1):
        kind = kind_in(stub, start, turn, count)
    if kind is None:
        count = 1 if lines == "1" and not sign and not most else count
        return parse_actors(f"hand most={min(count, MOST // 2)} | answer {form}")
    if lines == "1" and not sign:
        form = "sep=;"
    places = ",".join(id_places(stub, kind.id, kind.noun)) if kind.id and not mark else ""
    ids = f" id=first{mark.strip()}" if mark else f" id={places}" if places else ""
    return parse_actors(f"{text_of(kind)} | answer {form}{ids}")


def texts_of(stub: Stub) -> list[str]:
    """Returns what the stub writes."""
    return [text for write in stub.writes for text in write.texts]


def with_units(actors: Actors, units: str) -> Actors:
    """Returns the actors with as many units as --units says. Raises BadInput without a unit."""
    most = units_of(units)[1]
    if actors.unit is None:
        raise BadInput(f"--units {units}: UNITS says no kind of unit: {actors.text}")
    return replace(actors, unit=replace(actors.unit, most=most))


def units_of(text: str) -> tuple[int, int]:
    """Returns the fewest and most units of a player in N or A..B. Raises BadInput for others."""
    found = UNITS.fullmatch(text)
    fewest, each = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= fewest <= each <= MOST // 2:
        raise BadInput(f"--units {text}: expected a number of 1..{MOST // 2}, or two as 1..6")
    return fewest, each


def text_of(kind: Kind) -> str:
    """Returns a kind of unit as UNITS says it."""
    whose = kind.whose
    name = f"{whose.loop}.{whose.column}" if whose.loop else whose.column
    values = ",".join(filter(None, (whose.own, whose.other)))
    words = [
        kind.noun,
        f"in={kind.loop}{',' * bool(kind.others)}{kind.others}",
        f"id={kind.id}" * bool(kind.id),
        f"parts={kind.parts}" * bool(kind.parts),
        f"when={kind.when}:{','.join(kind.values)}" * bool(kind.when),
        f"whose={name}{':' * bool(values)}{values}" * bool(name),
        f"most={kind.most}",
        "born" * kind.born,
    ]
    return " ".join(filter(None, words))


# ---- The answer


def lines_of(stub: Stub) -> str:
    """Returns how many lines an answer has, as UNITS says it."""
    amounts = stub.writes[0].loops if len(stub.writes) == 1 else ()
    texts = sum(times(write.loops) * len(write.texts) for write in stub.writes)
    names = [amount for amount in amounts if not amount.isdecimal()]
    return "*".join(amounts) if names and len(stub.writes[0].texts) == 1 else str(texts)


def times(loops: tuple[str, ...]) -> int:
    found = 1
    for amount in loops:
        found *= int(amount) if amount.isdecimal() else 1
    return found


def separator_of(stub: Stub) -> str:
    """Returns what stands between orders of a line, "" if a line is one order."""
    is_list = any(re.search(r"\w;\s*[A-Z\d]", text) for text in texts_of(stub))
    if is_list and id_mark(stub) != ";":
        return ";"
    bare = re.sub(r"[<{\[][^<>{}\[\]]*[>}\]]", "", stub.output)
    if not LISTS.search(bare):
        return ""
    found = SIGN.search(bare)
    return (found[1] or found[2]) if found else ";"


def id_mark(stub: Stub) -> str:
    """Returns what stands between a unit's id and its order behind it, "" if no id is first."""
    found = [*map(WRITTEN_FIRST.match, texts_of(stub)), ID_FIRST.search(stub.output)]
    return next((one[1] or " " for one in found if one), "")


def id_places(stub: Stub, id_: str, noun: str, by_name: bool = False) -> Iterator[str]:
    """Yields VERB.1 for each order whose first value is the unit's id.

    SHOOT id beside MOVE x y is one at somebody else, and so is SHOOT id alone. by_name: True if
    an order has to call the id as the loop does.
    """
    verbs = [verb for verb in commands(stub) if verb.words and verb.values]
    own = {python_name(id_), f"{noun}_id"}
    firsts = [verb.values[0].name for verb in verbs]
    found = [verb for verb, first in zip(verbs, firsts, strict=True) if first in {*own, "id"}]
    is_named = bool((own - {"id"}) & {*firsts})
    is_sure = is_named or (not by_name and any(len(verb.values) > 1 for verb in found))
    if is_sure and not {"x", "row", "col", "column"} & {*firsts}:
        yield from dict.fromkeys(f"{verb.name}.1" for verb in found)


# ---- The units


def kind_in(stub: Stub, start: Block, turn: Block, most: int) -> Kind | None:
    """Returns the units of the first loop with ids that says whose they are, None without one."""
    loops = [*filter(has_id, turn.items)]
    loops.sort(key=lambda item: not any(map(is_owner, item.read.variables)))
    for item in loops:
        rival = next((one for one in loops if is_twin(one.read, item.read)), None)
        if rival and side_of(noun_of(rival.read))[0]:
            item, rival = rival, item
        base = Kind(noun(item), item.read.loops[0], id=id_of(item).name, most=min(most, MOST // 2))
        if rival:
            return replace(base, others=rival.read.loops[0])
        if whose := whose_in(stub, start, turn, item):
            return parse_actors(f"{text_of(base)} {whose}").unit
    return None


def whose_in(stub: Stub, start: Block, turn: Block, item: Item) -> str:
    """Returns what says whose the units of a loop are, as UNITS says it; "" if nothing does."""
    for one in item.read.variables:
        own, other = meanings(stub, one)
        is_said = own is not None and (other is not None or own in ("0", "1"))
        if is_owner(one) or is_said or OWNS.search(stub.comments.get(one.name, "")):
            if one.kind not in ("int", "bool", "word") or (one.kind == "word" and not is_said):
                continue
            if one.kind == "bool" or (own is None and MINE.fullmatch(one.python)):
                return f"whose={one.name}" if one.kind == "bool" else f"whose={one.name}:1,0"
            if own is None:
                return f"whose={one.name}"
            if other is None:
                other = str(1 - int(own)) if own in ("0", "1") else ""
            values = f"{own},{other}".rstrip(",")
            when = f"when={one.name}:{values} " if one.kind == "word" else ""
            return f"{when}whose={one.name}:{values}"
    return whose_elsewhere(stub, start, turn, item)


def whose_elsewhere(stub: Stub, start: Block, turn: Block, item: Item) -> str:
    """Returns which loop of the start, or which list of ids, says whose the units are."""
    id_ = id_of(item)
    for again in start.items:
        names = {one.name for one in again.read.variables}
        owner = next(filter(is_owner, again.read.variables), None)
        if len(again.read.loops) == 1 and id_.name in names and owner:
            own, other = meanings(stub, owner)
            said = f":{own},{other}" if own and other else ""
            return f"whose={again.read.loops[0]}.{owner.name}{said}"
    for again in (*start.items, *turn.items):
        if again.read.loops and len(again.read.variables) == 1:
            if OWN_ID.fullmatch(again.read.variables[0].python):
                return f"whose={again.read.variables[0].name}"
    return ""


def meanings(stub: Stub, variable: Variable) -> tuple[str | None, str | None]:
    """Returns a column's values for an own unit and for the rival's, as the statement says."""
    own, other = None, None
    is_word = variable.kind == "word"
    words = re.findall(r"\b[A-Z][A-Z_]+\b", stub.comments.get(variable.name, "")) if is_word else []
    for word in words:
        if (
            re.fullmatch(r"(OPPONENT|OPP|ENEMY|FOE)_(\w+)", word)
            and word.partition("_")[2] in words
        ):
            return word.partition("_")[2], word
    for value, text in MEANING.findall(stub.comments.get(variable.name, "")):
        if value.lstrip("-").isdecimal() == is_word:
            continue
        is_own, is_rivals = YOURS.search(text), RIVALS.search(text)
        if is_rivals and (not is_own or is_rivals.start() < is_own.start()):
            other = other or value
        elif is_own:
            own = own or value
    return own, other


def is_owner(variable: Variable) -> bool:
    return variable.kind in ("int", "bool") and bool(OWNER.fullmatch(variable.python))


def has_id(item: Item) -> bool:
    """Returns True for a loop over lines of several values, one of them an id."""
    read = item.read
    is_loop = len(read.loops) == 1 and not read.times and bool(item.row)
    return is_loop and bool(ID.fullmatch(id_of(item).python))


def id_of(item: Item) -> Variable:
    """Returns the id of a line: its first value, or behind others if it tells an owner as well."""
    first, *others = item.read.variables
    if ID.fullmatch(first.python) or not any(map(is_owner, item.read.variables)):
        return first
    ids = [one for one in others if ID.fullmatch(one.python) and not is_owner(one)]
    return next((one for one in ids if not KIND_ID.fullmatch(one.python)), first)


def noun(item: Item) -> str:
    """Returns what the units of a loop are called: agent for agentId."""
    return id_of(item).python.removesuffix("id").strip("_") or noun_of(item.read)
