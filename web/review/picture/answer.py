"""The answer with a picture: by day or by night, shown or saved as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flask import Response, current_app, request

from web.auth.rate_limit import count_picture
from web.review.picture.store import stored_picture

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from web.review.picture.card import Card


def answer_with(card: Card, name: str) -> ResponseReturnValue:
    """A card as a picture, by day or by night; under this name for who wants a file."""
    picture = stored_picture(Path(current_app.instance_path), card, "dark" in request.args, before=count_picture)
    answer = Response(picture, mimetype="image/png")
    if "save" in request.args:
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.add_etag()
    return answer.make_conditional(request)
