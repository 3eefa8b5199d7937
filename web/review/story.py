"""The story of an evening: its sentences, who won how many, how its matches went; and the pictures to share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flask import g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from models.base import from_millis
from models.review.evening import Span, span_of
from models.review.money import debts_of
from models.review.story import StoryMatch, Told, matches_on, story_of, units_on
from models.tables import Evening
from scoring.games import games
from web.auth.guard import granted_match, own_evening
from web.evening import summary
from web.evening.summary import ListedMatch
from web.evening.views import counted_matches
from web.i18n.dates import clock, length_words, long_day
from web.i18n.locale import gettext, list_of, ngettext, num
from web.i18n.messages import list_with_and
from web.review.code_words import bid_words, coded
from web.review.curve import Curve, curve_of, curve_words
from web.review.lists import matches_address
from web.review.opened import OpenReview, open_review
from web.review.picture import evening_picture, match_picture
from web.review.render import shown
from web.review.rows import names, won_row
from web.routes import WATCH_EVENING, WATCH_MATCH, Pages

bp = Pages("story", __name__)


class StoryLine(NamedTuple):
    """A sentence as the template says it.

    address: of its deal, its match, or the results; who: of whom; people: how many they are; game, score: of its match;
    call: what was bid or called; small: the line below it.
    """

    told: Told
    address: str
    who: Markup
    people: int
    game: str
    score: str
    call: str
    small: Markup | str


class PlayedRow(NamedTuple):
    """A finished match: its result, when it ended, its curve (None without chances) and what that shows."""

    match: ListedMatch
    ended: str
    curve: Curve | None
    label: str


@bp.get("/e/<slug:uid>/story", needs=WATCH_EVENING)
def show_story(uid: str) -> str:
    """The story; who may see this evening only is told nothing of others."""
    evening, review = own_evening(uid), open_review()
    night = matches_on(evening.id, review.people)
    listed = summary.played_in([evening.id])[evening.id]
    over = counted_matches(listed) if night else []
    g.damaged = [row for row in g.damaged if row.uid in {match.uid for match in listed}]
    span = span_of((from_millis(match.began), from_millis(match.ended)) for match in night)
    return render_template(
        "review/story.html",
        evening=evening,
        when=long_day(evening.date),
        hours=hours_words(span),
        lines=[line_of(told, night, span) for told in told_of(evening, night, review)],
        won=[won_row(review.people, won)._replace(address="") for won in units_on(night)],
        played=played_rows(night, over),
        debts=debts_of(evening, review.people, [match.id for match in over]),
        names=review.people.names,
    )


def told_of(evening: Evening, night: Sequence[StoryMatch], review: OpenReview) -> list[Told]:
    """What is told of an evening; nothing while no match of it is over."""
    return story_of(evening, night, review.people, review.played if g.by.whole else ()) if night else []


def line_of(told: Told, night: Sequence[StoryMatch], span: Span | None) -> StoryLine:
    """A sentence with its words."""
    who = list_with_and([names(unit) for unit in told.who])
    people = sum(map(len, told.who))
    if told.match is None:
        return StoryLine(told, address_of(told), who, people, "", "", "", small_of(told, night, span))
    game = gettext(str(games()[told.match.game].name))
    if told.deal is None:
        address, small = url_for("table.show_table", uid=told.match.uid), ""
    else:
        address = url_for("deal.show_deal", uid=told.match.uid, of=told.deal.uid)
        small = gettext("{game}, deal {deal}", game=game, deal=told.deal.number)
    return StoryLine(told, address, who, people, game, score_words(told.match), call_words(told), small)


def address_of(told: Told) -> str:
    """Where a sentence about several matches leads: to all of a person's, else to the results of the evening."""
    if told.what == "run" and len(told.who) == 1:
        return matches_address(who=told.who[0][0].uid)
    return "#results"


def small_of(told: Told, night: Sequence[StoryMatch], span: Span | None) -> Markup | str:
    """The line below who won and how much was played: the games; how many deals in how long."""
    if told.what in ("won", "shared", "played"):
        return list_of(list(dict.fromkeys(gettext(str(games()[match.game].name)) for match in night)))
    if told.what in ("row", "run"):
        return ""
    counts = [len(match.deals) for match in night]
    deals = [ngettext("{num} deal", "{num} deals", sum(counts))] if all(counts) else []
    length = [length_words(round(span.length.total_seconds() / 60))] if span and span.length else []
    return list_of([*deals, *length])


def score_words(match: StoryMatch) -> str:
    """The result of a match, the winner first: "7 : 6"; empty where totals do not tell it."""
    return "{}\u00a0:\u00a0{}".format(*map(num, match.score)) if match.score else ""


def call_words(told: Told) -> str:
    """What was called or bid in the deal of a sentence; empty where that is not told."""
    deal = told.deal
    if told.match is None or deal is None or deal.bid is None or not deal.told:
        return ""
    return coded(told.match.game, deal.kind) if deal.called else bid_words(told.match.game, deal.bid)


def played_rows(night: Sequence[StoryMatch], over: Sequence[ListedMatch]) -> list[PlayedRow]:
    """The finished matches in the order in which they were listed."""
    told = {match.uid: match for match in night}
    rows = []
    for match in over:
        if match.uid in told:
            curve = curve_of(told[match.uid])
            sides = [str(side.words.striptags()) for side in match.sides]
            label = curve_words(curve, *sides[:2]) if curve else ""
            rows.append(PlayedRow(match, clock(from_millis(told[match.uid].ended).astimezone()), curve, label))
    return rows


def hours_words(span: Span | None) -> str:
    """From when to when an evening was; empty where it went on another day."""
    if span is None or span.length is None:
        return ""
    return gettext("{begin} to {end}", begin=clock(span.begin.astimezone()), end=clock(span.end.astimezone()))


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
