"""The reader's language: how it is chosen, and that every page speaks it from the first to the last word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle
from pprint import pformat
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from flask.testing import FlaskClient

from models.base import db
from table.language import Language
from tests.browser import scenes
from tests.support.databases import app_on
from tests.support.html import parsed
from tests.support.tables import make_circle, sit_down, start, token
from web import markup
from web.i18n import locale as languages
from web.i18n.catalog import NAMES

RTL = ("fa",)
SPOKEN = ("aria-label", "title", "placeholder", "alt")
UNSPOKEN = ("script", "style", "option", "textarea", "datalist", "code")
GREEK = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
    "αβχδεφγηιξκλμνοπθρστυβωχψζΑΒΧΔΕΦΓΗΙΞΚΛΜΝΟΠΘΡΣΤΥΒΩΧΨΖ０１２３４５６７８９",
)
GREEK_DIGITS = "0123456789".translate(GREEK)
Said = tuple[str, tuple[str, ...]]  # a text, and the elements it stands in
SEALS = re.compile(r'name="(?:csrf_token|uid|after)"[^>]* value="[^"]*"')


def speak(client: FlaskClient, code: str) -> None:
    """Choose a language with this browser."""
    client.set_cookie("language", code)


def html_of(client: FlaskClient, address: str = "/") -> Element:
    """The root of a page."""
    return parsed(client.get(address))


def manner(root: Element) -> tuple[str | None, str | None]:
    """The language and the direction of a page."""
    return root.get("lang"), root.get("dir")


def strings(element: Element, inside: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """All that a page says to eyes and ears, each with the elements it stands in."""
    around = (*inside, *element.get("class", "").split(), element.tag)
    if element.tag in UNSPOKEN or "emblem" in around:
        return
    yield from ((element.get(name, ""), (*around, name)) for name in SPOKEN)
    yield element.text or "", around
    for child in element:
        yield from strings(child, around)
        yield child.tail or "", around


@pytest.fixture(scope="module")
def evening(new_database: Callable[[str], str]) -> Iterator[tuple[FlaskClient, dict[str, str]]]:
    """A browser after an evening, and the addresses of all pages, also of those that are open to strangers."""
    app = app_on(new_database("sqlite"))
    client = app.test_client()
    found = scenes.scenes(client)
    for name in ("guest-link", "guest-circle"):  # lead a phone of the circle to pages that are among them
        del found[name]
    games = {f"rules-{game}": f"/rules/{game}" for game in scenes.SCENES}
    papers = {f"paper-{game}": f"/paper/{game}" for game in scenes.SCENES}
    yield client, found | games | papers
    with app.app_context():
        db.engine.dispose()


ASKED_FOR = {
    "fa": "fa",
    "fa-IR,fa;q=0.9,en;q=0.8": "fa",
    "nl-BE": "nl",
    "de-AT,en;q=0.5": "de",
    "en-GB,fa;q=0.9": "en",
    "fr,nl;q=0.3": "nl",
    "fr": "en",
    "": "en",
    "*": "en",
    "fa;q=0": "en",
    "\x7f;;q=x": "en",
}


def test_a_browser_is_spoken_to_in_the_language_it_asks_for(client):
    for accepted, code in ASKED_FOR.items():
        root = parsed(client.get("/", headers={"Accept-Language": accepted}))
        assert manner(root) == (code, "rtl" if code in RTL else "ltr"), accepted


def test_a_tap_chooses_the_language_for_good(client):
    came = {"Referer": "http://localhost/rules/clobyosh"}
    for code in NAMES:
        answer = client.post("/language", data={"language": code}, headers=came)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/rules/clobyosh")
        cookie = client.get_cookie("language")
        assert (cookie.value, cookie.http_only, cookie.same_site) == (code, True, "Lax")
        assert cookie.max_age > 300 * 24 * 3600
        root = parsed(client.get("/", headers={"Accept-Language": "de"}))
        assert manner(root) == (code, "rtl" if code in RTL else "ltr")


def test_every_language_is_offered_by_its_own_name(client):
    (form,) = [form for form in html_of(client).iter("form") if form.get("action") == "/language"]
    buttons = [(button.get("value"), button.get("lang"), button.text) for button in form.iter("button")]
    assert buttons == [(code, code, name) for code, name in NAMES.items()]
    assert [button.get("value") for button in form.iter("button") if button.get("aria-current")] == ["en"]


def test_a_language_that_nobody_knows_is_refused(client):
    for code in ("xx", "", "fa-IR"):
        answer = client.post("/language", data={"language": code})
        assert (answer.status_code, "Set-Cookie" in answer.headers) == (400, False)
    speak(client, "xx")
    assert manner(html_of(client)) == ("en", "ltr")


LEADS = {
    "http://localhost/rules/clobyosh?x=1": "/rules/clobyosh?x=1",
    "http://localhost/m/abc/say": "/m/abc",
    "http://localhost/circle/links": "/circle",
    "http://localhost/nowhere/at/all": "/",
    "http://localhost/language": "/",
    "http://elsewhere.example/rules/clobyosh": "/",
    "http://localhost//elsewhere.example/": "/",
    "": "/",
}


def test_the_switch_leads_back_to_a_page_of_ours(client):
    for came, leads in LEADS.items():
        answer = client.post("/language", data={"language": "nl"}, headers={"Referer": came})
        assert answer.headers["Location"] == leads, came


@pytest.mark.thorough
def test_persian_pages_are_read_as_they_are_meant(evening):
    """No Latin digit; names stand apart, or they would pull the words around them out of order; signs stand left."""
    client, addresses = evening
    speak(client, "fa")
    answers = {name: client.get(address) for name, address in addresses.items()}
    said = {name: list(strings(parsed(answer))) for name, answer in answers.items()}
    digits, names = ({name: wrong for name, told in said.items() if (wrong := look(told))} for look in (latin, loose))
    assert not digits, pformat(digits, width=160)
    assert not names, pformat(names, width=160)
    pages = [answer.get_data(as_text=True) for answer in answers.values()]
    signs = [page[: sign.end()] for page in pages for sign in re.finditer(r"[+−](?=[۰-۹])", page)]
    assert {before[-1] for before in signs} == {"+", "−"}
    assert [before[-80:] for before in signs if not before[:-1].endswith(('<bdi dir="ltr">', "\u2066"))] == []


def latin(said: list[Said]) -> list[str]:
    """Texts with a Latin digit; but A4 is the paper's own name."""
    return [text for text, _ in said if re.search("[0-9]", text.replace("A4", ""))]


