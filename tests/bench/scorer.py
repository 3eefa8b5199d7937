"""A circle on a database of its own, with matches of 40 and 400 deals, and what its scorer's browser asks there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask import session

from app import create_app
from drawing.engine_match import counted
from models.base import new_uid
from models.grants import make_grant
from models.startup import upgrade_database
from models.tables import SCORE, Circle, Evening, Player
from models.transaction import write_transaction
from scoring.games import games
from scoring.sheet import extend, replay
from scoring.words import Deal, Sheet
from tests.bench.deals import NAMES, dealt, names_for
from tests.bench.requests import Ask, answer, environ
from tests.bench.stored_evenings import ORDINARY, store_evenings, store_match

SECRET = "only for the bench"
SEATED = 16  # matches of 40 deals that are written on in turn, so that none grows long
SHORT, LONG = 40, 400
SUITS = ("clubs", "diamonds", "hearts", "spades")


class Scorer:
    """The app on a new database with so many evenings, and a browser that may score there."""

    def __init__(self, folder: Path, evenings: int, deals: int = 20, long: int = LONG, seated: int = SEATED) -> None:
        self.evenings, self.each = evenings, deals
        self.url = f"sqlite:///{folder / f'{evenings}x{deals}.sqlite'}"
        self.app = create_app({"SECRET_KEY": SECRET, "DATABASE_URL": self.url})
        upgrade_database(self.app, anew=True)
        with self.app.app_context():
            self._sit(long, seated)
        self.cookie, self.token = self._browser()
        for uid in self.seated:
            for ask in (self.page(uid), *(self.deal(uid, part=True) for _ in NAMES)):
                answer(self.app, environ(ask))  # what went before: the page was seen, and everybody has dealt

    def _sit(self, long: int, seated: int) -> None:
        with write_transaction() as here:
            circle = Circle(name="Bench", players=[Player(name=name) for name in NAMES])
            here.add(circle)
            here.flush()
            grant = make_grant(circle, SCORE, "bench")[0]
        self.grant_uid = grant.uid
        store_evenings(circle, self.evenings - 1, dealt(ORDINARY, self.each)[0])
        with write_transaction() as here:
            evening = Evening(circle=circle, date=date(2026, 11, 20))
            here.add(evening)
            here.flush()
            told = dealt(ORDINARY, SHORT)[0]
            self.seated = [store_match(evening.id, ORDINARY, circle.players, told) for _ in range(seated)]
            self.short = store_match(evening.id, ORDINARY, circle.players, told)
            self.long = store_match(evening.id, ORDINARY, circle.players, dealt(ORDINARY, long)[0])
            self.logs = {key: logs(evening, circle, key) for key in games()}
            self.halfway = {key: halfway(evening, circle, key) for key in games()}
        self.versions = dict.fromkeys(self.seated, SHORT)
        self.sheets = dict.fromkeys(self.seated, folded(told))

    def _browser(self) -> tuple[str, str]:
        """The cookie and the form's token of a browser that was let in and has seen a table."""
        with self.app.test_request_context():
            session["grant"] = self.grant_uid
            let_in = self.app.make_response("")
            self.app.session_interface.save_session(self.app, session, let_in)
        cookie = let_in.headers["Set-Cookie"].partition(";")[0]
        page = answer(self.app, environ(Ask(f"/m/{self.short}", {"Cookie": cookie, "Accept-Encoding": "identity"})))
        token = re.findall(r'name="csrf_token"[^>]* value="([^"]+)"', page.body.decode())
        return page.headers["set-cookie"].partition(";")[0], token[0]

    def page(self, uid: str, **more: str) -> Ask:
        """The table page of a match."""
        return Ask(f"/m/{uid}", {"Cookie": self.cookie, **more})

    def unchanged(self) -> Ask:
        """Whether the match of 40 deals has changed; it has not."""
        return Ask(f"/m/{self.short}/version", {"Cookie": self.cookie, "If-None-Match": f'"{SHORT}"'})

    def say(self, uid: str, step: str, said: dict[str, Any], part: bool, count: bool = False) -> Ask:
        """A form of a match's page, as script sends it (part) or not; it is taken to have been recorded.

        count: a phone sends it that has counted it already.
        """
        version = self.versions[uid]
        self.versions[uid] += 1
        self.sheets[uid] = after(self.sheets[uid], step, said)
        form = {"csrf_token": self.token, "uid": new_uid(), "after": version, "step": step} | said
        if count:
            edition = self.app.config["ENGINE"]["en"].edition
            form |= {"phone_counted": json.dumps(counted(self.sheets[uid], version + 1)), "edition": edition}
        headers = {"Cookie": self.cookie} | ({"X-Part": str(version)} if part else {})
        return Ask(f"/m/{uid}/say", headers, urlencode(form).encode())

    def deal(self, uid: str, part: bool, count: bool = False) -> Ask:
        """The next deal of a match."""
        n = self.versions[uid]
        return self.say(uid, "play", {"declarer": n % 4, "contract": 7 + n % 3, "tricks": 5 + n % 7}, part, count)

    def deals_counted(self, uids: list[str]) -> Iterator[list[Ask]]:
        """Deal after deal as a phone sends them that has counted and shown them."""
        for uid in cycle(uids):
            yield [self.deal(uid, part=True, count=True)]

    def deals(self, uids: list[str]) -> Iterator[list[Ask]]:
        """Deal after deal as script sends them, in these matches in turn."""
        for uid in cycle(uids):
            yield [self.deal(uid, part=True)]

    def deals_with_page(self, uids: list[str]) -> Iterator[list[Ask]]:
        """Deal after deal as a browser without script sends them: it is sent on to the page."""
        for uid in cycle(uids):
            yield [self.deal(uid, part=False), Ask(f"/m/{uid}?recorded=1", {"Cookie": self.cookie})]

    def bids(self, uids: list[str]) -> Iterator[list[Ask]]:
        """Bid after bid, each another one, so that the pad for its result was not drawn before."""
        for n, uid in enumerate(cycle(uids)):
            said = {"declarer": n % 4, "contract": 7 + n // 4 % 6, "trump": SUITS[n // 24 % 4]}
            yield [self.say(uid, "bid", said, part=True)]


def folded(told: list[dict[str, Any]]) -> Sheet:
    """The sheet of stored deals."""
    game = games()[ORDINARY]
    return replay(game, game.table(NAMES, 0), {}, tuple(Deal("", "deal", entry, None) for entry in told))


def after(sheet: Sheet, step: str, said: dict[str, Any]) -> Sheet:
    """The sheet after a bid, or a deal that includes it."""
    if step == "bid":
        return sheet._replace(pending=said)
    deal = Deal("", "deal", {**(sheet.pending or {}), **said}, None)
    return extend(games()[ORDINARY], sheet, (deal,))._replace(pending=None)


def seats_of(circle: Circle, key: str) -> list[Player]:
    """Those of a circle who play a game."""
    return circle.players[: len(names_for(games()[key]))]


def logs(evening: Evening, circle: Circle, key: str) -> list[str]:
    """40 deals of a game, in as many matches as they fill."""
    return [store_match(evening.id, key, seats_of(circle, key), told) for told in dealt(key, SHORT)]


def halfway(evening: Evening, circle: Circle, key: str) -> str:
    """A match of a game, half of what it takes."""
    told = dealt(key, SHORT)[0]
    return store_match(evening.id, key, seats_of(circle, key), told[: len(told) // 2])
