"""The texts of a form that was sent, as drawing/ reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from werkzeug.datastructures import MultiDict

from web.forms.validators import plain_text

if TYPE_CHECKING:
    from drawing.form_entry import Form


def plain_texts(sent: MultiDict[str, str]) -> Form:
    """By name the texts of a form, without what cannot be seen."""
    return {name: [plain_text(text) for text in texts] for name, texts in sent.lists()}
