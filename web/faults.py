"""Faults that are no visitor's: a database that cannot just now, a damaged match, what nobody foresaw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app, request
from werkzeug.exceptions import InternalServerError, ServiceUnavailable

from models.faults import passing, told
from models.refusals import BrokenChain

if TYPE_CHECKING:
    from flask import Flask
    from werkzeug import Response

SOON = 2  # s until it is worth to ask again


def answer_faults(app: Flask) -> None:
    """Say in words what is not to be helped by whoever asks; what nobody foresaw goes on to the page for that."""
    app.register_error_handler(Exception, fault)
    app.log_exception = noted  # type: ignore[method-assign]


def noted(exc_info: Any) -> None:
    """Log what nobody foresaw; the address by its rule, since there may be a secret in it, also in one that is none."""
    rule = request.url_rule or "an address that leads nowhere"
    current_app.logger.error("Exception on %s [%s]", rule, request.method, exc_info=exc_info)


def fault(error: Exception) -> Response:
    """503 while the database cannot, 500 for a damaged match."""
    if isinstance(error, BrokenChain):
        current_app.logger.error("%s", error)
        return page(InternalServerError(original_exception=error))
    if not passing(error):
        raise error
    current_app.logger.warning("the database cannot just now: %s", told(error))
    return page(ServiceUnavailable(retry_after=SOON))


def page(error: InternalServerError | ServiceUnavailable) -> Response:
    """The page of this error."""
    return current_app.make_response(current_app.handle_http_exception(error))
