"""What people type: base class of our forms, kinds of text field, texts cleaned, compared and validated."""

from __future__ import annotations

from typing import Any
from unicodedata import category, normalize

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import StringField
from wtforms.validators import StopValidation

from models.base import DIRECTION_MARKS, FILLERS, JOINERS
from web.http.requests import UNSEEN
from web.i18n.locale import gettext

LONGEST = 40
KEPT = "\n" + JOINERS + DIRECTION_MARKS
SELECTORS = (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
UNDRAWN = dict.fromkeys((*map(ord, JOINERS + FILLERS), 0x34F, 0x17B4, 0x17B5, *SELECTORS))
"""What is drawn as nothing, or only says how the letter before it is drawn."""
UNSEEN_KINDS = ("Cc", "Cf", "Cs", "Zl", "Zp")
MOST_READ = 400  # characters; to put the accents of a text in order takes long where there are many


def tidy(text: str) -> str:
    """The name with nothing around it and single blanks inside; what cannot be seen stands as a mark of its own."""
    parts = normalize("NFC", text[:MOST_READ]).strip().split(" ")
    return " ".join("".join(map(seen, part)) for part in parts if part)


def seen(letter: str) -> str:
    """A letter, or the mark for one that cannot be seen and belongs in no name."""
    return UNSEEN if category(letter) in UNSEEN_KINDS and letter not in JOINERS else letter


def folded(name: str) -> str:
    """What two spellings of the same name have in common: "ann" is Ann, whatever cannot be seen stands between."""
    return normalize("NFKC", name[:MOST_READ]).translate(UNDRAWN).casefold()


def name_fault(name: str) -> str:
    """What is wrong with a tidied name, in a sentence; empty when nothing is."""
    if not any(category(letter)[0] in "LNSP" and letter not in FILLERS for letter in name):
        return gettext("A name is missing here.")
    if UNSEEN in name:
        return gettext("A name cannot contain control characters.")
    if len(name) > LONGEST:
        return gettext("This name is too long: it can have {most} characters.", most=LONGEST)
    return ""


def twice(names: list[str]) -> str:
    """The first name that stands in the list again, or nothing."""
    seen: set[str] = set()
    for name in names:
        if folded(name) in seen:
            return name
        seen.add(folded(name))
    return ""


def plain_text(text: str) -> str:
    """A note without what cannot be seen or would turn its neighbours round; line ends stay, joiners and directions."""
    shown = text.replace(UNSEEN, "")
    return "".join([letter for letter in shown if letter in KEPT or category(letter) not in UNSEEN_KINDS]).strip()


def is_name(_: Any, field: Any) -> None:
    """Validator of a tidied name: something that can be read, and not too long."""
    fault = name_fault(field.data)
    if fault:
        raise StopValidation(fault)


class AtMost:
    """Validator of a text: at most so many characters."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __call__(self, _: Any, field: Any) -> None:
        """StopValidation, with a sentence, for a longer one."""
        fault = self.fault(field.data)
        if fault:
            raise StopValidation(fault)

    def fault(self, text: str) -> str:
        """The sentence for a longer text; else empty."""
        if len(text) <= self.most:
            return ""
        return gettext("This is too long: {most} characters fit here.", most=self.most)


LONGEST_TYPED = 80  # characters that an input takes: more than a name may have, so that a long one is answered in words


class Form(FlaskForm):  # type: ignore[misc]
    """Form whose body is never JSON; its inputs have no id, since several forms of a page have fields of one name."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]
        """How fields are read and drawn."""

        def wrap_formdata(self, form: FlaskForm, formdata: Any) -> Any:
            """The fields that were sent, or None."""
            return None if request.is_json else super().wrap_formdata(form, formdata)

        def render_field(self, field: Any, render_kw: dict[str, Any]) -> Any:
            """The input as markup."""
            return super().render_field(field, {"id": False, **render_kw})


def text_field(*validators: Any, read: Any = plain_text, **attributes: Any) -> Any:
    """Text input; read makes the data of what was typed ("" when nothing was sent), attributes are those of HTML."""
    options = {name: attributes.pop(name) for name in ("id", "name", "widget") if name in attributes}
    html = {"autocomplete": "off", **attributes}
    return StringField(filters=[lambda text: read(text or "")], validators=validators, render_kw=html, **options)


def name_field(**attributes: Any) -> Any:
    """The name of a person or of a set of rules, tidied."""
    return text_field(is_name, read=tidy, **{"maxlength": LONGEST_TYPED, **attributes})


def title_field(most: int, **attributes: Any) -> Any:
    """A name that may be left out, of at most so many characters, tidied; what cannot be seen is taken out."""
    return text_field(AtMost(most), read=lambda text: plain_text(tidy(text)), **attributes)


def plain_texts(sent: MultiDict[str, str]) -> dict[str, list[str]]:
    """By name the texts of a form, without what cannot be seen."""
    return {name: [plain_text(text) for text in texts] for name, texts in sent.lists()}
