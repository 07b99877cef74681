"""Finds the orders of a contest, each a verb with values, in OUTPUT and in the stub's writes.

    MOVE <x> <y> | SPELL WIND <id> | <x> <y> | CAST <id> [<times>] | MSG <text>

A command begins with words of capitals, or with a value; prose before and behind it is left out.
Texts for spectators are no values: an order may have one behind it. A move is a number of 31 bits:
its verb in the lowest bits, then its values.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import product, takewhile, zip_longest

from botsmith.errors import BadInput
from botsmith.new.actors import Actors
from botsmith.new.blocks import python_name
from botsmith.new.stub import Stub

MOVE_BITS = 31
MOST_BITS, WORD_BITS = 16, 3  # of a value at most; of a value of words at least
WORD = r"[A-Z][A-Z_0-9]*(?:[&+-][A-Z_0-9]+)*"
CAPITALS = re.compile(WORD)
LIST = rf"{WORD}(?:\s*(?:[,|/^]\s*(?:or |and )?|\bor |\band ){WORD})+"  # MINE, TOWER or WALL
LISTED = re.compile(rf"(?:\b([a-z]\w*)\W+(?:(?:is|in|either|one of)\W+)*)?({LIST})")
# "type is MINE or TOWER", "<item>: one of RADAR, TRAP": the words of a value.
DEFINED = re.compile(
    rf"[<{{]?\b([a-z]\w*)\b[>}}]?\s*(?:is|are|(?:can|may|must) be|in|:|=)"
    rf"(?:\s*(?:either|one of|the following|among|in|:))*\s*((?>{LIST}))(?!\s*[<{{\[])\.?"
)
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
VALUE_WRITTEN = re.compile(rf"{NUMBER.pattern}|{WORD}")
# What stands for a value in OUTPUT: <x>, x, x1, id, agentId, or one of these words.
IN_BRACKETS = re.compile(r"[<{]([^<>{}]+)[>}]")
VALUE = re.compile(r"[b-hj-z]|[a-z]\d|id\d?|[a-z]+[A-Z]\w*|[a-z]+_\w+")
VALUES = {"row", "col", "column", "index", "direction", "amount", "angle", "thrust", "speed"}
VALUES |= {"type", "level", "size", "number", "count", "target", "power", "zone", "dir"}
TEXTS = {"text", "message", "msg", "comment", "words", "debug"}
TALKS = {"MSG", "MESSAGE", "SAY", "TEXT", "DEBUG", "PRINT", "TALK"}
PROSE = {*"ID IDS OR AND NB NOTE A I OUTPUT INPUT ASCII UTF HUD HQ".split()}
TALK = re.compile(rf"\s*;.*|\s+(?:{'|'.join(sorted(TALKS))})\b.*")  # behind an order
WAITS = ("WAIT", "PASS", "NOTHING", "NOOP", "STAY", "REST", "IDLE", "SKIP")
CUTS = re.compile(
    r"""[|\n"'`;]|(?<=[A-Za-z\]])/(?=\s*[A-Z<])|[:,] (?=[A-Z]{2}|[<{])|\b(?:or|and) (?=[A-Z<{])"""
)
WORDS = re.compile(r"\[[^\]]*\]|\([^)]*\)|<[^<>]*>|-?[\w.&+-]*\w|\S")
ACTION = r"(?:action|command|order|move)s?\d?"
WHOLE = re.compile(rf"(?i)<{ACTION}>(?!\s*<)")  # stands for orders that OUTPUT names elsewhere
# Values without end: MOVE <x> ..., <id;id>, up to 3 of them.
REPEATED = re.compile(r"(?:[A-Z][^|\n.]*)?\.\.\.[^|\n]*|<[^<>]*;[^<>]*>|\bup to \d+[^|\n]*")
# An id before an order: <id>;<action>, <unitId> MOVE x y. `first_order` takes it as front.
ID_FIRST = re.compile(
    r"""(?m)((?:^|[|"'`:;,(])\s*)[<{]?\b(id|\w*(?:Id|ID|_id))[>}]?(?:(;)\s*|[ ]+)"""
    rf"(?=[A-Z]{{2}}|[<{{]?(?i:{ACTION}|direction)\b)"
)
WAYS = "N E S W, UP RIGHT DOWN LEFT, U R D L, NORTH EAST SOUTH WEST, N NE E SE S SW W NW"
DIRECTIONS = [tuple(words.split()) for words in WAYS.split(", ")]
IS_DIRECTION = re.compile(r"(?:.*_)?(?:dir(?:ection)?|heading|facing)\d?")
CHOICE = "type|module|orientation|kind|colou?r|name|item|card_type|choice"
IS_WORD = re.compile(rf"(?:.*_)?(?:{CHOICE}|{ACTION})\d?")


