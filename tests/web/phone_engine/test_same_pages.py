"""The phone draws the pages below a match as the server does, and what is tapped there is recorded the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.games import games
from table.amendment import NOTHING
from tests.support.engine_page import Phone, drawn_parts, grouped, of_element, of_tree, parts_of, sealed
from tests.support.engine_questions import RULINGS, Form, formed, house_rules, listed
from tests.support.finished_matches import begun, finished
from tests.support.form_filler import page_of, with_class
from tests.support.random_sheets import GAMES
from tests.support.records import play, reading_of, say
from tests.support.sizes import FULL, one_in
from tests.support.tables import FOUR, make_circle, send, sit_down, start

DEALS = (
    {"declarer": 1, "contract": 8, "tricks": 9},
    {"declarer": 0, "contract": 10, "tricks": 9},
    {"contract": "meetje", "tricks": 5},
)


def same_page(phone: Phone, address: str, trees: Any, but_for: Callable[[Any, Any], bool] | None = None) -> None:
    """Both draw the same, but for what the phone does not have, and perhaps for more that is in neither then."""
    page = page_of(phone.client.get(address))
    bar, main = trees
    ours, theirs = of_tree(main), without(of_element(next(page.iter("main"))), is_of_the_server)
    assert without(ours, but_for)[2] == without(theirs, but_for)[2], address
    assert of_tree(bar) == of_element(with_class(page, "bar")[0])


def without(part: Any, left_out: Callable[[Any, Any], bool] | None) -> Any:
    """A part of a page without those in it of which this is true, the ends of lines and the times for machines."""
    tag, attributes, children = part
    inside = [child for child in children if type(child) is not str or child.strip() or tag != "main"]
    kept = [child for child in inside if type(child) is str or left_out is None or not left_out(part, child)]
    named = {name: attributes[name] for name in attributes if name != "datetime"}
    return tag, named, [child if type(child) is str else without(child, left_out) for child in kept]


def is_of_the_server(parent: Any, part: Any) -> bool:
    """Whether a part is help on a house rule, a sentence of the rules, what script fills in, or who agrees now."""
    tag, attributes, children = part
    prose = tag == "section" and ("h2", {}, ["In the rules"]) in children
    named = attributes.get("id", "").startswith("help-") or "data-until" in attributes
    return prose or named or attributes.get("action", "").endswith("/answer")


def is_small(parent: Any, part: Any) -> bool:
    """Whether a part is help on an answer: small text in chips, and behind what a rule becomes."""
    return part[0] == "small" and (parent[0] in ("dd", "span") or "chip" in parent[1].get("class", ""))


# A deal that is amended


@pytest.fixture(params=GAMES)
def match(request: pytest.FixtureRequest, app: Flask, client: FlaskClient) -> tuple[str, list[str], list[Any]]:
    """A match of three deals: its uid, those of its deals, and these and one more as forms."""
    found = next(one for one in finished(request.param, 6) if len(one["deals"]) > 4)
    uid, deals = begun(app, client, found), found["deals"][:4]
    fields = reading_of(app, uid).game.fields(reading_of(app, uid).sheet.standing)
    return uid, play(app, uid, *deals[:3]), [formed(fields, deal) or {NOTHING: [""]} for deal in deals]


def test_a_deal_that_is_amended(app: Flask, client: FlaskClient, match: tuple[str, list[str], list[Any]]) -> None:
    """As it is, as each of the others would be there, back at the bid; recorded alike; the page of every deal."""
    uid, deals, forms = match
    phone = Phone(client, uid)
    asked = [(deals[0], None, {}), *((deals[1], form, {}) for form in forms)]
    for of, entry, form in [*asked, *((deals[0], form, {"step": ["bid"]}) for form in forms)]:
        for way in ("amend", "before") if form or entry is None else ("amend",):
            place = f"/m/{uid}/deal/{of}/{way}" + (f"/{urlencode(entry, doseq=True)}" if entry else "")
            drawn = phone.call("amend", {"of": of, "way": way, "entry": entry, "form": form})
            same_page(phone, f"{place}?{urlencode(form, doseq=True)}", drawn["parts"]["trees"])
    for of, way in (("nothing", "amend"), (deals[0], "sideways")):
        assert phone.call("amend", {"of": of, "way": way}) is None
    for number, form in enumerate(forms[1:]):
        where = f"deal/{deals[0]}/amend"
        typed = sealed(client, phone.version, [(name, text) for name, texts in form.items() for text in texts])
        typed = [(name, f"{uid}{number}" if name == "uid" else text) for name, text in typed]
        drawn = phone.record(where, typed)
        answer = client.post(f"/m/{uid}/{where}", data=grouped(typed))
        state = reading_of(app, uid)
        if drawn is None:
            assert answer.status_code in (303, 422)
            assert state.version == phone.version
            continue
        phone.call("confirm", {"many": 1})
        phone.version += 1
        assert (answer.status_code, state.version) == (303, phone.version)
        assert drawn_parts(drawn)["rows"][2] == parts_of(client.get(f"/m/{uid}"))["rows"][2]
    for of in deals:
        same_page(phone, f"/m/{uid}/deal/{of}", phone.call("deal", {"of": of})["parts"]["trees"])
    assert phone.call("deal", {"of": "nothing"}) is None


# The page of a record, and the history


def same_record(client: FlaskClient, uid: str, of: str) -> None:
    phone = Phone(client, uid)
    same_page(phone, f"/m/{uid}/deal/{of}", phone.call("deal", {"of": of})["parts"]["trees"])


def test_every_kind_of_record_and_what_became_of_it(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On its page and in the history, also on an older page of that."""
    uid = sit_down(client, "boomke_wies")
    first, second, third = play(app, uid, *DEALS)
    say(app, uid, "dispute", of=second, seat=3, note="it was <b>eight")
    say(app, uid, "agree", of=second, seat=2)
    kinds = [
        say(app, uid, "adjust", points=[0, -1], note="<script>reneged"),
        say(app, uid, "rules", rules={"meetje_fine": "none"}),
        say(app, uid, "seat", seat=1, player="Eve"),
        say(app, uid, "seat", dealer=2),
    ]
    (later,) = play(app, uid, DEALS[0])
    amend = say(app, uid, "amend", of=first, entry=DEALS[0] | {"tricks": 12})
    for one in (second, later, *kinds):
        same_record(client, uid, one)
    for kind, of in (("strike", amend), ("restore", amend), ("strike", third), ("strike", kinds[0])):
        for one in (first, third, kinds[0]):
            same_record(client, uid, one)
        more = {"crossed": True} if of == third else {}
        say(app, uid, kind, of=of, **more)
    for kind in ("close", "reopen"):
        for one in (say(app, uid, kind), first):
            same_record(client, uid, one)
    say(app, uid, "bid", declarer=2, contract=9)
    same_record(client, uid, third)
    phone = Phone(client, uid)
    for rest, values in (("history", {}), ("history?before=5", {"before": 5})):
        day = next(page_of(client.get(f"/m/{uid}/{rest}")).iter("h2")).text
        same_page(phone, f"/m/{uid}/{rest}", phone.call("history", {"days": [day], **values})["parts"]["trees"])
        for module in ("table.history", "table.history"):  # next of a log of many pages
            monkeypatch.setattr(f"{module}.page_size", lambda version: 3)
    monkeypatch.undo()
    phone.call("record", {"where": "undo", "uid": "undone", "form": {}})
    _, main = phone.call("history", {"days": ["today"]})["parts"]["trees"]
    days = main[2][0][2][1][2]
    assert days[0][2][0][2][0][2] == [], "what has no time yet stands above"
    assert len(days) == phone.version + 1


