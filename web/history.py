"""The history of a match: its log in words with who recorded what and when, and its sheet at earlier points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from flask import render_template, request, session, url_for
from markupsafe import Markup
from sqlalchemy import select

from models.base import db, from_millis
from models.log.errors import SENTENCES, BrokenChain
from models.log.granted_match import GrantedMatch
from models.log.hash_chain import Trace
from models.log.read import read
from models.log.state import MatchState, Replay
from models.tables import Grant
from models.tail.branches import Branch, match_branches
from scoring.deals import log_state
from scoring.sheet import replay
from scoring.words import Deal, Line, Record, Sheet
from table import history, words
from table.history import LogEntry, LogWords, Made
from table.match import MatchLog
from web.auth.guard import granted_match
from web.http.requests import whole_number
from web.i18n.dates import clock, long_day
from web.i18n.locale import current_language, gettext
from web.i18n.messages import MarkupFormatter
from web.markup import html
from web.routes import WATCH_MATCH, Pages

if TYPE_CHECKING:
    from scoring.words import Rules


def replay_steps(state: MatchState, first: int = 1, last: int | None = None) -> Iterator[tuple[Record, Sheet, Sheet]]:
    """The records from one seq to another with the sheets before and after each, oldest first.

    Those before the first are replayed once, together.
    """
    steps = Replay(state.game, state.table, state.rules)
    for record in state.records[:last]:
        if record.seq < first:
            steps.add(record)
            continue
        before = steps.sheet
        steps.add(record)
        yield record, before, steps.sheet


def sheet_of_deals(state: MatchState, deals: tuple[Deal, ...]) -> Sheet:
    """The sheet with these deals of the match."""
    return replay(state.game, state.table, state.rules, deals)


def sheet_at(state: MatchState, version: int) -> Sheet:
    """The sheet at a version of the log."""
    before = log_state(list(state.records[: max(version, 0)]))
    return sheet_of_deals(state, before.deals)._replace(pending=before.pending)


Words = Markup | str


def line_words(line: Line, formatter: MarkupFormatter) -> Words:
    """A line of the sheet in one sentence: who, and what happened."""
    return html(words.line_words(formatter.nodes, line))


def ruling_words(record: Record, formatter: MarkupFormatter, held: Rules, before: Rules | None = None) -> Words:
    """A record that is no deal, as text; formatter: of the table before it, held: the house rules in force.

    before: the rules before it, to name the old values as well.
    """
    return html(words.ruling_words(formatter.nodes, record, held, before))


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
    numbered = author_names(state).get((branch.grant, branch.device), "")
    linked = grant_names({branch.grant}).get(branch.grant, "") if branch.grant else ""
    return numbered or linked or gettext("Another phone")


def is_own(written: Trace | Branch) -> bool:
    """Whether this browser made a record, or a branch came from it."""
    return written.device is not None and written.device == session.get("device")


def grant_names(grants: set[str]) -> dict[str | None, str]:
    """The names of links, by uid."""
    names: dict[str | None, str] = {}
    for uid, name in db.session.execute(select(Grant.uid, Grant.name).where(Grant.uid.in_(grants))):
        names[uid] = name
    return names


def author_name(author: Author, number: int, wrote: list[Author], links: Mapping[str | None, str]) -> str:
    """The name of one phone: its link's, a number where that has none, both where several phones share the link."""
    name = links.get(author[0], "")
    if not name:
        return gettext("Phone {n}", n=number) if len(wrote) > 1 else ""
    alone = sum(grant == author[0] for grant, _ in wrote) == 1
    return name if alone else gettext("{name}, phone {n}", name=name, n=number)


def log_entries(state: MatchState, first: int, last: int, names: Mapping[Author, str]) -> list[tuple[LogEntry, Made]]:
    """The records from one seq to another in words, oldest first; names: those of the authors."""
    records, deals = list(state.records), state.live.deals
    log = LogWords(current_language(), state.game, records, deals, state.answers, SENTENCES)
    return [
        (log.entry(record, before, after), made_of(state.traces[record.seq - 1], names))
        for record, before, after in replay_steps(state, first, last)
    ]


def made_of(trace: Trace, names: Mapping[Author, str]) -> Made:
    """Who made a record and when, in the server's time zone."""
    at = from_millis(trace.at).astimezone()
    by = names.get((trace.grant, trace.device), "")
    return Made(by, long_day(at.date()), clock(at), at.isoformat(timespec="seconds"), "")


bp = Pages("history", __name__)


@bp.get("/m/<slug:uid>/history", needs=WATCH_MATCH)
def show_history(uid: str) -> str:
    """The newest records, or those before the seq in the address."""
    match = granted_match(uid)
    state, language = read(match), current_language()
    before = whole_number(request.args.get("before"))
    last = state.version if before is None else min(before - 1, state.version)
    first = max(last - history.page_size(state.version) + 1, 1)
    origins = settled_from(match, state)
    entries = [
        (entry, made._replace(origin=origins.get(entry.seq, "")))
        for entry, made in log_entries(state, first, last, author_names(state))
    ]
    table = url_for("table.show_table", uid=uid)
    older = url_for("history.show_history", uid=uid, before=first) if first > 1 else ""
    return render_template(
        "history/history.html",
        bar=html(history.history_header(language, state.game, table)),
        main=html(history.history_content(language, table, state.table, entries, older)),
    )


def settled_from(match: GrantedMatch, state: MatchState) -> dict[int, str]:
    """By seq of a record that settled what two phones wrote the phone whose entries these were."""
    phones: dict[str, str] = {}
    with suppress(BrokenChain):
        for branch in match_branches(db.session.connection(), match.id, match.uid):
            phones |= dict.fromkeys(branch.settled, phone_name(state, branch))
    return {record.seq: phones[record.uid] for record in state.records if record.uid in phones}


def log_of(state: MatchState) -> MatchLog:
    """The log of a match and what follows from it."""
    return MatchLog(state.game, state.table, state.rules, list(state.records), state.live, state.sheet)
