"""Every kind of bearer in one world: two circles, two evenings of the first, browsers with all sorts of cookie."""

from __future__ import annotations

import sqlite3
from datetime import date, timedelta
from typing import NamedTuple

from flask import Flask
from flask.testing import FlaskClient

from models.base import db, new_uid, now
from models.grants import make_grant, revoke
from models.log.append import append
from models.matches import start_match
from models.review.tables import Season
from models.review.upkeep import catch_up
from models.spoken_code import create_code
from models.tables import SCORE, WATCH, Circle, Evening, Grant, HouseRules, Player
from models.transaction import write_transaction
from tests.support.databases import app_on

WHO = ("none", "watch evening", "score evening", "watch circle", "score circle", "other circle", "revoked", "expired")
OWN_AND_REVOKED = "own circle and a revoked"  # evening or circle: the own link is the current one
PLACES = ("here", "other evening", "other circle", "absent")
COOKIE = "tallystick"
DEAL = {"contract": 8, "declarer": 1, "tricks": 9}


class Names(NamedTuple):
    """What addresses of a place are made of."""

    match: str
    deal: str
    evening: str
    player: str
    link: str
    rules: str
    mate: str
    season: str


ABSENT = Names(
    "nomatchhere2", "nodealisher2", "noeveninghe2", "noplayerher2", "nolinkishre2", "0", "nomatehere22", "noseasonhr22"
)


class World:
    """The world on a new database; names by place, cookies by bearer."""

    def __init__(self, url: str) -> None:
        self.path = url.removeprefix("sqlite:///")
        self.app = app_on(url)
        self.app.config.update(WTF_CSRF_ENABLED=False, LIMIT_GUESSES=False)  # what is looked at is what a cookie opens
        with self.app.app_context():
            self._people()
        self.cookies = {who: signed(self.app, self.grants[who]) for who in WHO[1:]}
        for which in ("evening", "circle"):
            held = [self.grants["other circle"], self.grants[f"revoked {which}"]]
            self.cookies[f"{OWN_AND_REVOKED} {which}"] = signed(self.app, *held)
        self.kept = sqlite3.connect(":memory:")
        with sqlite3.connect(self.path) as live:
            live.backup(self.kept)

    def _people(self) -> None:
        with write_transaction():
            ours, theirs = Circle(name="Ann, Bob"), Circle(name="Eva, Fay")
            here, later = evening_of(ours), evening_of(ours)
            places = {"here": here, "other evening": later, "other circle": evening_of(theirs)}
            grants = {place: make_grant(evening, SCORE)[0] for place, evening in places.items()}
            matches = {place: match_in(evening) for place, evening in places.items()}
            self.grants = self._grants(here, make_grant(theirs, SCORE)[0])
        self.names = {place: named(places[place], matches[place], grants[place]) for place in places}
        self.names["absent"] = ABSENT
        for circle in (ours, theirs):
            catch_up(circle.id)  # else the first look at review writes what follows from the logs

    def _grants(self, here: Evening, other: Grant) -> dict[str, str]:
        """The grants of those who have one, in use already."""
        whole, revoked = make_grant(here.circle, SCORE)[0], make_grant(here.circle, SCORE)[0]
        expired = create_code(here, str(self.app.secret_key))
        made = {
            "watch evening": make_grant(here, WATCH)[0],
            "score evening": make_grant(here, SCORE)[0],
            "watch circle": make_grant(here.circle, WATCH)[0],
            "score circle": whole,
            "other circle": other,
            "revoked": revoked,
            "revoked evening": make_grant(here, SCORE)[0],
            "revoked circle": make_grant(here.circle, WATCH)[0],
            "expired": expired,
        }
        for grant in made.values():
            grant.last_used_at = now()
        expired.expires_at = now() - timedelta(minutes=1)
        for which in ("revoked", "revoked evening", "revoked circle"):
            revoke(made[which])
        db.session.flush()
        return {who: grant.uid for who, grant in made.items()}

    def browser(self, who: str) -> FlaskClient:
        """A new browser of this bearer."""
        client = self.app.test_client()
        if who in self.cookies:
            client.set_cookie(COOKIE, self.cookies[who])
        return client

    def restore(self) -> None:
        """All as it was in the beginning."""
        with self.app.app_context():
            db.engine.dispose()
        with sqlite3.connect(self.path) as live:
            self.kept.backup(live)

    def changes(self, watch: sqlite3.Connection) -> int:
        """A number that is another one after every commit."""
        return watch.execute("PRAGMA data_version").fetchone()[0]


def evening_of(circle: Circle) -> Evening:
    """A new evening with two players of its own."""
    evening = Evening(circle=circle, date=date(2026, 11, 20))
    db.session.add(evening)
    db.session.add_all([Player(circle=circle, name=f"{name} {new_uid(4)}") for name in ("One", "Two", "Three", "Four")])
    db.session.flush()
    return evening


def match_in(evening: Evening) -> tuple[str, str]:
    """The names of a match in which one deal was played, and of the deal."""
    players = evening.circle.players[-4:]
    match = start_match(evening, "boomke_wies", players)
    db.session.flush()
    append(match, "deal", uid := new_uid(), DEAL, 0)
    return match.uid, uid


def named(evening: Evening, match: tuple[str, str], grant: Grant) -> Names:
    """What is where."""
    rules = HouseRules(circle_id=evening.circle_id, game="boomke_wies", name=new_uid(), rules={})
    days = {"first": date(2026, 9, 1), "last": date(2026, 12, 18)}
    season = Season(circle_id=evening.circle_id, name=new_uid(), games=[], counts="places", **days)
    with write_transaction() as session:
        session.add_all((rules, season))
        session.flush()
    mate, player = (one.uid for one in evening.circle.players[-2:])
    return Names(*match, evening.uid, player, grant.uid, str(rules.id), mate, season.uid)


def signed(app: Flask, grant: str, *others: str) -> str:
    """A cookie that holds a grant and others."""
    signer = app.session_interface.get_signing_serializer(app)
    return signer.dumps({"grant": grant, "other_grants": others, "device": "tester"})
