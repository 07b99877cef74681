"""`import FILE ...`: makes records, or a store, of games of the contest site."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from botsmith.arena.store.record import RecordWriter, encode_match, read_matches
from botsmith.cli.grid import show_folding
from botsmith.cli.replay import command
from botsmith.errors import BadInput
from botsmith.paths import PROGRAM
from botsmith.printable import print_error, say
from botsmith.referees import referee_for
from botsmith.referees.base import Match
from botsmith.referees.verify import first_difference
from botsmith.settings import Opt
from botsmith.site.contests import LEAGUE, contest_for
from botsmith.site.files import files_in, read_games
from botsmith.site.form import SITE, TEXT
from botsmith.site.incoming import match_from_site
from botsmith.site.proofs import Checklist, checklist_of, shortened
from botsmith.site.stored import SiteStore, owner_of

NAMED = 30  # characters of a player's name in the line about a game
Named = tuple[str | None, int | None]  # the contest and the league that the user named


def import_(
    files: list[Path] | None = None,
    *,
    output: Annotated[Path | None, Opt(name="-o --output")] = None,
    db: Path | None = None,
    me: Annotated[str | None, Opt(metavar="NAME")] = None,
    game: str | None = None,
    league: Annotated[int | None, Opt(metavar="N")] = None,
    checklist: Annotated[str | None, Opt(metavar="GAME")] = None,
) -> None:
    """Make records, or a store, of games that were played on the contest site.

    `replay`, `situation`, `verify` and `golden` then work on records, `lost`, `serve` and `export`
    on a store. Nothing is fetched. See docs/site.md.

    files: Games' JSON from the browser's network view, or texts of the IDE's console; one or
    several a file, or a folder of them.
    output: Records, *.jsonl.gz; new games are written behind old ones. [default: site.jsonl.gz]
    db: A store in place of records; `lost`, `serve` and `export` read it.
    me: The player whose games they are. [default: the one with stderr, or the one in all]
    game: The contest. [default: found from the answers]
    league: The league's number. [default: found from the lines]
    checklist: Show the rules that only the site can prove, and the games that proved them.
    """
    if not files and checklist is None:
        raise BadInput("import: expected files with games' JSON, or --checklist GAME")
    if output is not None and db is not None:
        raise BadInput(f"-o {output} and --db {db}: expected one of them")
    if me is not None and db is None:
        raise BadInput(f"--me {me} is for a store; expected --db FILE beside it")
    target = db or output or Path("site.jsonl.gz")
    if any(path.resolve() == target.resolve() for path in files or []):
        raise BadInput(f"{target}: is to be read and written; expected another -o or --db")
    bad = take_in(files, target, db is not None, me, (game, league)) if files else 0
    if checklist is not None:
        asked = checklist_of(checklist, target)
        open_places = sum(not proof.proved for proof in asked.proofs.values())
        say(f"{asked.game}: {open_places} of {len(asked.proofs)} places are not proved")
        rows = [
            (rule, *(shortened(seen) if seen else "-" for seen in (proof.proved, proof.parted)))
            for rule, proof in asked.proofs.items()
        ]
        show_folding(("what only a game of the site proves", "proved by", "not as ours"), rows)
        if not target.exists():
            say(f"{target} is not there yet; `import game.json` makes it")
    if bad:
        raise typer.Exit(2)


class RecordFile(RecordWriter):
    """A file of records, to which games are added. Equal games without a number are all stored."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.numbers = [number_of(match) for match in read_matches(path)]

    def add(self, match: Match) -> tuple[int, bool]:
        """Adds a game; returns its number in the file, and True if it is new."""
        number = number_of(match)
        if number and number in self.numbers:
            return self.numbers.index(number), False
        self.write(encode_match(match))
        self.numbers.append(number)
        return len(self.numbers) - 1, True


def take_in(paths: list[Path], target: Path, is_store: bool, me: str | None, wanted: Named) -> int:
    """Imports files and prints the outcome of each game. Returns the number of files without games.

    is_store: True if the target is a store, False for records
    """
    bad, place, game = 0, -1, ""
    read: Iterable[tuple[str, Match | BadInput]] = matches_in(files_in(paths, target), wanted)
    if is_store:
        read = list(read)
        me = me or owner_of(match for _, match in read if isinstance(match, Match))
    with closing(SiteStore(target, me) if is_store else RecordFile(target)) as added:
        for where, match in read:
            if isinstance(match, BadInput):
                print_error(str(match))
                bad += 1
                continue
            (place, is_new), game = added.add(match), match.game
            if is_new:
                say(f"{where}: {about(match)}; match {place} of {target}")
            else:
                say(f"{where}: is match {place} of {target} already")
            difference = first_difference(match, referee_for(match.game))
            said = "our referee repeats it"
            if difference is not None:
                said = f"our referee does not repeat it: {difference}"
            elif match.extra[SITE].get(TEXT):
                said = f"our referee plays it to its end: {match.result.end}; a text has no scores"
            say(f"    {said}")
            seen = Checklist(match.game)
            seen.add_match(place, match, difference)
            say(*(f"    {line}" for line in seen.lines()))
    if place >= 0 and is_store:
        whose = ["--me", "NAME"] if me is None else []  # the store has the name of its owner
        say(f"why games were lost: {command('lost', '--db', str(target), *whose)}")
    elif game:
        say(f"look at it: {PROGRAM} replay {target} --match {place}")
        say(f"what our referee repeats is a test: {PROGRAM} golden {game} --add {target}")
    return bad


def matches_in(files: Iterable[Path], wanted: Named) -> Iterator[tuple[str, Match | BadInput]]:
    """Yields each game in files: its place in words, and its record or the BadInput that says why
    it is none.
    """
    for path in files:
        try:
            for where, site in read_games(path):
                try:
                    found = site if isinstance(site, BadInput) else match_from_site(site, *wanted)
                except BadInput as error:
                    found = BadInput(f"{where}: {error}")
                yield where, found
        except BadInput as error:
            yield str(path), error


def number_of(match: Match) -> str:
    """Returns the site's number of a game, "" for a record that is not of the site."""
    site_part = match.extra.get(SITE)
    return str(site_part.get("game", "")) if isinstance(site_part, dict) else ""


def about(match: Match) -> str:
    """Returns a game in a few words: contest, seed, length, players with their ranks."""
    names = [bot["name"][:NAMED] for bot in match.extra["bots"]]
    ranked = sorted(zip(match.result.ranks, names, strict=True))
    players = ", ".join(f"{rank}. {name}" for rank, name in ranked)
    league = f", league {match.config[LEAGUE]}" if contest_for(match.game).leagues else ""
    return f"{match.game}{league}, seed {match.seed}, {len(match.turns)} turns, {players}"
