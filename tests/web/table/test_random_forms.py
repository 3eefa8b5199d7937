"""Random matches tapped in without script, under random house rules: no page fails, and none leads nowhere.

TALLYSTICK_TAPPED says how many matches of a game; the default keeps the test quick.
"""

from __future__ import annotations

import os
from random import Random
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scoring.games import games
from scoring.words import Sheet
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
from tests.support.random_tables import PLAYERS, house_rules
from tests.support.sizes import one_in
from tests.support.tables import make_circle, sheet_of, start

MANY = int(os.environ.get("TALLYSTICK_TAPPED", "1"))
MOST_TAPS = 200
SECRETS = ("csrf_token", "uid", "after", "step", "also", "done", "again")


@pytest.mark.parametrize("seed", range(MANY))
@pytest.mark.parametrize("key", one_in(5, sorted(games())))
def test_a_match_tapped_at_random(app: Flask, client: FlaskClient, key: str, seed: int) -> None:
    """From the first deal to the end, or to giving up when that takes too long."""
    rng = Random(f"{key} {seed}")
    uid = sit_down(rng, client, key)
    page = page_of(client.get(f"/m/{uid}"))
    for _ in range(MOST_TAPS):
        page = tapped(rng, app, client, uid, page)
        if with_class(page, "won"):
            break
    else:
        page = ended(client, uid, page)
    if not with_class(page, "won"):
        assert "given up" in words_of(page) or "this deal decides" in words_of(page)


def sit_down(rng: Random, client: FlaskClient, key: str) -> str:
    """The uid of a match of this game under random rules, short enough to end."""
    players = PLAYERS[: rng.randint(*games()[key].seats)]
    make_circle(client, *players)
    return start(client, key, *players, dealer=rng.choice(players), **house_rules(rng, key, len(players)))


def tapped(rng: Random, app: Flask, client: FlaskClient, uid: str, page: Element) -> Element:
    """The page after one tap, looked over."""
    pad = named(page, "pad")
    assert pad is not None, words_of(page)
    tap, alone = choose_tap(rng, pad, f"/m/{uid}")
    before = sent_by(tap.form, tap.button) if tap.form is not None else []
    answer = send(client, tap)
    where = f"{tap.words!r} to {tap.address} with {before}"
    assert answer.status_code in (200, 422), f"{answer.status_code}: {where}"
    after = page_of(answer)
    assert urlsplit(answer.request.path).path.startswith(f"/m/{uid}"), where
    if answer.status_code == 422:
        assert not alone, f"refused: {where}: {[words_of(fault) for fault in with_class(after, 'fault')]}"
        look_at_faults(after, before, where)
    assert with_class(after, "won") or ways_on(after, uid), where
    look_at_totals(after, sheet_of(app, uid))
    return after


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
    """The page after the match was ended by the table."""
    decides = any(tap.address.endswith("/close") for tap in taps_on(page, f"/m/{uid}"))
    for address in ("/close",) if decides else ("/rulings?what=close", "/rulings"):
        tap = next(tap for tap in taps_on(page, f"/m/{uid}") if tap.address.endswith(address))
        answer = send(client, tap)
        assert answer.status_code == 200
        page = page_of(answer)
    return page
