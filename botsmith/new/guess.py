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
from botsmith.new.readers import SMALL, Block, Item, blocks_of, is_twin, noun_of, side_of, singular
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
KNOWN = {"unit", "agent", "pac", "snake", "snakebot", "troll", "robot", "bot", "drone", "hero"}
KNOWN |= {"ship", "pod", "creature", "organ", "worker", "soldier", "tank", "pawn", "wizard"}
KNOWN |= {"chip", "car", "looter", "player"}
OWNS = re.compile(
    r"(?i)\bowner\b|\bwhose\b|\bwhich (?:player|team)|\b(?:team|player)(?:'s)? (?:number|id)\b"
)
NAME = re.compile(r"[a-z]\w*")
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
NO_NOUNS = {"my", "own", "per", "player", "team", "required", "action", "order", "line", "2"}
SOME = 8  # units or orders of a side, where nothing says how many
UNITS = re.compile(r"(\d{1,2})(?:\.\.(\d{1,2}))?")


def guess_actors(stub: Stub, units: str = "") -> Actors:
    """Returns who probably acts. units: N or A..B of --units, "" if nobody says how many."""
    most = units_of(units)[1] if units else 0
    lines = lines_of(stub)
    sign = separator_of(stub)
    form = f"lines={lines}" if lines != "1" else f"sep={sign}" if sign else "lines=1"
    start, turn = blocks_of(stub)
    kind = None
    mark = id_mark(stub)
    texts = {text for write in stub.writes for text in write.texts}
    is_many = lines != "1" or bool(sign and mark) or has_id_values(stub, turn, bool(sign))
    count = most or (said_count(stub, lines) if lines != "1" else SOME)
    if most > 1 or (most != 1 and is_many and len(texts) == 1):
        kind = kind_in(stub, start, turn, count, nouns_of(lines))
    if kind is None:
        count = 1 if lines == "1" and not sign and not most else count
        return parse_actors(f"hand most={min(count, MOST // 2)} | answer {form}")
    if lines == "1" and not sign:
        form = "sep=;"
    ids = f" id=first{mark.strip()}" if mark else ""
    if not mark and kind.id:
        places = ",".join(id_places(stub, kind))
        ids = f" id={places}" if places else ""
    return parse_actors(f"{text_of(kind)} | answer {form}{ids}")


def said_count(stub: Stub, lines: str) -> int:
    """Returns how many units a side has, as far as a number or the statement says it."""
    said = re.search(r"\b([1-9]\d?)\b", stub.comments.get(lines, ""))
    return int(lines) if lines.isdecimal() else int(said[1]) if said else SOME


def nouns_of(lines: str) -> set[str]:
    """Returns what units may be called by the variable that counts them: ship of myShipCount."""
    return {singular(word) for word in python_name(lines).split("_")} - SMALL - NO_NOUNS


def with_units(actors: Actors, units: str) -> Actors:
    """Returns the actors with as many units as --units says. BadInput where there are none."""
    most = units_of(units)[1]
    if actors.unit is None:
        raise BadInput(f"--units {units}: UNITS says no kind of unit: {actors.text}")
    return replace(actors, unit=replace(actors.unit, most=most))


def units_of(text: str) -> tuple[int, int]:
    """Returns the fewest and the most units of a player in N or A..B. BadInput for others."""
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
    written = [text for write in stub.writes for text in write.texts]
    if any(re.search(r"\w;\s*[A-Z\d]", text) for text in written) and id_mark(stub) != ";":
        return ";"
    bare = re.sub(r"[<{\[][^<>{}\[\]]*[>}\]]", "", stub.output)
    if not LISTS.search(bare):
        return ""
    found = SIGN.search(bare)
    return (found[1] or found[2]) if found else ";"


