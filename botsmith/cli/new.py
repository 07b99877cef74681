"""`new NAME`: makes the skeleton of a contest, or copies a bot for an existing contest."""

import importlib
from pathlib import Path
from typing import Annotated

from botsmith.cli.golden import record_matches
from botsmith.errors import BadInput
from botsmith.new import scaffold
from botsmith.new.bots import copy_bot, opponents_in
from botsmith.paths import DOCS, PROGRAM
from botsmith.printable import say, say_text
from botsmith.settings import Opt
from botsmith.workspace import game_of, own_root

WORDS = ", ".join([*scaffold.SEARCHES, scaffold.POLICY])
RECORDED = 8  # matches of the baselines, so that tests have something to repeat


def new(
    name: str,
    *,
    players: Annotated[str | None, Opt(metavar="N or N..M")] = None,
    turns: Annotated[str | None, Opt(metavar=" or ".join(scaffold.TURNS))] = None,
    search: Annotated[
        str | None, Opt(f"The bot's search: {WORDS}. [default: one that fits]")
    ] = None,
    units: Annotated[str | None, Opt(metavar="N or A..B")] = None,
    units_line: Annotated[str | None, Opt(metavar="LINE")] = None,
    turn_ms: Annotated[float | None, Opt(least=20, most=60_000)] = None,
    first_ms: Annotated[float | None, Opt(least=20, most=60_000)] = None,
    stub: Annotated[Path | None, Opt(metavar="FILE")] = None,
    source: Annotated[str | None, Opt(name="from", metavar="BOT")] = None,
) -> None:
    """Write a contest with rules, referee, bot, baselines, tests and replay that all work.

    With --from it makes a bot for an existing contest.

    name: The contest or bot: a-z and 0-9, a letter first.
    players: Seats in a match, 2 to 8. [default: 2]
    turns: How players move. [default: together]
    units: Units of a player, 1 to 32. [default: 1]
    units_line: Who acts, as UNITS in the stub file says it.
    turn_ms: Limit of a turn. [default: 100]
    first_ms: Limit of the first turn. [default: 1000]
    stub: The lines: the site's Python, or config/stub.txt.
    source: Copy this bot, csb say, for the same contest.
    """
    root = own_root()
    if source is not None:
        if any((players, turns, search, stub, units, units_line, turn_ms, first_ms)):
            raise BadInput("--from has the contest of its bot; no other option goes with it")
        written = copy_bot(root, name, source)
        game = game_of(name, root)
        opponents, change = opponents_in(game), f"bots/{name}"
    else:
        if units_line and stub is None:
            raise BadInput("--units-line says who acts in a stub; expected it with --stub")
        moves = turns or scaffold.TURNS[0]
        first = scaffold.FIRST_MS if first_ms is None else first_ms
        later = scaffold.TURN_MS if turn_ms is None else turn_ms
        form = scaffold.make_form(
            players or "2", moves, search or "", stub, units or "", first, later, units_line or ""
        )
        written = scaffold.write_contest(root, name, form)
        importlib.invalidate_caches()  # its modules have only just come
        written.append(str(record_matches(root, name, RECORDED)[0].relative_to(root)))
        game, opponents = name, " ".join(["random"] * (form.least - 1))
        change = f"bots/{name}/rules.py into your game; {DOCS}/new-contest.md goes through it"
    say(*written)
    if source is None and not form.is_own:
        if form.stub.actors is None and units_line is None:
            advice = "Correct this line, put it into the stub file under the heading UNITS"
            say(f"who acts is a guess: nobody said it. {advice}, and write the contest anew:")
            say(f"    {form.actors.text}")
        say("the stub was understood so:", *(f"    {note}" for note in scaffold.notes_on(form)))
    say_text(f"""
next: {PROGRAM} build {name}
      {PROGRAM} play {game} {name} {opponents} --games 10
      {PROGRAM} test -k {name}
then change {change}""")
