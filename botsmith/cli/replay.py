"""`replay`: a match as one page, from a file of records, a store, or what `play` kept."""

import shlex
from itertools import islice
from pathlib import Path
from typing import Annotated

from botsmith.arena.store import last_matches
from botsmith.arena.store.record import read_matches
from botsmith.arena.store.store import Store, open_store
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

    file: Records, *.jsonl or *.jsonl.gz. [default: what `play` kept]
    output: The page, FILE.html.
    match: Which match: of a file from 0, of a store by its number. [default: a file's first, a
    store's last]
    db: A store that `league` made.
    """
    check_page(output)
    if file is None:
        show(stored_match(kept_or(db), match), output)
    elif db is not None:
        raise BadInput(f"{file} and --db {db}: expected one of them")
    else:
        show(recorded_match(file, match or 0), output)


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


def recorded_match(file: Path, number: int) -> Match:
    """Returns match `number` of a file of records, from 0. BadInput if there is none."""
    found = next(islice(read_matches(file), number, None), None)
    if found is None:
        raise BadInput(f"{file} has no match {number}; expected 0 for its first match")
    return found


def stored_match(db: Path, number: int | None) -> Match:
    """Returns the match with this number of a store, None for the last one. BadInput if there is
    none.
    """
    with open_store(db) as store:
        chosen = newest(store) if number is None else number
        return store.record(chosen)


def newest(store: Store) -> int:
    """Returns the number of a store's last match. BadInput for an empty store."""
    number = store.newest_match()
    if number is None:
        raise BadInput(f"{store.path}: holds no match yet")
    return number


def kept_or(db: Path | None) -> Path:
    """Returns the store that is named, else the one in which `play` keeps its matches. BadInput if
    there is none.
    """
    if db is None and not last_matches.RING.is_file():
        raise BadInput(
            f"no {last_matches.RING}: `play` has kept no match in this folder; expected FILE or"
            " --db FILE"
        )
    return db or last_matches.RING


def command(*words: str) -> str:
    """Returns a command of ours as one would type it."""
    return " ".join([PROGRAM, *map(quoted, words)])


def quoted(word: str) -> str:
    """Returns a word for a shell: in double quotes where it has a single one, if nothing in it
    means something there.
    """
    is_plain = "'" in word and not set('"$`\\!') & set(word)
    return f'"{word}"' if is_plain else shlex.quote(word)
