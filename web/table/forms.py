"""Form of a confirmation: who says what of which line."""

from __future__ import annotations

from web.forms import Form, plain_text, text_field


class ConfirmForm(Form):
    """What the buttons below a line send; its inputs are drawn by the pages, which are cached without their token."""

    answer = text_field(read=str)  # agree or dispute
    seat = text_field(read=str)  # for whom; "" for nobody, or for the owner of this phone
    take = text_field(read=str)  # whether the seat is taken over from another phone
    of = text_field(read=str)  # the version that was looked at
    line = text_field(read=str)  # the uid of the record whose page is to come back
    note = text_field(read=lambda text: plain_text(text).replace("\n", " "))
