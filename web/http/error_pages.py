"""Pages of faults that are no visitor's: a database that cannot just now (503, phones send again), a damaged match."""

from __future__ import annotations

from typing import Any

from flask import Flask, current_app, request
from werkzeug import Response
from werkzeug.exceptions import InternalServerError, ServiceUnavailable

from models.db.errors import describe_error, format_error, is_malformed, is_transient
from models.log.errors import BrokenChain
from web.i18n.locale import gettext

SOON = 2  # s until it is worth to ask again
DAMAGED = "tallystick-damaged"  # in app.extensions from when that was seen until the next start


class DamagedMatch(InternalServerError):  # noqa: N818
    """What is stored of a match cannot be what was recorded."""

    damage = "match"


class DamagedDatabase(ServiceUnavailable):
    """So much is damaged that the database says it itself: nothing can be done until a copy is put back."""

    damage = "database"


def answer_faults(app: Flask) -> None:
    """Say in words what is not to be helped by whoever asks; what nobody foresaw goes on to the page for that."""
    app.register_error_handler(Exception, fault)
    app.log_exception = noted  # type: ignore[method-assign]
    app.jinja_env.globals.update(saved_entry_words=saved_entry_words)


def saved_entry_words() -> str:
    """What the page's script keeps of what it sent, and sends again."""
    if request.endpoint == "confirm.confirm_or_dispute":
        return gettext("Your answer is saved on your phone and will be sent again.")
    if request.endpoint == "table.record_deal" and request.form.get("step") == "bid":
        return gettext("This bid is saved on your phone and will be sent again.")
    if request.endpoint in ("table.record_deal", "conflict.settle_conflict", "amend.record_amendment"):
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


def page(error: InternalServerError | ServiceUnavailable) -> Response:
    """The page of this error."""
    return current_app.make_response(current_app.handle_http_exception(error))
