"""docs/architecture.md is true: every file and folder that it names is there."""

from __future__ import annotations

import re

import pytest

from tests.support.servers import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ROOMS = (
    "app.py",
    "commands",
    "config.py",
    "drawing",
    "models",
    "scoring",
    "serve.py",
    "static",
    "templates",
    "tests",
    "translations",
    "web",
)
NAMED = sorted({name for name in re.findall(r"`([\w./-]+)`", PAGE) if name.split("/")[0] in ROOMS})


def test_it_names_files():
    assert len(NAMED) > 40


@pytest.mark.parametrize("name", NAMED)
def test_what_it_names_is_there(name):
    assert (ROOT / name).exists()


@pytest.mark.parametrize("name", re.findall(r"\]\(([\w./-]+)\)", PAGE))
def test_what_it_links_to_is_there(name):
    assert (ROOT / "docs" / name).exists()
