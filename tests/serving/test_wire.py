"""What comes over the wire and is no request, or says more than a visitor may say: refused, and the server goes on."""

from __future__ import annotations

import errno
import socket
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest

from tests.fuzz.hostile_texts import ALL
from tests.support.servers import running

CLOSED = (errno.EPIPE, errno.ECONNRESET, errno.ECONNABORTED, errno.ENOTCONN)
HEAD = b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
GET = b"GET /" + HEAD
POST = b"POST /circle" + HEAD + b"Content-Type: application/x-www-form-urlencoded\r\n"
BROKEN = {
    "no request": b"\0\xff\xfe\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "another protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 200,
    "an address of 100,000 characters": b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\n\r\n",
    "a header of 100,000 characters": GET + b"Cookie: " + b"x" * 100_000 + b"\r\n\r\n",
    "a thousand headers": GET + b"X: y\r\n" * 1000 + b"\r\n",
    "a header without a name": GET + b": x\r\n\r\n",
    "a header with an end of line": GET + b"X: y\rZ\r\n\r\n",
    "two lengths": POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nname=",
    "length and chunks": POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a length that is none": POST + b"Content-Length: 1e3\r\n\r\nname=",
    "a length below nought": POST + b"Content-Length: -1\r\n\r\nname=",
    "a length of 400 digits": POST + b"Content-Length: " + b"9" * 400 + b"\r\n\r\nname=",
    "a body cut short": POST + b"Content-Length: 500\r\n\r\nname=A",
    "chunks that are none": POST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\nname=\r\n0\r\n\r\n",
    "a chunk cut short": POST + b"Transfer-Encoding: chunked\r\n\r\nfff\r\nname=",
    "NUL in an address": b"GET /m/\0" + HEAD + b"\r\n",
    "half a letter in an address": b"GET /m/\xed\xa0\x80?\xff=\xfe" + HEAD + b"\r\n",
}


@pytest.fixture(scope="module")
def server(new_database: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that goes on whatever it is sent."""
    with running({"DATABASE_URL": new_database("sqlite")}, tmp_path_factory.mktemp("wire")) as address:
        yield address


def said(address: str, request: bytes, is_all: bool = True) -> bytes:
    """What the server answers before it closes; is_all: the request is whole, else its end is said to be here."""
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), timeout=10) as wire:
        wire.settimeout(10)
        try:
            wire.sendall(request)
            if not is_all:
                wire.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: wire.recv(65_536), b""))
        except OSError as error:  # it has closed already
            if error.errno not in CLOSED:
                raise
            return b""


def test_what_is_no_request_is_refused_and_the_server_goes_on(server):
    for what, request in BROKEN.items():
        answer = said(server, request, is_all=False)
        assert answer == b"" or answer.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")), (what, answer[:200])
        assert said(server, GET + b"\r\n").startswith(b"HTTP/1.1 200"), what


def test_every_hostile_text_may_stand_anywhere(server):
    """In an address, a header, a cookie and a body, raw as no browser would send it."""
    for text in ALL:
        raw = text.encode("utf-8", "surrogatepass")[:3000]
        line = raw.replace(b"\r", b"").replace(b"\n", b"").replace(b" ", b"")
        first = b"POST /code/" + line + b"?" + line + HEAD if len(line) % 2 else POST
        odd = b"Cookie: tallystick=" + line + b"\r\nAccept-Language: " + line + b"\r\n"
        answer = said(server, first + odd + b"Content-Length: %d\r\n\r\nname=" % (len(raw) + 5) + raw)
        assert answer == b"" or answer[9:10] in (b"2", b"3", b"4"), (text[:40], answer[:300])


def test_no_visitor_says_where_the_app_hangs(server):
    for header in (b"SCRIPT_NAME: //evil.example", b"X-Forwarded-Prefix: //evil", b"X-Forwarded-Host: evil.example"):
        answer = said(server, GET + header + b"\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 200")
        assert b"evil" not in answer


def test_no_visitor_says_that_it_is_a_proxy(server):
    """Neither that HTTPS was used nor whence they come: so many wrong links are too many, from wherever they claim."""
    answer = said(server, GET + b"X-Forwarded-Proto: https\r\n\r\n")
    assert b"strict-transport-security" not in answer.lower()
    link = GET.replace(b"GET / ", b"GET /join/nothing ")
    claims = (b"X-Forwarded-For: 192.0.2.%d\r\n\r\n" % number for number in range(40))
    refused = [answer for answer in (said(server, link + claim) for claim in claims) if b" 429 " in answer[:20]]
    assert len(refused) > 5
    assert b"\r\nretry-after: " in refused[0].lower()
