"""The page of one record: its deal in words and points, who agrees, and what may be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.deals import RESULT, current_versions, disputes
from scoring.game import complete
from scoring.words import Record
from table.amend import preview_of
from table.amendment import deal_place
from table.changes import last_change, post_button
from table.icons import LETTERS, icon, mark
from table.language import MessageFormatter, fill_in
from table.match import dealer_of, entry_of_record, last_amendment, log_after, sheet_before, standing_deals
from table.node import HIDDEN_FIELDS, between, node
from table.pads.parts import hidden
from table.preview import goes_on
from table.rule_periods import rule_changes
from table.sheet import changed_totals
from table.status import dispute_text
from table.words import entry_words, ruling_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from scoring.deals import Confirmation, Confirmations
    from scoring.words import Award, Values, Wording
    from table.language import Language
    from table.match import MatchLog
    from table.node import Content, Node
    from table.preview import Preview

    TryOut = Callable[[str, Values], Preview | None]


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


KINDS_WITH_PAGE = ("deal", RESULT, "adjust", "rules", "seat", "close", "reopen")


def find_record(records: list[Record], of: str) -> Record | None:
    """The record of this uid; None when there is none that has a page."""
    found = [record for record in records if record.uid == of and record.kind in KINDS_WITH_PAGE]
    return found[0] if found else None


class DealPage:
    """Draws the page. here: address of the table; given: the answers to its line; more: wordings beyond the game's own.

    try_out: the preview of a record of this kind and body; None where it is refused. may_score: whether its reader may
    change it; may_settle: whether they may say that somebody agrees now.
    """

    def __init__(
        self,
        language: Language,
        here: str,
        log: MatchLog,
        record: Record,
        given: tuple[Confirmation, ...],
        try_out: TryOut,
        may_score: bool,
        may_settle: bool = False,
        more: dict[str, Wording] | None = None,
    ) -> None:
        self.language, self.here, self.log, self.record, self.given = language, here, log, record, given
        self.may_score, self.may_settle, self.more = may_score, may_settle, more
        self.game, self.place = log.game, deal_place(here, record)
        self.standing = sheet_before(log, record, dealer_of(log, record)).standing
        self.formatter = MessageFormatter(language, self.game.key, self.standing.table, more)
        lines = [line for line in log.sheet.lines if line.deal.uid == record.uid]
        self.line = lines[0] if lines else None
        self.is_deal = record.kind == "deal"
        self.struck = all(deal.uid != record.uid for deal in standing_deals(log))
        self.counts = self.line is not None and not self.line.problems
        kind, body = ("restore", {"of": record.uid}) if self.struck else ("strike", {"of": record.uid, "crossed": True})
        self.preview = try_out(kind, body) if may_score else None

    @property
    def heading(self) -> str:
        """The title of the page."""
        gettext = self.language.gettext
        if not self.is_deal:
            return gettext("A ruling") if self.record.kind == "adjust" else gettext("An entry")
        return gettext("Deal {n}", n=self.line.number) if self.line and self.counts else gettext("A deal")

    def header(self) -> list[Content]:
        """The header: back to the table, the title, the game."""
        back = {"class": "icon", "href": self.here, "aria-label": self.language.gettext("The table")}
        small = node("small", {}, self.language.gettext(self.game.name))
        return [node("a", back, icon("back")), node("h1", {}, self.heading, " ", small)]

    def above(self, refused: list[Content] | None = None) -> list[Content]:
        """What the record says, its last change before it, and the answers. refused: why it could not be changed."""
        gettext, log = self.language.gettext, self.log
        restored = post_button(self.place + "/restore", gettext("Restore this deal"), "go wide")
        settled = self.here if self.may_settle else None
        answered = self.line is not None and not self.struck
        return [
            last_change(self.formatter, log, self.record, self.place, self.may_score),
            restored if self.struck and self.is_deal and self.preview else None,
            node("p", {"class": "notice"}, gettext("Removed: this does not count.")) if self.struck else None,
            [node("p", {"class": "fault"}, words) for words in self.faults()],
            [node("p", {"class": "fault", "role": "alert"}, words) for words in refused or []],
            self.other_rules(),
            self.told(),
            self.scored() if self.line and self.counts else None,
            answers_part(self.language, log, self.record, self.given, settled) if answered else None,
        ]

    def faults(self) -> list[Content]:
        """Why the line does not count."""
        words = self.language.gettext("Not counted. {why}")
        found = [] if self.line is None else self.line.problems
        return [
            fill_in(words, {"why": self.formatter.format({"code": one.code, "values": one.values})}) for one in found
        ]

    def other_rules(self) -> Node | None:
        """The house rules in force for this deal that the match did not begin with."""
        gettext = self.language.gettext
        rules = complete(self.game, self.log.rules)
        changes = rule_changes(self.language, self.game, rules, self.standing.rules) if self.is_deal else []
        words: list[Content] = [
            [rule.label, ": ", rule.now, " (", gettext("at first: {value}", value=rule.was), ")"] for rule in changes
        ]
        link = {"href": f"{self.here}/rules?deal={self.standing.number}"}
        lead = gettext("Played by other house rules than the first deal:")
        more = node("a", link, gettext("The rules of this deal"))
        return node("p", {"class": "notice"}, lead, " ", between(words, "; "), ". ", more) if changes else None

    def told(self) -> Node:
        """The entry of a deal field by field, or another record as text."""
        formatter = self.formatter
        if not self.is_deal:
            return node("p", {}, ruling_words(formatter, self.record, self.standing.rules))
        rows = [(self.language.gettext("Dealer"), formatter.name(self.standing.dealer))]
        rows += entry_words(self.standing, entry_of_record(self.log, self.record), formatter)
        return node("dl", {"class": "facts"}, [[node("dt", {}, label), node("dd", {}, value)] for label, value in rows])

    def scored(self) -> list[Content]:
        """Who got what and why, and where that left everybody."""
        awards = self.line.awards if self.line else ()
        rows: list[Content] = [self.award_row(award) for award in awards]
        if not rows and self.is_deal:
            nobody = node("span", {}, self.language.gettext("Nobody scored."))
            rows = [node("li", {"class": "line"}, node("b", {}), nobody)]
        totals = self.game.has_totals and self.record.kind != "rules" and not self.struck
        sides = [award.side for award in awards] + list(range(len(self.standing.totals)))
        each = [side for n, side in enumerate(sides) if side not in sides[:n]]
        return [
            node("ul", {}, rows),
            node("h2", {}, self.language.gettext("Totals after this deal")) if totals else None,
            node("ul", {}, [self.total_row(side) for side in each]) if totals else None,
        ]

    def award_row(self, award: Award) -> Node:
        """What a side got and why; for a bid with the bidder's name, whichever side it was good for."""
        formatter, bidder = self.formatter, award.values.get("bidder")
        why = formatter.format({"code": award.why, "values": award.values})
        words: Content = why if bidder is None else [formatter.name(bidder), ": ", why]
        told = node("span", {}, formatter.side(award.side), node("small", {}, words))
        gain = node("b", {"class": "gain " + LETTERS[award.side]}, self.language.signed(award.points))
        shown = gain if award.points and self.game.has_totals else None
        return node("li", {"class": "line"}, mark(award.side), told, shown)

    def total_row(self, side: int) -> Node:
        """The total of a side after the deal."""
        total = (self.line.totals[side] if self.line else 0,)
        names = node("span", {}, self.formatter.side(side))
        return node("li", {"class": "line"}, mark(side), names, changed_totals(self.language, total, total, side))

    def below(self) -> list[Content]:
        """What can become of it, folded away for a deal of a match that is over: there it is seldom meant."""
        ways, gettext = self.ways(), self.language.gettext
        if self.may_score and self.is_deal and not self.struck and not goes_on(self.game, self.log.sheet):
            summary = node("summary", {}, gettext("Change this deal"))
            return [node("details", {"class": "fold"}, summary, node("div", {"class": "stack"}, ways))]
        return ways

    def ways(self) -> list[Content]:
        """Amending it, a forgotten deal before it, removing or restoring it."""
        gettext = self.language.gettext
        small = node("small", {}, gettext("before this one"))
        links: list[Content] = [
            node("a", {"class": "go quiet", "href": self.place + "/amend"}, gettext("Amend this deal")),
            node("a", {"class": "go quiet", "href": self.place + "/before"}, gettext("Insert a forgotten deal"), small),
        ]
        amendable = self.may_score and self.is_deal and not self.struck
        return [links if amendable else None, self.toggle(self.preview) if self.preview else None]

    def toggle(self, preview: Preview) -> Node:
        """What removing it would change, or restoring it, with the button, unless that stands above."""
        gettext, would_change = self.language.gettext, self.language.gettext("What would change")
        asked = gettext("Restore this deal") if self.struck else gettext("Remove this deal")
        there = self.struck and self.is_deal
        act, label = ("restore", gettext("Restore it")) if self.struck else ("strike", gettext("Remove it"))
        head = None if there else node("h2", {}, would_change)
        button = None if there else post_button(f"{self.place}/{act}", label, "go")
        section = node("section", {"class": "stack"}, head, preview.parts(), button)
        return node("details", {"class": "tools"}, node("summary", {}, would_change if there else asked), section)


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
