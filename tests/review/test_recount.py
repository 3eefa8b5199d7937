"""Every number of review is what plain loops over the circle's file come to.

Not counted again are filters and forms, which count nothing; lists by what else can be asked (tests/web/review/
test_links.py); what is private (tests/models/review/test_bids.py); pictures; the days in the list of seasons; and
words for those who hear. Payments are held to exact shares: less than a cent from them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import date
from difflib import ndiff
from html import unescape
from itertools import combinations, permutations, product

import pytest
from sqlalchemy import null, select, update

from commands.demo import play_demo
from models.base import db
from models.review.tables import MatchReview
from models.review.upkeep import catch_up
from models.review.win_chances import work_out_chances
from models.tables import Grant
from models.transaction import write_transaction
from scoring.games import games
from scoring.review import review_of
from tests.review.hostile import hostile_circle
from tests.review.recount import Recount
from tests.review.tales import Tales
from tests.support.review_games import golden_games

LEFT_OUT = re.compile(r'<(nav(?= class="cuts")|form|footer|script|head)\b.*?</\1>', re.S)
DRAWING = re.compile(r'<svg class="(counted|rod|beam|curve)\b[^>]*>(?:<svg.*?</svg>|(?!</?svg).)*</svg>', re.S)
LINE = re.compile(r'<line class="(\w+)".*? x1="([\d.]*)%?" x2="([\d.]*)')
BLOCK = re.compile(r"</?(h1|h2|p|li|tr|summary|section|div|main|ul|ol|details|table)\b[^>]*>")
TOLD = re.compile(r"[\d\0\[]|clear difference")  # a number, a name, a drawing
PAYMENT = re.compile(
    r'checked="(\w+)" name="amount"[^>]*><span><bdi>(.*?)</bdi> .*?<bdi>(.*?)</bdi>.*?<b>(.*?)</b>', re.S
)
ANY, BIDS, ONE = (lambda game: True), (lambda game: review_of(game.key).bids), True
QUESTIONS = {
    **dict.fromkeys(("winners", "attendance", "places", "weekdays", "lengths", "against"), (ANY, False)),
    **dict.fromkeys(("bidders", "dealers"), (BIDS, False)),
    **dict.fromkeys(("bids", "trumps", "seats"), (BIDS, ONE)),
    "with": (lambda game: game.partners, False),
    "closest": (lambda game: game.has_totals, ONE),
}


def read(client, address):
    """A page as its reader finds it: the lines with a number, a name or a drawing; of answers without their title."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    text = LEFT_OUT.sub("", answer.text.partition("<main" if "/ask/" in address else "<body")[2])
    text = re.sub(r"<svg.*?</svg>", "", DRAWING.sub(drawing, text), flags=re.S).replace("<s>", "(").replace("</s>", ")")
    text = re.sub(r"<[^>]*>", " ", re.sub(r"</?bdi[^>]*>", "\0", BLOCK.sub("\n", text)))
    lines = [unescape(line) for line in text.split("\n") if TOLD.search(line)]
    return [" ".join(line.replace("\0", "").split()) for line in lines]


def drawing(found):
    """A drawing as its numbers: few cases, the strokes above a stick, the cuts of a stick; strokes on it, a course."""
    lines, cuts = LINE.findall(found[0]), re.findall(r'<path class="nock" d="(.*?)"', found[0])
    if found[1] == "counted":
        return f" [{''.join('|' if name == 'grey' else '.' for name, *_ in lines)}] "
    if heights := re.findall(r'x1="([\d.]*)%" x2="\1%" y1="([\d.]*)" y2="59"', found[0]):
        return f"\n[{' '.join(map(':'.join, heights))}]\n"
    if course := re.search(r'y1="([\d.]*)" y2="\1".*<polyline class="course" points="(.*?)"', found[0]):
        return f" [{course[1]}: {course[2]}] "
    if found[1] == "curve":
        turn = re.findall(r'<line class="chalked.*? x1="([\d.]*)%.*? y1="(.*?)" y2="(.*?)"', found[0])
        told = [*re.findall(r'class="step" d="(.*?)"', found[0]), *sum(turn, ())]
        return f"\n[{' '.join(told)}]\n"
    if found[1] == "beam":
        return f"\n[{''.join('=' if 'h2' in cut else '-' if '34' in cut else '+' for cut in cuts)}]\n"
    return f" [{' '.join(f'^{low}' if name == 'guide' else f'{low}–{high}' for name, low, high in lines)}] "


