"""The file of a circle: one that is kept, how it is brought to a server, and what somebody forges who knows how."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.arriving import opening_of, rows_of
from models.chain import genesis, seal
from models.circle_file import summed
from tests.tables import token

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

KEPT = Path(__file__).parent / "kept" / "circle-1.json"


def bring(client: FlaskClient, data: bytes, name: str = "circle.json", **more: Any) -> TestResponse:
    """The answer to somebody who brings a file."""
    form = {"csrf_token": token(client), "file": (io.BytesIO(data), name), **more}
    return client.post("/bring", data=form, content_type="multipart/form-data")


def resummed(told: dict[str, Any]) -> dict[str, Any]:
    """The file with sums that fit, as somebody makes it who knows how."""
    circle = summed("", told["circle"])
    before, evenings = circle["sum"], []
    for evening in told["evenings"]:
        evenings.append(summed(before, evening))
        before = evenings[-1]["sum"]
    return told | {"circle": circle, "evenings": evenings, "sum": before}


def resealed(match: dict[str, Any]) -> None:
    """Let the hashes of a match fit what is said in it now."""
    first = genesis(opening_of(match))
    rows = list(rows_of(match, first))
    for said, row in zip(match["records"], rows, strict=True):
        said["hash"] = row.hash
    match["seal"] = seal(first, len(rows), rows[-1].hash if rows else first, match["state"], match.get("ended_at"))
