"""The extension's side of CG Local's wire, as a tab of the IDE has it."""

import asyncio
import json
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

EXTENSION = Origin("chrome-extension://ihakjfajoihlncbnggmcmmeabclpfdgo")


class Tab:
    """An editor. text: what stands in it. plays: how many matches it was asked to play."""

    def __init__(self, title: str = "The Pond", text: str = "") -> None:
        self.title, self.text = title, text
        self.plays = 0
        self.is_read_only = True
        self.said: list[str] = []  # actions of the server, in order
        self.updates = 0
        self.connection: ClientConnection | None = None
        self.task: asyncio.Task[None] | None = None
        self.closed: int | None = None

    async def open(self, port: int, host: str = "127.0.0.1") -> None:
        """Presses the extension's button."""
        place = f"ws://[{host}]:{port}/" if ":" in host else f"ws://{host}:{port}/"
        self.connection = await connect(place, origin=EXTENSION, proxy=None, max_size=None)
        self.task = asyncio.create_task(self.listen(self.connection))

    async def listen(self, connection: ClientConnection) -> None:
        """Does what the server says, as the extension does."""
        with suppress(ConnectionClosed):
            async for frame in connection:
                message = json.loads(frame)
                await self.take(connection, message["action"], message["payload"])
        self.closed = connection.close_code

    async def take(self, connection: ClientConnection, action: str, payload: Any) -> None:
        """Does one thing."""
        self.said.append(action)
        if action == "send-details":
            details = {"title": self.title, "questionId": 7}
            await self.send(connection, "details", **details)
        elif action == "update-code":
            self.text = payload["code"]
            self.updates += 1
            self.plays += payload["play"]
            await self.send(connection, "code", code=self.text)  # the text has changed
        elif action == "send-code":
            await self.send(connection, "code", code=self.text)
        elif action == "set-read-only":
            self.is_read_only = payload["state"]

    async def send(self, connection: ClientConnection, action: str, **payload: Any) -> None:
        await connection.send(json.dumps({"action": action, "payload": payload}))

    async def type(self, old: str, new: str) -> None:
        """Types in the editor, when that is possible, also while it is not connected."""
        while self.connection and self.is_read_only:
            await asyncio.sleep(0.01)
        assert self.text.count(old) == 1, (old, self.text)
        self.text = self.text.replace(old, new)
        if self.connection:
            with suppress(ConnectionClosed):
                await self.send(self.connection, "code", code=self.text)

    async def cut(self) -> None:
        """Loses the connection, without a word."""
        assert self.connection and self.task
        self.connection.transport.abort()
        await self.task
        self.connection, self.is_read_only = None, True

    async def close(self) -> None:
        """Closes the tab."""
        assert self.connection and self.task
        await self.connection.close()
        await self.task
        self.connection = None