@dataclass(frozen=True)
class Value:
    """A value of an order.

    name: its name in snake_case
    words: the words that it may be, () for a number; a move holds a word's place
    is_optional: True if an order leaves it out where it is 0
    is_sure: False if the words are a guess
    is_id: True for the id of the acting unit, which is no part of a move
    """

    name: str
    words: tuple[str, ...] = ()
    is_optional: bool = False
    is_sure: bool = True
    is_id: bool = False

    @property
    def form(self) -> str:
        """Returns the placeholder of the value in the form of an order: {}, [{}] or {id}."""
        if self.is_id:
            return "{id}"
        return "[{}]" if self.is_optional else "{}"


@dataclass(frozen=True)
class Verb:
    """A kind of order.

    words: its words of capitals, "" for an order of values alone
    parts: its words and values, in their order in an answer
    by: "unit" or "hand", which gives the order; "" if the order does nothing
    talks: True if a text for spectators may follow
    front: the name of an id that OUTPUT shows before the order, "" for none
    before: the form of the unit's id before the order, "" without it
    """

    words: str
    parts: tuple[str | Value, ...] = ()
    by: str = ""
    talks: bool = False
    front: str = ""
    before: str = ""

    @property
    def values(self) -> list[Value]:
        """Returns the values that a move of this verb holds."""
        return [part for part in self.parts if isinstance(part, Value) and not part.is_id]

    @property
    def form(self) -> str:
        """Returns the form of the order in an answer, as common/orders.py reads it."""
        words = [part if isinstance(part, str) else part.form for part in self.parts]
        return self.before + " ".join([*words, *["..."] * self.talks])

    @property
    def name(self) -> str:
        """Returns the name of the verb's constant in Python."""
        found = re.sub(r"\W+", "_", self.words).strip("_") or "TO"
        return f"N{found}" if found[0].isdecimal() else found

    def with_values(self, values: Iterable[Value]) -> "Verb":
        """Returns the verb with these values in place of its own."""
        new = iter(values)
        parts = tuple(part if isinstance(part, str) else next(new) for part in self.parts)
        return replace(self, parts=parts)

    def is_called(self, name: str) -> bool:
        """Returns True if a name in UNITS means this verb. It may be the verb's constant, its
        words, or the first of its words.
        """
        return name in (self.name, self.words, self.words.partition(" ")[0])


