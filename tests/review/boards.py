"""The same of the pages of games."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median

from scoring.games import games
from scoring.review import Contracts, HowOften, Rates, Tallies, TallyRow, Trumps, Where, review_of
from tests.review.answers import Answers, length, tenths
from tests.review.readings import bid_words, folded, many
from tests.review.recount import counts, declared

FEW, MANY = 4, 14


def is_so(where, deal, part, apart):
    """Whether a deal, or what it was for a seat that is so far from the dealer, is as a Where says."""
    fact = deal.fact
    known = fact.took is not None
    asked = (
        (where.kinds, fact.kind in where.kinds),
        (where.made is not None, fact.made == where.made),
        (where.opened is not None, fact.opened == where.opened),
        (where.bid is not None, fact.bid == where.bid),
        (where.trump is not None, fact.trump == where.trump),
        (where.seat is not None, apart == where.seat),
        (where.number is not None, deal.number >= (where.number or 0)),
        (where.taken is not None, known and fact.took >= (where.taken or 0)),
        (where.short is not None, fact.made is False and known and fact.bid == fact.took + (where.short or 0)),
        (where.missed, known and fact.other_bid is not None and fact.other_bid <= (where.missed or 0) - fact.took),
        (where.before, part and part.before in where.before),
        (where.after, part and part.after in where.after),
    )
    return all(so for said, so in asked if said)


def found(matches, where):
    """Deals that are so, or what they were for seats: who that was, and the fact or the part."""
    for match in matches:
        for deal in match.deals:
            if where.of_parts:
                yield from (
                    (deal.here[part.seat], part) for part, apart in deal.parts if is_so(where, deal, part, apart)
                )
            elif is_so(where, deal, None, deal.from_dealer):
                yield deal.at(), deal.fact


def worded(label):
    return label if isinstance(label, str) else label[1]


class Boards(Answers):
    """The pages of games."""

    def game(self, key, **when):
        """The page of a game: its bids, who wins, its own rules; of all sections the rows."""
        matches, played, review = self.of.scoped(key, **when), games()[key], review_of(key)
        time = f"{self.time_of(**when)}: " if when else ""
        deals = sum(len(match.deals) for match in matches)
        lines = [f"{played.name} {time}{many(len(matches), 'match')} · {many(deals, 'deal')}"]
        winners = self.listed(self.won(matches)), FEW
        sections = [] if review.bids else [winners]
        for panel in review.panels:
            is_long = isinstance(panel, Contracts) or (isinstance(panel, Trumps) and review.bids)
            sections.append((self.panel(panel, matches, played), MANY if is_long else FEW))
            if isinstance(panel, Contracts) and panel.by_bid:
                sections.append((self.bidders(matches, panel.by_bid, key), FEW))
        if review.bids:
            gains = [deal.dealer_gain for match in matches for deal in match.deals]
            ways = (("The dealer’s side", 1), ("The others", -1))
            rows = [(words, counts((gain * sign > 0, 0.0) for gain in gains)) for words, sign in ways if gains]
            sections += [winners, (rows, FEW)]
        sections = [section for section in sections if section[0]] if matches else []
        first = [row for row in (sections[0][0] if sections else ()) if not isinstance(row, str)]
        if first:
            words, share, *small = max(first, key=lambda row: row[1].of)
            bid = " won " if sections[0] is winners else ": made "
            lines += [f"{words}{bid}{share.made} of {share.of}", *small]
        for rows, most in sections:
            lines += rows if isinstance(rows[0], str) else folded(rows, most)
        others, last = Counter(match.game for match in self.of.played if match.game is not played), {}
        for match in self.of.played:
            last[match.game, match.evening["uid"]] = match.day, match.began
        order = sorted(last, key=last.get)  # of as many matches that which was played first
        others = sorted(others.items(), key=lambda item: (-item[1], [game for game, _ in order].index(item[0])))
        tiles = [f"{game.name} {many(n, 'match')}" for game, n in others]
        return [*lines, *(self.long(matches, played) if matches else ()), *([" ".join(tiles)] if tiles else [])]

    def panel(self, panel, matches, played):
        """The rows of a panel: shares, or lines."""
        if isinstance(panel, Contracts | Trumps) and review_of(played.key).bids:
            return self.contracts(matches, played.key, "bids" if isinstance(panel, Contracts) else "trumps")
        if isinstance(panel, Trumps):
            labels = self.trump_labels(played.key)
            panel = Tallies("", tuple(TallyRow(label, Where(trump=code)) for code, label in labels.items()))
        if isinstance(panel, Rates | Tallies):
            return [made for row in panel.rows if (made := self.row(worded(row.label), row, matches))]
        rows = []
        for who in self.of.ranked:
            mine = [one for one in found(matches, panel.row.of) if one[0] == who]
            if mine:
                hits = [who] * len(mine)
                if isinstance(panel.row, HowOften):
                    hits = [one for one, _ in found(matches, panel.row.of.also(panel.row.hit)) if one == who]
                share = counts((n < len(hits), 0.0) for n in range(len(mine)))
                rows.append((share.order, self.age(who), self.row(self.name(who), panel.row, matches, who)))
        return [row for *_, row in sorted(rows, key=lambda row: row[:2])]

    def row(self, words, row, matches, who=None):
        """A row of a panel, of everybody or of one; nothing where there is no such deal."""
        of = [fact for whose, fact in found(matches, row.of) if who in (None, whose)]
        if not of:
            return None
        if isinstance(row, HowOften):
            hits = len([1 for whose, _ in found(matches, row.of.also(row.hit)) if who in (None, whose)])
            share = counts((n < hits, 0.0) for n in range(len(of)))
            return words, share._replace(even=row.due)
        number = many(len(of), "deal")
        if not row.value:
            return f"{words} {number}"
        return f"{words} {number} {tenths(fmean(getattr(fact, row.value) or 0 for fact in of))}"

    def bidders(self, matches, kinds, key):
        """Who bids higher than is usual, and makes it."""
        bids = [deal for _, deal in declared(matches) if deal.fact.kind in kinds]
        heard = Counter(deal.fact.bid for deal in bids)
        usual = min(heard, key=lambda bid: (-heard[bid], bid), default=0)
        rows = []
        for who in self.of.ranked:
            mine = [deal.fact for deal in bids if deal.at() == who]
            share, above = counts((fact.made, 0.0) for fact in mine), sum(fact.bid > usual for fact in mine)
            highest = max((fact.bid for fact in mine if fact.made), default=0)
            small = f"{above} of them over {bid_words(key, 'bid', usual)}"
            small += f"; highest made: {bid_words(key, 'bid', highest)}" * bool(highest)
            if mine:
                rows.append(((len(mine) < 20, -above / len(mine), self.age(who)), (self.name(who), share, small)))
        return [row for _, row in sorted(rows)]

    def long(self, matches, played):
        """How long matches of a game are, and how close."""
        known = [match for match in matches if match.deals]
        lasted = [seconds for match in known if (seconds := sum(deal.seconds or 0 for deal in match.deals))]
        half = many(len(known), "match") + "; half are shorter" * (len(known) > 1)
        time = length(round(median(lasted) / 60) if lasted else 0).strip()
        if known:
            deals = many(round(median(len(match.deals) for match in known)), "deal")
            yield f"A match takes {time}{'; ' * bool(time)}{half} {deals}"
        ahead = [max(0, min(match.ahead(match.first[0]))) for match in matches if match.first]
        if ahead and played.has_totals:
            half = many(len(ahead), "match") + "; half are closer" * (len(ahead) > 1)
            units, middle = {match.unit for match in matches if match.first}, round(median(ahead))
            by = many(middle, units.pop().removesuffix("s")) if len(units) == 1 else middle
            yield f"A match is won by {half} {by}"
            for who, day, by in self.close(matches)[:1]:
                yield f"The closest match {who}; {day} {by}"
