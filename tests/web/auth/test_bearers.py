"""Every route, every method, every kind of bearer: what each may do stands in one table, and nothing else happens."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import event

from models.base import db, today
from models.grants import make_grant
from models.tables import WATCH, Circle
from models.transaction import RowQuery, write_transaction
from tests.support.bearers import ABSENT, COOKIE, OWN_AND_REVOKED, PLACES, WHO, World, signed
from tests.support.sizes import one_in
from web.auth.guard import install_guard
from web.routes import (
    DELETED_EVENING,
    EVENING,
    MATCH,
    PERMISSIONS,
    PUBLIC,
    SCORE_CIRCLE,
    SCORE_EVENING,
    SCORE_MATCH,
    WATCH_CIRCLE,
    WATCH_EVENING,
    WATCH_MATCH,
    Pages,
    check_permissions,
    permission_of,
)

# For each bearer, in the order of WHO: y is let in, f is told that they may not (403), n finds nothing (404).
# none, watch evening, score evening, watch circle, score circle, other circle, revoked, expired
ANYBODY = "yyyyyyyy"
AT_HOME = "yyyyyyff"
LOOK = "nyyyynff"
WRITE = "nfyfynff"
LINK = "nfffynff"  # to an evening, made by the whole circle only
SEE = "nnnyyyff"  # what is the own circle's
SEE_HERE = "nyyyyyff"  # the same, or what is the one evening's
KEEP = "nnnfyyff"
KEEP_ONE = "nnnfynff"  # a player, link or the like of the first circle
SEE_ONE = "nnnyynff"
OWN = (KEEP_ONE, SEE_ONE)
BEGIN = "nfyfyyff"
SECRET = "nnnnnnnn"  # nobody has it; without a language in its address the worker finds nothing either

ROUTES = {
    ANYBODY: """
        POST host.enter_key, GET host.show_health, GET host.show_host, POST import.import_circle,
        GET import.show_import_form, GET install.come_in, POST install.forget_phone, POST install.prepare_install,
        GET install.show_install, GET install.show_manifest, POST join.enter_code, POST join.forget_ended,
        GET join.show_code_form, POST language.choose_language, GET line.show_line, POST phone_key.show_key,
        GET print.show_blank, GET rules.show_rules, POST welcome.create_circle, GET welcome.show_create_form,
        GET worker.show_worker
    """,
    AT_HOME: """
        GET home.show_home
    """,
    SECRET: """
        POST host.choose_who_creates, POST host.create_host_link, GET host.open_host_link, GET host.show_circles,
        POST join.accept_offer, GET join.open_link, GET join.show_offer, POST join.switch_circle,
        GET worker.show_kept_rules, GET worker.show_shell
    """,
    LOOK: """
        POST confirm.claim_seat, POST confirm.confirm_or_dispute
    """,
    WRITE: """
        POST amend.record_amendment, POST amend.update_draft, POST amend.update_entry, POST begun.begin_rematch,
        POST both.settle, POST deal.redo, POST deal.restore, POST deal.strike, POST deal.undo,
        POST evening.close_or_reopen, POST evening.delete_empty_match, POST evening.save_evening,
        POST evening.tick_payment, POST links.create_link, POST links.create_spoken_code, POST links.give_or_take_back,
        POST links.hand_over, POST links.replace_standing_link, GET links.show_handover, POST ruling.record_ruling,
        POST table.close_match, POST table.draw_cards, POST table.extend_time, POST table.record_deal, POST table.redo,
        POST table.reopen_match, POST table.settle_conflict, POST table.undo, POST table.update_draft,
        POST tail.take_tail
    """,
    BEGIN: """
        POST begun.take_match, POST new_match.begin_match, GET new_match.show_draft
    """,
    LINK: """
        POST evening.delete_empty_evening, POST evening.hide_evening, POST evening.unhide_evening,
        POST links.create_guest_link, POST rules.save_match_rules
    """,
    SEE_HERE: """
        GET line.show_home_data
    """,
    SEE_ONE: """
        GET pair.show_pair, GET person.show_person, GET season.show_season
    """,
    KEEP: """
        POST circle.make_link, POST circle.rename_circle, POST circle.revoke_all, POST evenings.create_past_evening,
        POST links.create_recovery_link, POST links.dismiss_reminder, POST players.add_player, POST rules.delete_rules,
        POST season.create, POST unsent_file.take_file
    """,
    KEEP_ONE: """
        POST circle.replace_link, POST circle.revoke_link, POST person.leave_out, POST players.merge_player,
        POST players.rename_player, POST players.retire_or_return, GET players.show_merge, POST players.undo_merge,
        POST season.delete, POST season.save, GET season.show_edit
    """,
}
"""What of the pages that are open to all, or change something, is open to whom."""
TABLE = {name.strip(): row for row, names in ROUTES.items() for name in names.split(",")}
USUAL = {
    WATCH_CIRCLE: SEE,
    SCORE_CIRCLE: KEEP,
    WATCH_EVENING: LOOK,
    SCORE_EVENING: WRITE,
    WATCH_MATCH: LOOK,
    SCORE_MATCH: WRITE,
}
"""What holds of pages that only read and are not open to all: those need not stand in the table."""
ELSEWHERE = {  # what bearers of the first circle's evening, of its whole, and of another circle find at other places
    "here": "here",
    "other evening": ("score circle", "watch circle"),
    "other circle": ("other circle",),
    "absent": (),
}
PLACED = (MATCH, EVENING, DELETED_EVENING)
TOKEN = re.compile(r'name="csrf_token"[^>]* value="[^"]*"')


@pytest.fixture(scope="module")
def world(new_database) -> World:
    world = World(new_database("sqlite"))
    for method, endpoint in map(str.split, routes(world)):
        needs = permission_of(world.app, endpoint)
        if method == "GET" and needs in USUAL:
            TABLE.setdefault(f"{method} {endpoint}", USUAL[needs])
    return world


def routes(world):
    """Rules of the app by the name that the table has for them."""
    found = {}
    for rule in world.app.url_map.iter_rules():
        for method in rule.methods - {"HEAD", "OPTIONS"}:
            found.setdefault(f"{method} {rule.endpoint}", []).append(rule)
    return found


def address(world, rule, place):
    """The address of a rule in a place."""
    names, kind = world.names[place], rule.rule.split("/")[1]
    uid = {"m": names.match, "e": names.evening}.get(kind, names.link if "links" in rule.rule else names.player)
    uid = names.season if "season" in rule.rule else uid
    values = {"uid": uid, "of": names.deal, "entry": "x", "game": "boomke_wies", "secret": "nothing"}
    values |= {"match": names.match, "number": int(names.rules), "player": names.player}
    values |= {
        "one": names.player,
        "other": names.mate,
        "year": today().year,
        "code": "evening_deals",
        "question": "winners",
    }
    for choices in re.findall(r"<any\(([\w, ]+)\):(\w+)>", rule.rule):
        values[choices[1]] = choices[0].split(",")[0]
    of_rule = {name: values[name] for name in rule.arguments}
    return world.app.url_map.bind("localhost").build(rule.endpoint, of_rule)


def expected(name, need, who, place):
    """What the table says: y, f or n."""
    says = TABLE[name][WHO.index(who)]
    if need == PUBLIC or (says == "f" and who in ("revoked", "expired")):
        return says
    if place == "here" or (TABLE[name] in OWN and says == "f"):
        return says
    if who not in ELSEWHERE[place]:
        return "n"
    return TABLE[name][WHO.index("score circle" if who == "other circle" else who)]


def placed(name, need):
    """Whether the address says which place is meant."""
    return need.place in PLACED or TABLE[name] in OWN


def letter(answer):
    """What an answer says to whoever asked."""
    if answer.status_code in (403, 404):
        return "f" if answer.status_code == 403 else "n"
    return "y" if answer.status_code < 500 and answer.status_code != 405 else "?"


def told(answer, names):
    """All that a bearer can tell an answer by, but for the address that they gave and what is new in every answer."""
    headers = sorted((name, value) for name, value in answer.headers if name not in ("Date", "Set-Cookie"))
    body = TOKEN.sub("", answer.get_data(as_text=True))
    for name in names:
        body = body.replace(name, "…") if len(name) > 3 else body
    return answer.status_code, headers, body


def test_the_table_has_every_route_and_no_other(world):
    assert sorted(TABLE) == sorted(routes(world))


def test_a_route_of_pages_needs_one_permission():
    pages = Pages("sample", __name__)
    pages.get("/one", needs=PUBLIC)(test_the_table_has_every_route_and_no_other)
    for more in ({}, {"needs": SCORE_CIRCLE}):
        with pytest.raises(ValueError, match=r"sample\.test_\w+ needs one permission"):
            pages.get("/two", **more)(test_the_table_has_every_route_and_no_other)


def test_what_has_no_permission_is_not_served_and_keeps_the_app_from_starting(world, monkeypatch):
    check_permissions(world.app)
    assert world.browser("score circle").get("/paper/boomke_wies").status_code == 200
    monkeypatch.delitem(world.app.extensions[PERMISSIONS], "print.show_blank")
    assert world.browser("score circle").get("/paper/boomke_wies").status_code == 404
    with pytest.raises(ValueError, match=r"print\.show_blank has no permission"):
        install_guard(world.app)


def test_a_phone_in_twenty_circles_costs_one_statement_a_poll(world, monkeypatch):
    """Whatever it may do in each: the grant that opens the match is found among all."""
    with world.app.app_context(), write_transaction():
        others = [make_grant(Circle(name=f"circle {number}"), WATCH)[0].uid for number in range(19)]
        engine = db.engine
    client, statements = world.app.test_client(), []
    client.set_cookie(COOKIE, signed(world.app, *others, world.grants["watch evening"]))
    address = f"/m/{world.names['here'].match}/live"
    version = client.get(address).headers["ETag"]
    first = RowQuery.first
    monkeypatch.setattr(RowQuery, "first", lambda query, values: (statements.append(query), first(query, values))[1])
    event.listen(engine, "before_cursor_execute", lambda *more: statements.append(more))
    assert client.get(address, headers={"If-None-Match": version}).status_code == 304
    assert len(statements) == 1
    world.restore()


@pytest.mark.parametrize("who", one_in(2, WHO))
def test_every_route_gives_what_the_table_says_and_absent_and_forbidden_are_the_same(world, who):
    wrong = []
    with closing(sqlite3.connect(world.path)) as watch:
        for name, rules in routes(world).items():
            for rule in rules:
                wrong += faults(world, watch, who, name, rule)
    assert wrong == []


def faults(world, watch, who, name, rule):
    """What is not as the table says about one route.

    Wrong is another answer, that something was changed by who was refused, and that a refusal tells what there is.
    """
    method, endpoint = name.split()
    need, found, refused = permission_of(world.app, endpoint), [], {}
    for place in PLACES if placed(name, need) else PLACES[:1]:
        before, must = world.changes(watch), expected(name, need, who, place)
        answer = world.browser(who).open(address(world, rule, place), method=method)
        if letter(answer) != must:
            found.append((name, place, must, answer.status_code))
        if must != "y":
            refused[place, must] = told(answer, world.names[place])
        answer.close()
        if world.changes(watch) != before:
            world.restore()
            if must != "y" and need != PUBLIC:
                found.append((name, place, "changed something"))
    for (place, must), answer in refused.items():
        if refused.get(("absent", must), answer) != answer:
            found.append((name, place, "is told apart from what is absent"))
    return found


@pytest.mark.parametrize(("which", "told_at"), [("evening", ("here",)), ("circle", ("here", "other evening"))])
def test_who_has_another_link_is_told_of_a_revoked_one_only_where_it_opened(world, which, told_at):
    """Wherever it never opened anything, what there is and what there is not answer alike."""
    who, wrong = f"{OWN_AND_REVOKED} {which}", []
    for name, rule in [(name, rule) for name, rules in routes(world).items() for rule in rules]:
        method, endpoint = name.split()
        if permission_of(world.app, endpoint).place not in PLACED:
            continue
        for place in (place for place in PLACES if place != "other circle"):
            answer = world.browser(who).open(address(world, rule, place), method=method)
            if place in told_at:
                right = answer.status_code == 403 and "This link was revoked" in answer.get_data(as_text=True)
            else:
                absent = world.browser(who).open(address(world, rule, "absent"), method=method)
                right = told(answer, world.names[place]) == told(absent, ABSENT) and answer.status_code == 404
            wrong += [] if right else [(name, place, answer.status_code)]
    assert wrong == []


def test_who_only_watches_sees_no_form_that_writes_but_to_answer(world):
    """Who sits at the table may say, of a line that another wrote, that it is right or not; and who they are."""
    for who in ("watch evening", "watch circle"):
        for name, rules in routes(world).items():
            if not name.startswith("GET") or TABLE[name] not in (LOOK, AT_HOME):
                continue
            page = world.browser(who).get(address(world, rules[0], "here")).get_data(as_text=True)
            actions = set(re.findall(r'<form[^>]*action="([^"]*)"', page)) | set(
                re.findall(r'formaction="([^"]*)"', page)
            )
            answers = {f"/m/{world.names['here'].match}/{way}" for way in ("answer", "seat")}
            assert actions <= {"/language", "/switch"} | answers, (who, name)
