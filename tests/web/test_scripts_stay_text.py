"""What people type stays text on every screen: no element, no attribute, no placeholder comes of it."""

from __future__ import annotations

import json
import re
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select

from models.base import db
from models.log.append import append
from models.matches import find_match
from models.tables import Evening
from tests.support.engine_page import Phone
from tests.support.form_filler import page_of, taps_on
from tests.support.html import parsed
from tests.support.tables import make_circle, send, start

MARKUP = ("<x-evil evil>", '"><x-evil evil=1>', "</title><x-evil evil>", "'evil='1'><!--hidden-fields-->")
WORDS = ("{{773*911}}", "{name}{0.__class__}", "%(name)s{num}", "=cmd|'/C calc'!A0")
PLANTS = {"markup": MARKUP, "words": WORDS}
LANGUAGES = ("en", "fa")


class Planted:
    """A circle in which everything that can be typed is one of these texts; one match goes on, one was given up."""

    def __init__(self, app, client, texts):
        self.app, self.client, self.texts = app, client, texts
        make_circle(client, *texts)
        self.matches = [start(client, "boomke_wies", *texts), start(client, "knockout_whist", *texts)]
        with app.app_context():
            self.evening = db.session.scalars(select(Evening.uid)).one()
        self.type_everywhere()

    def type_everywhere(self):
        first, second, third, fourth = self.texts
        send(self.client, f"/e/{self.evening}", place=first, note="\n".join(self.texts))
        send(self.client, "/circle/links", name=second)
        send(self.client, f"/e/{self.evening}/links", name=third, right="watch")
        send(self.client, f"/m/{self.matches[0]}/rules", name=fourth)
        for number, uid in enumerate(self.matches):
            self.play(uid, number)
        deal = f"deal-{self.matches[0]}"
        send(
            self.client,
            f"/m/{self.matches[0]}/answer",
            answer="dispute",
            of=deal,
            seat="1",
            note=second,
            uid="answer-1",
        )
        other = {"what": "player", "seat": "2", "player": f"{first}!", "uid": "sub-1"}
        assert send(self.client, f"/m/{self.matches[0]}/rulings", **other).status_code == 303
        send(self.client, f"/m/{self.matches[1]}/rulings", what="close", uid="close-1")

    def play(self, uid, number):
        entries = ({"declarer": 0, "contract": 8, "tricks": 9}, {"tricks": [3, 2, 1, 1], "trump": "hearts"})
        with self.app.app_context():
            match = find_match(uid)
            append(match, "deal", f"deal-{uid}", entries[number], match.last_seq)
        if number == 0:
            ruling = {"what": "points", "points.0": "5", "note": self.texts[3], "uid": "ruling-1"}
            assert send(self.client, f"/m/{uid}/rulings", **ruling).status_code == 303

    def addresses(self):
        """Every page that can be looked at: of every route, and all that those pages lead to."""
        places = {"/m/": self.matches, "/e/": [self.evening]}
        for rule in self.app.url_map.iter_rules():
            address = str(rule)
            known = next((uids for begin, uids in places.items() if address.startswith(begin)), [""])
            if "GET" in rule.methods and address.count("<") <= address.count("<slug:uid>"):
                yield from (address.replace("<slug:uid>", uid) for uid in known)
        yield from (f"/m/{uid}/rulings?what=points&points.0=1&note={'%3Cx-evil%3E'}" for uid in self.matches)
        yield f"/new?name=%3Cx-evil%3E&seat={'%3Cx-evil%3E'}&dealer=%22%3E%3Cx-evil%3E"
        yield f"/m/{self.matches[0]}?tricks=%3Cx-evil%3E&step=%22%3E%3Cx-evil%3E&contract=%7B%7B773*911%7D%7D"

    def walked(self):
        """Addresses with their answers, those included that pages lead to: of two, one in each language.

        What is asked for in one with markup in it is asked for in the other with words.
        """
        ahead, seen = list(dict.fromkeys(self.addresses())), {}
        for number, address in enumerate(ahead, start=self.texts is WORDS):
            self.client.set_cookie("language", LANGUAGES[number % 2])
            seen[address] = answer = self.client.get(address)
            if answer.mimetype == "text/html" and len(ahead) < 140:
                found = (tap.address.partition("#")[0] for tap in taps_on(page_of(answer), address) if tap.form is None)
                ahead += [link for link in dict.fromkeys(found) if link not in ahead and not urlsplit(link).netloc]
        return seen