def test_its_buttons_record_what_the_server_records(app: Flask, client: FlaskClient) -> None:
    """Each is tapped on a page of both; what cannot be is no record on either."""
    uid = sit_down(client, "boomke_wies")
    first, second, _ = play(app, uid, *DEALS)
    say(app, uid, "amend", of=first, entry=DEALS[0] | {"tricks": 12})
    for act, of in (("undo", first), ("redo", first), ("strike", second), ("restore", second), ("undo", second)):
        phone = Phone(client, uid)
        form = dict(sealed(client, phone.version, []))
        drawn = phone.record(f"deal/{of}/{act}", list(form.items()))
        assert send(client, f"/m/{uid}/deal/{of}/{act}", **form).status_code == 303
        record = reading_of(app, uid).records[-1]
        assert (drawn and drawn["record"]) == ([record.kind, record.body] if record.uid == form["uid"] else None)
    assert drawn is None
    for where in (f"deal/{second}/restore", "deal/nothing/strike", f"deal/{second}/sideways"):
        assert phone.record(where, sealed(client, phone.version, [])) is None


def test_a_page_at_its_own_address_knows_what_is_unsent(app: Flask, client: FlaskClient) -> None:
    uid = sit_down(client, "boomke_wies")
    first, *_ = play(app, uid, *DEALS)
    tail = [["deal", DEALS[0] | {"dealer": 3}, "only-here"]]
    stored = {"may_score": True, "tail": tail, "days": ["today"]}
    phone = Phone(client, uid)
    for rest in ("deal/only-here", "history"):
        page = phone.call("page", {"path": f"/m/{uid}/{rest}", "stored": stored})
        assert page["version"] == 3
        assert "/deal/only-here" in str(page["over"]["trees"])
        phone.follow()
    for rest in ("deal/only-here", "deal/nothing", "nothing", "deal/", "history/of", "deal/only-here/amend"):
        assert phone.call("page", {"path": f"/m/{uid}/{rest}", "stored": stored | {"tail": []}}) is None
    values = {"path": f"/m/{uid}/deal/{first}", "stored": {"may_score": False, "tail": []}}
    trees = str(phone.call("page", values)["over"]["trees"])
    assert ("Bob" in trees, "'form'" in trees, "/amend" in trees) == (True, False, False)


