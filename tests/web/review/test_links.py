"""The law of links: a list that a number leads to has exactly the matches or deals that the number counts.

Every link to a list is followed from the pages of three circles, with each of their filters. "9 of 10" leads to ten
matches, nine of them won, or to ten bids, nine of them made; "1 more was level" to one match more.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache, partial
from random import Random

import pytest

from commands.demo import play_demo
from tests.review.hostile import hostile_circle
from tests.support.form_filler import page_of
from tests.support.html import text
from tests.support.phones import join
from tests.support.records import play
from tests.support.review_games import golden_games
from tests.support.review_pages import counted
from tests.support.sizes import ALL, FULL, one_in
from tests.support.tables import send, start

PAGES = re.compile(r"/review($|\?|/p/|/ask|/season|/g/)")
LISTS = re.compile(r"/review/(matches|deals)")
FOLLOWED = 600 if ALL else 40  # links of a circle, where not all is tested
SEASON = {"name": "All", "first": "2019-01-01", "last": "2030-12-31", "counts": "matches"}


def demo_circle(app, client, _):
    """Two years of a made-up circle."""
    with app.app_context():
        _, secret = play_demo(date(2026, 11, 27))
    join(client, f"/join/{secret}")
    while "Refresh" in client.get("/review").headers:  # its win chances are worked out
        pass


def small_circle(app, client, _):
    """One evening: a match of every game, and one that goes on."""
    golden_games(app, client)
    play(app, start(client, "zwanzig_ab"), {"tricks": [2, 1, 1, 1], "trump": "clubs"})


def links_to_lists(client):
    """Every link to a list with the page where it stands; filters one at a time, where all is tested."""
    assert send(client, "/review/seasons", **SEASON).status_code == 303
    waiting, seen, found = ["/review", "/review/seasons"], set(), []
    while waiting:
        address = waiting.pop()
        if address in seen:
            continue
        seen.add(address)
        answer = client.get(address)
        assert answer.status_code == 200, address
        links = [(link.get("href", ""), link) for link in page_of(answer).find(".//main").iter("a")]
        found += [(address, to, link) for to, link in links if LISTS.match(to)]
        waiting += [to for to, _ in links if PAGES.match(to) and ((ALL and "?" not in address) or "?" not in to)]
    assert len(seen) > 20
    return found


def figure_of(link):
    """The number at the end of a row, such as 9 of 10."""
    [figure] = [text(span) for span in link.iter("span") if "of" in span.get("class", "").split()]
    return figure


def said_by(link):
    """How many a link says that there are."""
    words, figure = text(link), figure_of(link)
    ways = ((r"\d+ of (\d+)$", figure), (r"(\d+) match", words), (r"(\d+) deal", words), (r"(\d+)$", figure))
    number = next(match for match in (re.search(way, where) for way, where in ways) if match)
    level = re.search(r"(\d+) more w", words)
    return int(number[1]) + (int(level[1]) if level else 0)


@pytest.mark.parametrize("circle", one_in(2, {"hostile": hostile_circle, "demo": demo_circle, "small": small_circle}))
def test_behind_each_number_is_exactly_what_it_counts(app, client, monkeypatch, circle):
    circle(app, client, monkeypatch)
    found = links_to_lists(client)
    assert {LISTS.match(to)[1] for _, to, _ in found} == {"matches", "deals"}
    if not FULL and len(found) > FOLLOWED:  # of the demo's two years a part
        found = Random(1).sample(found, FOLLOWED)
    wrong, count = {}, cache(partial(counted, client))
    for page, to, link in found:
        there, said = [count(to)], [said_by(link)]
        share = re.search(r"(\d+) of \d+$", figure_of(link))
        if share and ("/matches" in to or not re.search("/g/|/dealers", page)):
            there.append(count(to + ("&won=1" if "/matches" in to else "&made=1")))
            said.append(int(share[1]))
        if there != said:
            wrong[page, to] = (text(link), there)
    assert wrong == {}
