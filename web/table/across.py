"""The large view: totals, bid and needs so big that everybody around the table can read them."""

from __future__ import annotations

from typing import Any

from flask import render_template, request, url_for
from markupsafe import Markup

from drawing.sheet_rows import cuts
from drawing.table_page import Place, Table
from models.log.errors import SENTENCES
from models.log.granted_match import GrantedMatch, read_granted
from web.auth.guard import granted_match
from web.http.requests import address_with
from web.i18n.locale import current_language
from web.i18n.messages import formatter_at
from web.markup import html
from web.match_page import won_words
from web.routes import WATCH_MATCH, Pages
from web.sheet import cached_lines, clock_of, last_deal_number

bp = Pages("across", __name__)
SWITCHES = ("turned", "held")  # query parameters: the far half is turned; the page is not reloaded


@bp.get("/m/<slug:uid>/across", needs=WATCH_MATCH)
def show_across(uid: str) -> str:
    """The large view, for a phone that lies in the middle of the table."""
    on = {switch for switch in SWITCHES if switch in request.args}
    return render_template("table/across.html", page=AcrossPage(granted_match(uid), on))


class AcrossPage:
    """What the template reads; on: the switches that are set."""

    def __init__(self, match: GrantedMatch, on: set[str]) -> None:
        self.uid, self.state, self.on = match.uid, read_granted(match), on
        self.game, self.sheet = self.state.game, self.state.sheet
        place = Place(url_for("table.show_table", uid=match.uid), "")
        self.table = Table(
            place, self.game, self.sheet, current_language(), more=SENTENCES, began=clock_of(match.started_at)
        )

    @property
    def turned(self) -> bool:
        """Whether the far half is upside down."""
        return "turned" in self.on

    @property
    def held(self) -> bool:
        """Whether a browser without script keeps the page as it is."""
        return "held" in self.on

    @property
    def totals(self) -> Markup:
        """The totals of every side."""
        return html(self.table.totals_board(boxed=False))

    @property
    def now(self) -> Markup:
        """What is due, the bid in play, what sides need."""
        return html(self.table.status_line(boxed=False))

    @property
    def won(self) -> tuple[str, Markup] | None:
        """Who has won and why."""
        outcome = self.sheet.outcome
        if outcome is None:
            return None
        formatter = formatter_at(self.game.key, self.sheet.standing.table)
        return won_words(formatter, outcome.winners), formatter.format({"code": outcome.why, "values": outcome.values})

    @property
    def clock(self) -> Markup:
        """Until when the match lasts."""
        return html(self.table.clock())

    @property
    def due(self) -> int | None:
        """The number of the last deal as known by now; None without a clock."""
        return last_deal_number(self.table, self.state)

    @property
    def course(self) -> Markup:
        """The stick or the road between the halves."""
        return html(self.table.road_or_stick(cuts(cached_lines(self.table))))

    def switched(self, switch: str) -> str:
        """The address of this view with one switch toggled."""
        more: dict[str, Any] = dict.fromkeys(sorted(self.on ^ {switch}), 1)
        return address_with(url_for("across.show_across", uid=self.uid), more)
