"""What those at the table answered to a line, on its page: who says that it is not right, who agreed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.confirmations import dispute_text
from drawing.icons import icon
from drawing.locale import fill_in
from drawing.node import HIDDEN_FIELDS, between, node
from drawing.widgets.parts import hidden
from scoring.deals import current_versions, disputes

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.match_log import MatchLog
    from drawing.node import Content, Node
    from scoring.deals import Confirmation
    from scoring.words import Record


def answers_part(
    language: Language, log: MatchLog, record: Record, given: tuple[Confirmation, ...], here: str | None
) -> list[Content]:
    """The answers to a line. here: address of the table, with a button for who agrees now; None for none."""
    names: list[Content] = [node("bdi", {}, one.name) for one in given if one.kind == "agree"]
    listed = fill_in(language.gettext("agreed: {names}"), {"names": between(names, language.gettext(", "))})
    doubts: list[Content] = []
    for answer in disputes(given):
        told = node("p", {"class": "row"}, icon("wait"), dispute_text(language, answer))
        form = settling_form(language, log, record, answer, here) if here else None
        doubts.append(node("div", {"class": "notice answers"}, told, form))
    return [doubts, node("p", {"class": "row answers"}, icon("check"), node("span", {}, listed)) if names else None]


def settling_form(language: Language, log: MatchLog, record: Record, answer: Confirmation, here: str) -> Node:
    """The form that says that somebody agrees now."""
    version = current_versions(log.records, log.live.deals)[record.uid]
    told = fill_in(language.gettext("{name} agrees now"), {"name": node("bdi", {}, answer.name)})
    return node(
        "form",
        {"method": "post", "action": here + "/answer"},
        HIDDEN_FIELDS,
        [hidden("of", version), hidden("line", record.uid), hidden("seat", str(answer.seat))],
        node("button", {"class": "go quiet", "name": "answer", "value": "agree"}, node("span", {}, told)),
    )