def pages(recount, page):
    """Addresses with what must be told there."""
    keys = [key for key in games() if any(match.game.key == key for match in recount.matches)]
    years = sorted({match.day.year for match in recount.matches})
    there = [who for who in recount.order if any(match.seat_of(who) for match in recount.matches)]
    for game, when in product((None, *keys), ({}, {"last": 10}, *({"year": year} for year in years))):
        yield address("/review", game=game, **when), page.circle(game, **when)
        yield address("/review/records", game=game, **when), page.records(game, **when)
        if game:
            yield address(f"/review/g/{game}", **when), page.game(game, **when)
        for question, (fits, one) in QUESTIONS.items():
            if fits(games()[game]) if game else not one:
                whose = {"who": next(who for who in there if who in recount.ranked)}
                asked = {"game": game, **when, **(whose if question in ("with", "against") else {})}
                yield address(f"/review/ask/{question}", **asked), page.ask(question, **asked)
    for path, asked, told in page.lists(keys, there):
        yield from ((address(path, **asked, page=n), lines) for n, lines in enumerate(told, 1))
    yield from ((f"/review/year/{year}", page.year(year)) for year in years)
    some = {}, {"last": 10}, *({"game": key} for key in keys), {"game": keys[0], "year": years[-1]}
    for who, when in product(recount.order, some):
        yield address(f"/review/p/{who}", **when), page.person(who, **when)
    yield from ((f"/review/p/{'/'.join(pair)}", page.pair(*pair)) for pair in permutations(recount.order, 2))
    for pair, when in product(combinations(there[:4], 2), some[1:]):
        yield address(f"/review/p/{'/'.join(pair)}", **when), page.pair(*pair, **when)
    yield from ((f"/e/{uid}/story", page.story(uid)) for uid in {match.evening["uid"] for match in recount.matches})
    seasons = recount.circle.get("seasons", ())
    yield from ((f"/review/season/{season['uid']}", page.season(season)) for season in seasons)


def address(path, **asked):
    return f"{path}?{'&'.join(f'{key}={value}' for key, value in asked.items() if value)}"


def differences(client):
    """By address what is told there that is not so (-), and what is so and is not told (+)."""
    recount = Recount(json.loads(client.get("/circle/file").text))
    page, found = Tales(recount), []
    for where, due in pages(recount, page):
        told = read(client, where)
        if re.search("/ask/|/records", where):  # in any order
            told, due = sorted(told), sorted(due)
        found += [(where, told, due)] * bool(due or "?" not in where)
    for table in ("matches", "seats", "deals"):
        where = f"/review/export/{table}.csv"
        found.append((where, client.get(where).text.splitlines()[1:], page.table(table)))
    sums = Counter()
    for evening in recount.evenings:
        told, due = settled(client, evening), page.owed(evening["uid"])
        sums.update(told)
        found.append((evening["date"], [], [who for who in {*told, *due} if abs(told[who] - due[who]) >= 1]))
    told = re.findall(r"<p><bdi>(.*?)</bdi> (gets|pays) <b>(.*?)</b></p>", client.get("/evenings").text)
    due = [f"{who} {'gets' if cents > 0 else 'pays'} {abs(cents) / 100:.2f}" for who, cents in sums.items() if cents]
    found.append(("/evenings", sorted(map(" ".join, told)), sorted(due)))
    return {where: [line for line in ndiff(a, b) if line[0] in "+-"] for where, a, b in found if a != b}


def settled(client, evening):
    """What the page of an evening says that each is to get, to the cent; as much is ticked as is known to be paid."""
    nets, ticked = Counter(), 0
    for paid, payer, payee, amount in PAYMENT.findall(client.get(f"/e/{evening['uid']}").text):
        cents = int(amount.replace(".", ""))
        nets.subtract({payer: cents, payee: -cents})
        ticked += cents * (paid == "true")
    assert ticked == sum(payment["amount"] for payment in evening.get("payments", ()))
    return nets


@pytest.mark.thorough
@pytest.mark.databases
def test_a_circle_in_which_all_that_is_odd_has_happened(app, client, monkeypatch):
    hostile_circle(app, client, monkeypatch)
    with app.app_context(), write_transaction() as session:  # evenings came in later than those after them
        session.execute(update(MatchReview).values(curve=null()))
    assert differences(client) == {}


@pytest.mark.thorough
def test_the_circle_of_the_demonstration(app, client):
    with app.app_context():
        circle, _ = play_demo(date(2026, 11, 20))
        while catch_up(circle.id).left or work_out_chances(circle.id):
            pass
        grant = db.session.scalar(select(Grant.uid))
    with client.session_transaction() as session:
        session["grant"] = grant
    assert differences(client) == {}


def test_one_evening_of_all_games(app, client):
    golden_games(app, client)
    assert differences(client) == {}
