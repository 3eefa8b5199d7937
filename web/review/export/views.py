"""What was played, for other programs: CSV, JSON lines, and an SQLite file with what Datasette should know of it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from flask import Response, render_template

from models.base import db
from models.review.export.database import write_database
from models.review.export.read import exported, read_lines
from web.auth.rate_limit import count_use
from web.http.requests import chunks_of
from web.review.damaged_matches import damaged_links
from web.review.export.csv_lines import csv_text
from web.review.export.json_lines import json_text
from web.review.open_past import open_past
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("review_export", __name__)
DATASETTE = files("models.review.export").joinpath("datasette.yaml").read_bytes()


@bp.get("/review/export", needs=WATCH_CIRCLE)
def show_exports() -> str:
    """What there is."""
    here = open_past()
    return render_template("review/export/export.html", damaged=damaged_links(here.damaged))


@bp.get("/review/export/<any(matches,seats,deals):table>.csv", needs=WATCH_CIRCLE)
def download_csv(table: str) -> Response:
    """A table as CSV."""
    count_use("export")
    here = open_past()
    lines = read_lines(db.engine, exported(here.past, here.circle.id), table)
    return attached(csv_text(table, lines), "text/csv; charset=utf-8", f"{table}.csv")


@bp.get("/review/export/<any(matches,seats,deals):table>.jsonl", needs=WATCH_CIRCLE)
def download_json(table: str) -> Response:
    """A table as JSON lines."""
    count_use("export")
    here = open_past()
    lines = read_lines(db.engine, exported(here.past, here.circle.id), table)
    return attached(json_text(lines), "application/jsonl; charset=utf-8", f"{table}.jsonl")


@bp.get("/review/export/circle.db", needs=WATCH_CIRCLE)
def download_database() -> Response:
    """The SQLite file."""
    count_use("export")
    here = open_past()
    found = exported(here.past, here.circle.id)
    with tempfile.TemporaryDirectory() as folder:  # gone before anything goes out: what is open can be sent
        path = Path(folder, "circle.db")
        write_database(path, engine=db.engine, name=here.circle.name, found=found)
        file = path.open("rb")
    return attached(chunks_of(file), "application/vnd.sqlite3", "circle.db")


@bp.get("/review/export/datasette.yaml", needs=WATCH_CIRCLE)
def download_datasette() -> Response:
    """What Datasette should know of the file: titles, units, questions."""
    return attached([DATASETTE], "application/yaml", "datasette.yaml")


def attached(pieces: Iterable[bytes], kind: str, name: str) -> Response:
    """A file to keep; its name is the one that docs/export.md speaks of."""
    answer = Response(pieces, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
