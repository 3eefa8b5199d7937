"""Pictures that are asked for and not drawn."""

from __future__ import annotations

import pytest


@pytest.fixture
def drawings(monkeypatch):
    """The SVG of each picture that is asked for."""
    asked = []
    monkeypatch.setattr("web.review.render.Lettering.png", lambda _, svg: asked.append(svg) or b"")
    return asked
