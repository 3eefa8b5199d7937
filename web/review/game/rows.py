"""Rows of a game's page for the template: rates and means with their bands, and where the deals behind them are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from models.review.game.counts import GameMean
from models.review.statistics.rates import Rate
from web.i18n.locale import gettext, localize_typed, marked, ngettext, num, signed_tenths
from web.markup import html
from web.review.charts.band import Band, Scale, band, counted, rate_words, scale_ticks, verdict

STEP = 10


class RowView(NamedTuple):
    """A row as review/_parts.html draws it; value None: too few to say more than what is below."""

    address: str
    front: str | Markup
    drawing: Markup | None
    value: str | Markup | None
    below: str | Markup


class RateOf(NamedTuple):
    """A rate to be drawn: what it is of, its break-even as a share, what else is said beside it."""

    address: str
    front: str | Markup
    rate: Rate
    due: float | None = None
    more: str | Markup = ""


class MeanOf(NamedTuple):
    """A mean to be drawn."""

    address: str
    front: str
    mean: GameMean
    signed: bool = True


def rate_rows(found: Sequence[RateOf]) -> tuple[list[RowView], Markup | None]:
    """Rows of rates on one scale, those that are too few to measure last; and the words of the scale."""
    shown = [one for one in found if one.rate.shown is not None]
    scale = scale_of([one.rate for one in shown], [one.due for one in shown])
    few = [one for one in found if one.rate.shown is None]
    ticks = scale_ticks(scale, [(at, num(round(at))) for at in marks_of(scale)])
    return [rate_row(one, scale) for one in [*shown, *few]], html(ticks) if shown else None


def scale_of(rates: Sequence[Rate], dues: Sequence[float | None]) -> Scale:
    """From the ten below all of them to the ten above, in hundredths."""
    ends = [100 * end for one in rates for end in (one.low or 0, one.high or 0)] + [100 * due for due in dues if due]
    if not ends:
        return Scale()
    low = STEP * int(min(ends) // STEP)
    return Scale(low, max(low + 2 * STEP, STEP * -int(-max(ends) // STEP)))


def marks_of(scale: Scale) -> list[float]:
    """Up to five tens of a scale, without its ends."""
    tens = range(int(scale.low) + STEP, int(scale.high), STEP)
    every = -(-len(tens) // 5) if tens else 1
    return [float(ten) for ten in tens[::every]]


def rate_row(one: RateOf, scale: Scale) -> RowView:
    """A rate: measured, or each deal as its own stroke, or not yet."""
    known, fraction = one.rate, gettext("{made} of {n}", made=one.rate.made, n=one.rate.of)
    if known.shown is None:
        drawing = html(counted(known.made, known.of)) if known.of else None
        return RowView(one.address if known.of else "", one.front, drawing, None, fraction if known.of else not_yet())
    due = None if one.due is None else 100 * one.due
    drawn = Band(100 * known.shown, 100 * (known.low or 0), 100 * (known.high or 0), due)
    drawing = html(band(drawn, scale, rate_words(known.made, known.of, drawn)))
    share = percent(known.shown)
    small = joined([fraction, one.more] if due is None else [share, one.more])
    value = share if due is None else Markup('<span class="word">{}</span>').format(verdict(drawn))
    return RowView(one.address, one.front, drawing, value, small)


def not_yet() -> str:
    """What stands where nothing was counted."""
    return gettext("not yet")


def percent(share: float) -> str:
    """A share in hundredths."""
    return gettext("{n} %", n=num(round(100 * share)))


def joined(parts: Sequence[str | Markup]) -> Markup:
    """Figures beside each other."""
    return Markup(" · ").join(part for part in parts if part)


def mean_rows(found: Sequence[MeanOf]) -> list[RowView]:
    """Rows of means on one scale."""
    ends = [abs(end) for one in found for end in (one.mean.low, one.mean.high) if end is not None]
    most = max(ends, default=0) or 1
    signs = any(one.signed for one in found)
    return [mean_row(one, Scale(-most if signs else 0, most)) for one in found]


def mean_row(one: MeanOf, scale: Scale) -> RowView:
    """A mean with its band, the cut at nothing gained; or how many deals there are."""
    mean, deals = one.mean, ngettext("{num} deal", "{num} deals", one.mean.n)
    if mean.value is None or mean.low is None or mean.high is None:
        return RowView(one.address if mean.n else "", one.front, None, None, deals if mean.n else not_yet())
    told: Any = signed_tenths if one.signed else tenths
    value, low, high = told(mean.value), told(mean.low), told(mean.high)
    words = marked("{value} a deal, between {low} and {high}", value=value, low=low, high=high).striptags()
    drawn = Band(mean.value, mean.low, mean.high, 0 if one.signed else None)
    return RowView(one.address, one.front, html(band(drawn, scale, words)), value, deals)


def tenths(value: float) -> str:
    """A mean with one decimal."""
    return localize_typed(f"{value:.1f}")
