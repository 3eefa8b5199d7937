"""Stale entry: what other phones recorded while this one was writing, and what can be done with its own entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import render_template, url_for
from markupsafe import Markup, escape

from models.log.state import MatchState
from scoring.deals import CONFIRMATION_KINDS, entry_in
from scoring.entry_shape import without_nulls
from scoring.sheet import bid_problems, problems
from scoring.words import Record
from table.amendment import NOTHING
from table.node import HIDDEN_FIELDS, node
from web.history import Words, author_names, is_own, log_entries
from web.i18n.locale import gettext, ngettext
from web.markup import fill_placeholders, html
from web.table.conflict import OwnEntry, find_conflict, is_past_bid

if TYPE_CHECKING:
    from table.amend import AmendPage
    from table.deal import DealPage
    from table.node import Content, Node
    from table.rulings import RulingPreview, RulingsPage

    DrawnPage = AmendPage | DealPage | RulingsPage | RulingPreview


MAX_ENTRIES = 5  # newest ones


def entries_since(state: MatchState, after: int, also: str = "", own: Sequence[str] = ()) -> list[Markup]:
    """The records after a version as text with their authors, oldest first.

    Confirmations are left out, except of the kind in also; so are the uids in own.
    """
    since = [record for record in state.records[max(after, 0) :] if record.uid not in own]
    fresh = [record.seq for record in since if record.kind not in CONFIRMATION_KINDS or record.kind == also]
    older, newest = fresh[:-MAX_ENTRIES], fresh[-MAX_ENTRIES:]
    own_names = {(trace.grant, trace.device): gettext("This phone") for trace in state.traces if is_own(trace)}
    entries = log_entries(state, min(newest, default=state.version + 1), state.version, author_names(state) | own_names)
    words = [escape(ngettext("{num} more entry", "{num} more entries", len(older)))] if older else []
    return words + [text_with_author(made.by, html(entry.words)) for entry, made in entries if entry.seq in newest]


def text_with_author(by: str, words: Markup | str) -> Markup:
    """A record's text with who recorded it."""
    who = Markup("<bdi>{}</bdi>").format(by) if by else gettext("Another phone")
    return escape(gettext("{who} recorded: {words}")).format(who=who, words=words)


def update_notice(state: MatchState, after: int) -> Node:
    """The records since a version as a notice."""
    return notice_node([node("p", {}, words) for words in entries_since(state, after)], notice_heading(state, after))


def notice_node(parts: list[Content], heading: str) -> Node:
    """A notice: its heading and what belongs to it."""
    return node("section", {"class": "notice", "role": "alert"}, node("p", {}, heading), parts)


def notice_heading(state: MatchState, after: int) -> str:
    """That another phone recorded something since a version, or that this one did without getting the response."""
    since = [record.seq for record in state.records[max(after, 0) :] if record.kind not in CONFIRMATION_KINDS]
    if all(is_own(state.traces[seq - 1]) for seq in since):
        return gettext("What this phone sent before was recorded after all.")
    return gettext("Another phone has just recorded something.")


def conflict_notice(state: MatchState, after: int, own: OwnEntry) -> Node:
    """The records since a version with the choices for the own entry; a deal that differs is shown in both versions."""
    deals = [record for record in state.records[max(after, 0) :] if record.kind == "deal"]
    too_late = is_past_bid(state, after, own)
    same = too_late or is_recorded(state, after, own)
    settled = None if same else find_conflict(state, after, own, can_record(state, own))
    words: list[Content] = [node("p", {}, text) for text in entries_since(state, after)]
    if settled:
        return notice_node([words if len(words) > 1 else [], settled.node()], settled.head)
    if same:
        is_bid = own.kind == "bid" and not too_late
        text = gettext("That bid is recorded already.") if is_bid else gettext("That deal is recorded already.")
        words.append(node("p", {}, text))
    return notice_node(
        [words, node("div", {"class": "ways"}, choice_buttons(state, own, deals, same))], notice_heading(state, after)
    )


def is_recorded(state: MatchState, after: int, own: OwnEntry) -> bool:
    """Whether the first new record of this kind equals the own entry."""
    since = [record for record in state.records[max(after, 0) :] if record.kind in ("deal", "bid")]
    first = next((record for record in since if record.kind == own.kind), None)
    return first is not None and without_nulls(entry_in(first.body)) == without_nulls(own.entry)


def choice_buttons(state: MatchState, own: OwnEntry, deals: list[Record], same: bool) -> list[Content]:
    """The buttons; dropping comes first where nothing would be lost. A half-filled entry stays on the pad."""
    table = url_for("table.show_table", uid=state.uid)
    drop = node("a", {"class": "go" if same else "go quiet", "href": table}, gettext("Drop mine"))
    words = gettext("It is the next deal: record it too") if same else gettext("Write mine down too")
    send = node("button", {"class": "go quiet" if same else "go"}, words)
    texts: list[Content] = [
        node("input", {"type": "hidden", "name": name, "value": text}) for name in own.texts for text in own.texts[name]
    ]
    form = (
        node("form", {"method": "post", "action": table + "/say"}, HIDDEN_FIELDS, texts, send)
        if can_record(state, own)
        else None
    )
    amend = amend_link(state, own, deals[0]) if deals and own.kind == "deal" and not same else None
    return [drop, form] if same else [form, amend, drop] if own.kind == "bid" else [amend, drop, form]


def can_record(state: MatchState, own: OwnEntry) -> bool:
    """Whether the own entry can be recorded as it is: complete, and valid by now."""
    wrong = bid_problems if own.kind == "bid" else problems
    return state.sheet.outcome is None and not wrong(state.game, state.sheet.standing, own.entry)


def amend_link(state: MatchState, own: OwnEntry, record: Record) -> Node | None:
    """The link that puts the own entry in place of another's deal."""
    line = next((line for line in state.sheet.lines if line.deal.uid == record.uid and not line.problems), None)
    if line is None:
        return None
    entry = urlencode([(name, text) for name in own.texts if name != "step" for text in own.texts[name]])
    place = url_for("amend.show_amendment", uid=state.uid, of=record.uid, way="amend", entry=entry or NOTHING)
    words = gettext("Deal {n} was as mine says", n=line.number)
    return node("a", {"class": "go quiet", "href": place}, words)


def news_section(updates: Sequence[Words]) -> Content:
    """What others recorded while a page was filled in, as a notice above it; None without any."""
    heading = gettext("Another phone has just recorded something.")
    return notice_node([node("p", {}, words) for words in updates], heading) if updates else None


def render_drawn(template: str, page: DrawnPage, version: int, updates: Sequence[Words] = (), **more: Any) -> str:
    """A page that table/ makes, with what others recorded meanwhile."""
    return fill_placeholders(
        render_template(template, page=page, news=news_section(updates), version=version, **more), version
    )
