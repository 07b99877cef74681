"""Serves the board, a small web application that only reads. It serves this machine alone unless
--host names another address.

A foreign web page in the same browser gets nothing: the board writes nothing, lets no other origin
read, and accepts only known names in the Host header. So a foreign name that is made to point here
(DNS rebinding) is refused. A bot's text is harmless: it is escaped everywhere, and the security
policy runs no script but ours.
"""

import re
import secrets
import socket
import threading
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from botsmith.arena.matches.match import FULL_BUDGET
from botsmith.arena.store.record import encode_match
from botsmith.arena.store.store import Store, open_store
from botsmith.arena.store.where import check_stored
from botsmith.board.chosen import Chosen
from botsmith.board.state import LeagueBoard
from botsmith.board.view import Pair, board_view, link
from botsmith.errors import BadInput
from botsmith.plots.formats import plain
from botsmith.plots.pages import rendered
from botsmith.referees.base import Match
from botsmith.replay.viewer import page as match_page

FOLDER = Path(__file__).parent
LOOPBACK = ("localhost", "127.0.0.1", "::1")
KEPT = 4  # leagues that are held in memory
WAIT_SECONDS = 5.0  # for the lock of a league that writes
HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'",
}
POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def is_known(header: str, host: str) -> bool:
    """Returns True if a Host header names this server. Any numeric address counts if --host is not
    LOOPBACK.
    """
    found = re.fullmatch(r"(\[[0-9a-fA-F:.]+\]|[^:\[\]]+)(:\d{1,5})?", header)
    name = found[1].strip("[]").lower().rstrip(".") if found else ""
    names = {host.lower(), socket.gethostname().lower()}
    is_number = ":" in name or name.replace(".", "").isdecimal()  # which no DNS can redirect
    return name in LOOPBACK or (host not in LOOPBACK and (name in names or is_number))


class NotThere(BadInput):
    """Raised when the address names something that the store does not have."""


class Reader:
    """Reads the store for one request at a time, and remembers the figures of each league."""

    def __init__(self, path: Path, where: str = "") -> None:
        self.path = path
        self.where = where  # the condition of an address that has none
        self.lock = threading.Lock()
        self.state_of = lru_cache(KEPT)(LeagueBoard)

    def context(self, request: Request) -> dict[str, Any]:
        """Returns the values of the page's template; `etag` changes whenever the page does. Raises
        NotThere if the store has no such league or level.
        """
        asked = request.query_params
        names = ("league", "level", "before")
        league, level, before = (number(asked[name]) if name in asked else None for name in names)
        with self.lock, open_store(self.path, wait_seconds=WAIT_SECONDS) as store:
            leagues = store.leagues()
            if not leagues:
                return {"title": "empty store", "etag": '"empty"'}
            chosen = next((one for one in leagues if one.id == league), leagues[-1])
            if league is not None and chosen.id != league:
                raise NotThere(f"{self.path}: no league {league}; expected 1 to {leagues[-1].id}")
            state = self.state_of(chosen)
            state.read(store)
            if level is not None and level not in state.levels:
                known = ", ".join(map(str, state.levels))
                raise NotThere(f"league {chosen.id} has no level {level}; expected one of {known}")
            usual = FULL_BUDGET if FULL_BUDGET in state.levels else state.levels[0]
            shown = level if level is not None else usual
            pair = pair_from(asked["pair"], len(state.plan.bots)) if "pair" in asked else None
            where = chosen_matches(store, state, shown, asked.get("where", self.where).strip())
            etag = f'"{chosen.id}-{shown}-{state.newest}-{before or 0}-{pair}-{len(leagues)}'
            etag += f'-{quote(where.text, safe="")}"' if where else '"'
            if request.headers.get("if-none-match") == etag:
                return {"etag": etag}
            if where:
                where.read(store)
            found: dict[str, Any] = {"title": plain(chosen.game), "etag": etag, "leagues": leagues}
            if state.newest > 0:
                found["board"] = board_view(state, store, shown, before, pair, where)
            return found

    def match(self, text: str) -> Match:
        """Returns the record of the match with this number. Raises BadInput if there is none."""
        match = number(text)
        with self.lock, open_store(self.path, wait_seconds=WAIT_SECONDS) as store:
            return store.record(match)


