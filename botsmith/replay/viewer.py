"""A match record as one page: the match played again and drawn, with all that the bots said.

The page asks for nothing from outside and carries a content-security policy; what bots wrote is
data in it, shown as text.
"""

import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined

from botsmith.arena.stderr import EngineTurns, engine_word
from botsmith.errors import BadInput
from botsmith.printable import printable
from botsmith.referees import referee_for
from botsmith.referees.base import Match, Referee
from botsmith.referees.verify import open_as_recorded, recorded_answers
from botsmith.replay.extras import check_extras
from botsmith.replay.output import write_whole
from botsmith.replay.painter import Painter, painter_for
from botsmith.replay.shapes import Shape
from botsmith.replay.thoughts import evaluation, in_place, readable

TEMPLATE = Path(__file__).with_name("page.html")
ALL_WORDS = 450_000  # bytes of the bots' output in a page
CAPS = (8_000, 4_000, 2_000, 1_400, 1_000, 700, 500, 350, 250, 170, 120, 60, 30)  # letters a text
LONGEST = 300  # characters of a name or of a line about the match
MOST_ERRORS = 1000  # shown of a match; the arena itself writes at most one a seat


def page(match: Match, nonce: str = "") -> str:
    """The HTML of one match; its scripts carry `nonce`, a fresh one if there is none.

    BadInput if the record cannot be played again.
    """
    data = encoded(packed(document(match)))
    template = Environment(autoescape=True, undefined=StrictUndefined).from_string(
        TEMPLATE.read_text(encoding="utf-8")
    )
    title = f"{match.game}: {' - '.join(names(match))}"
    return template.render(title=title, data=data, nonce=nonce or secrets.token_urlsafe(16))


def encoded(value: Any) -> str:
    """JSON in ASCII without "<", ">" and "&", so that no text can end the script element it is in.

    BadInput for a number that is not finite.
    """
    try:
        data = json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    except ValueError:
        raise BadInput("expected finite numbers as scores, times and values") from None
    return data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def write_page(match: Match, output: Path) -> int:
    """Writes the page of a match; returns its size in bytes. BadInput if that is not possible."""
    content = page(match).encode()
    write_whole(output, content)
    return len(content)


def packed(shown: dict[str, Any]) -> dict[str, Any]:
    """The document with every shape once in `shapes`; a frame lists indices into it.

    Most of a board stays as it is from turn to turn, so pages become smaller by that.
    """
    places: dict[str, int] = {}
    shapes: list[Shape] = []
    frames = []
    for frame in shown["frames"]:
        for shape in frame:
            if places.setdefault(json.dumps(shape), len(shapes)) == len(shapes):
                shapes.append(shape)
        frames.append([places[json.dumps(shape)] for shape in frame])
    return {**shown, "shapes": shapes, "frames": frames}


def document(match: Match) -> dict[str, Any]:
    """What the page shows, as JSON values."""
    check_extras(match)
    referee = next(iter(referee_for(match.game).rebuild(match).values()))
    open_as_recorded(referee, match)
    painter = painter_for(match.game)(referee)
    background, frames, curves, events = played(match, referee, painter)
    result = match.result
    limits = referee.limits
    return {
        "game": match.game,
        "seed": printable(match.seed[:LONGEST]),
        "source": printable(match.source[:LONGEST]),
        "end": printable(result.end[:LONGEST]),
        "players": [
            {
                "name": name,
                "engine": engine(match, seat),
                "score": result.scores[seat],
                "rank": result.ranks[seat],
            }
            for seat, name in enumerate(names(match))
        ],
        "limits": {"first": limits.first_ms, "turn": limits.turn_ms},
        "width": painter.width,
        "height": painter.height,
        "background": background,
        "frames": frames,
        "score_name": painter.score_name,
        "curves": curves,
        "values": evaluations(match),
        "opening": opening(match),
        "turns": turns(match),
        "marks": marks(match, events),
    }


def names(match: Match) -> list[str]:
    """The players' names, each on one line; "player 0" and so on if the record has none."""
    bots = match.extra.get("bots")
    if isinstance(bots, list) and len(bots) == match.players:
        told = [str(bot.get("name", f"player {n}")) for n, bot in enumerate(bots)]
        return [printable(name[:LONGEST]) for name in told]
    return [f"player {seat}" for seat in range(match.players)]


def engine(match: Match, seat: int) -> str:
    """The engine that a bot said it played in, "" if it said nothing."""
    turns = EngineTurns(**match.extra.get("engine", {}).get(str(seat), {}))
    return engine_word(turns) if turns.c or turns.python else ""


