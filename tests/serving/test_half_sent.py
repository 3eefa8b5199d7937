"""Phones that send or read slowly, in part or too much: they hold up nobody, and what is cut off is not taken."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.bench.waiting import HALVES, half_open, unread
from tests.support.servers import ROOT, free_port, process, wait_until_open

EACH = 64  # phones of each kind: more than there are threads
HEAD = b" HTTP/1.1\r\nHost: x\r\n"
ECHO = """
import json, os, time, serve, web.http.gateway as gateway
from flask import Flask

serve.IDLE = {idle}
for name, value in {limits}.items():
    setattr(gateway, name, value)

def echo(environ, start):
    path, told = environ["PATH_INFO"], environ.get("HTTP_X_FORWARDED_FOR")
    if path == "/wait":
        time.sleep(1)
    body = environ["wsgi.input"].read()
    pieces = [b"x" * 65536] * 64 if path == "/large" else [json.dumps(
        [path, len(body), environ.get("CONTENT_LENGTH"), environ["REMOTE_ADDR"], told, os.getpid()]).encode()]
    start("200 OK", [("Content-Length", str(sum(map(len, pieces))))])
    return iter(pieces)

app = Flask("echo", instance_path={folder!r})
app.wsgi_app = echo
serve.start(gateway.Gateway(app), serve.parse_arguments(["--host", {host!r}, "--port", "{port}"]), {workers})
"""
"""A server that says what it was asked."""


class Said(NamedTuple):
    """What it says: the path, bytes of the body, the length that was told, who asks, for whom, and its process."""

    path: str
    size: int
    length: str | None
    who: str
    told: str | None
    pid: int


class Echo(NamedTuple):
    """The server while it runs."""

    host: str
    port: int
    process: subprocess.Popen

    def line(self) -> HTTPConnection:
        """A connection that is kept open."""
        return HTTPConnection(self.host, self.port, timeout=30)

    def ask(self, path: str = "/", body: bytes | None = None, **headers: str) -> Said:
        """What it says to a request over a connection of its own."""
        with closing(self.line()) as line:
            return asked(line, path, body, **headers)


def asked(line: HTTPConnection, path: str = "/", body: bytes | None = None, **headers: str) -> Said:
    """What the server says to a request over this connection."""
    line.request("POST" if body else "GET", path, body, {name.replace("0", "-"): v for name, v in headers.items()})
    return Said(*json.loads(line.getresponse().read()))


@contextmanager
def echoing(folder: Path, host: str = "127.0.0.1", workers: int = 1, idle: int = 60, **limits: float) -> Iterator[Echo]:
    """The server, with other limits of the gateway; nothing may stand in its log."""
    port, log = free_port(), folder / "server.log"
    words = ECHO.format(port=port, limits=limits, folder=str(folder), host=host, workers=workers, idle=idle)
    with process({}, log, [sys.executable, "-c", words], ROOT) as started:
        wait_until_open(port, started, host=host)
        yield Echo(host, port, started)
    assert log.read_text(encoding="utf-8") == ""


@contextmanager
def phone(port: int, sent: bytes = b"", number: int = 0) -> Iterator[socket.socket]:
    """A connection of the phone of this number, each of which has an address of its own, that has sent this."""
    with half_open(port, sent, number) as line:
        yield line


def all_of(line: socket.socket) -> bytes:
    """What comes until the other end closes."""
    return b"".join(iter(lambda: line.recv(65536), b""))


def is_open(line: socket.socket) -> bool:
    """Whether the other end has neither answered nor closed."""
    line.setblocking(False)
    try:
        line.recv(1)
    except BlockingIOError:
        return True
    return False


def post(size: int, sent: bytes = b"", path: bytes = b"/form") -> bytes:
    """A form of this size, of which so much was sent."""
    return b"POST " + path + HEAD + b"Content-Length: %d\r\n\r\n" % size + sent


@pytest.fixture(scope="module")
def echo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Echo]:
    """A server with the usual limits."""
    with echoing(tmp_path_factory.mktemp("echo")) as found:
        yield found


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Echo]:
    """A server that takes little at once, and keeps the file of a large answer for a moment only."""
    limits = {"FORM": 1000, "FORMS": 1500, "FILES": 2, "LARGEST": 5000, "OPENED": 0.2}
    with echoing(tmp_path_factory.mktemp("strict"), **limits) as found:
        yield found


def test_what_is_half_sent_and_large_answers_that_nobody_reads_hold_no_thread_and_no_memory(echo):
    """More of each kind than there are threads: all still wait when the next question is answered.

    Each answer waits in a file of its own, not in memory.
    """
    with ExitStack() as open_lines:
        lines = [open_lines.enter_context(phone(echo.port, half, n)) for n, half in enumerate(HALVES * EACH)]
        for number in range(EACH):
            open_lines.enter_context(unread(echo.port, b"GET /large" + HEAD + b"\r\n", number))
        assert echo.ask("/next").path == "/next"
        assert all(map(is_open, lines))
        until = time.monotonic() + 60
        while sum("(deleted)" in link for link in links_in(Path(f"/proc/{echo.process.pid}/fd"))) < EACH:
            assert time.monotonic() < until
            time.sleep(0.05)


def test_a_large_answer_comes_whole_however_slowly_it_is_read(echo):
    with unread(echo.port, b"GET /large" + HEAD + b"Connection: close\r\n\r\n", 0) as line:
        time.sleep(0.5)
        head, _, body = all_of(line).partition(b"\r\n\r\n")
    assert b"content-length: 4194304" in head.lower()
    assert body == b"x" * 4194304


def test_the_file_of_a_large_answer_is_closed_again(strict):
    opened = Path(f"/proc/{strict.ask().pid}/fd")
    for number in range(3):
        with phone(strict.port, b"GET /large" + HEAD + b"Connection: close\r\n\r\n", number) as line:
            assert len(all_of(line)) > 4194304
    until = time.monotonic() + 30
    while any("(deleted)" in link for link in links_in(opened)):
        assert time.monotonic() < until
        time.sleep(0.05)


def links_in(folder: Path) -> list[str]:
    """What the files of a process are called, those without a name too."""
    found = []
    for file in list(folder.iterdir()):
        with suppress(FileNotFoundError):  # closed meanwhile
            found.append(str(file.readlink()))
    return found


def test_what_is_half_sent_is_given_up(tmp_path):
    with echoing(tmp_path, idle=1, PATIENCE=0.2, FORM_RATE=1e9) as echo:
        for half in HALVES:
            with phone(echo.port, half) as line:
                words = all_of(line)
            assert words.startswith(b"HTTP/1.1 408 ") if b"Length" in half else words == b"", half
            assert b"Nothing was recorded" in words or b"Length" not in half


def test_a_form_that_comes_byte_by_byte_is_waited_for(echo):
    with phone(echo.port, post(4)) as line:
        for _ in range(4):
            time.sleep(0.25)
            line.sendall(b"x")
        assert b'["/form", 4, "4"' in line.recv(65536)


@pytest.mark.parametrize(
    "sent",
    [
        post(9, b"tricks=1"),
        post(9_000_000, b"x" * 100_000),
        b"POST /form" + HEAD + b"Transfer-Encoding: chunked\r\n\r\nff\r\nx",
    ],
)
def test_what_ends_too_soon_is_not_taken_for_whole(echo, sent):
    """A deal of "tricks=12" that lost its last letter is no deal with one trick."""
    with phone(echo.port, sent) as line:
        line.shutdown(socket.SHUT_WR)
        words = all_of(line)
    assert words.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 411 "))
    assert b"Nothing was recorded" in words


def test_too_large_a_body_is_thrown_away_and_the_app_told_its_length(strict):
    assert strict.ask(body=b"x" * 5000)[1:3] == (5000, "5000")
    assert strict.ask(body=b"x" * 500_000)[1:3] == (0, "500000")


def test_so_much_arrives_at_once_and_no_more(strict):
    """Of forms so many bytes, of files so many; what is refused says so, and what ended makes room."""
    for size, places in ((1000, 1), (1001, 2)):
        with ExitStack() as open_lines:
            for _ in range(places):
                open_lines.enter_context(phone(strict.port, post(size, b"x")))
            with phone(strict.port, post(size, b"x")) as line:
                assert all_of(line).startswith(b"HTTP/1.1 503 ")
            assert strict.ask().size == 0
        until = time.monotonic() + 30
        while not answered(strict.port, post(size, b"x" * size)).startswith(b"HTTP/1.1 200 "):
            assert time.monotonic() < until


def answered(port: int, sent: bytes) -> bytes:
    """The beginning of what is answered."""
    with phone(port, sent) as line:
        return line.recv(65536)


def test_what_comes_in_one_piece_is_answered_in_order(echo):
    sent = b"".join(post(2, b"ab", b"/%d" % n) for n in range(3)) + b"GET /3" + HEAD + b"Connection: close\r\n\r\n"
    with phone(echo.port, sent) as line:
        assert re.findall(r'\["(/\d)"', all_of(line).decode()) == ["/0", "/1", "/2", "/3"]
    with closing(echo.line()) as kept:
        assert [asked(kept, path).path for path in ("/a", "/b")] == ["/a", "/b"]
        assert kept.sock is not None, "a connection is kept for the next question"


def test_a_download_that_is_broken_off_is_nothing_for_the_log(echo):
    """Neither while it is made nor while it goes out; echoing() looks at the log."""
    for path in (b"/wait", b"/large"):
        for pause in (0, 0.2):
            with unread(echo.port, b"GET " + path + HEAD + b"\r\n", 0) as line:
                line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # cut, not closed
                time.sleep(pause)
    assert echo.ask().path == "/"


def test_only_a_proxy_s_own_header_tells_for_whom_it_asks(echo):
    assert echo.ask(X0Forwarded0For="192.0.2.7").told == "192.0.2.7"
    assert echo.ask(X_Forwarded_For="192.0.2.7").told is None


def test_the_app_knows_who_asks(tmp_path, echo):
    assert echo.ask().who == "127.0.0.1"
    for host, who in (("::1", {"::1"}), ("localhost", {"127.0.0.1", "::1"})):
        with echoing(tmp_path, host=host) as other:
            assert other.ask().who in who


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_request_under_way_is_answered_when_the_server_stops(tmp_path, stop):
    """A half-sent one and one that is not read have a few seconds, and end with it."""
    with echoing(tmp_path, GRACE=3) as echo, closing(echo.line()) as idle, ExitStack() as open_lines:
        asked(idle)
        open_lines.enter_context(phone(echo.port, post(9, b"x")))
        open_lines.enter_context(unread(echo.port, b"GET /large" + HEAD + b"\r\n", 0))
        with phone(echo.port, b"GET /wait" + HEAD + b"\r\n") as line:
            time.sleep(0.3)
            echo.process.send_signal(stop)
            assert b'["/wait"' in line.recv(65536)
        assert echo.process.wait(30) == 0


def test_a_worker_that_dies_is_replaced(tmp_path):
    log = tmp_path / "server.log"
    with pytest.raises(AssertionError, match="Unexpected exit from worker-"), echoing(tmp_path, workers=2) as echo:
        first = echo.ask().pid
        os.kill(first, signal.SIGKILL)
        children = Path(f"/proc/{echo.process.pid}/task/{echo.process.pid}/children")
        until = time.monotonic() + 30
        while str(first) in children.read_text().split() or len(children.read_text().split()) < 2:
            assert time.monotonic() < until
        wait_until_open(echo.port, echo.process)  # the other one may have begun as late as the new one
        assert echo.ask().pid != first
    assert len(log.read_text().splitlines()) == 1


def test_workers_end_with_a_server_that_is_killed(tmp_path):
    with echoing(tmp_path, workers=2, GRACE=0) as echo:
        pid = echo.ask().pid
        assert pid != echo.process.pid
        echo.process.kill()
        until = time.monotonic() + 30
        while Path(f"/proc/{pid}").exists():
            assert time.monotonic() < until
            time.sleep(0.05)
