"""The orders of OUTPUT and of what a stub writes: verbs with their values, as moves hold them.

    MOVE <x> <y> | SPELL WIND <id> | <x> <y> | CAST <id> [<times>] | MSG <text>

A command begins with words of capitals, or with a value; prose before and behind it is left out.
Texts for spectators are no values: an order may have one behind it. A move is a number of 31 bits:
its verb in the lowest bits, then its values.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from itertools import takewhile

from botsmith.errors import BadInput
from botsmith.new.actors import Actors
from botsmith.new.stub import Stub, python_name

MOVE_BITS = 31
MOST_BITS, WORD_BITS = 16, 3  # of a value at most; of a value of words at least
WORD = r"[A-Z][A-Z_0-9]*(?:[&+-][A-Z_0-9]+)*"
CAPITALS = re.compile(WORD)
LIST = rf"{WORD}(?:\s*(?:[,|/^]\s*(?:or |and )?|\bor |\band ){WORD})+"  # MINE, TOWER or WALL
LISTED = re.compile(rf"(?:\b([a-z]\w*)\W+)?({LIST})")
# "type is MINE or TOWER", "<item>: one of RADAR, TRAP": the words of a value.
DEFINED = re.compile(
    rf"[<{{]?\b([a-z]\w*)\b[>}}]?\s*(?:is|are|(?:can|may|must) be|in|:|=)"
    rf"(?:\s*(?:either|one of|among|in|:))*\s*((?>{LIST}))(?!\s*[<{{\[])\.?"
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
PROSE = {"ID", "IDS", "OR", "AND", "NB", "NOTE", "A", "I", "OUTPUT", "INPUT", "ASCII", "UTF"}
WAITS = ("WAIT", "PASS", "NOTHING", "NOOP", "STAY", "REST", "IDLE", "SKIP")
CUTS = re.compile(
    r"""[|\n"'`;]|(?<=[A-Za-z\]])/(?=\s*[A-Z<])|[:,] (?=[A-Z]{2}|[<{])|\b(?:or|and) (?=[A-Z<{])"""
)
WORDS = re.compile(r"\[[^\]]*\]|\([^)]*\)|<[^<>]*>|-?[\w.&+-]*\w|\S")
ACTION = r"(?:action|command|order|move)s?\d?"
WHOLE = re.compile(rf"(?i)<{ACTION}>(?!\s*<)")  # stands for orders that OUTPUT names elsewhere
REPEATED = re.compile(  # values without end
    r"(?:[A-Z][^|\n.]*)?\.\.\.[^|\n]*|<[^<>]*;[^<>]*>|\bup to \d+[^|\n]*"
)
# An id before an order: <id>;<action>, <unitId> MOVE x y. FRONT stands for it in a form.
ID_FIRST = re.compile(
    r"""(?m)((?:^|[|"'`:;,(])\s*)[<{]?\b(id|\w*(?:Id|ID|_id))[>}]?(?:(;)\s*|[ ]+)"""
    rf"(?=[A-Z]{{2}}|[<{{]?(?i:{ACTION}|direction)\b)"
)
FRONT = "{front}"
DIRECTIONS: tuple[tuple[str, ...], ...] = (
    ("N", "E", "S", "W"),
    ("UP", "RIGHT", "DOWN", "LEFT"),
    ("U", "R", "D", "L"),
    ("NORTH", "EAST", "SOUTH", "WEST"),
    ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
)
IS_DIRECTION = re.compile(r"(?:.*_)?(?:dir(?:ection)?|heading|facing)\d?")
IS_WORD = re.compile(
    rf"(?:.*_)?(?:type|module|orientation|kind|colou?r|name|item|card_type|choice|{ACTION})\d?"
)


@dataclass(frozen=True)
class Value:
    """A value of an order.

    name: in snake_case
    words: what it may be, its number is the place; a number if there is none
    is_optional: True if an order leaves it out where it is 0
    is_sure: False if the words are a guess
    """

    name: str
    words: tuple[str, ...] = ()
    is_optional: bool = False
    is_sure: bool = True


