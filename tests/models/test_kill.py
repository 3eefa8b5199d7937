"""Workers and the whole server are killed in the middle of a stream of deals: nothing acknowledged is lost or doubled.

TALLYSTICK_KILL_DEALS says after how many acknowledged deals it ends; 10000 is the full size, the default is quick.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any

import pytest

from models.base import db
from models.log.read import read
from models.log.state import state_cache
from models.matches import find_match
from tests.models.tables import MADE, new_evening, new_match, totals
from tests.support.servers import free_port, wait_until_open

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[2]
DEALS = int(os.environ.get("TALLYSTICK_KILL_DEALS", "100"))
CLIENTS, WORKERS, MATCHES = 8, 2, 12


class Server:
    """granian on a port, in a process group of its own so that all of it can be killed at once."""

    def __init__(self, url: str, folder: Path) -> None:
        self.port = free_port()
        self.url = url
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.models.killed_app", "--port", str(self.port), "--workers", str(WORKERS)]
        with self.log.open("ab") as words:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env={**os.environ, "DATABASE_URL": self.url},
                stdout=words,
                stderr=words,
                start_new_session=True,
            )
        wait_until_open(self.port, self.process)

    def kill_worker(self, random: Random) -> bool:
        """Kill one worker, which the server replaces; whether there was one."""
        pid = self.process.pid
        workers = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        try:
            os.kill(int(random.choice(workers)), signal.SIGKILL)
        except (IndexError, ProcessLookupError):  # none just now, or it is gone
            return False
        return True

    def kill(self) -> None:
        """Kill the server with all its workers."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Client(threading.Thread):
    """Somebody who sends deals one after another, each as often as it takes until it is acknowledged."""

    def __init__(self, name: int, port: int, matches: list[str], told: Told) -> None:
        super().__init__(daemon=True)  # one that gets no answer ends with the test run
        self.random = Random(name)
        self.label = name
        self.matches = matches
        self.told = told
        self.after = dict.fromkeys(matches, 0)
        self.connection = HTTPConnection("127.0.0.1", port, timeout=30)

    def run(self) -> None:
        number = 0
        while not self.told.enough():
            number += 1
            match = self.random.choice(self.matches)
            name = f"{self.label}-{number}"
            self.told.acknowledged(match, name, self.insist(match, name))
            if self.random.random() < 0.05:
                self.told.acknowledged(match, name, self.insist(match, name, again="sent again"), repeated=True)
        self.connection.close()

    def insist(self, match: str, name: str, again: str = "") -> int:
        """The seq of the deal, once there is an answer with one."""
        while True:
            if again:
                self.told.seen[again] += 1
            try:
                status, answer = self.send(match, name)
            except (OSError, HTTPException):
                self.connection.close()
                time.sleep(0.02)
                again = "sent again after no answer"
                continue
            if status == 200:
                self.after[match] = max(self.after[match], answer["seq"])
                return answer["seq"]
            if status == 503:
                time.sleep(0.02)
                again = "sent again as it could not be"
                continue
            assert status == 409, (status, answer)
            self.after[match] = answer["version"]
            again = "sent again after news"

    def send(self, match: str, name: str) -> tuple[int, Any]:
        """Status and answer; now and then the client loses the answer on the way."""
        body = json.dumps({"uid": name, "body": MADE, "after": self.after[match]})
        self.connection.request("POST", f"/{match}", body, {"Content-Type": "application/json"})
        if self.random.random() < 0.03:
            self.told.seen["answers lost on the way"] += 1
            raise ConnectionResetError
        response = self.connection.getresponse()
        return response.status, json.loads(response.read())


class Told:
    """What the clients were told: by match the seq of each acknowledged deal."""

    def __init__(self, wanted: int) -> None:
        self.lock = threading.Lock()
        self.wanted = wanted
        self.seqs: dict[str, dict[str, int]] = {}
        self.seen: Counter[str] = Counter()

    def enough(self) -> bool:
        return self.seen["acknowledged"] >= self.wanted

    def acknowledged(self, match: str, name: str, seq: int, repeated: bool = False) -> None:
        with self.lock:
            deals = self.seqs.setdefault(match, {})
            assert deals.setdefault(name, seq) == seq, "the same deal was answered with another place"
            self.seen["acknowledged"] += not repeated


def kill_again_and_again(server: Server, told: Told, clients: list[Client]) -> None:
    """Kill while the clients send, after some more deals each time, until each of them has its last answer."""
    random = Random(7)
    due = 0
    while any(client.is_alive() for client in clients):
        time.sleep(random.uniform(0, 0.02))
        if server.process.poll() is not None:  # a worker died soon after the one that it replaced
            told.seen["servers that gave up"] += 1
            server.start()
        if told.enough() or told.seen["acknowledged"] < due:
            continue
        due = told.seen["acknowledged"] + random.randint(1, 80)
        if random.random() < 0.25:
            server.kill()
            told.seen["servers killed"] += 1
            server.start()
        else:
            told.seen["workers killed"] += server.kill_worker(random)


@pytest.mark.slow
def test_what_is_acknowledged_survives_any_kill(store, models_url, tmp_path, record_property):
    evening = new_evening()
    matches = [new_match(evening=evening).uid for _ in range(MATCHES)]
    db.session.remove()
    db.engine.dispose()
    told, server = Told(DEALS), Server(models_url, tmp_path)
    server.start()
    clients = [Client(number, server.port, matches, told) for number in range(CLIENTS)]
    began = time.monotonic()
    try:
        for client in clients:
            client.start()
        kill_again_and_again(server, told, clients)
    finally:
        server.kill()
    state_cache.clear()
    stored = 0
    for uid in matches:
        state = read(find_match(uid))
        recorded = [(said.uid, said.seq) for said in state.records]
        assert len(recorded) == len(dict(recorded))
        assert dict(recorded) == told.seqs.get(uid, {})
        assert totals(state) == (0, len(recorded))
        stored += len(recorded)
    assert stored == told.seen["acknowledged"] >= DEALS
    assert told.seen["workers killed"] + told.seen["servers killed"] > 0
    print(f"\nin {time.monotonic() - began:.0f} s: {dict(told.seen)}")
