"""News: what other phones wrote while one was writing, and what can be done with its own entry, which is not lost."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import url_for
from markupsafe import Markup, escape

from drawing.node import HIDDEN_FIELDS, node
from scoring.confirmations import CONFIRMATION_KINDS
from scoring.deals import entry_in
from scoring.shape import without_nulls
from scoring.sheet import bid_problems, problems
from web.history.authors import hands, here
from web.history.log_text import told_log
from web.i18n.locale import gettext, ngettext
from web.table.amend_page import NOTHING
from web.table.conflict_page import conflict
from web.table.own_entry import of_past_deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drawing.node import Content, Node
    from models.log.match_state import MatchState
    from scoring.words import Record
    from web.table.own_entry import Own

SHOWN = 5  # of the newest sayings


def news_since(state: MatchState, after: int, also: str = "", own: Sequence[str] = ()) -> list[Markup]:
    """What was said after a version of the log, each saying with who wrote it, the newest last.

    Answers are no news to who only wants to write, but for the kind that is asked for also; nor are own uids.
    """
    since = [record for record in state.records[max(after, 0) :] if record.uid not in own]
    fresh = [record.seq for record in since if record.kind not in CONFIRMATION_KINDS or record.kind == also]
    more, shown = fresh[:-SHOWN], fresh[-SHOWN:]
    own_hands = {(trace.grant, trace.device): gettext("This phone") for trace in state.traces if here(trace)}
    told = told_log(state, min(shown, default=state.version + 1), state.version, hands(state) | own_hands)
    words = [escape(ngettext("{num} more entry", "{num} more entries", len(more)))] if more else []
    return words + [wrote(saying.by, saying.words) for saying in told if saying.seq in shown]


def wrote(by: str, words: Markup | str) -> Markup:
    """A saying with who wrote it."""
    who = Markup("<bdi>{}</bdi>").format(by) if by else gettext("Another phone")
    return escape(gettext("{who} recorded: {words}")).format(who=who, words=words)


def news(state: MatchState, after: int) -> Node:
    """The same as a notice."""
    return notice([node("p", {}, words) for words in news_since(state, after)], happened(state, after))


def notice(parts: list[Content], told: str) -> Node:
    """A notice of what has happened, with what belongs to it."""
    return node("section", {"class": "notice", "role": "alert"}, node("p", {}, told), parts)


def happened(state: MatchState, after: int) -> str:
    """That another phone wrote since a version, or that this one did and never had the answer."""
    since = [record.seq for record in state.records[max(after, 0) :] if record.kind not in CONFIRMATION_KINDS]
    if all(here(state.traces[seq - 1]) for seq in since):
        return gettext("What this phone sent before was recorded after all.")
    return gettext("Another phone has just recorded something.")


def beside(state: MatchState, after: int, own: Own) -> Node:
    """The news with what can be done with the own entry; a deal that differs is shown as both phones have it."""
    deals = [record for record in state.records[max(after, 0) :] if record.kind == "deal"]
    past = of_past_deal(state, after, own)
    same = past or written_already(state, after, own)
    settled = None if same else conflict(state, after, own, whole(state, own))
    words: list[Content] = [node("p", {}, said) for said in news_since(state, after)]
    if settled:
        return notice([words if len(words) > 1 else [], settled.node()], settled.head)
    if same:
        words.append(node("p", {}, already("deal" if past else own.kind)))
    return notice([words, node("div", {"class": "ways"}, ways(state, own, deals, same))], happened(state, after))


def written_already(state: MatchState, after: int, own: Own) -> bool:
    """Whether the first news of this kind says the same as the own entry."""
    said = [record for record in state.records[max(after, 0) :] if record.kind in ("deal", "bid")]
    first = next((record for record in said if record.kind == own.kind), None)
    return first is not None and without_nulls(entry_in(first.body)) == without_nulls(own.entry)


def already(kind: str) -> str:
    """That another phone wrote the same, or the deal that a bid is of."""
    return gettext("That deal is recorded already.") if kind == "deal" else gettext("That bid is recorded already.")


def ways(state: MatchState, own: Own, deals: list[Record], same: bool) -> list[Content]:
    """The buttons: dropping comes first where nothing would be lost. Half an entry waits on the pad to go on with."""
    here = url_for("table.table", uid=state.uid)
    drop = node("a", {"class": "go" if same else "go quiet", "href": here}, gettext("Drop mine"))
    words = gettext("It is the next deal: record it too") if same else gettext("Write mine down too")
    send = node("button", {"class": "go quiet" if same else "go"}, words)
    texts: list[Content] = [
        node("input", {"type": "hidden", "name": name, "value": text}) for name in own.texts for text in own.texts[name]
    ]
    form = (
        node("form", {"method": "post", "action": here + "/say"}, HIDDEN_FIELDS, texts, send)
        if whole(state, own)
        else None
    )
    amend = amending(state, own, deals[0]) if deals and own.kind == "deal" and not same else None
    return [drop, form] if same else [form, amend, drop] if own.kind == "bid" else [amend, drop, form]


def whole(state: MatchState, own: Own) -> bool:
    """Whether the own entry can be written down as it is: nothing lacks, and nothing is against it by now."""
    wrong = bid_problems if own.kind == "bid" else problems
    return state.sheet.outcome is None and not wrong(state.game, state.sheet.standing, own.entry)


def amending(state: MatchState, own: Own, record: Record) -> Node | None:
    """The way to write the own entry in place of another's."""
    line = next((line for line in state.sheet.lines if line.deal.uid == record.uid and not line.problems), None)
    if line is None:
        return None
    said = urlencode([(name, text) for name in own.texts if name != "step" for text in own.texts[name]])
    place = url_for("amend.amend", uid=state.uid, of=record.uid, way="amend", said=said or NOTHING)
    words = gettext("Deal {n} was as mine says", n=line.number)
    return node("a", {"class": "go quiet", "href": place}, words)
