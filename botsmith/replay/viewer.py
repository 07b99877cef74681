"""Makes one page of a match record: plays the match again, draws it, and adds all texts of the
bots.

The page loads nothing from elsewhere and has a content-security policy. Bots' texts are data in it,
shown as text.
"""

import gzip
import json
from base64 import b64encode
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

from botsmith.arena.matches.played import ABOUT_MATCH, reported_notes, stderr_turns
from botsmith.arena.process.stderr import EngineTurns, engine_word
from botsmith.errors import BadInput
from botsmith.own_code import place_of, refused_value
from botsmith.plots.pages import rendered
from botsmith.printable import printable
from botsmith.referees import on_site_of
from botsmith.referees.base import Match, Referee
from botsmith.referees.verify import open_as_recorded, rebuilt, recorded_answers
from botsmith.replay.extras import LONGEST, by_turn, check_extras, names
from botsmith.replay.falls import deepest_falls
from botsmith.replay.figures import number_text
from botsmith.replay.output import write_whole
from botsmith.replay.painter import Painter, painter_for
from botsmith.replay.shapes import Shape
from botsmith.replay.thoughts import evaluations, read_stderr, stderr_of, table

TEMPLATE = Path(__file__).with_name("page.html")
ALL_WORDS = 450_000  # bytes of the bots' output in a page, before it is compressed
ALL_READ = 600_000  # of what they read
CAPS = (8_000, 4_000, 2_000, 1_400, 1_000, 700, 500, 350, 250, 170, 120, 60, 30)  # letters a text
FAR = 10  # pictures away: a unit may well leave its map
MOST_VALUES = 8  # curves of values that bots printed
MOST_ERRORS = 1000  # shown of a match; the arena itself writes at most one a seat
SPOKEN = ("trace", "out", "think", "err")  # the texts of a turn that a bot wrote

Event = tuple[int | None, str]  # of a seat, or None for all; words
Rows = list[list[float | None]]  # values by frame and seat, None where a bot reported none
# A match that was played again. Frames, views, tables and curves have an entry for the start and
# one for each turn; ghosts, words and events one for each turn, the first two by seat.
Film = defaultdict[str, list[Any]]


def take(film: Film, painter: Painter[Referee]) -> None:
    """Adds a frame with the present state. Raises BadInput, with the painter's line, if the state
    cannot be drawn.
    """
    film["frames"].append(near(painter, painter.frame))
    film["views"].append(painter.view())
    players = painter.referee.players
    rows, heads = painter.table(), painter.table_heads
    for row in rows:
        if len(row) != len(heads) or not all(isinstance(words, str) for words in row):
            expected = f"rows of {len(heads)} texts, one for each of table_heads"
            raise refused_value(painter.table, row, (bool, expected))
    film["tables"].append(rows)
    if len(rows) % players or len(rows) != len(film["tables"][0]):
        expected = f"as many rows for each of {players} seats, always the same number"
        raise refused_value(painter.table, f"{len(rows)} rows", (bool, expected))
    scores = painter.scores()
    if len(scores) != players:
        raise refused_value(painter.scores, scores, (bool, f"a number for each of {players} seats"))
    film["curves"].append([round(value, 2) for value in scores])


def near(painter: Painter[Referee], method: Callable[[], Iterable[Shape]]) -> list[Shape]:
    """Returns the shapes of one of the painter's methods. Raises BadInput, with the painter's line,
    if the picture has no size, or if a shape lies far outside of the picture.
    """
    shapes = [*method()]
    sizes: list[Any] = [getattr(painter, name, None) for name in ("width", "height")]
    for name, size in zip(("width", "height"), sizes, strict=True):
        if size is None or not 0 < size < inf:
            said = f"{type(painter).__name__}.{name} is {size}; expected a number above 0"
            raise BadInput(f"{place_of(type(painter))}: {said}, of its own units")
    for shape in shapes:
        spot: Any = shape[1] if isinstance(shape[1], list) else shape[1:3]
        if any(abs(at) > FAR * size for at, size in zip(spot, sizes, strict=False)):
            expected = f"shapes in a picture of {painter.width:g} x {painter.height:g}"
            raise refused_value(method, shape, (bool, expected))
    return shapes


def page(match: Match, nonce: str = "") -> str:
    """Returns the page of one match as HTML. Its scripts carry `nonce`, or a new one if that is "".

    Raises BadInput if the record cannot be played again.
    """
    # As base64, so that no text in it can end the script element around it.
    data = b64encode(gzip.compress(encoded(document(match)).encode(), mtime=0)).decode()
    title = f"{match.game}: {' - '.join(names(match))}"
    return rendered(TEMPLATE, title, nonce, data=data)


