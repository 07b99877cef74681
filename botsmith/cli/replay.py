"""`replay`: a match as one page, from a file of records, a store, or what `play` kept."""

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

PAGE = Path("match.html")


def replay(
    file: Path | None = None,
    *,
    output: Annotated[Path, Opt(name="-o --output")] = PAGE,
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
    """Writes the page of a match and says so. turn: the one at which to open it, None the start.

    A game of the site is shown as far as our referee can play it.
    """
    check_extras(match)
    shown, reason = as_far_as_ours(match)
    if reason and not shown.turns:
        raise BadInput(reason)
    size = write_page(shown, output)
    say(f"{address(output, turn)}: {size / 1000:,.0f} kB, open it in a browser")
    if reason:
        print_error(f"shown are {len(shown.turns)} of {len(match.turns)} turns; {reason}")


def address(page: Path, turn: int | None) -> str:
    """Returns the address of a page at a turn of its match; None: at the start."""
    return str(page) if turn is None else f"{page}#turn={turn}"


def source_of(file: Path | None, db: Path | None) -> Path:
    """Returns the file of matches that is named, else the store in which `play` keeps its own.
    BadInput if there is none, or both are named.
    """
    if file is not None and db is not None:
        raise BadInput(f"{file} and --db {db}: expected one of them")
    if file is None and db is None and not last_matches.RING.is_file():
        raise BadInput(
            f"no {last_matches.RING}: `play` has kept no match in this folder; expected FILE or"
            " --db FILE"
        )
    return file or db or last_matches.RING


def command(*words: str) -> str:
    """Returns a command of ours as one would type it."""
    return " ".join([PROGRAM, *map(quoted, words)])


def quoted(word: str) -> str:
    """Returns a word for a shell: in double quotes where it has a single one, if nothing in it
    means something there.
    """
    is_plain = "'" in word and not set('"$`\\!') & set(word)
    return f'"{word}"' if is_plain else shlex.quote(word)
