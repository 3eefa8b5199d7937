"""A real server, alone in its process group, that can be killed and started again at the same address."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.servers import ROOT, free_port, prepared, wait_until_open


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
