"""./run as a person meets it: it starts, keeps its secret, stops at once, and says what is wrong."""

from __future__ import annotations

import gc
import http.client
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import serve
from commands import COMMANDS
from serve import host_page_path, is_own_machine, parse_arguments
from tests.support.servers import ROOT, free_port, prepared, process, wait_until_open

PREPARING = "Preparing Tallystick …\n"
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "instance", "tests", ".*_cache", "docs")
SECRET = "instance/secret"
PATIENCE = 180  # s, for a machine that has other things to do: only what fails waits so long
SIZE = re.compile(r"int\(os\.environ\.get\(\"(TALLYSTICK_\w+)\"")
NO_SIZES = {
    "TALLYSTICK_ALL",
    "TALLYSTICK_FAULTS_SEED",
    "TALLYSTICK_LOST_FIRST",
    "TALLYSTICK_TAILS_FIRST",
}  # where chance begins


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree that shares this virtual environment."""
    copied = shutil.copytree(ROOT, tmp_path_factory.mktemp("run") / "tree", ignore=LEFT_OUT)
    prepared(copied / "instance")
    return copied


def settings() -> dict[str, str]:
    """The environment of a start: this virtual environment, nothing else given."""
    return {"TALLYSTICK_VENV": sys.prefix, "TALLYSTICK_INSTANCE": "", "SECRET_KEY": "", "DATABASE_URL": ""}


@contextmanager
def started(tree: Path) -> Iterator[tuple[subprocess.Popen, int]]:
    """The running ./run and its port, once it listens."""
    port = free_port()
    with process(settings(), tree / "words", ["./run", "--port", str(port)], tree) as running:
        wait_until_open(port, running)
        yield running, port


def connected(port: int) -> closing[http.client.HTTPConnection]:
    """A connection that stays open between requests, closed when its block ends."""
    return closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE))


def answered(connection: http.client.HTTPConnection) -> int:
    """The status of the first page."""
    connection.request("GET", "/")
    response = connection.getresponse()
    response.read()
    return response.status


def packed(tree: Path) -> dict[Path, int]:
    """What was packed for browsers, which takes seconds; another number where a file was written anew."""
    return {path: path.stat().st_ino for path in (tree / "instance").rglob("*.br")}


def words(tree: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess:
    """What ./run says with these words and more in its environment, once it has ended."""
    environment = {**os.environ, **settings(), **more}
    return subprocess.run(
        ["./run", *arguments], cwd=tree, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )


def test_it_answers_and_stops_at_once_though_a_connection_idles(tree):
    """A second start keeps the secret and makes nothing twice."""
    with started(tree) as (running, port), connected(port) as connection:
        assert answered(connection) == 200
        running.send_signal(signal.SIGTERM)
        assert running.wait(30) == 0  # the connection would be kept for 75 s
    assert (tree / "words").read_text().endswith(f"{PREPARING}Tallystick: http://127.0.0.1:{port}  (Ctrl+C stops it)\n")
    secret, before = (tree / SECRET).read_text(), packed(tree)
    with started(tree) as (_, port), connected(port) as connection:
        assert answered(connection) == 200
    assert len(before) > 20
    assert packed(tree) == before
    assert "Installing" not in (tree / "words").read_text()
    assert len(secret) >= 43
    assert (tree / SECRET).read_text() == secret
    assert stat.S_IMODE((tree / SECRET).stat().st_mode) == 0o600


def test_an_unknown_word_prints_the_usage(tree):
    said = words(tree, "dance")
    assert said.returncode == 2
    assert said.stderr.startswith("Usage: ./run")


def test_every_command_is_told_in_the_usage_and_run_knows_it(tree, app):
    usage, pages = words(tree, "--help").stdout, [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    ours = {command.name for command in COMMANDS}
    for name in ours:
        assert re.search(rf"^ +\./run {name} ", usage, re.MULTILINE), name
        assert app.test_cli_runner().invoke(args=[name, "--help"]).output.startswith("Usage: "), name
    assert words(tree, "circles", "--help").stdout.startswith("Usage: "), "what the usage tells of is asked of the app"
    told = "".join(page.read_text("utf8") for page in pages)
    assert set(re.findall(r"\./run ([a-z]+(?:-[a-z]+)+)", told)) <= ours


def test_full_sizes_are_those_that_the_tests_read(tree, monkeypatch):
    listed = dict(re.findall(r"^(TALLYSTICK_\w+) +(\d+) ", words(tree, "--help").stdout, re.MULTILINE))
    read = {size for path in (ROOT / "tests").rglob("*.py") for size in SIZE.findall(path.read_text("utf8"))}
    assert set(listed) == read - NO_SIZES
    for size in listed.keys() | NO_SIZES:  # what is set already would stay
        monkeypatch.delenv(size, raising=False)
    (tree / "sizes.py").write_text("def test():\n    import os\n    for pair in os.environ.items(): print(*pair)\n")
    said = words(tree, "test", "--long", "-sq", "sizes.py", TALLYSTICK_LOST="7")
    assert said.returncode == 0, said.stdout
    assert dict(re.findall(r"^(TALLYSTICK_\w+) (\d+)$", said.stdout, re.MULTILINE)) == listed | {"TALLYSTICK_LOST": "7"}


def test_lan_shows_an_address_and_a_qr_code(monkeypatch):
    monkeypatch.setattr(serve, "lan_address", lambda: "192.168.1.7")
    said = serve.start_message(parse_arguments(["--lan", "--port", "8123"]), "")
    assert "http://192.168.1.7:8123" in said
    assert "▄" in said


def test_the_host_is_asked_only_where_others_can_come_in(app):
    for words, more, own in (
        ([], {}, True),
        (["--host", "localhost"], {}, True),
        (["--host", "::1"], {}, True),
        (["--lan"], {}, False),
        (["--host", "0.0.0.0"], {}, False),
        (["--host", "192.168.1.7"], {}, False),
        ([], {"PROXIES": 1}, False),
        ([], {"HOST": "tally.example"}, False),
    ):
        arguments = parse_arguments(words)
        app.config.update({"HOST": None, "PROXIES": 0, "CIRCLES": None, **more})
        app.config["OWN_MACHINE"] = is_own_machine(app, arguments)
        assert app.config["OWN_MACHINE"] is own, (words, more)
        assert (host_page_path(app, arguments) == "") is own, (words, more)
    gc.collect()  # a connection that was left open warns
