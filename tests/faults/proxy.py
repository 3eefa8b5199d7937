"""A proxy that lies: what scripts send and get it drops, delays, doubles, cuts and makes up."""

from __future__ import annotations

import asyncio
import re
import socket
import struct
import threading
from asyncio import StreamReader, StreamWriter
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import NamedTuple

FATES = {
    "passed on": 40,
    "delayed": 8,
    "never arrived": 8,
    "answer dropped": 10,
    "line reset": 6,
    "doubled": 8,
    "came again later": 8,
    "answer cut": 8,
    "answer cut as if it were whole": 8,
    "answered by another machine": 6,
}
ALWAYS = (
    "never arrived",
    "hangs",
    "cut after 1 KB",
    "answered by another machine",
    "answered by a gateway",
    "doubled",
)
"""What can become of every request for a while, of pages and files, too."""
KB = 1024  # bytes
LENGTH = re.compile(rb"content-length: \d+", re.IGNORECASE)
GATEWAY = b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n502"
LOGIN = b"<!doctype html><title>Wi-Fi</title><main><p>Log in to go on.</p></main>"
MADE_UP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (len(LOGIN), LOGIN)

ANSWERED = {"answered by another machine": MADE_UP, "answered by a gateway": GATEWAY}


class Message(NamedTuple):
    """A request or an answer: its head down to the empty line, and its body."""

    head: bytes
    body: bytes

    @property
    def whole(self) -> bytes:
        """All of it."""
        return self.head + self.body

    def has(self, header: bytes) -> bool:
        """Whether it has this header."""
        return b"\r\n" + header.lower() + b":" in self.head.lower()


async def read(line: StreamReader) -> Message:
    """The next message on a line; raises when the line ends before it does."""
    head = await line.readuntil(b"\r\n\r\n")
    length = next((text[15:] for text in head.lower().split(b"\r\n") if text.startswith(b"content-length:")), b"0")
    return Message(head, await line.readexactly(int(length)))


class Proxy:
    """Listens on a port and passes on to the server's; what becomes of a scripted request is drawn by lot."""

    def __init__(self, server: int, seed: int, longest: float, peace: int) -> None:
        self.server, self.longest = server, longest
        self.weights = {**FATES, "passed on": peace}
        self.random = Random(seed)
        self.fates: Counter[str] = Counter()
        self.always = ""  # what becomes of every request just now; else it is drawn by lot
        self.late: set[asyncio.Task[None]] = set()
        self.port = 0
        self.open = threading.Event()

    async def listen(self) -> None:
        """Pass on until it is done; what is to come later comes before that."""
        self.loop, self.done = asyncio.get_running_loop(), asyncio.Event()
        listening = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.port = listening.sockets[0].getsockname()[1]
        self.open.set()
        await self.done.wait()
        listening.close()
        await asyncio.gather(*self.late)
        lines = asyncio.all_tasks() - {asyncio.current_task()}
        for line in lines:
            line.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
        await asyncio.sleep(0.05)  # until what was closed is gone

    async def serve(self, line: StreamReader, back: StreamWriter) -> None:
        """All that a phone sends over one line."""
        with suppress(asyncio.IncompleteReadError, asyncio.CancelledError, ConnectionError):
            while await self.passed(await read(line), back):
                pass
        back.close()

    async def passed(self, request: Message, back: StreamWriter) -> bool:
        """Do with a request what the lot says; whether the line is still good."""
        fate = self.fate(request)
        if fate == "never arrived":
            return False
        if fate in ANSWERED:
            back.write(ANSWERED[fate])
            await back.drain()
            return True
        if fate == "hangs":
            while self.always == fate:
                await asyncio.sleep(0.05)
            return False
        if fate == "cut after 1 KB":
            return await self.cut(request, back)
        if fate == "delayed":
            await asyncio.sleep(self.random.uniform(0, self.longest))
        if fate == "came again later":
            self.later(request)
        answers = await asyncio.gather(*[self.asked(request) for _ in range(2 if fate == "doubled" else 1)])
        return await self.answered(fate, answers[-1], back)

    def fate(self, request: Message) -> str:
        """What becomes of a request; pages and files that no script asks for are left to no lot."""
        if self.always:
            self.fates[self.always] += 1
            return self.always
        if not request.has(b"X-Part") and not request.has(b"X-CSRFToken"):
            return "passed on"
        fate = self.random.choices(list(self.weights), list(self.weights.values()))[0]
        self.fates[fate] += 1
        return fate

    async def answered(self, fate: str, answer: Message, back: StreamWriter) -> bool:
        """Do with an answer what the lot says; whether the line is still good."""
        if fate == "answer dropped":
            return False
        if fate == "line reset":
            linger = struct.pack("ii", 1, 0)
            back.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            back.transport.abort()
            return False
        half = answer.body[: len(answer.body) // 2]
        if fate == "answer cut":
            back.write(answer.head + half)
        elif fate == "answer cut as if it were whole":
            back.write(LENGTH.sub(b"Content-Length: %d" % len(half), answer.head) + half)
        else:
            back.write(answer.whole)
        await back.drain()
        return fate != "answer cut"

    async def cut(self, request: Message, back: StreamWriter) -> bool:
        """Let no more than 1 KB through in either direction; whether the line is still good."""
        if len(request.whole) > KB:
            _, there = await asyncio.open_connection("127.0.0.1", self.server)
            there.write(request.whole[:KB])
            await there.drain()
            there.close()
            return False
        answer = (await self.asked(request)).whole
        back.write(answer[:KB])
        await back.drain()
        return len(answer) <= KB

    async def asked(self, request: Message) -> Message:
        """What the server answers, which is never packed here, so that it can be cut anywhere."""
        line, there = await asyncio.open_connection("127.0.0.1", self.server)
        head = b"\r\n".join(text for text in request.head.split(b"\r\n") if not text.lower().startswith(b"accept-enc"))
        there.write(head + request.body)
        try:
            return await read(line)
        finally:
            there.close()

    def later(self, request: Message) -> None:
        """Let a request come once more, when others have come since."""

        async def again() -> None:
            await asyncio.sleep(self.random.uniform(0, 5 * self.longest))
            with suppress(OSError, asyncio.IncompleteReadError):
                await self.asked(request)

        task = asyncio.get_running_loop().create_task(again())
        self.late.add(task)
        task.add_done_callback(self.late.discard)


@contextmanager
def lying(server: int, seed: int, longest: float = 0.05, peace: int = 40) -> Iterator[Proxy]:
    """A proxy in front of the server's port while the block runs.

    longest is its longest delay in seconds, peace the weight of what is only passed on (all else together: 70).
    """
    proxy = Proxy(server, seed, longest, peace)
    thread = threading.Thread(target=lambda: asyncio.run(proxy.listen()), daemon=True)
    thread.start()
    assert proxy.open.wait(60)
    try:
        yield proxy
    finally:
        proxy.loop.call_soon_threadsafe(proxy.done.set)
        thread.join(60)
        assert not thread.is_alive()
