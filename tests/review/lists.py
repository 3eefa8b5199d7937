"""The same of the lists that numbers lead to: how many there are, and each row, page by page."""

from __future__ import annotations

from itertools import pairwise

from scoring.games import games
from tests.review.feats import Feats
from tests.review.readings import bid_words, many, short
from tests.review.recount import declared

PAGE = 50


class Lists(Feats):
    """Matches and deals, the newest first."""

    def matches(self, who=None, against=None, game=None, **when):
        """The matches of somebody, perhaps against somebody, or all."""
        rows = []
        for match in reversed(self.of.scoped(game, **when)):
            seat, rival = match.seat_of(who), match.seat_of(against)
            if (who and not seat) or (against and (not rival or rival.side == seat.side)):
                continue
            came = f"won by {self.seated(match.first)}" if match.first else "level"
            if rival:
                ahead = min(seat, rival, key=lambda one: one.place)
                came = "level" if seat.place == rival.place else f"{ahead.name} ahead"
            elif seat:
                mates = [one for one in match.ends if one.side == seat.side and one is not seat]
                way = "level" if match.level else "won" if seat in match.first else "lost"
                came = f"{self.seated([seat, *mates])}; {way}"
            about = [*[match.game.name] * (game is None), short(match.day), many(len(match.deals), "deal")]
            first = seat or next(iter(match.first), match.ends[0])
            totals = [first.total, *{one.side: one.total for one in match.ends if one.side != first.side}.values()]
            figure = " : ".join(map(signless, totals)) if len(totals) == 2 and match.game.has_totals else ""
            rows.append(f"{came} {'; '.join(about)} {figure}".strip())
        said = [self.name(who)] if who else []
        said += [f"against {self.name(against)}"] if against else []
        return self.paged("match", rows, said, game, when)

    def seated(self, seats):
        return (" & " if len(seats) < 3 else ", ").join(seat.name for seat in seats)

    def deals(self, game, who=None, before=None, **when):
        """The deals of a game, those that somebody declared, or what deals were for seats that were in them so."""
        rows = []
        for match in reversed(self.of.scoped(game, **when)):
            for deal in reversed(match.deals):
                fact = deal.fact
                words = bid_words(game, fact.kind, fact.bid)
                words += "" if fact.made is None else "; made" if fact.made else "; lost"
                found = [(deal.at(), words, fact.gain)]
                if before:
                    parts = [part for part, _ in deal.parts if part.before == before]
                    codes = [(bid_words(game, part.before, 0), bid_words(game, part.after, 0)) for part in parts]
                    found = [(deal.here[p.seat], "; ".join(both), p.gain) for p, both in zip(parts, codes, strict=True)]
                for whose, words, gain in found:
                    about = [*[self.of.names.get(whose)] * bool(whose), short(match.day), f"deal {deal.number}"]
                    if who in (None, whose):
                        rows.append(f"{words} {'; '.join(about)} {signless(gain) if gain <= 0 else f'+{gain}'}")
        said = [self.name(who)] if who else []
        said += [bid_words(game, before, 0)] if before else []
        return self.paged("deal", rows, said, game, when)

    def paged(self, what, rows, said, game, when):
        """The pages of a list."""
        words = " · ".join(filter(None, [*said, games()[game].name if game else "", self.time_of(**when)]))
        head = [
            many(len(rows), what),
            *[words] * (any(map(str.isdigit, words)) or words.startswith((*self.of.names.values(),))),
        ]
        pages = [rows[n : n + PAGE] for n in range(0, len(rows), PAGE)]
        return [[*head, *page] for page in pages] or [head]

    def lists(self, keys, there):
        """Addresses of lists with the pages that they have."""
        asked = [{}, {"last": 10}, *({"game": key} for key in keys), *({"who": who} for who in there)]
        asked += [{"who": one, "against": other} for one, other in pairwise(there)]
        for one in asked:
            yield "/review/matches", one, self.matches(**one)
        for key in keys:
            declarers = {deal.at() for _, deal in declared(self.of.scoped(key))} & {*there[:2]}
            befores = {part.before for match in self.of.scoped(key) for deal in match.deals for part, _ in deal.parts}
            for one in ({}, *({"who": who} for who in declarers), *({"before": before} for before in befores)):
                yield "/review/deals", {"game": key} | one, self.deals(key, **one)


def signless(number):
    return str(number).replace("-", "−")
