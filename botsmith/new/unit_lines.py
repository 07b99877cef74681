"""Finds the referee's expressions for the numbers in its lines, as far as UNITS says them."""

from collections.abc import Iterator

from botsmith.errors import BadInput
from botsmith.new.actors import Actors
from botsmith.new.blocks import Block, python_name
from botsmith.new.stub import Stub
from botsmith.new.units import Units

SOME = "SOME"  # the referee's number of everything that no rule counts yet


def known_arguments(units: Units | None, actors: Actors, stub: Stub) -> dict[str, str]:
    """Returns the referee's expression for each known argument of start_lines and turn_lines, by
    the argument's Python name.
    """
    found = {stub.me: "seat"}
    found |= {name: value for name, _, value in owed_factors(units, actors, stub)}
    if units is not None:
        *around, amount = map(python_name, units.loop.loops)
        is_by_side = units.others or units.by_rounds
        found[amount] = "self.each" if is_by_side else "self.players * self.each"
        if units.by_rounds:
            found[around[-1]] = "self.players"
    return found


def owed_factors(units: Units | None, actors: Actors, stub: Stub) -> Iterator[tuple[str, str, str]]:
    """Yields each factor of the number of lines of an answer: its name in Python, "" for a number
    or the length of a list, the bot's expression, and the referee's.

    Raises BadInput if a factor in UNITS is neither a number nor a variable that is read once.
    """
    for amount in sorted(actors.answer.lines.split("*"), key=str.isidentifier):
        block = next((one for one in (stub.turn, stub.start) if one.has(amount)), None)
        if amount.isdecimal():
            yield "", str(int(amount)), str(int(amount))
        elif block is not None:
            name, place = python_name(amount), f"self.{block.word}.{python_name(amount)}"
            if amount not in stub.amounts:  # another phase may have a negative one
                place = f"({place} if {place} >= 0 else 1)"
            bot = f"len({place})" if name in block.unstored else place
            is_listed = amount in block.lengths
            yield "" if is_listed else name, bot, referee_factor(units, block, amount)
        else:
            wanted = "expected a number or a variable that is read once"
            raise BadInput(f"UNITS: answer: lines={actors.answer.lines}: {wanted}")


def referee_factor(units: Units | None, block: Block, amount: str) -> str:
    """Returns the referee's expression for a variable that counts the lines of an answer."""
    listed = block.lengths.get(amount)
    if units is None:
        return SOME
    if listed == units.loop.python and not units.others:
        return "len(self.shown(seat))"
    own_ids = units.own_ids.python if units.own_ids else None
    if listed not in (None, units.loop.python, own_ids):
        return SOME
    return "len(self.own(seat))" if block.outer else "self.each"