@pytest.fixture(params=PLANTS)
def planted(request, app, client):
    return Planted(app, client, PLANTS[request.param])


def test_it_stays_text_on_every_page(planted):
    found = dict.fromkeys(planted.texts, 0)
    for address, answer in planted.walked().items():
        assert answer.status_code < 500, address
        if answer.mimetype == "text/html":
            page = document(answer)
            look_at(address, page)
            written = "".join(page.itertext())
            assert "704203" not in written, address
            for text in found:
                found[text] += text in written or text in values_of(page)
    assert all(times > 10 for times in found.values()), found


def document(answer):
    """The document of an answer, read strictly; of a part of a page what is in it."""
    return parsed(answer) if answer.data.startswith(b"<!doctype") else page_of(answer)


def values_of(page):
    """What stands in fields and names, as one text."""
    return "\n".join(value for element in page.iter() for value in element.attrib.values())


def look_at(address, page):
    """No element is made of what was typed, no attribute, no address that runs."""
    for element in page.iter():
        if not isinstance(element.tag, str):
            continue  # a comment
        assert element.tag != "x-evil", address
        assert not [name for name in element.attrib if name.startswith("on") or "evil" in name or name == "style"], (
            address
        )
        leads = [element.get(name, "") for name in ("href", "src", "action", "formaction")]
        assert not [to for to in leads if re.match(r"\s*(javascript|data|vbscript):|//", to)], (address, leads)
        assert element.tag != "script" or (element.get("src", "").startswith("/static/") and not element.text), address


def test_the_phone_draws_it_as_text(planted):
    """The trees that the phone's page is made of hold it as text, in no place where a name or an address stands."""
    for uid in planted.matches:
        phone = Phone(planted.client, uid)
        shown = json.dumps(phone.draw([]), ensure_ascii=False)
        look_at_tree(json.loads(shown), shown)
        assert any(json.dumps(text, ensure_ascii=False)[1:-1] in shown for text in planted.texts)


def look_at_tree(piece, where):
    """A tag is one of ours, an attribute too; whatever was typed is a child or a value."""
    if isinstance(piece, dict):
        for value in piece.values():
            look_at_tree(value, where)
    elif isinstance(piece, list) and len(piece) == 3 and isinstance(piece[1], dict) and isinstance(piece[0], str):
        tag, attributes, children = piece
        assert re.fullmatch(r"[a-z][a-z0-9-]*", tag), tag
        assert "evil" not in tag
        for name, value in attributes.items():
            assert re.fullmatch(r"[a-zA-Z][a-zA-Z0-9-]*", name), name
            assert not name.lower().startswith("on"), name
            assert name not in ("href", "action", "formaction") or re.match(r"[/?#]", str(value)), value
        look_at_tree(children, where)
    elif isinstance(piece, list):
        for part in piece:
            look_at_tree(part, where)


def test_a_name_with_a_brace_is_only_a_name(client):
    """Texts are put together once: a name is never read for placeholders."""
    names = ("{", "{}", "{first}", "{0!r:>9999999}")
    make_circle(client, *names)
    match = start(client, "texas_42", *names)
    for code in ("en", "fa", "nl", "de"):
        client.set_cookie("language", code)
        for page in ("", "/history", "/rulings", "/paper", "/across", "/follow"):
            assert "{first}" in client.get(f"/m/{match}{page}").get_data(as_text=True)
