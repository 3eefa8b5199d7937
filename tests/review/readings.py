"""What a reader finds on each page of review, in English: every line that has a number, a name or a drawing."""

from __future__ import annotations

from collections import defaultdict

from scoring.games import games
from scoring.review import review_of
from tests.review.ladder import drawn_courses, ladder
from tests.review.recount import clear, counts, declared, newest


def many(n, what):
    """So many matches, deals, evenings, times."""
    return f"{n} {what}{'' if n == 1 else 'es' if what.endswith('ch') else 's'}"


def short(day):
    return f"{day.day} {day:%b %Y}"


def at(share):
    """Where a share is on its stick."""
    return f"{1.5 + 97 * share:.2f}"


def drawn(share):
    """Each case by itself where there are few, else the stroke, and the notch where even is."""
    if share.of < 10:
        return f"[{'|' * share.made}{'.' * (share.of - share.made)}]"
    return f"[{'' if share.even is None else f'^{at(share.even)} '}{at(share.end(0))}–{at(share.end(1))}]"


def how_to_read(matches):
    """How to read rows of so many matches each."""
    told = {
        "The notch: no better and no worse than the others. The longer the stroke, the less is sure.": max(matches) > 9,
        "Fewer than ten matches are drawn one by one: a dotted one was not won.": min(matches) < 10,
        "Those with fewer than twenty matches stand behind the others.": min(matches) < 20 <= max(matches),
    }
    return [words for words, fits in told.items() if fits]


def folded(rows, most):
    """Rows of shares with their words, perhaps small ones behind; the first rows open."""
    rows = list(rows)
    told = [" ".join([words, *small, f"{share.made} of {share.of} {drawn(share)}"]) for words, share, *small in rows]
    more = ", ".join(words for words, *_ in rows[most : most + 3]) + " …" * (len(rows) > most + 3)
    return [*told[:most], *([f"{len(rows) - most} more {more}", *told[most:]] if len(rows) > most else [])]


def stick(cases):
    """Matches as cuts: won, lost, level."""
    return f"[{''.join('=' if even is None else '+' if came else '-' for came, even in cases)}]"


def by_game(cases):
    """Rows of games; cases: of a match, and how it came out."""
    found = {key: [case for match, case in cases if match.game.key == key] for key in games()}
    rows = [(games()[key].name, counts(came)) for key, came in found.items() if came]
    more = {0: "", 1: " 1 more was level"}
    return [(name + more.get(share.level, f" {share.level} more were level"), share) for name, share in rows]


def level(share, words=""):
    """How many more matches were level."""
    return [f"{many(share.level, 'more match')} ended level{words}."] * (share.level > 0)


def before(seat, other):
    """Whether one came before another; the same place stands in no fraction."""
    return seat.place < other.place, None if seat.place == other.place else 0.5


def bid_words(key, kind, bid):
    """What a bid is called, or a kind of deal."""
    words = review_of(key).bid_words(bid) if kind == "bid" and bid else review_of(key).wordings[kind]
    return words if isinstance(words, str) else words[1]


