"""Review counted a second time: a circle's file, read by plain loops; nothing of models/ or web/ is used.

scoring/ makes states of the records. tests/review/readings.py tells what each page must say.
"""

from __future__ import annotations

from collections import namedtuple
from datetime import date, datetime
from itertools import pairwise
from statistics import fmean

from scoring.deals import log_state, player_in, replaces_player
from scoring.games import games
from scoring.review import review_of
from scoring.sheet import replay, standings
from scoring.words import Record, side_of

NO_BIDS = ("claimed", "false_claim", "rainbow")  # right or wrong, but nobody bids them
PAUSE, APART = 15 * 60_000, 24 * 3_600_000  # ms

Sitter = namedtuple("Sitter", "seat turn who name side place total deals")
"""Somebody in a seat: uid of today ("" for a guest) and name; place: None for who left before the end."""


class Dealt(namedtuple("Dealt", "uid number here dealer fact from_dealer dealer_gain seconds points parts")):
    """A deal that counts; here: who sat where; dealer_gain: of the dealer's side over the mean of the others.

    points: by side, more is better; parts: of each seat where each plays alone, with how far it is from the dealer.
    """

    def at(self, apart=0):
        """Who declared, or sat so many seats from there; "" for nobody and for a guest."""
        return "" if self.fact.seat is None else self.here[(self.fact.seat + apart) % len(self.here)]


class Finished(
    namedtuple("Finished", "n uid game evening began ended sitters deals money corrections unit last sheet")
):
    """A finished match of an evening that is not hidden; n: its number in the file.

    unit: points or marks; last: when its last record was made.
    """

    @property
    def day(self):
        return date.fromisoformat(self.evening["date"])

    @property
    def ends(self):
        """Who sat there at the end."""
        return [sitter for sitter in self.sitters if sitter.place]

    @property
    def level(self):
        """Whether all share the first place."""
        return all(sitter.place == 1 for sitter in self.ends)

    @property
    def first(self):
        """Who won."""
        return [] if self.level else [sitter for sitter in self.ends if sitter.place == 1]

    @property
    def sides(self):
        """Who sat there at the end, side by side."""
        return [[sitter for sitter in self.ends if sitter.side == side] for side in sorted({s.side for s in self.ends})]

    def case(self, sitter):
        """How the match came out for a seat."""
        return sitter.place == 1, None if self.level else 1 / len(self.sides)

    def seat_of(self, who):
        """Where somebody sat at the end."""
        return next((sitter for sitter in self.ends if who and sitter.who == who), None)

    def side_at(self, seat):
        return next(sitter.side for sitter in self.sitters if sitter.seat == seat)

    def mate_of(self, sitter):
        """Who sat across; "" for a guest and for nobody."""
        return next((one.who for one in self.ends if one.side == sitter.side and one.seat != sitter.seat), "")

    def ahead(self, sitter):
        """By how much a seat's side is ahead of each other side."""
        others = {one.side: sitter.total - one.total for one in self.ends if one.side != sitter.side}
        return [by if self.game.high_wins else -by for by in others.values()]


class Recount:
    """All that a circle's file tells; matches: those that count, in the order of the file; played: in that of play."""

    def __init__(self, told):
        self.circle, self.evenings = told["circle"], told["evenings"]
        players = self.circle["players"]
        self.today = {player["uid"]: player.get("merged_into", player["uid"]) for player in players}
        self.names = {player["uid"]: player["name"] for player in players if "merged_into" not in player}
        self.order = list(self.names)
        self.ranked = {player["uid"] for player in players if not player.get("unranked")} & self.names.keys()
        shown = [(evening, m) for evening in self.evenings if not evening.get("hidden") for m in evening["matches"]]
        self.matches = [one for n, (evening, match) in enumerate(shown) if (one := self.finished(n, evening, match))]
        self.played = sorted(self.matches, key=lambda match: (match.day, match.began, match.n))

    def finished(self, n, evening, match):
        """A match as it stands after all its records; None when nobody has won it."""
        game, rules = games()[match["game"]], match["rules"]
        records = [Record(n, said["uid"], said["kind"], said["body"]) for n, said in enumerate(match["records"], 1)]
        state, players = log_state(records), tuple(seat["name"] for seat in match["seats"])
        table = game.table(players, match["first_dealer"])
        sheet = replay(game, table, rules, state.deals, state.pending)
        if sheet.outcome is None:
            return None
        scored = standings(game, table, rules, state.deals, sheet.lines)
        lines = [(standing, line) for standing, line in scored if game.counted(standing, line.deal.entry)]
        counted = {line.deal.uid for _, line in lines}
        stays = [[[seat["player"], seat["name"], 0]] for seat in match["seats"]]
        here = {}
        for deal in state.deals:
            if replaces_player(deal):
                stays[deal.entry["seat"]].append([*player_in(deal.entry), 0])
            here[deal.uid] = [self.today.get(stay[-1][0], "") for stay in stays]
            for stay in stays:
                stay[-1][2] += deal.uid in counted
        places, totals, sitters = game.places(sheet), sheet.standing.totals, []
        for seat, turns in enumerate(stays):
            side = side_of(table, seat)
            for turn, (uid, name, sat) in enumerate(turns):
                who, place = self.today.get(uid, ""), places[side] if turn == len(turns) - 1 else None
                sitters.append(Sitter(seat, turn, who, self.names.get(who, name), side, place, totals[side], sat))
        lasted = seconds_of(match["records"], match["started_at"])
        deals = [dealt(game, *line, here[line[1].deal.uid], lasted[line[1].deal.uid]) for line in lines]
        corrections = sum(record.kind in ("amend", "strike") for record in records)
        times = match["started_at"], match["ended_at"]
        last = max((moment(said) for said in match["records"]), default=0)
        more = game.settle(sheet), corrections, game.unit_of(rules), last, sheet
        return Finished(n, match["uid"], game, evening, *times, sitters, deals, *more)

    def scoped(self, game=None, year=None, last=None):
        """The matches of a game, of a year, of so many last evenings whatever was played, in the order of play."""
        evenings = newest(self.played)[: last or None]
        found = [match for match in self.played if match.evening["uid"] in evenings]
        return [m for m in found if game in (None, m.game.key) and year in (None, m.day.year)]


