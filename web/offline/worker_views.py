"""The service worker and the shell that it keeps."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, current_app, request

from config import ROOT
from web.assets.js_bundle import bundle_script
from web.i18n.locale import NAMES, language_code
from web.offline.shell import render_shell, shell_files, shell_version

POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)

bp = Blueprint("worker", __name__)


@bp.get("/sw.js")
def show_worker() -> Response:
    """The service worker in the reader's language; one that removes itself where the host wants none."""
    answer = Response(worker_script(), content_type="text/javascript; charset=utf-8")
    answer.headers["Content-Security-Policy"] = POLICY
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def worker_script() -> str:
    """The source of the service worker, with its version and files in front."""
    if not current_app.config["OFFLINE"]:
        return bundle_script(ROOT / "static", "worker/gone.js")
    constants = {"VERSION": shell_version(), "FILES": shell_files(language_code())}
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in constants.items()]
    return "".join(lines) + bundle_script(ROOT / "static", "worker/sw.js")


@bp.get("/shell")
def show_shell() -> str:
    """The shell in the language that the address ends with: /shell?fa."""
    code = request.query_string.decode("latin-1")
    return render_shell(code) if code in NAMES else abort(404)
