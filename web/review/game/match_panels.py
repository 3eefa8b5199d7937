"""Panels of a game's page that count who comes through deals and wins matches, and what was in the pot."""

from __future__ import annotations

from bisect import bisect_left
from itertools import count

from flask import url_for

from models.review.game.counts import usual_of
from models.review.game.match_counts import lengths, pots, winners
from models.review.game.splits import survival
from models.review.statistics.rates import SHOWN_FROM, rate
from scoring.review import Pot, Survival, Where, Winners
from web.i18n.locale import gettext, money, ngettext, num
from web.markup import html
from web.review.charts.form import bars
from web.review.charts.survival import survival_curve
from web.review.code_words import wording_text
from web.review.game.rows import RateOf, rate_rows
from web.review.game.sections import GameCounts, LeadView, Section, TableView

MOST_BARS = 12


def winner_panel(here: GameCounts, panel: Winners) -> Section:
    """Who wins the match."""
    found = [(row, winners(here.scope, here.past, here.matches, row)) for row in panel.rows]
    rows = [
        RateOf(here.played(row.of, never=1 if row.never else None), wording_text(row.label), known)
        for row, known in found
        if known.of
    ]
    views, scale = rate_rows(rows)
    return Section(wording_text(panel.title), gettext("of those who finished a match"), views, scale)


def survival_panel(here: GameCounts, panel: Survival) -> Section:
    """Who comes through which deal: a curve and strokes for the usual number of players, as a table for all."""
    found = survival(here.scope, panel.out)
    if not found:
        return Section(wording_text(panel.title))
    usual = max(found, key=lambda players: found[players].get(1, (0, 0))[1])
    often = usual_of(found[usual].values())
    rows = [
        RateOf(here.deals(Where(after=(panel.out,), deal=number)), num(number), rate(*found[usual][number], often))
        for number in sorted(found[usual])
    ]
    views, scale = rate_rows(rows)
    note = ngettext("with {num} player, deal by deal", "with {num} players, deal by deal", usual)
    shares = still_in(found[usual])
    curve = html(survival_curve(shares)) if len(shares) > 1 else None
    table = survival_table(found, usual)
    return Section(wording_text(panel.title), note, views, scale, told=False, table=table, drawing=curve)


def still_in(deals: dict[int, tuple[int, int]]) -> list[float]:
    """The share that is still in after each deal, from the first on, as long as SHOWN_FROM were in it."""
    found: list[float] = []
    share = 1.0
    for number in count(1):
        through, of = deals.get(number, (0, 0))
        if of < SHOWN_FROM:
            return found
        share *= through / of
        found.append(share)
    return found


def survival_table(found: dict[int, dict[int, tuple[int, int]]], usual: int) -> TableView:
    """A row a deal, a column for each number of players; of the usual one also how many in 100 are still in."""
    columns = sorted(found)
    heads = [gettext("Deal"), *(ngettext("{num} player", "{num} players", players) for players in columns)]
    heads.append(ngettext("Of 100 with {num} player still in", "Of 100 with {num} players still in", usual))
    left = {number: num(round(100 * share)) for number, share in enumerate(still_in(found[usual]), 1)}
    numbers = sorted({number for deals in found.values() for number in deals})
    rows = [
        [num(number), *(through_words(found[players].get(number)) for players in columns), left.get(number, "")]
        for number in numbers
    ]
    return TableView(gettext("The same in figures"), heads, rows)


def through_words(pair: tuple[int, int] | None) -> str:
    """How many came through, of how many."""
    return gettext("{made} of {n}", made=pair[0], n=pair[1]) if pair else ""


def pot_panel(here: GameCounts, panel: Pot) -> Section:
    """The money of matches."""
    found = pots(here.scope)
    if not found.matches:
        return Section(wording_text(panel.title))
    words = ngettext("{num} match for money", "{num} matches for money", found.matches)
    small = gettext("the winner got {amount} on average", amount=money(found.mean))
    address = url_for("follow.show_follow", uid=found.most_uid)
    most = LeadView(address, gettext("The most that somebody got"), "", money(found.most))
    return Section(wording_text(panel.title), leads=[LeadView("", words, small, ""), most])


def length_panel(here: GameCounts, seconds: int) -> Section:
    """How many deals matches have, each number its bar; seconds: of a deal."""
    found = lengths(here.matches, seconds)
    if not found.deals:
        return Section(gettext("Length"))
    low, high = found.deals[0], found.deals[-1]
    wide = max(1, -(-(high - low + 1) // MOST_BARS))
    starts = range(low, high + 1, wide)
    counted = [
        (num(start), bisect_left(found.deals, start + wide) - bisect_left(found.deals, start)) for start in starts
    ]
    addresses = [here.played(least=start, most=start + wide - 1) for start in starts]
    heads = gettext("Deals"), gettext("Matches")
    chart = bars(gettext("Matches by number of deals"), counted, heads, addresses=addresses)
    remark = ngettext("Half of them end by deal {num}.", "Half of them end by deal {num}.", found.middle)
    if found.minutes:
        remark += " " + ngettext(
            "A usual match takes {num} minute.", "A usual match takes {num} minutes.", found.minutes
        )
    leads = [LeadView(here.played(), gettext("Matches"), "", num(len(found.deals)))]
    return Section(gettext("Length"), drawing=html(chart), leads=leads, remark=remark)
