"""The story of an evening as it was told: kept, and told again only when its matches or its people change."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert, select

from models.base import canonical_json, core_table, db
from models.review.evening.matches import evening_matches
from models.review.past.match import PastMatch
from models.review.past.matches import Past
from models.review.story.choose import candidates, story_of
from models.review.tables import MatchReview, Story
from models.tables import Evening
from models.transaction import is_transient, write_connection

EDITION = 1  # raised when the same matches make another story

stories = core_table(Story)
ONE_AT_A_TIME = select(Evening.id).where(Evening.id == bindparam("evening")).with_for_update(key_share=True)


class StoredStory(NamedTuple):
    """A story: the lines, and the records broken that night; each a dict as Candidate.as_dict() makes it."""

    lines: list[dict[str, Any]]
    records: list[dict[str, Any]]


def stored_story(evening: Evening, past: Past, wide: bool) -> StoredStory | None:
    """The story of an evening; None while no match of it is over. wide: for who may see the whole circle."""
    matches = past.by_evening.get(evening.id, [])
    if not matches:
        return None
    known = db.session.scalar(select(Story).where(Story.evening_id == evening.id))
    now = state_of(evening, past, matches)
    if known is None or known.hash != now or known.edition != EDITION or not isinstance(known.body, dict):
        body = compose_story(evening, past)
        replace_story(evening.id, now, body)
    else:
        body = known.body
    return StoredStory(body["wide" if wide else "narrow"], body["records"] if wide else [])


def state_of(evening: Evening, past: Past, matches: list[PastMatch]) -> str:
    """Changes with the matches of an evening (uid and seq), its day and place, and with who its people are today."""
    ids = [match.id for match in matches]
    seqs = db.session.execute(select(MatchReview.match_id, MatchReview.seq).where(MatchReview.match_id.in_(ids))).all()
    seq = {row.match_id: row.seq for row in seqs}
    who = sorted({seat.person for match in matches for seat in match.seats if seat.person})
    people = [[one, bool(past.people.persons[one].unranked)] for one in who if one in past.people.persons]
    place = [evening.date.isoformat(), evening.place]
    return sha256(
        canonical_json([place, people, [[match.uid, seq[match.id]] for match in matches]]).encode()
    ).hexdigest()


def compose_story(evening: Evening, past: Past) -> dict[str, Any]:
    """The body of a story, both for who may see the circle and for who may not."""
    night = evening_matches(evening, past)
    known = candidates(night)
    return {
        "wide": [one.as_dict(evening.uid) for one in story_of(night, known, wide=True)],
        "narrow": [one.as_dict(evening.uid) for one in story_of(night, known, wide=False)],
        "records": [one.as_dict(evening.uid) for one in known if one.kind == "record"],
    }


def replace_story(evening_id: int, state: str, body: dict[str, Any]) -> None:
    """Replace the story of an evening; not where the database cannot be written just now: it is told again then."""
    values = {"evening_id": evening_id, "edition": EDITION, "hash": state, "body": body}
    try:
        with write_connection() as connection:
            connection.execute(ONE_AT_A_TIME, {"evening": evening_id})
            connection.execute(delete(stories).where(stories.c.evening_id == evening_id))
            connection.execute(insert(stories), values)
    except Exception as error:
        if not is_transient(error):
            raise
