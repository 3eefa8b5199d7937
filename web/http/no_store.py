"""Answers that hold a secret: no cache keeps them, no other page learns their address."""

from __future__ import annotations

from flask import after_this_request
from werkzeug import Response


def unseen_by_others() -> None:
    """Let the answer under way be kept by nobody, and its address be told to nobody."""

    @after_this_request
    def add_headers(response: Response) -> Response:
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-store"
        return response
