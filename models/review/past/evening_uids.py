"""The evenings behind past matches: their uids by id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from models.base import db
from models.tables.evening import Evening

if TYPE_CHECKING:
    from collections.abc import Collection


def evening_uids(ids: Collection[int]) -> dict[int, str]:
    """The uids of these evenings by id."""
    return dict(db.session.execute(select(Evening.id, Evening.uid).where(Evening.id.in_(ids))).all())
