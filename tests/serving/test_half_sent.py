"""Requests that do not arrive whole: they hold no thread, have a time limit, and a limit for each address."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.bench.footprint import served
from tests.bench.half_sent import HALVES, half_open, source
from tests.bench.load import Line
from tests.bench.requests import wire
from tests.bench.scorer import SHORT, Scorer
from tests.support.servers import ROOT, free_port, process, wait_until_open

pytestmark = pytest.mark.thorough

THREADS = 64
LINES = 32
ECHO = """
import os, serving.connection as connection
from flask import Flask
from serving import gunicorn_server
from serving.arguments import parse_arguments
gunicorn_server.prepare_large_circles = lambda app: None  # it has no circles
for name, value in {limits}.items():
    setattr(connection, name, value)

def echo(environ, start):
    try:
        size = len(environ["wsgi.input"].read())
    except (TimeoutError, ConnectionError):
        size = -1
    text = (environ["PATH_INFO"] + " " + str(size)).encode()
    start("200 OK", [("Content-Length", str(len(text)))])
    return [text]

app = Flask("echo")
app.config.update(SQLALCHEMY_DATABASE_URI="", PROXIES={proxies})
app.wsgi_app = echo
gunicorn_server.Server(app, parse_arguments(["--port", "{port}"]), "").run()
"""
"""A server that says how much of a body came, -1 when not all of it came."""


@contextmanager
def echoing(folder: Path, proxies: int = 0, **limits: float) -> Iterator[int]:
    """The port of such a server, with other limits of a connection."""
    port, log = free_port(), folder / "server.log"
    command = [sys.executable, "-c", ECHO.format(port=port, limits=limits, proxies=proxies)]
    with process({}, log, command, ROOT) as started:
        wait_until_open(port, started)
        yield port
    assert "Traceback" not in log.read_text(encoding="utf-8")


@contextmanager
def phone(port: int, number: int = 0) -> Iterator[socket.socket]:
    """A connection of the phone of this number, each of which has an address of its own."""
    with socket.create_connection(("127.0.0.1", port), timeout=30, source_address=source(number)) as line:
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


def answer(line: socket.socket, text: bytes) -> str:
    """The body of one answer of the echo."""
    line.sendall(text)
    came = b""
    while b"\r\n\r\n" not in came or not came.partition(b"\r\n\r\n")[2]:
        came += line.recv(65536)
    return came.partition(b"\r\n\r\n")[2].decode()


@pytest.mark.slow
def test_a_deal_is_answered_beside_what_is_half_sent(tmp_path):
    """As many of each kind as there are threads, each from an address of its own; all still wait when it is."""
    scorer = Scorer(tmp_path, 1, deals=SHORT, long=SHORT, seated=1)
    with served(tmp_path, scorer) as (port, _), ExitStack() as open_lines:
        lines = [
            open_lines.enter_context(half_open(port, half, number)) for number, half in enumerate(HALVES * THREADS)
        ]
        line = Line(port)
        status = line.ask(wire(scorer.deal(scorer.seated[0], part=True)))[0].status
        line.socket.close()
        assert status == 200
        assert all(map(is_open, lines))


def test_what_is_half_sent_is_given_up(tmp_path):
    with echoing(tmp_path, HEAD=0.2, BODY=0.2, RATE=1e9) as port:
        for half in filter(None, HALVES):
            with half_open(port, half, 0) as line:
                words = all_of(line)
                assert words.startswith(b"HTTP/1.1 408 "), half
                assert b"Nothing was recorded" in words


def test_a_slow_phone_is_waited_for(tmp_path):
    """The pause between two pieces is longer than a head may take."""
    with echoing(tmp_path, HEAD=0.2) as port, phone(port) as line:
        line.sendall(b"POST /slow HTTP/1.1\r\nHost: x\r\nContent-Length: 4096\r\n\r\n")
        for _ in range(3):
            line.sendall(b"x" * 1024)
            assert not socket_has_news(line, 0.3)
        assert answer(line, b"x" * 1024) == "/slow 4096"
        assert answer(line, b"GET /again HTTP/1.1\r\nHost: x\r\n\r\n") == "/again 0"


def socket_has_news(line: socket.socket, seconds: float) -> bool:
    """Whether anything comes within these seconds."""
    before = line.gettimeout()
    line.settimeout(seconds)
    try:
        return bool(line.recv(1))
    except TimeoutError:
        return False
    finally:
        line.settimeout(before)


def test_an_upload_that_stalls_is_given_up(tmp_path):
    with echoing(tmp_path, STALL=0.2) as port, phone(port) as line:
        sent = b"POST /file HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n" + b"x" * 100_000
        assert answer(line, sent) == "/file -1"


@pytest.mark.full
def test_few_threads_read_what_is_streamed_and_fewer_for_one_address(tmp_path):
    chunked = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"
    with echoing(tmp_path) as port, ExitStack() as lines:

        def refused(number: int) -> bool:
            line = lines.enter_context(phone(port, number))
            line.sendall(chunked)
            with phone(port, 99) as other:  # the one before was looked at when this is answered
                answer(other, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            return not is_open(line)

        assert [refused(0) for _ in range(3)] == [False, False, True]
        assert [refused(number) for number in range(1, 8)] == [False] * 6 + [True]


def test_an_address_has_so_many_connections_and_the_newest_is_answered(tmp_path):
    """The idle one that waits longest goes, then what is half sent; another address loses nothing."""
    with echoing(tmp_path) as port, ExitStack() as lines:
        other = lines.enter_context(half_open(port, b"", 1))
        first = lines.enter_context(half_open(port, b"GET / HT", 0))
        idle = [lines.enter_context(half_open(port, b"", 0)) for _ in range(LINES - 1)]
        newest = lines.enter_context(phone(port))
        assert answer(newest, b"GET /newest HTTP/1.1\r\nHost: x\r\n\r\n") == "/newest 0"
        assert [is_open(line) for line in (other, first, *idle)] == [True, True, False] + [True] * (LINES - 2)


@pytest.mark.full
def test_behind_a_proxy_the_told_address_has_so_many_requests(tmp_path):
    """All come from the proxy's address; who streams has two threads, whoever the proxy tells of."""
    head = "POST /{who} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 7.7.7.7, {who}\r\nContent-Length: {size}\r\n\r\n"
    with echoing(tmp_path, proxies=1) as port, ExitStack() as lines:
        halves = [
            lines.enter_context(half_open(port, head.format(who="1.1.1.1", size=9).encode(), 0))
            for _ in range(2 * LINES)
        ]
        other = lines.enter_context(phone(port))
        assert answer(other, head.format(who="2.2.2.2", size=1).encode() + b"x") == "/2.2.2.2 1"
        assert [is_open(line) for line in halves] == [False] * LINES + [True] * LINES