def verbs_of(stub: Stub, actors: Actors) -> tuple[Verb, ...]:
    """Returns the verbs of a contest, first the one that is most likely always allowed. Raises
    BadInput if there is none, or if UNITS names a verb or a value that OUTPUT has not.
    """
    written = samples(stub, actors)
    said = list(orders_in(stub))
    for text in written:
        if all(values_in(verb, text) is None for verb in said):
            verb = written_verb(text)
            same = [one for one in said if one.words == verb.words]
            most = max((len(one.values) for one in same), default=-1)
            is_part = any(one.startswith(verb.words) for one in REPEATED.findall(stub.output))
            if len(verb.values) > most and not (same and is_part):
                said = [*(one for one in said if one not in same), verb]
    words = words_written(said, written)
    known = (verb.with_values(with_words(one, words, stub) for one in verb.values) for verb in said)
    found = list(merge_forms(known))
    found.sort(key=lambda verb: safety_rank(verb, written))
    if not found:
        raise BadInput("OUTPUT: no order, and the stub writes nothing; expected a write as WAIT")
    check_names(found, actors)
    is_shown = sum(bool(verb.front) for verb in found) > 1
    verbs = [with_id(replace(verb, by=giver(verb, actors)), actors, is_shown) for verb in found]
    is_list = actors.unit is None and actors.rows > 1
    if is_list and verbs[0].by:  # no order says that nothing is done
        verbs.insert(0, Verb("NOTHING", tuple([*written, found[0].form][:1])))
    return tuple(verbs)


# ---- OUTPUT


def orders_in(stub: Stub) -> Iterator[Verb]:
    """Yields the orders in OUTPUT; an order may come several times, in different forms."""
    names = {one.name for one in stub.variables}
    names |= {found[1] for found in DEFINED.finditer(stub.output)}
    text = DEFINED.sub(lambda one: "" if defines_words(one, stub.output) else one[0], stub.output)
    has_words = re.search(r"\b[A-Z]{2}", IN_BRACKETS.sub("", text))
    text = ID_FIRST.sub(r"\1 <^\2> ", text) if has_words else text
    text = IN_BRACKETS.sub(lambda found: f"<{bracket_name(found[1])}>", text)
    for part in CUTS.split(WHOLE.sub(" ", text) if has_words else text):
        words = WORDS.findall(part)
        while words:
            verb, words = first_order(words, names)
            if verb:
                yield verb


def bracket_name(text: str) -> str:
    """Returns the name of a value from the text in its brackets: id for <id, rank or type>.

    The words of <UP|DOWN> or <item: RADAR or TRAP> follow the name, with ^ between:
    item^RADAR^TRAP. A text with ^ before it is returned unchanged.
    """
    if text.startswith("^"):
        return text
    if found := LISTED.search(text):
        return "^".join([found[1] or "choice", *CAPITALS.findall(found[2])])
    name = re.sub(r"\W+", "_", re.split(r"[,;:(]| or ", text)[0].strip()).strip("_")
    return name if re.match(r"[A-Za-z]", name) else "value"


def defines_words(found: re.Match[str], output: str) -> bool:
    """Returns True if a sentence of OUTPUT lists the words that a value of an order may be.

    found: a match of DEFINED in `output`
    """
    name = rf"(?:[<{{]{found[1]}[>}}]|\b{WORD}(?: [<{{]?[a-z]\w*[>}}]?)*? {found[1]}\b)"
    is_order = re.fullmatch(ACTION, found[1]) is not None
    return not is_order and re.search(name, output.replace(found[0], "")) is not None


def first_order(words: list[str], names: Set[str]) -> tuple[Verb | None, list[str]]:
    """Returns the first order in some words, None if there is none, and the words behind it.

    names: the names of the stub's variables
    """
    if words and all(map(NUMBER.fullmatch, words)):
        return Verb(" ".join(words), tuple(words)), []
    at = next((at for at in range(len(words)) if begins_order(words[at:], names)), None)
    if at is None:
        return None, []
    verb, parts, talks, front, end = list[str](), list[str | Value](), False, "", at
    while end < len(words):
        word = words[end]
        if CAPITALS.fullmatch(word) and (end == at or word not in PROSE):
            verb.append(word)
            parts.append(word)
        elif verb and NUMBER.fullmatch(word):  # an example
            parts.append(Value("value"))
        elif word.startswith("<^"):
            front = front or python_name(word[2:-1])
        else:
            is_optional = word.startswith("[")
            inside = [f"<{one}>" for one in WORDS.findall(word[1:-1])] if is_optional else [word]
            found = [value_name(one, names) for one in inside]
            says = not TEXTS.isdisjoint(found)
            talks |= says
            parts += [value_of(name, is_optional) for name in found if name and not says]
            if not (is_optional or found[0] or word.startswith("(")):
                break
        end += 1
    rest = words[max(end, at + 1) :]
    whole = Verb(" ".join(verb), tuple(parts), talks=talks, front=front)
    return whole.with_values(with_numbers(whole.values)) if parts else None, rest


