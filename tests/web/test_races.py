"""Taps at the same moment: what is made once by one tap is made once by twelve."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest
from sqlalchemy import func, select

from models.base import db, now
from models.grants import make_grant, revoke
from models.spoken_code import expire_code
from models.tables import SCORE, Circle, Evening, Grant, HouseRules, Match, Player, StoredRecord
from models.transaction import circle_transaction, write_transaction
from tests.support.phones import evening_of, new_link, phone_at
from tests.support.records import say
from tests.support.tables import FOUR, make_circle, send, start, token
from tests.web.tail.phones import LOST, MADE, Away
from web.auth import links
from web.table.confirm import MAX_ANSWERS

pytestmark = [pytest.mark.usefixtures("patient"), pytest.mark.databases, pytest.mark.thorough]
TAPS = 12


def at_once(app, client, *forms):
    """The statuses of forms that are sent at the same moment by this browser, each (address, values)."""
    gate, cookie = threading.Barrier(len(forms)), client.get_cookie("tallystick").value

    def one(form):
        phone = app.test_client()
        phone.set_cookie("tallystick", cookie)
        gate.wait(60)
        return send(phone, form[0], **form[1]).status_code

    with ThreadPoolExecutor(len(forms)) as pool:
        return list(pool.map(one, forms))


def many(app, query):
    with app.app_context():
        return db.session.scalar(query)


def test_again_tapped_by_everybody_is_one_match(app, client, match):
    say(app, match, "close")
    send(client, "/circle/players", name="Eve")  # a token is in the cookie
    assert set(at_once(app, client, *[(f"/m/{match}/again", {})] * TAPS)) == {303}
    assert many(app, select(func.count(Match.id))) == 2


def test_a_player_added_twelve_times_is_one(app, client, match):
    statuses = at_once(app, client, *[("/circle/players", {"name": "Eve"})] * TAPS)
    assert sorted(statuses) == [303] + [422] * (TAPS - 1)
    assert many(app, select(func.count(Player.id)).where(Player.name == "Eve")) == 1


def test_a_player_who_sits_down_at_many_tables_at_once_is_one(app, client, match):
    tables = [match, *(start(client, "boomke_wies", dealer=name, evening="new") for name in FOUR[1:])]
    form = {"what": "player", "seat": "1", "player": "Eve", "after": "0"}
    rulings = [(f"/m/{uid}/rulings", form | {"uid": f"for-{uid}"}) for uid in tables]
    assert set(at_once(app, client, *rulings)) == {303}
    assert many(app, select(func.count(Player.id)).where(Player.name == "Eve")) == 1


def test_two_players_never_get_the_same_name_at_once(app, client, match):
    with app.app_context():
        uids = db.session.scalars(select(Player.uid)).all()
    statuses = at_once(app, client, *[(f"/circle/players/{uid}", {"name": "Eve"}) for uid in uids])
    assert sorted(statuses) == [303, 422, 422, 422]
    assert many(app, select(func.count(Player.id)).where(Player.name == "Eve")) == 1


def test_rules_saved_at_once_under_one_name_are_one(app, client, match, caplog):
    app.testing = False
    assert set(at_once(app, client, *[(f"/m/{match}/rules", {"name": "Cem’s own"})] * TAPS)) == {303}
    assert many(app, select(func.count(HouseRules.id))) == 1
    assert "Cem’s own" not in caplog.text


def test_a_past_evening_sent_at_once_is_one(app, client, match):
    form = {"date": "2020-11-20", "place": "The Plough"}
    assert set(at_once(app, client, *[("/evenings/past", form)] * TAPS)) == {303}
    assert many(app, select(func.count(Evening.id)).where(Evening.date == date(2020, 11, 20))) == 1


def test_opposite_merges_at_once_are_one(app, client, match):
    for name in ("Eve", "Eva"):
        send(client, "/circle/players", name=name)
    with app.app_context():
        eve, eva = db.session.scalars(select(Player.uid).where(Player.name.in_(["Eve", "Eva"]))).all()
    both = [(f"/circle/players/{one}/merge", {"as": other}) for one, other in ((eve, eva), (eva, eve))]
    assert sorted(at_once(app, client, *both)) == [303, 409]
    assert many(app, select(func.count(Player.id)).where(Player.merged_into_id.is_not(None))) == 1


@pytest.fixture
def meanwhile(app, monkeypatch):
    """A maker: the status of a form that is sent before something is changed and written only after it."""
    at_the_door = threading.Event()

    def waits(circle_id):
        at_the_door.set()
        return circle_transaction(circle_id)

    def sent(phone, address, change):
        monkeypatch.setattr(links, "circle_transaction", waits)
        with ThreadPoolExecutor(1) as pool:
            with app.app_context(), circle_transaction(db.session.scalars(select(Circle.id)).one()):
                answer = pool.submit(send, phone, address)
                assert at_the_door.wait(60)
                change()
            return answer.result().status_code

    return sent


def grant_named(name):
    return db.session.scalars(select(Grant).where(Grant.name == name)).one()


WAYS = [
    "/circle/links",
    "/circle/recovery",
    "/circle/links/{own}/replace",
    "/circle/links/{other}/replace",
    "/circle/links/revoke-others",
    "{evening}/links",
    "{evening}/standing",
    "{evening}/share",
    "/m/{match}/handover",
]


@pytest.mark.parametrize("way", WAYS)
def test_who_is_shut_out_at_this_moment_opens_nothing_any_more(app, client, match, meanwhile, way):
    """The form is let in while the link is good, and has its turn when that was revoked."""
    phone = phone_at(app, new_link(client, name="Dee’s phone"))
    new_link(phone, name="other")
    with app.app_context():
        names = {"other": grant_named("other").uid, "own": grant_named("Dee’s phone").uid}
    address = way.format(match=match, evening=evening_of(client, match), **names)
    in_force = select(Grant.id).where(Grant.revoked_at.is_(None))
    assert meanwhile(phone, address, lambda: revoke(grant_named("Dee’s phone"))) == 403
    with app.app_context():
        assert len(db.session.scalars(in_force).all()) == 1, "that of who began the circle"


def test_no_code_is_left_of_an_evening_that_closes_at_this_moment(app, client, match, meanwhile):
    def closes():
        evening = db.session.scalars(select(Evening)).one()
        evening.closed_at = now()
        expire_code(evening)

    assert meanwhile(client, evening_of(client, match) + "/code", closes) == 303
    assert many(app, select(func.count(Grant.id)).where(Grant.spoken)) == 0


def test_a_circle_that_a_stranger_begins_twelve_times_is_one(app):
    stranger = app.test_client()
    token(stranger)
    statuses = at_once(app, stranger, *[("/circle", {"name": FOUR})] * TAPS)
    assert statuses == [303] * TAPS
    assert many(app, select(func.count(Circle.id))) == 1
    assert stranger.get("/new").status_code == 404, "no answer came"
    assert send(stranger, "/circle", name=FOUR).status_code == 303
    assert stranger.get("/new").status_code == 200
    assert many(app, select(func.count(Circle.id))) == 1


def test_strangers_who_begin_equal_circles_have_one_each(app):
    for stranger in (app.test_client(), app.test_client()):
        make_circle(stranger)
    assert many(app, select(func.count(Circle.id))) == 2


def test_whose_circle_is_no_longer_open_to_them_begins_another(app):
    stranger = app.test_client()
    token(stranger)
    assert at_once(app, stranger, ("/circle", {"name": FOUR})) == [303]
    with app.app_context(), write_transaction():
        revoke(db.session.scalars(select(Grant)).one())
    make_circle(stranger)
    assert stranger.get("/new").status_code == 200
    assert many(app, select(func.count(Circle.id))) == 2


def test_a_link_that_is_replaced_twice_at_once_has_one_heir(app, client, match):
    with app.app_context(), write_transaction():
        uid = make_grant(db.session.scalars(select(Circle)).one(), SCORE, "the other phone")[0].uid
    statuses = at_once(app, client, *[(f"/circle/links/{uid}/replace", {})] * TAPS)
    assert sorted(statuses) == [200] + [404] * (TAPS - 1)
    assert many(app, select(func.count(Grant.id)).where(Grant.revoked_at.is_(None))) == 2


def test_answers_at_once_are_counted_one_after_another(app, client, match):
    """Twelve of a phone that only watches, each of which finds that it is none too many."""
    deal = say(app, match, "deal", contract=8, declarer=1, tricks=9)
    phone = phone_at(app, new_link(client, evening_of(client, match), right="watch"))
    send(phone, f"/m/{match}/seat", seat="2")
    forms = [{"answer": "dispute", "of": deal, "note": f"no {n}", "uid": f"answer-{n}"} for n in range(TAPS)]
    statuses = at_once(app, phone, *[(f"/m/{match}/answer", form) for form in forms])
    assert sorted(statuses) == [303] * MAX_ANSWERS + [409] * (TAPS - MAX_ANSWERS)
    assert many(app, select(func.count(StoredRecord.uid)).where(StoredRecord.kind == "dispute")) == MAX_ANSWERS


def test_a_tail_sent_at_once_is_recorded_once(app, client, match):
    """The same records of one phone twelve times, and beside them the same deals of another."""
    other = phone_at(app, new_link(client))
    phones = [Away(client, match), Away(other, match)]
    for phone in phones:
        for entry in (MADE, LOST):
            phone.say("deal", entry)
    gate = threading.Barrier(TAPS)

    def one(number):
        own = phones[number % 2]
        phone = app.test_client()
        phone.set_cookie("tallystick", own.client.get_cookie("tallystick").value)
        away = Away(phone, match)
        away.base, away.hash, away.records = own.base, own.hash, own.records
        gate.wait(60)
        return away.send().json

    with ThreadPoolExecutor(TAPS) as pool:
        answers = list(pool.map(one, range(TAPS)))
    assert [(answer["version"], answer["branch"]) for answer in answers] == [(2, None)] * TAPS
    assert many(app, select(func.count(StoredRecord.uid))) == 2
    assert len({str(answer) for answer in answers}) == 2
