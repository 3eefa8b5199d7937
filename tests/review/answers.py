"""The same of the answers to questions, of seasons, tables and money."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import datetime
from fractions import Fraction
from statistics import fmean, median

from scoring.games import games
from scoring.review import Trumps, review_of
from scoring.words import SUITS
from tests.review.readings import Readings, bid_words, folded, many, short
from tests.review.recount import counts, declared, newest

PLACES = (4, 2, 1)


def tenths(value):
    return ("−" if round(value, 1) < 0 else "") + f"{abs(value):.1f}".removesuffix(".0")


def length(minutes):
    """Some minutes, with a blank behind; nothing for none."""
    return (
        f"{minutes // 60} h {minutes % 60} ".replace(" 0 ", " ")
        if minutes >= 60
        else f"{minutes} minutes " * (minutes > 0)
    )


class Answers(Readings):
    """What is asked."""

    def ask(self, question, who="", game=None, **when):
        matches = self.of.scoped(game, **when)
        if question == "winners":
            return folded(self.listed(self.won(matches)), 20)
        if question in ("with", "against"):
            return folded(self.listed(self.others(who, matches, question == "with")), 20)
        if question in ("bidders", "bids", "trumps", "seats"):
            cases = defaultdict(list)
            for match, deal in declared(matches):
                cases[self.bid_key(question, match.game, deal)].append((deal.fact.made, 0.0, deal.fact.gain))
            told = {words: counts(case[:2] for case in came) for words, came in cases.items() if words}
            if question == "bids":
                told = dict(self.paid(words, share, cases[words]) for words, share in told.items())
            return folded(told.items(), 20)
        if question in ("places", "weekdays"):
            groups = defaultdict(list)
            for match in matches:
                groups[match.evening["place"] if question == "places" else f"{match.day:%A}"].append(match)
            return [
                f"{words} {self.most(found)}{many(len(found), 'match')}" for words, found in groups.items() if words
            ]
        return getattr(self, question)(matches, game)

    def bid_key(self, question, game, deal):
        """What a bid is counted as; nothing where it is not counted."""
        if question == "bidders":
            return self.name(deal.at()) if deal.at() in self.of.ranked else None
        if question == "bids":
            return bid_words(game.key, deal.fact.kind, deal.fact.bid)
        if question == "trumps":
            labels = {str(suit.value): suit.label for suit in SUITS}
            for panel in review_of(game.key).panels:
                labels |= panel.words if isinstance(panel, Trumps) else {}
            return labels.get(deal.fact.trump)
        n = deal.from_dealer
        return "The dealer" if n == game.seats[-1] else n and f"{many(n, 'seat')} after the dealer"

    def paid(self, words, share, bids):
        """With ten or more bids what they bring, and the share that would bring nothing."""
        if share.of < 10:
            return words, share
        won, lost = (sum(gain for made, _, gain in bids if made == so) for so in (True, False))
        brings = (won + lost) / share.of
        way = "brings" if brings > 0 else "costs"
        words += f" {way} {tenths(abs(brings))} a deal" if abs(brings) >= 0.05 else " brings about nothing"
        if not 0 < share.made < share.of or won <= 0 or lost >= 0:
            return words, share
        win, loss = won / share.made, -lost / (share.of - share.made)
        return words, share._replace(even=loss / (win + loss))

    def dealers(self, matches, game):
        rows = []
        for key, played in games().items():
            gains = [deal.dealer_gain for match in matches for deal in match.deals if match.game is played]
            for words, sign in (("The dealer’s side", 1), ("The others", -1)) if gains and review_of(key).bids else ():
                rows.append((f"{words} {played.name}", counts((gain * sign > 0, 0.0) for gain in gains)))
        return folded(rows, 20)

    def lengths(self, matches, game):
        groups, lines = defaultdict(list), []
        for match in matches:
            if match.deals:
                groups[len(match.deals) if game else match.game.name].append(match)
        for key, found in groups.items():
            lasted = [sum(deal.seconds or 0 for deal in match.deals) for match in found]
            time = length(round(median(filter(None, lasted)) / 60)) if any(lasted) else ""
            deals, n = many(round(median(len(match.deals) for match in found)), "deal"), many(len(found), "match")
            lines.append(f"{deals} {time}{n}" if game else f"{key} {time[:-1]}{time and '; '}{n} {deals}")
        return lines

    def closest(self, matches, game):
        won = [(min(m.ahead(m.first[0])), m) for m in matches if self.ranked(m.first)]
        won.sort(key=lambda one: (one[0], -one[1].day.toordinal(), -one[1].n))
        told = [one for one in won if one[0] >= 0][:10]
        return [f"{self.both(self.ranked(match.first))} {short(match.day)} {by}" for by, match in told]

    def attendance(self, matches, game):
        there = {self.name(who): [match for match in matches if match.seat_of(who)] for who in self.of.ranked}
        return [f"{who} {many(len(m), 'match')} {many(len(newest(m)), 'evening')}" for who, m in there.items() if m]

    def most(self, matches):
        """How many evenings, and who won most matches; of several who was there more often."""
        best = [((0,), "", None)]
        for (who,), cases in self.won(matches).items():
            there, share = [match for match in matches if match.seat_of(who)], counts(cases)
            best.append(((-share.made, -len(newest(there)), -len(there), self.age(who)), who, share))
        _, who, share = min(best)
        won = f"; {self.name(who)} won {share.made} of {share.of}" if share else ""
        return f"{many(len(newest(matches)), 'evening')}{won} "

    def season(self, season):
        """The evenings of a season, and what each brought everybody; what does not count stands in brackets."""
        games_of = season.get("games") or games()
        days = defaultdict(list)
        for match in self.of.played:
            if season["first"] <= str(match.day) <= season["last"] and match.game.key in games_of:
                days[match.day].append(match)
        days = dict([*days.items()][: season.get("evenings") or None])
        brought = {day: self.brought(season["counts"], matches) for day, matches in days.items()}
        lines = [f"{day:%A} {day.day} {day:%B %Y} {many(len(found), 'match')}" for day, found in days.items()]
        for who in {who for came in brought.values() for who in came}:
            got = {day: came[who] for day, came in brought.items() if who in came}
            kept = sorted(got, key=lambda day: (-got[day], day))[: season.get("best_of") or None]
            cells = [tenths(value) if day in kept else f"({tenths(value)})" for day, value in got.items()]
            lines.append(" ".join([self.name(who), *cells, tenths(sum(got[day] for day in kept))]))
        return lines

    def brought(self, kind, matches):
        """What an evening brought: matches won, places by them, or points a deal above the mean of the others."""
        sums, deals = defaultdict(float), Counter()
        for match in matches:
            for sitter in match.ends:
                if sitter.who in self.of.ranked:
                    points = fmean(match.ahead(sitter)) if match.deals else 0.0
                    sums[sitter.who] += points if kind == "points" else sitter in match.first
                    deals[sitter.who] += len(match.deals)
        if kind == "points":
            return {who: value / max(1, deals[who]) for who, value in sums.items()}
        if kind == "matches":
            return sums
        return {who: (*PLACES, *[0] * 99)[sum(other > own for other in sums.values())] for who, own in sums.items()}

    def table(self, name):
        """A table for a spreadsheet, cells parted by commas, without its heading."""
        rows = [row for match in self.of.played for row in getattr(self, f"{name}_rows")(match)]
        return [",".join("" if cell is None else str(cell) for cell in row) for row in rows]

    def matches_rows(self, m):
        won = ", ".join(sitter.name for sitter in m.first)
        times = [f"{datetime.fromtimestamp(at / 1000).astimezone():%Y-%m-%d %H:%M:%S}" for at in (m.began, m.ended)]
        where = m.evening["uid"], m.day, m.evening["place"], m.game.key
        seconds = sum(deal.seconds or 0 for deal in m.deals)
        yield m.uid, *where, *times, len(m.deals), seconds, m.corrections, f'"{won}"' if "," in won else won

    def seats_rows(self, m):
        for s in m.sitters:
            won = None if s.place is None or m.level else int(s.place == 1)
            money = m.money[s.side] / sum(one.side == s.side for one in m.ends) if s.place and m.money else None
            told = (
                s.who,
                s.name,
                s.side,
                s.place,
                s.total,
                won,
                s.deals,
                int(money) if money in range(-999, 999) else money,
            )
            yield m.uid, m.day, m.game.key, s.seat, s.turn, *told

    def deals_rows(self, m):
        for deal in m.deals:
            fact, mate = deal.fact, deal.at(2) if m.game.partners else ""
            who = [cell for uid in (deal.here[deal.dealer], deal.at(), mate) for cell in (self.of.names.get(uid), uid)]
            made = None if fact.made is None else int(fact.made)
            told = fact.kind, fact.bid, fact.trump, fact.took, made, fact.gain, deal.seconds
            yield deal.uid, m.uid, m.day, m.game.key, deal.number, *who, *told

    def story(self, evening):
        """Who won how many on an evening."""
        told = self.tally([match for match in self.of.played if match.evening["uid"] == evening])
        return folded([(self.both(who), share) for who, share in told], 8)

    def owed(self, evening):
        """What each is to get over an evening, exactly: a side's money is shared equally."""
        sums = defaultdict(Fraction)
        for match in self.of.matches:
            for sitter in match.ends if match.money and match.evening["uid"] == evening else ():
                both = sum(one.side == sitter.side for one in match.ends)
                sums[sitter.name] += Fraction(match.money[sitter.side], both)
        return sums