@dataclass(frozen=True)
class Verb:
    """A kind of order.

    words: what it begins with, "" for one of values alone
    form: how an answer says it, as common/orders.py reads it
    by: who gives it: "unit" or "hand"; "" where nothing is done by it
    talks: True if a text for spectators may follow
    """

    words: str
    values: tuple[Value, ...] = ()
    form: str = ""
    by: str = ""
    talks: bool = False

    @property
    def name(self) -> str:
        """Returns the name of its number in Python."""
        found = re.sub(r"\W+", "_", self.words).strip("_") or "TO"
        return f"N{found}" if found[0].isdecimal() else found

    @property
    def shown(self) -> str:
        """Returns the form with the names of its values."""
        found = self.form.replace("{id}", "<id>")
        for value in self.values:
            found = found.replace("{}", f"<{value.name}>", 1)
        return found

    def is_called(self, name: str) -> bool:
        """Returns True if UNITS means this verb by a name."""
        return name in (self.name, self.words, self.words.partition(" ")[0])


def verbs_of(stub: Stub, actors: Actors) -> tuple[Verb, ...]:
    """Returns the verbs of a contest, first the one that is always allowed. Raises BadInput if
    UNITS names a verb or a value that OUTPUT has not.
    """
    written = [text for write in stub.writes for text in samples(write.texts, actors)]
    said = list(commands(stub))
    for text in written:
        if not any(fits(verb, text) for verb in said):
            verb = written_verb(text)
            known = [len(one.values) for one in said if one.words == verb.words]
            has_all = known and (len(verb.values) <= max(known) or repeats(stub, verb))
            if not has_all:  # else OUTPUT knows better
                said = [one for one in said if one.words != verb.words]
                said.append(verb)
    words = words_written(said, written)
    found = list(merged(with_words(verb, words, stub) for verb in said))
    found.sort(key=lambda verb: safety(verb, written))
    if not found:
        raise BadInput("OUTPUT: no order, and the stub writes nothing; expected a write as WAIT")
    check_names([*found], actors)
    is_shown = sum(verb.form.startswith(FRONT) for verb in found) > 1
    verbs = [spoken(replace(verb, by=giver(verb, actors)), actors, is_shown) for verb in found]
    is_list = actors.unit is None and actors.rows > 1
    if is_list and verbs[0].by:  # no order says that nothing is done
        verbs.insert(0, Verb("NOTHING", form=[*written, found[0].form][0]))
    return tuple(verbs)


def notes_on_words(verbs: Iterable[Verb]) -> Iterator[str]:
    """Yields a line for each value that has words: its words, and a mark if they are a guess."""
    for verb in verbs:
        for value in verb.values if verb.by else ():
            if value.words:
                guess = " (a guess, mend ORDERS in protocol.py)" * (not value.is_sure)
                where = f"{verb.words} {value.name}".strip()
                yield f"words of {where}: {' '.join(value.words)}{guess}"


# ---- OUTPUT


def commands(stub: Stub) -> Iterator[Verb]:
    """Yields the commands in OUTPUT."""
    names = {one.name for read in (*stub.start, *stub.turn) for one in read.variables}
    text = DEFINED.sub(lambda found: "" if defines(found, stub.output) else found[0], stub.output)
    has_words = re.search(r"\b[A-Z]{2}", IN_BRACKETS.sub("", text))
    text = ID_FIRST.sub(r"\1 <^\2> ", text) if has_words else text
    text = IN_BRACKETS.sub(lambda found: f"<{inner(found[1])}>", text)
    for part in CUTS.split(WHOLE.sub(" ", text) if has_words else text):
        words = WORDS.findall(part)
        while words:
            verb, words = command(words, names)
            if verb:
                yield verb


def inner(text: str) -> str:
    """Returns the name in the brackets of a value: id of <id, rank or type>. Words of <UP|DOWN> or
    <item: RADAR or TRAP> stand behind it, with ^ between; a ^ before it stays.
    """
    if text.startswith("^"):
        return text
    if found := LISTED.search(text):
        return "^".join([found[1] or "choice", *CAPITALS.findall(found[2])])
    name = re.sub(r"\W+", "_", re.split(r"[,;:(]| or ", text)[0].strip()).strip("_")
    return name if re.match(r"[A-Za-z]", name) else "value"


def defines(found: re.Match[str], output: str) -> bool:
    """Returns True if a sentence of OUTPUT says the words of a value of its orders."""
    name = rf"(?:[<{{]{found[1]}[>}}]|\b{WORD}(?: [<{{]?[a-z]\w*[>}}]?)*? {found[1]}\b)"
    is_order = re.fullmatch(ACTION, found[1]) is not None
    return not is_order and re.search(name, output.replace(found[0], "")) is not None


