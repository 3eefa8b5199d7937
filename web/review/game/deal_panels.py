"""Panels of a game's page that count deals (scoring/review.py)."""

from __future__ import annotations

from datetime import date

from markupsafe import Markup

from models.review.deals.rare import Rare, rare
from models.review.game.counts import GameMean, contracts, counts, means, rates
from models.review.game.splits import speakers, trumps
from models.review.statistics.rates import SHOWN_FROM
from scoring.review import Averages, Contracts, Fields, HowOften, Rates, Speaks, Tallies, TallyRow, Trumps, Where
from web.i18n.dates import day
from web.i18n.locale import gettext, marked, ngettext, num, remarks, signed, signed_tenths
from web.review.code_words import bid_words, coded, wording_text
from web.review.game.rows import MeanOf, RateOf, mean_rows, percent, rate_rows
from web.review.game.sections import Field, FieldRow, FieldsView, GameCounts, LeadView, Section
from web.review.rate_rows import names


def contract_panel(here: GameCounts, panel: Contracts) -> Section:
    """Each bid: its rate against break-even, and what a deal brings."""
    found = contracts(here.scope, panel, here.review.stakes, here.rules)
    rows = []
    for one in found:
        front = coded(here.game, one.kind) if one.bid is None else bid_words(here.game, one.bid)
        address = here.deals(Where(kinds=(one.kind,), bid=one.bid))
        rows.append(RateOf(address, front, one.rate, one.due, signed_tenths(one.mean)))
    views, scale = rate_rows(rows)
    short = all(len(view.front) < 5 for view in views)
    remark = gettext("The cut is break-even under your rules. Stroke past it: pays. Before it: costs. Across it: open.")
    note = gettext("made, and what a deal brings")
    return Section(wording_text(panel.title), note, views, scale, not short, remark=remark if scale else "")


def rate_panel(here: GameCounts, panel: Rates) -> Section:
    """Rates beside each other."""
    found = zip(panel.rows, rates(here.scope, panel.rows), strict=True)
    rows = [RateOf(hit_address(here, row), wording_text(row.label), known, row.due) for row, known in found if known.of]
    views, scale = rate_rows(rows)
    remark = wording_text(panel.remark) if panel.remark else ""
    return Section(wording_text(panel.title), "", views, scale, remark=remark)


def field_panel(here: GameCounts, panel: Fields) -> Section:
    """Deals by two things at once: in each field how many, and the share of its row."""
    wheres = [row.also(column) for _, row in panel.rows for _, column in panel.columns]
    found = iter(zip(wheres, counts(here.scope, wheres), strict=True))
    heads = ["", *(wording_text(words) for words, _ in panel.columns)]
    rows = [
        FieldRow(wording_text(words), fields_of(here, [next(found) for _ in panel.columns])) for words, _ in panel.rows
    ]
    shown = FieldsView(heads, rows) if any(field.deals for row in rows for field in row.fields) else None
    remark = wording_text(panel.remark) if panel.remark else ""
    return Section(wording_text(panel.title), fields=shown, remark=remark)


def fields_of(here: GameCounts, counted: list[tuple[Where, int]]) -> list[Field]:
    """The fields of a row."""
    of = sum(n for _, n in counted)
    return [
        Field(here.deals(where) if n else "", n, percent(n / of) if of >= SHOWN_FROM else "") for where, n in counted
    ]


def hit_address(here: GameCounts, row: HowOften) -> str:
    """Where the deals are that hit."""
    return here.deals(row.of.also(row.hit))


def mean_panel(here: GameCounts, panel: Averages) -> Section:
    """Averages beside each other."""
    found = zip(panel.rows, means(here.scope, panel.rows), strict=True)
    rows = [
        MeanOf(here.deals(row.of), wording_text(row.label), mean, row.value in ("gain", "edge", "dealer_gain"))
        for row, mean in found
        if mean.n
    ]
    remark = wording_text(panel.remark) if panel.remark else ""
    return Section(wording_text(panel.title), gettext("a deal"), mean_rows(rows), remark=remark)


