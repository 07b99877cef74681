"""Describes how a stub was understood, in lines for its author."""

from botsmith.new.actors import Actors
from botsmith.new.answers import REPEATED, notes_on_words, verbs_of
from botsmith.new.stub import Stub
from botsmith.new.units import Units, find_units


def notes_on(stub: Stub, actors: Actors) -> list[str]:
    """Returns lines for the author about the units, their owners, the orders and the answer of
    a stub.

    Raises BadInput if UNITS does not fit the stub's lines or OUTPUT.
    """
    units = find_units(stub, actors)
    verbs = verbs_of(stub, actors)
    found = []
    if units is not None:
        kind = units.kind
        where = f" where {kind.when} is {' or '.join(kind.values)}" if kind.when else ""
        a_noun = f"a{'n' * (kind.noun[0] in 'aeio')} {kind.noun}"
        called = f"its number is {kind.id}" if kind.id else "its number is its place"
        if kind.parts:
            a_noun = f"a part, by {kind.parts}, of {a_noun}"
        many = f"at most {kind.most} a side" + (", born in the game" if kind.born else "")
        found.append(
            f"units: a line of loop {'/'.join(units.loop.loops)} is {a_noun}{where};"
            f" {called}; {many}"
        )
        found.append(f"whose: {whose_words(units, stub)}")
        named = {kind.id, kind.parts, kind.when, kind.whose.column}
        others = [one for one in units.loop.variables if one.name not in named]
        if rest := [one.name for one in others if one.field not in dict(units.fields)]:
            found.append(f"columns of its line that the record has not: {', '.join(rest)}")
    if actors.hand is not None:
        which = ", ".join(verb.name for verb in verbs if verb.by == "hand") or verbs[0].name
        many = f"up to {actors.hand.most} orders" if actors.hand.most > 1 else "one order"
        chained = ", each of which changes what the next may be" * actors.hand.chain
        found.append(f"the player gives {many} a turn{chained}: {which}")
    answer = actors.answer
    between = f", {answer.separator or ';'} between its orders" * (actors.rows > 1)
    lines = f"1 line{between}" if answer.is_one_line else f"{answer.lines} lines"
    amounts = {*filter(str.isidentifier, answer.lines.split("*"))}
    lines += ", 1 if it is negative" * bool(amounts - stub.amounts)
    found.append(f"an answer has {lines}: {' | '.join(verb.long_form for verb in verbs)}")
    found += [
        f"the bot writes one of several: {text.strip()}" for text in REPEATED.findall(stub.output)
    ]
    return [*found, *notes_on_words(verbs)]


def whose_words(units: Units, stub: Stub) -> str:
    """Returns a phrase about how a unit's owner is found, with the stub's comment on its column."""
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
    me = f"yours is {stub.me}" if stub.me else "0 is yours: the start does not give your number"
    return f"{owner.name} is the player's number, {me}{said}"
