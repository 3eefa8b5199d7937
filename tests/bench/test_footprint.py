"""What the bench says of memory: all that a server started counts, and nothing that has ended."""

from __future__ import annotations

import subprocess
import sys

from tests.bench.footprint import family, proportional, taken

PARENT = "import subprocess, sys; child = subprocess.Popen(['cat']); print(child.pid, flush=True); child.wait()"


def test_a_process_counts_with_those_it_started(monkeypatch):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", PARENT], **pipes) as parent:
        child = int(parent.stdout.readline())
        assert family(parent.pid) == [parent.pid, child]
        assert min(proportional(parent.pid), proportional(child)) > 0
        monkeypatch.setattr("tests.bench.footprint.proportional", {parent.pid: 3, child: 4}.__getitem__)
        assert taken(parent.pid) == 7
        parent.stdin.close()  # the child reads from it and ends, and then the parent


def test_what_has_ended_takes_nothing():
    """A process that nobody has asked after yet is still listed, one that was asked after is not."""
    with subprocess.Popen(["true"], stdout=subprocess.PIPE) as ended:
        ended.stdout.read()
        while proportional(ended.pid):
            pass  # its output closes a moment before it has ended
        assert family(ended.pid) == [ended.pid]
        assert taken(ended.pid) == 0
    assert family(ended.pid) == []
    assert taken(ended.pid) == 0
