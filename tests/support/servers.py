"""Real servers: in a process of their own, which may be killed, or in this one, stopped and started again."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

ROOT = Path(__file__).parents[2]


def prepared(folder: Path) -> Path:
    """The same folder for an instance, with the assets that were packed before: to pack them anew takes seconds."""
    packed = os.environ.get("TEST_PREPARED")
    if packed:
        shutil.copytree(packed, folder, dirs_exist_ok=True)
    return folder


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on just now, and that no test beside this one is given meanwhile."""
    turns = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    turn = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % turns  # who replaces another is gw4
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        if port // 2 % turns == turn:  # Linux hands out odd ones only
            return port


def wait_until_open(port: int, process: subprocess.Popen, patience: float = 60, host: str = "127.0.0.1") -> None:
    """Return when the port accepts a connection; raises when the process ends or patience (seconds) runs out."""
    began = time.monotonic()
    while time.monotonic() - began < patience:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with status {process.returncode}")
        try:
            socket.create_connection((host, port), timeout=1).close()
        except ConnectionRefusedError:
            time.sleep(0.02)
        else:
            return
    raise TimeoutError(f"nothing listens on port {port} after {patience} s")


@contextmanager
def process(settings: dict[str, str], log: Path, command: list[str], cwd: Path) -> Iterator[subprocess.Popen]:
    """A process with settings in its environment and its words in a file; stopped with SIGTERM at the end."""
    if settings.get("TALLYSTICK_INSTANCE"):
        prepared(Path(settings["TALLYSTICK_INSTANCE"]))
    with log.open("wb") as words:
        running = subprocess.Popen(command, cwd=cwd, env={**os.environ, **settings}, stdout=words, stderr=words)
    try:
        yield running
    finally:
        running.send_signal(signal.SIGTERM)
        try:
            running.wait(10)
        except subprocess.TimeoutExpired:
            running.kill()
            running.wait(60)


@contextmanager
def running(settings: dict[str, str], folder: Path) -> Iterator[str]:
    """The address of a server with these settings, while the block runs; its log is server.log in the folder."""
    port = free_port()
    command = [sys.executable, "-m", "serve", "--port", str(port)]
    settings = {"TALLYSTICK_COPIES": "no"} | settings
    with process(settings, folder / "server.log", command, ROOT) as started:
        wait_until_open(port, started)
        yield f"http://127.0.0.1:{port}"


class KillableServer:
    """The server on a database; its instance, with its log, is in a folder. secret: what signs its cookies."""

    def __init__(self, url: str, folder: Path, secret: str = "for tests") -> None:
        folder.mkdir(exist_ok=True)
        self.port, self.log = free_port(), folder / "server.log"
        self.address = f"http://127.0.0.1:{self.port}"
        known = {"DATABASE_URL": url, "SECRET_KEY": secret, "TALLYSTICK_COPIES": "no"}
        self.settings = known | {"TALLYSTICK_INSTANCE": str(prepared(folder))}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Answer from now on."""
        command = [sys.executable, "-m", "serve", "--port", str(self.port)]
        environment = {**os.environ, **self.settings}
        with self.log.open("ab") as words:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=environment, stdout=words, stderr=words, start_new_session=True
            )
        wait_until_open(self.port, self.process)

    def kill(self) -> None:
        """End it at once with all its workers; nobody listens at its address then."""
        if self.process:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


class Silent(WSGIRequestHandler):
    """Requests without a line in the log; the server knows their connections, which outlive an answer."""

    def setup(self) -> None:
        super().setup()
        self.server.lines.add(self.connection)

    def finish(self) -> None:
        self.server.lines.discard(self.connection)
        super().finish()

    def log(self, type: str, message: str, *args: object) -> None:
        """Say nothing."""


class Stoppable:
    """Serves an app at an address while it runs."""

    def __init__(self, app: Flask) -> None:
        self.app, self.port, self.held = app, free_port(), Event()
        self.missing = ""  # what the address of a file contains that is not found
        self.held.set()
        app.before_request_funcs.setdefault(None, []).insert(0, self.wait)
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Answer from now on."""
        self.server: Any = make_server("127.0.0.1", self.port, self.answer, threaded=True, request_handler=Silent)
        self.server.lines = set()
        self.thread = Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def answer(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        """What the app answers, but for what is missing."""
        if self.missing and self.missing in environ["PATH_INFO"]:
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"missing"]
        return self.app(environ, start_response)

    def wait(self) -> None:
        """Let a request wait as long as all are held."""
        self.held.wait(60)

    def stop(self) -> None:
        """Answer nothing more, nor what is held or comes over a connection that is open."""
        self.server.shutdown()
        self.server.server_close()
        for line in [*self.server.lines]:
            with suppress(OSError):  # it has ended by itself
                line.shutdown(socket.SHUT_RDWR)
        self.held.set()
        self.thread.join(60)
        assert not self.thread.is_alive()
