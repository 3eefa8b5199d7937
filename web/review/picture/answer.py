"""The answer with a picture: by day or by night, shown or saved as a file."""

from __future__ import annotations

from pathlib import Path

from flask import Response, current_app, request
from flask.typing import ResponseReturnValue

from web.auth.rate_limit import count_use
from web.review.picture.card import PictureCard
from web.review.picture.store import stored_picture


def answer_with(card: PictureCard, name: str) -> ResponseReturnValue:
    """A card as a picture, by day or by night; under this name for who wants a file."""
    picture = stored_picture(
        Path(current_app.instance_path), card, "dark" in request.args, before=lambda: count_use("picture")
    )
    answer = Response(picture, mimetype="image/png")
    if "save" in request.args:
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.add_etag()
    return answer.make_conditional(request)
