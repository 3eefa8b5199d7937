"""Conflict: two phones recorded the same deal differently. Both entries side by side, each with its outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import url_for

from models.base import from_millis
from models.log.state import MatchState
from scoring.words import Line, Record
from table.amendment import make_amendment
from table.form_entry import entry_to_form
from table.icons import LETTERS, mark
from table.node import HIDDEN_FIELDS, node
from table.taps import parse_record
from web.history import author_names, is_own, log_of, sheet_at
from web.i18n.dates import clock
from web.i18n.locale import gettext, num
from web.i18n.messages import formatter_at
from web.match_page import won_words
from web.preview import try_record
from web.sheet import line_text

if TYPE_CHECKING:
    from scoring.words import Entry
    from table.form_entry import Form
    from table.node import Content, Node


class OwnEntry(NamedTuple):
    """What this phone wanted recorded: the kind of record, its entry, and the form that says it."""

    kind: str
    entry: Entry
    texts: Form


def is_past_bid(state: MatchState, after: int, own: OwnEntry) -> bool:
    """Whether this is the bid of a deal that another phone has recorded since, not of an earlier one, forgotten."""
    since = state.records[max(after, 0) :]
    return own.kind == "bid" and any(record.kind == "deal" and "before" not in record.body for record in since)


def parse_own_entry(state: MatchState, after: int, form: Form) -> OwnEntry:
    """The entry of a form made on an older version of the log, complete: with the bid that stood then."""
    sheet = sheet_at(state, after)
    kind, entry = parse_record(state.game, sheet, form)
    if is_past_bid(state, after, OwnEntry(kind, entry, {})):
        entry = {key: entry[key] for key in entry if key != "calls"}  # who called sat elsewhere from that dealer
    texts = entry_to_form(state.game.fields(sheet.standing), entry)
    return OwnEntry(kind, entry, {**texts, "step": ["bid" if kind == "bid" else "play"]})


THEIRS, MINE, BOTH = "theirs", "mine", "two"


class ConflictChoice(NamedTuple):
    """A choice: the state it leads to, and the deal's line there."""

    way: str
    state: MatchState
    line: Line


