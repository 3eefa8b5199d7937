"""The evenings behind past matches: their uids by id."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select

from models.base import db
from models.tables import Evening


def evening_uids(ids: Collection[int]) -> dict[int, str]:
    """The uids of these evenings by id."""
    return dict(db.session.execute(select(Evening.id, Evening.uid).where(Evening.id.in_(ids))).all())
