"""Who acts, as the templates of a contest want it, and in words for its author."""

from collections.abc import Mapping, Sequence
from typing import Any

from botsmith.errors import BadInput
from botsmith.new.actors import Actors
from botsmith.new.answers import REPEATED, Verb, notes_on_words, sizes_of, verbs_of
from botsmith.new.readers import blocks_of, camel, plural
from botsmith.new.stub import Stub
from botsmith.new.unit_lines import line_arguments, owed_lines, referee_rows, reported_units
from botsmith.new.units import Units, find_units, me_in

PIECE = 60  # letters of a string in a line


def words_of_actors(
    actors: Actors, stub: Stub, most_players: int, given: Mapping[str, str]
) -> dict[str, Any]:
    """Returns the values of the templates that say who acts. given: arguments of start_lines and
    turn_lines that are known already.
    """
    units = find_units(stub, actors)
    if most_players > 2 and units is not None and is_for_two(units):
        raise BadInput(
            "UNITS: own units are told from those of one rival; expected --players 2, got up to"
            f" {most_players}"
        )
    verbs = verbs_of(stub, actors)
    start, _ = blocks_of(stub)
    made_start, made_turn = line_arguments(units, actors, stub, given)
    owed, reply_lines = owed_lines(units, actors, stub)
    fields = units.fields + units.joined_fields if units else []
    unit = units.unit if units else ""
    stored = ", ".join(f"{unit}.{name}" for name, _ in fields)
    me = me_in(start)
    return {
        "unit": unit,
        "Unit": camel(unit),
        "units": plural(unit) if unit else "",
        "unit_fields": fields,
        "told_fields": units.fields if units else [],
        "store": f"{stored}{',' * (len(fields) == 1)} = values" if fields else "",
        "reported_units": reported_units(units) if units else "",
        "referee_rows": referee_rows(units) if units else "",
        "fixed": units is not None and units.fixed,
        "born": actors.unit is not None and actors.unit.born,
        "hand": actors.hand.most if actors.hand else 0,
        "chain": actors.hand is not None and actors.hand.chain,
        "me_name": me,
        "sees_itself_first": not me,
        "made_start": made_start,
        "made_turn": made_turn,
        "owed": owed,
        "reply_lines": reply_lines,
        "one_line": is_one_line(actors),
        "separator": actors.answer.separator or ";",
        "verbs": verbs,
        "sizes": sizes_of(verbs),
        "orders_text": orders_text(verbs),
    }


def is_one_line(actors: Actors) -> bool:
    """Returns True if all orders of a turn stand in one line."""
    return actors.answer.lines == "1"


def is_for_two(units: Units) -> bool:
    """Returns True where lines say of a unit only if it is the bot's own."""
    whose = units.kind.whose
    is_bool = units.owner is not None and units.owner.kind == "bool"
    return bool(whose.own) or is_bool or units.others is not None or units.own_ids is not None


def orders_text(verbs: Sequence[Verb]) -> str:
    """Returns the literal of ORDERS, as common/orders.py reads it."""
    rows = []
    for verb in verbs:
        words = ", ".join(f"{value.words!r}" for value in verb.values)
        rows.append(f"({in_pieces(verb.form)}, ({words}{',' * (len(verb.values) == 1)})),")
    return f"({' '.join(rows)})"


def in_pieces(text: str) -> str:
    """Returns a string of Python, in pieces of a line if it is long."""
    pieces = [text[at : at + PIECE] for at in range(0, len(text), PIECE)] or [""]
    return f"({' '.join(map(repr, pieces))})" if len(pieces) > 1 else repr(text)


def notes_on(stub: Stub, actors: Actors) -> list[str]:
    """Returns how a stub was understood, a line each, in its own words."""
    units = find_units(stub, actors)
    verbs = verbs_of(stub, actors)
    found = []
    if units is not None:
        kind = units.kind
        where = f" where {kind.when} is {' or '.join(kind.values)}" if kind.when else ""
        a_noun = f"a{'n' * (kind.noun[0] in 'aeio')} {kind.noun}"
        called = f"its number is {kind.id}" if kind.id else "its number is its place"
        parts = f", and has parts by {kind.parts}" if kind.parts else ""
        many = f"at most {kind.most} a side" + (", born in the game" if kind.born else "")
        found.append(
            f"units: a line of loop {'/'.join(units.loop.loops)} is {a_noun}{where};"
            f" {called}{parts}; {many}"
        )
        found.append(f"whose: {whose_words(units, stub)}")
        words = [one.name for one in units.loop.variables if one.kind in ("word", "string")]
        if words := [name for name in words if name not in (kind.when, kind.whose.column)]:
            found.append(f"words of its line that the record has not: {', '.join(words)}")
    if actors.hand is not None:
        which = ", ".join(verb.name for verb in verbs if verb.by == "hand") or verbs[0].name
        many = f"up to {actors.hand.most} orders" if actors.hand.most > 1 else "one order"
        chained = ", each of which changes what the next may be" * actors.hand.chain
        found.append(f"the player gives {many} a turn{chained}: {which}")
    answer = actors.answer
    lines = "1 line" if is_one_line(actors) else f"{answer.lines} lines"
    between = f", {answer.separator} between its orders" if answer.separator else ""
    found.append(f"an answer has {lines}{between}: {' | '.join(verb.shown for verb in verbs)}")
    found += [
        f"the bot writes one of several: {text.strip()}" for text in REPEATED.findall(stub.output)
    ]
    return [*found, *notes_on_words(verbs)]


def whose_words(units: Units, stub: Stub) -> str:
    """Returns how a unit's owner is found, in words, with the statement's own about that column."""
    whose = units.kind.whose
    if units.others is not None:
        return f"loop {units.kind.loop} has yours, loop {units.kind.others} the rival's"
    if units.by_rounds:
        return f"loop {whose.column} goes through the players"
    if units.own_ids is not None:
        return f"{whose.column} lists yours"
    owner = units.owner
    assert owner is not None
    said = stub.comments.get(owner.name, "")
    said = f" (the stub: {said})" if said else " (the stub says nothing of it)"
    if whose.own:
        return (
            f"{owner.name} is {whose.own} for yours, {whose.other or 'else'} for the rival's{said}"
        )
    if owner.kind == "bool":
        return f"{owner.name} is 1 for yours, 0 for the rival's{said}"
    me = (
        f"yours is {units.me}" if units.me else "0 is yours, as the start does not tell your number"
    )
    return f"{owner.name} is the player's number, {me}{said}"
