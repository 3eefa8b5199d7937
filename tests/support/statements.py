"""The statements that a database is sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy import event

from models.base import db


@contextmanager
def statements(app: Flask) -> Iterator[list[str]]:
    """The statements that are made while the block runs, with their values."""
    made: list[str] = []
    with app.app_context():
        engine = db.engine

    def note(_: object, __: object, statement: str, values: object, *___: object) -> None:
        if statement != "BEGIN":
            made.append(f"{statement} {values}")

    event.listen(engine, "before_cursor_execute", note)
    yield made
    event.remove(engine, "before_cursor_execute", note)