def tally_panel(here: GameCounts, panel: Tallies) -> Section:
    """Deals that are counted one by one."""
    leads = [tally_lead(here, row, rare(here.scope, row)) for row in panel.rows]
    return Section(wording_text(panel.title), leads=leads)


def tally_lead(here: GameCounts, row: TallyRow, found: Rare) -> LeadView:
    """How many, in how many matches, when the last was, the longest wait, the worst."""
    if not found.n or found.last is None:
        return LeadView("", wording_text(row.label), gettext("not yet"), "")
    words: list[str | Markup] = [ngettext("in {num} match", "in {num} matches", found.matches)]
    words.append(last_words(here, row, found.last, found.who))
    if found.wait:
        words.append(ngettext("the longest wait {num} day", "the longest wait {num} days", found.wait))
    if found.worst is not None:
        words.append(marked("the worst {points}", points=signed(found.worst)))
    return LeadView(here.deals(row.of), wording_text(row.label), remarks(words), num(found.n))


def last_words(here: GameCounts, row: TallyRow, last: date, who: int | None) -> str | Markup:
    """When the last of such deals was, and whose where that is to their credit; who stays out is not named."""
    when, person = day(last, "short_year"), here.past.people.of(who) if row.praise else None
    if person is None or person.unranked:
        return gettext("last on {day}", day=when)
    return marked("last by {name} on {day}", name=names([person]), day=when)


def speaks_panel(here: GameCounts, panel: Speaks) -> Section:
    """Who has the last word, by turn, and what it brings."""
    found, n = speakers(here.scope)
    rows = [
        RateOf(here.deals(Where(opened=True, seat=seat)), turn_words(seat, mean), known) for seat, known, mean in found
    ]
    views, scale = rate_rows(rows)
    note = ngettext("of {num} auction written down", "of {num} auctions written down", n)
    return Section(wording_text(panel.title), note, views, scale)


def turn_words(seat: int, mean: GameMean) -> str | Markup:
    """Whose turn it is, and where there are enough what a deal brings."""
    words = {1: gettext("first to speak"), 2: gettext("second"), 3: gettext("third"), 4: gettext("the dealer")}
    if mean.value is None:
        return words[seat]
    return marked("{who}, {points} a deal", who=words[seat], points=signed_tenths(mean.value))


def trump_panel(here: GameCounts, panel: Trumps) -> Section:
    """Which trump is made how often, where it was written down."""
    found, unknown = trumps(here.scope, panel.words)
    rows = [RateOf(here.deals(Where(trump=trump)), wording_text(panel.words[trump]), known) for trump, known in found]
    views, scale = rate_rows(rows)
    n = sum(known.of for _, known in found)
    return Section(wording_text(panel.title), gettext("known for {n} of {all}", n=n, all=n + unknown), views, scale)


def seat_panel(here: GameCounts, mean: GameMean) -> Section:
    """What dealing is worth."""
    rows = mean_rows([MeanOf(here.deals(Where()), gettext("the dealer’s side"), mean)])
    return Section(gettext("Seats"), gettext("points a deal more than the others"), rows)


def by_seat_panel(here: GameCounts, players: int) -> Section:
    """How often what was declared is made, by seat from the dealer."""
    declared = [HowOften("", Where(seat=seat), Where(made=True)) for seat in range(1, players + 1)]
    found = zip(declared, rates(here.scope, declared), strict=True)
    rows = [
        RateOf(hit_address(here, row), place_words(row.of.seat or 0, players), known)
        for row, known in found
        if known.of
    ]
    views, scale = rate_rows(rows)
    return Section(gettext("Made by seat"), gettext("of what was declared"), views, scale)


def place_words(seat: int, players: int) -> str:
    """Where somebody sits from the dealer."""
    if seat == players:
        return gettext("the dealer")
    return gettext("left of the dealer") if seat == 1 else gettext("seat {n} from the dealer", n=seat)
