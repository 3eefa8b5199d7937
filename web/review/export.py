"""What a circle finished, for other programs: three tables for a spreadsheet, and an SQLite file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from flask import Response, render_template

from models.review.export import ROWS, heading, write_database
from web.auth.rate_limit import count_use
from web.csv import csv_response
from web.http.requests import chunks_of
from web.review.opened import open_review
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("review_export", __name__)
DATASETTE = files("models.review").joinpath("datasette.yaml").read_bytes()


@bp.get("/review/export", needs=WATCH_CIRCLE)
def show_exports() -> str:
    """What there is."""
    open_review()
    return render_template("review/export.html")


@bp.get("/review/export/<any(matches,seats,deals):table>.csv", needs=WATCH_CIRCLE)
def download_csv(table: str) -> Response:
    """A table for a spreadsheet."""
    count_use("export")
    review = open_review()
    return csv_response(table, heading(table), ROWS[table](review.circle.id, review.people))


@bp.get("/review/export/circle.db", needs=WATCH_CIRCLE)
def download_database() -> Response:
    """The SQLite file."""
    count_use("export")
    review = open_review()
    with tempfile.TemporaryDirectory() as folder:  # gone before anything goes out: what is open can be sent
        path = Path(folder, "circle.db")
        write_database(path, review.circle.id, review.people)
        file = path.open("rb")
    return attached(chunks_of(file), "application/vnd.sqlite3", "circle.db")


@bp.get("/review/export/datasette.yaml", needs=WATCH_CIRCLE)
def download_datasette() -> Response:
    """What Datasette should know of that file: titles and questions."""
    return attached([DATASETTE], "application/yaml", "datasette.yaml")


def attached(pieces: Iterable[bytes], kind: str, name: str) -> Response:
    """A file to keep."""
    disposition = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(pieces, content_type=kind, headers=disposition)
