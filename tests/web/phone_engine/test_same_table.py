"""The phone draws and counts a table and its end as the server does, and goes on from it; random taps and matches."""

from __future__ import annotations

import os
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit
from xml.etree.ElementTree import Element

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.games import games
from scoring.words import Sheet
from table.pads.registry import KEYS as PADS
from tests.support.engine_page import Pairs, Phone, drawn_parts, grouped, looked_at, parts_of, sealed, supply
from tests.support.engine_questions import formed
from tests.support.finished_matches import begun, finished
from tests.support.form_filler import (
    Tap,
    complete,
    fill,
    groups_of,
    named,
    page_of,
    send,
    sent_by,
    taps_on,
    turns,
    with_class,
    words_of,
)
from tests.support.random_sheets import GAMES
from tests.support.random_sheets import sheet_of as sheet_of_match
from tests.support.random_tables import PLAYERS, house_rules
from tests.support.records import play, reading_of, say
from tests.support.sizes import one_in
from tests.support.tables import make_circle, sheet_of, sit_down, start

MANY = int(os.environ.get("TALLYSTICK_TAPPED", "1"))
MOST_TAPS = 60
SECRETS = ("csrf_token", "uid", "after", "step", "also", "done", "again")
MATCHES = 2  # of each game that are over
AT_ONCE = ("bar", "table", "strip", "uncounted")  # parts of a whole table


def recorded(app: Flask, phone: Phone, where: str, pairs: Pairs) -> tuple[Any, Any]:
    """What the phone drew of a record that both count the same, and the server's page; none where it did not count."""
    drawn = phone.record(where, pairs)
    if not drawn or "counted" not in drawn:
        return drawn, None
    answer = phone.send(where, pairs, drawn["counted"], supply(app).edition)
    assert answer.is_json, answer.get_data(as_text=True)[:300]
    phone.call("confirm", {"many": 1})
    phone.version += 1
    assert answer.get_json()["version"] == phone.version
    return drawn, phone.client.get(f"/m/{phone.uid}{drawn.get('query', '?recorded=1')}", headers={"X-Part": ""})


@pytest.mark.parametrize("seed", range(MANY))
@pytest.mark.parametrize("key", one_in(2, GAMES))
def test_a_match_tapped_at_random(app: Flask, client: FlaskClient, key: str, seed: int) -> None:
    """From the first deal to the end, or to giving up: every screen is the phone's, none fails or leads nowhere."""
    rng = Random(f"{key} {seed}")
    players = PLAYERS[: rng.randint(*games()[key].seats)]
    make_circle(client, *players)
    uid = start(client, key, *players, dealer=rng.choice(players), **house_rules(rng, key, len(players)))
    phone, page, counted = Phone(client, uid), page_of(client.get(f"/m/{uid}")), 0
    for _ in range(MOST_TAPS):
        page, told = tapped(rng, app, phone, page)
        counted += told
        if with_class(page, "won"):
            break
    else:
        page = ended(client, uid, page_of(client.get(f"/m/{uid}")))
    if not with_class(page, "won"):
        assert "given up" in words_of(page) or "this deal decides" in words_of(page)
    assert counted or key not in PADS  # numbers typed at random hardly ever add up on a plain pad


def tapped(rng: Random, app: Flask, phone: Phone, page: Element) -> tuple[Element, bool]:
    """The page after one tap, looked over, and whether the phone counted it."""
    pad = named(page, "pad")
    assert pad is not None, words_of(page)
    tap, alone = choose_tap(rng, pad, f"/m/{phone.uid}")
    place = tap.address.split("?")[0].removeprefix(f"/m/{phone.uid}").strip("/")
    before, told = sent_by(tap.form, tap.button) if tap.form is not None else [], False
    where = f"{tap.words!r} to {tap.address} with {before}"
    if place in ("say", "undo", "redo"):
        answer, told = said(app, phone, place, before)
    elif place == "":
        answer = looked(phone, tap, before)
    else:
        answer = send(phone.client, tap)
    assert answer.status_code in (200, 422), f"{answer.status_code}: {where}"
    assert urlsplit(answer.request.path).path.startswith(f"/m/{phone.uid}"), where
    after = page_of(answer)
    if answer.status_code == 422:
        assert not alone, f"refused: {where}: {[words_of(fault) for fault in with_class(after, 'fault')]}"
        look_at_faults(after, before, where)
    assert with_class(after, "won") or ways_on(after, phone.uid), where
    look_at_totals(after, sheet_of(app, phone.uid))
    return after, told


