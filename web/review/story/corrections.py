"""Who put deals of an evening right afterwards, and who disputed some: by match, as the match's history names them."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import NamedTuple

from flask import url_for
from markupsafe import Markup
from sqlalchemy import select

from models.base import db
from models.log.errors import BrokenChain
from models.log.read import read
from models.log.state import MatchState
from models.review.evening.matches import EveningMatches
from models.review.past.match import PastMatch
from models.tables import Match
from web.history import author_names, replay_steps
from web.i18n.locale import counted, gettext, remarks
from web.review.story.match_charts import title

CORRECTIONS = ("amend", "strike")


class PutRight(NamedTuple):
    """A match of which something was put right or disputed: its history, its game, who did it and how often."""

    address: str
    words: str
    small: Markup


def put_right(night: EveningMatches) -> list[PutRight]:
    """The matches of an evening that were corrected or disputed, in the order in which they were played."""
    rows = night.rows
    known = {match.id: match for match in night.matches if rows[match.id].corrections or rows[match.id].disputes}
    found = {}
    for match in db.session.scalars(select(Match).where(Match.id.in_(known))) if known else ():
        with suppress(BrokenChain):
            found[match.id] = one_match(known[match.id], read(match))
    return [found[match_id] for match_id in known if match_id in found]


def one_match(match: PastMatch, state: MatchState) -> PutRight:
    """Who corrected and who disputed in a match, those who did it most first."""
    corrected = [
        counted("{num} correction by {name}", "{num} corrections by {name}", n, name=apart(name))
        for name, n in correctors(state).most_common()
    ]
    disputed = [
        counted("{num} deal disputed by {name}", "{num} deals disputed by {name}", n, name=apart(name))
        for name, n in disputers(state).most_common()
    ]
    return PutRight(url_for("history.show_history", uid=match.uid), title(match), remarks(corrected + disputed))


def correctors(state: MatchState) -> Counter[str]:
    """How many deals each phone amended or removed, by its name in the history; there the only phone has none."""
    names, only = author_names(state), gettext("the only phone")
    traces = [trace for record, trace in zip(state.records, state.traces, strict=True) if record.kind in CORRECTIONS]
    return Counter(names[trace.grant, trace.device] or only for trace in traces)


def disputers(state: MatchState) -> Counter[str]:
    """How many deals each player disputed, by the name they had then."""
    seqs = [record.seq for record in state.records if record.kind == "dispute"]
    if not seqs:
        return Counter()
    return Counter(
        before.standing.table.players[record.body["seat"]]
        for record, before, _ in replay_steps(state, seqs[0], seqs[-1])
        if record.kind == "dispute"
    )


def apart(name: str) -> Markup:
    """A name in a sentence, whichever way it is written."""
    return Markup("<bdi>{}</bdi>").format(name)
