"""`verify GAME FILE...`: does our referee repeat recorded matches?"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from botsmith.arena.record import match_from_json, read_values
from botsmith.errors import BadInput
from botsmith.printable import printable
from botsmith.referees import case_reader, referee_for
from botsmith.referees.verify import first_difference

SHOWN = 5  # differences printed; the rest is counted


def verify(
    game: Annotated[str, typer.Argument(help="The contest, csb for example.")],
    files: Annotated[list[Path], typer.Argument(help="Records, *.jsonl or *.jsonl.gz.")],
) -> None:
    """Replay recorded matches through our referee and compare every line, state and result."""
    equal = total = shown = 0
    for path in files:
        for name, difference in differences(game, path):
            total += 1
            equal += difference is None
            if difference is not None and shown < SHOWN:
                shown += 1
                print(printable(f"{path}, {name}{difference}"))
    print(f"equal {equal} of {total} matches", flush=True)
    if equal != total:
        raise typer.Exit(1)


def differences(game: str, path: Path) -> Iterator[tuple[str, str | None]]:
    """Each match or case of a file, with the first difference between it and ours, None for none.

    BadInput for a file that is neither.
    """
    read_cases = case_reader(game)
    for number, (where, value) in enumerate(read_values(path)):
        if isinstance(value, dict) and "turns" in value:
            yield match_difference(game, value, where, f"{path}, match {number}", number)
            continue
        try:
            cases = read_cases(value)
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        for case in cases:
            yield f"{case.name}: ", case.difference


def match_difference(
    game: str, value: dict[str, Any], where: str, title: str, number: int
) -> tuple[str, str | None]:
    """The name of a recorded match and its first difference."""
    match = match_from_json(value, where)
    try:
        difference = first_difference(match, referee_for(game))
    except BadInput as error:
        raise BadInput(f"{title}: {error}") from None
    name = f"match {number} (seed {match.seed}), "
    return name, None if difference is None else str(difference)