def played(
    match: Match, referee: Referee, painter: Painter[Referee]
) -> tuple[
    list[Shape], list[list[Shape]], list[list[float]], list[Sequence[tuple[int | None, str]]]
]:
    """Plays the record again: background, frames, scores, events.

    There is a frame, and a list of scores by seat, for the start and after each turn; events are a
    list for each turn.
    """
    background = painter.background()
    frames, curves = [painter.frame()], [rounded(painter.scores())]
    events: list[Sequence[tuple[int | None, str]]] = []
    for number, turn in enumerate(match.turns):
        referee.apply(recorded_answers(referee, turn, number))
        frames.append(painter.frame())
        curves.append(rounded(painter.scores()))
        events.append(painter.events())
    return background, frames, curves, events


def rounded(values: Sequence[float]) -> list[float]:
    return [round(value, 2) for value in values]


def opening(match: Match) -> dict[str, Any]:
    """By seat, what it wrote before the first turn in games that ask for something then."""
    said = match.extra.get("init_out")
    if not isinstance(said, dict):
        return {}
    return shortened([{seat: {"out": "\n".join(lines)} for seat, lines in said.items()}])[0]


def turns(match: Match) -> list[dict[str, Any]]:
    """For each turn, by seat: answer, stderr, time in ms. Texts are cut to fit the page."""
    rows = [
        {str(seat): {"out": "\n".join(out)} for seat, out in turn.outputs.items()}
        for turn in match.turns
    ]
    for seat in range(match.players):
        key = str(seat)
        asked = match.asked(seat)
        times = match.extra.get("turn_ms", {}).get(key, [])
        said = stderr_of(match, seat)
        for place, number in enumerate(asked):
            row = rows[number].setdefault(key, {"out": ""})
            if place < len(times):
                row["ms"] = times[place]
            if place < len(said) and said[place]:
                row["err"] = readable(said[place])
        answered = len(times) or len(asked)  # a game of the site tells no times
        if asked and len(said) > answered:  # last words of a bot that was put out
            last = rows[asked[min(answered, len(asked)) - 1]][key]
            last["err"] = last.get("err", "") + "".join(said[answered:])
    return shortened(rows)


def stderr_of(match: Match, seat: int) -> list[str]:
    """What a seat wrote on stderr, by turn in which it was asked, and any last words behind."""
    return in_place(match.extra.get("stderr", {}).get(str(seat), []), match.asked(seat))


def evaluations(match: Match) -> list[list[float | None]]:
    """evaluations[frame][seat]: how good a bot held its position to be; None if it told nothing."""
    rows: list[list[float | None]] = [[None] * match.players for _ in range(len(match.turns) + 1)]
    for seat in range(match.players):
        asked = match.asked(seat)
        for number, text in zip(asked, stderr_of(match, seat), strict=False):
            rows[number + 1][seat] = evaluation(text)
    return rows


def shortened(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Cuts the texts of `rows` to the largest of CAPS at which all fit into ALL_WORDS."""
    texts = [
        (cell, kind)
        for row in rows
        for cell in row.values()
        for kind in ("out", "err")
        if kind in cell
    ]
    for cap in CAPS:
        if sum(len(encoded(cell[kind][:cap])) for cell, kind in texts) <= ALL_WORDS:
            break
    for cell, kind in texts:
        if len(cell[kind]) > cap:
            cut = len(cell[kind]) - cap
            cell[kind] = f"{cell[kind][:cap]} ... ({cut:,} characters more)"
    return rows


def marks(match: Match, events: list[Sequence[tuple[int | None, str]]]) -> list[dict[str, Any]]:
    """The frames to jump to: faults, slowest answers, events, the end; frame 0 is the start."""
    found = []
    for error in match.extra.get("errors", [])[:MOST_ERRORS]:
        turn = min(int(error.get("turn", 0)), len(match.turns) - 1)
        found.append(mark(turn, error.get("seat"), "fault", str(error.get("text", "fault"))))
    for seat in range(match.players):
        times = match.extra.get("turn_ms", {}).get(str(seat), [])
        asked = match.asked(seat)
        later = list(zip(times, asked, strict=False))[1:]
        if later:
            slowest, turn = max(later)
            found.append(mark(turn, seat, "slow", f"slowest answer: {slowest:.1f} ms"))
    for turn, happened in enumerate(events):
        found += [mark(turn, seat, "event", words) for seat, words in happened]
    found.append(mark(len(match.turns) - 1, None, "end", f"end: {match.result.end[:LONGEST]}"))
    return sorted(found, key=lambda item: (item["frame"], item["kind"], item["seat"] or 0))


def mark(turn: int, seat: int | None, kind: str, words: str) -> dict[str, Any]:
    return {"frame": turn + 1, "seat": seat, "kind": kind, "text": printable(words[:LONGEST])}
