"""Forms of links and codes: made, typed, taken."""

from __future__ import annotations

import unicodedata

from wtforms.widgets import HiddenInput

from models.tables.grant import SCORE, WATCH
from web.forms import LONGEST_TYPED, Form, text_field, title_field

LONGEST_NAME = 40  # characters of what a link is called
LONGEST_CODE = 40  # characters that are read of a typed code


class LinkForm(Form):
    """A new link: for whom, and whether it lets them keep score."""

    name = title_field(LONGEST_NAME, id="link", maxlength=LONGEST_TYPED)
    right = text_field(read=lambda text: WATCH if text == WATCH else SCORE)


class CodeForm(Form):
    """The spoken code of an evening."""

    code = text_field(
        read=lambda text: text[:LONGEST_CODE],
        maxlength=LONGEST_CODE,
        dir="ltr",
        autocapitalize="none",
        spellcheck="false",
    )

    @property
    def plain(self) -> str:
        """The code in Latin digits, whichever keyboard they came from, and without signs between."""
        letters = (str(unicodedata.digit(letter, letter)) for letter in self.code.data)
        return "".join(letter for letter in letters if letter.isalnum())


class GrantForm(Form):
    """The uid of a grant of this browser, or of one that it is offered."""

    grant = text_field(read=str, widget=HiddenInput(), autocomplete=False)
