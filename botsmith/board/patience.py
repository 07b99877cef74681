"""Makes HTTP connections for the board that close when a request stays incomplete."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS = 10.0


class Patient(H11Protocol):
    """A connection that closes itself after REQUEST_SECONDS without a complete request."""

    patience: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Starts the countdown for the first request."""
        super().connection_made(transport)
        self.wait()

    def data_received(self, data: bytes) -> None:
        """Passes data on, and restarts the countdown at the beginning of a request that is
        incomplete.
        """
        super().data_received(data)
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self.rest()
        elif self.patience is None:
            self.wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops the countdown."""
        self.rest()
        super().connection_lost(exc)

    def wait(self) -> None:
        """Starts the countdown after which the connection closes, unless a complete request
        comes.
        """
        self.patience = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def rest(self) -> None:
        """Stops the countdown: the request is complete, or the connection is closed."""
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None