# Rulings


def forms_of(key: str) -> list[Form]:
    """The rulings of a game; but at full size they are dealt out among the games, one in so many to each."""
    first, many = (0, 1) if FULL else (GAMES.index(key), len(GAMES))
    return [*RULINGS[first::many], *house_rules(key)[first::many]]


@pytest.mark.parametrize("key", one_in(5, GAMES))
def test_rulings(app: Flask, client: FlaskClient, key: str) -> None:
    """As they are filled in, as what would change, and filled in once more; also before the first deal."""
    found = next(one for one in finished(key, 6) if len(one["deals"]) > 3)
    uid = begun(app, client, found)
    client.post("/circle/players", data={"name": "Eve"})
    new = start(client, key, *FOUR[: games()[key].seats[1]])
    play(app, uid, *found["deals"][:3])
    before_a_deal = [form for form in RULINGS if form["what"] in ("result", "close")]
    for match, forms in ((uid, [{}, *forms_of(key)]), (new, before_a_deal)):
        phone, titles = Phone(client, match), set()
        for form in forms:
            for more in ({}, {"again": "1"}) if match == uid else ({},):
                drawn = phone.call("rulings", {"form": listed(form | more)})["parts"]
                same_page(phone, f"/m/{match}/rulings?{urlencode(form | more)}", drawn["trees"], is_small)
                titles.add(drawn["title"])
        assert titles == {"Rulings", "What would change"}


@pytest.mark.parametrize("key", one_in(5, GAMES))
def test_each_ruling_is_recorded_alike(app: Flask, client: FlaskClient, key: str) -> None:
    names = FOUR[: games()[key].seats[1]]
    make_circle(client, *names, "Eve")
    for number, form in enumerate(forms_of(key)):
        uid = start(client, key, *names)
        phone = Phone(client, uid)
        seal = sealed(client, 0, [*form.items()])
        typed = [(name, f"{uid}-{number}" if name == "uid" else text) for name, text in seal]
        drawn = phone.record("rulings", typed)
        answer = client.post(f"/m/{uid}/rulings", data=dict(typed))
        state = reading_of(app, uid)
        if drawn is None:
            assert (answer.status_code, state.version) == (422, 0), form
            continue
        assert (answer.status_code, state.version) == (303, 1), form
        record = state.records[-1]
        body = dict(drawn["record"][1])
        if body.get("player") == "Fay":
            body["player_uid"] = record.body["player_uid"]  # of a new person
        assert [record.kind, record.body] == [drawn["record"][0], body]
        fresh = phone.call("draw", {"form": {}, "rows": True})
        assert drawn_parts(fresh) == parts_of(client.get(f"/m/{uid}")), form
