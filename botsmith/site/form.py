"""Reads a game of the contest site from the JSON that the browser's network view shows.

The form is known from public collections of saved games; docs/site.md describes it. console.py
reads the text of the IDE's console. All other parts of a file are ignored. A mistake is a BadInput
that begins with the file's name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from botsmith.errors import BadInput

MOST_FRAMES = 20_000
MOST_PLAYERS = 8
LONGEST_NAME = 300
SITE = "site"  # the key of a record, and of its turns, under which the site's own words stand
OUT = "out"  # in a turn's: all seats' lines, where the site plays a turn that ours does not
TEXT = "text"  # in a record's: True where the game came from the text of a console
UNREAD = "unread"  # in a turn's: the seats that answered more lines than the turn takes
WRAPPERS = ("success", "gameResult")  # an object under one of these is the game
NOBODY = -1  # the agentId of the referee's own frames
ANYBODY = -2  # where a text does not tell who speaks: whom our referee asks
COLOUR = re.compile("[\u00a4\u00a7][A-Za-z_]*[\u00a4\u00a7]")
LATE = re.compile(r"time-?out|did not provide|has not provided", re.IGNORECASE)
INVALID = re.compile(r"\binvalid\b", re.IGNORECASE)


@dataclass(frozen=True)
class Frame:
    """The output of one player, or of the referee, in one step of a game.

    seat: the player's seat, or NOBODY for the referee
    stdout: the answer's text, None if the site shows none
    said: the referee's comment, without colours
    view: the text that the site's viewer draws
    crash: the bot's exception on one line, or ""
    """

    seat: int
    stdout: str | None
    stderr: str
    said: str
    view: str = ""
    crash: str = ""

    @property
    def lines(self) -> list[str]:
        """Returns the lines of the answer, without empty lines at its end."""
        lines = [line.removesuffix("\r") for line in (self.stdout or "").split("\n")]
        while lines and not lines[-1].strip():
            lines.pop()
        return lines

    @property
    def speaks(self) -> bool:
        """Returns True if this frame is surely an answer, or surely shows that an answer is
        missing.
        """
        return bool(self.lines or self.crash or LATE.search(self.said))

    @property
    def fault(self) -> str:
        """Returns crash, timeout or invalid (of match.FAULTS); "" for an answer that the site
        accepted.
        """
        if self.crash:
            return "crash"
        if not self.lines:
            return "timeout"
        return "invalid" if INVALID.search(self.said) else ""


@dataclass(frozen=True)
class SiteGame:
    """A game of the contest site.

    keys: the keys and values of `refereeInput`
    names: the players' names by seat
    scores, ranks: by seat, as the site counts them (ranks from 0); empty if the site shows none
    """

    id: str
    frames: list[Frame]
    keys: Mapping[str, str]
    names: list[str]
    scores: list[float] = field(default_factory=list)
    ranks: list[int] = field(default_factory=list)
    is_text: bool = False  # of the IDE's console; names may be empty then
    other: "SiteGame | None" = None  # another reading of the same text
    trouble: str = ""  # what is wrong with a text, if our referee does not play it


def game_from_json(value: Any, where: str) -> SiteGame:
    """Returns the game in a JSON value, with or without the wrappers that the site puts around it.
    Raises BadInput, which begins with `where`, if the value is no game.
    """
    while isinstance(value, dict) and "frames" not in value:
        value = next((value[key] for key in WRAPPERS if isinstance(value.get(key), dict)), None)
    listed = value.get("frames") if isinstance(value, dict) else None
    if not isinstance(listed, list):
        wanted = "the answer of findByGameId, findInformationById or play"
        raise BadInput(f"{where}: no 'frames'; expected {wanted}, from the browser's network view")
    if not 0 < len(listed) <= MOST_FRAMES:
        raise BadInput(f"{where}: {len(listed)} frames; expected 1 to {MOST_FRAMES}")
    frames = [frame_from_json(one, f"{where}, frame {at}") for at, one in enumerate(listed)]
    scores = numbers(value.get("scores"), (int, float), f"{where}: 'scores'")
    ranks = numbers(value.get("ranks"), (int,), f"{where}: 'ranks'")
    seats = 1 + max(frame.seat for frame in frames)
    names = names_from(value.get("agents"), where)
    players = len(names) or len(scores) or len(ranks) or seats
    if seats > players or any(len(row) not in (0, players) for row in (scores, ranks)):
        counts = f"{len(names)} agents, {len(scores)} scores, {len(ranks)} ranks, {seats} seats"
        raise BadInput(f"{where}: {counts} that speak; expected as many of each")
    if not 0 < players <= MOST_PLAYERS:
        raise BadInput(f"{where}: {players} players; expected 1 to {MOST_PLAYERS}")
    number = value["gameId"] if isinstance(value.get("gameId"), int | str) else ""
    keys = keys_from(value.get("refereeInput"), where)
    names = names or [f"player {seat}" for seat in range(players)]
    places = [rank for rank in ranks if isinstance(rank, int)]
    return SiteGame(str(number)[:LONGEST_NAME], frames, keys, names, [*map(float, scores)], places)


def frame_from_json(value: Any, where: str) -> Frame:
    """Returns a frame of an entry of `frames`. Raises BadInput, which begins with `where`, for a
    wrong entry.
    """
    if not isinstance(value, dict):
        raise BadInput(f"{where}: expected an object, got {type(value).__name__}")
    seat = value.get("agentId", NOBODY)
    if type(seat) is not int or not NOBODY <= seat < MOST_PLAYERS:
        raise BadInput(f"{where}: agentId {seat!r:.40}; expected -1, or a seat")
    texts = {}
    for key in ("stdout", "stderr", "gameInformation", "summary"):
        texts[key] = value.get(key)
        if not isinstance(texts[key], str | None):
            raise BadInput(f"{where}: expected {key!r} as text, got {type(texts[key]).__name__}")
    said = COLOUR.sub("", "\n".join(filter(None, (texts["gameInformation"], texts["summary"]))))
    view = value["view"] if isinstance(value.get("view"), str) else ""
    crash = crash_from(value.get("error"))
    return Frame(seat, texts["stdout"], texts["stderr"] or "", said.strip(), view, crash)


def crash_from(value: Any) -> str:
    """Returns the `error` of a frame on one line: its message and its place; "" without one."""
    if not isinstance(value, dict):
        return ""
    rows = value.get("stacktrace")
    places = [
        f"{row.get('container', '?')}:{row.get('line', '?')} {row.get('function', '')}".strip()
        for row in (rows if isinstance(rows, list) else [])
        if isinstance(row, dict)
    ]
    message = " ".join(str(value.get("message", "no message")).split())
    return message + (f" ({', '.join(places[:3])})" if places else "")


def names_from(value: Any, where: str) -> list[str]:
    """Returns the players' names by seat; [] if there are no agents. Raises BadInput for a wrong
    list of agents.
    """
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(agent, dict) for agent in value):
        raise BadInput(f"{where}: expected 'agents' as a list of objects")
    seats = [agent.get("index", place) for place, agent in enumerate(value)]
    if any(type(seat) is not int for seat in seats) or sorted(seats) != list(range(len(seats))):
        raise BadInput(f"{where}: agents with the index {seats!r:.80}; expected 0, 1, ...")
    names = [""] * len(seats)
    for seat, agent in zip(seats, value, strict=True):
        names[seat] = name_of(agent, seat)
    return names


def name_of(agent: Mapping[str, Any], seat: int) -> str:
    """Returns the name of an agent's player."""
    for key, name in (("codingamer", "pseudo"), ("arenaboss", "nickname")):
        person = agent.get(key)
        if isinstance(person, dict) and isinstance(person.get(name), str) and person[name]:
            return str(person[name])[:LONGEST_NAME]
    number = agent.get("agentId")
    return "code in the IDE" if isinstance(number, int) and number < 0 else f"player {seat}"


def keys_from(value: Any, where: str) -> dict[str, str]:
    """Returns the `key=value` lines of `refereeInput`; {} if there are none. Raises BadInput for
    another line.
    """
    if value is None:
        return {}
    if not isinstance(value, str):
        raise BadInput(f"{where}: expected 'refereeInput' as text, got {type(value).__name__}")
    pairs = (line.partition("=") for line in value.splitlines())
    return {key.strip(): text.strip() for key, sign, text in pairs if sign}


def numbers(value: Any, kinds: tuple[type, ...], what: str) -> list[int | float]:
    """Returns a list of numbers, [] for null. Raises BadInput, beginning with `what`, for any other
    value.

    kinds: the allowed types of the numbers
    """
    if value is None:
        return []
    if not isinstance(value, list) or any(type(item) not in kinds for item in value):
        raise BadInput(f"{what}: expected a list of {'numbers' if float in kinds else 'ranks'}")
    return value
