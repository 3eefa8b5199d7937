"""How much of the differences between people is skill: in words, and drawn from nothing to all."""

from __future__ import annotations

from markupsafe import Markup

from models.review.statistics.luck import Skill
from web.i18n.locale import gettext
from web.markup import html
from web.review.charts.band import Band, Scale, band


def skill_words(found: Skill) -> str:
    """The share and its band in a sentence."""
    values = {"n": round(100 * found.share), "low": round(100 * found.low), "high": round(100 * found.high)}
    return gettext(
        "Of the differences between you {n} in 100 ({low} to {high}) are skill. The rest is cards.", **values
    )


def skill_band(found: Skill) -> Markup:
    """The same drawn."""
    drawn = Band(100 * found.share, 100 * found.low, 100 * found.high)
    return html(band(drawn, Scale(0, 100), skill_words(found)))
