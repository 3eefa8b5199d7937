"""Large files on the real server: slow ones keep nobody waiting, and an import outlives the server that began it."""

from __future__ import annotations

import re
import time
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from tests.support.circle_files import KEPT
from tests.support.servers import running

pytestmark = [pytest.mark.slow, pytest.mark.thorough]

BOUNDARY = "part"
LARGE = KEPT.read_bytes() + b" " * (2 << 20)  # blanks do not matter
PATIENCE = 60  # s


class Browser:
    """Somebody who has the form of an import before them."""

    def __init__(self, address: str) -> None:
        self.cookie = ""
        self.reach(address)
        found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', self.ask("GET", "/import")[2])
        assert found
        self.token = found[1]

    def reach(self, address: str) -> None:
        """Ask the server at this address from now on."""
        self.place = urlsplit(address).netloc

    def headers(self, **more: str) -> dict[str, str]:
        return {"Cookie": self.cookie, "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"} | more

    def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, str, str]:
        """Status, where it leads, and text."""
        line = HTTPConnection(self.place, timeout=PATIENCE)
        line.request(method, path, body or None, self.headers())
        answer = line.getresponse()
        self.cookie = (answer.getheader("Set-Cookie") or self.cookie).partition(";")[0]
        text = answer.read().decode()
        line.close()
        return answer.status, answer.getheader("Location") or "", text

    def form(self, data: bytes) -> bytes:
        """The form with a file, as it is sent."""
        head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{self.token}\r\n'
        head += f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="circle.json"\r\n\r\n'
        return head.encode() + data + f"\r\n--{BOUNDARY}--\r\n".encode()

    def begin(self) -> HTTPConnection:
        """Send the beginning of a file, and nothing more for now."""
        line, body = HTTPConnection(self.place, timeout=PATIENCE), self.form(LARGE)
        line.putrequest("POST", "/import")
        for name, value in self.headers(**{"Content-Length": str(len(body))}).items():
            line.putheader(name, value)
        line.endheaders(body[: len(body) // 2])
        return line

    def outcome(self) -> str:
        """Where the page of the import leads when that has ended, or its text."""
        until = time.monotonic() + PATIENCE
        while True:
            _, place, text = self.ask("GET", "/import/progress")
            if place or 'role="status"' not in text:
                return place or text
            assert time.monotonic() < until
            time.sleep(0.1)


@pytest.fixture
def settings(tmp_path):
    return {"TALLYSTICK_INSTANCE": str(tmp_path / "instance"), "TALLYSTICK_CIRCLES": "anybody", "DATABASE_URL": ""}


def test_a_file_is_imported_while_others_arrive_slowly(settings, tmp_path):
    """One file, since an address may send two at a time."""
    with running(settings, tmp_path) as address:
        slow, quick = Browser(address).begin(), Browser(address)
        assert quick.ask("POST", "/import", quick.form(LARGE))[:2] == (303, "/import/progress")
        assert quick.outcome() == "/"
        slow.close()


def test_an_import_outlives_the_server_and_its_browser_is_let_in(settings, tmp_path):
    with running(settings, tmp_path) as address:
        browser = Browser(address)
        assert browser.ask("POST", "/import", browser.form(LARGE))[:2] == (303, "/import/progress")
    with running(settings, tmp_path) as address:
        browser.reach(address)
        assert browser.outcome() == "/"
        assert browser.ask("GET", "/circle")[0] == 200
    assert "Traceback" not in (tmp_path / "server.log").read_text(encoding="utf-8")
