"""`golden GAME`: checks, records or adds recorded matches that our referees must repeat."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from botsmith.arena.baselines import EVERYWHERE
from botsmith.arena.matches.bots import baseline_names, find_bots
from botsmith.arena.matches.match import Conditions
from botsmith.arena.matches.workers import play_one
from botsmith.arena.store.record import RecordWriter, encode_match, read_matches
from botsmith.cli.options import Contest
from botsmith.cli.verify import verify
from botsmith.errors import BadInput
from botsmith.printable import print_error, say
from botsmith.referees import referee_for
from botsmith.referees.base import Match
from botsmith.referees.verify import first_difference
from botsmith.settings import Opt
from botsmith.site.contests import contest_for
from botsmith.site.form import OUT, SITE
from botsmith.workspace import own_root

FOLDER = Path("tests") / "golden"
ADDED = "matches_added.jsonl.gz"
OWN_SOURCE = "self"
LARGEST = 3_000_000  # bytes of a game's folder
PERSONAL = ("errors", "stderr", "turn_ms", "engine", "squeezed", "late", SITE)


def golden(
    game: Contest,
    *,
    add: list[Path] | None = None,
    check: bool = False,
    record: Annotated[int | None, Opt(least=1, most=500, metavar="N")] = None,
) -> None:
    """Check the recorded matches of a game, record them anew, or add others to them.

    Our referee must repeat a match before it is added. It is added without names, stderr and
    messages. Each match that it does not repeat gives a line on stderr, and status 2. --record is
    for your
    own rules after a change: baselines play.

    add: Add the matches of these records or stores, without names and messages.
    check: Check that our referee repeats all recorded matches.
    record: Record N matches anew, in place of our own old ones.
    """
    if bool(add) + check + (record is not None) != 1:
        raise BadInput("golden: expected one of --add FILE, --check and --record N")
    folder = own_root() / FOLDER / game
    referee_for(game)
    if record is not None:
        path, names = record_matches(own_root(), game, record)
        there = path.relative_to(own_root())
        say(f"{record} matches recorded in {there}, played by {', '.join(names)}")
        return
    if check:
        verify(game, [*map(str, (*files_in(folder), *sorted(folder.glob("*-pieces.jsonl*"))))])
        return
    if not add_matches(game, folder, add or []):
        raise typer.Exit(2)


def add_matches(game: str, folder: Path, files: list[Path]) -> bool:
    """Adds the matches of files that a folder lacks, without names, stderr and messages. Prints a
    line for each match that our referee does not repeat; returns True without such a match.
    Raises BadInput if the folder would become too large.
    """
    known = {match_text(match) for path in files_in(folder) for match in read_matches(path)}
    fresh: list[bytes] = []
    is_good = True
    for path in files:
        for number, match in enumerate(read_matches(path)):
            try:
                bare = bare_match(game, match, f"{path}, match {number}")
            except BadInput as error:
                print_error(str(error))
                is_good = False
                continue
            if match_text(bare) not in known:
                known.add(match_text(bare))
                fresh.append(encode_match(bare))
    size = sum(path.stat().st_size for path in folder.iterdir()) + sum(map(len, fresh))
    if size > LARGEST:
        raise BadInput(f"{folder}: would hold {size:,} bytes; {LARGEST:,} are allowed")
    if fresh:
        with closing(RecordWriter(folder / ADDED)) as writer:
            for record in fresh:
                writer.write(record)
        many = f"{len(fresh)} match{'' if len(fresh) == 1 else 'es'}"
        say(f"{many} added to {FOLDER / game / ADDED}; say in its README where from")
    elif is_good:
        say(f"nothing added: {FOLDER / game} has these matches already")
    return is_good


def files_in(folder: Path) -> list[Path]:
    """Returns a game's files of recorded matches. Raises BadInput if there is none."""
    found = sorted(folder.glob("matches*.jsonl*"))
    if not found:
        raise BadInput(f"{folder}: no matches*.jsonl.gz; expected a game with recorded matches")
    return found


def record_matches(root: Path, game: str, count: int) -> tuple[Path, list[str]]:
    """Plays matches between baselines into the game's first file; returns the file and the names.

    Each baseline of BOTS plays against `random` and against every other one, in all seats and with
    all numbers of players. Raises BadInput if that file holds matches of another referee, or if a
    bot fails.
    """
    path = root / FOLDER / game / "matches.jsonl.gz"
    if path.exists() and any(match.source != OWN_SOURCE for match in read_matches(path)):
        raise BadInput(f"{path}: holds matches of another referee; remove it to record anew")
    kind = referee_for(game)
    strong = baseline_names(game)[len(EVERYWHERE) :] or ("random",)
    records, played_by = b"", set[str]()
    for number in range(count):
        players = kind.player_counts[number % len(kind.player_counts)]
        names = [strong[number % len(strong)], "random", *strong]
        lineup = [names[(number + seat) % len(names)] for seat in range(players)]
        rules = Conditions("none", iterations=1)
        match = play_one(game, find_bots(lineup, game), number + 1, 0, rules)
        if match.extra["errors"]:
            raise BadInput(f"{game}, match {number}: {match.extra['errors'][0]['text']}")
        for key in PERSONAL:  # but for the names: baselines are nobody
            match.extra.pop(key, None)
        match.source = OWN_SOURCE
        played_by |= set(lineup)
        records += encode_match(match)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(records)
    return path, sorted(played_by)


def match_text(match: Match) -> str:
    """Returns a record's seed, first inputs and answers as text, equal for records of the same
    match.
    """
    return repr((match.seed, match.init_inputs, [turn.outputs for turn in match.turns]))


def bare_match(game: str, match: Match, where: str) -> Match:
    """Returns a match without names, stderr and messages. Raises BadInput if our referee does not
    repeat it.
    """
    contest = contest_for(game)
    turns = match.turns
    for turn in turns:
        for seat, lines in turn.outputs.items():
            turn.outputs[seat] = [contest.bare(line) for line in lines]
        site = turn.extra.get(SITE)
        if isinstance(site, dict):
            site.pop("said", None)
            for lines in site.get(OUT, {}).values():
                lines[:] = [contest.bare(line) for line in lines]
    is_of_site = SITE in match.extra
    for key in ("bots", *PERSONAL):
        match.extra.pop(key, None)
    if is_of_site:
        match.source, match.extra[SITE] = "a game of the contest site", {}
    try:
        difference = first_difference(match, referee_for(game))
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None
    if difference is not None:
        raise BadInput(f"{where}: our referee does not repeat it: {difference}")
    return match
