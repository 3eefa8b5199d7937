"""Whose a device is: the person for whose seat it answered most often; for the question whether who writes wins."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

from sqlalchemy import select

from models.base import db
from models.review.past.matches import Past
from models.tables import Evening, Match, MatchSeat, StoredRecord
from scoring.deals import CONFIRMATION_KINDS


def device_owners(past: Past, circle_id: int) -> dict[str, int]:
    """By device the id of its person; devices that never answered for a seat are nobody's."""
    sound = {match.id for match in past.matches}
    here = Evening.circle_id == circle_id, StoredRecord.kind.in_(CONFIRMATION_KINDS), StoredRecord.device.is_not(None)
    query = select(StoredRecord.match_id, StoredRecord.device, StoredRecord.body).join(
        Match, Match.id == StoredRecord.match_id
    )
    said = [row for row in db.session.execute(query.join(Match.evening).where(*here)) if row.match_id in sound]
    ids = {row.match_id for row in said}
    seats = select(MatchSeat.match_id, MatchSeat.seat, MatchSeat.player_id).where(MatchSeat.match_id.in_(ids))
    players = {(row.match_id, row.seat): row.player_id for row in db.session.execute(seats)} if ids else {}
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for row in said:
        person = past.people.of(players.get((row.match_id, json.loads(row.body).get("seat"))))
        if person:
            counts[row.device][person.id] += 1
    return {device: found.most_common(1)[0][0] for device, found in counts.items()}
