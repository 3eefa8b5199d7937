"""Records of a circle: longest match, biggest and closest win, highest bid, most points in a deal, longest run of wins.

The first who came so far holds a record, others equal it; nobody equals their own. A guest may hold one, without a
name. What somebody who stays out of standings had a part in is passed over.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from sqlalchemy import Integer, cast, or_, select

from models.base import db
from models.review.bids import NO_BIDS
from models.review.people import People, Person
from models.review.scope import Scope
from models.review.tables import facts, match_reviews, seat_facts
from models.tables import matches
from scoring.games import games
from scoring.review import review_of

DEAL, SEAT = facts.c, seat_facts.c
LONGEST, BIGGEST, CLOSEST, HIGHEST_BID, MOST_POINTS, RUN = CODES = (
    "longest", "biggest", "closest", "highest bid", "most points", "run",
)  # fmt: skip
BIDS = DEAL.made, DEAL.bid.is_not(None), DEAL.kind.not_in(NO_BIDS)
LEAST_RUN = 2  # wins
SEATS: Any = SEAT.match_id, SEAT.game, SEAT.unit, SEAT.deals, SEAT.player_id, cast(SEAT.won, Integer), SEAT.margin
Holders = tuple[Person | None, ...]  # None: a guest
Which = tuple[str, str, str]  # code, game (empty: over all), and what is counted, where that tells records apart


class Feat(NamedTuple):
    """What may be a record: its value, who did it, in which match; of a deal its uid and its kind."""

    value: int
    who: Holders
    match: int
    deal: str = ""
    kind: str = ""


class HeldRecord(NamedTuple):
    """A record: which it is, the first who came so far, the uid and the day of that match; others who equalled it."""

    which: Which
    first: Feat
    match: str
    day: date
    equalled: tuple[Holders, ...]


class Best:
    """The best feats so far for each record, tried in the order of play."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.feats: dict[Which, list[Feat]] = {}

    def try_feat(self, which: Which, value: int, players: Iterable[int | None], *of_match: Any) -> bool:
        """Keep a feat unless somebody of these players stays out, or there is a better one: then False."""
        known = self.feats.get(which)
        if known and value < known[0].value:
            return False
        who = tuple(self.people.of(player) for player in players)
        if any(person and person.unranked for person in who):
            return True
        if known is None or value > known[0].value:
            self.feats[which] = known = []
        known.append(Feat(value, who, *of_match))
        return True

    def held(self) -> list[HeldRecord]:
        """The records, in the order of games and codes, those over all at the end."""
        columns = matches.c.id, matches.c.uid, match_reviews.c.day
        query = select(*columns).join(match_reviews, match_reviews.c.match_id == matches.c.id)
        ids = {feats[0].match for feats in self.feats.values()}
        places = {number: place for number, *place in db.session.execute(query.where(matches.c.id.in_(ids)))}
        records = []
        for which, (first, *others) in self.feats.items():
            equalled = {frozenset(feat.who): feat.who for feat in others if {*feat.who} != {*first.who}}
            uid, day = places[first.match]
            feat = first._replace(value=abs(first.value))
            records.append(HeldRecord(which, feat, uid, day, tuple(equalled.values())))
        order = [*games(), ""]
        return sorted(records, key=lambda record: (order.index(record.which[1]), CODES.index(record.which[0])))


def records_of(scope: Scope, people: People) -> list[HeldRecord]:
    """The records of a scope; the run over all games where it has them all."""
    best = Best(people)
    try_matches(best, scope)
    try_deals(best, scope, MOST_POINTS, HIGHEST_BID)
    return best.held()


def most_points(scope: Scope, people: People) -> list[HeldRecord]:
    """The records of most points in a deal."""
    best = Best(people)
    try_deals(best, scope, MOST_POINTS)
    return best.held()


