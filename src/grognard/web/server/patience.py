"""Connections on which a request is never finished do not stay open for good."""

import asyncio
from typing import Any

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD = 20.0  # seconds for the head of a request, however it trickles in
BODY = 30.0  # seconds for the next part of a body
WHOLE_BODY = 120.0  # seconds for a whole body


class PatientHTTP(HttpToolsProtocol):
    """Closes a connection whose next request does not begin, or whose head is not complete, in time."""

    head = HEAD
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Go on waiting as long as no request is being answered."""
        super().data_received(data)
        if self._idle:
            self._wait()
        else:
            self._stop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more to wait for."""
        self._stop()
        super().connection_lost(exc)

    @property
    def _idle(self) -> bool:
        """Whether no request is being answered."""
        cycle: Any = self.cycle
        return cycle is None or cycle.response_complete

    def _wait(self) -> None:
        if self._late is None:
            self._late = asyncio.get_running_loop().call_later(self.head, self._close)

    def _stop(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _close(self) -> None:
        self._late = None
        mine: Any = self.transport.get_protocol()  # a WebSocket takes the connection over
        if mine is self and self._idle:
            self.transport.close()


def measured(receive: Receive, most: int, part: float = BODY, whole: float = WHOLE_BODY) -> Receive:
    """Receive the body, up to the size limit and within the time for it."""
    read, more, end = 0, True, asyncio.get_running_loop().time() + whole

    async def body() -> Message:
        nonlocal read, more
        if not more:
            return await receive()  # until the client is gone
        left = min(part, end - asyncio.get_running_loop().time())
        try:
            message = await asyncio.wait_for(receive(), max(left, 0.001))
        except TimeoutError:
            raise HTTPException(408, "The request was not sent in time") from None
        more = bool(message.get("more_body"))
        read += len(message.get("body", b""))
        if read > most:
            raise HTTPException(413, "The request is too large")
        return message

    return body