def dealt(game, standing, line, here, seconds):
    """A deal behind the standing in which it was played."""

    def apart(seat):
        return None if seat is None else (seat - standing.dealer - 1) % len(here) + 1

    fact, side = review_of(game.key).fact(standing, line), side_of(standing.table, line.dealer)
    points = [point if game.high_wins else -point for point in line.points]
    gain = points[side] - fmean(points[:side] + points[side + 1 :])
    parts = [(part, apart(part.seat)) for part in review_of(game.key).parts(standing, line)]
    return Dealt(line.deal.uid, line.number, here, line.dealer, fact, apart(fact.seat), gain, seconds, points, parts)


def today():
    return datetime.now().astimezone().date()


def newest(matches):
    """The evenings of these matches, which stand in the order of play, the newest first."""
    return list(dict.fromkeys(match.evening["uid"] for match in reversed(list(matches))))


def moment(said):
    """When a record was made, by the phone's clock; by the server's where that one cannot be right."""
    made = said.get("made_at", said["at"])
    return made if 0 <= said["at"] - made <= APART else said["at"]


def seconds_of(records, began):
    """How long each deal took by the uid of its record: since the deal before it, or the begin, but for pauses."""
    deals = [said for said in records if said["kind"] == "deal"]
    times = [began, *map(moment, deals)]
    took = [now - before if 0 <= now - before <= PAUSE else None for before, now in pairwise(times)]
    return {said["uid"]: None if ms is None else ms // 1000 for said, ms in zip(deals, took, strict=True)}


def declared(matches):
    """Every bid that was made or lost."""
    for match in matches:
        for deal in match.deals:
            if deal.fact.made is not None and deal.fact.kind not in NO_BIDS:
                yield match, deal


class Counts(namedtuple("Counts", "made of even level")):
    """So many of so many; even: what would be even, None where nothing is; level: how many more were level."""

    @property
    def share(self):
        return self.made / self.of if self.of else 0.0

    @property
    def order(self):
        """Those with twenty first, then by share, then by number."""
        return self.of < 20, -self.share, -self.of

    def end(self, outside):
        """The farthest true share towards 0 or 1 that is within 1.96 of its standard errors; found by halving."""
        inside = self.share
        for _ in range(60):
            middle = (inside + outside) / 2
            far = (self.share - middle) ** 2 > 1.96**2 * middle * (1 - middle) / self.of
            inside, outside = (inside, middle) if far else (middle, outside)
        return inside


def counts(cases):
    """These cases together."""
    known = list(cases)
    evens = [even for _, even in known if even is not None]
    made = sum(came for came, even in known if even is not None)
    return Counts(made, len(evens), fmean(evens) if any(evens) else None, len(known) - len(evens))


def clear(rows, errors):
    """Who wins more than whom: of those with twenty matches the two that are farthest apart."""
    far = [(0.0, "", "")]
    for one, first in rows:
        for other, second in rows:
            both = (first.made + second.made) / ((first.of + second.of) or 1)
            if min(first.of, second.of) >= 20 and 0 < both < 1:
                error = (both * (1 - both) * (1 / first.of + 1 / second.of)) ** 0.5
                far.append(((first.share - second.share) / error, one, other))
    distance, one, other = max(far)
    return f"{one} wins more than {other}." if distance >= errors else "No clear difference yet."
