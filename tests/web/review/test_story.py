"""The page of a story: lines that lead somewhere, sentences without gaps; one evening tells nothing of the circle."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from string import Formatter

import pytest
from sqlalchemy import select, update

from models.base import db, new_uid, now
from models.grants import make_grant
from models.log.append import append
from models.log.read import read
from models.matches import find_match
from models.review.story.choose import MAKERS
from models.tables import WATCH, Evening, Player
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.records import reading_of, say
from tests.support.review_evenings import one_deal, two_matches
from tests.support.tables import make_circle, start
from tests.web.review.chart_reader import reading
from web.review.story.past_sentences import PAST
from web.review.story.result_sentences import RESULT
from web.review.story.story_text import SENTENCES, StoryText, sentence
from web.review.story.tonight_sentences import TONIGHT


@pytest.fixture
def matches(app, client):
    return two_matches(app, client)


@pytest.fixture
def cards(monkeypatch):
    """The cards of the pictures that are asked for, and whether each is dark."""
    asked = []
    monkeypatch.setattr(
        "web.review.picture.answer.stored_picture", lambda _, card, dark, before: asked.append((card, dark)) or b""
    )
    return asked


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


def test_the_five_lines_of_the_golden_evening(app, client, matches):
    page = parsed(client.get(f"/e/{evening_uid(app)}/story"))
    first, *turns, last = lines_of(page)
    assert first.removesuffix(" Boomke Wies") in ("Ann & Cem won both matches.", "Both matches went to Ann & Cem.")
    assert any("Ann’s Boom" in line and "in 100" in line for line in turns)
    assert any("Boom" in line and "Ann" in line for line in turns)
    assert "4 deals: the first evening of all." in last
    assert len(turns) == 3
    deals = [link for link in links_of(page) if link and "/deal/" in link]
    assert all(client.get(link).status_code == 200 for link in deals)
    assert f"/m/{matches[1]}/deal/" in " ".join(deals)


def test_the_deal_that_turned_the_evening_is_named_and_linked(app, client, matches):
    """The largest change of chance of the evening, and under each chart that of its match."""
    page = parsed(client.get(f"/e/{evening_uid(app)}/story"))
    rows = {text(link): link.get("href") for link in page.iter("a") if " became " in text(link)}
    evening = [words for words in rows if "turned the evening for" in words]
    assert len(evening) == 1
    deal, before, after = re.fullmatch(
        r"Deal (\d) of Boomke Wies turned the evening for Ann & Cem: (\d+) in 100 became (\d+)\.", evening[0]
    ).groups()
    of_matches = [words for words in rows if words.startswith(f"Deal {deal} turned it for Ann & Cem: {before} in 100")]
    assert of_matches
    assert rows[of_matches[0]] == rows[evening[0]]
    assert int(after) > int(before)
    assert client.get(rows[evening[0]]).status_code == 200


def test_charts_say_themselves_in_words_and_lead_to_each_match_and_deal(app, client, matches):
    """Two matches of one deal and of three: only the second has chances worth a chart."""
    page = client.get(f"/e/{evening_uid(app)}/story").text
    labels = re.findall(r'aria-label="([^"]*)"', unescape(page))
    assert "The evening’s own stick: Boomke Wies: 1 deal, Boomke Wies: 3 deals" in labels
    chance = "Chance of Ann & Cem to win, deal by deal: 50 in 100 at first, 100 at the end"
    assert f"{chance}; the turn is deal 3, from 50 to 100" in labels
    cells = re.findall(r'<th scope="row"><a href="(/m/[^"]+)">([^<]+)</a>', page)
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
    page = parsed(client.get(address))
    rows = [link for link in page.iter("a") if "correction" in text(link)]
    assert [link.get("href") for link in rows] == [f"/m/{uid}/history"]
    words = "2 corrections by Phone 3; 1 correction by Phone 2; 1 deal disputed by Dee; 1 deal disputed by Bob"
    assert text(rows[0]).endswith(words)
    history = main_of(client.get(f"/m/{uid}/history"))
    assert history.count("Phone 3") == 2


def test_an_evening_without_a_finished_match_says_so(app, client):
    make_circle(client)
    start(client, "boomke_wies")
    uid = evening_uid(app)
    assert "No match of this evening is over yet." in main_of(client.get(f"/e/{uid}/story"))
    answer = client.get(f"/e/{uid}/story.png")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/e/{uid}/story")
    assert "The story of the evening" not in main_of(client.get(f"/e/{uid}"))


def watcher(app, uid):
    """A browser that may watch this evening and nothing else."""
    with app.app_context(), write_transaction():
        evening = db.session.scalars(select(Evening).where(Evening.uid == uid)).one()
        grant, _ = make_grant(evening, WATCH, "a guest")
        known = grant.uid
    browser = app.test_client()
    with browser.session_transaction() as session:
        session["grant"] = known
    return browser


def long_past(app, client):
    """A circle of five with an evening years ago, where Eve played and Dee did not, and one of now without Eve."""
    make_circle(client, "Ann", "Bob", "Cem", "Dee", "Eve")
    for _ in range(9):
        one_deal(app, client, 0, "Ann", "Bob", "Cem", "Eve")
    with app.app_context(), write_transaction() as session:
        session.execute(update(Evening).values(date=date(2019, 5, 1), closed_at=now(), place="Secret cellar"))
    for _ in range(3):
        one_deal(app, client, 1, "Ann", "Bob", "Cem", "Dee")
    return evening_uid(app)


def test_who_watches_one_evening_sees_its_story_and_nothing_of_the_circle(app, client):
    uid = long_past(app, client)
    guest = watcher(app, uid)
    page = guest.get(f"/e/{uid}/story")
    wide = main_of(client.get(f"/e/{uid}/story"))
    assert page.status_code == 200
    words, told = page.get_data(as_text=True), main_of(page)
    assert "every match, all 3" in told or "3 matches, and" in told
    for hidden in ("Eve", "Secret cellar", "2019", "Who moved", "Records broken"):
        assert hidden not in words, hidden
    assert {link.split("/")[1] for link in links_of(parsed(page))} <= {"", "e", "m"}
    assert "2019" in wide
    assert guest.get("/review").status_code == 404
    assert guest.get("/evenings").status_code == 404
    with app.app_context():
        first = db.session.scalar(select(Evening.uid).order_by(Evening.date).limit(1))
    assert guest.get(f"/e/{first}/story").status_code == 404
    assert guest.get(f"/e/{first}/story.png").status_code == 404


def test_the_picture_for_who_watches_one_evening_shows_no_other(app, client, cards):
    uid = long_past(app, client)
    client.get(f"/e/{uid}/story.png?dark=1")
    watcher(app, uid).get(f"/e/{uid}/story.png")
    (wide, dark), (narrow, light) = cards
    assert (len(wide.evenings), dark, len(narrow.evenings), light) == (2, True, 1, False)
    assert narrow.lines != wide.lines


def test_the_picture_is_a_private_png_that_is_asked_for_once(app, client, matches):
    address = f"/e/{evening_uid(app)}/story.png"
    answer = client.get(address)
    assert answer.data.startswith(b"\x89PNG\r\n\x1a\n")
    assert "private" in answer.headers["Cache-Control"]
    assert "Content-Disposition" not in answer.headers
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert "attachment" in client.get(f"{address}?save=1").headers["Content-Disposition"]
    stranger = app.test_client()
    make_circle(stranger)
    assert stranger.get(address).status_code == 404


def test_first_letters_only(app, client, matches, cards):
    client.get(f"/e/{evening_uid(app)}/story.png?letters=1")
    client.get(f"/e/{evening_uid(app)}/story.png")
    (letters, _), (named, _) = cards
    assert letters.title in ("A & C won both matches.", "Both matches went to A & C.")
    assert letters.course.names == ("A & C", "B & D")
    assert named.course.names == ("Ann & Cem", "Bob & Dee")
    said = " ".join([letters.title, *letters.lines])
    assert not any(name in said for name in ("Ann", "Bob", "Cem", "Dee"))


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


def test_a_match_has_a_picture_of_its_own(app, client, matches, cards):
    client.get(f"/m/{matches[1]}/picture.png")
    [(card, _)] = cards
    assert card.title in ("Ann & Cem beat Bob & Dee 6–5.", "6–5: Ann & Cem against Bob & Dee.")
    assert card.course.turn == 2
    assert any("Ann’s Boom" in line for line in card.lines)
    assert f'href="/m/{matches[1]}/picture.png?save=1"' in client.get(f"/m/{matches[1]}").get_data(as_text=True)


def test_a_match_in_play_has_none(app, client):
    make_circle(client)
    uid = start(client, "boomke_wies")
    answer = client.get(f"/m/{uid}/picture.png")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/m/{uid}")


class Past:
    """A past with two people."""

    class People:
        """Who they are."""

        persons = {1: type("Person", (), {"name": "Ann"}), 2: type("Person", (), {"name": "<Bob>"})}

    people = People


VALUES = {
    "who": [1], "whom": [2], "by": [1], "people": [1, 2], "game": "boomke_wies", "kind": "boom", "bid": 10, "n": 3,
    "m": 2, "of": 5, "due": 2, "nth": 100, "deal": 4, "chance": 5, "now": 60, "score": [7, -2], "minutes": 190,
    "since": "2019-05-01", "year": "2026-01-02", "place": "The Plough", "money": 250,
}  # fmt: skip


def turns():
    """Every code with each of its turns, for one person and for two."""
    return [
        (code, turn, who) for code, found in SENTENCES.items() for turn in range(len(found)) for who in ([1], [1, 2])
    ]


@pytest.mark.parametrize(("code", "turn", "who"), turns())
def test_it_is_said_without_gaps(app, code, turn, who):
    with reading(app, "en"):
        said = StoryText(Past).line({"code": code, "turn": turn, "values": VALUES | {"who": who}})
    assert not re.search(r"[{}]", said)
    assert "<Bob>" not in said
    assert said.endswith(".")


def test_no_code_has_two_meanings():
    assert len(SENTENCES) == len(RESULT) + len(TONIGHT) + len(PAST)


def test_sentences_for_one_and_for_several_differ_in_who_only():
    for code, found in SENTENCES.items():
        for turn in found:
            if not isinstance(turn, str):
                one, several = (sorted(name for _, name, _, _ in Formatter().parse(text) if name) for text in turn)
                assert sorted("both" if name == "who" else name for name in one) == several, code


def test_the_same_turn_is_told_at_every_reading():
    told = {"code": "run", "turn": 7, "values": VALUES}
    assert sentence(told) == sentence(told) == PAST["run"][7 % len(PAST["run"])]
    assert len(MAKERS) == len(set(MAKERS))
