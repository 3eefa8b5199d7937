"""What two phones wrote: both sides of a branch deal by deal, what each choice leads to, and how it is settled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from flask import g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from models.base import db, from_millis
from models.log.errors import Refused, StaleVersion
from models.log.granted_match import GrantedMatch, read_granted
from models.log.state import MatchState
from models.tail.branches import UNKNOWN_BASE, Branch, match_branches
from models.tail.settle import BOTH, MINE, NEITHER, THEIRS, DealPair, Sides, chosen_way, preview, sides_of, steps_for
from models.tail.settle import settle as settle_branch
from scoring.words import Deal, Line, Record
from table.form_entry import parse_int
from table.icons import LETTERS
from web.auth.browser import device_id
from web.auth.guard import granted_match
from web.history import author_names, is_own, phone_name, ruling_words
from web.i18n.dates import clock
from web.i18n.locale import gettext
from web.i18n.messages import MarkupFormatter, formatter_at
from web.match_page import won_words
from web.routes import SCORE_MATCH, WATCH_MATCH, Pages
from web.sheet import line_text
from web.tail.views import problem_texts

MOST_EFFECTS = 6  # rows for which each choice is tried out


class Card(NamedTuple):
    """One choice of a row: whose it is and since when, what it says, the totals at the end with it."""

    way: str
    whose: tuple[str, ...]
    head: Markup | str
    story: Markup | str
    totals: tuple[int, ...] | None
    label: str


class Row(NamedTuple):
    """A row of the page: its heading, what both or one of the sides says, the choices, the one that is made."""

    side: DealPair
    heading: str
    cards: tuple[Card, ...]
    chosen: str

    @property
    def name(self) -> str:
        """The name of its input."""
        return f"choice.{self.side.uid}"

    @property
    def one_sided(self) -> bool:
        """Whether only one of the two has it, so that the question is whether it happened."""
        return NEITHER in self.side.ways


class BothPage:
    """A branch beside the log, with the choices that were made so far."""

    def __init__(self, state: MatchState, branch: Branch, twins: dict[str, str], choices: Mapping[str, str]) -> None:
        self.state, self.branch, self.choices = state, branch, choices
        self.sides: Sides = sides_of(branch, state, twins)
        self.game, self.uid, self.version = state.game, state.uid, state.version
        self.names = author_names(state)
        self.phone = gettext("This phone") if is_own(branch) else phone_name(state, branch)
        self.outcome, self.problems = self.try_out(choices)
        self.rows = [self.row(side) for side in self.sides.rows]

    @property
    def number(self) -> int:
        """How many deals both have."""
        return self.sides.number

    @property
    def strange(self) -> bool:
        """Whether the phone knew records that are not here."""
        return self.branch.reason == UNKNOWN_BASE

    @property
    def formatter(self) -> MarkupFormatter:
        """The formatter for the players at the table now."""
        return formatter_at(self.game.key, self.state.sheet.standing.table)

    @property
    def illegal(self) -> list[tuple[str, list[str]]]:
        """The records of the phone that cannot be recorded, in words, with the reasons."""
        found = []
        for record, problems in self.sides.illegal:
            words = gettext("A deal") if record.kind in ("deal", "amend") else gettext("A ruling")
            found.append((words, problem_texts(self.state, problems)))
        return found

    def try_out(self, choices: Mapping[str, str]) -> tuple[MatchState | None, list[str]]:
        """The state that the choices lead to; None, with the reasons, when something of it cannot be recorded."""
        try:
            return preview(self.state, steps_for(self.sides.rows, choices)), []
        except Refused as refused:
            return None, problem_texts(self.state, refused.problems)

    @property
    def result(self) -> Markup | str:
        """How the match stands with the choices, in words."""
        ended = self.outcome.sheet.outcome if self.outcome else None
        return won_words(self.formatter, ended.winners) if ended else gettext("Then the score is")

    @property
    def totals(self) -> tuple[int, ...] | None:
        """The totals with the choices, where points count."""
        return self.outcome.sheet.standing.totals if self.outcome and self.game.has_totals else None

    @property
    def statuses(self) -> list[str]:
        """What has become of each side with the choices, where no points count; empty where that is not told."""
        standing = (self.outcome or self.state).sheet.standing
        marks = self.game.marks(standing)
        return [gettext(self.game.statuses[one]) for one in marks["status"]] if marks["kind"] == "status" else []

    @property
    def uncounted(self) -> int:
        """How many lines would no longer count with the choices."""
        states = (self.outcome, self.state) if self.outcome else (self.state, self.state)
        after, before = (sum(bool(line.problems) for line in state.sheet.lines) for state in states)
        return max(after - before, 0)

    def row(self, side: DealPair) -> Row:
        """A row of the page."""
        return Row(side, self.heading(side), self.cards(side), chosen_way(side, self.choices))

    def heading(self, side: DealPair) -> str:
        """Which deal it is, on the sheet if it stands there."""
        for deal, state in ((side.theirs, self.state), (side.ours, self.sides.ours)):
            line = line_of(state, deal)
            if line and line.deal.kind == "deal" and not line.problems:
                return gettext("Deal {n}", n=line.number)
            if deal:
                return gettext("A deal") if deal.kind == "deal" else gettext("A ruling")
        return ""

    def cards(self, side: DealPair) -> tuple[Card, ...]:
        """The choices of a row."""
        if side.same or NEITHER in side.ways:
            return (self.card(side, THEIRS if side.theirs else MINE),)
        return tuple(self.card(side, way) for way in side.ways)

    def card(self, side: DealPair, way: str) -> Card:
        """One choice."""
        deal, state = (side.theirs, self.state) if way == THEIRS else (side.ours, self.sides.ours)
        if way == BOTH:
            return Card(way, (), gettext("These are two deals"), "", self.leads_to(side, way), "")
        label = gettext("Keep what is recorded") if way == THEIRS else gettext("Take this one")
        head, story = self.words(deal, state)
        return Card(way, self.whose(deal, way), head, story, self.leads_to(side, way), label)

    def words(self, deal: Deal | None, state: MatchState) -> tuple[Markup | str, Markup | str]:
        """What a side says of a row."""
        if deal is None:
            return gettext("Removed"), ""
        line = line_of(state, deal)
        if deal.kind == "deal" and line:
            return line_text(line, self.formatter)
        return self.ruling(Record(0, deal.uid, deal.kind, deal.entry)), ""

    def ruling(self, record: Record) -> Markup | str:
        """A ruling in words."""
        rules = self.state.sheet.standing.rules
        return ruling_words(record, self.formatter, rules, rules)

    def whose(self, deal: Deal | None, way: str) -> tuple[str, ...]:
        """Which phone an entry comes from, and when it was made."""
        if way == MINE:
            made_at = next((one.made_at for one in self.branch.records if deal and one.uid == deal.uid), None)
            at = clock(from_millis(made_at or self.branch.came_at).astimezone())
            return (self.phone, gettext("{time}, not on the sheet", time=at))
        record = next((one for one in self.state.records if deal and one.uid == deal.uid), None)
        if record is None:
            return (gettext("on the sheet"),)
        trace = self.state.traces[record.seq - 1]
        at = clock(from_millis(trace.at).astimezone())
        own = gettext("This phone") if is_own(trace) else gettext("Another phone")
        by = self.names.get((trace.grant, trace.device)) or own
        return (by, gettext("{time}, on the sheet", time=at))

    def leads_to(self, side: DealPair, way: str) -> tuple[int, ...] | None:
        """The totals at the end with this choice and the others as they are."""
        contested = [one.uid for one in self.sides.rows if len(one.ways) > 1 and NEITHER not in one.ways]
        if not self.game.has_totals or side.uid not in contested[:MOST_EFFECTS]:
            return None
        state, _ = self.try_out({**self.choices, side.uid: way})
        return state.sheet.standing.totals if state else None


def line_of(state: MatchState, deal: Deal | None) -> Line | None:
    """The line of a deal on the sheet."""
    return next((line for line in state.sheet.lines if deal and line.deal.uid == deal.uid), None)


CHOICE = "choice."

bp = Pages("both", __name__)


@bp.get("/m/<slug:uid>/both", needs=WATCH_MATCH)
def show_branches(uid: str) -> str:
    """The oldest branch that waits, both sides deal by deal."""
    return both_page(granted_match(uid))


@bp.post("/m/<slug:uid>/both", needs=SCORE_MATCH)
def settle(uid: str) -> ResponseReturnValue:
    """Record what was chosen, or show what it would come to."""
    match = granted_match(uid)
    if "look" in request.form:
        return both_page(match)
    after = parse_int(request.form.get("after", ""))
    version = after if type(after) is int else -1
    try:
        settle_branch(match, request.form.get("branch", ""), choices(), version, grant=g.by.uid, device=device_id())
    except Refused:
        return both_page(granted_match(uid)), 422
    except StaleVersion:
        return both_page(granted_match(uid), stale=True), 409
    return redirect(url_for("table.show_table", uid=uid), 303)


def choices() -> dict[str, str]:
    """By row what was chosen; of a switch the last value counts."""
    names = [name for name in request.form if name.startswith(CHOICE)]
    return {name.removeprefix(CHOICE): request.form.getlist(name)[-1] for name in names}


def both_page(match: GrantedMatch, stale: bool = False) -> str:
    """The page of the branch in the form, else of the oldest one that waits."""
    state = read_granted(match)
    held = match_branches(db.session.connection(), match.id, match.uid)
    waiting = [branch for branch in held if branch.waits]
    asked = [branch for branch in waiting if branch.uid == request.form.get("branch")]
    twins = {uid: twin for branch in held for uid, twin in branch.twins.items()}
    page = BothPage(state, (asked or waiting)[0], twins, choices()) if waiting else None
    return render_template(
        "tail/both.html", uid=match.uid, page=page, more=len(waiting) - 1, stale=stale, letters=LETTERS
    )