def loose(said: list[Said]) -> list[tuple[str, tuple[str, ...]]]:
    """Texts with a name that stands in nothing of its own, and where they stand."""
    apart = {"bdi", "title", "text", "unseen", *SPOKEN}
    named = [one for one in said if any(player in one[0] for player in scenes.NAMES)]
    return [(text.strip(), around[-3:]) for text, around in named if not apart & {*around}]


class Pseudo(Language):
    """A language that says every text of ours in Greek letters: what stays Latin was never marked."""

    def gettext(self, text: str, **values: Any) -> str:
        words = greek(text)
        return words.format(**self._in_language(values)) if values else words

    def ngettext(self, one: str, more: str, n: int, **values: Any) -> str:
        words = greek(one if n in self.ones else more)
        return words.format(**self._in_language(values)) if values else words


@cache
def greek(text: str) -> str:
    """A text in Greek letters, its places left as they are."""
    return "".join(part if part.startswith("{") else part.translate(GREEK) for part in re.split(r"(\{\w+\})", text))


TYPED = {word for text in scenes.TYPED for word in re.findall(r"\w+", text)}
PROPER = {*scenes.NAMES, *"AKQJ", *NAMES.values(), "ALL", "pass", "s", "circle", *TYPED}
"""The same in every language: names and what people typed, letters of cards, names of languages, what 42 writes."""


