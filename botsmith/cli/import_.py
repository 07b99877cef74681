"""`import FILE ...`: games of the contest site as records."""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from botsmith.arena.store.record import RecordWriter, encode_match, read_matches
from botsmith.cli.grid import show_folding
from botsmith.errors import BadInput
from botsmith.paths import PROGRAM
from botsmith.printable import print_error, say
from botsmith.referees import referee_for
from botsmith.referees.base import Match
from botsmith.referees.verify import Difference, first_difference
from botsmith.site.files import read_game
from botsmith.site.form import SITE, TEXT
from botsmith.site.incoming import match_from_site
from botsmith.site.proofs import Checklist, checklist_of, shortened

NAMED = 30  # characters of a player's name in the line about a game


def import_(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Games' JSON from the browser's network view, or the text of the IDE's console."
        ),
    ] = None,
    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", help="Records, *.jsonl.gz; new games are written behind old ones."
        ),
    ] = Path("site.jsonl.gz"),
    game: Annotated[
        str | None, typer.Option(help="The contest. [default: told from the answers]")
    ] = None,
    checklist: Annotated[
        str | None,
        typer.Option(
            metavar="GAME",
            help="Show what only the site can prove, and which games have proved it.",
        ),
    ] = None,
) -> None:
    """Make records of games that were played on the contest site.

    `replay`, `situation`, `verify` and `golden` then work on them. Nothing is fetched. See
    docs/site.md.
    """
    if not files and checklist is None:
        raise BadInput("import: expected files with games' JSON, or --checklist GAME")
    if any(path.resolve() == output.resolve() for path in files or []):
        raise BadInput(f"{output}: is to be read and written; expected another -o")
    bad = take_in(files, output, game) if files else 0
    if checklist is not None:
        show_checklist(checklist_of(checklist, output), output)
    if bad:
        raise typer.Exit(2)


def take_in(files: Sequence[Path], output: Path, game: str | None) -> int:
    """Imports files and says the outcome of each; returns how many were none."""
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
            difference = first_difference(match, referee_for(match.game))
            say(f"    {verdict(match, difference)}")
            seen = Checklist(match.game)
            seen.look(place, match, difference)
            say(*(f"    {line}" for line in seen.lines()))
    if bad < len(files):
        say(f"look at it: {PROGRAM} replay {output} --match {place}")
    return bad


def show_checklist(checklist: Checklist, path: Path) -> None:
    """Shows the table of a contest's places."""
    open_places = sum(not proof.proved for proof in checklist.proofs.values())
    title = f"{checklist.game}: {open_places} of {len(checklist.proofs)} places are not proved"
    rows = [
        (asks, *(shortened(seen) if seen else "-" for seen in (proof.proved, proof.parted)))
        for asks, proof in checklist.proofs.items()
    ]
    say(title)
    show_folding(("what only a game of the site proves", "proved by", "not as ours"), rows)
    if not path.exists():
        say(f"{path} is not there yet; `import game.json` makes it")


def read_site_match(path: Path, game: str | None) -> Match:
    """Returns the record of the game in a file. Every BadInput begins with the file's name."""
    site = read_game(path)
    try:
        return match_from_site(site, game)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


def number_of(match: Match) -> str:
    """Returns the site's number of a game, "" for a record of something else."""
    told = match.extra.get(SITE)
    return str(told.get("game", "")) if isinstance(told, dict) else ""


def about(match: Match) -> str:
    """Returns a game in a few words: contest, seed, length, players with their ranks."""
    names = [bot["name"][:NAMED] for bot in match.extra["bots"]]
    ranked = sorted(zip(match.result.ranks, names, strict=True))
    players = ", ".join(f"{rank}. {name}" for rank, name in ranked)
    return f"{match.game}, seed {match.seed}, {len(match.turns)} turns, {players}"


def verdict(match: Match, difference: Difference | None) -> str:
    """Returns, in words, if our referee repeats a game."""
    if difference is not None:
        return f"our referee does not repeat it: {difference}"
    if match.extra[SITE].get(TEXT):
        return f"our referee plays it to its end: {match.result.end}; a text tells no scores"
    return "our referee repeats it"
