"""The bench runs from end to end, on next to nothing; what it measures is nobody's business here."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.bench.waiting import taken
from tests.support.servers import ROOT

TINY = "--rounds 1 --visits 1 --deals 2 --hanging 4 --watchers 2 --watched 6".split()
WORDS = (
    "bare Flask hello",
    "a match's end, its page, and on again",
    "import of a circle",
    "Answers of the phone's Python",
    "texas_42",
    "first visit: ",
    "first answer after",
    "a deal beside both: p50",
    "memory after them",
    "a deal beside 2 watchers",
    "faults: none",
)
PARENT = "import subprocess, sys; child = subprocess.Popen(['cat']); print(child.pid, flush=True); child.wait()"


@pytest.mark.thorough
@pytest.mark.browser
@pytest.mark.slow
def test_it_prints_all_that_it_measures(chromium):
    command = [sys.executable, "-m", "tests.bench", *TINY]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [words for words in WORDS if words not in ran.stdout] == []


def test_memory_is_that_of_a_process_and_those_it_started_while_they_run():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", PARENT], **pipes) as parent:
        child = int(parent.stdout.readline())
        assert taken(parent.pid) > taken(child) > 0
        parent.stdin.close()
        parent.wait(60)
    assert taken(parent.pid) == taken(child) == 0