def chosen_matches(store: Store, state: LeagueBoard, level: int, text: str) -> Chosen | None:
    """Returns the matches of a level that meet a condition; None if `text` is "". Raises NotThere
    if it is no condition.
    """
    if not text:
        return None
    try:
        found = state.chosen(text, level)
        check_stored(store, state.league.id, {"where =": found.where.names})
    except BadInput as error:
        raise NotThere(str(error)) from None
    return found


def number(text: str) -> int:
    """Returns a number in the address. Raises NotThere if the text is no number."""
    if re.fullmatch("[0-9]{1,18}", text) is None:
        raise NotThere(f"{plain(text)!r} in the address: expected a number")
    return int(text)


def pair_from(text: str, bots: int) -> Pair:
    """Returns the numbers of two different bots from the address: "0-2". Raises NotThere for any
    other text.
    """
    one, _, other = text.partition("-")
    pair = number(one), number(other)
    if pair[0] == pair[1] or max(pair) >= bots:
        raise NotThere(f"pair {plain(text)} in the address: expected two of bots 0 to {bots - 1}")
    return pair


def board_app(path: Path, host: str = LOOPBACK[1], where: str = "") -> Starlette:
    """Returns the application for the store at `path`.

    host: the address that it listens on
    where: the condition for addresses without one
    """
    reader = Reader(path, where)

    async def guard(request: Request, call_next: RequestResponseEndpoint) -> Response:
        """Refuses unknown names in the Host header; gives every answer the headers of HEADERS."""
        hosts = request.headers.getlist("host")
        if len(hosts) == 1 and is_known(hosts[0], host):
            answer = await call_next(request)
        else:
            answer = PlainTextResponse("this board does not answer to that name\n", 421)
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        return answer

    def shown(name: str, request: Request) -> Response:
        """Returns the whole page, or the part that changes."""
        status = 200
        try:
            found = reader.context(request)
        except BadInput as error:
            found = {"title": "no board", "etag": "", "error": plain(error)}
            status = 404 if isinstance(error, NotThere) else 503
        headers = {"ETag": found["etag"]}
        if "title" not in found:
            return Response(status_code=304, headers=headers)
        nonce = secrets.token_urlsafe(18)
        if name == "page.html":  # which nobody asks for with an etag but a cache
            headers = {"Content-Security-Policy": POLICY.format(nonce=nonce)}
        about = {"error": None, "board": None, "leagues": [], **found, "link": link}
        text = rendered(FOLDER / name, nonce=nonce, **about)
        return Response(text, status, headers, media_type="text/html")

    def record(request: Request) -> Response:
        """Answers with the record of a match as a file."""
        asked = request.path_params["match"]
        match = reader.match(asked)
        game = re.sub(r"[^A-Za-z0-9]+", "-", match.game)[:40].strip("-")
        headers = {"Content-Disposition": f'attachment; filename="{game}-match-{asked}.jsonl.gz"'}
        return Response(encode_match(match), 200, headers, media_type="application/gzip")

    def replay(request: Request) -> Response:
        """Answers with the page of a match."""
        nonce = secrets.token_urlsafe(18)
        text = match_page(reader.match(request.path_params["match"]), nonce)
        headers = {"Content-Security-Policy": POLICY.format(nonce=nonce)}
        return Response(text, 200, headers, media_type="text/html")

    def refuse(request: Request, error: Exception) -> Response:
        """Answers with one line about the mistake in the address."""
        return PlainTextResponse(plain(error) + "\n", 404)

    return Starlette(
        routes=[
            Route("/", partial(shown, "page.html")),
            Route("/part", partial(shown, "part.html")),
            Route("/record/{match}", record),
            Route("/replay/{match}", replay),
        ],
        exception_handlers={BadInput: refuse},
        middleware=[Middleware(BaseHTTPMiddleware, dispatch=guard)],
    )
