"""Input to try a bundle on: what seat 0 was told in the first recorded match of its contest."""

import gzip
import json
import lzma
from collections.abc import Callable
from pathlib import Path
from typing import Any

from botsmith.bundle.failures import Failure, Refused

TURNS = 8
OPENERS: dict[str, Callable[..., Any]] = {".gz": gzip.open, ".xz": lzma.open}
UNRECORDED = {"probe": ["0"] * TURNS}  # bots of no contest: any lines will do


def recorded_lines(root: Path, game: str) -> list[str]:
    """The init lines and the first turns of seat 0. Refused if there is no such record."""
    if game in UNRECORDED:
        return UNRECORDED[game]
    folder = root / "tests" / "golden" / game
    files = sorted(file for file in folder.glob("*.jsonl.*") if file.suffix in OPENERS)
    where = f"tests/golden/{game}"
    if not files:
        text = "no recorded match (*.jsonl.gz): record one with 'python -m botsmith play --record'"
        raise no_record(where, text)
    try:
        with OPENERS[files[0].suffix](files[0], "rt", encoding="utf-8") as lines:
            match = json.loads(lines.readline())
        asked = [turn["in"]["0"] for turn in match["turns"] if turn["in"].get("0")][:TURNS]
        told = [*match["init_in"]["0"], *(line for turn in asked for line in turn)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError) as error:
        text = f"not a recorded match: {type(error).__name__}: {error}"
        raise no_record(f"{where}/{files[0].name}", text) from error
    if not asked:
        text = "seat 0 is never asked in its first match: put another match first"
        raise no_record(f"{where}/{files[0].name}", text)
    return told


def no_record(where: str, text: str) -> Refused:
    """Without recorded input neither of the two proofs that need it holds."""
    return Refused([Failure(proof, where, text) for proof in ("isolated", "same_answers")])
