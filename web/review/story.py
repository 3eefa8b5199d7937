"""The story of an evening: its sentences, who won how many, how its matches went; and the pictures to share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from models.base import from_millis
from models.review.money import debts_of
from models.review.story import StoryDeal, StoryMatch, Told, matches_on, story_of, units_on
from scoring.games import games
from web.auth.guard import granted_match, own_evening
from web.evening import summary
from web.evening.summary import ListedMatch
from web.evening.views import counted_matches
from web.i18n.dates import clock, hours_words, long_day
from web.i18n.locale import gettext, list_of, ngettext, num
from web.i18n.messages import list_with_and
from web.review.code_words import bid_words, coded
from web.review.lists import matches_address
from web.review.opened import open_review
from web.review.picture import evening_picture, match_picture
from web.review.render import shown
from web.review.rows import across, names, won_row
from web.routes import WATCH_EVENING, WATCH_MATCH, Pages

bp = Pages("story", __name__)
TOP, BOTTOM = 4.0, 68.0  # y of who has won, and of who has lost, in a curve


class StoryLine(NamedTuple):
    """A sentence as the template says it.

    address: of its deal, its match, or the results; who: of whom; people: how many they are; game, score: of its match;
    call: what was bid or called; small: the line below it.
    """

    told: Told
    address: str
    who: Markup
    people: int
    game: str = ""
    score: str = ""
    call: str = ""
    small: Markup | str = ""


class CurveTurn(NamedTuple):
    """The deal that turned a match: where it is in the curve, from what y to what y, and the side that gained by it."""

    deal: StoryDeal
    x: str
    was: float
    now: float
    side: int | None


class PlayedRow(NamedTuple):
    """A finished match: its result, when it ended; the chance of the first side deal by deal, and what that shows.

    line: a path of 100 by 72, mirrored for who reads from the right; empty where no chances are known.
    """

    match: ListedMatch
    ended: str
    line: str
    turn: CurveTurn | None
    label: str


@bp.get("/e/<slug:uid>/story", needs=WATCH_EVENING)
def show_story(uid: str) -> str:
    """The story; who may see this evening only is told nothing of others."""
    evening, review = own_evening(uid), open_review()
    night = matches_on(evening.id, review.people)
    listed = summary.played_in([evening.id])[evening.id]
    over = counted_matches(listed) if night else []
    told = story_of(evening, night, review.people, review.played if g.by.whole else ()) if night else []
    g.damaged = [row for row in g.damaged if row.uid in {match.uid for match in listed}]
    return render_template(
        "review/story.html",
        evening=evening,
        when=long_day(evening.date),
        hours=hours_words((from_millis(match.began), from_millis(match.ended)) for match in night),
        lines=[line_of(one, night) for one in told],
        won=[won_row(review.people, won) for won in units_on(night)],
        played=played_rows(night, over),
        debts=debts_of(evening, review.people, [match.id for match in over]),
        names=review.people.names,
    )


def line_of(told: Told, night: Sequence[StoryMatch]) -> StoryLine:
    """A sentence with its words; about several matches it leads to all of a person's, else to the results."""
    line = StoryLine(told, "#results", list_with_and([names(unit) for unit in told.who]), sum(map(len, told.who)))
    match, deal = told.match, told.deal
    if match is None:
        if told.what == "run" and len(told.who) == 1:
            line = line._replace(address=matches_address(who=told.who[0][0].uid))
        return line._replace(small=small_of(told, night))
    game = gettext(games()[match.game].name)
    score = "{}\u00a0:\u00a0{}".format(*map(num, match.score)) if match.score else ""  # the winner first: "7 : 6"
    line = line._replace(address=url_for("table.show_table", uid=match.uid), game=game, score=score)
    if deal is None:
        return line
    call = ""
    if deal.told and deal.bid is not None:
        call = coded(match.game, deal.kind) if deal.called else bid_words(match.game, deal.bid)
    small = gettext("{game}, deal {deal}", game=game, deal=deal.number)
    return line._replace(address=url_for("deal.show_deal", uid=match.uid, of=deal.uid), call=call, small=small)


def small_of(told: Told, night: Sequence[StoryMatch]) -> Markup | str:
    """The line below who won and how much was played: the games; how many deals, where all were written down."""
    if told.what in ("won", "shared", "played"):
        return list_of(list(dict.fromkeys(gettext(games()[match.game].name) for match in night)))
    deals = [len(match.deals) for match in night]
    return "" if told.what in ("row", "run") or not all(deals) else ngettext("{num} deal", "{num} deals", sum(deals))


def played_rows(night: Sequence[StoryMatch], over: Sequence[ListedMatch]) -> list[PlayedRow]:
    """The finished matches in the order in which they were listed."""
    told = {match.uid: match for match in night}
    rows = []
    for match in over:
        if match.uid in told:
            line, turn = curve_of(told[match.uid])
            one, other = [side.words.striptags() for side in match.sides][:2] if line else ("", "")
            words = gettext("Who was likely to win, deal by deal: {one} above, {other} below", one=one, other=other)
            if turn:
                words = gettext("{words}; deal {deal} turned it", words=words, deal=turn.deal.number)
            ended = clock(from_millis(told[match.uid].ended).astimezone())
            rows.append(PlayedRow(match, ended, line, turn, words))
    return rows


def curve_of(match: StoryMatch) -> tuple[str, CurveTurn | None]:
    """The curve of a match of two sides and two deals at least, and the deal that turned it."""
    deals = len(match.deals)
    if len(match.sides) != 2 or deals < 2 or len(match.curve) != deals + 1:
        return "", None
    heights = [round(BOTTOM - (BOTTOM - TOP) * first / 1000, 1) for first, _ in match.curve]
    places = [across((deal + 0.5) / deals) for deal in range(deals)]
    steps = [f"H{x[:-1]}V{y:g}" for x, y in zip(places, heights[1:], strict=True)]
    line = f"M{across(0)[:-1]} {heights[0]:g}{''.join(steps)}H{across(1)[:-1]}"
    if match.turn is None:
        return line, None
    _, deal = match.turn
    return line, CurveTurn(match.deals[deal], places[deal], heights[deal], heights[deal + 1], match.winner)


@bp.get("/e/<slug:uid>/story.png", needs=WATCH_EVENING)
def show_picture(uid: str) -> ResponseReturnValue:
    """The picture of an evening; where there is no story yet the page that says so."""
    evening = own_evening(uid)
    picture = evening_picture(open_review(), evening)
    if picture is None:
        return redirect(url_for("story.show_story", uid=uid), 303)
    return shown(picture, f"evening-{evening.date.isoformat()}.png")


@bp.get("/m/<slug:uid>/picture.png", needs=WATCH_MATCH)
def show_match_picture(uid: str) -> ResponseReturnValue:
    """The picture of a match; where it is not over the table."""
    evening = own_evening(granted_match(uid).evening_uid)
    open_review()
    picture = match_picture(evening, uid)
    if picture is None:
        return redirect(url_for("table.show_table", uid=uid), 303)
    return shown(picture, f"match-{evening.date.isoformat()}.png")
