"""Talks to the CG Local browser extension: a WebSocket server in place of its Java app.

Every message is a JSON text frame {"action": NAME, "payload": {...}}. It answers only a browser
extension on this machine, and one tab at a time. A connection of a web page is closed without a
byte.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from botsmith.errors import BadInput

if TYPE_CHECKING:  # --help needs no websockets
    from websockets.asyncio.server import Server, ServerConnection
    from websockets.http11 import Request, Response

PORT = 53135  # where the extension looks
HOSTS = ("127.0.0.1", "::1")
EXTENSIONS = ("chrome-extension://", "moz-extension://")
LARGEST = 1_500_000  # bytes of a frame: 100,000 units, each escaped, are less
ANSWER_S = 5.0  # that a tab has to answer a question
QUIET = logging.getLogger(f"{__name__}.quiet")  # what strangers do is no news
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False


class Gone(Exception):
    """Raised when the tab has closed, or no longer answers."""


@dataclass(frozen=True)
class News:
    """A message of a tab.

    kind: "details" (text is the contest's title), "code" (text is the editor's), "gone" (text is
    the reason), "second" (another tab was refused)
    """

    kind: str
    text: str = ""


class Tab:
    """The tab that is connected, with the IDE in it."""

    def __init__(self, connection: "ServerConnection", news: asyncio.Queue[News]) -> None:
        self.connection = connection
        self.news = news
        self.asked: asyncio.Future[str] | None = None
        self.has_spoken = False

    async def send(self, action: str, **payload: Any) -> None:
        """Sends a message. Raises Gone if the tab has closed."""
        from websockets.exceptions import ConnectionClosed

        try:
            await self.connection.send(json.dumps({"action": action, "payload": payload}))
        except ConnectionClosed:
            raise Gone from None

    async def code(self) -> str:
        """Asks for the text of the editor, and returns it. Raises Gone if the tab closes or does
        not answer.
        """
        self.asked = asyncio.get_running_loop().create_future()
        await self.send("send-code")
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self.asked
        except TimeoutError:
            raise Gone from None
        finally:
            self.asked = None

    async def listen(self) -> str:
        """Passes on the tab's messages until it closes. Returns why it closed."""
        from websockets.exceptions import ConnectionClosed

        try:
            async for frame in self.connection:
                if (fault := self.take(frame)) is not None:
                    await self.connection.close(1003, "no message of the extension's")
                    return fault
        except ConnectionClosed as closed:
            if closed.rcvd is None:
                return "the connection was lost"
        return "the tab has closed"

    def take(self, frame: str | bytes) -> str | None:
        """Handles a message. Returns the mistake in it, in words, or None."""
        try:
            message = json.loads(frame)
            action, payload = message["action"], message["payload"]
            self.has_spoken = True
            if action == "details":
                self.news.put_nowait(News("details", str(payload["title"])))
            elif action == "code":
                text = str(payload["code"]).replace("\r\n", "\n").replace("\r", "\n")
                if self.asked and not self.asked.done():
                    self.asked.set_result(text)
                else:
                    self.news.put_nowait(News("code", text))
        except (ValueError, TypeError, KeyError):
            return "it sent what is no message of CG Local's extension"
        return None


class Wire:
    """The server.

    tab: the connected tab, None without one
    news: the tab's messages
    """

    def __init__(self) -> None:
        self.tab: Tab | None = None
        self.news: asyncio.Queue[News] = asyncio.Queue()

    async def meet(self, connection: "ServerConnection") -> None:
        """Serves a tab until it closes. Refuses a second tab, unless the first tab has never sent a
        message.
        """
        tab = Tab(connection, self.news)
        if self.tab is not None and not self.tab.has_spoken:
            self.tab.connection.transport.abort()
        elif self.tab is not None:
            self.news.put_nowait(News("second"))
            with suppress(Gone):
                await tab.send("already-connected")
            await connection.close(1000)
            return
        self.tab = tab
        why = "the connection was lost"
        try:
            with suppress(Gone):
                await tab.send("send-details")
                why = await tab.listen()
        finally:
            if self.tab is tab:  # else it gave its place away
                self.tab = None
                self.news.put_nowait(News("gone", why))

    def admit(self, connection: "ServerConnection", request: "Request") -> "Response | None":
        """Closes a connection without an answer unless it comes from a browser extension."""
        if len(origins := request.headers.get_all("Origin")) == 1:
            if origins[0].startswith(EXTENSIONS):
                return None
        connection.transport.abort()
        return connection.respond(403, "")  # goes nowhere

    @asynccontextmanager
    async def open(self, port: int) -> AsyncIterator[int]:
        """Listens while the block runs. Yields the port. Raises BadInput if it cannot listen."""
        servers: list[Server] = []
        try:
            for host in HOSTS:
                try:
                    servers.append(await self.listen(host, port))
                except OSError as error:
                    if host == HOSTS[0]:
                        text = "another program, CG Local's own app perhaps, listens there: end it"
                        raise BadInput(f"port {port}: {error.strerror or error}: {text}") from None
                    continue  # a machine without IPv6
                port = port or servers[0].sockets[0].getsockname()[1]
            yield port
        finally:
            for server in servers:
                server.close()
                await server.wait_closed()

    async def listen(self, host: str, port: int) -> "Server":
        """Returns a server on one address."""
        from websockets.asyncio.server import serve

        return await serve(
            self.meet,
            host,
            port,
            process_request=self.admit,
            max_size=LARGEST,
            max_queue=4,
            compression=None,
            server_header=None,
            logger=QUIET,
        )
