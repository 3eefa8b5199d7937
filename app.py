"""The front door: create_app() puts settings, database, pages and error pages together."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import click
from flask import Flask, render_template
from jinja2 import FileSystemBytecodeCache
from werkzeug.exceptions import HTTPException

import web
from models import init_database
from models.review import rebuild_results
from web.assets import answer_assets, serve_assets
from web.cookies import Cookies
from web.engine import supply_engine
from web.packing import pack
from web.security import secure

ROOT = Path(__file__).parent
YEARS = 400 * 24 * 3600  # as long as browsers keep a cookie


def create_app(settings: dict[str, Any] | None = None) -> Flask:
    """The app with its settings: from the environment, then those given."""
    app = Flask(
        __name__, static_folder=None, instance_path=os.environ.get("TALLYSTICK_INSTANCE") or str(ROOT / "instance")
    )
    app.config.update(
        SECRET_KEY=os.environ.get("SECRET_KEY"),
        DATABASE_URL=os.environ.get("DATABASE_URL"),
        SESSION_COOKIE_NAME="tallystick",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=os.environ.get("SECURE_COOKIES") == "1",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=YEARS,
        MAX_CONTENT_LENGTH=256 * 1024,
        WTF_CSRF_TIME_LIMIT=None,
    )
    app.config.update(settings or {})
    Path(app.instance_path).mkdir(parents=True, exist_ok=True)
    init_database(app)
    app.session_interface = Cookies()
    secure(app)
    pack(app)
    web.register(app)
    keep_compiled(app, Path(app.instance_path) / "compiled")
    assets = Path(app.instance_path) / "assets"
    serve_assets(app, ROOT / "static", assets)
    supply_engine(app, assets)
    answer_assets(app, assets)
    app.register_error_handler(HTTPException, error_page)
    app.cli.command("rebuild-results")(rebuild)
    return app


def keep_compiled(app: Flask, folder: Path) -> None:
    """Keep templates compiled, for every worker and the next start, as long as what compiles them is the same."""
    way = hashlib.sha256(Path(web.__file__).read_bytes()).hexdigest()[:10]
    (folder / way).mkdir(parents=True, exist_ok=True)
    app.jinja_env.bytecode_cache = FileSystemBytecodeCache(str(folder / way))


def rebuild() -> None:
    """Write the results of every match that is over anew, and name the matches that are damaged."""
    for damage in rebuild_results():
        click.echo(damage)


def error_page(error: HTTPException) -> tuple[str, int]:
    """A page that says what happened and where to go on."""
    return render_template("error.html", error=error), error.code or 500
