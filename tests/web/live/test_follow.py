"""The follow screen: what a watcher sees, and what answers a question."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from sqlalchemy import event, select

from models.base import db, now
from models.grants import revoke
from models.tables import Grant
from models.transaction import write_transaction
from scoring.games import games
from tests.support.html import main_of, parsed, text
from tests.support.random_matches import dealt
from tests.support.records import play, say
from tests.support.tables import make_circle, sit_down, start
from tests.support.watchers import Follower, watcher_of

DEAL = {"declarer": 1, "contract": 8, "tricks": 9}
FOUR = ("Ann", "Bob", "Cem", "Dee")
MOST = 600  # bytes of the records and words that an open table hears of one deal, head and all
MOST_TO_WATCH = 3_000  # bytes of the whole follow screen, head and all
LINES_OF_THE_SERVER = len("HTTP/1.1 200 OK\r\nserver: granian\r\ndate: Fri, 20 Nov 2026 20:14:00 GMT\r\n\r\n")


@pytest.fixture
def watcher(client, match):
    """A browser that may watch there."""
    return watcher_of(client)


def size(answer):
    """Bytes of an answer on the wire."""
    return LINES_OF_THE_SERVER + sum(len(f"{name}: {value}\r\n") for name, value in answer.headers) + len(answer.data)


def test_a_watcher_sees_the_table_without_a_pad(app, match, watcher):
    play(app, match, DEAL)
    say(app, match, "bid", declarer=0, contract=9)
    for address in (f"/m/{match}", f"/m/{match}/follow", f"/m/{match}?step=bid&declarer=1"):
        page = watcher.get(address)
        assert "Bob bid 8, took 9: Bob & Dee +1" in main_of(page)
        assert "9 tricks make it" in main_of(page)
        actions = {form.get("action").rpartition("/")[2] for form in parsed(page).iter("form")}
        assert not actions & {"say", "undo", "redo", "cut", match}


def test_who_scores_sees_the_table_and_may_follow_too(client, match):
    assert parsed(client.get(f"/m/{match}")).find(".//div[@id='pad']") is not None
    page = client.get(f"/m/{match}/follow")
    assert parsed(page).find(".//div[@id='pad']") is None
    assert f"/m/{match}" in {link.get("href") for link in parsed(page).iter("a")}


def test_without_script_the_page_is_loaded_anew(watcher, match):
    page = watcher.get(f"/m/{match}/follow").get_data(as_text=True)
    assert re.search(r'<noscript><meta http-equiv="refresh" content="10">', page)


@pytest.mark.parametrize(("key", "language"), [*((key, "en") for key in sorted(games())), ("zwanzig_ab", "fa")])
def test_what_is_new_of_a_deal_takes_few_bytes(app, client, key, language):
    names = FOUR[: games()[key].seats[1]]
    make_circle(client, *names)
    watcher, sizes = watcher_of(client), []
    watcher.set_cookie("language", language)
    for told in dealt(key, 12):
        uid, follower = start(client, key, *names), Follower()
        follower.ask(watcher, uid)
        for entry in told:
            play(app, uid, entry)
            sizes.append(size(follower.ask(watcher, uid)))
    assert len(sizes) == 12
    assert max(sizes) <= MOST_TO_WATCH, sizes


def test_nothing_new_takes_next_to_nothing(watcher, match):
    follower = Follower()
    follower.ask(watcher, match)
    answers = [follower.ask(watcher, match) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [304] * 3
    assert max(map(size, answers)) <= 200


def test_another_language_is_another_version(watcher, match):
    follower = Follower()
    follower.ask(watcher, match)
    watcher.set_cookie("language", "fa")
    assert follower.ask(watcher, match).status_code == 200
    assert json.loads(follower.text)[0] == "بومکه ویز، دست ۱"


def test_an_unchanged_match_costs_one_query_and_no_session(app, watcher, match):
    """The query that finds the match by its grant also says where its log ends."""
    follower, checkouts, statements = Follower(), [], []
    follower.ask(watcher, match)
    with app.app_context():
        engine = db.engine
    event.listen(engine, "checkout", lambda *_: checkouts.append(1))
    event.listen(engine, "before_cursor_execute", lambda *_: statements.append(1))
    assert follower.ask(watcher, match).status_code == 304
    assert (len(checkouts), statements) == (1, [])
    play(app, match, DEAL)
    assert follower.ask(watcher, match).status_code == 200


def grant_of(browser):
    """The grant of a browser."""
    with browser.session_transaction() as session:
        return db.session.scalars(select(Grant).where(Grant.uid == session["grant"])).one()


@pytest.mark.parametrize("ended", ["revoked", "run out", "of nobody"])
def test_whose_grant_ends_hears_nothing_more(app, watcher, match, ended):
    """The very next question is refused, however well its last answer is remembered."""
    follower = Follower()
    for _ in range(3):
        follower.ask(watcher, match)
    with app.app_context(), write_transaction():
        if ended == "revoked":
            revoke(grant_of(watcher))
        elif ended == "run out":
            grant_of(watcher).expires_at = now() - timedelta(seconds=1)
    asking = app.test_client() if ended == "of nobody" else watcher
    status = 404 if ended == "of nobody" else 403
    assert asking.get(f"/m/{match}/live", headers=follower.asking).status_code == status
    assert asking.get(f"/m/{match}").status_code == status


def test_the_end_is_told_in_the_games_own_manner(app, client):
    uid = sit_down(client, "texas_42")
    watcher, follower = watcher_of(client), Follower()
    follower.ask(watcher, uid)
    play(app, uid, {"bidder": 0, "bid": 294, "made": True})
    follower.ask(watcher, uid)
    assert json.loads(follower.text)[1:] == [None, None]  # the page is asked for as a whole
    page = main_of(watcher.get(f"/m/{uid}"))
    assert "Ann & Cem 7 to 0 ALL is written, and ALL is all there is" in page
    assert "The next match has begun" not in page


def test_the_next_match_is_offered(app, client):
    """The newest of the evening; on a television without script it is gone on to."""
    uid = sit_down(client, "texas_42")
    watcher, follower = watcher_of(client), Follower()
    play(app, uid, {"bidder": 0, "bid": 294, "made": True})
    follower.ask(watcher, uid)
    assert follower.ask(watcher, uid).status_code == 304
    start(client, "boomke_wies")
    newest = start(client, "texas_42")
    assert follower.ask(watcher, uid).status_code == 200
    page = parsed(watcher.get(f"/m/{uid}/follow"))
    assert page.find(".//a[@id='next']").get("href") == f"/m/{newest}/follow"
    on_television = watcher.get(f"/m/{uid}/follow?tv=1").get_data(as_text=True)
    assert f'content="10; url=/m/{newest}/follow?tv=1"' in on_television
    assert parsed(watcher.get(f"/m/{newest}")).find(".//a[@id='next']") is None


def test_a_match_that_was_given_up_leads_on_too(app, client):
    match = sit_down(client, "texas_42")
    watcher = watcher_of(client)
    say(app, match, "close")
    newest = start(client, "boomke_wies")
    page = watcher.get(f"/m/{match}")
    assert "This match was given up." in main_of(page)
    assert parsed(page).find(".//a[@id='next']").get("href") == f"/m/{newest}/follow"


def test_long_matches_show_their_newest_lines(app, match, watcher):
    play(app, match, *[DEAL] * 45)
    rows = parsed(watcher.get(f"/m/{match}")).find(".//ol[@id='rows']")
    assert len(rows) == 20
    assert text(rows[0]).startswith("45 Bob")


def test_an_open_table_hears_what_others_said(app, client, match, watcher):
    play(app, match, DEAL, DEAL | {"tricks": 7})
    heard = client.get(f"/m/{match}/updates?after=1", headers={"If-None-Match": 'W/"1"'})
    said = heard.get_json()
    assert said["version"] == 2
    assert [record[::3] for record in said["records"]] == [["deal", 2]]
    assert said["words"] == ["Another phone recorded: Deal 2, Bob: bid 8, took 7: Ann & Cem +1 Bob & Dee −1"]
    assert size(heard) <= MOST
    assert client.get(f"/m/{match}/updates?after=2", headers={"If-None-Match": 'W/"2"'}).status_code == 304
    assert watcher.get(f"/m/{match}/updates?after=1").status_code == 403
