"""A server that only records, for the test that kills it."""

from __future__ import annotations

import os
from typing import Any

from flask import Flask, request

import serve
from models.database import init_database
from models.log.append import append
from models.log.errors import StaleVersion
from models.matches import find_match
from models.transaction import is_transient
from web.http.gateway import Gateway


def create() -> Flask:
    """The app on the database of DATABASE_URL: a saying is posted to its match's address."""
    app = Flask("killed")
    app.config["DATABASE_URL"] = os.environ["DATABASE_URL"]
    init_database(app)
    app.add_url_rule("/<match_uid>", view_func=record, methods=["POST"])
    return app


def record(match_uid: str) -> tuple[dict[str, Any], int]:
    """200 and the seq when it is recorded, 409 and the last seq when others said more, 503 when it cannot be now."""
    sent = request.get_json()
    match = find_match(match_uid)
    assert match is not None
    try:
        return {"seq": append(match, "deal", sent["uid"], sent["body"], sent["after"]).seq}, 200
    except StaleVersion as stale:
        return {"version": stale.version}, 409
    except Exception as error:
        if not is_transient(error):
            raise
        return {}, 503


if __name__ == "__main__":
    arguments = serve.parse_arguments()
    serve.start(Gateway(create()), arguments, arguments.workers)
