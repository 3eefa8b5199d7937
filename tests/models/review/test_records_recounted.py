"""Records counted again by plain loops over the logs of random histories."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from datetime import timedelta
from random import Random

import pytest

from models.base import db
from models.log.read import read
from models.people import merge_players
from models.review.people import People
from models.review.records import BIGGEST, CLOSEST, HIGHEST_BID, LONGEST, MOST_POINTS, RUN, records_of
from models.review.scope import Scope
from models.review.upkeep import catch_up
from models.transaction import write_transaction
from scoring.deals import player_in, replaces_player
from scoring.games import games
from scoring.review import review_of
from tests.models.tables import new_circle, new_evening, new_match, say
from tests.support.random_matches import random_entry

pytestmark = [pytest.mark.usefixtures("store"), pytest.mark.databases]
HISTORIES = int(os.environ.get("TALLYSTICK_REVIEWED", "2"))
SHORT = {
    "boomke_wies": {"length": "deals", "length_value": 3},
    "texas_42": {"target_marks": 2},
    "clobyosh": {"target": 250},
}


def random_past(circle, random):
    """Matches on four evenings, one of them hidden: guests come in, some are given up; Dee stays out of standings."""
    evenings = [new_evening(circle) for _ in range(4)]
    found = []
    for _ in range(25):
        evening, key = random.choice(evenings), random.choice(sorted(games()))
        match = new_match(key, evening, **SHORT.get(key, {}))
        random_log(match, random)
        found.append((evening, match))
    with write_transaction():
        for days, evening in enumerate(evenings):
            evening.date += timedelta(days)
        evenings[random.randrange(4)].hidden = True
        circle.players[3].unranked = True
    if random.random() < 0.5:
        merge_players(circle.players[2], circle.players[0])
    in_order = sorted(found, key=lambda pair: (pair[0].date, pair[1].started_at, pair[1].id))
    return [match for evening, match in in_order if not evening.hidden and match.state == "over"]


def random_log(match, random):
    for _ in range(40):
        state = read(match)
        if state.status != "play":
            return
        chance = random.random()
        if chance < 0.05:
            say(match, "seat", {"seat": random.randrange(len(state.seats)), "player": "Fay"})
        elif chance < 0.07:
            say(match, "close", {})
        else:
            say(match, "deal", random_entry(random, state.game, state.sheet.standing))


def words(who):
    return " & ".join(person.name if person else "a guest" for person in who)


class Recount:
    """Everything that may be a record, match by match: by code, game and unit values with names, in their order."""

    def __init__(self, circle):
        by_id = {player.id: player for player in circle.players}
        today = {player.uid: by_id[player.merged_into_id or player.id] for player in circle.players}
        self.names = {uid: player.name for uid, player in today.items()}
        self.feats, self.runs = defaultdict(list), Counter()

    def add(self, key, game, unit, value, who):
        self.feats[key, game, unit].append((value, list(who)))

    def sat(self, state):
        """Who sat where at each record, and at the end (None)."""
        seats = [self.names.get(uid, "a guest") for uid, _ in state.seats]
        found = {}
        for deal in state.live.deals:
            found[deal.uid] = seats
            if replaces_player(deal):
                seats = seats.copy()
                seats[deal.entry["seat"]] = self.names.get(player_in(deal.entry)[0], "a guest")
        return found | {None: seats}

    def add_match(self, state):
        sat, sides, key = self.sat(state), state.table.sides, state.game.key
        lines = [*state.standings()]
        for standing, line in lines:
            self.add_deal(state, standing, line, sat[line.deal.uid])
        if lines:
            self.add(LONGEST, key, "", len(lines), sat[None])
        places = state.game.places(state.sheet)
        for side, seats in enumerate(sides):
            won = places[side] == 1 and set(places) != {1}
            self.add_side(state, side, won, [sat[None][seat] for seat in seats])

    def add_deal(self, state, standing, line, seats):
        game, points = state.game, [point if state.game.high_wins else -point for point in line.points]
        fact = review_of(game.key).fact(standing, line)
        if fact.made and fact.bid and fact.kind != "rainbow":
            mate = [seats[(fact.seat + 2) % 4]] if game.partners else []
            self.add(HIGHEST_BID, game.key, "", fact.bid, [seats[fact.seat], *mate])
        if game.has_totals and max(points) > 0:
            best = state.table.sides[points.index(max(points))]
            self.add(MOST_POINTS, game.key, game.unit_of(state.rules), max(points), [seats[seat] for seat in best])

    def add_side(self, state, side, won, who):
        game, totals = state.game, list(state.sheet.standing.totals)
        own = totals.pop(side)
        margin = own - max(totals) if game.high_wins else min(totals) - own
        if won and game.has_totals and margin > 0:
            for code in (BIGGEST, CLOSEST):
                self.add(code, game.key, game.unit_of(state.rules), margin, who)
        for key, name in ((key, name) for key in (game.key, "") for name in who if name != "a guest"):
            self.runs[key, name] = self.runs[key, name] + 1 if won else 0
            if self.runs[key, name] > 1:
                self.add(RUN, key, "", self.runs[key, name], [name])

    def records(self):
        """Value, who got there first, and the others who did; nothing of Dee."""
        found = {}
        for which, feats in self.feats.items():
            able = [feat for feat in feats if "Dee" not in feat[1]]
            best = (min if which[0] == CLOSEST else max)((value for value, _ in able), default=None)
            first, *others = [who for value, who in able if value == best] or [None]
            if first:
                equal = {frozenset(who): " & ".join(who) for who in others if {*who} != {*first}}
                found[which] = (best, " & ".join(first), *equal.values())
        return found


@pytest.mark.parametrize("seed", range(max(2, HISTORIES // 100)))
def test_records_are_the_same_counted_by_loops_over_the_logs(seed):
    circle = new_circle()
    matches = random_past(circle, Random(seed))
    recount = Recount(circle)
    for match in matches:
        recount.add_match(read(match))
    catch_up(circle.id)
    db.session.expire_all()
    records = records_of(Scope(circle.id), People(circle.id))
    found = {
        record.which: (record.first.value, *map(words, (record.first.who, *record.equalled))) for record in records
    }
    assert found == recount.records()
    assert len(found) > 10
