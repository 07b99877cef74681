"""`ide BOT`: keeps the site's editor and the modules equal, through the CG Local browser
extension.
"""

import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from watchfiles import PythonFilter, awatch

from botsmith import setup
from botsmith.bundle.modules import choose_entries
from botsmith.bundle.products import build
from botsmith.bundle.trials import Asked
from botsmith.cli.pull import show
from botsmith.ide.bridge import APPLY, PUSH, Bridge, Options
from botsmith.ide.contests import bots_for
from botsmith.ide.wire import PORT, News
from botsmith.printable import say
from botsmith.workspace import own_root

LOOK_MS = 100  # between looks for changes


def ide(bot: str | None = None, *, play: bool = False, apply: bool = False) -> None:
    """Keep the site's editor and the modules equal, until Ctrl-C.

    Needs the browser extension CG Local; see docs/ide.md.

    bot: The bot. [default: by the contest's title]
    play: Play in the IDE after every save.
    apply: Write edits made in the IDE without asking.
    """
    root = own_root()
    entry = choose_entries(root, [bot])[0] if bot else None
    setup.enter("ide")
    make = partial(build, out=root / "dist", asked=Asked(is_save=True))
    show_pulled = partial(show, Path("editor"))
    options = Options(is_playing=play, is_applying=apply)
    bridge = Bridge(root, entry, partial(bots_for, root), make, say, show_pulled, options)
    with suppress(KeyboardInterrupt):
        asyncio.run(serve(bridge, root))


async def serve(bridge: Bridge, root: Path, port: int = PORT) -> None:
    """Runs the bridge and its sources of events, until it is cancelled."""
    loop = asyncio.get_running_loop()

    def pressed(key: str) -> None:
        loop.call_soon_threadsafe(bridge.wire.news.put_nowait, News("key", key))

    async with bridge.wire.open(port) as place:
        with keys(pressed):
            say(f"listening on localhost:{place}: press the extension's button in the site's IDE")
            say(f"keys: {APPLY} writes what was typed there, {PUSH} puts the modules there, Ctrl-C")
            await asyncio.gather(bridge.run(), watch(bridge, root))


async def watch(bridge: Bridge, root: Path) -> None:
    """Reports every save under bots/ and common/ to the bridge."""
    folders = (root / "bots", root / "common")
    async for _ in awatch(*folders, watch_filter=PythonFilter(), rust_timeout=LOOK_MS):
        bridge.wire.news.put_nowait(News("saved"))


@contextmanager
def keys(act: Callable[[str], None]) -> Iterator[None]:
    """Calls `act` with every key that is pressed while the block runs. If standard input is not a
    terminal, it calls `act` with the first letter of every line.
    """
    restore: Callable[[], None] | None = None
    if sys.stdin.isatty():
        with suppress(ModuleNotFoundError):  # Windows has no such module
            import termios
            import tty

            stream = sys.stdin.fileno()
            before = termios.tcgetattr(stream)
            restore = partial(termios.tcsetattr, stream, termios.TCSADRAIN, before)
            tty.setcbreak(stream)  # which reports keys without Enter

    def read() -> None:
        while text := sys.stdin.read(1) if restore else sys.stdin.readline():
            if text.strip():
                act(text.strip()[0])

    threading.Thread(target=read, daemon=True).start()
    try:
        yield
    finally:
        if restore:
            restore()