def looked(phone: Phone, tap: Tap, pairs: Pairs) -> Any:
    """A tap that records nothing yet: both draw the same."""
    form = looked_at(pairs) if tap.form is not None else parse_qsl(tap.address.partition("?")[2])
    answer = phone.client.get(f"/m/{phone.uid}?{urlencode(form)}", headers={"X-Part": str(phone.version)})
    assert_same(drawn_parts(phone.draw(form)), parts_of(answer))
    return answer


def said(app: Flask, phone: Phone, where: str, pairs: Pairs) -> tuple[Any, bool]:
    """A saying, and whether the phone counted it: both draw the same, and refuse the same."""
    drawn, page = recorded(app, phone, where, pairs)
    if page is None:
        return told_by_server(phone, where, pairs, drawn), False
    ours, theirs = drawn_parts(drawn), parts_of(page)
    assert ours.keys() == theirs.keys()
    assert_same(ours, theirs)
    if "rows" in ours:
        fresh, rows = ours["rows"], theirs["rows"][2]
        assert fresh[2] == (rows[: len(fresh[2])] if "data-add" in fresh[1] else rows)
    return page, True


def told_by_server(phone: Phone, where: str, pairs: Pairs, drawn: Any) -> Any:
    """What the server says to a saying that the phone refuses, or leaves to it."""
    headers = {"X-Part": str(phone.version)}
    answer = phone.client.post(f"/m/{phone.uid}/{where}", data=grouped(pairs), headers=headers, follow_redirects=True)
    assert answer.status_code == (drawn["status"] if drawn else 200)
    if drawn:
        assert_same(drawn_parts(drawn), parts_of(answer))
    phone.follow()
    return answer


