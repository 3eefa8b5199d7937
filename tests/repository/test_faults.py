"""docs/faults.md is true: every test that it names is there."""

from __future__ import annotations

import re

import pytest

from tests.support.servers import ROOT

PAGE = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w./-]+)`", PAGE)))


def test_it_names_tests():
    assert len(NAMED) > 30


@pytest.mark.parametrize("name", NAMED)
def test_what_it_names_is_there(name):
    assert (ROOT / name).exists()
