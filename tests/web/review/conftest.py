"""Pictures that are asked for and not drawn."""

from __future__ import annotations

import pytest


@pytest.fixture
def cards(monkeypatch):
    """The cards of the pictures that are asked for, and whether each is dark."""
    asked = []
    monkeypatch.setattr(
        "web.review.picture.answer.stored_picture", lambda _, card, dark, before: asked.append((card, dark)) or b""
    )
    return asked
