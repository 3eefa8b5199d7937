"""A real server in a process of its own, for tests that need sockets, several processes or a browser."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


def prepared(folder: Path) -> Path:
    """The same folder for an instance, with the assets that were packed before: to pack them anew takes seconds."""
    packed = os.environ.get("TEST_PREPARED")
    if packed:
        shutil.copytree(packed, folder, dirs_exist_ok=True)
    return folder


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on just now, and that no test beside this one is given meanwhile."""
    turn = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    turns = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
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
            running.wait()


@contextmanager
def running(settings: dict[str, str], folder: Path) -> Iterator[str]:
    """The address of a server with these settings, while the block runs; its log is server.log in the folder."""
    port = free_port()
    command = [sys.executable, "-m", "serve", "--port", str(port)]
    settings = {"TALLYSTICK_COPIES": "no"} | settings
    with process(settings, folder / "server.log", command, ROOT) as started:
        wait_until_open(port, started)
        yield f"http://127.0.0.1:{port}"
