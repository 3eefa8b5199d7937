"""Whose hand it was: what the phones are called that wrote in a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import session
from sqlalchemy import select

from models.base import db
from models.tables.grant import Grant
from web.i18n.locale import gettext

if TYPE_CHECKING:
    from collections.abc import Mapping

    from models.log.hash_chain import Trace
    from models.log.match_state import MatchState

Author = tuple[str | None, str | None]  # the grant and the device


def author_names(state: MatchState) -> dict[Author, str]:
    """By grant and device the name of every phone that wrote, numbered in the order in which they began.

    A phone is called as its link is; the only one that wrote needs no name.
    """
    wrote = list(dict.fromkeys((trace.grant, trace.device) for trace in state.traces))
    links = grant_names({grant for grant, _ in wrote if grant})
    return {hand: author_name(hand, n, wrote, links) for n, hand in enumerate(wrote, 1)}


def is_own(trace: Trace) -> bool:
    """Whether this very browser made a record; in one that never wrote nothing is its own."""
    return trace.device is not None and trace.device == session.get("device")


def grant_names(grants: set[str]) -> dict[str | None, str]:
    """What links are called, by uid."""
    found: dict[str | None, str] = {}
    for uid, name in db.session.execute(select(Grant.uid, Grant.name).where(Grant.uid.in_(grants))):
        found[uid] = name
    return found


def author_name(hand: Author, number: int, wrote: list[Author], links: Mapping[str | None, str]) -> str:
    """One phone by its link's name, by a number where that has none, by both where several came in by it."""
    name = links.get(hand[0], "")
    if not name:
        return gettext("Phone {n}", n=number) if len(wrote) > 1 else ""
    alone = sum(grant == hand[0] for grant, _ in wrote) == 1
    return name if alone else gettext("{name}, phone {n}", name=name, n=number)
