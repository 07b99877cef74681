"""Reads and writes match records as JSON lines: golden files, `--record`, the store.

A file is text, gzip or xz; its first bytes tell which. A mistake in it is a BadInput that names the
file and the line. New matches are appended as gzip members of their own, so that a file is whole
after every match.
"""

import gzip
import json
import lzma
import os
import zlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from botsmith.arena.store.database import is_store
from botsmith.errors import BadInput, refusing
from botsmith.own_code import refused_json
from botsmith.referees import games, referee_for
from botsmith.referees.base import Lines, Match, Result, Turn
from botsmith.referees.shapes import seats_from_json

MATCH_KEYS = {
    "game": str,
    "source": str,
    "seed": str,
    "players": int,
    "config": dict,
    "init_in": dict,
    "turns": list,
    "result": dict,
}
GZIP_MAGIC = b"\x1f\x8b"
XZ_MAGIC = b"\xfd7zXZ\x00"


def seats_to_json(lines: dict[int, Lines]) -> dict[str, Lines]:
    """Returns lines by seat with the seats as JSON keys."""
    return {str(seat): texts for seat, texts in lines.items()}


def match_to_json(match: Match) -> dict[str, Any]:
    """Returns the record of a match in the form of the golden files; without `state` for a match
    without one.
    """
    turns = []
    for turn in match.turns:
        entry: dict[str, Any] = {"out": seats_to_json(turn.outputs)}
        if turn.inputs or "in_compact" not in turn.extra:
            entry = {"in": seats_to_json(turn.inputs), **entry}
        if turn.state is not None:
            entry["state"] = turn.state
        turns.append({**entry, **turn.extra})
    done = match.result
    result = {"scores": done.scores, "ranks": done.ranks, "end": done.end, **done.extra}
    return {
        "game": match.game,
        "source": match.source,
        "seed": match.seed,
        "players": match.players,
        "config": match.config,
        "init_in": seats_to_json(match.init_inputs),
        "turns": turns,
        "result": result,
        **match.extra,
    }


def turn_from_json(value: Any, where: str) -> Turn:
    """Returns the turn in a JSON entry of a record's `turns`. A golden turn may hold its inputs as
    `in_compact` instead of `in`.
    """
    if not isinstance(value, dict):
        raise BadInput(f"{where}: expected an object, got {type(value).__name__}")
    if "out" not in value or ("in" not in value and "in_compact" not in value):
        raise BadInput(f"{where}: expected the keys 'in' and 'out'")
    inputs = seats_from_json(value.get("in", {}), f"{where} in")
    outputs = seats_from_json(value["out"], f"{where} out")
    extra = {key: item for key, item in value.items() if key not in ("in", "out", "state")}
    return Turn(inputs, outputs, value.get("state"), extra)


def result_from_json(value: dict[str, Any], players: int, where: str) -> Result:
    """Returns the `result` of a record: a score and a rank for every seat, and the word for the end
    of the match. Raises BadInput, beginning with `where`, if the value is of another form.
    """
    scores, ranks, end = value.get("scores"), value.get("ranks"), value.get("end")
    if not (isinstance(scores, list) and all(type(score) in (int, float) for score in scores)):
        raise BadInput(f"{where}: expected 'scores' as a list of numbers")
    if not (isinstance(ranks, list) and all(type(rank) is int for rank in ranks)):
        raise BadInput(f"{where}: expected 'ranks' as a list of whole numbers")
    if not isinstance(end, str):
        raise BadInput(f"{where}: expected 'end' as text")
    if not len(scores) == len(ranks) == players:
        raise BadInput(f"{where}: expected scores and ranks of {players} players")
    extra = {key: item for key, item in value.items() if key not in ("scores", "ranks", "end")}
    return Result(scores, ranks, end, extra)


def match_from_json(value: Any, where: str) -> Match:
    """Returns the match that a record describes. Raises BadInput, beginning with `where` (file and
    line), if it describes none.
    """
    if not isinstance(value, dict):
        raise BadInput(f"{where}: expected a match as a JSON object, got {type(value).__name__}")
    for key, kind in MATCH_KEYS.items():
        if key not in value:
            raise BadInput(f"{where}: the key {key!r} is missing")
        if type(value[key]) is not kind:
            found = type(value[key]).__name__
            raise BadInput(f"{where}: expected {key!r} as {kind.__name__}, got {found}")
    turns = [turn_from_json(turn, f"{where}, turn {n}") for n, turn in enumerate(value["turns"])]
    return Match(
        game=value["game"],
        source=value["source"],
        seed=value["seed"],
        players=value["players"],
        config=value["config"],
        init_inputs=seats_from_json(value["init_in"], f"{where}, init_in"),
        turns=turns,
        result=result_from_json(value["result"], value["players"], f"{where}, result"),
        extra={key: item for key, item in value.items() if key not in MATCH_KEYS},
    )


def open_lines(path: Path) -> IO[str]:
    """Returns a text, gzip or xz file as text."""
    with path.open("rb") as file:
        magic = file.read(len(XZ_MAGIC))
    if magic.startswith(GZIP_MAGIC):
        return gzip.open(path, "rt", encoding="utf-8")
    if magic == XZ_MAGIC:
        return lzma.open(path, "rt", encoding="utf-8")
    return path.open(encoding="utf-8")