def encoded(value: Any) -> str:
    """Returns a value as JSON in ASCII. Raises BadInput for a number that is not finite."""
    try:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except ValueError:
        raise BadInput("expected finite numbers as scores, times and values") from None


def write_page(match: Match, output: Path) -> int:
    """Writes the page of a match. Returns its size in bytes. Raises BadInput if the page cannot be
    written.
    """
    content = page(match).encode()
    write_whole(output, content)
    return len(content)


def document(match: Match) -> dict[str, Any]:
    """Returns the content of the page as a JSON value. Raises BadInput if the record cannot be
    played again.
    """
    check_extras(match)
    referee = rebuilt(match)
    open_as_recorded(referee, match)
    painter = painter_for(match.game)(referee, names(match))
    spoken = [stderr_of(match, seat) for seat in range(match.players)]
    film = play_again(match, painter, spoken)
    units = enumerate(map(painter.own_unit, range(match.players)))
    columns = [[None, *evaluations(match, seat, unit)] for seat, unit in units]
    values = [[*row] for row in zip(*columns, strict=True)]
    end = painter.ending(printable(match.result.end[:LONGEST]))
    limits = referee.limits
    return {
        "game": match.game,
        "seed": printable(match.seed[:LONGEST]),
        "source": printable(match.source[:LONGEST]),
        "end": end,
        "players": [player(match, seat) for seat in range(match.players)],
        "limits": {"first": limits.first_ms, "turn": limits.turn_ms},
        "width": painter.width,
        "height": painter.height,
        **{part: film[part] for part in ("background", "frames", "views", "ghosts", "curves")},
        "table": {"heads": painter.table_heads, "frames": film["tables"]},
        "score_name": painter.score_name,
        "values": values,
        "data": reported_values(match),
        "opening": opening(match),
        "turns": turns(match, film, spoken),
        "site": [on_site_of(match, number) for number in range(len(match.turns))],
        "marks": marks(match, film["events"], values, end),
    }


def player(match: Match, seat: int) -> dict[str, Any]:
    """Returns the entry of a player in the page's head."""
    turns = EngineTurns(**match.extra.get("engine", {}).get(str(seat), {}))
    return {
        "name": names(match)[seat],
        "engine": engine_word(turns) if turns.c or turns.python else "",
        "score": number_text(match.result.scores[seat]),
        "rank": match.result.ranks[seat],
    }


def play_again(match: Match, painter: Painter[Referee], spoken: list[list[str]]) -> Film:
    """Returns the film of a record, by playing it again. spoken: by seat, the stderr of each turn
    in which it was asked
    """
    referee = painter.referee
    film = Film(list, background=near(painter, painter.background))
    take(film, painter)
    asked = [match.asked(seat) for seat in range(match.players)]
    places = [{number: place for place, number in enumerate(numbers)} for numbers in asked]
    for number, turn in enumerate(match.turns):
        ghosts: dict[str, list[Shape]] = {}
        words: dict[str, dict[str, Any]] = {}
        for seat in referee.seats():
            place = places[seat].get(number)
            if place is None:
                continue
            start = referee.init_inputs(seat) if place == 0 else []
            words[str(seat)] = {"read": "\n".join([*start, *painter.reading(seat)])}
            texts = spoken[seat]
            reported = read_stderr(texts[place]).thought if place < len(texts) else None
            if reported:
                reported = painter.worded(reported)
                if drawn := [*painter.ghosts(seat, reported)]:
                    ghosts[str(seat)] = drawn
                own_first = sorted(
                    reported.units, key=lambda unit: unit.number != painter.own_unit(seat)
                )
                words[str(seat)]["think"] = table(own_first, partial(painter.unit_name, seat))
        film["ghosts"].append(ghosts)
        film["words"].append(words)
        painter.answers = recorded_answers(referee, turn, number)
        referee.apply(painter.answers)
        take(film, painter)
        film["events"].append([*painter.events()])
    return film


def opening(match: Match) -> dict[str, Any]:
    """Returns, by seat, the answers before the first turn, in games that ask for some then; {} in
    others.
    """
    reported: dict[str, list[str]] = match.extra.get("init_out", {})
    rows = [{seat: {"out": "\n".join(lines)} for seat, lines in reported.items()}]
    return shortened(rows, ("out",), ALL_WORDS)[0]