@pytest.mark.full
def test_what_comes_in_one_piece_is_answered_in_order(tmp_path):
    requests = b"".join(b"POST /%d HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab" % n for n in range(3))
    with echoing(tmp_path) as port, phone(port) as line:
        line.sendall(requests + b"GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        came = all_of(line).decode()
    assert [text for text in came.split() if text.startswith("/")] == ["/0", "/1", "/2", "/last"]


@pytest.mark.full
def test_who_is_told_goodbye_and_stays_holds_up_nobody(tmp_path):
    """gunicorn's own worker waits two seconds for each of them, and for nobody else."""
    with echoing(tmp_path) as port, ExitStack() as lines:
        for number in range(40):
            staying = lines.enter_context(phone(port, number))
            staying.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert staying.recv(1)
        with phone(port) as line:
            assert answer(line, b"GET /next HTTP/1.1\r\nHost: x\r\n\r\n") == "/next 0"


def test_a_form_that_ends_too_soon_is_not_taken_for_whole(tmp_path):
    """A deal of "tricks=12" that lost its last letter is no deal with one trick."""
    scorer = Scorer(tmp_path, 1, deals=SHORT, long=SHORT, seated=1)
    sent = wire(scorer.deal(scorer.seated[0], part=True))
    with served(tmp_path, scorer) as (port, _), phone(port) as line:
        line.sendall(sent[:-1])
        line.shutdown(socket.SHUT_WR)
        words = all_of(line)
        assert words.startswith(b"HTTP/1.1 400 ")
        assert b"Nothing was recorded" in words


@pytest.mark.full
def test_an_upload_that_ends_too_soon_is_not_taken_for_whole(tmp_path):
    with echoing(tmp_path) as port, phone(port) as line:
        line.sendall(b"POST /file HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n" + b"x" * 100_000)
        line.shutdown(socket.SHUT_WR)
        assert all_of(line).endswith(b"/file -1")