def refuse(word: str) -> Any:
    """Raises ValueError for NaN and Infinity, which Python reads as numbers but JSON does not
    have.
    """
    raise ValueError(f"{word} is no JSON")


def parse_json(text: str) -> Any:
    """Returns the JSON value of a text. Raises ValueError for a text that is no JSON, also for NaN
    and Infinity.
    """
    return json.loads(text, parse_constant=refuse)


def values_in(text: str) -> Iterator[Any]:
    """Yields the JSON values of a text, one at least. Raises ValueError as `parse_json` does."""
    decoder, place = json.JSONDecoder(parse_constant=refuse), 0
    text = text.rstrip()
    while place < len(text) or place == 0:
        value, place = decoder.raw_decode(text, len(text) - len(text[place:].lstrip()))
        yield value


def read_values(path: Path, whole: bytes | None = None) -> Iterator[tuple[str, Any]]:
    """Yields ("FILE line N", JSON value) of every line that is not blank.

    The values of a .json file may extend over several lines; a store yields its records. Raises
    BadInput if a line is no JSON.

    whole: the content of a file that was read before, and is read as a .json file
    """
    number = 0
    if whole is None and is_store(path):
        from botsmith.arena.store.store import open_store  # which reads records

        with open_store(path) as store:
            for match, record in store.records():
                yield f"{path} match {match}", parse_json(gzip.decompress(record).decode())
        return
    try:
        if whole is not None or path.suffix == ".json":
            data = path.read_bytes() if whole is None else whole
            for value in values_in(data.decode("utf-8-sig")):
                yield str(path), value
            return
        with open_lines(path) as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield f"{path} line {number}", parse_json(line)
    except json.JSONDecodeError as error:
        where = f"{path} line {number or error.lineno}"
        why = f"{error.msg}, column {error.colno}"
        raise BadInput(f"{where}: expected a JSON object: {why}") from None
    except (EOFError, zlib.error, gzip.BadGzipFile, lzma.LZMAError) as error:
        raise BadInput(f"{path}: broken after line {number}: {error}") from None
    except UnicodeDecodeError:
        after = f" after line {number}" if number else ""
        raise BadInput(f"{path}: no UTF-8 text{after}; expected JSON") from None
    except (RecursionError, ValueError) as error:  # such as a number of 5,000 digits
        where = f"{path} line {number}" if number else str(path)
        raise BadInput(f"{where}: expected a JSON object: {error}") from None
    except OSError as error:
        raise BadInput(f"{path}: {error.strerror}; expected a file of match records") from None


def read_matches(path: Path) -> Iterator[Match]:
    """Yields all matches of a file, one after another."""
    for where, value in read_values(path):
        yield match_from_json(value, where)


def encode_match(match: Match) -> bytes:
    """Returns a match as one gzip member with one line; equal matches give equal bytes.

    Raises BadInput if an author's referee returned a value that JSON does not have.
    """
    try:
        line = json.dumps(match_to_json(match), separators=(",", ":")) + "\n"
    except TypeError:
        if match.game in games():
            states = {f"turn {number}": turn.state for number, turn in enumerate(match.turns)}
            values = {"state": states, "from_seed": match.config, "result": vars(match.result)}
            found = refused_json(referee_for(match.game), {**values, "final": match.extra})
            if found:
                raise found from None
        raise
    return gzip.compress(line.encode(), mtime=0)


def decode_match(data: bytes, where: str) -> Match:
    """Returns the match that `encode_match` wrote; raises BadInput that begins with `where`."""
    try:
        value = parse_json(gzip.decompress(data).decode())
    except (OSError, EOFError, RecursionError, TypeError, zlib.error, ValueError) as error:
        raise BadInput(f"{where}: expected a compressed match record: {error}") from None
    return match_from_json(value, where)


class RecordWriter:
    """Appends matches to a .jsonl.gz file, one by one. Raises BadInput for a broken file."""

    def __init__(self, path: Path) -> None:
        if path.suffix != ".gz":
            raise BadInput(f"{path}: expected a name for records that ends in .jsonl.gz")
        self.path = path
        self.is_new = not path.exists()
        with refusing(f"{path}: cannot be written"):
            if path.exists() and path.stat().st_size:
                with path.open("rb") as old:
                    is_gzip = old.read(2) == GZIP_MAGIC
                if not is_gzip:
                    raise BadInput(f"{path}: no gzip file; matches are appended to .jsonl.gz files")
                for _ in read_values(path):
                    continue
            self.file = path.open("ab", buffering=0)

    def write(self, record: bytes) -> None:
        """Appends one match, in the form of `encode_match`. Raises BadInput if it cannot, and then
        writes nothing.
        """
        end = self.file.seek(0, os.SEEK_END)
        try:
            rest = memoryview(record)
            while rest:
                rest = rest[self.file.write(rest) :]
        except OSError as error:
            with suppress(OSError):  # nothing was written to what cannot be cut
                self.file.truncate(end)
            raise BadInput(
                f"{self.path}: cannot be written: {error.strerror}; the matches before are kept"
            ) from None

    def close(self) -> None:
        """Closes the file. A new file without a match is removed."""
        is_empty = self.is_new and not self.file.closed and not self.file.seek(0, os.SEEK_END)
        self.file.close()
        if is_empty:
            with suppress(OSError):  # somebody else took it away
                self.path.unlink()