def turns(match: Match, film: Film, spoken: list[list[str]]) -> list[dict[str, Any]]:
    """Returns, for each turn and seat, the texts that it read, answered, thought and wrote on
    stderr, and its time in ms.

    Texts are cut to fit the page.
    """
    rows = film["words"]
    for row, turn in zip(rows, match.turns, strict=True):
        for seat, out in turn.outputs.items():
            row.setdefault(str(seat), {})["out"] = "\n".join(out)
    for seat in range(match.players):
        times = match.extra.get("turn_ms", {}).get(str(seat), [])
        written = [number for number, _ in stderr_turns(match, seat)]
        words = by_turn(match, zip(written, spoken[seat], strict=False))
        for place, number in enumerate(match.asked(seat)):
            cell = rows[number][str(seat)]
            if place < len(times):
                cell["ms"] = times[place]
            _, cell["trace"], cell["err"] = read_stderr(words[number] or "")
    for row in rows:
        for key, cell in row.items():
            row[key] = {kind: value for kind, value in cell.items() if value != ""}
    return shortened(shortened(rows, SPOKEN, ALL_WORDS), ("read",), ALL_READ)


def reported_values(match: Match) -> list[tuple[str, Rows]]:
    """Returns (name, values[frame][seat]) of the numbers that bots printed as `[PDATA]`, without
    the evaluation.

    These are the MOST_VALUES numbers printed in most turns, sorted by name.
    """
    rows: dict[str, Rows] = {}
    counts: Counter[str] = Counter()
    for note in reported_notes(match):
        is_shown = note.seat != ABOUT_MATCH and 0 <= note.turn < len(match.turns)
        if is_shown and isinstance(note.value, (int, float)) and note.name != "evaluation":
            if note.name not in rows:
                rows[note.name] = [[None] * match.players for _ in range(len(match.turns) + 1)]
            rows[note.name][note.turn + 1][note.seat] = round(note.value, 3)
            counts[note.name] += 1
    shown = sorted(name for name, _ in counts.most_common(MOST_VALUES))
    return [(printable(name[:LONGEST]), rows[name]) for name in shown]


def shortened(rows: list[dict[str, Any]], kinds: Sequence[str], most: int) -> list[dict[str, Any]]:
    """Returns the rows with texts of these kinds cut to the largest of CAPS with which all fit into
    `most` bytes.
    """
    cells = [cell for row in rows for cell in row.values()]
    texts = [(cell, kind) for cell in cells for kind in kinds if kind in cell]
    for cap in CAPS:
        if sum(len(encoded(cell[kind][:cap])) for cell, kind in texts) <= most:
            break
    for cell, kind in texts:
        if len(cell[kind]) > cap:
            cut = len(cell[kind]) - cap
            cell[kind] = f"{cell[kind][:cap]} ... ({cut:,} characters more)"
    return rows


def marks(match: Match, events: list[list[Event]], values: Rows, end: str) -> list[dict[str, Any]]:
    """Returns the frames to jump to: faults, slowest answers, events, falls of an evaluation, the
    end. Frame 0 is the start.
    """
    found = []
    for error in match.extra.get("errors", [])[:MOST_ERRORS]:
        turn = min(int(error.get("turn", 0)), len(match.turns) - 1)
        found.append(mark(turn, error.get("seat"), "fault", str(error.get("text", "fault"))))
    for turn, happened in enumerate(events):
        found += [mark(turn, seat, "event", words) for seat, words in happened]
    for seat in range(match.players):
        times = match.extra.get("turn_ms", {}).get(str(seat), [])
        later = list(zip(times, match.asked(seat), strict=False))[1:]
        if later:
            slowest, turn = max(later)
            found.append(mark(turn, seat, "slow", f"slowest answer: {slowest:.1f} ms"))
        for frame, _, words in deepest_falls([row[seat] for row in values]):
            found.append(mark(frame - 1, seat, "fall", words))
    found.append(mark(len(match.turns) - 1, None, "end", f"end: {end}"))
    return sorted(found, key=lambda item: (item["frame"], item["kind"], item["seat"] or 0))


def mark(turn: int, seat: int | None, kind: str, words: str) -> dict[str, Any]:
    """Returns an entry of the page's list of frames to jump to."""
    return {"frame": turn + 1, "seat": seat, "kind": kind, "text": printable(words[:LONGEST])}
