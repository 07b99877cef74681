"""`referee GAME`: our referee for the tools of others; `referee add NAME`: theirs for ours."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from botsmith.arena.matches.match import Conditions
from botsmith.arena.store.record import GZIP_MAGIC, encode_match
from botsmith.errors import BadInput
from botsmith.interop.documents import DOCUMENTS, runner_log
from botsmith.interop.named_referees import add_referee, add_seed_form
from botsmith.interop.new_protocol import play_players, seed_from
from botsmith.interop.old_protocol import Driven, Driver, any_seed
from botsmith.interop.scores import scores_of
from botsmith.paths import PROGRAM
from botsmith.printable import print_error, say
from botsmith.referees import referee_for
from botsmith.referees.base import Match
from botsmith.workspace import own_root

ADD = "add"


def player(number: int) -> typer.models.OptionInfo:
    """Returns the option -p1, -p2, ..."""
    found: typer.models.OptionInfo = typer.Option(f"-p{number}", help=f"Player {number}.")
    return found


def referee(
    game: Annotated[str, typer.Argument(help="The contest, csb for example; or add.")],
    players: Annotated[
        list[str] | None, typer.Argument(help="The players' commands, instead of -p1, -p2, ...")
    ] = None,
    first: Annotated[str | None, player(1)] = None,
    second: Annotated[str | None, player(2)] = None,
    third: Annotated[str | None, player(3)] = None,
    fourth: Annotated[str | None, player(4)] = None,
    data: Annotated[str | None, typer.Option("-d", help="seed=NUMBER. [default: any]")] = None,
    seed: Annotated[int | None, typer.Option(help="The same as -d seed=NUMBER.")] = None,
    log: Annotated[Path | None, typer.Option("-l", help="Write the match's JSON log.")] = None,
    as_json: Annotated[
        str | None, typer.Option("--json", help="Print what psyleague or cgarena reads.")
    ] = None,
    record: Annotated[Path | None, typer.Option(help="Write the match's record.")] = None,
    time: Annotated[
        str | None,
        typer.Option(help="hard, soft3, bank or none. [default: hard; none with --iterations]"),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option(help="Fixed work a turn instead of the clock: repeatable.")
    ] = None,
    old: Annotated[
        bool, typer.Option("--old", help="With add: it speaks cg-brutaltester's old protocol.")
    ] = False,
    sdk: Annotated[
        bool, typer.Option("--sdk", help="With add: a contest made with the site's SDK, in Java.")
    ] = False,
    negative: Annotated[
        bool, typer.Option("--negative-scores", help="With add: its -1 is a score, no error.")
    ] = False,
) -> None:
    """One match for another tool: cg-brutaltester, psyleague or cgarena.

    With players it starts them and prints one score a line. Without, it speaks
    cg-brutaltester's old protocol (its option -o) on stdin and stdout.

    `referee add NAME COMMAND`, or a jar or the folder of a contest that Maven builds, makes a
    referee written for cg-brutaltester a game of `play` and `league`.
    """
    if game == ADD:
        add(players or [], old, negative, sdk)
        return
    for option, is_there in (("--old", old), ("--negative-scores", negative), ("--sdk", sdk)):
        if is_there:
            raise BadInput(f"{option} is for `referee add`")
    if as_json is not None and as_json not in DOCUMENTS:
        raise BadInput(f"--json {as_json}: expected {' or '.join(DOCUMENTS)}")
    if iterations is not None and iterations < 1:
        raise BadInput(f"--iterations {iterations}: expected at least 1")
    commands = list(players or []) + numbered([first, second, third, fourth])
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
    conditions = Conditions(rule, iterations)
    chosen = any_seed() if chosen is None else chosen
    match = play_players(game, commands, chosen, conditions)
    if log is not None:
        write(log, (json.dumps(runner_log(match)) + "\n").encode())
    if record is not None:
        write(record, encode_match(match))
    for error in match.extra["errors"]:
        print_error(error["text"])
    if as_json is not None:
        say(json.dumps(DOCUMENTS[as_json](match)))
    else:
        show(match)


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


def numbered(players: list[str | None]) -> list[str]:
    """Returns the players of -p1, -p2, ...; none may be left out in between."""
    found = [text for text in players if text is not None]
    if None in players[: len(found)]:
        missing = players.index(None) + 1
        raise BadInput(f"-p{missing} is missing; players are numbered from -p1 on")
    return found


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
    """Returns True if a file may be replaced: it is new or empty, or begins as a log or a record
    does.
    """
    if not path.is_file():  # new, or a device
        return True
    try:
        with path.open("rb") as file:
            start = file.read(2)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
    return start[:1] in (b"", b"{") or start == GZIP_MAGIC


def write(path: Path, content: bytes) -> None:
    """Writes a whole file at once. BadInput if it cannot be written."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None


def show(match: Match) -> None:
    """Prints the new protocol's stdout."""
    for score in scores_of(match):
        say(score)
    say(f"seed={match.seed}")
