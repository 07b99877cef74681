"""`verify GAME FILE...`: does our referee repeat recorded matches?"""

from pathlib import Path
from typing import Annotated

import typer

from botsmith.arena.record import read_matches
from botsmith.errors import BadInput
from botsmith.referees import referee_for
from botsmith.referees.verify import first_difference

SHOWN = 5  # differences printed; the rest is counted


def verify(
    game: Annotated[str, typer.Argument(help="The contest, csb for example.")],
    files: Annotated[list[Path], typer.Argument(help="Records, *.jsonl or *.jsonl.gz.")],
) -> None:
    """Replay recorded matches through our referee and compare every line, state and result."""
    kind = referee_for(game)
    equal = total = shown = 0
    for path in files:
        for number, match in enumerate(read_matches(path)):
            total += 1
            try:
                difference = first_difference(match, kind)
            except BadInput as error:
                raise BadInput(f"{path}, match {number}: {error}") from None
            if difference is None:
                equal += 1
            elif shown < SHOWN:
                shown += 1
                print(f"{path}, match {number} (seed {match.seed}), {difference}")
    print(f"equal {equal} of {total} matches", flush=True)
    if equal != total:
        raise typer.Exit(1)
