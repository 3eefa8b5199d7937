"""Authors: the names of the phones that recorded something in a match."""

from __future__ import annotations

from collections.abc import Mapping

from flask import session
from sqlalchemy import select

from models.base import db
from models.log.hash_chain import Trace
from models.log.match_state import MatchState
from models.tables.grant import Grant
from models.tail.branches import Branch
from web.i18n.locale import gettext

Author = tuple[str | None, str | None]  # the grant and the device


def author_names(state: MatchState) -> dict[Author, str]:
    """By grant and device the name of every phone, numbered in the order of their first records.

    A phone has the name of its link; the only phone of a match has none.
    """
    wrote = list(dict.fromkeys((trace.grant, trace.device) for trace in state.traces))
    links = grant_names({grant for grant, _ in wrote if grant})
    return {author: author_name(author, n, wrote, links) for n, author in enumerate(wrote, 1)}


def phone_name(state: MatchState, branch: Branch) -> str:
    """The phone that a branch came from: its link's name, or its number in this match."""
    known = author_names(state).get((branch.grant, branch.device), "")
    linked = grant_names({branch.grant}).get(branch.grant, "") if branch.grant else ""
    return known or linked or gettext("Another phone")


def is_own(trace: Trace) -> bool:
    """Whether this browser made a record."""
    return trace.device is not None and trace.device == session.get("device")


def grant_names(grants: set[str]) -> dict[str | None, str]:
    """The names of links, by uid."""
    found: dict[str | None, str] = {}
    for uid, name in db.session.execute(select(Grant.uid, Grant.name).where(Grant.uid.in_(grants))):
        found[uid] = name
    return found


def author_name(author: Author, number: int, wrote: list[Author], links: Mapping[str | None, str]) -> str:
    """The name of one phone: its link's, a number where that has none, both where several phones share the link."""
    name = links.get(author[0], "")
    if not name:
        return gettext("Phone {n}", n=number) if len(wrote) > 1 else ""
    alone = sum(grant == author[0] for grant, _ in wrote) == 1
    return name if alone else gettext("{name}, phone {n}", name=name, n=number)