def defined_words(output: str) -> dict[str, list[str]]:
    """Returns the words that sentences of OUTPUT say, by the values' names in snake_case."""
    return {
        python_name(found[1]): CAPITALS.findall(found[2])
        for found in DEFINED.finditer(output)
        if defines(found, output)
    }


def repeats(stub: Stub, verb: Verb) -> bool:
    """Returns True if OUTPUT says values without end of an order."""
    return any(text.startswith(verb.words) for text in REPEATED.findall(stub.output))


def command(words: list[str], names: Set[str]) -> tuple[Verb | None, list[str]]:
    """Returns the first command in some words, None if there is none, and the words behind it.
    names: the stub's variables.
    """
    if words and all(map(NUMBER.fullmatch, words)):
        return Verb(" ".join(words), form=" ".join(words)), []
    at = next((at for at in range(len(words)) if begins(words[at:], names)), None)
    if at is None:
        return None, []
    verb, form, values, talks = list[str](), list[str](), list[Value](), False
    end = at
    while end < len(words):
        word = words[end]
        if CAPITALS.fullmatch(word) and (end == at or word not in PROSE):
            if verb and values and form[0] == verb[0]:
                break  # another command
            verb.append(word)
            form.append(word)
        elif word.startswith("<^"):  # an id that may be the acting unit's
            form.append(FRONT)
            values.append(Value(python_name(word[2:-1])))
        else:
            is_optional = word.startswith("[")
            inside = WORDS.findall(word[1:-1]) if is_optional else [word]
            found = [value_name(f"<{one}>" if is_optional else one, names) for one in inside]
            talks |= any(one in TEXTS for one in found)
            for name in found:
                if name and name not in TEXTS:
                    values.append(made(name, is_optional))
                    form.append("{}")
            if not (is_optional or found[0] or word.startswith("(")):
                break
        end += 1
    made_verb = Verb(" ".join(verb), tuple(numbered(values)), " ".join(form), talks=talks)
    return (made_verb if verb or form != [FRONT] else None), words[max(end, at + 1) :]


def begins(words: list[str], names: Set[str]) -> bool:
    """Returns True if a command begins with these words."""
    first = words[0]
    if first.startswith("<^"):
        return len(words) > 1 and begins(words[1:], names)
    if CAPITALS.fullmatch(first):
        is_alone = all(value_name(word, names) for word in words[1:])
        return (len(first) > 1 and first not in PROSE) or is_alone
    values = [bool(value_name(word, names) or CAPITALS.fullmatch(word)) for word in words]
    return (first.startswith("<") and values[0]) or (len(values) > 1 and all(values))


def value_name(word: str, names: Set[str]) -> str:
    """Returns the name of the value that a word stands for, "" for other words."""
    text = word.strip("<>")
    if word.startswith("<") and text:
        return text
    return text if VALUE.fullmatch(text) or text in VALUES | TEXTS | names else ""


def made(text: str, is_optional: bool) -> Value:
    """Returns a value. text: as inner() writes it"""
    name, *words = text.split("^")
    return Value(python_name(name), tuple(words), is_optional=is_optional)


def numbered(values: list[Value]) -> Iterator[Value]:
    """Yields the values, with a number behind a name that another one has."""
    names = [value.name for value in values]
    for at, value in enumerate(values):
        before = names[:at].count(value.name)
        yield replace(value, name=f"{value.name}{before + 1}") if before else value


def merged(verbs: Iterable[Verb]) -> Iterator[Verb]:
    """Yields each verb once; values that only some forms of it have are optional."""
    forms: dict[str, list[Verb]] = {}
    for verb in verbs:
        forms.setdefault(verb.words, []).append(verb)
    for same in forms.values():
        longest = max(same, key=lambda verb: len(verb.values))
        fewest = min(len(verb.values) for verb in same)
        values = [
            replace(value, is_optional=value.is_optional or at >= fewest)
            for at, value in enumerate(longest.values)
        ]
        talks = any(verb.talks for verb in same)
        yield replace(longest, values=tuple(values), talks=talks)


# ---- What the stub writes


def samples(texts: Iterable[str], actors: Actors) -> Iterator[str]:
    """Yields the orders of an answer, without ids in front."""
    answer = actors.answer
    for text in texts:
        for part in text.split(answer.separator) if answer.separator else [text]:
            found = part.strip()
            if answer.id_first:
                found = re.sub(rf"^\d+{re.escape(answer.mark)}\s*", "", found)
            if found:
                yield found