def assert_same(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    for name, part in ours.items():
        assert name == "rows" or part == theirs[name], name


def choose_tap(rng: Random, pad: Element, address: str) -> tuple[Tap, bool]:
    """A button or link, its form filled in, and whether it alone says all: then it must not be refused."""
    taps = list(taps_on(pad, address))
    weights = [0.03 if turns(tap) else 0.1 if tap.form is None else 1 for tap in taps]
    tap = rng.choices(taps, weights)[0]
    if tap.form is None:
        return tap, True
    alone = complete(tap.form) and says_all(tap)
    if not alone or rng.random() < 0.2:
        fill(rng, tap.form)
        alone = False
    return tap, alone


def says_all(tap: Tap) -> bool:
    """Whether a button is a last tap: a value on a chip that nothing speaks against, or all that its form holds."""
    assert tap.form is not None
    chip = "chip" in tap.button.get("class", "").split() and "data-not" not in tap.button.attrib
    return (chip and not with_class(tap.form, "fault")) or not groups_of(tap.form)


def ways_on(page: Element, uid: str) -> list[Tap]:
    """What can be tapped next that is neither Undo nor Redo."""
    pad = named(page, "pad")
    assert pad is not None
    return [tap for tap in taps_on(pad, f"/m/{uid}") if not turns(tap)]


def look_at_faults(page: Element, sent: list[tuple[str, str]], where: str) -> None:
    """Every problem is a sentence on the pad, in nothing folded away, and what was said still stands there.

    Whose sequences count follows from comparing them, where they are compared.
    """
    pad = named(page, "pad")
    faults = with_class(pad, "fault")
    assert faults, where
    for fault in faults:
        said = words_of(fault)
        assert " " in said and "_" not in said and "{" not in said, said
    for fold in pad.iter("details"):
        assert "open" in fold.attrib or not with_class(fold, "fault"), where
    kept = {pair for form in pad.iter("form") for pair in sent_by(form, form)}
    offered = {field.get("name") for field in pad.iter("input") if "disabled" not in field.attrib}
    for name, value in sent:
        if (
            name not in SECRETS
            and value
            and name in offered
            and not any(button.get("name") == name for button in pad.iter("button"))
            and not (name == "sequence" and any(text for other, text in sent if other.startswith("best.")))
        ):
            assert (name, value) in kept, f"{name}={value} is lost: {where}"


def look_at_totals(page: Element, sheet: Sheet) -> None:
    """The totals on the page are those of the log, replayed; where none count the cards that each holds."""
    shown = [words_of(total).replace("−", "-") for total in with_class(page, "total")]
    if not with_class(page, "won"):
        wanted = [str(total) for total in sheet.standing.carry.get("hands", sheet.standing.totals)]
        out = sheet.standing.carry.get("status", [""] * len(wanted))
        assert shown == ["–" if state == "out" else total for state, total in zip(out, wanted, strict=True)]
    assert bool(with_class(page, "won")) == bool(sheet.outcome)
    if sheet.outcome:
        assert sheet.standing.table.players[sheet.standing.table.sides[sheet.outcome.winners[0]][0]] in words_of(page)


def ended(client: FlaskClient, uid: str, page: Element) -> Element:
    decides = any(tap.address.endswith("/close") for tap in taps_on(page, f"/m/{uid}"))
    for address in ("/close",) if decides else ("/rulings?what=close", "/rulings"):
        tap = next(tap for tap in taps_on(page, f"/m/{uid}") if tap.address.endswith(address))
        answer = send(client, tap)
        assert answer.status_code == 200
        page = page_of(answer)
    return page


def test_what_a_pad_names_like_the_count_is_another_thing(app: Flask, client: FlaskClient) -> None:
    """Clobyosh's pad tells whose cards are being counted."""
    phone = Phone(client, sit_down(client, "clobyosh", "Ann", "Bob"))
    for query in (
        "step=bid&maker=0&turned=true&trump=clubs",
        "step=play&count=0&won.0=AC&cards.0=&cards.1=60&last_trick=0",
    ):
        recorded(app, phone, "say", sealed(client, phone.version, parse_qsl(query, keep_blank_values=True)))
    assert phone.version == 2


# The end


def acted(app: Flask, phone: Phone, where: str, form: dict[str, list[str]]) -> tuple[Any, Any]:
    """The same of a form that was not drawn."""
    typed = [(name, text) for name, texts in form.items() for text in texts]
    sealed_form = sealed(phone.client, phone.version, typed)
    pairs = [(name, phone.uid + text if name == "uid" else text) for name, text in sealed_form]
    return recorded(app, phone, where, pairs)


@pytest.mark.parametrize("key", GAMES)
def test_the_last_deal_its_undo_and_its_redo(app: Flask, client: FlaskClient, key: str) -> None:
    for match in finished(key, MATCHES):
        uid, last = begun(app, client, match), last_deal(match)
        play(app, uid, *match["deals"][:last])
        phone, state = Phone(client, uid), reading_of(app, uid)
        if last < len(match["deals"]):
            entry = formed(state.game.fields(state.sheet.standing), match["deals"][last])
            drawn, page = acted(app, phone, "say", {**entry, "step": ["play"], "asked": ["1"]})
        else:
            drawn, page = acted(app, phone, "close", {})
        assert drawn_parts(drawn) == parts_of(page)
        assert "main" in drawn_parts(drawn)
        goes_on, page = acted(app, phone, "undo", {})
        assert goes_on["parts"]["trees"][1][1]["class"] == "wrap at-table"
        assert table_in(goes_on) == {name: part for name, part in parts_of(page).items() if name in AT_ONCE}
        again, page = acted(app, phone, "redo", {})
        assert drawn_parts(again) == parts_of(page)
        phone.follow()
        assert drawn_parts(phone.draw([]))["bar"] == parts_of(client.get(f"/m/{uid}"))["bar"]


def last_deal(match: dict[str, Any]) -> int:
    """The place of the deal that ends a match; behind the last one where the table ended it."""
    deals = match["deals"]
    ends = [n for n in range(len(deals)) if sheet_of_match({**match, "deals": deals[: n + 1], "closed": False}).outcome]
    return ends[0] if ends else len(deals)


def table_in(answer: Any) -> dict[str, Any]:
    header, (_, _, parts) = answer["parts"]["trees"]
    *_, sheet = parts
    strip, table = (next(part for part in parts if part[1].get("id") == name) for name in ("strip", "table"))
    rows, uncounted = sheet[2][-1], next(part for part in sheet[2] if part and part[1].get("id") == "uncounted")
    plain = {"parts": {"trees": [header, table, rows, uncounted, strip]}}
    return {name: part for name, part in drawn_parts(plain).items() if name in AT_ONCE}


def test_ended_opened_again_and_given_more_time(app: Flask, client: FlaskClient) -> None:
    uid = sit_down(client, "boomke_wies", length="clock", length_value="30")
    play(app, uid, {"declarer": 0, "contract": 8, "tricks": 9})
    phone = Phone(client, uid)
    drawn, page = acted(app, phone, "close", {})
    assert drawn_parts(drawn) == parts_of(page)
    assert acted(app, phone, "reopen", {})[0]["parts"]["title"] == "Boomke Wies, deal 2"
    drawn, page = acted(app, phone, "longer", {})
    assert drawn_parts(drawn)["bar"] == parts_of(page)["bar"]
    assert reading_of(app, uid).sheet.standing.rules["length_value"] == 45
    uid = sit_down(client, "boomke_wies", length="deals", length_value="8")
    for where in ("reopen", "longer", "close"):
        if where == "close":
            say(app, uid, "close")
        assert Phone(client, uid).record(where, sealed(client, 0, [])) is None
