"""`import FILE ...`: games of the contest site as records."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from botsmith.arena.record import RecordWriter, encode_match, read_matches
from botsmith.errors import BadInput
from botsmith.paths import PROGRAM
from botsmith.printable import print_error, say
from botsmith.referees import referee_for
from botsmith.referees.base import Match
from botsmith.referees.verify import first_difference
from botsmith.site.form import read_game
from botsmith.site.incoming import SITE, match_from_site

NAMED = 30  # characters of a player's name in the line about a game


def import_(
    files: Annotated[
        list[Path], typer.Argument(help="Games' JSON, as the browser's network view shows it.")
    ],
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", help="Records, *.jsonl.gz; new games are written behind old ones."
        ),
    ] = Path("site.jsonl.gz"),
    game: Annotated[
        str | None, typer.Option(help="The contest. [default: told from the answers]")
    ] = None,
) -> None:
    """Make records of games that were played on the contest site.

    `replay`, `situation`, `verify` and `golden` then work on them. Nothing is fetched. See
    docs/site.md.
    """
    if any(path.resolve() == output.resolve() for path in files):
        raise BadInput(f"{output}: is to be read and written; expected another -o")
    with closing(RecordWriter(output)) as writer:
        known = [number_of(match) for match in read_matches(output)]
        bad = 0
        for path in files:
            try:
                match = read_site_match(path, game)
            except BadInput as error:
                print_error(str(error))
                bad += 1
                continue
            number = number_of(match)
            if number and number in known:
                place = known.index(number)
                say(f"{path}: is match {place} of {output} already")
            else:
                place = len(known)
                writer.write(encode_match(match))
                known.append(number)
                say(f"{path}: {about(match)}; match {place} of {output}")
            say(f"    {verdict(match)}")
    if bad:
        raise typer.Exit(2)
    say(f"look at it: {PROGRAM} replay {output} --match {place}")


def read_site_match(path: Path, game: str | None) -> Match:
    """The record of the game in a file. Every BadInput begins with the file's name."""
    site = read_game(path)
    try:
        return match_from_site(site, game)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def number_of(match: Match) -> str:
    """The site's number of a game, "" for a record of something else."""
    told = match.extra.get(SITE)
    return str(told.get("game", "")) if isinstance(told, dict) else ""


def about(match: Match) -> str:
    """A game in a few words: contest, seed, length, players with their ranks."""
    names = [bot["name"][:NAMED] for bot in match.extra["bots"]]
    ranked = sorted(zip(match.result.ranks, names, strict=True))
    players = ", ".join(f"{rank}. {name}" for rank, name in ranked)
    return f"{match.game}, seed {match.seed}, {len(match.turns)} turns, {players}"


def verdict(match: Match) -> str:
    """Whether our referee repeats the game; the first difference if it does not."""
    difference = first_difference(match, referee_for(match.game))
    if difference is None:
        return "our referee repeats it"
    return f"our referee does not repeat it: {difference}"