def fits(verb: Verb, text: str) -> bool:
    """Returns True if a text that the stub writes is an order of this kind."""
    return values_in(verb, text) is not None


def values_in(verb: Verb, text: str) -> list[str] | None:
    """Returns the values of a text that the stub writes, None if it is no order of this kind."""
    words = text.split()
    form = verb.form.replace(f"{FRONT} ", "").split()
    if not form or len(form) > len(words) and "{}" not in form:
        return None
    if form[0] == "{}" and CAPITALS.fullmatch(words[0]):  # a word, where values stand alone
        if len(form) != len(words) or not IS_WORD.fullmatch(verb.values[0].name):
            return None
    found = list[str]()
    skipped = verb.form.startswith(FRONT)
    for at, part in enumerate(form):
        value = verb.values[len(found) + skipped] if part == "{}" else None
        if value is None and words[at : at + 1] != [part]:
            return None
        if value is not None and at < len(words):
            found.append(words[at])
        elif value is not None and not value.is_optional:
            return None
    return None if any(map(NUMBER.fullmatch, words[len(form) :])) else found


def written_verb(text: str) -> Verb:
    """Returns the verb of a text that the stub writes: its capitals, then its values, which begin
    with a number. A word alone that is no verb is a value.
    """
    words = text.split()
    first = [*takewhile(CAPITALS.fullmatch, words)]
    rest = words[len(first) :]
    is_value = len(words) == 1 and not first
    if rest and (is_value or NUMBER.fullmatch(rest[0])):
        values = rest if is_value else [*takewhile(VALUE_WRITTEN.fullmatch, rest)]
        names = ["word"] if is_value else [f"value{at}" for at in range(1, len(values) + 1)]
        made = [*map(Value, names)]
        return Verb(" ".join(first), tuple(made), " ".join([*first, *["{}"] * len(made)]))
    return Verb(" ".join(first) or text, form=" ".join(first) or text)


def with_words(verb: Verb, said: Mapping[str, list[str]], stub: Stub) -> Verb:
    """Returns a verb whose values of words have their words. said: by a value's name."""
    values = [
        value if value.words else worded(value, said.get(value.name, []), stub)
        for value in verb.values
    ]
    return replace(verb, values=tuple(values))


def words_written(verbs: Iterable[Verb], written: Iterable[str]) -> dict[str, list[str]]:
    """Returns the words that the stub writes as values, by the values' names."""
    found: dict[str, list[str]] = {}
    for verb in verbs:
        for text in written:
            values = verb.values[verb.form.startswith(FRONT) :]
            for value, word in zip(values, values_in(verb, text) or [], strict=False):
                if not NUMBER.fullmatch(word):
                    found.setdefault(value.name, []).append(word)
    return found


def worded(value: Value, written: list[str], stub: Stub) -> Value:
    """Returns a value with its words, if it has words. written: those that the stub writes."""
    if words := defined_words(stub.output).get(value.name):
        return replace(value, words=tuple(dict.fromkeys([*words, *written])))
    columns = {value.name, f"{value.name}_id", f"{value.name}_name"}
    variables = [one for read in (*stub.start, *stub.turn) for one in read.variables]
    kinds = [one.name for one in variables if one.kind == "word" and one.python in columns]
    comment = " ".join(stub.comments.get(name, "") for name in kinds)
    listed = LISTED.search(comment)
    known = CAPITALS.findall(listed[2]) if listed else re.findall(r"\b[A-Z][A-Z_]+\b", comment)
    if IS_DIRECTION.fullmatch(value.name) and not listed:
        text = f"{stub.output} {' '.join(stub.comments.values())}"
        known = [*written, *re.findall(r"\b[A-Z]+\b", text)]
        sets = [words for words in DIRECTIONS if {*written} <= {*words}] or [tuple(written)]
        named = [words for words in sets if {*words} <= {*known}]
        return replace(value, words=max([*named, sets[0]], key=len), is_sure=bool(named))
    if not (written or kinds or IS_WORD.fullmatch(value.name)):
        return value
    found = dict.fromkeys([*written, *(word for word in known if word not in PROSE)])
    return replace(value, words=tuple(found) or (value.name.upper(),), is_sure=bool(listed))


