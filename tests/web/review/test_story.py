"""The page of a story: lines that lead somewhere, sentences without gaps; one evening tells nothing of the circle."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from string import Formatter
from types import SimpleNamespace

import pytest
from sqlalchemy import select, update

from models.base import db, new_uid, now
from models.grants import make_grant
from models.log.append import append
from models.log.read import read
from models.matches import find_match
from models.tables import REVIEW_ANEW, WATCH, Evening, Player
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.records import reading_of, say
from tests.support.review_evenings import one_deal, two_matches
from tests.support.tables import make_circle, start
from tests.web.review.chart_reader import reading
from web.review.story.past_sentences import PAST
from web.review.story.result_sentences import RESULT
from web.review.story.story_text import SENTENCES, StoryText
from web.review.story.tonight_sentences import TONIGHT


@pytest.fixture
def matches(app, client):
    return two_matches(app, client)


def evening_uid(app):
    """The uid of the newest evening."""
    with app.app_context():
        return db.session.scalar(select(Evening.uid).order_by(Evening.date.desc(), Evening.id.desc()).limit(1))


def lines_of(page):
    """The words of the five lines."""
    return [text(line) for line in page.find(".//ol").iter("li")]


def links_of(page):
    """Where the page leads."""
    return [link.get("href") for link in page.iter("a")]


def test_the_golden_evening_in_lines_turns_and_charts(app, client, matches):
    """Two matches of one deal and of three: only the second has chances worth a chart."""
    answer = client.get(f"/e/{evening_uid(app)}/story")
    page = parsed(answer)
    first, *turns, last = lines_of(page)
    assert first.removesuffix(" Boomke Wies") in ("Ann & Cem won both matches.", "Both matches went to Ann & Cem.")
    assert any("Ann’s Boom" in line and "in 100" in line for line in turns)
    assert "4 deals: the first evening of all." in last
    assert len(turns) == 3
    deals = [link for link in links_of(page) if link and "/deal/" in link]
    assert all(client.get(link).status_code == 200 for link in deals)
    assert f"/m/{matches[1]}/deal/" in " ".join(deals)
    rows = {text(link): link.get("href") for link in page.iter("a") if " became " in text(link)}
    [evening] = [words for words in rows if "turned the evening for" in words]
    turn = r"Deal (\d) of Boomke Wies turned the evening for Ann & Cem: (\d+) in 100 became (\d+)\."
    deal, before, after = re.fullmatch(turn, evening).groups()
    [of_match] = [words for words in rows if words.startswith(f"Deal {deal} turned it for Ann & Cem: {before} in 100")]
    assert rows[of_match] == rows[evening]
    assert int(after) > int(before)
    labels = re.findall(r'aria-label="([^"]*)"', unescape(answer.text))
    assert "The evening’s own stick: Boomke Wies: 1 deal, Boomke Wies: 3 deals" in labels
    chance = "Chance of Ann & Cem to win, deal by deal: 50 in 100 at first, 100 at the end"
    assert f"{chance}; the turn is deal 3, from 50 to 100" in labels
    cells = re.findall(r'<th scope="row"><a href="(/m/[^"]+)">([^<]+)</a>', answer.text)
    assert [words for _, words in cells] == ["Boomke Wies", "Boomke Wies", "1", "2", "3"]
    assert [address for address, _ in cells[:2]] == [f"/m/{uid}" for uid in matches]
    for address, number in cells[2:]:
        assert f"deal {number}" in client.get(address).text.lower()


def test_who_corrected_and_who_disputed_is_said_by_match(app, client, matches):
    """Names as in the history of the match, where the row leads; the first match needs none."""
    address = f"/e/{evening_uid(app)}/story"
    assert "correct" not in main_of(client.get(address))
    uid = matches[1]
    first, second, _ = (deal.uid for deal in reading_of(app, uid).live.deals)
    say(app, uid, "dispute", of=second, seat=3)
    say(app, uid, "dispute", of=first, seat=1)
    with app.app_context():
        for device, contract in (("a", 8), ("b", 9), ("b", 8)):
            entry = {"declarer": 2, "contract": contract, "tricks": 9}
            match = find_match(uid)
            deal = read(match).live.deals[-1].uid
            append(match, "amend", new_uid(), {"of": deal, "entry": entry}, read(match).version, device=device)
    [row] = [link for link in parsed(client.get(address)).iter("a") if "correction" in text(link)]
    assert row.get("href") == f"/m/{uid}/history"
    words = "2 corrections by Phone 3; 1 correction by Phone 2; 1 deal disputed by Dee; 1 deal disputed by Bob"
    assert text(row).endswith(words)
    assert main_of(client.get(f"/m/{uid}/history")).count("Phone 3") == 2


def test_an_evening_without_a_finished_match_says_so(app, client):
    make_circle(client)
    match = start(client, "boomke_wies")
    uid = evening_uid(app)
    assert "No match of this evening is over yet." in main_of(client.get(f"/e/{uid}/story"))
    assert "The story of the evening" not in main_of(client.get(f"/e/{uid}"))
    for picture, instead in ((f"/e/{uid}/story.png", f"/e/{uid}/story"), (f"/m/{match}/picture.png", f"/m/{match}")):
        answer = client.get(picture)
        assert (answer.status_code, answer.headers["Location"]) == (303, instead)


def long_past(app, client):
    """A circle of five with an evening years ago, where Eve played and Dee did not, and one of now without Eve."""
    make_circle(client, "Ann", "Bob", "Cem", "Dee", "Eve")
    for _ in range(9):
        one_deal(app, client, 0, "Ann", "Bob", "Cem", "Eve")
    with app.app_context(), write_transaction() as session:
        session.execute(update(Evening).values(date=date(2019, 5, 1), closed_at=now(), place="Secret cellar"))
        session.execute(REVIEW_ANEW)
    for _ in range(3):
        one_deal(app, client, 1, "Ann", "Bob", "Cem", "Dee")
    return evening_uid(app)


def test_who_watches_one_evening_sees_its_story_and_nothing_of_the_circle(app, client, drawings):
    uid = long_past(app, client)
    with app.app_context(), write_transaction():
        grant = make_grant(db.session.scalars(select(Evening).where(Evening.uid == uid)).one(), WATCH, "a guest")[0].uid
    guest = app.test_client()
    with guest.session_transaction() as session:
        session["grant"] = grant
    page = guest.get(f"/e/{uid}/story")
    assert "every match, all 3" in main_of(page) or "3 matches, and" in main_of(page)
    for hidden in ("Eve", "Secret cellar", "2019", "Who moved", "Records broken"):
        assert hidden not in page.text, hidden
    assert {link.split("/")[1] for link in links_of(parsed(page))} <= {"", "e", "m"}
    assert "2019" in main_of(client.get(f"/e/{uid}/story"))
    with app.app_context():
        first = db.session.scalar(select(Evening.uid).order_by(Evening.date).limit(1))
    for other in ("/review", "/evenings", f"/e/{first}/story", f"/e/{first}/story.png"):
        assert guest.get(other).status_code == 404, other
    guest.get(f"/e/{uid}/story.png")
    assert "Bob" in drawings[0]
    assert "Eve" not in drawings[0]


def test_who_stays_out_is_in_no_line(app, client, matches):
    with app.app_context(), write_transaction() as session:
        session.execute(update(Player).where(Player.name == "Ann").values(unranked=True))
    uid = evening_uid(app)
    assert not any("Ann" in line for line in lines_of(parsed(client.get(f"/e/{uid}/story"))))
    assert "Cem 2, Bob & Dee 0" in main_of(client.get(f"/e/{uid}")).replace("\xa0", " ")


def test_script_in_names_stays_text(app, client):
    name = "<script>alert(1)</script>"
    make_circle(client, name, "Bob", "Cem", "Dee")
    one_deal(app, client, 0, name, "Bob", "Cem", "Dee")
    page = parsed(client.get(f"/e/{evening_uid(app)}/story"))
    assert name in text(page)
    assert all(script.get("src") for script in page.iter("script"))


VALUES = {
    "who": [1], "whom": [2], "by": [1], "people": [1, 2], "game": "boomke_wies", "kind": "boom", "bid": 10, "n": 3,
    "m": 2, "of": 5, "due": 2, "nth": 100, "deal": 4, "chance": 5, "now": 60, "score": [7, -2], "minutes": 190,
    "since": "2019-05-01", "year": "2026-01-02", "place": "The Plough", "money": 250,
}  # fmt: skip


def test_every_turn_of_every_code_is_said_without_gaps_for_one_and_for_two(app):
    """Where it is said in another way of several, only who it is differs. No code has two meanings."""
    persons = {1: SimpleNamespace(name="Ann"), 2: SimpleNamespace(name="<Bob>")}
    told = StoryText(SimpleNamespace(people=SimpleNamespace(persons=persons)))
    assert len(SENTENCES) == len(RESULT) + len(TONIGHT) + len(PAST)
    with reading(app, "en"):
        for code, turns in SENTENCES.items():
            for number, turn in enumerate(turns):
                for who in ([1], [1, 2]):
                    said = told.line({"code": code, "turn": number, "values": VALUES | {"who": who}})
                    assert not re.search(r"[{}]|<Bob>", said), code
                    assert said.endswith("."), code
                if not isinstance(turn, str):
                    one, several = (sorted(name for _, name, _, _ in Formatter().parse(way) if name) for way in turn)
                    assert sorted("both" if name == "who" else name for name in one) == several, code