def id_mark(stub: Stub) -> str:
    """Returns what stands between a unit's id and its order behind it, "" if no id is first."""
    written = [text for write in stub.writes for text in write.texts]
    found = [*map(WRITTEN_FIRST.match, written), ID_FIRST.search(stub.output)]
    return next((one[1] or " " for one in found if one), "")


def has_id_values(stub: Stub, turn: Block, is_list: bool) -> bool:
    """Returns True if some orders begin with the id of a unit that a loop of a turn tells; unless
    is_list, it must be called so.
    """
    kinds = [one for one in turn.items if has_id(one)]
    for item in kinds:
        names = {id_of(item).python, f"{noun(item)}_id"}
        firsts = {verb.values[0].name for verb in commands(stub) if verb.words and verb.values}
        said = re.search(rf"[<{{]?{id_of(item).name}[>}}]?[; ]+(?=[A-Z]{{2}})", stub.output)
        if said or (names - {"id"}) & firsts:
            return True
    return is_list and any(
        True for item in kinds for _ in id_places_of(stub, id_of(item).name, noun(item))
    )


def id_places(stub: Stub, kind: Kind) -> list[str]:
    return list(id_places_of(stub, kind.id, kind.noun))


def id_places_of(stub: Stub, id_: str, noun: str) -> Iterator[str]:
    """Yields VERB.1 for each order whose first value is the unit's id.

    SHOOT id beside MOVE x y is one at somebody else, and so is SHOOT id alone.
    """
    verbs = [verb for verb in commands(stub) if verb.words and verb.values]
    own = {python_name(id_), f"{noun}_id"}
    firsts = [verb.values[0].name for verb in verbs]
    found = [verb for verb, first in zip(verbs, firsts, strict=True) if first in {*own, "id"}]
    is_sure = bool(own & {*firsts}) or any(len(verb.values) > 1 for verb in found)
    if is_sure and not {"x", "row", "col", "column"} & {*firsts}:
        yield from dict.fromkeys(f"{verb.name}.1" for verb in found)


# ---- The units


def kind_in(stub: Stub, start: Block, turn: Block, most: int, nouns: set[str]) -> Kind | None:
    """Returns the units of the loop that looks most like them, None if no loop does. nouns: what
    they may be called.
    """
    loops = sorted(filter(has_id, turn.items), key=likeness, reverse=True)
    for item in loops:
        rival = next((one for one in loops if is_twin(one.read, item.read)), None)
        if rival and side_of(noun_of(rival.read))[0]:
            item, rival = rival, item
        id_ = id_of(item)
        base = Kind(noun(item), item.read.loops[0], id=id_.name, most=min(most, MOST // 2))
        if rival:
            return replace(base, others=rival.read.loops[0])
        whose = whose_in(stub, start, turn, item)
        if whose:
            when = "" if "when=" in whose else kind_word(stub, item, nouns)
            found = parse_actors(f"{text_of(base)} {when} {whose}").unit
            word = found.values[0].lower() if found and found.when else "".join(sorted(nouns)[:1])
            is_noun = NAME.fullmatch(word) and base.noun in ("entity", "id", "")
            return replace(found, noun=word if is_noun else base.noun) if found else None
    return None


def kind_word(stub: Stub, item: Item, nouns: set[str]) -> str:
    """Returns which lines of a loop are units, as UNITS says it: those with the word that counts
    the lines of an answer; "" if no column has such a word.
    """
    for one in item.read.variables:
        for word in re.findall(r"\b[A-Z][A-Z_]+\b", stub.comments.get(one.name, "")):
            if one.kind == "word" and word.lower() in nouns:
                return f"when={one.name}:{word}"
    return ""


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


def likeness(item: Item) -> int:
    """Returns a score of a loop's likeness to a list of units."""
    names = {one.python for one in item.read.variables}
    words = {noun(item), noun_of(item.read).rpartition("_")[2]}
    return (
        2 * any(map(is_owner, item.read.variables))
        + 2 * bool(words & KNOWN)
        + ({"x", "y"} <= names)
    )
