"""What whoever runs Tallystick has set in the environment: looked at before it is used, told in words when wrong."""

from __future__ import annotations

import os

import click
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

BACKENDS = ("sqlite", "postgresql")


class NotUsable(click.ClickException):
    """What keeps Tallystick from working, in words for whoever runs it."""


def number(name: str, low: int, high: int) -> int | None:
    """A whole number from the environment; None when it is not set."""
    text = os.environ.get(name, "").strip()
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
        raise NotUsable(f"{name} is a whole number from {low} to {high}, not “{text}”.")
    return int(text)


def driver_url(url: str) -> str:
    """The URL with the driver that we use, whichever way PostgreSQL was spelled; NotUsable when it is no such URL.

    It is not repeated in words: a password may stand in it.
    """
    scheme, mark, rest = url.strip().partition("://")
    url = f"postgresql+psycopg{mark}{rest}" if scheme in ("postgres", "postgresql") else url.strip()
    try:
        known = make_url(url)
        known.get_dialect()
        if known.get_backend_name() in BACKENDS and (known.database or scheme == "sqlite"):
            return url
    except (ArgumentError, ValueError, ImportError):
        pass
    raise NotUsable(
        "DATABASE_URL is not the address of a database that Tallystick can use. It looks like "
        "postgresql://user:password@host/name or sqlite:////folder/tallystick.db; without it, a file in instance/."
    )
