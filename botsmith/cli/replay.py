"""`replay FILE`: a recorded match as one page."""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from botsmith.arena.record import read_matches
from botsmith.errors import BadInput
from botsmith.printable import printable
from botsmith.replay.viewer import write_page


def replay(
    file: Annotated[Path, typer.Argument(help="Records, *.jsonl or *.jsonl.gz.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="The page, FILE.html.")],
    match: Annotated[int, typer.Option(help="Which match of the file, from 0.", min=0)] = 0,
) -> None:
    """Write one self-contained HTML page that plays a recorded match."""
    found = next(islice(read_matches(file), match, None), None)
    if found is None:
        raise BadInput(f"{file} has no match {match}; expected 0 for its first match")
    size = write_page(found, output)
    print(printable(f"{output}: {size / 1000:,.0f} kB, open it in a browser"))
