"""The answers of /line and /line/home, given to the pages of a browser in the server's place."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Route

GAME = {"game": "boomke_wies", "edition": "e", "version": 3, "hash": "0" * 16}


def answer_line(context: BrowserContext, token: str, uids: list[str], asked: list[str] | None = None) -> None:
    """Let the pages of a context be told of a circle with one evening of these matches."""
    matches = [{**GAME, "uid": uid, "state": "play", "title": f"Ann & Cem, {uid}"} for uid in uids]
    evening = {"uid": "evening1", "date": "2026-11-20", "place": "The Plough", "matches": matches}
    people = [{"uid": f"p{n}", "name": name} for n, name in enumerate(("Ann", "Bob"))]
    circle = {"uid": "c", "name": "Ann, Bob"}
    home = {"circle": circle, "people": people, "rules": [], "evenings": [evening], "matches": matches}
    line = {"now": 0, "token": token, "shell": "", "editions": {}, "grant": "score"}

    def fulfil(answer: object, route: Route) -> None:
        if asked is not None:
            asked.append(route.request.url)
        route.fulfill(content_type="application/json", body=json.dumps(answer))

    context.route("**/line", lambda route: fulfil(line, route))
    context.route("**/line/home", lambda route: fulfil(home, route))
