"""The page of a game: how its bids go, who wins, what its own rules have, how long and how close its matches are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import NamedTuple

from flask import abort, render_template, url_for
from markupsafe import Markup

from models.review.ask import match_lengths
from models.review.bids import bidders
from models.review.game import NONE, Counting, DealSum, Sums, deal_sums, middle_margin
from models.review.people import Person
from models.review.scope import played_in, totals
from models.review.shares import Share
from scoring.games import games
from scoring.review import ByPerson, Contracts, HowOften, Panel, Rates, Tallies, TallyRow, Trumps, Where, review_of
from web.i18n.dates import length_words
from web.i18n.locale import gettext, num, remarks
from web.review import answers
from web.review.answers import Asked, Row
from web.review.ask import PAYS
from web.review.code_words import bid_words, tenths, trump_labels, wording_text
from web.review.opened import counted, open_review
from web.review.rows import CountRow, ShareRow, amount_words, deals_words, matches_words, names
from web.routes import WATCH_CIRCLE, Pages

bp = Pages("game_review", __name__)
FEW, MANY = 4, 14  # rows that are seen at once


class Section(NamedTuple):
    """A part of the page; note: what is counted; remark: what else is to be known; most: rows that are seen at once."""

    title: str
    note: str
    rows: Sequence[Row]
    remark: str = ""
    most: int = FEW


@bp.get("/review/g/<slug:game>", needs=WATCH_CIRCLE)
def show_game(game: str) -> str:
    """What was finished of a game, or what the filter of time leaves of it."""
    review = open_review()
    if game not in games():
        abort(404)
    shown, asked_of = counted(review, game), [evening for evening in review.played if evening.game == game]
    asked, sums = Asked(review, shown, None), totals(played_in(asked_of, shown.scope))
    return render_template(
        "review/game.html",
        game=games()[game],
        shown=shown,
        totals=sums,
        times=shown.times(url_for("game_review.show_game", game=game), asked_of),
        sections=[section for section in sections(asked) if section.rows] if sums.matches else [],
        others=[(games()[key], n) for key, n in review.most_played.items() if key != game],
    )


def sections(asked: Asked) -> Iterator[Section]:
    """All that the page may show; those without rows are left out."""
    review, game = review_of(asked.game), games()[asked.game]
    panels = [panel_of(panel, asked.game) for panel in review.panels]
    sums = deal_sums(asked.shown.scope, asked.review.people, [one for panel in panels for one in countings(panel)])
    winners = Section(gettext("Who wins"), gettext("matches won"), answers.winners(asked))
    if not review.bids:
        yield winners
    for panel in panels:
        yield section_of(asked, sums, panel)
        if isinstance(panel, Contracts) and panel.by_bid:
            yield Section(gettext("Who bids high"), gettext("bids made"), bidder_rows(asked, panel.by_bid))
    if review.bids:
        yield winners
        rows = [row._replace(small="", emblem="") for row in answers.dealers(asked) if isinstance(row, ShareRow)]
        yield Section(gettext("Who deals"), gettext("deals with more points"), rows)
    yield Section(gettext("Matches"), "", [*length_rows(asked), *(margin_rows(asked) if game.has_totals else ())])


def panel_of(panel: Panel, game: str) -> Panel:
    """A panel; of a game in which nothing is made trumps are only counted."""
    if not isinstance(panel, Trumps) or review_of(game).bids:
        return panel
    return Tallies(panel.title, tuple(TallyRow(label, Where(trump=code)) for code, label in trump_labels(game).items()))


def countings(panel: Panel) -> list[Counting]:
    """Which deals a panel counts."""
    rows = (panel.row,) if isinstance(panel, ByPerson) else panel.rows if isinstance(panel, Rates | Tallies) else ()
    return [counting for row in rows for counting in row_countings(row)]


def row_countings(row: HowOften | TallyRow) -> list[Counting]:
    """The deals of a row; and then those in which it was so."""
    return [(row.of, row.value)] if isinstance(row, TallyRow) else [(row.of, ""), (row.of.also(row.hit), "")]


def section_of(asked: Asked, sums: Sums, panel: Panel) -> Section:
    """What a panel of the game counts."""
    title = wording_text(panel.title)
    if isinstance(panel, Contracts):
        rows = answers.bids(asked)
        notched = any(isinstance(row, ShareRow) and row.notch for row in rows)
        return Section(title, gettext("made"), rows, gettext(PAYS) if notched else "", MANY)
    if isinstance(panel, Trumps):
        return Section(title, gettext("bids made"), answers.trumps(asked), most=MANY)
    note = wording_text(panel.note) if panel.note else ""
    if isinstance(panel, ByPerson):
        return Section(title, note, person_rows(asked, sums, panel.row))
    found = (
        (row, [reduce(DealSum.plus, sums[one].values(), NONE) for one in row_countings(row)]) for row in panel.rows
    )
    rows = [row_of(asked, row, wording_text(row.label), deals) for row, deals in found if deals[0].n]
    return Section(title, "", rows, note) if isinstance(panel, Rates) else Section(title, note, rows)


def person_rows(asked: Asked, sums: Sums, row: HowOften | TallyRow) -> Sequence[Row]:
    """A row for each person, in the order of lists."""
    counts = [sums[counting] for counting in row_countings(row)]
    deals = {who: [found[who] for found in counts] for who in counts[0] if who and counts[0][who].n}
    order = sorted(deals, key=lambda who: (Share(deals[who][-1].n, deals[who][0].n).order, who.id))
    return [row_of(asked, row, names([who]), deals[who], who) for who in order]


def row_of(
    asked: Asked, row: HowOften | TallyRow, words: Markup | str, deals: list[DealSum], who: Person | None = None
) -> Row:
    """A row of deals, of everybody or of one person: in how many it was so, or how many they are."""
    address = asked.deals(row.of, who=who.uid if who else None)
    if isinstance(row, HowOften):
        side = asked.review.people.side(who) if who else None
        return ShareRow(address, words, Share(deals[-1].n, deals[0].n, row.due), side)
    number = deals_words(deals[0].n)
    return CountRow(address, words, *((number, tenths(deals[0].mean)) if row.value else ("", number)))


def bidder_rows(asked: Asked, kinds: tuple[str, ...]) -> Sequence[Row]:
    """Who bids how high, and makes it."""
    rows = []
    usual, found = bidders(asked.bids, asked.review.people, kinds)
    for person, share, above, highest in found:
        small = [gettext("{n} of them over {bid}", n=num(above), bid=bid_words(asked.game, usual))]
        small += [gettext("highest made: {bid}", bid=bid_words(asked.game, highest))] if highest else []
        address, side = asked.deals(Where(kinds=kinds), who=person.uid), asked.review.people.side(person)
        rows.append(ShareRow(address, names([person]), share, side, remarks(small)))
    return rows


def length_rows(asked: Asked) -> Iterator[Row]:
    """How long a match takes."""
    for length in match_lengths(asked.shown.scope, False):
        small = [length_words(length.minutes)] if length.minutes else []
        small.append(half_words(length.matches, gettext("half are shorter")))
        yield CountRow(asked.matches(least=1), gettext("A match takes"), remarks(small), deals_words(length.deals))


def margin_rows(asked: Asked) -> Iterator[Row]:
    """By how much matches are won, and the closest."""
    won, margin, unit = middle_margin(asked.shown.scope)
    if won:
        small = half_words(won, gettext("half are closer"))
        yield CountRow(asked.matches(level=0), gettext("A match is won by"), small, amount_words(margin, unit))
    for row in answers.closest(asked, 1):
        if isinstance(row, CountRow):
            yield row._replace(words=gettext("The closest match"), small=remarks([row.words, row.small]))


def half_words(matches: int, half: str) -> Markup:
    """Of how many matches a number is the middle, and what half of them are."""
    return remarks([matches_words(matches), *([half] if matches > 1 else [])])
