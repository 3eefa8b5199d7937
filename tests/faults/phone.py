"""A phone as the server sees it: one saying at a time, kept and sent again under its uid until a whole answer came."""

from __future__ import annotations

import re
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread
from typing import NamedTuple
from urllib.parse import urlencode

from models.base import new_uid
from tests.faults.environment import Place

VERSION = re.compile(rb'data-version="(\d+)"')
WHOLE = b'id="whole"'  # how an answer of ours ends
PAUSE = 0.02  # s; a phone waits longer


class Answer(NamedTuple):
    """A whole answer: its status, and the version that the log has come to."""

    status: int
    version: int


class Phone:
    """Writes deals into one match; acknowledged are the uids of those that were, in order."""

    def __init__(self, port: int, place: Place, match: str, patience: float = 20) -> None:
        self.line = HTTPConnection("127.0.0.1", port, timeout=patience)
        self.place, self.match = place, match
        self.version = 0
        self.acknowledged: list[str] = []
        self.seen: Counter[str] = Counter()
        self.stopped = Event()

    def say(self) -> bool:
        """Write one deal; when another phone was quicker it is written down as well. Whether it was acknowledged."""
        while not self.stopped.is_set():
            uid = new_uid()
            answer = self.insist(uid)
            if answer is None:
                return False
            self.version = max(self.version, answer.version)
            if answer.status == 200:
                self.acknowledged.append(uid)
                return True
            assert answer.status == 409, answer
            self.seen["another was quicker"] += 1
        return False

    def insist(self, uid: str) -> Answer | None:
        """The answer to a saying, which is sent until there is one; None when the phone was stopped before."""
        form = {"uid": uid, "after": self.version, "step": "play", **deal(self.version)}
        while not self.stopped.is_set():
            answer = self.sent(form)
            if answer is not None and answer.status < 500:
                return answer
            self.seen["503" if answer else "no answer"] += 1
            self.stopped.wait(PAUSE)
        return None

    def sent(self, form: dict[str, object]) -> Answer | None:
        """What came back; None where that was not whole."""
        body = urlencode({"csrf_token": self.place.token, **form})
        headers = {"Cookie": f"tallystick={self.place.cookie}", "X-Part": str(self.version)}
        try:
            self.line.request(
                "POST", f"/m/{self.match}/say", body, {"Content-Type": "application/x-www-form-urlencoded", **headers}
            )
            response = self.line.getresponse()
            text = response.read()
        except (OSError, HTTPException):
            self.line.close()
            return None
        if WHOLE not in text:
            return None
        assert response.status != 500, "the server broke"
        found = VERSION.search(text)
        return Answer(response.status, int(found[1]) if found else self.version)

    def write(self, deals: int | None = None) -> None:
        """Write so many deals, or until stopped."""
        while not self.stopped.is_set() and (deals is None or len(self.acknowledged) < deals):
            self.say()
        self.line.close()


def deal(n: int) -> dict[str, int]:
    """Some deal of Boomke Wies."""
    return {"declarer": n % 4, "contract": 7 + n % 3, "tricks": 5 + n % 7}


def writing(phones: list[Phone], deals: int | None = None) -> list[Thread]:
    """Threads in which the phones write, begun."""
    threads = [Thread(target=phone.write, args=(deals,), daemon=True) for phone in phones]
    for thread in threads:
        thread.start()
    return threads


def stop(phones: list[Phone], threads: list[Thread]) -> None:
    """Let the phones end with what they are at."""
    for phone in phones:
        phone.stopped.set()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)


def wait_for(claim: object, patience: float = 60) -> None:
    """Return when claim() holds; TimeoutError when it does not come to that."""
    until = time.monotonic() + patience
    while not claim():  # type: ignore[operator]
        if time.monotonic() > until:
            raise TimeoutError("it never came to that")
        time.sleep(0.005)
