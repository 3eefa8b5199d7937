"""Connection to a phone: what has arrived of its next request, and how long everything may take."""

from __future__ import annotations

import contextlib
import errno
import math
import socket
import time
from typing import Any

from gunicorn.workers.gthread import TConn

from serving.request_head import END, Head, head_of

HEAD = 10  # s from the first byte of a request to the end of its head
BODY = 10  # s that every body may take, and beyond that
RATE = 500  # bytes a second: a form of 8 KiB has 26 s
STALL = 10  # s in which an upload must bring
LEAST = 20_000  # bytes; a thread waits for it
UNREAD = 30  # s that a thread waits for a phone to take the next piece of an answer
PIECE = 64 << 10
BUFFER = 256 << 10  # bytes of an answer that the kernel keeps, so that no thread waits for who takes them slowly
KEEPALIVE = {"TCP_KEEPIDLE": 30, "TCP_KEEPINTVL": 10, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 30_000}


class Line(socket.socket):
    """TCP socket that never waits for ever: TimeoutError for an upload that stalls, a reset for an unread answer."""

    window, arrived = math.inf, 0

    @classmethod
    def of(cls, accepted: socket.socket) -> Line:
        """The same connection, its kernel told to notice when the phone is gone."""
        line = cls(fileno=accepted.detach())
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        for name, value in KEEPALIVE.items():
            with contextlib.suppress(AttributeError, OSError):  # not every system has all of them
                line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
        return line

    def setblocking(self, flag: bool) -> None:
        """Wait for STALL seconds at most where gunicorn wants to wait for ever."""
        self.settimeout(STALL if flag else 0)
        self.window, self.arrived = time.monotonic() if flag else math.inf, 0

    def recv(self, size: int, flags: int = 0) -> bytes:
        """What has arrived; TimeoutError when it is too little for too long.

        A body that ends too soon raises: gunicorn would pass on what is there of a form as if it were all of it.
        """
        now = time.monotonic()
        if now - self.window > STALL:
            if self.arrived < LEAST:
                raise TimeoutError
            self.window, self.arrived = now, 0
        data = super().recv(size, flags)
        if not data and self.window < math.inf:
            raise ConnectionResetError(errno.ECONNRESET, "not all of it arrived")
        self.arrived += len(data)
        return data

    def sendall(self, data: Any, flags: int = 0) -> None:
        """Send piece after piece; ECONNRESET, which gunicorn passes over, when nobody takes them."""
        before, view = self.gettimeout(), memoryview(data)
        self.settimeout(UNREAD)
        try:
            for start in range(0, len(view), PIECE):
                super().sendall(view[start : start + PIECE], flags)
        except TimeoutError:
            raise ConnectionResetError(errno.ECONNRESET, "the answer was not taken") from None
        finally:
            self.settimeout(before)


class Connection(TConn):  # type: ignore[misc]
    """gunicorn's connection, with the bytes that have arrived of the next request.

    timeout: when it is given up (seconds of the monotonic clock); who: the address it counts for; leaving: it was
    answered or refused for the last time and only waits for the other end to close.
    """

    def __init__(self, cfg: Any, line: Line, client: Any, server: Any) -> None:
        super().__init__(cfg, line, client, server)
        self.data_ready = True  # a thread that has this need not wait
        self.who: str | None = None
        self.leaving = self.streamed = False
        self.begin(cfg.keepalive)

    def begin(self, patience: float) -> None:
        """Wait so many seconds for the first byte of a request."""
        self.came = bytearray()
        self.head: Head | None = None
        self.timeout = time.monotonic() + patience

    def take(self, data: bytes) -> Head | None:
        """Add what has arrived; the head when this completes it."""
        if not self.came:
            self.timeout = time.monotonic() + HEAD
        searched = max(0, len(self.came) - len(END) + 1)
        self.came += data
        end = -1 if self.head else self.came.find(END, searched)
        if end < 0:
            return None
        self.head = head = head_of(bytes(self.came[: end + len(END)]))
        self.timeout = time.monotonic() + BODY + head.size / RATE
        return head

    @property
    def complete(self) -> bool:
        """Whether a thread can have the request: all of it is here, or it must be read while it arrives."""
        head = self.head
        return head is not None and (head.streamed or len(self.came) >= len(head.text) + head.size)

    def pass_on(self) -> None:
        """Let gunicorn's parser read what has arrived as if it came from the socket."""
        self.init()
        self.parser.unreader.unread(bytes(self.came))
        self.streamed = self.head is not None and self.head.streamed
        self.begin(0)

    def left(self) -> bytes:
        """What arrived behind the request that was answered."""
        return bytes(self.parser.unreader.take_buffered())
