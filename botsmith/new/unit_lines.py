"""Generates Python for the lines about units: the bot's reader and the referee's writers."""

from collections.abc import Iterator, Mapping

from botsmith.errors import BadInput
from botsmith.new.actors import Actors
from botsmith.new.blocks import Block, Read, python_name, side_of
from botsmith.new.stub import Stub
from botsmith.new.units import Units


def line_arguments(
    units: Units | None, actors: Actors, stub: Stub, own: Mapping[str, str]
) -> dict[str, str]:
    """Returns the expressions that are known for arguments of start_lines and turn_lines, by the
    argument's name. That of a list may have `start.` or `turn.` before it.

    own: expressions by the argument's name, which others replace
    """
    found = {**own, stub.me: "seat"}
    for block, amount, value in answer_amounts(units, actors, stub):
        if amount not in block.lengths:
            found[python_name(amount)] = value
    return found | dict(units_arguments(units) if units else ())


def units_arguments(units: Units) -> Iterator[tuple[str, str]]:
    """Yields each argument about units: its name, as in `line_arguments`, and its expression."""
    rows, starts = f"self.{units.unit}_rows(seat", f"self.{units.unit}_start_rows(seat"
    loop, each = units.loop, "self.each"
    if units.others is not None:
        yield loop.place, f"{rows}, True)"
        yield units.others.place, f"{rows}, False)"
    elif units.by_rounds:
        yield loop.place, f"[{rows}, player) for player in range(self.players)]"
        yield python_name(loop.loops[-2]), "self.players"
    else:
        yield loop.place, f"{rows})"
        each = "self.players * self.each"
    yield python_name(loop.loops[-1]), each
    for number, one in enumerate(units.joined):
        sides = f", {number == 0}" if len(units.joined) > 1 else ""
        yield one.place, f"{starts}{sides})"
    for one, sign in id_lists(units):
        shown = f"for player, id_, _ in self.shown(seat) if player {sign} {units.seat}"
        yield one.place, f"[id_ {shown}]"


def id_lists(units: Units) -> Iterator[tuple[Read, str]]:
    """Yields each list of ids, with == if it has the bot's own units, != if it has the rival's."""
    own = units.own_ids
    if own is None:
        return
    rivals = False, side_of(own.variables[0].python)[1]
    for one in (units.stub.start if own.block == "start" else units.stub.turn).lists:
        if one == own:
            yield one, "=="
        elif not one.row and one.loops and side_of(one.variables[0].python) == rivals:
            yield one, "!="


def answer_amounts(
    units: Units | None, actors: Actors, stub: Stub
) -> Iterator[tuple[Block, str, str]]:
    """Yields each variable that counts an answer's lines: its block, its name in the stub, and the
    referee's expression for it.
    """
    for amount in actors.answer.lines.split("*"):
        if stub.turn.has(amount):
            yield stub.turn, amount, "len(self.own(seat))" if units else "SOME"
        elif stub.start.has(amount):
            yield stub.start, amount, "self.each" if units else "SOME"


def owed_lines(units: Units | None, actors: Actors, stub: Stub) -> tuple[str, str]:
    """Returns two expressions for the number of lines of an answer: the bot's and the referee's.

    Raises BadInput if lines= in UNITS has neither a number nor a variable that is read once.
    """
    lines = actors.answer.lines
    bot = [str(int(one)) for one in lines.split("*") if one.isdecimal()]
    referee = [*bot]
    own_ids = units.own_ids.python if units and units.own_ids else ""
    for block, amount, value in answer_amounts(units, actors, stub):
        name, listed = python_name(amount), block.lengths.get(amount)
        place = f"self.{block.word}.{name}"
        if amount not in stub.amounts:  # another phase may have a negative one
            place = f"({place} if {place} >= 0 else 1)"
        bot.append(f"len({place})" if name in block.unstored else place)
        if units and listed == units.loop.python and not units.others:
            value = "len(self.shown(seat))"
        elif units and listed and listed not in (units.loop.python, own_ids):
            value = "SOME"
        referee.append(value)
    if not bot:
        wanted = "expected a number or a variable that is read once"
        raise BadInput(f"UNITS: answer: lines={lines}: {wanted}")
    return " * ".join(bot), " * ".join(referee)