def begins_order(words: list[str], names: Set[str]) -> bool:
    """Returns True if an order begins at the first of these words.

    names: the names of the stub's variables
    """
    first = words[0]
    if first.startswith("<^"):
        return len(words) > 1 and begins_order(words[1:], names)
    if CAPITALS.fullmatch(first):
        is_alone = all(value_name(word, names) for word in words[1:])
        return (len(first) > 1 and first not in PROSE) or is_alone
    values = [bool(value_name(word, names) or CAPITALS.fullmatch(word)) for word in words]
    return (first.startswith("<") and values[0]) or (len(values) > 1 and all(values))


def value_name(word: str, names: Set[str]) -> str:
    """Returns the name of the value that a word stands for, "" for other words.

    names: the names of the stub's variables
    """
    text = word.strip("<>")
    if word.startswith("<") and text:
        return text
    return text if VALUE.fullmatch(text) or text in VALUES | TEXTS | names else ""


def value_of(text: str, is_optional: bool) -> Value:
    """Returns the value for a text in the form that `bracket_name` returns."""
    name, *words = text.split("^")
    return Value(python_name(name), tuple(words), is_optional=is_optional)


def with_numbers(values: list[Value]) -> Iterator[Value]:
    """Yields the values with different names: the second value of the name x becomes x2."""
    names = [value.name for value in values]
    for at, value in enumerate(values):
        before = names[:at].count(value.name)
        yield replace(value, name=f"{value.name}{before + 1}") if before else value


def merge_forms(verbs: Iterable[Verb]) -> Iterator[Verb]:
    """Yields each verb once, in its longest form. Values that only some of its forms have
    are optional.
    """
    forms: dict[str, list[Verb]] = {}
    for verb in verbs:
        forms.setdefault(verb.words, []).append(verb)
    for same in forms.values():
        named = [verb for verb in same if all(one.name != "value" for one in verb.values)]
        longest = max([*named, *same], key=lambda verb: len(verb.values))
        fewest = min(len(verb.values) for verb in same)
        must, may = longest.values[:fewest], longest.values[fewest:]
        found = longest.with_values([*must, *(replace(one, is_optional=True) for one in may)])
        yield replace(found, talks=any(verb.talks for verb in same))


# ---- What the stub writes


def samples(stub: Stub, actors: Actors) -> list[str]:
    """Returns the orders in the stub's writes, without an id before and a text for
    spectators behind.
    """
    answer = actors.answer
    texts = [text for write in stub.writes for text in write.texts]
    if answer.separator:
        texts = [part for text in texts for part in text.split(answer.separator)]
    front = rf"^\d+{re.escape(answer.mark)}\s*" if answer.mark else "^"
    return [*filter(None, (TALK.split(re.sub(front, "", text.strip()))[0] for text in texts))]


def idle_verb(stub: Stub, actors: Actors, verbs: Sequence[Verb]) -> int:
    """Returns the index of the verb for a hand that gives no order. If the hand writes the last
    line of an answer, it is the verb of that line in the stub, else 0.
    """
    last = samples(stub, actors)[-1:] if actors.unit and not actors.answer.is_one_line else []
    own = (at for at, verb in enumerate(verbs) if verb.by == "hand")
    return next((at for at in own for text in last if values_in(verbs[at], text) is not None), 0)


