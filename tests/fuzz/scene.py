"""What the malformed requests are sent to: two circles with matches of every game, and everybody who may come."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import urlsplit

from flask import Flask, session
from flask.testing import FlaskClient
from sqlalchemy import select

import web.markup
from models.base import db, new_uid
from models.grants import make_grant, revoke
from models.log.append import append
from models.log.state import state_cache
from models.matches import find_match
from models.tables import SCORE, WATCH, Circle, Evening, Match
from models.transaction import write_transaction
from scoring.games import games
from tests.support.form_filler import page_of, sent_by, taps_on
from tests.support.random_matches import random_deals
from tests.support.tables import FOUR, send, start, token
from web.auth.browser import add_grant

Pairs = list[tuple[str, str]]  # of a form

BEGAN = 1_795_204_800  # an evening in November 2026
NAMES = """
name seat dealer held evening game tap what note place uid after step of points.0 points.1 calls bid bidder contract
declarer tricks tricks.0 cut card drew phone_counted edition ago language before players way said look again csrf_token
code key page part deal number made year last first rules rule metric who match month letters words person
""".split()
VISITED = ("", "/both", "/rulings", "/history", "/paper", "/rules", "/across", "?step=bid", "?auction=1", "?tricks.0=3")


class Clock:
    """A clock that tells the same time to every database: it goes on by a second with each request; chance with it."""

    def __init__(self, seed: str) -> None:
        self.seed, self.seconds, self.rng = seed, BEGAN, Random(seed)

    def go_on(self) -> None:
        """A second later. Chance begins anew: how much of it was used does not matter to the next request."""
        self.seconds += 1
        self.rng.seed(f"{self.seed} {self.seconds}")

    def now(self, zone: Any = UTC) -> datetime:
        """In place of datetime.now."""
        return datetime.fromtimestamp(self.seconds, zone)


@contextmanager
def foreseeable(seed: str) -> Iterator[Clock]:
    """Chance and the time are the same for the same seed while the block runs; nothing is remembered from before."""
    clock = Clock(seed)
    state_cache.clear()
    for cache in (web.markup.fragments, web.markup.pages):
        cache.clear()
    with (
        patch.object(random, "_urandom", clock.rng.randbytes),
        patch("os.urandom", clock.rng.randbytes),
        patch("models.base.datetime", clock),
        patch.object(time, "time", lambda: float(clock.seconds)),
        patch.object(time, "time_ns", lambda: clock.seconds * 10**9),
    ):
        yield clock


class Form(NamedTuple):
    """A form of a page, filled in as it was served."""

    method: str
    address: str
    pairs: Pairs


class Scene:
    """Circles, matches, bearers with their cookies and tokens, and what the pages of the first bearer offer.

    Where no requests are made of what they offer, nobody looks at them.
    """

    def __init__(self, app: Flask, looked_at: bool = True) -> None:
        self.app = app
        self.routes = sorted({str(rule) for rule in app.url_map.iter_rules()})
        self.routes = [re.sub(r"<any\((\w+).*?>", r"\1", route) for route in self.routes]
        self.cookies: dict[str, str] = {"nobody": ""}
        self.tokens: dict[str, str] = {"nobody": ""}
        self.forms: list[Form] = []
        self.links: list[str] = []
        scorer, other = self.sit_down("score", FOUR), self.sit_down("other", ("Eva", "Fay", "Gus", "Hal"))
        self.finish(scorer)
        self.matches = [self.played(scorer, key) for key in sorted(games())]
        theirs = start(other, "boomke_wies", "Eva", "Fay", "Gus", "Hal")
        self.hand_out_links()
        with app.app_context():
            evenings = [*db.session.scalars(select(Evening.uid).order_by(Evening.id))]
        self.logs = {uid: scorer.get(f"/m/{uid}/log").get_json() for uid in self.matches}
        self.uids = [*self.matches, *evenings, theirs, *sorted(games()), "close", "retire", "amend"]
        self.home = scorer.get("/line/home").get_json()
        if looked_at:
            self.look_around(scorer, evenings[0])
        self.names = sorted({*NAMES, *(name for form in self.forms for name, _ in form.pairs)})

    def sit_down(self, bearer: str, names: tuple[str, ...]) -> FlaskClient:
        """A browser in a new circle of its own."""
        client = self.app.test_client()
        assert send(client, "/circle", name=names).status_code == 303
        self.tokens[bearer] = token(client)
        self.cookies[bearer] = f"tallystick={client.get_cookie('tallystick').value}"
        return client

    def played(self, client: FlaskClient, key: str) -> str:
        """A match of a game with a few deals, a bid and a ruling."""
        game = games()[key]
        names = FOUR[: min(game.seats[1], 4)]
        uid = start(client, key, *names)
        with self.app.app_context():
            for entry in random_deals(Random(key), game, {"players": list(names)}, 3, hurt=False)[:3]:
                say(uid, "deal", entry)
            if game.has_totals:
                sides = len(game.table(names, 0).sides)
                say(uid, "adjust", {"points": [1] * sides, "note": "for the show"})
        return uid

    def finish(self, client: FlaskClient) -> None:
        """Two matches to five that a Boom wins, so that review has what to show."""
        for seat in (0, 1):
            uid = start(client, "boomke_wies", *FOUR, length="points", length_value=5)
            with self.app.app_context():
                say(uid, "deal", {"declarer": seat, "contract": 13, "tricks": 13})

    def hand_out_links(self) -> None:
        """Browsers that may only watch, or score this evening, and one whose link was revoked."""
        with self.app.app_context():
            circle = db.session.scalars(select(Circle).order_by(Circle.id)).first()
            evening = db.session.scalars(select(Evening).order_by(Evening.id)).first()
            places = {"watch": (circle, WATCH), "watch evening": (evening, WATCH), "score evening": (evening, SCORE)}
            for bearer, (place, right) in {**places, "revoked": (circle, SCORE)}.items():
                with write_transaction() as here:
                    grant = make_grant(place, right)[0]
                    here.flush()
                self.let_in(bearer, grant)
                with write_transaction():
                    if bearer == "revoked":
                        revoke(grant)
        self.let_in("stranger", None)

    def let_in(self, bearer: str, grant: Any) -> None:
        """A browser with the cookie of a grant, or of none."""
        with self.app.test_request_context():
            if grant:
                add_grant(grant)
            session["csrf_token"] = f"of {bearer}"
            answer = self.app.make_response("")
            self.app.session_interface.save_session(self.app, session, answer)
        self.cookies[bearer] = str(answer.headers["Set-Cookie"]).partition(";")[0]
        client = self.app.test_client()
        client.set_cookie("tallystick", self.cookies[bearer].partition("=")[2])
        self.tokens[bearer] = token(client)

    def look_around(self, client: FlaskClient, evening: str) -> None:
        """Every form and link on the pages of the first bearer."""
        ahead = ["/", "/new", "/circle", f"/e/{evening}", f"/e/{evening}/paper", "/paper/texas_42", "/rules/clobyosh"]
        ahead += ["/review/g/boomke_wies", "/review/deals?game=boomke_wies", "/review/matches", "/review/ask"]
        ahead += [f"/m/{uid}{more}" for uid in self.matches for more in VISITED]
        ahead += [route.replace("<slug:uid>", evening if "/e/" in route else self.matches[0]) for route in self.routes]
        ahead = [address for address in dict.fromkeys(ahead) if "<" not in address]
        seen: dict[str, None] = dict.fromkeys(ahead)
        for address in ahead:
            for link in self.offered(client, address):
                if link not in seen and "/deal/" in link and len(ahead) < 80:
                    ahead.append(link)
                seen[link] = None
        self.links = sorted(seen)
        self.forms = [*{kind_of(form): form for form in self.forms}.values()]

    def offered(self, client: FlaskClient, address: str) -> list[str]:
        """The links of a page; its forms are kept."""
        found = []
        answer = client.get(address)
        if answer.mimetype != "text/html":
            return []
        for tap in taps_on(page_of(answer), address):
            if tap.form is None:
                found.append(tap.address.partition("#")[0])
            else:
                method = tap.form.get("method", "get").upper()
                self.forms.append(Form(method, tap.address.partition("#")[0], sent_by(tap.form, tap.button)))
        return [link for link in found if not urlsplit(link).netloc]


def kind_of(form: Form) -> tuple[object, ...]:
    """The same for the same form on several pages; those of the language are all alike."""
    if form.address == "/language":
        return ("/language",)
    return form.address, *(pair for pair in form.pairs if pair[0] not in ("csrf_token", "uid"))


def say(uid: str, kind: str, body: dict[str, Any]) -> None:
    """Record this of a match, if it is allowed now."""
    match = find_match(uid)
    assert isinstance(match, Match)
    append(match, kind, new_uid(), body, match.last_seq)
