"""`export --db FILE --csv|--json`: writes a store's rows for other tools."""

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

from botsmith.arena.store.where import Matches, check_stored, stored_facts
from botsmith.cli.groups import Asked
from botsmith.cli.options import Where
from botsmith.cli.records import open_matches
from botsmith.errors import Contradiction
from botsmith.printable import hand_over
from botsmith.settings import Opt

MATCH_COLUMNS = "match league number game level seed rotation time_rule".split()
MATCH_COLUMNS += "iterations end played_at".split()
SEAT_COLUMNS = "seat bot hash budget rank score fault text first_ms mean_ms p99_ms max_ms".split()
SEAT_COLUMNS += "turns c_turns python_turns unknown_turns".split()


def export(
    *,
    db: Path,
    as_csv: Annotated[bool, Opt(name="csv")] = False,
    as_json: Annotated[bool, Opt(name="json")] = False,
    where: Where = None,
) -> None:
    """Write a store's matches as CSV or JSON.

    db: A store that `league` made, or records.
    as_csv: A line for every seat.
    as_json: One document, a list of matches with their seats.
    """
    asked = Asked(where)
    if as_csv == as_json:
        raise Contradiction("export: expected either --csv or --json", "as_csv", "as_json")
    with open_matches(db) as store:
        found = rows(store, asked)
        if as_json:
            separator = "[\n"
            for row in found:
                hand_over(separator + json.dumps(row))
                separator = ",\n"
            hand_over("[]\n" if separator == "[\n" else "\n]\n")
            return
        writer = csv.DictWriter(sys.stdout, [*MATCH_COLUMNS, *SEAT_COLUMNS], lineterminator="\n")
        writer.writeheader()
        for row in found:
            for seat in row.pop("seats"):
                writer.writerow({name: as_text(value) for name, value in {**row, **seat}.items()})


def rows(store: Matches, asked: Asked) -> Iterator[dict[str, Any]]:
    """Yields every match and its seats that --where chooses, in the order of the store."""
    check_stored(store, None, asked.by_option)
    for played, facts in stored_facts(store, store.matches(), asked.by_option["--where"]):
        match = {name: getattr(played, name, played.id) for name in MATCH_COLUMNS}
        seats = []
        for place, (seat, fact) in enumerate(zip(played.seats, facts, strict=True)):
            if not asked.chooses(fact):
                continue
            times = seat.times.summary()
            outcome = (place, seat.player.name, seat.player.hash, seat.budget, seat.rank)
            fault = (seat.score, seat.fault, seat.text)
            clock = (times["first"], times["mean"], times["p99"], times["max"], seat.times.turns)
            engine = seat.engine.as_json().values()
            row = (*outcome, *fault, *clock, *engine)
            seats.append(dict(zip(SEAT_COLUMNS, row, strict=True)))
        if seats:
            yield {**match, "seats": seats}


def as_text(value: Any) -> Any:
    """Returns a bot's text, made safe so that no spreadsheet runs it as a formula."""
    if isinstance(value, str) and value.startswith(("=", "+", "-", "@", "\t", "\r")):
        return "'" + value
    return value