class Readings:
    """The pages of a circle."""

    def __init__(self, recount):
        self.of, self.name, self.age = recount, recount.names.__getitem__, recount.order.index

    def both(self, people):
        return " & ".join(map(self.name, people))

    def listed(self, cases):
        """People, or pairs, in the order of lists."""
        rows = [(who, share) for who, came in cases.items() if (share := counts(came)).of]
        rows.sort(key=lambda row: (row[1].order, [*map(self.age, row[0])]))
        return [(self.both(who), share) for who, share in rows]

    def won(self, matches, together=False):
        """What everybody won who is ranked, or each two of them as partners."""
        cases = defaultdict(list)
        for match in matches:
            for sitter in match.ends:
                who = (sitter.who, match.mate_of(sitter)) if together else (sitter.who,)
                if self.of.ranked.issuperset(who) and list(who) == sorted(who, key=self.age):
                    cases[who].append(match.case(sitter))
        return cases

    def others(self, who, matches, partners):
        """What somebody won with each partner, or how often they were ahead of each other one."""
        cases = defaultdict(list)
        for match in matches:
            seat = match.seat_of(who)
            for other in match.ends if seat else ():
                if other.who in self.of.ranked and other.seat != seat.seat and (other.side == seat.side) == partners:
                    cases[other.who,].append(match.case(seat) if partners else before(seat, other))
        return cases

    def time_of(self, year=None, last=None):
        return f"Last {last} evenings" if last else str(year or "")

    def circle(self, game=None, year=None, last=None):
        matches, title = self.of.scoped(game, year, last), f"Review: {games()[game].name}" if game else "Review"
        if not matches:
            return []
        time = self.time_of(year, last)
        people, pairs = self.listed(self.won(matches)), self.won(matches, together=True)
        lines = [f"{title} {self.of.circle['name']}, {time or 'since ' + short(min(match.day for match in matches))}"]
        lines += [f"{name} won {share.made} of {share.of}" for name, share in people[:1]]
        lines += [clear(people, 4.4 if game else 4.0)] if len(people) > 1 else []
        rated = ladder(matches, of_a_game=game is not None) if not time else {}
        small = {self.name(who): f"rating {points}" for who, (points, _) in rated.items()}
        ratings = "Ratings begin at 1500; with a question mark they are not sure yet."
        if people and not time:
            lines.append(" ".join([*how_to_read([share.of for _, share in people]), ratings]))
        lines += folded(((name, share, *filter(None, [small.get(name)])) for name, share in people), 6)
        lines += folded(self.listed(pairs), 4)
        known = [who for who in self.of.order if any(who in pair and counts(pairs[pair]).of for pair in pairs)]
        couples = [(one, other) for n, one in enumerate(known) for other in known[n + 1 :]]
        never = [self.both(pair) for pair in couples if pair not in pairs]
        if 0 < len(never) <= 6 and not (game or time):
            lines.append(f"Never partners yet: {', '.join(never)}.")
        for evening in newest(matches)[:3]:
            there = [match for match in matches if match.evening["uid"] == evening]
            told = " · ".join(f"{self.both(who)} {n.made}" for who, n in self.tally(there)[:3] if n.made)
            lines.append(f"{short(there[0].day)[:-5]} {there[0].evening['place'] or 'An evening'} {told}".strip())
        lines.append(f"All matches on {many(len(newest(matches)), 'evening')} {len(matches)}")
        lines.append(f"All deals {sum(len(match.deals) for match in matches)}")
        more = f" {games()[game].name}" if game else ""
        return [*lines, f"Records Seasons Ask The year {matches[-1].day.year}{more} For other programs"]

    def tally(self, matches):
        """What everybody won of an evening's matches, most first: by side while the sides stay, else by person."""
        came = [[(self.ranked(side), side[0] in m.first) for side in m.sides] for m in matches]
        together = len({frozenset(who for who, _ in sides if who) for sides in came}) == 1
        cases = defaultdict(list)
        for match, sides in zip(matches, came, strict=True):
            for who, won in sides if not match.level else ():
                for unit in [who] if together else [(one,) for one in who]:
                    cases[unit].append((won, 0.0))
        rows = [(unit, counts(won)) for unit, won in cases.items() if unit]
        return sorted(rows, key=lambda row: (-row[1].made, row[1].of))

    def ranked(self, side):
        return tuple(sorted(self.of.ranked.intersection(sitter.who for sitter in side), key=self.age))

    def person(self, who, game=None, **when):
        name, time = self.name(who), self.time_of(**when)
        played = [match for match in self.of.scoped(game, **when) if match.seat_of(who)]
        if not played:
            return [f"{name} {time}".strip()]
        cases = [(match, match.case(match.seat_of(who))) for match in played]
        share, lately = counts(case for _, case in cases), [case for _, case in cases[-20:]]
        ahead, mates = (folded(self.listed(self.others(who, played, partners)), 4) for partners in (False, True))
        since = f": {time}" if time else f" since {short(played[0].day)}"
        nights = len(newest(played))
        of_last = f"{nights} of the last {when.get('last')} evenings"
        lines = [f"{name} {of_last if when.get('last') else many(nights, 'evening') + since}"]
        lines += [f"{share.made} of {many(share.of, 'match')} won", drawn(share), *level(share, ": nobody won it")]
        words = f"The last {many(len(lately), 'match')}".replace("last 1 ", "last ")
        lines += [f"{words} {counts(lately).made} won", stick(lately), *([] if game else folded(by_game(cases), 8))]
        lines += [] if time else self.ratings(who, [game] if game else ["", *games()])
        lines += mates + [f"Against {name} ahead"] * bool(ahead) + ahead
        return [*lines, *self.bids(who, self.of.scoped(game, **when)), f"All matches {len(played)}"]

    def ratings(self, who, keys):
        """What somebody's ratings are, and how they went: over all games (""), and of some."""
        rows = []
        for key in keys:
            rated = ladder(self.of.scoped(key or None), of_a_game=bool(key))
            rows += [(games()[key].name if key else "All games", *rated[who])] if who in rated else []
        lines = drawn_courses([course for *_, course in rows]) if rows else ()
        told = [f"{name} {points} {line}" for (name, points, _), line in zip(rows, lines, strict=True)]
        return ["Rating everybody begins at 1500", *told] if told else []

    def bids(self, who, matches):
        found, keys, lines = defaultdict(list), list(games()), []
        for match, deal in declared(matches):
            if deal.at() == who:
                bid = deal.fact.bid if deal.fact.kind == "bid" else 0
                found[keys.index(match.game.key), deal.fact.kind != "bid", bid, deal.fact.kind].append(deal.fact.made)
        for (n, _, bid, kind), made in sorted(found.items()):
            if keys[n] == "texas_42" and "Bids, Texas 42" not in lines:
                lines.append("Bids, Texas 42")
            lines.append(f"{bid_words(keys[n], kind, bid)} made {sum(made)} of {len(made)}")
        return lines

    def pair(self, one, other, game=None, **when):
        first, second, matches = self.name(one), self.name(other), self.of.scoped(game, **when)
        met = [(m, a, b) for m in matches if (a := m.seat_of(one)) and (b := m.seat_of(other))]
        lines = [f"{first} and {second} {self.time_of(**when)}".strip()]
        for together in (True, False):
            cases = [(m, m.case(a) if together else before(a, b)) for m, a, b in met if (a.side == b.side) == together]
            if not cases:
                continue
            share, lately = counts(case for _, case in cases), [case for _, case in cases[-10:]]
            words = f"{many(share.of, 'time')} {first} ahead of {second}"
            words = f"{many(share.of, 'match')} won together" if together else words
            lines += [f"{share.made} of {words}", drawn(share), *level(share)]
            cuts = "won. From below: lost." if together else f"{first} ahead. From below: {second}."
            lines += [stick(lately), f"The last {len(lately)}, the newest at the end. Cut from above: {cuts}"]
            lines += folded(by_game(cases), 8) if len(by_game(cases)) > 1 else []
            ends = zip(("First", "Last"), cases[:1] + cases[1:][-1:], strict=False) if together else ()
            for words, (match, (won, even)) in ends:
                came = "level" if even is None else "won together" if won else "lost together"
                lines.append(f"{words} match together {short(match.day)} · {came}")
            lines.append(f"All matches {'together' if together else 'against each other'} {len(cases)}")
        played = {who: [match for match in matches if match.seat_of(who)] for who in (one, other)}
        whole = [(self.name(who), counts(m.case(m.seat_of(who)) for m in met)) for who, met in played.items() if met]
        both = len(whole) == 2 and {one, other} <= self.of.ranked
        return lines + folded(whole, 8) + ([clear(whole, 4.4 if game else 4.0)] if both else [])
