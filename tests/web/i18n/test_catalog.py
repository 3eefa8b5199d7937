"""The catalogues: every text of the sources is in them and translated, nothing else is, and no translation slips."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from gettext import c2py
from string import Formatter

import pytest

from scoring.game import COMMON
from scoring.games import games
from table.language import Language
from web.i18n.catalog import CONVENTIONS, FOLDER, Message, language_of, read_catalog
from web.i18n.extract import marked_texts, plural_forms, po_file, texts, translated
from web.phone_bundle import catalogue, phone_catalog

CODES = sorted(CONVENTIONS)
ENDS = {"fa": {"?": "؟"}}
ARABIC = "يكىةؤإأ٠١٢٣٤٥٦٧٨٩"  # what an Arabic keyboard writes and a Persian text does not
LATIN_MARKS = re.compile(r"[\u0600-\u06ff\u200c][,;?%]")
BLANKS = re.compile(r"  |\s[.,:;!?،؛؟](?:\s|$)|\s\u200c|\u200c\s")  # doubled, or before a mark
every_language = pytest.mark.parametrize("code", CODES)


@cache
def marked() -> list[tuple[str, str, str]]:
    """The place, the text and its plural of every mark in the sources."""
    return list(marked_texts())


def told(found: list[str]) -> str:
    """So many of these, and the first few."""
    return "\n".join([f"{len(found)} texts", *found[:40]])


def translations(code: str) -> Iterator[tuple[str, str, Message]]:
    """Every translated form beside the English form that it stands for; raises where there is one too many or few."""
    for message in read_catalog(code):
        originals = (message.one, message.more) if message.more else (message.one,)
        yield from ((one, words, message) for one, words in zip(originals, message.words, strict=True) if words)


def places(text: str) -> set[str]:
    """The names of the places in a text; raises for braces that do not close."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def without_places(text: str) -> str:
    """The words alone."""
    return re.sub(r"\{\w+\}", "", text)


def test_there_is_a_catalogue_for_every_language():
    assert sorted(path.stem for path in FOLDER.glob("*.po")) == CODES


@every_language
def test_it_is_as_the_tool_writes_it_from_the_sources(code):
    """When this fails, run ./run words."""
    messages = {message.one: message for message in read_catalog(code)}
    words = {one: translated(one, more, messages.get(one)) for one, more in texts().items()}
    assert (FOLDER / f"{code}.po").read_bytes() == po_file(code, words)


@every_language
def test_its_plural_forms_are_those_of_the_language_on_the_page(code):
    choose, ones = c2py(plural_forms(code).partition("plural=")[2].rstrip(";")), language_of(code).ones
    assert [choose(number) for number in range(200)] == [int(number not in ones) for number in range(200)]


@every_language
def test_nothing_is_untranslated(code):
    missing = [message.one for message in read_catalog(code) if not all(message.words)]
    assert not missing, told(missing)


@every_language
def test_translations_have_the_places_of_the_english(code):
    """Where a form of zero and one is wanted, it may say the number that the English "one" leaves out."""
    wrong = [
        f"{one!r}: {words!r}"
        for one, words, message in translations(code)
        if places(words) not in (places(one), places(message.more or one))
    ]
    assert not wrong, told(wrong)


def test_zero_is_said_by_its_number_where_it_has_the_form_of_one():
    numbered = [message for message in read_catalog("fa") if message.more and places(message.more) & {"n", "num"}]
    wrong = [message.words[0] for message in numbered if not places(message.words[0]) & {"n", "num"}]
    assert not [words for words in wrong if words], told(wrong)


@every_language
def test_texts_begin_and_end_like_the_english_and_are_no_markup(code):
    wrong = []
    ends = {mark: ENDS.get(code, {}).get(mark, mark) for mark in ".?:"}
    for one, words, _ in translations(code):
        blanks = one[: len(one) - len(one.lstrip())], one[len(one.rstrip()) :]
        if (words[: len(words) - len(words.lstrip())], words[len(words.rstrip()) :]) != blanks:
            wrong.append(f"blanks {one!r}: {words!r}")
        lost = len(one) > 2 and ends.get(one[-1], words[-1]) != words[-1]
        if lost or (words[-1] == "." != one[-1] and " " in words):
            wrong.append(f"end {one!r}: {words!r}")
        if re.search("[<>&]", words) and not re.search("[<>&]", one):
            wrong.append(f"markup {words!r}")
        if BLANKS.search(words):
            wrong.append(f"blanks inside {words!r}")
    assert not wrong, told(wrong)


@every_language
def test_each_language_is_written_with_its_own_letters_digits_and_marks(code):
    """A4 is the name of a size."""
    wrong = []
    for _, words, _ in translations(code):
        alone = without_places(words)
        if code == "fa":
            foreign = re.search("[0-9]", alone.replace("A4", "")) or set(words) & set(ARABIC)
            wrong += [words] if foreign or LATIN_MARKS.search(alone) else []
        elif re.search("[\u0400-\u07ff]", words):
            wrong.append(words)
    assert not wrong, told(wrong)


def test_a_text_has_one_form_for_more_or_never_any():
    """A catalogue has one entry for it."""
    found: dict[str, set[str]] = {}
    for _, one, more in marked():
        found.setdefault(one, set()).add(more)
    assert [one for one, plurals in found.items() if len(plurals) > 1] == []


@pytest.mark.parametrize("key", sorted(games()))
def test_all_that_a_game_says_is_marked_for_translators(key):
    game, known = games()[key], texts()
    words = {game.name, game.tagline, game.begin, *(label for _, label, _ in game.presets)}
    for option in game.options:
        words |= {option.label, option.help}
        words |= {word for choice in option.choices for word in (choice.label, choice.help)}
    wordings = (*game.sentences.values(), *COMMON.values())
    words |= {wording if isinstance(wording, str) else wording[0] for wording in wordings}
    assert [word for word in words if word and word not in known and not word.isdecimal()] == []


def test_a_translation_stays_when_the_texts_change():
    known = Message("a", "", ("ä",))
    assert translated("a", "", known) == ("ä",)
    assert translated("a", "as", known) == ("", "")
    assert translated("a", "", None) == ("",)


@every_language
def test_the_phone_says_a_game_as_the_server_does(code):
    whole = language_of(code)
    for key, game in games().items():
        part = phone_catalog(code, key)
        speaks = Language(
            part["code"], part["texts"], tuple(part["ones"]), part["digits"], part["decimal"], part["rtl"]
        )
        for words in (*game.sentences.values(), *COMMON.values()):
            if isinstance(words, str):
                assert speaks.gettext(words) == whole.gettext(words)
            else:
                for n in (0, 1, 2, 5):
                    assert speaks.ngettext(*words, n) == whole.ngettext(*words, n)
        assert (speaks.number(-42), speaks.money(1205)) == (whole.number(-42), whole.money(1205))


@pytest.mark.parametrize("key", sorted(games()))
def test_the_phone_gets_no_words_of_other_games_and_pages(key):
    phones = ("table/", "scoring/")
    others = {f"scoring/games/{other}" for other in games() if other != key}
    others |= {"scoring/review.py", "scoring/win_chance.py"}
    here = {one for place, one, _ in marked() if place.startswith(phones) and not place.startswith((*others,))}
    whole = catalogue("de")
    assert {*whole["texts"], *whole["games"][key]} <= here
    assert not whole["texts"].keys() & whole["games"][key].keys()
    assert (phone_catalog("en", key)["code"], phone_catalog("en", key)["texts"]) == ("en", {}), "English needs none"
