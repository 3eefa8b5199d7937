"""The file of a circle: one that is kept, how it is brought to a server, and what somebody forges who knows how."""

from __future__ import annotations

import io
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from models.base import canonical_json
from models.log.hash_chain import Opening, Trace, genesis_hash, head_seal, record_hash
from tests.support.tables import token

KEPT = Path(__file__).parent / "circle.json"


def bring(client: FlaskClient, data: bytes, name: str = "circle.json", **more: Any) -> TestResponse:
    """The answer to somebody who brings a file."""
    form = {"csrf_token": token(client), "file": (io.BytesIO(data), name), **more}
    return client.post("/import", data=form, content_type="multipart/form-data")


def resummed(told: dict[str, Any]) -> dict[str, Any]:
    """The file with a sum that fits, as somebody makes it who knows how."""
    rest = {key: value for key, value in told.items() if key != "sum"}
    return rest | {"sum": sha256(canonical_json(rest).encode()).hexdigest()}


def resealed(match: dict[str, Any]) -> None:
    """Let the hashes of a match fit what is said in it now."""
    sat = tuple((seat["player"], seat["name"]) for seat in match["seats"])
    began = (match["uid"], match["game"], match["edition"], canonical_json(match["rules"]), match["first_dealer"])
    first = last = genesis_hash(Opening(*began, match["started_at"], sat))
    for seq, said in enumerate(match["records"], 1):
        trace = Trace(said.get("grant"), said.get("device"), said.get("made_at"), said["at"])
        last = said["hash"] = record_hash(last, seq, said["uid"], said["kind"], canonical_json(said["body"]), trace)
    match["seal"] = head_seal(first, len(match["records"]), last, match["state"], match.get("ended_at"))
