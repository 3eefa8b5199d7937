"""The same of stories: five sentences in a fixed order, who won, the matches, how likely that was."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from itertools import pairwise

from scoring.review import review_of
from scoring.win_chance import chances, past_of
from tests.review.answers import length
from tests.review.lists import Lists, signless
from tests.review.readings import at, bid_words, folded, many, short
from tests.review.recount import declared, today

PAUSE = 4 * 3_600_000  # ms


def clock(ms):
    return f"{datetime.fromtimestamp(ms / 1000).astimezone():%H:%M}"


def and_of(names):
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


class Tales(Lists):
    """The story of an evening."""

    def story(self, evening):
        night = [match for match in self.of.played if match.evening["uid"] == evening]
        day, place = night[0].day, night[0].evening["place"]
        times = sorted((match.began, match.last) for match in night)
        begin, end = times[0][0], max(last for _, last in times)
        gaps = [now - last for (_, last), (now, _) in pairwise(times)] + [last - first for first, last in times]
        same_day = max(gaps) <= PAUSE
        when = f"{day:%A} {day.day} {day:%B}" + f" {day.year}" * (day.year != today().year)
        lasted = length(round((end - begin) / 60_000) or 1).strip()
        span = clock(begin) if clock(begin) == clock(end) else f"{clock(begin)} to {clock(end)}, {lasted}"
        hours = [span] * same_day
        lines = [f"{when} {', '.join([*[place] * bool(place), *hours])}".strip(), *self.sentences(night)]
        lines += folded([(self.both(who), share) for who, share in self.tally(night)], 8)
        for match in sorted(night, key=lambda match: match.n):
            sides = [(self.seated(side), side[0]) for side in match.sides]
            two, total = len(sides) == 2, match.game.has_totals
            told = [
                f"{names} {signless(first.total) if total else ''}".strip()
                for names, first in sides
                if first.place == 1 or (two and total)
            ]
            lines.append(f"{match.game.name} {' · '.join(told)} {clock(match.last)}")
        for match in sorted(night, key=lambda match: match.n):
            lines += self.curve(match)
        return lines

    def named(self, side):
        """Those of a side who are named, in the order of seats."""
        return tuple(sitter.who for sitter in side if sitter.who in self.of.ranked)

    def winner(self, match):
        """The named of the side that won alone, and its number; nobody and nothing where there is none."""
        won = [n for n, side in enumerate(match.sides) if side[0] in match.first]
        who = self.named(match.sides[won[0]]) if len(won) == 1 else ()
        return (who, won[0]) if who else ((), None)

    def score(self, match):
        """The totals of who won alone and of the other side, where more is ahead."""
        _, n = self.winner(match)
        if n is None or len(match.sides) != 2 or not (match.game.has_totals and match.game.high_wins):
            return None
        return match.sides[n][0].total, match.sides[1 - n][0].total

    def result_of(self, match, gap=None, who=()):
        """Who won a match, perhaps by how much."""
        score = self.score(match)
        told = ", {} : {}".format(*map(signless, score)) if score else ""
        return f"{self.both(who or self.winner(match)[0])} won {match.game.name}{f' by {gap}' if gap else ''}{told}."

    def sentences(self, night):
        """What is told, at most five sentences, each with what stands below it."""
        day, began = night[0].day, night[0].began
        sooner = [match for match in self.of.played if (match.day, match.began) < (day, began)]
        others = [m for m in self.of.played if m.day <= day and m.evening is not night[0].evening]
        turn, turned = self.turned(night)
        told = [self.result(night), self.margin(night) or self.longest_match(night), turn]
        told += [self.first(night, sooner if others else None, turned), self.in_a_row(night, sooner if others else ())]
        counts = [len(match.deals) for match in night]
        deals = [many(sum(counts), "deal")] * all(counts)
        told.append(" ".join([self.size(night, others), *deals]))
        return [sentence.strip() for sentence in told if sentence][:5]

    def result(self, night):
        tally = self.tally(night)
        most = tally[0][1].made if tally else 0
        units = [(self.both(who), share) for who, share in tally if share.made == most]
        played = ", ".join(dict.fromkeys(match.game.name for match in night))
        if not most:
            return f"{many(len(night), 'match')} {'was' if len(night) == 1 else 'were'} played. {played}"
        if len(units) > 1:
            return f"{and_of([who for who, _ in units])} won {most} each. {played}"
        return (
            f"{units[0][0]} won {most} of {units[0][1].of}. {played}"
            if len(night) > 1
            else self.result_of(night[0], who=tally[0][0])
        )

    def margin(self, night):
        """A close match, or one in which the others had nothing."""
        scored = [(match, *self.score(match)) for match in night if len(night) > 1 and self.score(match)]
        close = [
            ((won - lost) / (abs(won) + abs(lost)), won - lost, match) for match, won, lost in scored if won > lost
        ]
        close = [one for one in close if one[0] <= 0.1]
        if close:
            _, gap, match = min(close, key=lambda one: one[0])
            return self.result_of(match, gap)
        return next((self.result_of(match) for match, won, lost in scored if won > 0 == lost), None)

    def longest_match(self, night):
        *_, (second, _), (most, match) = sorted([(0, ""), *((len(m.deals), m) for m in night)], key=lambda one: one[0])
        if len(night) > 1 and second < most and all(m.deals for m in night):
            return f"{match.game.name} was the longest match: {many(most, 'deal')}."
        return None

    def turned(self, night):
        """The deal that turned a match most, as a sentence and itself."""
        turns = [(*self.turn(match), match) for match in night if self.turn(match)]
        if not turns:
            return None, None
        _, n, match = max(turns, key=lambda one: one[0])
        deal = match.deals[n]
        call = self.call(match, deal) if deal.at() in self.of.ranked and review_of(match.game.key).bids else ""
        words = f"Deal {deal.number} turned {match.game.name} for {self.both(self.winner(match)[0])}. {call}".strip()
        return f"{words} {match.game.name}, deal {deal.number}", deal.uid

    def turn(self, match):
        """By how much the later winner's chance rose most, from below even, and in which deal."""
        side, course = self.winner(match)[1], self.chances(match)
        if side is None or len(course) < 3:
            return None
        ways = enumerate(pairwise(one[side] for one in course))
        turns = [(now - was, -n) for n, (was, now) in ways if was < 500 <= now and now - was >= 150]
        return (max(turns)[0], -max(turns)[1]) if turns else None

    def chances(self, match):
        """The chances in thousandths as the game tells them, from what the last matches of earlier months brought."""
        past, first = Counter(), match.day.replace(day=1)
        for one in [m for m in self.of.scoped(match.game.key) if m.day < first][-100:]:
            past.update(past_of(one.sheet))
        course = chances(match.sheet, past) if past_of(match.sheet) else None
        return [[round(1000 * chance) for chance in both] for both in course or ()]

    def call(self, match, deal):
        """Who bid or called what; nothing where that is not known."""
        fact, rare = deal.fact, deal.fact.kind in review_of(match.game.key).rare
        if fact.bid is None or fact.made is None:
            return ""
        words = bid_words(match.game.key, fact.kind if rare else "bid", fact.bid)
        return f"{self.name(deal.at())} {'called' if rare else 'bid'} {words} and {'made' if fact.made else 'lost'} it."

    def first(self, night, sooner, turned):
        """The first contract with a name that was made, a first win, else such a contract."""
        calls = [(m, deal) for m in night for deal in m.deals if deal.fact.kind in review_of(m.game.key).rare]
        calls = [(match, deal) for match, deal in calls if deal.fact.bid is not None]
        calls.sort(key=lambda call: not call[1].fact.made)
        found = (self.first_made(calls, sooner) or self.first_win(night, sooner)) if sooner is not None else None
        for match, deal in () if found else calls:
            if deal.at() in self.of.ranked and deal.uid != turned and self.call(match, deal):
                return f"{self.call(match, deal)} {match.game.name}, deal {deal.number}"
        return found

    def first_made(self, calls, sooner):
        seen, found = set(), {}
        for match, deal in [one for one in declared(sooner) if one[1].fact.made] + [c for c in calls if c[1].fact.made]:
            who, kind = deal.at() if deal.at() in self.of.ranked else "", (match.game.key, deal.fact.kind)
            own = (*kind, who)
            if match not in sooner and who and own not in seen:
                way = "for the first time" if kind in seen else "the first in this circle"
                call = self.call(match, deal).removesuffix(".")
                found.setdefault(way, f"{call}, {way}. {match.game.name}, deal {deal.number}")
            seen |= {kind, own}
        return found.get("the first in this circle") or found.get("for the first time")

    def first_win(self, night, sooner):
        """The first win of somebody in a game after three matches of it or more; of several who tried most often."""
        found = []
        for n, match in enumerate(night):
            for who in self.winner(match)[0]:
                tried = [m for m in [*sooner, *night[:n]] if m.game is match.game and m.seat_of(who)]
                if len(tried) >= 3 and not any(m.seat_of(who) in m.first for m in tried):
                    words = f"{self.name(who)} won {match.game.name} for the first time, after"
                    found.append((len(tried), f"{words} {many(len(tried), 'match')}."))
        return max(found, key=lambda one: one[0])[1] if found else None

    def in_a_row(self, night, sooner):
        """The longest run of wins that goes on from evenings before, else of those who did not win all."""
        there, going_on, tonight = dict.fromkeys(who for m in night for s in m.sides for who in self.named(s)), {}, {}
        for who in there:
            results = ["LW"[m.seat_of(who) in m.first] for m in night if m.seat_of(who)]
            before = ["LW"[m.seat_of(who) in m.first] for m in sooner if m.seat_of(who)]
            run = len("".join(before)) - len("".join(before).rstrip("W"))
            if "L" not in results and run:
                going_on[who] = run + len(results)
            if "L" in results:
                tonight[who] = max(map(len, "".join(results).split("L")))
        is_run = max(going_on.values(), default=0) >= 4
        rows, way = (going_on, "has won") if is_run else (tonight, "won")
        most = max(rows.values(), default=0)
        who = [self.name(one) for one in rows if rows[one] == most]
        if most < 3:
            return None
        way = "have won" if is_run and len(who) > 1 else way
        return f"{and_of(who)} {way} {most} in a row{' each' * (len(who) > 1)}{' by now' * is_run}."

    def size(self, night, others):
        """How much was played, and since when no evening had as many matches."""
        evenings = [one["uid"] for one in self.of.evenings]
        order = sorted({(m.day, evenings.index(m.evening["uid"])) for m in others}, reverse=True)
        played = Counter(m.evening["uid"] for m in others)
        more = [n for n, (_, e) in enumerate(order) if played[evenings[e]] >= len(night)]
        number = many(len(night), "match")
        if min(more, default=len(order)) < 5:
            return f"{number} {'was' if len(night) == 1 else 'were'} played."
        since = (
            f"the most in an evening since {short(order[more[0]][0])}" if more else "more than in any evening before"
        )
        return f"{number}, {since}."

    def curve(self, match):
        """The chance of the first side, deal by deal, and the deal that turned the match."""
        course = self.chances(match)
        if len(course) < 3 or len(match.sides) != 2:
            return []
        heights = [round(68 - 64 * first / 1000, 1) for first, _ in course]
        deals = len(course) - 1
        line = f"M1.50 {heights[0]:g}"
        for n, height in enumerate(heights[1:]):
            line += f"H{at((n + 0.5) / deals)}V{height:g}"
        turn, words = self.turn(match), ""
        if turn:
            n = turn[1]
            line += f"H98.50 {at((n + 0.5) / deals)} {heights[n]} {heights[n + 1]}"
            words = f" deal {match.deals[n].number}"
        sides = [self.seated(side) for side in match.sides]
        return [sides[0], f"[{line}{'' if turn else 'H98.50'}]", f"{sides[1]}{words}"]
