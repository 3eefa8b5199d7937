"""The same of records and of years."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from itertools import product

from scoring.games import games
from scoring.review import review_of
from tests.review.boards import Boards
from tests.review.readings import at, bid_words, many, short
from tests.review.recount import NO_BIDS, declared, newest

LONGEST, CLOSEST, MOST, HIGHEST, RUN = (
    "Longest match", "Closest win", "Most points in a deal", "Highest bid made", "Most wins in a row",
)  # fmt: skip


class Feats(Boards):
    """Records and years."""

    def feats(self, matches, over_all):
        """All that may be a record, in the order of play: what, game, unit -> value, who ("": a guest), when, kind."""
        found, runs = defaultdict(list), Counter()
        for match in matches:
            game, key, day = match.game, match.game.key, match.day
            if match.deals:
                found[LONGEST, key, ""].append((len(match.deals), [sitter.who for sitter in match.ends], day))
            by = min(match.ahead(match.first[0])) if match.first and game.has_totals else 0
            for what in ("Biggest win", CLOSEST) if by > 0 else ():
                found[what, key, match.unit].append((by, [sitter.who for sitter in match.first], day))
            for who, of in product(match.ends, (key, *[""] * over_all)):
                runs[of, who.who] = runs[of, who.who] + 1 if who in match.first else 0
                if who.who in self.of.ranked and runs[of, who.who] > 1:
                    found[RUN, of, ""].append((runs[of, who.who], [who.who], day))
            for deal in match.deals:
                self.try_deal(found, match, deal)
        return found

    def try_deal(self, found, match, deal):
        """The most points of a side in a deal; a bid that was made."""
        game, fact, most = match.game, deal.fact, max(deal.points)
        if game.has_totals and most > 0:
            side = deal.points.index(most)
            who = [one for seat, one in enumerate(deal.here) if match.side_at(seat) == side]
            found[MOST, game.key, match.unit].append((most, who, match.day))
        if review_of(game.key).bids and fact.made and fact.bid is not None and fact.kind not in NO_BIDS:
            who = [deal.at(), *[deal.at(2)] * game.partners]
            found[HIGHEST, game.key, ""].append((fact.bid, who, match.day, fact.kind))

    def held(self, matches, over_all):
        """The records: what, game, the row of its holder, its value in words."""
        out = self.of.names.keys() - self.of.ranked
        found, order = self.feats(matches, over_all), [*games(), ""]
        for (what, key, unit), feats in sorted(found.items(), key=lambda item: order.index(item[0][1])):
            able = [feat for feat in feats if not out.intersection(feat[1])]
            if not able:
                continue
            best = (min if what == CLOSEST else max)(value for value, *_ in able)
            (_, who, day, *kind), *others = [feat for feat in able if feat[0] == best]
            value, named = str(best) if what == RUN else many(best, unit.removesuffix("s")), ""
            if what == LONGEST:
                value = many(best, "deal")
            if what == HIGHEST:
                value, named = bid_words(key, "bid", best), bid_words(key, *kind, 0) if kind != ["bid"] else ""
                value = named or value if value == str(best) else value
            equal = {frozenset(other[1]): self.holders(what, other[1]) for other in others if {*other[1]} != {*who}}
            names = [*equal.values()]
            names = [*names[:3], f"{len(names) - 3} more"] if len(names) > 4 else names
            about = [named] * (named not in ("", value)) + [self.holders(what, who), short(day)]
            about += [f"equalled by {('; ' if what == LONGEST else ', ').join(names)}"] * bool(names)
            yield what, key, " · ".join(about), value

    def holders(self, what, who):
        """Who holds a record."""
        return (", " if what == LONGEST else " & ").join(self.of.names.get(one, "a guest") for one in who)

    def records(self, game=None, **when):
        """The page of records."""
        matches = self.of.scoped(game, **when)
        of = f": {games()[game].name}" if game else ""
        title = f"Records{of} {self.time_of(**when)}".strip()
        lines = [title] * any(map(str.isdigit, title))
        held = [*self.held(matches, not game)]
        lines += ["Texas 42"] * any(key == "texas_42" for _, key, *_ in held)
        for what, key, about, value in held:
            down = what == MOST and not games()[key].high_wins
            lines.append(f"{'Most points down in a deal' if down else what} {about} {value}")
        deals, longest = self.longest(matches)
        if deals and any(key == "" for _, key, *_ in held):
            lines.append(
                f"Longest evening {short(longest[0].day)} · {many(len(longest), 'match')} {many(deals, 'deal')}"
            )
        return lines

    def longest(self, matches):
        """The evening with most deals: how many, and its matches."""
        nights = [[m for m in matches if m.evening["uid"] == uid] for uid in dict.fromkeys(newest(matches)[::-1])]
        return max(
            ((sum(len(m.deals) for m in night), night) for night in nights), key=lambda one: one[0], default=(0, [])
        )

    def year(self, year):
        """The page of a year."""
        matches = self.of.scoped(year=year)
        if not matches:
            return [f"Year {year} {self.of.circle['name']}"]
        deals = Counter()
        for match in matches:
            deals[match.evening["uid"]] += len(match.deals)
        hours = round(sum(deal.seconds or 0 for match in matches for deal in match.deals) / 3600)
        played = [many(len(matches), "match"), many(deals.total(), "deal")]
        played += [many(hours, "hour") + " of deals"] * (hours > 0)
        lines = [f"Year {year} {self.of.circle['name']}", f"{many(len(deals), 'evening')} {' · '.join(played)}"]
        begin, most = date(year, 1, 1), max(deals.values()) or 1
        days = {match.evening["uid"]: (match.day - begin).days for match in matches}
        whole = (date(year + 1, 1, 1) - begin).days
        tall = [f"{at((days[uid] + 0.5) / whole)}:{round(52 - 46 * n / most, 1)}" for uid, n in deals.items()]
        lines.append(f"[{' '.join(tall)}]")
        for together, words in ((False, "matches won"), (True, "won together")):
            rows = self.listed(self.won(matches, together))
            best = max((share.made for _, share in rows), default=0)
            lines += [f"{who} {words} {best} of {share.of}" for who, share in rows if share.made == best > 0]
        said = defaultdict(list)
        for match, deal in declared(matches):
            fact, place = deal.fact, [*games()].index(match.game.key)
            if fact.bid is not None:
                bid = fact.bid if fact.kind == "bid" else 0
                said[place, fact.kind != "bid", bid, fact.kind].append((match.game, fact))
        if said:
            (_, _, bid, kind), facts = min(said.items(), key=lambda one: (-len(one[1]), one[0]))
            game, made = facts[0][0], sum(fact.made for _, fact in facts)
            words = f"{many(len(facts), 'time')} in {game.name}, made {made} {bid_words(game.key, kind, bid)}"
            lines.append(f"Bid most often {words}")
        n, longest = self.longest(matches)
        if n:
            day = longest[0].day
            lines.append(f"Longest evening {day:%A} {day.day} {day:%B} {many(n, 'deal')}")
        lines += [f"{games()[k].name} {about} {n}" for what, k, about, n in self.held(matches, True) if what == MOST]
        found = {game: [len(match.deals) for match in matches if match.game is game] for game in games().values()}
        for game, n in sorted(found.items(), key=lambda item: (-len(item[1]), -sum(item[1]), item[0].key)):
            lines += [f"{game.name} {many(sum(n), 'deal')} {many(len(n), 'match')}"] * bool(n)
        return lines
