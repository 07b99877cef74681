"""`replay`: a match as one page, from a file of records, a store, or the last matches of `play`."""

import shlex
from pathlib import Path
from typing import Annotated

from botsmith.arena.store import last_matches
from botsmith.cli.records import numbered
from botsmith.errors import BadInput
from botsmith.paths import PROGRAM
from botsmith.printable import print_error, say
from botsmith.referees.base import Match
from botsmith.replay.extras import check_extras
from botsmith.replay.output import check_page
from botsmith.replay.viewer import write_page
from botsmith.settings import Opt
from botsmith.site.incoming import as_far_as_ours


def replay(
    file: Path | None = None,
    *,
    output: Annotated[Path, Opt(name="-o --output")] = Path("match.html"),
    match: Annotated[int | None, Opt(least=0)] = None,
    db: Path | None = None,
) -> None:
    """Write one self-contained HTML page that plays a recorded match.

    Without FILE and --db it is the last match that `play` played here.

    file: Records, *.jsonl or *.jsonl.gz, or a store. [default: what `play` stored]
    output: The page, FILE.html.
    match: Which match: of a file from 0, of a store by its number. [default: a file's first, a
    store's last]
    db: A store that `league` made.
    """
    check_page(output)
    source = source_of(file, db)
    number, chosen = numbered(source, match)
    show(chosen, output)
    words = ("BOT", "--match", str(number), "--turn", "T", "--seat", "S")
    say(f"thoughts of a turn: {command('situation', str(source), *words)}")


def show(match: Match, output: Path, turn: int | None = None) -> None:
    """Writes the page of a match and prints its address.

    turn: the turn at which it opens, None for the start
    A game of the site is shown up to the first turn that our referee cannot play.
    """
    check_extras(match)
    shown, reason = as_far_as_ours(match)
    if reason and not shown.turns:
        raise BadInput(reason)
    size = write_page(shown, output)
    address = output if turn is None else f"{output}#turn={turn}"
    say(f"{address}: {size / 1000:,.0f} kB, open it in a browser")
    if reason:
        print_error(f"shown are {len(shown.turns)} of {len(match.turns)} turns; {reason}")


def source_of(file: Path | None, db: Path | None) -> Path:
    """Returns the file of matches that the user named, or the store of `play`. Raises BadInput if
    it is missing, or if two files are named.
    """
    if file is not None and db is not None:
        raise BadInput(f"{file} and --db {db}: expected one of them")
    if file is None and db is None and not last_matches.RING.is_file():
        kept = "`play` has kept no match in this folder"
        raise BadInput(f"no {last_matches.RING}: {kept}; expected FILE or --db FILE")
    return file or db or last_matches.RING


def command(*words: str) -> str:
    """Returns a command of Botsmith as the user would type it."""
    return " ".join([PROGRAM, *map(quoted, words)])


def quoted(word: str) -> str:
    """Returns a word quoted for a shell. A word with a single quote gets double quotes, if none of
    its characters has a meaning inside them.
    """
    is_plain = "'" in word and not set('"$`\\!') & set(word)
    return f'"{word}"' if is_plain else shlex.quote(word)
