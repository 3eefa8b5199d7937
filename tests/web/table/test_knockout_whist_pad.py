"""Knock-Out Whist on the server's pages: the cards that are drawn, and tricks that are tapped or typed."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from flask.testing import FlaskClient

from tests.support.form_filler import Tap, named, page_of, send, sent_by, taps_on, words_of
from tests.support.tables import sheet_of, sit_down


def tap_on(page: Element, words: str, uid: str) -> Tap:
    pad = named(page, "pad")
    assert pad is not None
    return next(tap for tap in taps_on(pad, f"/m/{uid}") if tap.words.startswith(words))


def tapped(client: FlaskClient, page: Element, words: str, uid: str) -> Element:
    return page_of(send(client, tap_on(page, words, uid)))


def cards_on(page: Element, key: str) -> list[str]:
    """The cards that the form of the pad carries along for a question."""
    pad = named(page, "pad")
    assert pad is not None
    form = next(form for form in pad.iter("form") if form.get("class") == "entry")
    return [one.attrib["value"] for one in form.iter("input") if one.get("name") == f"cut.{key}"]


def draws(page: Element) -> list[str | None]:
    """The questions for which cards can be drawn."""
    return [one.get("value") for one in page.iter("button") if words_of(one) == "Draw the cards here"]


def test_what_was_drawn_stays_when_somebody_buys(app, client):
    """Bob and Ann tie for most and Dee failed, in the money game: one draw decides, however much is tapped."""
    uid = sit_down(client, "knockout_whist", money="yes")
    page = page_of(client.get(f"/m/{uid}?won=0&won=0&won=0&won=1&won=1&won=1&won=2"))
    page = tapped(client, page, "Draw the cards here", uid)
    cards = cards_on(page, "chooser")
    assert (len(cards), draws(page)) == (4, [])
    tap = tap_on(page, "Record", uid)
    assert tap.form is not None
    said = [pair for pair in sent_by(tap.form, tap.button) if pair[0] not in ("csrf_token", "uid", "after", "step")]
    page = page_of(client.get(f"/m/{uid}", query_string=[*said, ("buys", 3)]))  # as script looks at a box
    assert (cards_on(page, "chooser"), draws(page)) == (cards, [])
    page = tapped(client, page, "Tricks", uid)  # the last trick once more
    assert cards_on(page, "chooser") == cards
    page = tapped(client, page, "Cem", uid)
    assert (cards_on(page, "chooser"), draws(page)) == (cards, [])
    tapped(client, page, "Record", uid)
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    ann, bob = (ranks.index(card[:-1]) for card in cards[:2])
    assert sheet_of(app, uid).standing.carry["chooser"] == (0 if ann > bob else 1)
    assert not cards_on(page_of(client.get(f"/m/{uid}")), "chooser")


def test_each_question_has_its_own_cards_and_those_of_whoever_ties_decide(client):
    """Cards are drawn for every seat, so that nobody draws again when the tricks are told otherwise; nor for trump."""
    uid = sit_down(client, "knockout_whist", several_first="one_by_cut", first_hand="6")
    page = page_of(client.get(f"/m/{uid}?tricks.0=3&tricks.1=3&tricks.2=0&tricks.3=0&asked=1"))
    assert draws(page) == ["dog", "chooser"]
    page = tapped(client, page, "Draw the cards here", uid)
    dog = cards_on(page, "dog")
    assert (len(dog), cards_on(page, "chooser"), draws(page)) == (4, [], ["chooser"])
    page = tapped(client, page, "Draw the cards here", uid)
    assert (cards_on(page, "dog"), len(cards_on(page, "chooser")), draws(page)) == (dog, 4, [])
    uid = sit_down(client, "knockout_whist")
    cards = ["A♠", "2♠", "9♠", "K♠"]
    drawn = [("cut.chooser", card) for card in cards]
    for won, winner in (("0001112", "Ann"), ("1112223", "Cem"), ("1113332", "Dee")):
        said = [("won", seat) for seat in won]
        page = page_of(client.get(f"/m/{uid}", query_string=said + drawn))
        pressed = [words_of(one) for one in page.iter("button") if one.get("aria-pressed") == "true"]
        assert [words.split()[0] for words in pressed] == [winner]
        assert not draws(page)
    page = page_of(client.get(f"/m/{uid}", query_string=[("won", "0"), *drawn]))
    assert cards_on(tapped(client, page, "♥", uid), "chooser") == cards


def test_numbers_are_typed_from_the_whole_hand_however_much_was_tapped(client):
    """Taps are so far, numbers are whole: nothing of what is left is closed, but what can never be.

    Once all are there each can become any other: what is too many is told until another makes up for it.
    """
    uid = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    for query, told in (
        ("won=0&won=1&won=1", "7 of 7 left"),
        ("tricks.0=3&tricks.1=3&tricks.2=1", "0 of 7 left"),
        ("tricks.0=3&tricks.1=4&tricks.2=1", "1 too many"),
        ("tricks.0=2&tricks.1=3&tricks.2=1", "1 of 7 left"),
    ):
        page = page_of(client.get(f"/m/{uid}?{query}"))
        fold = next(fold for fold in page.iter("details") if "Enter the numbers" in words_of(fold))
        assert told in [words_of(part) for part in fold.iter("span") if "hidden" not in part.attrib]
        shut = {"data-not", "data-amiss", "disabled", *(["checked"] if "won" in query else [])}
        assert not [one for one in fold.iter("input") if shut & set(one.attrib)]
    page = page_of(client.get(f"/m/{uid}?tricks.1=2"))
    closed = [(one.get("name"), one.get("value")) for one in page.iter("input") if "data-not" in one.attrib]
    assert closed == [(f"tricks.{seat}", number) for seat in (0, 2) for number in ("6", "7")]
    assert "5 of 7 left" in words_of(page)
    send(client, tap_on(page_of(client.get(f"/m/{uid}?tricks.0=4&tricks.1=3&tricks.2=0")), "Record", uid))
    page = page_of(client.get(f"/m/{uid}?won=0"))  # Cem has one card now, and no more tricks
    never = [(one.get("name"), one.get("value")) for one in page.iter("input") if "data-never" in one.attrib]
    assert never == [("tricks.2", str(number)) for number in range(2, 7)]
