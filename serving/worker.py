"""Gunicorn worker: a thread has a request only when all of it has arrived; waiting costs a few kilobytes, no thread.

Decision 0030 says why. Whoever has too many connections loses the one that has waited longest, not the newest.
"""

from __future__ import annotations

import errno
import socket
import time
from collections import defaultdict
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import STOP_KEEPALIVE_LINGER, ThreadWorker

from serving.connection import Connection, Line
from serving.request_head import LARGEST
from web.auth.rate_limit import network_of

LINES = 32  # connections an address; behind proxies requests under way of an address that they tell
STREAMS = 8  # threads that read bodies while they arrive
OWN_STREAMS = 2  # of these for one address
HELD = 32 << 20  # bytes of requests that have not arrived whole, all together
LINGER = 2  # s for the other end to close
CHUNK = 64 << 10
SWEEP = 0.5  # s between two looks for what has waited too long
CUT = "400 Bad Request"
LATE, BUSY, LONG = "408 Request Timeout", "503 Service Unavailable", "431 Request Header Fields Too Large"
REFUSAL = (
    "HTTP/1.1 {}\r\nConnection: close\r\nRetry-After: 2\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\r\n{}"
)
NOT_ALL = "Not all of it arrived. Nothing was recorded; send it again."
WORDS = {
    CUT: NOT_ALL,
    LATE: NOT_ALL,
    BUSY: "Too much comes from here at once. Nothing was recorded; try again in a moment.",
    LONG: "This is no request that a browser sends.",
}


class Worker(ThreadWorker):  # type: ignore[misc]
    """gthread, but what has not arrived waits in its loop."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.waiting: dict[Connection, None] = {}
        self.lines: dict[str, dict[Connection, None]] = defaultdict(dict)
        self.held = self.streams = 0
        self.next_sweep = 0.0

    @property
    def proxies(self) -> int:
        """How many proxies in front tell the visitor's address."""
        return int(self.app.app.config.get("PROXIES", 0))

    def accept(self, listener: socket.socket) -> None:
        """Let a new connection wait for its first request."""
        try:
            accepted, client = listener.accept()
        except OSError as found:
            if found.errno not in (errno.EAGAIN, errno.ECONNABORTED):
                raise
            return
        self.nr_conns += 1
        connection = Connection(self.cfg, Line.of(accepted), client, listener.getsockname())
        if self.nr_conns >= self.max_keepalived:
            self.give_way(self.waiting)
        self.wait(connection)
        if not self.proxies:
            self.count(connection, str(client[0]) if client else "")

    def wait(self, connection: Connection) -> None:
        """Have the loop look at a connection when something arrives."""
        connection.sock.setblocking(False)
        self.waiting[connection] = None
        self.poller.register(connection.sock, EVENT_READ, partial(self.readable, connection))

    def unwait(self, connection: Connection) -> None:
        """The loop looks at it no more."""
        if connection in self.waiting:
            del self.waiting[connection]
            self.held -= len(connection.came)
            with suppress(OSError, KeyError, ValueError):
                self.poller.unregister(connection.sock)

    def count(self, connection: Connection, address: str) -> None:
        """Count a connection for an address; refused where that has too many and none of them can give way."""
        who = network_of(address)
        own = self.lines[who]
        if len(own) >= LINES and not self.give_way(own):
            self.refuse(connection, BUSY)
            return
        own[connection] = None
        connection.who = who

    def uncount(self, connection: Connection) -> None:
        """It counts no more."""
        if connection.who is not None:
            own = self.lines[connection.who]
            own.pop(connection, None)
            if not own:
                del self.lines[connection.who]
            connection.who = None

    def give_way(self, among: Iterable[Connection]) -> bool:
        """Drop the one that has waited longest, idle ones first; False when all of them are being answered."""
        slow = [one for one in among if one in self.waiting]
        if slow:
            self.drop(min(slow, key=lambda one: (len(one.came) > 0, one.timeout)))
        return bool(slow)

    def readable(self, connection: Connection, _: object) -> None:
        """Take what has arrived."""
        try:
            data = connection.sock.recv(CHUNK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if data and not connection.leaving:
            self.take(connection, data)
        elif not data and connection.came:
            self.refuse(connection, CUT)
        elif not data:
            self.drop(connection)

    def take(self, connection: Connection, data: bytes) -> None:
        """Add it to the request; a thread gets that when it is complete."""
        self.held += len(data)
        head = connection.take(data)
        if head and self.proxies:
            self.count(connection, head.told(self.proxies) or str(connection.client[0]))
        if connection.leaving:
            return
        if connection.complete:
            self.hand_over(connection)
        elif connection.head is None and len(connection.came) > LARGEST:
            self.refuse(connection, LONG)
        elif self.held > HELD:
            self.refuse(connection, BUSY)

    def hand_over(self, connection: Connection) -> None:
        """Give the request to a thread."""
        if connection.head and connection.head.streamed and not self.may_stream(connection):
            self.refuse(connection, BUSY)
            return
        self.unwait(connection)
        connection.pass_on()
        self.streams += connection.streamed
        self.enqueue_req(connection)

    def may_stream(self, connection: Connection) -> bool:
        """Whether a thread is left to read a body while it arrives."""
        own = self.lines[connection.who] if connection.who is not None else {}
        return self.streams < STREAMS and sum(one.streamed for one in own) < OWN_STREAMS

    def finish_request(self, connection: Connection, done: Future[Any]) -> None:
        """Let an answered connection wait for its next request, or take leave of it."""
        self.streams -= connection.streamed
        connection.streamed = False
        if self.proxies:
            self.uncount(connection)
        if done.cancelled() or done.exception() or not done.result():
            self.leave(connection)
            return
        connection.begin(self.cfg.keepalive if self.alive else STOP_KEEPALIVE_LINGER)
        self.wait(connection)
        rest = connection.left()
        if rest:
            self.take(connection, rest)

    def refuse(self, connection: Connection, status: str) -> None:
        """Answer without a thread, in words, and take leave."""
        words = WORDS[status]
        with suppress(OSError):
            connection.sock.send(REFUSAL.format(status, len(words), words).encode())
        self.leave(connection)

    def leave(self, connection: Connection) -> None:
        """Say that no more comes and wait a little for the other end to close, so that it can read the last answer."""
        self.unwait(connection)
        self.uncount(connection)
        connection.begin(LINGER)
        connection.leaving = True
        try:
            connection.sock.shutdown(1)
            self.wait(connection)
        except (OSError, ValueError):
            self.drop(connection)

    def drop(self, connection: Connection) -> None:
        """Close it at once."""
        self.unwait(connection)
        self.uncount(connection)
        self.nr_conns -= 1
        connection.close()

    def murder_keepalived(self, force: bool = False) -> None:
        """Give up what has waited too long; with force everything."""
        now = time.monotonic()
        if now < self.next_sweep and not force:
            return
        self.next_sweep = now + SWEEP
        for connection in [one for one in self.waiting if force or one.timeout < now]:
            if connection.came and not force:
                self.refuse(connection, LATE)
            else:
                self.drop(connection)

    def _cap_keepalive(self, deadline: float) -> None:
        for connection in self.waiting:
            connection.timeout = min(connection.timeout, deadline)
