"""The service worker and the shell that it keeps."""

from __future__ import annotations

import json

from flask import Response, abort, current_app, request

from scoring.games import games
from web.assets.build import asset_text
from web.i18n.locale import NAMES, language_code
from web.offline.shell import render_rules, render_shell, rules_files, shell_files, shell_version
from web.routes import PUBLIC, Pages

POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)

bp = Pages("worker", __name__)


@bp.get("/sw.js", needs=PUBLIC)
def show_worker() -> Response:
    """The service worker in the reader's language; one that removes itself where the host wants none."""
    answer = Response(worker_script(), content_type="text/javascript; charset=utf-8")
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def worker_script() -> str:
    """The source of the service worker, with its version and files in front."""
    if not current_app.config["OFFLINE"]:
        return asset_text("worker/gone.js")
    code = language_code()
    constants = {"VERSION": shell_version(), "FILES": shell_files(code), "RULES": rules_files(code)}
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in constants.items()]
    return "".join(lines) + asset_text("worker/sw.js")


@bp.get("/shell", needs=PUBLIC)
def show_shell() -> str:
    """The shell in the language that the address ends with: /shell?fa."""
    return render_shell(code_in_address())


@bp.get("/shell/rules/<slug:game>", needs=PUBLIC)
def show_kept_rules(game: str) -> str:
    """The rules page of a game as phones keep it, in the language that the address ends with."""
    return render_rules(games().get(game) or abort(404), code_in_address())


def code_in_address() -> str:
    """The code of the language that the address ends with; 404 for none."""
    code = request.query_string.decode("latin-1")
    return code if code in NAMES else abort(404)
