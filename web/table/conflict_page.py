"""A conflict: two phones recorded the same deal differently. Both entries side by side, and what each leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import url_for

from drawing.icons import LETTERS, mark
from drawing.node import HIDDEN_FIELDS, node
from drawing.table_page import STATUS
from models.base import from_millis
from models.log.dry_run import dry_run
from models.log.errors import Refused
from web.history.authors import hands, here
from web.i18n.dates import clock
from web.i18n.locale import gettext, num
from web.i18n.messages import speaker_at
from web.result.winners import won_words
from web.table.amend_page import truth_of
from web.table.sheet_rows import line_in_words

if TYPE_CHECKING:
    from drawing.node import Content, Node
    from models.log.match_state import MatchState
    from scoring.words import Line, Record
    from web.table.own_entry import Own

THEIRS, MINE, TWO = "theirs", "mine", "two"


class Leads(NamedTuple):
    """A choice: how the match then stands, and the deal as it then is on the sheet."""

    way: str
    state: MatchState
    line: Line


class Conflict:
    """The first deal that another phone recorded since a version, and this phone's own entry for it."""

    def __init__(self, state: MatchState, since: int, own: Own, ways: list[Leads]) -> None:
        self.state, self.since, self.own, self.ways = state, since, own, ways
        self.theirs = ways[0].line
        record = next(record for record in state.records if record.uid == self.theirs.deal.uid)
        self.trace = state.traces[record.seq - 1]
        self.alone = here(self.trace)  # this phone recorded both, and never had the answer to the first
        self.speaker = speaker_at(state.game.key, state.sheet.standing.table)

    @property
    def head(self) -> str:
        """What has happened."""
        if self.alone:
            return gettext("Deal {n} was recorded before you changed it.", n=self.theirs.number)
        return gettext("Two phones recorded deal {n} differently.", n=self.theirs.number)

    def node(self) -> Node:
        """The form: theirs is chosen; what each choice leads to stands above the one button."""
        here = url_for("table.table", uid=self.state.uid)
        texts: list[Content] = [hidden(name, text) for name in self.own.texts for text in self.own.texts[name]]
        pair = [self.card(way) for way in self.ways if way.way != TWO]
        two = [self.both(way) for way in self.ways if way.way == TWO]
        stays = gettext("Until you settle it, the sheet stays as the other phone has it.")
        if self.alone:
            stays = gettext("Until you settle it, the sheet stays as it is.")
        legend = node("legend", {"class": "unseen"}, gettext("Deal {n}", n=self.theirs.number))
        return node(
            "form",
            {"class": "settle", "method": "post", "action": here + "/settle"},
            HIDDEN_FIELDS,
            hidden("since", str(self.since)),
            texts,
            node("fieldset", {}, legend, node("div", {"class": "entries"}, pair), two),
            [self.result(way) for way in self.ways],
            node("p", {"class": "soft"}, stays),
            node("button", {"class": "go"}, gettext("Settle it")),
        )

    def card(self, way: Leads) -> Node:
        """One of the two entries: whose it is, what it says, what it leads to."""
        head, story = line_in_words(way.line, self.speaker)
        kept = gettext("Keep what is recorded") if self.alone else gettext("Keep theirs")
        words = kept if way.way == THEIRS else gettext("Mine is right: amend")
        return node(
            "label",
            {"class": "chip"},
            choice(way.way),
            [node("small", {}, where) for where in self.whose(way.way)],
            node("b", {}, head),
            node("span", {}, story),
            self.leads_to(way),
            node("span", {"class": "keep"}, words),
        )

    def both(self, way: Leads) -> Node:
        """The third answer: two deals were played."""
        return node("label", {"class": "chip"}, choice(TWO), gettext("These are two deals"), self.leads_to(way))

    def whose(self, way: str) -> tuple[Content, str]:
        """Whose phone an entry comes from, and where it stands."""
        if way == MINE:
            return gettext("This phone"), gettext("only here")
        trace = self.trace
        by = gettext("This phone") if self.alone else hands(self.state).get((trace.grant, trace.device), "")
        at = clock(from_millis(trace.at).astimezone())
        return node("bdi", {}, by or gettext("Another phone")), gettext("{time}, on the sheet", time=at)

    def leads_to(self, way: Leads) -> list[Content]:
        """The totals after the deal and in the end, where totals are points; who then has won."""
        told: list[Content] = []
        if self.state.game.has_totals:
            then, end = way.line.totals, way.state.sheet.standing.totals
            if then != end and way.way != TWO:
                told.append(node("small", {}, totals(then)))
            told.append(node("small", {}, gettext("In the end"), " ", totals(end)))
        return told

    def result(self, way: Leads) -> Node:
        """How the match stands with this choice; only that of what is chosen is seen."""
        sheet = way.state.sheet
        words: Content = (
            won_words(self.speaker, sheet.outcome.winners) if sheet.outcome else gettext("Then the score is")
        )
        sides = [self.side(way, side) for side in range(len(sheet.standing.totals))]
        place = {"class": "stand", "data-way": way.way}
        return node("section", place, node("small", {}, words), node("p", {"class": "row"}, sides))

    def side(self, way: Leads, side: int) -> Node:
        """One side with its total, or where no points are counted what has become of it."""
        standing, game = way.state.sheet.standing, self.state.game
        marks = game.marks(standing)
        told = gettext(STATUS[marks["status"][side]]) if marks["kind"] == "status" else num(standing.totals[side])
        style = "word" if marks["kind"] == "status" else None
        who = node("small", {}, mark(side), " ", self.speaker.voice.side(side))
        return node("span", {"class": LETTERS[side]}, who, node("b", {"class": style}, told))


def conflict(state: MatchState, since: int, own: Own, playable: bool) -> Conflict | None:
    """The conflict of an own deal with the first that another phone recorded since; None where nothing is to be chosen.

    playable: whether the own entry could also be the next deal.
    """
    record = first_deal(state, since)
    line = line_of(state, record.uid) if record else None
    if record is None or line is None or own.kind != "deal":
        return None
    truth = truth_of(state, record, own.texts)
    amended = None if truth.open or not truth.differs else truth.foresee()[0]
    mine = line_of(amended.after, record.uid) if amended else None
    if amended is None or mine is None:
        return None
    ways = [Leads(THEIRS, state, line), Leads(MINE, amended.after, mine)]
    two = as_next(state, own) if playable else None
    if two:
        ways.append(Leads(TWO, two, two.sheet.lines[-1]))
    return Conflict(state, since, own, ways)


def first_deal(state: MatchState, since: int) -> Record | None:
    """The first deal that was recorded after a version."""
    return next((record for record in state.records[max(since, 0) :] if record.kind == "deal"), None)


def line_of(state: MatchState, uid: str) -> Line | None:
    """The line of a deal that counts."""
    return next((line for line in state.sheet.lines if line.deal.uid == uid and not line.problems), None)


def as_next(state: MatchState, own: Own) -> MatchState | None:
    """The match with the own entry as one more deal."""
    try:
        return dry_run(state, "deal", own.entry)
    except Refused:
        return None


def choice(way: str) -> Node:
    """The button of a choice; theirs is chosen."""
    return node("input", {"type": "radio", "name": "settle", "value": way, "checked": way == THEIRS})


def hidden(name: str, text: str) -> Node:
    """A value that a form carries along."""
    return node("input", {"type": "hidden", "name": name, "value": text})


def totals(sides: tuple[int, ...]) -> Node:
    """Totals in the order of the sides, each behind its mark."""
    each = [node("span", {}, mark(side), " ", num(total)) for side, total in enumerate(sides)]
    return node("span", {"class": "effect"}, each)
