"""Addresses of pages: built once for the same page."""

from __future__ import annotations

from typing import Any

from flask import request, url_for

from web.shelf import Shelf

_known: Shelf[str] = Shelf(4096)


def address(page: str, **values: Any) -> str:
    """What url_for says, which takes longer than to look it up."""
    key = (request.environ.get("SCRIPT_NAME"), page, *values.items())
    return _known.get(key) or _known.put(key, url_for(page, **values))
