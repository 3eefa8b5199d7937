"""Base class of the app's forms, and the kinds of text field that several of them have."""

from __future__ import annotations

from typing import Any

from flask import request
from flask_wtf import FlaskForm
from wtforms import StringField

from web.forms.validators import AtMost, is_name, plain_text, tidy

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
