"""`referee GAME`: our referee for other tools; `referee add NAME`: another referee for our
commands.
"""

import json
import sys
from pathlib import Path
from typing import Annotated

from botsmith.arena.matches.match import Conditions
from botsmith.arena.store.record import GZIP_MAGIC, encode_match
from botsmith.cli.options import Iterations
from botsmith.errors import BadInput, refusing
from botsmith.interop.documents import DOCUMENTS, runner_log
from botsmith.interop.named_referees import add_referee, add_seed_form
from botsmith.interop.new_protocol import play_players, seed_from
from botsmith.interop.old_protocol import Driven, Driver, any_seed
from botsmith.interop.scores import scores_of
from botsmith.paths import PROGRAM
from botsmith.printable import print_error, say, say_json
from botsmith.referees import referee_for
from botsmith.settings import Opt
from botsmith.workspace import own_root


def referee(
    game: str,
    players: list[str] | None = None,
    *,
    first: Annotated[str | None, Opt("Player 1.", name="-p1")] = None,
    second: Annotated[str | None, Opt("Player 2.", name="-p2")] = None,
    third: Annotated[str | None, Opt("Player 3.", name="-p3")] = None,
    fourth: Annotated[str | None, Opt("Player 4.", name="-p4")] = None,
    data: Annotated[str | None, Opt(name="-d")] = None,
    seed: int | None = None,
    log: Annotated[Path | None, Opt(name="-l")] = None,
    as_json: Annotated[str | None, Opt(name="json", choices=(*DOCUMENTS,))] = None,
    record: Path | None = None,
    time: str | None = None,
    iterations: Iterations = None,
    old: bool = False,
    sdk: bool = False,
    negative: Annotated[bool, Opt(name="negative-scores")] = False,
) -> None:
    """One match for another tool: cg-brutaltester, psyleague or cgarena.

    With players it starts them and prints one score a line. Without, it speaks
    cg-brutaltester's old protocol (its option -o) on stdin and stdout.

    `referee add NAME COMMAND`, or a jar or the folder of a contest that Maven builds, makes a
    referee written for cg-brutaltester a game of `play` and `league`.

    game: The contest, csb for example; or add.
    players: The players' commands, instead of -p1, -p2, ...
    data: seed=NUMBER. [default: any]
    seed: The same as -d seed=NUMBER.
    log: Write the match's JSON log.
    as_json: Print what psyleague or cgarena reads.
    record: Write the match's record.
    time: hard, soft3, bank or none. [default: hard; none with --iterations]
    old: With add: it speaks cg-brutaltester's old protocol.
    sdk: With add: a contest made with the site's SDK, in Java.
    negative: With add: its -1 is a score, no error.
    """
    if game == "add":
        add(players or [], old, negative, sdk)
        return
    for option, is_there in (("--old", old), ("--negative-scores", negative), ("--sdk", sdk)):
        if is_there:
            raise BadInput(f"{option} is for `referee add`")
    numbered = [first, second, third, fourth]
    named = [text for text in numbered if text is not None]
    if None in numbered[: len(named)]:
        missing = numbered.index(None) + 1
        raise BadInput(f"-p{missing} is missing; players are numbered from -p1 on")
    commands = [*(players or []), *named]
    rule = time or ("hard" if iterations is None else "none")
    if seed is not None and data is not None:
        raise BadInput("the seed is named twice; give -d seed=NUMBER or --seed NUMBER")
    chosen = seed_from(data) if data is not None else seed
    if not commands:
        be_driven(game, chosen, rule)
        return
    if players and first:
        raise BadInput("players are named twice; give -p1, -p2, ... or the commands alone")
    for path in (log, record):
        if path is not None and not path.absolute().parent.is_dir():
            raise BadInput(f"{path}: no folder {path.parent}; expected a path that can be written")
        if path is not None and not is_ours(path):
            raise BadInput(f"{path}: is there and is no log or record; expected another name")
    chosen = any_seed() if chosen is None else chosen
    match = play_players(game, commands, chosen, Conditions(rule, iterations))
    if log is not None:
        write(log, (json.dumps(runner_log(match)) + "\n").encode())
    if record is not None:
        write(record, encode_match(match))
    for error in match.extra["errors"]:
        print_error(error["text"])
    if as_json is not None:
        say_json(DOCUMENTS[as_json](match))
    else:
        say(*scores_of(match), f"seed={match.seed}")


def add(words: list[str], is_old: bool, counts_below_zero: bool, is_sdk: bool) -> None:
    """Runs `referee add NAME COMMAND|JAR|FOLDER`."""
    if len(words) != 2:
        raise BadInput("referee add: expected NAME and a COMMAND, quoted, a JAR or a FOLDER")
    if is_old and is_sdk:
        raise BadInput("referee add: --sdk speaks the new protocol; expected it without --old")
    name, text = words
    command = add_referee(own_root(), name, text, is_old, counts_below_zero, is_sdk)
    say(f"{name} = {command}")
    if not is_old:
        say(add_seed_form(own_root(), name))
    say(f"next: {PROGRAM} play {name} ONE.py TWO.py")


def be_driven(game: str, seed: int | None, rule: str) -> None:
    """Plays one match under the old protocol."""
    kind = referee_for(game)
    if sys.stdin.isatty():
        raise BadInput("no players; give -p1 COMMAND -p2 COMMAND, or run it by cg-brutaltester -o")
    driver = Driver(sys.stdin.buffer, sys.stdout.buffer)
    sent, players = driver.start()
    if players not in kind.player_counts:
        wanted = " or ".join(map(str, kind.player_counts))
        raise BadInput(f"{game} takes {wanted} players, got ###Start {players}")
    chosen = next(number for number in (sent, seed, any_seed()) if number is not None)
    Driven(kind.from_seed(chosen, players), driver, rule, sys.stderr).play()


def is_ours(path: Path) -> bool:
    """Returns True if a file may be replaced: it is missing or empty, or begins like a log or a
    record.
    """
    if not path.is_file():  # new, or a device
        return True
    with refusing(f"{path}: cannot be written"), path.open("rb") as file:
        start = file.read(2)
    return start[:1] in (b"", b"{") or start == GZIP_MAGIC


def write(path: Path, content: bytes) -> None:
    """Writes a whole file in one step. Raises BadInput if it cannot be written."""
    with refusing(f"{path}: cannot be written"):
        path.write_bytes(content)
