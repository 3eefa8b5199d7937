"""The bench runs from end to end, on next to nothing; what it measures is nobody's business here."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.servers import ROOT

TINY = "--rounds 1 --visits 1 --deals 2 --hanging 4 --watchers 2 --watched 6 --seated 2 --long 3 --years 0"
LAST = (
    "import of a circle",
    "zwanzig_ab",
    "review.show_review",
    "later visit: ",
    "memory after them",
    "faults: none",
)


@pytest.mark.full
@pytest.mark.browser
@pytest.mark.slow
def test_each_part_prints_what_it_measures(chromium):
    command = [sys.executable, "-m", "tests.bench", *TINY.split()]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=600)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [words for words in LAST if words not in ran.stdout] == []
