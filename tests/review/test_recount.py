"""Every number of review is what plain loops over the circle's file come to."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import date
from difflib import ndiff
from html import unescape
from itertools import permutations

import pytest
from sqlalchemy import select

from commands.demo import play_demo
from models.base import db
from models.review.upkeep import catch_up
from models.review.win_chances import work_out_chances
from models.tables import Grant
from scoring.games import games
from scoring.review import review_of
from tests.review.answers import Answers
from tests.review.recount import Recount
from tests.support.review_games import golden_games

LEFT_OUT = re.compile(r"<(nav|form|footer|script|head)\b.*?</\1>", re.S)
DRAWING = re.compile(r'<svg class="(counted|rod|beam)\b[^>]*>(?:<svg.*?</svg>|(?!</?svg).)*</svg>', re.S)
LINE = re.compile(r'<line class="(\w+)".*? x1="([\d.]*)%?" x2="([\d.]*)')
BLOCK = re.compile(r"</?(h1|h2|p|li|tr|summary|section|div|main|ul|ol|details|table)\b[^>]*>")
RATING = re.compile(
    r" Ratings begin at[^<]*|<small>rating \d+\??</small>|<section [^>]*><h2>Rating .*?</section>", re.S
)  # those are a model
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
    text = RATING.sub("", LEFT_OUT.sub("", answer.text.partition("<main" if "/ask/" in address else "<body")[2]))
    text = re.sub(r"<svg.*?</svg>", "", DRAWING.sub(drawing, text), flags=re.S).replace("<s>", "(").replace("</s>", ")")
    text = re.sub(r"<[^>]*>", " ", re.sub(r"</?bdi[^>]*>", "\0", BLOCK.sub("\n", text)))
    lines = [unescape(line) for line in text.split("\n") if TOLD.search(line)]
    return [" ".join(line.replace("\0", "").split()) for line in lines]


def drawing(found):
    """A drawing as its numbers: few cases, the strokes above a stick, the cuts of a stick."""
    lines, cuts = LINE.findall(found[0]), re.findall(r'<path class="nock" d="(.*?)"', found[0])
    if found[1] == "counted":
        return f" [{''.join('|' if name == 'grey' else '.' for name, *_ in lines)}] "
    if found[1] == "beam":
        return f"\n[{''.join('=' if 'h2' in cut else '-' if '34' in cut else '+' for cut in cuts)}]\n"
    return f" [{' '.join(f'^{low}' if name == 'guide' else f'{low}–{high}' for name, low, high in lines)}] "


def pages(recount, page):
    """Addresses with what must be told there."""
    keys = [key for key in games() if any(match.game.key == key for match in recount.matches)]
    years = sorted({match.day.year for match in recount.matches})
    times = [{}, {"last": 10}, *({"year": year} for year in years)]
    there = [who for who in recount.order if any(match.seat_of(who) for match in recount.matches)]
    for game in (None, *keys):
        for when in times:
            yield address("/review", game=game, **when), page.circle(game, **when)
            for question, (fits, one) in QUESTIONS.items():
                if fits(games()[game]) if game else not one:
                    whose = {"who": next(who for who in there if who in recount.ranked)}
                    asked = {"game": game, **when, **(whose if question in ("with", "against") else {})}
                    yield address(f"/review/ask/{question}", **asked), page.ask(question, **asked)
        if game:
            parts = [page.ask(question, game=game) for question in ("winners", "bids", "trumps")]
            yield f"/review/g/{game}", [line for part in parts for line in part]
    for who in recount.order:
        yield f"/review/p/{who}", page.person(who)
    for pair in permutations(recount.order, 2):
        yield f"/review/p/{'/'.join(pair)}", page.pair(*pair)
    for evening in {match.evening["uid"] for match in recount.matches}:
        yield f"/e/{evening}/story", page.story(evening)
    for season in recount.circle.get("seasons", ()):
        yield f"/review/season/{season['uid']}", page.season(season)


def address(path, **asked):
    return f"{path}?{'&'.join(f'{key}={value}' for key, value in asked.items() if value)}"


def differences(client):
    """By address what is told there that is not so (-), and what is so and is not told (+)."""
    recount = Recount(json.loads(client.get("/circle/file").text))
    page, found = Answers(recount), []
    for where, due in pages(recount, page):
        told = read(client, where)
        if not re.match(r"/review(/p/.*|\?.*)$", where):  # of an answer, in any order; of others what is known
            told, due = sorted(told if "/ask/" in where else {*told} & {*due}), sorted(due)
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