def values_in(verb: Verb, text: str) -> list[str] | None:
    """Returns the values of an order that the stub writes, None if the order is of another verb."""
    words, parts = text.split(), verb.parts
    if not parts or (len(parts) > len(words) and not verb.values):
        return None
    if isinstance(parts[0], Value) and re.fullmatch(r"[A-Z_&+-]+", words[0]):  # a word as a value
        if len(parts) != len(words) or not IS_WORD.fullmatch(parts[0].name):
            return None
    found = list[str]()
    for part, word in zip_longest(parts, words[: len(parts)]):
        if isinstance(part, Value) and word is not None:
            found.append(word)
        elif word != part and not (isinstance(part, Value) and part.is_optional):
            return None
    return None if any(map(NUMBER.fullmatch, words[len(parts) :])) else found


def written_verb(text: str) -> Verb:
    """Returns the verb of an order that the stub writes: its capitals, then its values, the first
    of which is a number. A single word that is not in capitals is a value.
    """
    words = text.split()
    first = [*takewhile(CAPITALS.fullmatch, words)]
    rest = words[len(first) :]
    if len(words) == 1 and rest:
        return Verb("", (Value("word"),))
    if rest and NUMBER.fullmatch(rest[0]):
        values = takewhile(VALUE_WRITTEN.fullmatch, rest)
        names = [f"value{at}" for at, _ in enumerate(values, start=1)]
        return Verb(" ".join(first), (*first, *map(Value, names)))
    return Verb(" ".join(first or words), tuple(first or words))


def words_written(verbs: Iterable[Verb], written: Iterable[str]) -> dict[str, list[str]]:
    """Returns the words that the stub writes as values, by the values' names."""
    found: dict[str, list[str]] = {}
    for verb, text in product(verbs, written):
        for value, word in zip(verb.values, values_in(verb, text) or [], strict=False):
            if not NUMBER.fullmatch(word):
                found.setdefault(value.name, []).append(word)
    return found


def with_words(value: Value, said: Mapping[str, list[str]], stub: Stub) -> Value:
    """Returns a value with its words, from the stub's writes, OUTPUT and comments. A value that is
    a number is returned unchanged.

    said: the words that the stub writes, by the value's name
    """
    if value.words:
        return value
    written = said.get(value.name, [])
    named = [one for one in DEFINED.finditer(stub.output) if python_name(one[1]) == value.name]
    if defined := [one for one in named if defines_words(one, stub.output)]:
        words = CAPITALS.findall(defined[-1][2])
        return replace(value, words=tuple(dict.fromkeys([*words, *written])))
    columns = {value.name, f"{value.name}_id", f"{value.name}_name"}
    variables = [one for one in stub.variables if one.python in columns]
    kinds = [one.name for one in variables if one.kind == "word"]
    comment = " ".join(stub.comments.get(name, "") for name in kinds)
    listed = LISTED.search(comment)
    known = CAPITALS.findall(listed[2]) if listed else re.findall(r"\b[A-Z][A-Z_]+\b", comment)
    if IS_DIRECTION.fullmatch(value.name) and not listed:
        text = f"{stub.output} {' '.join(stub.comments.values())}"
        known = [*written, *re.findall(r"\b[A-Z]+\b", text)]
        sets = [words for words in DIRECTIONS if {*written} <= {*words}] or [tuple(written)]
        sure = [words for words in sets if {*words} <= {*known}]
        return replace(value, words=max([*sure, sets[0]], key=len), is_sure=bool(sure))
    if not (written or kinds or IS_WORD.fullmatch(value.name)):
        return value
    found = dict.fromkeys([*written, *(word for word in known if word not in PROSE)])
    return replace(value, words=tuple(found) or (value.name.upper(),), is_sure=bool(listed))


def safety_rank(verb: Verb, written: list[str]) -> int:
    """Returns a rank of 0 to 4: the lower it is, the likelier the verb is always allowed.

    written: the orders that the stub writes
    """
    if is_talk(verb):
        return 4
    if verb.words in WAITS and all(value.is_optional for value in verb.values):
        return 0
    if any(values_in(verb, text) is not None for text in written):
        return 1
    return 3 if verb.values or verb.front else 2


