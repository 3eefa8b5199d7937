"""README and docs are true: commands run as they say, settings are read."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support.servers import ROOT, free_port, process, wait_until_open

README = (ROOT / "README.md").read_text(encoding="utf8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf8")
ADDING = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf8")
SETTINGS = re.findall(r"^\| `([A-Z_]+)` \|", HOSTING, re.M)
COMMANDS = [command.strip() for command in re.findall(r"```sh\n(.*?)```", README + ADDING, re.S)]
CONFIG = (ROOT / "config.py").read_text("utf8")


def environment(folder: Path) -> dict[str, str]:
    """This virtual environment, and an instance folder of its own."""
    return {"TALLYSTICK_VENV": sys.prefix, "TALLYSTICK_INSTANCE": str(folder), "SECRET_KEY": "", "DATABASE_URL": ""}


def test_the_first_command_starts_it(tmp_path: Path) -> None:
    """./run, on a free port because 8000 may be taken here, prepares its database and listens."""
    assert COMMANDS[0] == "./run"
    port = free_port()
    with process(environment(tmp_path), tmp_path / "words", ["sh", COMMANDS[0], "--port", str(port)], ROOT) as started:
        wait_until_open(port, started)
    assert f"http://127.0.0.1:{port}" in (tmp_path / "words").read_text()
    assert (tmp_path / "tallystick.db").exists()


def test_the_second_command_is_this_run() -> None:
    """./run test hands its words to pytest: here, which version it is."""
    assert COMMANDS[1] == "./run test"
    environ = {**os.environ, "TALLYSTICK_VENV": sys.prefix}
    answer = subprocess.run(
        [*COMMANDS[1].split(), "--version"], cwd=ROOT, env=environ, capture_output=True, text=True, timeout=120
    )
    assert answer.returncode == 0
    assert answer.stdout.startswith("pytest ") or answer.stderr.startswith("pytest ")


def test_scoring_from_the_command_line() -> None:
    """The line of JSON in docs/adding-a-game.md: bid 8, took 9, a point to the second side."""
    command = next(command for command in COMMANDS if "python -m scoring" in command)
    command = command.replace(".venv/bin/python", sys.executable)
    answer = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert json.loads(answer.stdout)["standing"]["totals"] == [0, 1]
    assert answer.returncode == 0


def test_every_setting_that_is_read_is_in_the_table_and_no_other() -> None:
    """What config.py reads by a name of its own, somebody may want to set."""
    assert SETTINGS
    assert set(re.findall(r'\w\("([A-Z_]+)"', CONFIG)) == set(SETTINGS)
