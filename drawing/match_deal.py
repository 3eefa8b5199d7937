"""The page of a record of the sheet on the phone, from the log of its match, and the records that its buttons make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.deal_page import DealPage, find_record
from drawing.match_amend import preview_of
from drawing.match_log import last_amendment, log_after, standing_deals
from drawing.node import node
from scoring.words import Record

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.match_log import MatchLog
    from drawing.preview.preview import Preview
    from scoring.deals import Confirmations
    from scoring.words import Values


def deal_parts(
    language: Language, here: str, log: MatchLog, confirmations: Confirmations, of: str, may_score: bool
) -> Values | None:
    """Title and trees of the page of a record; None for one that is not there. here: the address of the table."""
    record = find_record(log.records, of)
    if record is None:
        return None

    def try_out(kind: str, body: Values) -> Preview:
        after = log_after(log, Record(len(log.records) + 1, "new", kind, body))
        return preview_of(language, log, after)

    page = DealPage(language, here, log, record, confirmations.get(of, ()), try_out, may_score)
    trees = [
        node("header", {"class": "bar wrap"}, page.header()),
        node("main", {"class": "wrap stack"}, page.above(), page.below()),
    ]
    return {"title": page.heading, "trees": trees}


def changing_record(log: MatchLog, of: str, act: str, uid: str) -> Record | None:
    """The record of a button of that page: strike, restore, undo or redo of an amendment; None where it cannot be."""
    record, seq = find_record(log.records, of), len(log.records) + 1
    if record is None:
        return None
    if act in ("strike", "restore"):
        struck = all(deal.uid != of for deal in standing_deals(log))
        body: Values = {"of": of, "crossed": True} if act == "strike" else {"of": of}
        return Record(seq, uid, act, body) if struck == (act == "restore") else None
    amendment = last_amendment(log.records, of, act == "redo")
    kind = "restore" if act == "redo" else "strike"
    return Record(seq, uid, kind, {"of": amendment.uid}) if amendment else None
