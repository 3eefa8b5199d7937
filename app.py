"""The front door: create_app() puts settings, database, pages and error pages together."""

from __future__ import annotations

import hashlib
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket
from werkzeug.middleware.proxy_fix import ProxyFix

from commands import COMMANDS
from config import FIXED, NotUsable, from_environment
from models.database import init_database
from web import template_env
from web.assets import answer_assets, engine_files, prepare_assets
from web.auth.guard import install_guard
from web.auth.rate_limit import init_counts
from web.http.errors import init_errors
from web.http.requests import init_compression, init_requests
from web.http.security import init_security
from web.review.opened import init_review
from web.routes import register_pages
from web.template_env import set_up_templates
from web.worker import init_shell


def create_app(settings: dict[str, Any] | None = None) -> Flask:
    """The app with its settings: from the environment, then those given."""
    chosen = {**FIXED, **from_environment(), **(settings or {})}
    app = Flask(__name__, static_folder=None, instance_path=str(chosen["INSTANCE_FOLDER"]))
    app.config.update(chosen)
    try:
        Path(app.instance_path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotUsable(f"Tallystick cannot write what it needs: {error.strerror}: {error.filename}") from None
    init_database(app)
    init_requests(app)
    init_security(app)
    init_compression(app)
    register_pages(app)
    set_up_templates(app)
    install_guard(app)
    init_counts(app)
    init_errors(app)
    init_review(app)
    for command in COMMANDS:
        app.cli.add_command(command)
    if not app.config["FLASK_COMMAND"]:
        prepare(app)  # last, since another process may still pack
    if proxies := app.config["PROXIES"]:  # so many bring the visitor's address and TLS; no other is believed
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]
    return app


def prepare(app: Flask) -> None:
    """Make what pages need and commands do not, unless it is there: what browsers fetch, compiled templates."""
    instance = Path(app.instance_path)
    app.jinja_env.globals["engine_files"] = engine_files
    prepare_assets(app, instance / "assets")
    answer_assets(app, instance / "assets")
    init_shell(app)
    keep_compiled(app, instance / "compiled")


def keep_compiled(app: Flask, folder: Path) -> None:
    """Keep templates compiled, for every worker and the next start, as long as what compiles them is the same."""
    way = hashlib.sha256(Path(template_env.__file__).read_bytes()).hexdigest()[:10]
    (folder / way).mkdir(parents=True, exist_ok=True)
    for former in folder.iterdir():
        if former.name != way:
            shutil.rmtree(former, ignore_errors=True)
    app.jinja_env.bytecode_cache = Compiled(str(folder / way))


class Compiled(FileSystemBytecodeCache):
    """Compiled templates; on a full disk they are only not kept."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)