def try_matches(best: Best, scope: Scope) -> None:
    """The longest match, the biggest and the closest win, and the longest run of each game, and the one over all.

    A match is longest for all who sat there at its end. Who won without being ahead, by a rule, won by no margin.
    """
    query = select(*SEATS).where(*scope.within(seat_facts))
    in_order = query.order_by(SEAT.day, SEAT.started_at, SEAT.match_id, SEAT.seat)
    rows = db.session.execute(in_order).all()
    seats = {match: [*of_match] for match, of_match in groupby(rows, key=itemgetter(0))}
    lengths: dict[str, dict[int, int]] = defaultdict(dict)
    margins: dict[tuple[str, str], dict[int, int]] = defaultdict(dict)
    for match, game, unit, deals, _, won, margin in rows:
        if deals:
            lengths[game][match] = deals
        if won and margin > 0:
            margins[game, unit][match] = margin
    for game, found in lengths.items():
        try_most(best, (LONGEST, game, ""), found, seats)
    for (game, unit), found in margins.items():
        if games()[game].has_totals:
            try_most(best, (BIGGEST, game, unit), found, seats)
            try_most(best, (CLOSEST, game, unit), {match: -margin for match, margin in found.items()}, seats)
    try_runs(best, rows, scope.game is None)


def try_most(best: Best, which: Which, found: dict[int, int], seats: dict[int, list[Any]]) -> None:
    """The matches with the highest value; found: values by match in the order of play."""
    for match, value in sorted(found.items(), key=itemgetter(1), reverse=True):
        players = [seat[4] for seat in seats[match] if seat[5] or which[0] == LONGEST]
        if not best.try_feat(which, value, players, match):
            return


def try_runs(best: Best, rows: Iterable[Any], over_all: bool) -> None:
    """The longest run of wins of each game, and over all. A level match ends a run, as a lost one does."""
    ranked = {player: person.id for player in best.people.today if (person := best.people.ranked(player))}
    keys = {game: (game, "") if over_all else (game,) for game in games()}
    longest = dict.fromkeys([*games(), ""], LEAST_RUN)
    runs: dict[str, dict[int, int]] = {key: {} for key in longest}
    for match, game, _, _, player, won, _ in rows:
        one = ranked.get(player, 0)
        for key in keys[game] if one else ():
            runs[key][one] = run = runs[key].get(one, 0) + 1 if won else 0
            if run >= longest[key]:
                longest[key] = run
                best.try_feat((RUN, key, ""), run, [player], match)


def try_deals(best: Best, scope: Scope, *codes: str) -> None:
    """The most points of a side in a deal of each game, whoever declared, and the highest bid where there are bids.

    Where low wins these are points down. codes: of these records.
    """
    here = Scope(scope.circle_id, scope.game).within(facts)
    for key, unit in db.session.execute(select(DEAL.game, DEAL.unit).where(*here).distinct()).all():
        of_game, game = scope._replace(game=key), games()[key]
        if game.has_totals:
            gained = DEAL.unit == unit, DEAL.most > 0
            try_highest(best, (MOST_POINTS, key, unit), of_game, DEAL.most, gained, DEAL.most_id, DEAL.most_mate_id)
        if review_of(key).bids and HIGHEST_BID in codes and (HIGHEST_BID, key, "") not in best.feats:
            try_highest(best, (HIGHEST_BID, key, ""), of_game, DEAL.bid, BIDS, DEAL.who_id, DEAL.mate_id)


def try_highest(best: Best, which: Which, scope: Scope, value: Any, conditions: Iterable[Any], *who: Any) -> None:
    """The deals of a game with the highest value; who: the columns of a player and of the partner."""
    out = [player for player in best.people.today if (person := best.people.of(player)) and person.unranked]
    ranked = [or_(column.is_(None), column.not_in(out)) for column in who] if out else []
    fits = [*scope.within(facts), *conditions, *ranked]
    highest = select(value).where(*fits).order_by(value.desc()).limit(1).correlate(None).scalar_subquery()
    columns: Any = DEAL.day, matches.c.started_at, DEAL.match_id, DEAL.n, value, DEAL.uid, DEAL.kind, *who
    query = select(*columns).join(matches, matches.c.id == DEAL.match_id).where(*fits, value == highest)
    seats = 1 + games()[which[1]].partners
    in_order = sorted(db.session.execute(query).all(), key=itemgetter(0, 1, 2, 3))
    for _, _, match, _, reached, uid, kind, *players in in_order:
        best.try_feat(which, reached, players[:seats], match, uid, kind)
