"""What the last record of a match did to the sheet, on the page of the record that it was about."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.icons import icon
from drawing.messages import MessageFormatter
from drawing.node import HIDDEN_FIELDS, node
from drawing.preview.sheet_diff import change_row, changed_lines, end_change_words
from scoring.deals import REVISING_KINDS, log_state, tables_by_uid, without_confirmations
from scoring.sheet import replay

if TYPE_CHECKING:
    from drawing.match_log import MatchLog
    from drawing.node import Content, Node
    from scoring.words import Line, Record, Sheet


def last_change(formatter: MessageFormatter, log: MatchLog, record: Record, place: str, may_score: bool) -> Node | None:
    """Every line that the last record changed, where it was about this one; None where it was not.

    place: the address of this record's page. Who may score can take an amendment back, or bring it back.
    """
    kind, gettext = change_kind(log, record), formatter.language.gettext
    if not kind:
        return None
    heads = {"amend": gettext("Amended"), "strike": gettext("Removed"), "restore": gettext("Restored")}
    heads.update({"undo": gettext("Taken back"), "redo": gettext("Back again")})
    ended = end_change_words(sheet_before_last(log), log.sheet, formatter)
    none = node("li", {"class": "line"}, node("b", {}), node("span", {}, gettext("No total changed.")))
    way, words = ("redo", gettext("Redo")) if kind == "undo" else ("undo", gettext("Undo"))
    face = node("span", {"class": "row"}, icon(way), words)
    turned = may_score and kind in ("amend", "undo", "redo")
    return node(
        "section",
        {"class": "lines changed", "role": "status"},
        node("h2", {}, heads[kind]),
        node("p", {"class": "notice"}, ended) if ended else None,
        node("ol", {}, changed_rows(formatter, log) or none),
        post_button(f"{place}/{way}", face, "go quiet wide") if turned else None,
    )


def change_kind(log: MatchLog, record: Record) -> str:
    """The kind of the match's last record if it was about this one; undo or redo if about its amendment."""
    last = without_confirmations(log.records)[-1]
    if last.kind not in REVISING_KINDS:
        return ""
    if last.body["of"] == record.uid:
        return last.kind
    of = next(known for known in log.records if known.uid == last.body["of"])
    about = of.kind == "amend" and of.body["of"] == record.uid
    return {"strike": "undo", "restore": "redo"}[last.kind] if about else ""


def sheet_before_last(log: MatchLog) -> Sheet:
    """The sheet before the last record that is no confirmation."""
    live = log_state(log.records[: without_confirmations(log.records)[-1].seq - 1])
    return replay(log.game, log.table, log.rules, live.deals, live.pending)


def changed_rows(formatter: MessageFormatter, log: MatchLog) -> list[Content]:
    """Every line that the last record changed, with the names of the players at its time."""
    language, game = formatter.language, formatter.game
    tables = tables_by_uid(log.table, log.live.deals)

    def formatter_then(line: Line) -> MessageFormatter:
        table = tables.get(line.deal.uid, log.sheet.standing.table)
        return MessageFormatter(language, game.key, table, formatter.more)

    changes = changed_lines(language, sheet_before_last(log), log.sheet, formatter_then)
    return [change_row(language, change, game.has_totals) for change in changes]


def post_button(address: str, words: Content, style: str) -> Node:
    """A button that records something about a record."""
    return node("form", {"method": "post", "action": address}, HIDDEN_FIELDS, node("button", {"class": style}, words))
