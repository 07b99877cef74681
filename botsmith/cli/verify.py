"""`verify GAME FILE...`: checks that our referee repeats recorded matches, or agrees with another
one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from botsmith.arena.store.record import match_from_json, read_values
from botsmith.cli.options import Contest
from botsmith.errors import BadInput
from botsmith.interop.port_check import compare, lineup_of
from botsmith.printable import say
from botsmith.referees import case_reader, referee_for
from botsmith.referees.base import PIECE
from botsmith.referees.verify import first_difference
from botsmith.settings import Opt
from botsmith.site.proofs import Checklist

SHOWN = 5  # differences printed; the rest is counted


def verify(
    game: Contest,
    files: list[str] | None = None,
    *,
    against: Annotated[str | None, Opt(metavar="NAME")] = None,
    games: Annotated[int, Opt(least=1)] = 10,
    seed: int = 1,
    players: int | None = None,
) -> None:
    """Replay recorded matches through our referee and compare every line, state and result.

    With --against another referee plays the same seeds first, with baselines or the bots that are
    named, and ours has to say the same lines to the same answers.

    files: Records, *.jsonl or *.jsonl.gz, or stores; with --against bots.
    against: Another referee of the game, see `referee add`.
    games: With --against: the number of seeds.
    seed: With --against: the first seed.
    players: With --against: seats in a match.
    """
    if against is None:
        if not files:
            raise BadInput("verify: expected records, or --against NAME")
        seen = {path: Checklist(game) for path in files}
        show(differences(game, files, seen), seen)
        return
    lineup = lineup_of(game, against, files or [], players)
    other = compare(game, against, lineup, range(seed, seed + games))
    say(f"seat by seat: {', '.join(lineup)}")
    show(((f"{against}, seed {number}, ", difference) for number, difference in other), {})


def show(found: Iterable[tuple[str, str | None]], checklists: Mapping[str, Checklist]) -> None:
    """Prints the first differences, the rules that games of the site prove, and the number of equal
    matches. Ends with status 1 if some differ.
    """
    equal = total = 0
    for title, difference in found:
        total += 1
        equal += difference is None
        if difference is not None and total - equal <= SHOWN:
            say(f"{title}{difference}")
    for path, checklist in checklists.items():
        say(*(f"{path}, {line}" for line in checklist.lines()))
    say(f"equal {equal} of {total} matches")
    if equal != total:
        raise typer.Exit(1)


def differences(
    game: str, files: Sequence[str], seen: Mapping[str, Checklist]
) -> Iterator[tuple[str, str | None]]:
    """Yields the place of each match or case in files, and its first difference from our referee,
    or None. Raises BadInput for a file that holds neither.

    seen: by file, collects the games of the site
    """
    read_cases = case_reader(game)
    values = ((file, *each) for file in files for each in enumerate(read_values(Path(file))))
    for file, number, (where, value) in values:
        if isinstance(value, dict) and "turns" in value and PIECE not in value:
            match = match_from_json(value, where)
            try:
                difference = first_difference(match, referee_for(game))
            except BadInput as error:
                raise BadInput(f"{file}, match {number}: {error}") from None
            seen[file].add_match(number, match, difference)
            name = f"{file}, match {number} (seed {match.seed}), "
            yield name, None if difference is None else str(difference)
            continue
        try:
            cases = read_cases(value)
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        for case in cases:
            yield f"{file}, {case.name}: ", case.difference
