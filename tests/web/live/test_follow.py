"""The follow screen: what a watcher sees, and what answers a question."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from urllib.parse import urljoin

import pytest
from sqlalchemy import event, select

from models.base import db, now
from models.grants import revoke
from models.tables import Grant
from models.transaction import write_transaction
from scoring.games import games
from tests.bench.crowds import measured
from tests.support.html import main_of, parsed, text
from tests.support.random_matches import dealt
from tests.support.records import play, say
from tests.support.tables import make_circle, sit_down, start
from tests.support.watchers import Follower, watcher_of

DEAL = {"declarer": 1, "contract": 8, "tricks": 9}
FOUR = ("Ann", "Bob", "Cem", "Dee")
MOST = 600  # bytes of the records and words that an open table hears of one deal, head and all
MOST_TO_WATCH = 3_000  # bytes of the whole follow screen, head and all
MOST_OF_NOTHING = 200  # bytes of the answer that there is nothing new
LINES_OF_THE_SERVER = len("HTTP/1.1 200 OK\r\nserver: granian\r\ndate: Fri, 20 Nov 2026 20:14:00 GMT\r\n\r\n")


@pytest.fixture
def watcher(client, match):
    return watcher_of(client)


def size(answer):
    """Bytes of an answer on the wire."""
    return LINES_OF_THE_SERVER + sum(len(f"{name}: {value}\r\n") for name, value in answer.headers) + len(answer.data)


def test_a_watcher_sees_the_table_without_a_pad(app, client, match, watcher):
    play(app, match, DEAL)
    say(app, match, "bid", declarer=0, contract=9)
    for address in (f"/m/{match}", f"/m/{match}/follow", f"/m/{match}?step=bid&declarer=1"):
        page = watcher.get(address)
        assert "Bob bid 8, took 9: Bob & Dee +1" in main_of(page)
        assert "9 tricks make it" in main_of(page)
        actions = {form.get("action").rpartition("/")[2] for form in parsed(page).iter("form")}
        assert not actions & {"say", "undo", "redo", "cut", match}
        assert re.search(r'<noscript><meta http-equiv="refresh" content="10">', page.text)
    assert parsed(client.get(f"/m/{match}")).find(".//div[@id='pad']") is not None
    page = parsed(client.get(f"/m/{match}/follow"))
    assert page.find(".//div[@id='pad']") is None
    assert f"/m/{match}" in {link.get("href") for link in page.iter("a")}
    play(app, match, *[DEAL] * 24)
    rows = parsed(watcher.get(f"/m/{match}")).find(".//ol[@id='rows']")
    assert len(rows) == 20
    assert text(rows[0]).startswith("25 Bob")


def test_what_is_new_of_a_deal_takes_few_bytes(app, client):
    for key, language in (*((key, "en") for key in games()), ("zwanzig_ab", "fa")):
        names = FOUR[: games()[key].seats[1]]
        make_circle(client, *names)
        watcher, sizes = watcher_of(client), []
        watcher.set_cookie("language", language)
        for told in dealt(key, 6):
            uid, follower = start(client, key, *names), Follower()
            follower.ask(watcher, uid)
            for entry in told:
                play(app, uid, entry)
                sizes.append(size(follower.ask(watcher, uid)))
        assert len(sizes) == 6
        assert max(sizes) <= MOST_TO_WATCH, sizes


def test_across_the_table_the_page_is_loaded_anew_without_script_until_a_tap_stops_that(client, match):
    """The far half stays turned."""
    page = client.get(f"/m/{match}/across?turned=1")
    assert '<noscript><meta http-equiv="refresh" content="10">' in page.text
    [held] = [link for link in parsed(page).iter("a") if link.get("aria-label") == "Keep the page as it is"]
    page = client.get(urljoin(f"/m/{match}/across", held.get("href")))
    assert 'http-equiv="refresh"' not in page.text
    assert 'class="half far"' in page.text


def test_nothing_new_takes_next_to_nothing_one_query_and_no_session(app, watcher, match):
    """The query that finds the match by its grant also says where its log ends. Another language is another version."""
    follower, checkouts, statements = Follower(), [], []
    follower.ask(watcher, match)
    with app.app_context():
        engine = db.engine
    event.listen(engine, "checkout", lambda *_: checkouts.append(1))
    event.listen(engine, "before_cursor_execute", lambda *_: statements.append(1))
    answer = follower.ask(watcher, match)
    assert (answer.status_code, len(checkouts), statements) == (304, 1, [])
    assert size(answer) <= MOST_OF_NOTHING
    play(app, match, DEAL)
    assert follower.ask(watcher, match).status_code == 200
    watcher.set_cookie("language", "fa")
    assert follower.ask(watcher, match).status_code == 200
    assert json.loads(follower.text)[0] == "بومکه ویز، دست ۲"


def grant_of(browser):
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


def test_the_end_is_told_in_the_games_own_manner_and_the_next_match_is_offered(app, client):
    """The newest of the evening; on a television without script it is gone on to."""
    uid = sit_down(client, "texas_42")
    watcher, follower = watcher_of(client), Follower()
    follower.ask(watcher, uid)
    play(app, uid, {"bidder": 0, "bid": 294, "made": True})
    follower.ask(watcher, uid)
    assert json.loads(follower.text)[1:] == [None, None]  # the page is asked for as a whole
    page = main_of(watcher.get(f"/m/{uid}"))
    assert "Ann & Cem 7 to 0 ALL is written, and ALL is all there is" in page
    assert "The next match has begun" not in page
    assert follower.ask(watcher, uid).status_code == 304
    given_up = start(client, "texas_42")
    say(app, given_up, "close")
    newest = start(client, "boomke_wies")
    assert follower.ask(watcher, uid).status_code == 200
    for over in (uid, given_up):
        page = parsed(watcher.get(f"/m/{over}/follow"))
        assert page.find(".//a[@id='next']").get("href") == f"/m/{newest}/follow"
    on_television = watcher.get(f"/m/{uid}/follow?tv=1").get_data(as_text=True)
    assert f'content="10; url=/m/{newest}/follow?tv=1"' in on_television
    assert parsed(watcher.get(f"/m/{newest}")).find(".//a[@id='next']") is None


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


WATCHERS, DEALS = 8, 3


@pytest.mark.thorough
@pytest.mark.slow
def test_a_crowd_has_every_version_in_order(tmp_path):
    run = measured(tmp_path, WATCHERS, every=0.2, seconds=600, deals=DEALS)
    seen, said = run.seen, sorted(run.said)
    assert seen["faults"] == []
    versions = [str(version) for version in (said[0] - 1, *said)]
    assert len(versions) == DEALS + 1
    assert {version: len(seen["came"][version]) for version in versions} == dict.fromkeys(versions, WATCHERS)
    assert set(seen["texts"].values()) == {1}  # all read the same
    assert len(seen["sizes"]["200"]) == WATCHERS * DEALS
    assert max(seen["sizes"]["200"]) <= MOST_TO_WATCH
    assert max(seen["sizes"].get("304", [0])) <= MOST_OF_NOTHING  # who is quick is never without news
