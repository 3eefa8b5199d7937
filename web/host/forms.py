"""Form that asks for the host's key."""

from __future__ import annotations

from typing import Any

from wtforms.validators import ValidationError

from web.forms import LONGEST_TYPED, Form, text_field
from web.host.access import found_key
from web.i18n.locale import gettext


def is_host_key(_: Any, field: Any) -> None:
    """Validator: the host's key; wrong ones are counted, and 429 is raised after too many."""
    if not found_key(field.data):
        raise ValidationError(gettext("This is not the host’s key."))


def key_field() -> Any:
    """Text input for the key; what was typed is not drawn again."""
    html = {"maxlength": LONGEST_TYPED, "autocapitalize": "none", "spellcheck": "false", "value": ""}
    return text_field(is_host_key, read=str, **html)


class KeyForm(Form):
    """The host's key alone."""

    key = key_field()
