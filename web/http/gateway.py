"""Gateway from granian to the app: a request gets a thread when all of it is here; the answer leaves without one.

granian reads and writes in Rust and calls a coroutine for each request (RSGI). The coroutine waits for the body, a
thread lets the app answer (WSGI) and hands over the whole answer. Who sends or reads slowly keeps no thread.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

from flask import Flask
from granian.rsgi import Scope

from models.transaction import format_error

THREADS = 16
FORM = 256 << 10  # bytes of a body that waits in memory
FORMS = 32 << 20  # bytes of all these together
LARGEST = 32 << 20  # bytes of a file, which waits on the disk; of a larger body nothing is kept
FILES = 4  # files that arrive at the same time
PATIENCE = 30  # s that every body may take, and beyond that
FORM_RATE, FILE_RATE = 500, 20_000  # bytes a second
IN_MEMORY = 1 << 20  # bytes of an answer; a larger one goes out from the disk
OPENED = 60  # s within which granian has opened that file
GRACE = 5  # s that requests under way have when the server ends

NOT_ALL = "Not all of it arrived. Nothing was recorded; send it again."
BUSY = "Too much arrives at once. Nothing was recorded; try again in a moment."
NO_LENGTH = "This is no form that a browser sends. Nothing was recorded."


class Refusal(NamedTuple):
    """An answer without the app."""

    status: int
    words: str


class Gateway:
    """The app as granian calls it."""

    def __init__(self, app: Flask) -> None:
        self.app, self.parent = app, os.getpid()
        self.forms = self.files = 0  # bytes, and number, of what arrives just now

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.threads = ThreadPoolExecutor(THREADS)
        if os.getpid() != self.parent:
            loop.add_signal_handler(signal.SIGINT, lambda: None)  # it reaches all processes; the first ends the others
            threading.Thread(target=self.end_with_parent, daemon=True).start()

    def end_with_parent(self) -> None:
        """End this worker when the process that would replace it was killed: nobody else would end it."""
        while os.getppid() == self.parent:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(GRACE)
        os._exit(1)

    async def __rsgi__(self, scope: Scope, protocol: Any) -> None:
        if "transfer-encoding" in scope.headers:  # granian does not tell whether the end of such a body came
            return refuse(protocol, Refusal(411, NO_LENGTH))
        size = int(scope.headers.get("content-length", 0))
        with self.room_for(size) as body:
            if not body:
                return refuse(protocol, Refusal(503, BUSY))
            if refused := await received(protocol, size, body):
                return refuse(protocol, refused)
            body.seek(0)
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self.threads, self.answer, environ_of(scope, body), protocol, loop)
        return None

    @contextmanager
    def room_for(self, size: int) -> Iterator[IO[bytes] | None]:
        """A file for a body of this size, None when too much arrives already."""
        form, file = (size, 0) if size <= FORM else (0, 1)
        if self.forms + form > FORMS or self.files + file > FILES:
            yield None
            return
        self.forms, self.files = self.forms + form, self.files + file
        try:
            with tempfile.SpooledTemporaryFile(FORM, dir=self.app.instance_path) as body:
                yield body
        finally:
            self.forms, self.files = self.forms - form, self.files - file

    def answer(self, environ: dict[str, Any], protocol: Any, loop: asyncio.AbstractEventLoop) -> None:
        """Let the app answer, in a thread; what falls through it is logged without the address."""
        head: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], _: object = None, /) -> Callable[[bytes], object]:
            head[:] = int(status[:3]), headers
            return body.write

        with tempfile.SpooledTemporaryFile(IN_MEMORY, dir=self.app.instance_path) as body:
            try:
                pieces = self.app(environ, start)
                try:
                    body.writelines(pieces)
                finally:
                    getattr(pieces, "close", lambda: None)()
            except Exception as error:
                self.app.logger.error("Error handling request\n%s", format_error(error))
                protocol.response_empty(500, [])
                return
            size = body.tell()
            body.seek(0)
            if size <= IN_MEMORY:
                protocol.response_bytes(*head, body.read())
                return
            file = os.dup(body.fileno())
        status, headers = head
        if not any(name.lower() == "content-length" for name, _ in headers):
            headers = [*headers, ("Content-Length", str(size))]
        protocol.response_file(status, headers, f"/dev/fd/{file}")
        loop.call_soon_threadsafe(loop.call_later, OPENED, os.close, file)


async def received(protocol: Any, size: int, body: IO[bytes]) -> Refusal | None:
    """Write down a body of this size; refused when not all of it comes in time. Too large a one is thrown away."""
    if not size:
        return None
    arrived, more = 0, size / FORM_RATE if size <= FORM else size / FILE_RATE
    try:
        async with asyncio.timeout(PATIENCE + (more if size <= LARGEST else 0)):
            async for chunk in protocol:
                arrived += len(chunk)
                if size <= LARGEST:
                    body.write(chunk)
    except TimeoutError:
        return Refusal(408, NOT_ALL)
    return None if arrived == size else Refusal(400, NOT_ALL)


def refuse(protocol: Any, refused: Refusal) -> None:
    """Answer in words, without the app."""
    headers = [("Content-Type", "text/plain"), ("Connection", "close"), ("Retry-After", "2")]
    protocol.response_str(refused.status, headers, refused.words)


def environ_of(scope: Scope, body: IO[bytes]) -> dict[str, Any]:
    """A request as WSGI has it. A header with "_" would look like one with "-", which only a proxy may set."""
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": host_and_port(scope.client)[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": body,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    environ["SERVER_NAME"], environ["SERVER_PORT"] = host_and_port(scope.server)
    if scope.authority:
        environ["HTTP_HOST"] = scope.authority
    for name, value in scope.headers.items():
        if "_" in name or name == "range":  # a part of an answer saves nobody anything
            continue
        key = name.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        environ[key] = f"{environ[key]}{'; ' if name == 'cookie' else ','}{value}" if key in environ else value
    return environ


def host_and_port(address: str) -> tuple[str, str]:
    """Both of "127.0.0.1:8000" or "[::1]:8000"."""
    host, _, port = address.rpartition(":")
    return host.strip("[]"), port
