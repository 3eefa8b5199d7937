"""Files that fit in every hash and hold what no table ever said: refused, or shown on every page without a fault."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from models.base import new_uid
from tests.support.circle_files import KEPT, bring, resealed, resummed
from tests.support.random_matches import JUNK, UNKNOWN

FILES = 3
OF_MATCH = ("", "/csv", "/history", "/paper", "/rules", "/rulings", "/across", "/version", "/follow")
OTHERS = ("/", "/circle", "/circle/csv", "/circle/file")
SAYINGS = (
    ("bid", {}),
    ("seat", {"seat": 0, "player": "Q"}),
    ("rules", {"rules": {"a": [1]}}),
    ("strike", {"of": "first"}),
    ("restore", {"of": "first"}),
    ("amend", {"of": "first", "entry": {}}),
    ("agree", {"of": "first", "seat": 0}),
    ("reopen", {}),
)


def forged(rng: Random) -> Iterator[dict[str, Any]]:
    """Files of one match each, all names new, with junk in what was said."""
    told = json.loads(KEPT.read_text(encoding="utf-8"))
    for evening in told["evenings"]:
        for match in evening["matches"]:
            circle = json.loads(json.dumps(told["circle"])) | {"uid": new_uid()}
            names = {player["uid"]: new_uid() for player in circle["players"]}
            circle["players"] = [{**player, "uid": names[player["uid"]]} for player in circle["players"]]
            for player in circle["players"]:
                player.pop("merged_into", None)
            seats = [{**seat, "player": names[seat["player"]]} for seat in match["seats"]]
            other = match | {"uid": new_uid(), "seats": seats, "records": said(rng, match["records"]), "state": "play"}
            other.pop("ended_at", None)
            resealed(other)
            yield resummed(told | {"circle": circle, "evenings": [evening | {"uid": new_uid(), "matches": [other]}]})


def said(rng: Random, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A log with junk in its deals, and with more sayings at its end."""
    found = [{**record, "uid": new_uid(), "body": dict(record["body"])} for record in records[: rng.randint(0, 6)]]
    found = [record for record in found if record["kind"] in ("deal", "bid", "adjust")]
    for record in found:
        for key in [*record["body"], rng.choice(UNKNOWN)]:
            if rng.random() < 0.4:
                record["body"][key] = rng.choice(JUNK)
    for kind, body in rng.sample(SAYINGS, rng.randint(0, 2)):
        of = {"of": found[0]["uid"] if found else "first"} if "of" in body else {}
        found.append({"uid": new_uid(), "kind": kind, "body": body | of, "at": 1795190400000, "hash": ""})
    return found


@pytest.mark.parametrize("seed", range(FILES))
def test_forged_files_are_refused_or_can_be_read(app, seed):
    statuses = []
    for file in forged(Random(seed)):
        phone = app.test_client()
        status = bring(phone, json.dumps(file).encode()).status_code
        statuses.append(status)
        if status == 422:
            continue
        [evening] = file["evenings"]
        [match] = evening["matches"]
        own = [f"/m/{match['uid']}{page}" for page in OF_MATCH] + [f"/e/{evening['uid']}", f"/e/{evening['uid']}/csv"]
        assert [phone.get(page).status_code for page in (*OTHERS, *own)] == [200] * (len(OTHERS) + len(own))
    assert set(statuses) <= {303, 422}
    assert 303 in statuses