# ---- What UNITS says of them


def is_talk(verb: Verb) -> bool:
    """Returns True for an order that only shows a text to spectators."""
    return verb.talks and not verb.values and verb.words in TALKS


def check_names(verbs: Sequence[Verb], actors: Actors) -> None:
    """Raises BadInput if UNITS names a verb or a value that OUTPUT has not, or if it has a hand
    beside units without verbs=.
    """
    places = actors.answer.id_at
    known = ", ".join(verb.words for verb in verbs if verb.words)
    for name in (*(actors.hand.verbs if actors.hand else ()), *places):
        called = [verb for verb in verbs if verb.is_called(name)]
        if not called:
            raise BadInput(f"UNITS: OUTPUT has no order {name}; it has {known or 'values alone'}")
        most = max(len(verb.values) + bool(verb.front) for verb in called)
        if places.get(name, 0) > most:
            raise BadInput(f"UNITS: id={name}.{places[name]}: {name} has {most} values in OUTPUT")
    if actors.unit and actors.hand and not actors.hand.verbs:
        raise BadInput(f"UNITS: expected verbs= behind hand, its orders beside units': {known}")


def giver(verb: Verb, actors: Actors) -> str:
    """Returns "unit" or "hand", which gives the orders of a verb, or "" if they do nothing."""
    hand = actors.hand
    if is_talk(verb):
        return ""
    if hand is None:
        return "unit"
    if actors.unit or hand.verbs:
        return "hand" if any(map(verb.is_called, hand.verbs)) else "unit" if actors.unit else ""
    return "" if hand.most > 1 and verb.words in WAITS else "hand"


def with_id(verb: Verb, actors: Actors, is_shown: bool) -> Verb:
    """Returns a verb with the id of the acting unit in its place, as UNITS says: before the order,
    or as one of the order's values. If no unit gives the order, an id before it is a value.

    is_shown: True if OUTPUT shows the id before each order that has one, so that others have none
    """
    answer, is_units = actors.answer, verb.by == "unit"
    places = answer.id_at if is_units else {}
    at = next((place for name, place in places.items() if verb.is_called(name)), 0)
    if is_units and answer.mark and (verb.front or not is_shown):
        verb = replace(verb, before=f"{{id}}{answer.mark}")
    elif verb.front and (at or not is_units):
        verb = replace(verb, parts=(Value(verb.front), *verb.parts))
    values = enumerate(verb.values, start=1)
    return verb.with_values(replace(value, is_id=place == at) for place, value in values)


def sizes_of(verbs: Sequence[Verb]) -> tuple[int, ...]:
    """Returns the numbers of bits in a move, equal for all verbs: for the verb, then for each value
    by its place. Raises BadInput if they are more than MOVE_BITS.
    """
    first = max(1, (len(verbs) - 1).bit_length())
    longest = max(verbs, key=lambda verb: len(verb.values))
    needs, numbers = list[int](), set[int]()
    for at in range(len(longest.values)):
        words = [verb.values[at].words for verb in verbs if at < len(verb.values)]
        most = max(map(len, words))
        needs.append(max(WORD_BITS, (most - 1).bit_length()) if most else 1)
        numbers |= {at} if () in words else set()
    room = MOVE_BITS - first - sum(need for at, need in enumerate(needs) if at not in numbers)
    each = min(MOST_BITS, room // max(1, len(numbers)))
    if room < 0 or any(each < needs[at] for at in numbers):
        reason = f"{longest.words or 'an order'} has {len(needs)} values"
        raise BadInput(f"OUTPUT: {reason}, for which a move of {MOVE_BITS} bits has no room")
    return first, *(each if at in numbers else need for at, need in enumerate(needs))