def test_every_word_of_every_page_is_marked_for_translators(evening, monkeypatch):
    client, addresses = evening
    pseudo = Pseudo("el", digits=GREEK_DIGITS)
    monkeypatch.setitem(languages.NAMES, "el", "Ελληνικά")
    monkeypatch.setattr(languages, "language_of", lambda code: pseudo)
    engine = client.application.config["ENGINE"]
    monkeypatch.setitem(client.application.config, "ENGINE", engine | {"el": engine["en"]})
    speak(client, "el")
    found: dict[str, list[str]] = {}
    for name, address in addresses.items():
        root = html_of(client, address)
        assert manner(root)[0] == "el"
        words = [word for text, _ in strings(root) for word in re.findall("[A-Za-z0-9]+", text) if word not in PROPER]
        if words:
            found[name] = words
    assert not found, pformat(found, width=160)


def test_every_page_is_told_in_every_language_and_none_leaks_into_another(evening):
    """What is drawn once and kept is kept for each language: Persian is the same where nothing was kept before.

    It is asked for behind another language, which is another one from page to page.
    """
    client, addresses = evening
    others = cycle(code for code in NAMES if code != "fa")

    def page(code: str, at: str) -> str:
        speak(client, code)
        told = SEALS.sub("", client.get(at).get_data(as_text=True))
        assert f'<html lang="{code}" dir="{"rtl" if code in RTL else "ltr"}"' in told, at
        return told

    shown = [(page(next(others), at), page("fa", at))[1] for at in addresses.values()]
    markup.fragments.clear()
    markup.pages.clear()
    alone = [page("fa", at) for at in addresses.values()]
    assert [name for name, before, now in zip(addresses, shown, alone, strict=True) if before != now] == []


def test_a_tap_of_script_is_answered_in_the_language_of_whoever_tapped(client):
    match = sit_down(client, "boomke_wies")
    said = {"step": "play", "declarer": "1", "contract": "9", "tricks": "10"}
    for at, (code, digits) in enumerate((("en", ">10<"), ("fa", ">۱۰<"), ("en", ">10<"))):
        speak(client, code)
        form = {"csrf_token": token(client), "uid": f"tap-{at}", "after": str(at), **said}
        answer = client.post(f"/m/{match}/say", data=form, headers={"X-Part": str(at)})
        assert answer.status_code == 200
        assert digits in answer.get_data(as_text=True)


def test_house_rules_are_understood_in_any_digits(client):
    for typed in ("۱۲", "١٢", "۱2"):
        match = sit_down(client, "zwanzig_ab", start=typed)
        page = client.get(f"/m/{match}").get_data(as_text=True)
        assert re.findall(r'<p class="total"><span>(\d+)', page) == ["12"] * 4
    page = html_of(client, "/new?game=zwanzig_ab&rule.start=۲۰")
    [usual] = [button for button in page.iter("button") if button.get("value") == "preset:"]
    assert usual.get("aria-pressed") == "true"


def test_amounts_are_understood_in_any_digits_and_shown_as_they_would_be_typed(client):
    make_circle(client)
    for code, shown, typed in (
        ("en", "0.25", "٠٫٢٥"),
        ("fa", "۰٫۲۵", "0.25"),
        ("nl", "0,25", "0,25"),
        ("de", "0,25", "۰٫۲۵"),
    ):
        speak(client, code)
        page = html_of(client, "/new?game=texas_42&rule.stake_per_mark=0.25")
        [field] = [field for field in page.iter("input") if field.get("name") == "rule.stake_per_mark"]
        assert field.get("value") == shown
        match = start(client, "texas_42", stake_per_mark=typed)
        assert shown in client.get(f"/m/{match}/rules").get_data(as_text=True)