def safety(verb: Verb, written: list[str]) -> int:
    """Returns the rank of a verb among those that are always allowed."""
    if is_talk(verb):
        return 4
    if verb.words in WAITS and not any(not value.is_optional for value in verb.values):
        return 0
    if any(fits(verb, text) for text in written):
        return 1
    return 2 if not verb.values else 3


# ---- What UNITS says of them


def is_talk(verb: Verb) -> bool:
    """Returns True for an order that only says something to spectators."""
    return verb.talks and not verb.values and verb.words in TALKS


def check_names(verbs: list[Verb], actors: Actors) -> None:
    """Raises BadInput if UNITS names a verb or a value that OUTPUT has not."""
    places = actors.answer.id_at
    known = ", ".join(verb.words for verb in verbs if verb.words)
    for name in (*(actors.hand.verbs if actors.hand else ()), *places):
        called = [verb for verb in verbs if verb.is_called(name)]
        if not called:
            raise BadInput(f"UNITS: OUTPUT has no order {name}; it has {known or 'values alone'}")
        most = max(len(verb.values) for verb in called)
        if places.get(name, 0) > most:
            raise BadInput(f"UNITS: id={name}.{places[name]}: {name} has {most} values in OUTPUT")
    if actors.unit and actors.hand and not actors.hand.verbs:
        raise BadInput(f"UNITS: expected verbs= behind hand, its orders beside units': {known}")


def giver(verb: Verb, actors: Actors) -> str:
    """Returns who gives orders of a kind: "unit", "hand", or "" where nothing is done by them."""
    hand = actors.hand
    if is_talk(verb):
        return ""
    if hand is None:
        return "unit"
    is_named = any(map(verb.is_called, hand.verbs))
    if actors.unit:
        return "hand" if is_named else "unit"
    if hand.verbs:
        return "hand" if is_named else ""
    return "" if hand.most > 1 and verb.words in WAITS else "hand"


def spoken(verb: Verb, actors: Actors, is_shown: bool) -> Verb:
    """Returns a verb with its form, and without the value that is the acting unit's id.

    is_shown: True if OUTPUT shows the orders with an id in front, else all of a unit have it
    """
    answer = actors.answer
    is_units = verb.by == "unit"
    at = next((place for name, place in answer.id_at.items() if verb.is_called(name)), 0)
    at = at if is_units else 0
    has_front = verb.form.startswith(FRONT)
    if has_front and is_units and (answer.id_first or not at):
        verb = replace(verb, form=verb.form.replace(f"{FRONT} ", ""), values=verb.values[1:])
    parts, values = list[str](), list[Value]()
    for part in verb.form.split():
        if part in ("{}", FRONT):
            value = verb.values[len(values) + ("{id}" in parts)]
            if at and len(values) + 1 == at and "{id}" not in parts:
                part = "{id}"
            else:
                part = "[{}]" if value.is_optional else "{}"
                values.append(value)
        parts.append(part)
    form = " ".join([*parts, *["..."] * verb.talks])
    if answer.id_first and is_units and (has_front or not is_shown):
        form = f"{{id}}{answer.mark}{form}"
    return replace(verb, values=tuple(values), form=form)


def sizes_of(verbs: tuple[Verb, ...]) -> tuple[int, ...]:
    """Returns the bits of a move: of its verb, then of its values by their places. All verbs have
    the same. BadInput if they are too many.
    """
    first = max(1, (len(verbs) - 1).bit_length())
    most = max(len(verb.values) for verb in verbs)
    needs, is_number = [1] * most, [False] * most
    for verb in verbs:
        for at, value in enumerate(verb.values):
            is_number[at] |= not value.words
            if value.words:
                needs[at] = max(needs[at], WORD_BITS, (len(value.words) - 1).bit_length())
    words = [0 if is_number[at] else need for at, need in enumerate(needs)]
    room = MOVE_BITS - first - sum(words)
    each = min(MOST_BITS, room // max(1, sum(is_number)))
    if room < 0 or any(is_number[at] and each < need for at, need in enumerate(needs)):
        longest = max(verbs, key=lambda verb: len(verb.values))
        raise BadInput(
            f"OUTPUT: {longest.words or 'an order'} has {most} values, for which a move of"
            f" {MOVE_BITS} bits has no room"
        )
    return first, *(need or each for need in words)
