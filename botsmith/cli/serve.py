"""`serve`: shows a live board of a store in the browser."""

import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Annotated

from botsmith import setup
from botsmith.arena.store.store import open_store
from botsmith.arena.store.where import check_stored
from botsmith.cli.groups import Asked
from botsmith.cli.options import Where
from botsmith.errors import BadInput
from botsmith.printable import print_error, say
from botsmith.settings import Opt

STEP_SECONDS = 0.1
STEPS = 300  # how often a store is looked for
FIRST_SAID = 10  # of them, before it is said that one waits


def serve(
    *,
    db: Path = Path("league.db"),
    host: str = "127.0.0.1",
    port: Annotated[int, Opt(least=0, most=65535)] = 8000,
    where: Where = None,
) -> None:
    """Show a live board of a store in the browser, until Ctrl-C.

    Standings, head to head, ratings over time, slowest turns and every match's record. It only
    reads, and follows a league that is being played.

    db: The store, as `league` made it.
    host: Where to listen; anything but this machine is yours to guard.
    port: 0 takes any that is free.
    """
    asked = Asked(where)
    setup.enter("board")
    wait_for_store(db, sleep)
    with open_store(db) as store:
        check_stored(store, None, asked.by_option)
    import uvicorn

    from botsmith.board.server import board_app

    listening = listen(host, port)
    place = listening.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    say(f"board of {db}: http://{name}:{place}/ (Ctrl-C ends it)")
    settings = uvicorn.Config(
        board_app(db, host, where or ""),
        log_config=None,  # its own would close the handlers of other libraries
        log_level="error",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=2,  # seconds for requests under way when it is ended
    )
    try:
        uvicorn.Server(settings).run(sockets=[listening])
    except KeyboardInterrupt:  # how it is meant to end
        return
    finally:
        listening.close()


def wait_for_store(db: Path, rest: Callable[[float], None]) -> None:
    """Waits for the store, because a `league` that was just started has not made it yet. Raises
    BadInput if it does not appear, or is no store.

    rest: a function that waits some seconds
    """
    for step in range(STEPS):
        if db.exists() and not (db.is_file() and is_blank(db)):
            break
        if step == FIRST_SAID:
            print_error(f"waiting for {db}, which `league` makes (Ctrl-C ends it)")
        rest(STEP_SECONDS)
    open_store(db).close()


def is_blank(db: Path) -> bool:
    """Returns True if a file is a new store without tables."""
    try:
        with closing(sqlite3.connect(db)) as connection:
            return not connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    except sqlite3.Error:  # no store, or one that cannot be written: `open_store` knows
        return False


def listen(host: str, port: int) -> socket.socket:
    """Returns a socket that listens. Raises BadInput if the address belongs to another machine or
    is in use.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        is_both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()
        return socket.create_server((host, port), family=family, dualstack_ipv6=is_both)
    except (OSError, UnicodeError) as error:
        why = str(getattr(error, "strerror", "no name of a machine")).partition(" (while")[0]
        wanted = "an address of this machine and a free port"
        raise BadInput(f"--host {host} --port {port}: {why}; expected {wanted}") from None
