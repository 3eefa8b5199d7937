"""The same of the answers to questions, of seasons, tables and money."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, datetime, timedelta
from fractions import Fraction
from math import inf
from statistics import fmean, median

from scoring.games import games
from scoring.review import Trumps, review_of
from scoring.words import SUITS
from tests.review.readings import Readings, at, bid_words, folded, many, short
from tests.review.recount import counts, declared, newest, today

PLACES = (4, 2, 1)


def tenths(value):
    return ("−" if round(value, 1) < 0 else "") + f"{abs(value):.1f}".removesuffix(".0")


def length(minutes):
    """Some minutes, with a blank behind; nothing for none."""
    return (
        f"{minutes // 60} h {minutes % 60} ".replace(" 0 ", " ")
        if minutes >= 60
        else f"{many(minutes, 'minute')} " * (minutes > 0)
    )


def highest(values, n):
    """The sum of so many of the best."""
    return sum(sorted(values, reverse=True)[:n])


class Answers(Readings):
    """What is asked."""

    def ask(self, question, who="", game=None, **when):
        matches = self.of.scoped(game, **when)
        if question == "winners":
            return folded(self.listed(self.won(matches)), 20)
        if question in ("with", "against"):
            return folded(self.listed(self.others(who, matches, question == "with")), 20)
        if question in ("bids", "trumps"):
            return folded(self.contracts(matches, game, question), 20)
        if question in ("bidders", "seats"):
            cases = defaultdict(list)
            for match, deal in declared(matches):
                cases[self.bid_key(question, match.game, deal)].append((deal.fact.made, 0.0))
            return folded(((words, counts(came)) for words, came in cases.items() if words), 20)
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
        n = deal.from_dealer
        return "The dealer" if n == game.seats[-1] else n and f"{many(n, 'seat')} after the dealer"

    def contracts(self, matches, key, question):
        """Bids, those with a number first, or trumps, with how often they were made; bids with what they bring."""
        labels, cases = self.trump_labels(key), defaultdict(list)
        for match, deal in declared(matches):
            fact = deal.fact
            words = bid_words(key, fact.kind, fact.bid) if question == "bids" else labels.get(fact.trump)
            cases[words].append((fact, match.unit))
        rows = []
        for words, came in cases.items():
            facts = [fact for fact, _ in came]
            number = facts[0].bid if question == "bids" and facts[0].kind == "bid" else inf
            place = number, -len(facts), min((fact.kind, fact.trump or "") for fact in facts)
            share = counts((fact.made, 0.0) for fact in facts)
            row = self.paid(words, share, facts, {unit for _, unit in came}) if question == "bids" else (words, share)
            rows += [(place, row)] if words else []
        return [row for _, row in sorted(rows, key=lambda row: row[0])]

    def trump_labels(self, key):
        """What trumps are called, and what stands in their place."""
        labels = {str(suit.value): suit.label for suit in SUITS}
        for panel in review_of(key).panels:
            labels |= panel.words if isinstance(panel, Trumps) else {}
        return labels

    def paid(self, words, share, bids, units):
        """With ten or more bids of one unit what they bring, and the share that would bring nothing."""
        if share.of < 10 or len(units) > 1:
            return words, share
        won, lost = (sum(fact.gain for fact in bids if fact.made == so) for so in (True, False))
        brings, [unit] = tenths(abs(won + lost) / share.of), units
        small = f"{'brings' if won + lost > 0 else 'costs'} {brings} {unit[: -1 if brings == '1' else None]} a deal"
        if 0 < share.made < share.of and won > 0 > lost:
            win, loss = won / share.made, -lost / (share.of - share.made)
            share = share._replace(even=loss / (win + loss))
        return words, share, small if brings != "0" else "brings about nothing"

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
        return [" ".join(map(str, one)) for one in self.close(matches)[:10]]

    def close(self, matches):
        """The matches that somebody won, the closest first: who won, when, by how much."""
        won = [(min(m.ahead(m.first[0])), m) for m in matches if self.ranked(m.first)]
        won.sort(key=lambda one: (one[0], -one[1].day.toordinal(), -one[1].n))
        return [
            (self.both(self.ranked(match.first)), short(match.day), many(by, match.unit.removesuffix("s")))
            for by, match in won
            if by >= 0
        ]

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
        """A season: what evenings brought everybody, and what is sure; what does not count stands in brackets."""
        first, last = map(date.fromisoformat, (season["first"], season["last"]))
        days = defaultdict(list)
        for match in self.of.played:
            if first <= match.day <= last and match.game.key in (season.get("games") or games()):
                days[match.day].append(match)
        days = dict([*days.items()][: season.get("evenings") or None])
        lines = self.season_head(season, len(days), first, last)
        brought = {day: self.brought(season["counts"], matches) for day, matches in days.items()}
        rows = self.standings(season, brought, last)
        lines += [row for _, row, _ in rows]
        if rows:
            lines.append(" ".join([*map(str, range(1, 1 + len(days))), "Sum"]))
            lines += [cells for *_, cells in rows]
        return lines + [f"{d:%A} {d.day} {d:%B %Y} {many(len(days[d]), 'match')}" for d in reversed(days)]

    def season_head(self, season, n, first, last):
        """The name and the rules of a season, those that have a number."""
        lines = [f"{season['name']} " + (f"evening {n} of {season['evenings']} · " if season.get("evenings") else "")]
        lines[0] += f"{short(first)} to {short(last)}"
        lines += ["Places of each evening: 4, 2, 1, 0"] * (season["counts"] == "places")
        lines += [", ".join(games()[key].name for key in season.get("games") or () if "texas_42" in season["games"])]
        best, least = season.get("best_of"), season.get("at_least")
        lines += [f"The best {best} evenings of each count."] * ((best or 0) > 1)
        lines += [f"A place needs {many(least, 'evening')}."] if least else []
        return [line for line in lines if line]

    def standings(self, season, brought, last):
        """Rows in their order: the key, the row with its bounds, the cells of the evenings."""
        now, least, best_of = today(), season.get("at_least") or 0, season.get("best_of") or None
        nights = [e for e in self.of.evenings if e["date"] == str(now) and not e.get("hidden")]
        over = [day for day in brought if day != now or all(night.get("closed_at") for night in nights)]
        begin = max(now + timedelta(days=now in over), date.fromisoformat(season["first"]))
        left = max(0, (last - begin).days + 1)
        left = min(left, max(0, season["evenings"] - len(over))) if season.get("evenings") else left
        known = {}
        for who in dict.fromkeys(who for came in brought.values() for who in came):
            got = {day: came[who] for day, came in brought.items() if who in came}
            sure = [got[day] for day in got if day in over]
            total = highest(got.values(), best_of)
            bounds = {"places": (highest(sure, best_of), highest(sure + [4] * left, best_of)), "matches": (total, None)}
            known[who] = (
                got,
                len(sure),
                total,
                *(bounds.get(season["counts"], (None, None)) if left else (total, total)),
            )
        leader = max((row[3] for row in known.values() if row[3] is not None and row[1] >= least), default=None)
        most = max([1.0, *(total if reach is None else reach or total for _, _, total, _, reach in known.values())])
        rows = []
        for who, (got, there, total, sure, reach) in known.items():
            place = (
                1 + sum(row[2] > total for row in known.values() if len(row[0]) >= least) if len(got) >= least else None
            )
            able = place == 1 if not left else there + left >= least and (reach is None or reach >= (leader or 0))
            words = self.verdict(season, left, able, place, reach, len(got))
            stick = ""
            if None not in (sure, reach, leader):
                stick = f"[^{at(leader / most)} {at(sure / most)}–{at(reach / most)} 1.50–{at(sure / most)}]"
            row = " ".join(filter(None, [str(place or ""), self.name(who), words, tenths(total), stick]))
            kept = sorted(got, key=lambda day: (-got[day], day))[:best_of]
            cells = [tenths(value) if day in kept else f"({tenths(value)})" for day, value in got.items()]
            key = place is None, -total, -len(got), self.age(who)
            rows.append((key, row, " ".join([self.name(who), *cells, tenths(total)])))
        return sorted(rows)

    def verdict(self, season, left, able, place, reach, there):
        """What the season still holds for somebody."""
        if place is None and not (left and able):
            return f"too few evenings: {there} of {season['at_least']}"
        if not left:
            return "won the season" * able
        if able and place == 1:
            return "leads"
        words = "can still win" if able else "cannot win any more"
        return words if reach is None else f"{words}: reaches {tenths(reach)}"

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

    def owed(self, evening):
        """What each is to get over an evening, exactly: a side's money is shared equally."""
        sums = defaultdict(Fraction)
        for match in self.of.matches:
            for sitter in match.ends if match.money and match.evening["uid"] == evening else ():
                both = sum(one.side == sitter.side for one in match.ends)
                sums[sitter.name] += Fraction(match.money[sitter.side], both)
        return sums
