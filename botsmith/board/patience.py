"""HTTP for the board that does not wait for ever for the rest of a request."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 10.0


class Patient(H11Protocol):
    """Closes a connection on which no whole request has come for REQUEST_SECONDS."""

    patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Waits for its first request."""
        super().connection_made(transport)
        self.wait()

    def data_received(self, data: bytes) -> None:
        """Waits on if the request is not whole yet; each is given its time from its beginning."""
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self.rest()
        elif self.patience is None:
            self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Notes that nothing is waited for any more."""
        self.rest()
        super().connection_lost(exc)

    def wait(self) -> None:
        """Closes the connection later, unless something whole comes."""
        self.patience = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def rest(self) -> None:
        """Stops the countdown, as a whole request is there or nobody is."""
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None
