"""A circle in which all that is odd has happened, each thing through the app's own doors."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from sqlalchemy import select

from models.base import db, new_uid, today
from models.log.append import append
from models.log.read import read
from models.matches import find_match, start_match
from models.tables import Circle, Evening
from models.transaction import write_transaction
from scoring.games import games
from scoring.words import Outcome
from tests.support.records import say
from tests.support.review_evenings import LOST, MEETING, boom
from tests.support.review_games import BOOMKE, CLOBYOSH, HEARTS, TEXAS
from tests.support.tables import make_circle, send, start

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay", "Gus", "Annie", "Zed", "علی", "Bo & Co", "Never")
FOUR, TURNED = ("Ann", "Bob", "Cem", "Dee"), ("Bob", "Cem", "Dee", "Ann")
FIVE = {"length": "points", "length_value": 5}
SEASONS = (
    {"counts": "matches", "name": "Wins", "last": "2025-08-08"},
    {"counts": "places", "name": "Places", "evenings": "99", "best_of": "3", "at_least": "2"},
    {"counts": "places", "name": "All"},
    {"counts": "points", "name": "Points", "games": "boomke_wies"},
)
CLUBS, REDEAL, SEVEN = {"trump": "clubs", "tricks": [3, 1, 1, 0]}, {"redeal": True}, {"tricks": [7, *[0] * 6]}
RAINBOW = ({"tricks": [3, 2, 1, 1]}, {"tricks": [3, 1, 1, 1]}, {"tricks": [2, 1, 1, 1]}, {"rainbow": 1})
BOTH_OVER = HEARTS | {"maker": 0, "cards": [70, 55], "sequence_points": [50, 0]}
PAYMENT = r'name="payer" value="(\w+)">.*?name="payee" value="(\w+)">.*?name="amount" value="(\d+)"'


class Hostile:
    """A browser in a new circle, and what it does there."""

    def __init__(self, app, client):
        self.app, self.client, self.begun = app, client, 0
        make_circle(client, *NAMES)
        with app.app_context():
            self.people = {player.name: player.uid for player in db.session.scalars(select(Circle)).one().players}

    def send(self, address, **form):
        answer = send(self.client, address, **form)
        assert answer.status_code == 303, address
        return answer.headers["Location"]

    def evening(self, day, place=""):
        return self.send("/evenings/past", date=day, place=place).rpartition("/")[2]

    def match(self, evening, game, names, *deals, **rules):
        """The uid of a match that begins before midnight, one after it perhaps sooner; from the third on deals last."""
        self.begun += 1
        with self.app.app_context():
            with write_transaction():
                where = db.session.scalars(select(Evening).where(Evening.uid == evening)).one()
                began = datetime.combine(where.date, datetime.min.time(), UTC) + timedelta(
                    hours=23.5, minutes=7 * self.begun % 20
                )
                players = {player.name: player for player in where.circle.players}
                match = start_match(where, game, [players[name] for name in names], rules, at=began)
            for n, deal in enumerate(deals):
                at = began + timedelta(minutes=(2, 9, *range(14, 500, 20))[n])
                append(match, "deal", new_uid(), deal, read(match).version, made_at=at, at=at, device="kitchen")
            return match.uid

    def say(self, match, *sayings):
        for kind, body in sayings:
            say(self.app, match, kind, **body)

    def first_deal(self, match):
        with self.app.app_context():
            return {"of": next(record.uid for record in read(find_match(match)).records if record.kind == "deal")}


def hostile_circle(app, client, monkeypatch):
    """All of it; a match ends level, which no game of ours does."""
    monkeypatch.setattr(type(games()["boomke_wies"]), "outcome", level_after_two(games()["boomke_wies"].outcome))
    at = Hostile(app, client)
    for n in range(11):  # two against two, clearly better
        evening = at.evening(f"2025-{n + 1:02}-07", ("The Plough", "خانه", "")[n % 3])
        for won in range(4 if n == 2 else 3):  # more than on each of the five evenings before
            at.match(evening, "boomke_wies", FOUR, boom(0 if won or n % 3 else 1), **FIVE)
    first = at.evening("2024-12-31", "The Plough")  # past midnight, and two evenings of one day
    at.match(first, "zwanzig_ab", FOUR, CLUBS, REDEAL, CLUBS, start=6, first_packet="three")
    at.match(at.evening("2024-12-31"), "texas_42", TURNED, *TEXAS, target_marks=3)
    odd = at.evening("2025-06-06", "The Plough")
    for part in (seats, revised, ended, games_of_all_sorts, money):
        part(at, odd)
    moved, hidden, shown = (at.evening(day) for day in ("2025-03-03", "2025-04-04", "2025-05-05"))
    at.match(moved, "boomke_wies", TURNED, boom(0), **FIVE)
    at.send(f"/e/{moved}", date="2024-11-11", place="Elsewhere")
    for evening in (hidden, shown):
        at.match(evening, "texas_42", FOUR, *TEXAS, target_marks=3, stake_per_mark=30)
        at.send(f"/e/{evening}/hide")
        client.get("/review")
    at.send(f"/e/{shown}/show")
    for one, other in (("Zed", "Annie"), ("Annie", "Ann")):
        at.send(f"/circle/players/{at.people[one]}/merge", **{"as": at.people[other]})
    at.send(f"/review/p/{at.people['Eve']}/out")
    for season in SEASONS:
        days = {"first": "2024-12-01", "last": str(today() + timedelta(days=20))}
        at.send("/review/seasons", **days | season)
    at.say(start(client, "boomke_wies", "Ann", "Eve", "Fay", "Gus", **FIVE), ("deal", MEETING))  # open, and in play
    now = start(client, "texas_42", "Gus", "Ann", "Fay", "Dee", target_marks=1)
    at.say(now, ("deal", {"bidder": 0, "bid": 30, "points": 42}))


def level_after_two(usual):
    """The end of a match: two deals that come to the same are enough, and both sides are first."""

    def outcome(_, standing, lines):
        agreed = standing.rules["length"] == "deals" and standing.rules["length_value"] == 2 < standing.number
        level = agreed and len(set(standing.totals)) == 1
        return Outcome((0, 1), "most_after", {"deals": 2}, None) if level else usual(standing, lines)

    return outcome


def seats(at, evening):
    """Guests, one of them called as somebody is; who comes later, and who comes back; who was there once."""
    fay, dee = ({"player": name, "player_uid": at.people[name]} for name in ("Fay", "Dee"))
    for n, comes in enumerate(({"player": "Ida"}, {"player": "Bob"}, fay)):
        one = at.match(evening, "boomke_wies", FOUR, LOST, **FIVE)
        at.say(one, ("seat", {"seat": 3, **comes}), ("deal", MEETING))
        at.say(one, *[("seat", {"seat": 3, **dee})] * (n == 2), ("deal", boom(n % 2)))
    at.match(evening, "boomke_wies", ("Annie", "Bob", "Bo & Co", "Eve"), boom(0), **FIVE)
    at.match(evening, "boomke_wies", ("Zed", "Eve", "علی", "Gus"), boom(1), **FIVE)


def revised(at, evening):
    """The end struck, and the match is in play; a deal before it struck, and others win; finals amended both ways."""
    changes = (
        (boom(0), "strike", {}),
        (boom(0), "amend", {"entry": boom(1), "dealer": 2}),
        (boom(1), "amend", {"entry": MEETING}),
    )
    for deal, kind, body in changes:
        one = at.match(evening, "boomke_wies", FOUR, deal, **FIVE)
        at.say(one, (kind, at.first_deal(one) | body))
    one = at.match(evening, "boomke_wies", FOUR, boom(1), MEETING, MEETING, length="deals", length_value=3)
    at.say(one, ("strike", at.first_deal(one)), ("deal", MEETING))


def ended(at, evening):
    """Closed and opened again, decided by a ruling; given up; level; written down without deals."""
    one, end, again = at.match(evening, "boomke_wies", FOUR, MEETING, length="open"), ("close", {}), ("reopen", {})
    at.say(one, end, again, ("deal", boom(1)), end, again, ("adjust", {"points": [9, 0]}), end)
    at.say(at.match(evening, "zwanzig_ab", FOUR, CLUBS), end)
    at.match(evening, "boomke_wies", FOUR, boom(0), boom(1), length="deals", length_value=2)
    at.say(at.match(evening, "boomke_wies", FOUR), ("result", {"winner": 1, "totals": [4, 9]}))
    at.say(at.match(evening, "knockout_whist", FOUR), ("result", {"winner": 2}))


def games_of_all_sorts(at, evening):
    """Seven at Knock-Out Whist, a Rainbow, claims, a winner with fewer points, all that the golden games have."""
    at.match(evening, "knockout_whist", NAMES[:7], SEVEN, dogs_life="off")
    at.match(evening, "knockout_whist", FOUR, *RAINBOW, rainbow=True)
    at.match(evening, "clobyosh", ("Ann", "Bob"), *CLOBYOSH, target=250)
    at.match(evening, "clobyosh", ("Gus", "Cem"), BOTH_OVER, BOTH_OVER, target=130, both_over="non_maker")
    at.match(evening, "boomke_wies", ("Ann", "Eve", "Cem", "Dee"), *BOOMKE, length="deals", length_value=12)
    at.match(evening, "zwanzig_ab", FOUR, {"trump": "hearts", "tricks": [3, 0, 2, None]}, start=3)


def money(at, evening):
    """Half cents that add up, and a debt that is ticked before the pot of three."""
    for names, fine in ((FOUR, 0), (TURNED, 7)):
        at.match(evening, "texas_42", names, *TEXAS, target_marks=3, stake_per_mark=25, stake_per_set=fine)
    payer, payee, amount = re.search(PAYMENT, at.client.get(f"/e/{evening}").text, re.DOTALL).groups()
    at.send(f"/e/{evening}/payments", payer=payer, payee=payee, amount=amount)
    pot = SEVEN | {"tricks": [7, 0, 0], "buys": []}
    at.match(evening, "knockout_whist", ("Fay", "Gus", "Zed"), pot, money=True, stake=33)
