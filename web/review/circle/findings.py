"""Three things that may surprise in the review of a circle: a bid that costs, the worth of dealing, luck and skill."""

from __future__ import annotations

from typing import NamedTuple

from flask import url_for
from markupsafe import Markup

from models.review.circle.summary import Summary
from models.review.game.findings import BidMean, means_of
from scoring.games import games
from web.i18n.locale import gettext, marked, num, signed_tenths
from web.markup import html
from web.review.charts.band import Band, Scale, band
from web.review.filters import Filters
from web.review.open_past import CirclePast
from web.review.rate_rows import percent
from web.review.skill_band import skill_band


class Finding(NamedTuple):
    """Something that may surprise: a drawing, what it comes to, and in words; where it leads, if anywhere.

    front: the bid, or a letter of what it is about.
    """

    address: str
    front: str
    drawing: Markup
    figure: str
    below: str
    words: Markup | str


def findings(here: CirclePast, shown: Summary, now: Filters) -> list[Finding]:
    """Up to three things that may surprise."""
    means = means_of(here.past, here.circle.id)
    dealer = [one for one in means.dealer if now.key in (None, one.game)]
    bids = [one for one in means.bids if now.key in (None, one.game) and one.certain and one.value < 0]
    found = [bid_finding(one) for one in bids[:1]] + [dealer_finding(one) for one in dealer[:1]]
    share, luck = shown.skill, url_for("ask.show_luck")
    if share and round(100 * share.share) == 0:
        words = gettext("How much of it is skill cannot be seen yet: so far you differ no more than chance makes you.")
        found.append(Finding(luck, "", Markup(), gettext("open"), "", words))
    elif share:
        about = percent(share.share).replace(" ", "\N{NO-BREAK SPACE}")
        words = marked("Of the differences between you about {n} is skill. The rest is cards.", n=about)
        ends = gettext("{low} to {high}", low=num(round(100 * share.low)), high=num(round(100 * share.high)))
        found.append(Finding(luck, "", skill_band(share), percent(share.share), ends, words))
    return found


def bid_finding(one: BidMean) -> Finding:
    """A bid that loses points."""
    game = games()[one.game]
    words = marked(
        "Bids of {bid} in {game} lose you points: {gain} a deal.",
        bid=num(one.what or 0), game=gettext(game.name), gain=signed_tenths(one.value),
    )  # fmt: skip
    fraction = gettext("{made} of {n}", made=one.made, n=one.deals)
    address = url_for("game_review.show_game", game=one.game)
    return Finding(address, num(one.what or 0), mean_drawing(one), gettext("costs"), fraction, words)


def dealer_finding(one: BidMean) -> Finding:
    """What it is worth to deal."""
    low, high = round(one.low, 1), round(one.high, 1)
    verdict = gettext("pays") if low > 0 else gettext("costs") if high < 0 else gettext("open")
    gain, ends = signed_tenths(one.value), [signed_tenths(end) for end in (one.low, one.high)]
    words = marked(
        "The dealer’s side in {game}: {gain} a deal, between {low} and {high}.",
        game=gettext(games()[one.game].name), gain=gain, low=ends[0], high=ends[1],
    )  # fmt: skip
    address = url_for("game_review.show_game", game=one.game)
    return Finding(address, gettext("D"), mean_drawing(one), verdict, "", words)


def mean_drawing(one: BidMean) -> Markup:
    """A mean on a ruler around nothing."""
    most = max(abs(one.low), abs(one.high)) * 1.2
    low, high = signed_tenths(one.low), signed_tenths(one.high)
    label = marked("{value}, between {low} and {high}", value=signed_tenths(one.value), low=low, high=high).striptags()
    return html(band(Band(one.value, one.low, one.high, 0), Scale(-most, most), label))
