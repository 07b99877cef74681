"""Describes how a stub was understood, in lines for its author."""

from botsmith.new.actors import Actors
from botsmith.new.answers import REPEATED, verbs_of
from botsmith.new.stub import Stub
from botsmith.new.templates import render
from botsmith.new.units import find_units


def notes_on(stub: Stub, actors: Actors) -> list[str]:
    """Returns lines for the author about the units, their owners, the orders and the answer of
    a stub.

    Raises BadInput if UNITS does not fit the stub's lines or OUTPUT.
    """
    amounts = {*filter(str.isidentifier, actors.answer.lines.split("*"))}
    text = render(
        "understood",
        stub=stub,
        units=find_units(stub, actors),
        verbs=verbs_of(stub, actors),
        hand=actors.hand,
        answer=actors.answer,
        rows=actors.rows,
        may_be_negative=amounts - stub.amounts,
        repeated=REPEATED.findall(stub.output),
    )
    return text.splitlines()
