"""Who pays whom at the end of an evening, as card players read it, and what is ticked as paid."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from models.base import db
from models.people import merge_players, remove_name
from models.tables import Evening, Match, Player, StoredPayment, StoredRecord
from models.transaction import write_transaction
from tests.support.html import main_of, parsed, text
from tests.support.records import play, say
from tests.support.tables import make_circle, send, start
from tests.support.watchers import watcher_of

MADE = {"bidder": 1, "bid": 30, "points": 42}  # by the second seat: one mark, and with it the match
CHANGED = "Who pays whom has changed. Look again."


def won_by_the_second(app, client, stake, *names):
    """A match to one mark: the first and the third pay so much together."""
    uid = start(client, "texas_42", *names, target_marks="1", stake_per_mark=stake)
    play(app, uid, MADE)
    return uid


@pytest.fixture
def evening(app, client):
    """Ann and Cem lost 2.00 to Bob and Dee, then Ann and Bob 0.50 to Cem and Dee."""
    make_circle(client)
    won_by_the_second(app, client, "2.00")
    won_by_the_second(app, client, "0.50", "Ann", "Cem", "Bob", "Dee")
    with app.app_context():
        return f"/e/{db.session.scalars(select(Evening.uid)).one()}"


def to_settle(client, evening):
    """The part of the page about money, row by row, with what its switches say."""
    part = next((part for part in parsed(client.get(evening)).iter() if part.get("id") == "money"), None)
    rows = [] if part is None else [row for row in part.iter() if row.get("class") == "pay"]
    return [
        " ".join(filter(None, (text(row), {"true": "on", "false": "off"}.get(row.get("aria-checked"))))) for row in rows
    ]


def switches(client, evening):
    """What each form sends when its switch is tapped."""
    page = parsed(client.get(evening))
    forms = [form for form in page.iter("form") if form.get("action") == f"{evening}/payments"]
    return [
        {part.get("name"): part.get("value") for part in form.iter() if part.get("name") not in (None, "csrf_token")}
        for form in forms
    ]


def tap(client, evening, number, status=303):
    answer = send(client, f"{evening}/payments", **switches(client, evening)[number])
    assert answer.status_code == status
    return answer


@pytest.mark.databases
def test_an_evening_is_settled_and_ticked_and_a_debt_that_grows_is_due_again(app, client, evening):
    page = main_of(client.get(evening)).replace("\xa0", " ")
    assert "won by Bob & Dee: 2.00" in page
    assert "won by Cem & Dee: 0.50" in page
    assert "To settle Ann pays Dee 1.25 Cem pays Bob 0.75 Slide when it is paid." in page
    assert to_settle(client, evening) == ["Ann pays Dee 1.25 off", "Cem pays Bob 0.75 off"]
    assert tap(client, evening, 0).headers["Location"] == f"{evening}#money"
    assert to_settle(client, evening) == ["Ann pays Dee 1.25 on", "Cem pays Bob 0.75 off"]
    won_by_the_second(app, client, "0.50", "Ann", "Cem", "Bob", "Dee")
    assert to_settle(client, evening) == ["Ann pays Dee Ann paid 1.25 of 1.50 1.50 off", "Cem pays Bob 0.50 off"]
    tap(client, evening, 0)
    assert to_settle(client, evening) == ["Ann pays Dee 1.50 on", "Cem pays Bob 0.50 off"]
    tap(client, evening, 0)
    assert to_settle(client, evening) == ["Ann pays Dee 1.50 off", "Cem pays Bob 0.50 off"]


def test_who_watches_reads_what_is_paid_and_ticks_nothing(client, evening):
    tap(client, evening, 1)
    watcher = watcher_of(client)
    assert to_settle(watcher, evening) == ["Ann pays Dee 1.25", "Cem pays Bob 0.75 paid"]
    assert switches(watcher, evening) == []
    wanted = switches(client, evening)[0]
    assert send(watcher, f"{evening}/payments", **wanted).status_code == 403
    assert to_settle(client, evening) == ["Ann pays Dee 1.25 off", "Cem pays Bob 0.75 on"]


def test_sent_twice_it_is_paid_once_and_not_paid_is_said_as_often_as_one_likes(app, client, evening):
    wanted = switches(client, evening)[0]
    for _ in range(2):
        assert send(client, f"{evening}/payments", **wanted).status_code == 303
    with app.app_context():
        assert [row.amount for row in db.session.scalars(select(StoredPayment))] == [125]
    for _ in range(2):
        assert send(client, f"{evening}/payments", **wanted | {"amount": "0"}).status_code == 303
    with app.app_context():
        assert db.session.scalars(select(StoredPayment)).all() == []


@pytest.mark.databases
def test_what_is_no_debt_is_not_ticked(app, client, evening):
    wanted = switches(client, evening)[0]
    for amount in ("", "x", "-125", "1.25", "9" * 30, "۱۲۵", "1\x00"):
        assert send(client, f"{evening}/payments", **wanted | {"amount": amount}).status_code == 400, amount
    assert send(client, f"{evening}/payments", payer=wanted["payer"], payee=wanted["payee"]).status_code == 400
    turned = {"payer": wanted["payee"], "payee": wanted["payer"]}
    for wrong in ({"amount": "124"}, turned, {"payer": ""}, {"payee": "x" * 5000}, {"payer": "\x00\u202e"}):
        answer = send(client, f"{evening}/payments", **wanted | wrong)
        assert (answer.status_code, CHANGED in main_of(answer)) == (409, True), wrong
        assert "Ann pays Dee 1.25" in main_of(answer)
    assert send(client, "/e/nobody/payments", **wanted).status_code == 404
    with app.app_context():
        assert db.session.scalars(select(StoredPayment)).all() == []


def test_a_match_in_play_or_given_up_counts_nothing_and_what_was_paid_for_it_goes_back(app, client, evening):
    for _ in range(2):
        tap(client, evening, next(n for n, row in enumerate(to_settle(client, evening)) if row.endswith("off")))
    given_up = start(client, "knockout_whist", "Ann", "Bob", money="yes", stake="1.00")
    for kind in ("close", "reopen"):
        say(app, given_up, kind)
        assert to_settle(client, evening) == ["Ann pays Dee 1.25 on", "Cem pays Bob 0.75 on"]
    with app.app_context():
        deals = db.session.execute(
            select(Match.uid, StoredRecord.uid).join(Match).where(StoredRecord.kind == "deal")
        ).all()
    for match, deal in deals:
        say(app, match, "strike", of=deal)
    assert sorted(to_settle(client, evening)) == [
        "Ann pays Dee 1.25 on",
        "Bob pays Cem 0.75 off",
        "Cem pays Bob 0.75 on",
        "Dee pays Ann 1.25 off",
    ]


def test_merged_people_are_one_and_a_hidden_evening_settles_nothing(app, client, evening):
    wanted = switches(client, evening)[0]
    tap(client, evening, 1)  # Cem to Bob
    with app.app_context():
        people = {player.name: player for player in db.session.scalars(select(Player))}
        merge_players(people["Cem"], people["Bob"])
    assert to_settle(client, evening) == ["Ann pays Dee 1.25 off"]
    with app.app_context(), write_transaction() as session:
        session.scalars(select(Evening)).one().hidden = True
    assert to_settle(client, evening) == []
    assert send(client, f"{evening}/payments", **wanted).status_code == 409


def test_a_guest_pays_by_name_and_whose_name_is_taken_out_by_the_new_one(app, client, evening):
    uid = start(client, "texas_42", "Ann", "Cem", "Dee", "Bob", target_marks="1", stake_per_mark="20.00")
    say(app, uid, "seat", seat=2, player="<b>Gus</b>")
    play(app, uid, MADE)
    assert to_settle(client, evening) == [
        "Ann pays Bob 10.75 off",
        "<b>Gus</b> pays Cem 9.25 off",
        "<b>Gus</b> pays Dee 0.75 off",
        "Ann pays Dee 0.50 off",
    ]
    while "off" in " ".join(to_settle(client, evening)):
        tap(client, evening, next(n for n, row in enumerate(to_settle(client, evening)) if row.endswith("off")))
    paid = to_settle(client, evening)
    with app.app_context():
        remove_name(db.session.scalars(select(Player).where(Player.name == "Ann")).one())
    assert to_settle(client, evening) == [row.replace("Ann", "N. N.") for row in paid]
