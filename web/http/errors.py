"""Error pages: what was wrong with a request; a database that cannot just now (503, phones send again); damage."""

from __future__ import annotations

from typing import Any

from flask import Flask, current_app, render_template, request
from flask.globals import request_ctx
from markupsafe import Markup
from werkzeug import Response
from werkzeug.exceptions import BadRequest, ClientDisconnected, HTTPException, InternalServerError, ServiceUnavailable

from models.log.errors import BrokenChain
from models.transaction import describe_error, format_error, is_malformed, is_transient
from scoring.words import message
from web.http.requests import InWords
from web.i18n.locale import gettext

SOON = 2  # s until it is worth to ask again
DAMAGED = "tallystick-damaged"  # in app.extensions from when that was seen until the next start


class DamagedMatch(InternalServerError):  # noqa: N818
    """What is stored of a match cannot be what was recorded."""

    damage = "match"


class DamagedDatabase(ServiceUnavailable):
    """So much is damaged that the database says it itself: nothing can be done until a copy is put back."""

    damage = "database"


class CutShort(InWords, BadRequest):
    """A body that did not come whole."""

    sentence = message("Not all of it arrived. Nothing was recorded; send it again.")


def init_errors(app: Flask) -> None:
    """Answer every error in words; what nobody foresaw is logged, too."""
    app.register_error_handler(HTTPException, error_page)
    app.register_error_handler(Exception, fault)
    for error in (ClientDisconnected, ConnectionError, TimeoutError):  # of whoever reads the body
        app.register_error_handler(error, cut_short)
    app.log_exception = noted  # type: ignore[method-assign]
    app.jinja_env.globals.update(saved_entry_words=saved_entry_words)


def error_page(error: HTTPException) -> tuple[str | dict[str, list[str]], int, dict[str, str]]:
    """A page that says what happened and where to go on, or when; for who sent JSON just the words."""
    if request_ctx.url_adapter is None:  # the request names no host that can be one; our links name none either
        request_ctx.url_adapter = current_app.url_map.bind("localhost")
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    if request.is_json:
        words = Markup(render_template("http/_words.html", error=error)).striptags()  # noqa: S704  rendered here
        return {"problems": [words]}, error.code or 500, headers
    return render_template("http/error.html", error=error), error.code or 500, headers


def cut_short(_: Exception) -> Response:
    """400 where the body broke off, or came too slowly."""
    return page(CutShort())


def saved_entry_words() -> str:
    """What the page's script keeps of what it sent, and sends again."""
    if request.endpoint == "confirm.confirm_or_dispute":
        return gettext("Your answer is saved on your phone and will be sent again.")
    if request.endpoint == "table.record_deal" and request.form.get("step") == "bid":
        return gettext("This bid is saved on your phone and will be sent again.")
    if request.endpoint in ("table.record_deal", "table.settle_conflict", "amend.record_amendment"):
        return gettext("This deal is saved on your phone and will be sent again.")
    return gettext("What you tapped is saved on your phone and will be sent again.")


def noted(exc_info: Any) -> None:
    """Log what nobody foresaw; the address by its rule, since there may be a secret in it, also in one that is none.

    Of what a database said only the first line: the others may name people.
    """
    where = request.url_rule or "an address that leads nowhere", request.method
    current_app.logger.error("Exception on %s [%s]\n%s", *where, format_error(exc_info[1]))


def fault(error: Exception) -> Response:
    """503 while the database cannot, or is damaged; 500 for a damaged match."""
    cause = error.__cause__ if isinstance(error, BrokenChain) and error.__cause__ else error
    if is_malformed(cause):
        current_app.logger.error("the database is damaged: %s", describe_error(cause))
        current_app.extensions[DAMAGED] = True
        return page(DamagedDatabase())
    if isinstance(error, BrokenChain):
        current_app.logger.error("%s", error)
        return page(DamagedMatch(original_exception=error))
    if not is_transient(error):
        raise error
    current_app.logger.warning("the database cannot just now: %s", describe_error(error))
    return page(ServiceUnavailable(retry_after=SOON))


def page(error: HTTPException) -> Response:
    """The page of this error."""
    return current_app.make_response(current_app.handle_http_exception(error))