class Conflict:
    """The first deal that another phone recorded since a version, and this phone's own entry for it."""

    def __init__(self, state: MatchState, since: int, own: OwnEntry, ways: list[ConflictChoice]) -> None:
        self.state, self.since, self.own, self.ways = state, since, own, ways
        self.theirs = ways[0].line
        record = next(record for record in state.records if record.uid == self.theirs.deal.uid)
        self.trace = state.traces[record.seq - 1]
        self.alone = is_own(self.trace)  # this phone recorded both, and never had the answer to the first
        self.formatter = formatter_at(state.game.key, state.sheet.standing.table)

    @property
    def head(self) -> str:
        """The heading."""
        if self.alone:
            return gettext("Deal {n} was recorded before you changed it.", n=self.theirs.number)
        return gettext("Two phones recorded deal {n} differently.", n=self.theirs.number)

    def node(self) -> Node:
        """The form; theirs is chosen at first, and the outcome of each choice stands above the one button."""
        table = url_for("table.show_table", uid=self.state.uid)
        texts: list[Content] = [hidden_input(name, text) for name in self.own.texts for text in self.own.texts[name]]
        pair = [self.card(way) for way in self.ways if way.way != BOTH]
        two = [self.both(way) for way in self.ways if way.way == BOTH]
        stays = gettext("Until you settle it, the sheet stays as the other phone has it.")
        if self.alone:
            stays = gettext("Until you settle it, the sheet stays as it is.")
        legend = node("legend", {"class": "unseen"}, gettext("Deal {n}", n=self.theirs.number))
        return node(
            "form",
            {"class": "settle", "method": "post", "action": table + "/settle"},
            HIDDEN_FIELDS,
            hidden_input("since", str(self.since)),
            texts,
            node("fieldset", {}, legend, node("div", {"class": "entries"}, pair), two),
            [self.result(way) for way in self.ways],
            node("p", {"class": "soft"}, stays),
            node("button", {"class": "go"}, gettext("Settle it")),
        )

    def card(self, way: ConflictChoice) -> Node:
        """One of the two entries: whose it is, what it says, its outcome."""
        head, story = line_text(way.line, self.formatter)
        kept = gettext("Keep what is recorded") if self.alone else gettext("Keep theirs")
        words = kept if way.way == THEIRS else gettext("Mine is right: amend")
        return node(
            "label",
            {"class": "chip"},
            radio_button(way.way),
            [node("small", {}, where) for where in self.whose(way.way)],
            node("b", {}, head),
            node("span", {}, story),
            self.leads_to(way),
            node("span", {"class": "keep"}, words),
        )

    def both(self, way: ConflictChoice) -> Node:
        """The third choice: two deals were played."""
        return node("label", {"class": "chip"}, radio_button(BOTH), gettext("These are two deals"), self.leads_to(way))

    def whose(self, way: str) -> tuple[Content, str]:
        """Which phone an entry comes from, and where it is stored."""
        if way == MINE:
            return gettext("This phone"), gettext("only here")
        trace = self.trace
        by = gettext("This phone") if self.alone else author_names(self.state).get((trace.grant, trace.device), "")
        at = clock(from_millis(trace.at).astimezone())
        return node("bdi", {}, by or gettext("Another phone")), gettext("{time}, on the sheet", time=at)

    def leads_to(self, way: ConflictChoice) -> list[Content]:
        """The totals after the deal and at the end, where totals are points."""
        parts: list[Content] = []
        if self.state.game.has_totals:
            then, end = way.line.totals, way.state.sheet.standing.totals
            if then != end and way.way != BOTH:
                parts.append(node("small", {}, totals_node(then)))
            parts.append(node("small", {}, gettext("In the end"), " ", totals_node(end)))
        return parts

    def result(self, way: ConflictChoice) -> Node:
        """How the match stands with this choice; styles show only that of the chosen one."""
        sheet = way.state.sheet
        words: Content = (
            won_words(self.formatter, sheet.outcome.winners) if sheet.outcome else gettext("Then the score is")
        )
        sides = [self.side(way, side) for side in range(len(sheet.standing.totals))]
        place = {"class": "stand", "data-way": way.way}
        return node("section", place, node("small", {}, words), node("p", {"class": "row"}, sides))

    def side(self, way: ConflictChoice, side: int) -> Node:
        """One side with its total, or where no points are counted what has become of it."""
        standing, game = way.state.sheet.standing, self.state.game
        marks = game.marks(standing)
        text = (
            gettext(game.statuses[marks["status"][side]]) if marks["kind"] == "status" else num(standing.totals[side])
        )
        style = "word" if marks["kind"] == "status" else None
        who = node("small", {}, mark(side), " ", self.formatter.nodes.side(side))
        return node("span", {"class": LETTERS[side]}, who, node("b", {"class": style}, text))


def find_conflict(state: MatchState, since: int, own: OwnEntry, playable: bool) -> Conflict | None:
    """The conflict of an own deal with the first deal recorded since; None where there is nothing to choose.

    playable: whether the own entry could also be the next deal.
    """
    record = first_deal_since(state, since)
    line = counted_line(state, record.uid) if record else None
    if record is None or line is None or own.kind != "deal":
        return None
    amendment = make_amendment(log_of(state), record, own.texts)
    changes = not amendment.open and amendment.differs
    amended = try_record(state, amendment.kind, amendment.body) if changes else None
    mine = counted_line(amended, record.uid) if amended else None
    if amended is None or mine is None:
        return None
    ways = [ConflictChoice(THEIRS, state, line), ConflictChoice(MINE, amended, mine)]
    both = try_record(state, "deal", own.entry) if playable else None
    if both:
        ways.append(ConflictChoice(BOTH, both, both.sheet.lines[-1]))
    return Conflict(state, since, own, ways)


def first_deal_since(state: MatchState, since: int) -> Record | None:
    """The first deal recorded after a version."""
    return next((record for record in state.records[max(since, 0) :] if record.kind == "deal"), None)


def counted_line(state: MatchState, uid: str) -> Line | None:
    """The line of a deal that counts."""
    return next((line for line in state.sheet.lines if line.deal.uid == uid and not line.problems), None)


def radio_button(way: str) -> Node:
    """The input of a choice; theirs is checked."""
    return node("input", {"type": "radio", "name": "settle", "value": way, "checked": way == THEIRS})


def hidden_input(name: str, text: str) -> Node:
    """A hidden input."""
    return node("input", {"type": "hidden", "name": name, "value": text})


def totals_node(sides: tuple[int, ...]) -> Node:
    """Totals in the order of the sides, each behind its mark."""
    each = [node("span", {}, mark(side), " ", num(total)) for side, total in enumerate(sides)]
    return node("span", {"class": "effect"}, each)
