"""Knock-Out Whist on the server's pages: the cards that are drawn, and tricks that are tapped or typed."""

from __future__ import annotations

from xml.etree.ElementTree import Element

import pytest
from flask.testing import FlaskClient

from tests.support.form_filler import Tap, named, page_of, send, sent_by, taps_on, words_of
from tests.support.tables import sheet_of, sit_down


def tap_on(page: Element, words: str, uid: str) -> Tap:
    """The button or link of the pad with these words."""
    pad = named(page, "pad")
    assert pad is not None
    return next(tap for tap in taps_on(pad, f"/m/{uid}") if tap.words.startswith(words))


def tapped(client: FlaskClient, page: Element, words: str, uid: str) -> Element:
    """The page after a tap on the button or link with these words."""
    return page_of(send(client, tap_on(page, words, uid)))


def ticked(client: FlaskClient, page: Element, uid: str, name: str, value: int) -> Element:
    """The page after a box of the form that records is ticked, which script sends as a look."""
    tap = tap_on(page, "Record", uid)
    assert tap.form is not None
    said = [pair for pair in sent_by(tap.form, tap.button) if pair[0] not in ("csrf_token", "uid", "after", "step")]
    return page_of(client.get(f"/m/{uid}", query_string=[*said, (name, value)]))


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
    page = ticked(client, page, uid, "buys", 3)
    assert (cards_on(page, "chooser"), draws(page)) == (cards, [])
    page = tapped(client, page, "Tricks", uid)  # the last trick once more
    assert cards_on(page, "chooser") == cards
    page = tapped(client, page, "Cem", uid)
    assert (cards_on(page, "chooser"), draws(page)) == (cards, [])
    tapped(client, page, "Record", uid)
    assert sheet_of(app, uid).standing.carry["chooser"] == (0 if rank(cards[0]) > rank(cards[1]) else 1)
    assert not cards_on(page_of(client.get(f"/m/{uid}")), "chooser")


def test_each_question_has_its_own_cards(client):
    uid = sit_down(client, "knockout_whist", several_first="one_by_cut", first_hand="6")
    page = page_of(client.get(f"/m/{uid}?tricks.0=3&tricks.1=3&tricks.2=0&tricks.3=0&asked=1"))
    assert draws(page) == ["dog", "chooser"]
    page = tapped(client, page, "Draw the cards here", uid)
    dog = cards_on(page, "dog")
    assert (len(dog), cards_on(page, "chooser"), draws(page)) == (4, [], ["chooser"])
    page = tapped(client, page, "Draw the cards here", uid)
    assert (cards_on(page, "dog"), len(cards_on(page, "chooser")), draws(page)) == (dog, 4, [])


@pytest.mark.parametrize(("won", "winner"), [("0001112", "Ann"), ("1112223", "Cem"), ("1113332", "Dee")])
def test_of_whoever_ties_their_own_cards_decide(client, won, winner):
    """Cards are drawn for every seat, so that nobody draws again when the tricks are told otherwise."""
    uid = sit_down(client, "knockout_whist")
    said = [("won", seat) for seat in won] + [("cut.chooser", card) for card in ("A♠", "2♠", "9♠", "K♠")]
    page = page_of(client.get(f"/m/{uid}", query_string=said))
    pressed = [words_of(one) for one in page.iter("button") if one.get("aria-pressed") == "true"]
    assert [words.split()[0] for words in pressed] == [winner]
    assert not draws(page)


def test_what_was_drawn_outlasts_trump(client):
    uid = sit_down(client, "knockout_whist")
    page = page_of(client.get(f"/m/{uid}?won=0&cut.chooser=A♠&cut.chooser=2♠&cut.chooser=9♠&cut.chooser=K♠"))
    page = tapped(client, page, "♥", uid)
    assert cards_on(page, "chooser") == ["A♠", "2♠", "9♠", "K♠"]


def test_numbers_are_typed_from_the_whole_hand_however_much_was_tapped(client):
    """Taps are so far, numbers are whole: nothing of what is left is closed, but what can never be."""
    uid = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    page = page_of(client.get(f"/m/{uid}?won=0&won=1&won=1"))
    fold = next(fold for fold in page.iter("details") if "Enter the numbers" in words_of(fold))
    assert "7 of 7 left" in words_of(fold)
    assert not [one for one in fold.iter("input") if {"data-not", "disabled", "checked"} & set(one.attrib)]
    page = page_of(client.get(f"/m/{uid}?tricks.1=2"))
    closed = [(one.get("name"), one.get("value")) for one in page.iter("input") if "data-not" in one.attrib]
    assert closed == [(f"tricks.{seat}", number) for seat in (0, 2) for number in ("6", "7")]
    assert "5 of 7 left" in words_of(page)


def test_a_number_can_be_changed_without_lowering_another_first(client):
    """All numbers are there: each can become any other, and what is too many is told until another makes up for it."""
    uid = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    for numbers, told in (("3 3 1", "0 of 7 left"), ("3 4 1", "1 too many"), ("2 3 1", "1 of 7 left")):
        query = "&".join(f"tricks.{seat}={number}" for seat, number in enumerate(numbers.split()))
        page = page_of(client.get(f"/m/{uid}?{query}"))
        fold = next(fold for fold in page.iter("details") if "Enter the numbers" in words_of(fold))
        shown = [words_of(part) for part in fold.iter("span") if "hidden" not in part.attrib]
        assert told in shown
        assert not [one for one in fold.iter("input") if {"data-not", "data-amiss", "disabled"} & set(one.attrib)]


def test_who_has_one_card_has_no_more_tricks_however_many_were_tapped(client):
    uid = sit_down(client, "knockout_whist", "Ann", "Bob", "Cem")
    send(client, tap_on(page_of(client.get(f"/m/{uid}?tricks.0=4&tricks.1=3&tricks.2=0")), "Record", uid))
    page = page_of(client.get(f"/m/{uid}?won=0"))
    never = [(one.get("name"), one.get("value")) for one in page.iter("input") if "data-never" in one.attrib]
    assert never == [("tricks.2", str(number)) for number in range(2, 7)]


def rank(card: str) -> int:
    """How high a card is."""
    return ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A").index(card[:-1])
