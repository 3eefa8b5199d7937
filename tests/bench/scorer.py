"""A circle on a database of its own, with short and long matches, and what its scorer's browser asks there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask.testing import FlaskClient

from app import create_app
from models.base import new_uid
from models.startup import upgrade_database
from scoring.games import games
from scoring.sheet import extend, replay
from scoring.words import Deal
from table.engine_match import counted
from tests.bench.requests import Ask, answer
from tests.support.random_matches import dealt
from tests.support.records import play
from tests.support.tables import FOUR, make_circle, start, token

SECRET = "only for the bench"
GAME = "boomke_wies"
SHORT = 40  # deals


class Scorer:
    """The app on a new database, and a browser that may score there.

    long: deals of the long match; seated: how many short ones are written on in turn, so that none grows long.
    """

    def __init__(self, folder: Path, long: int, seated: int) -> None:
        self.url = f"sqlite:///{folder / 'scorer.sqlite'}"
        settings = {"SECRET_KEY": SECRET, "DATABASE_URL": self.url, "CIRCLES": "anybody", "LIMIT_GUESSES": False}
        self.app = create_app(settings)
        upgrade_database(self.app, anew=True)
        self.client = self.app.test_client()
        make_circle(self.client)
        entries = dealt(GAME, SHORT)[0]
        self.seated = [self.match(entries) for _ in range(seated)]
        self.short, self.long = self.match(entries), self.match(dealt(GAME, long)[0])
        self.cookie, self.token = cookie_of(self.client), token(self.client)
        self.versions = dict.fromkeys(self.seated, len(entries))
        told = tuple(Deal("", "deal", entry, None) for entry in entries)
        self.sheets = dict.fromkeys(self.seated, replay(games()[GAME], games()[GAME].table(FOUR, 0), {}, told))
        for uid in self.seated:
            for ask in (self.page(uid), *(self.deal(uid) for _ in FOUR)):
                answer(self.app, ask.environ())  # what went before: the page was seen, and everybody has dealt

    def match(self, entries: list[Any]) -> str:
        """The uid of a match of these deals."""
        uid = start(self.client, GAME)
        play(self.app, uid, *entries)
        return uid

    def page(self, uid: str, **more: str) -> Ask:
        """The table page of a match."""
        return Ask(f"/m/{uid}", {"Cookie": self.cookie, **more})

    def unchanged(self) -> Ask:
        """Whether the match of 40 deals has changed; it has not."""
        return Ask(f"/m/{self.short}/version", {"Cookie": self.cookie, "If-None-Match": f'"{SHORT}"'})

    def deal(self, uid: str, part: bool = True, count: bool = False) -> Ask:
        """The next deal of a match, as script sends it (part) or not; it is taken to have been recorded.

        count: a phone sends it that has counted it already.
        """
        version = self.versions[uid]
        said = {"declarer": version % 4, "contract": 7 + version % 3, "tricks": 5 + version % 7}
        self.sheets[uid] = extend(games()[GAME], self.sheets[uid], (Deal("", "deal", said, None),))
        form = {"step": "play", **said}
        if count:
            edition = self.app.config["ENGINE"]["en"].edition
            form |= {"phone_counted": json.dumps(counted(self.sheets[uid], version + 1)), "edition": edition}
        return self.form(uid, "say", part, **form)

    def form(self, uid: str, where: str, part: bool = False, **form: Any) -> Ask:
        """A form of a match's page; it is taken to have been recorded."""
        version = self.versions[uid]
        self.versions[uid] += 1
        headers = {"Cookie": self.cookie} | ({"X-Part": str(version)} if part else {})
        sealed = {"csrf_token": self.token, "uid": new_uid(), "after": version}
        return Ask(f"/m/{uid}/{where}", headers, urlencode(sealed | form).encode())

    def deals(self, uids: list[str], count: bool) -> Iterator[list[Ask]]:
        """Deal after deal as script sends them, in these matches in turn."""
        for uid in cycle(uids):
            yield [self.deal(uid, count=count)]

    def deals_with_page(self, uids: list[str]) -> Iterator[list[Ask]]:
        """Deal after deal as a browser without script sends them: it is sent on to the page."""
        for uid in cycle(uids):
            yield [self.deal(uid, part=False), Ask(f"/m/{uid}?recorded=1", {"Cookie": self.cookie})]

    def ends(self, uids: list[str]) -> Iterator[list[Ask]]:
        """Matches that end, and go on after all."""
        for uid in cycle(uids):
            yield [self.form(uid, "close"), Ask(f"/m/{uid}", {"Cookie": self.cookie}), self.form(uid, "reopen")]


def cookie_of(client: FlaskClient) -> str:
    """What a browser of the app sends as its cookie."""
    cookie = client.get_cookie("tallystick")
    assert cookie is not None
    return f"tallystick={cookie.value}"
