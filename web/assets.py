"""What browsers keep for ever, by its address; answers it from the folder where it is packed."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple
from wsgiref.headers import Headers

from flask import Flask, current_app
from whitenoise import WhiteNoise

from web.http.security import DATA_HEADERS, ENGINE_POLICY
from web.i18n.catalog import NAMES
from web.i18n.locale import language_code
from web.packing import PACKED, build_missing
from web.phone_bundle import words_name

FOREVER = 365 * 24 * 3600
MAX_UNUSED = 60 * 24 * 3600
MAX_BUILDS = 3


def prepare_assets(app: Flask, target: Path) -> None:
    """Build what is not in the target folder yet, and tell the app where everything is; prints nothing."""
    folder = build_missing(target)
    number = folder.name
    os.utime(folder)
    remove_unused(target)
    found = (path for path in folder.rglob("*") if path.is_file() and path.suffix not in PACKED)
    names = [path.relative_to(folder).as_posix() for path in found]
    app.config["ASSETS_FOLDER"] = folder
    app.config["ASSETS"] = addresses = {name: f"/static/{number}/{name}" for name in names}
    app.config["ENGINE"] = engine_places(number, addresses)
    app.jinja_env.globals["asset"] = addresses.__getitem__


class EngineFiles(NamedTuple):
    """Addresses of the engine in a language; edition identifies everything that it runs."""

    worker: str
    bundle: str
    words: str
    edition: str


def engine_places(number: str, addresses: dict[str, str]) -> dict[str, EngineFiles]:
    """The engine of each language in the build of this number, whose files have these addresses."""
    worker, bundle = addresses["engine/worker.js"], addresses["engine/tables.jsonl"]
    return {code: EngineFiles(worker, bundle, addresses[words_name(code)], f"{number}-{code}") for code in NAMES}


def engine_files() -> EngineFiles:
    """The engine in the reader's language."""
    found: EngineFiles = current_app.config["ENGINE"][language_code()]
    return found


def remove_unused(target: Path) -> None:
    """Remove the builds that no start of the last MAX_UNUSED seconds has used, or that were used before many others."""
    used = {path: path.stat().st_mtime for path in target.iterdir() if path.is_dir()}
    for count, path in enumerate(sorted(used, key=lambda path: -used[path])):
        if count >= MAX_BUILDS or used[path] < time.time() - MAX_UNUSED:
            shutil.rmtree(path, ignore_errors=True)


def asset_text(name: str) -> str:
    """The script of this name, as it is served."""
    path: Path = current_app.config["ASSETS_FOLDER"] / name
    return path.read_text(encoding="utf-8")


def answer_assets(app: Flask, target: Path) -> None:
    """WSGI middleware: answer /static/… from the target folder."""
    inner: Any = app.wsgi_app
    files: Any = WhiteNoise(
        inner,
        root=target,
        prefix="static",
        max_age=FOREVER,
        immutable_file_test=lambda path, url: True,
        add_headers_function=file_headers,
        mimetypes={".jsonl": "application/jsonl"},
    )

    def answered(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        reads = environ["REQUEST_METHOD"] in ("GET", "HEAD")
        return (files if reads else inner)(environ, start_response)  # type: ignore[no-any-return]

    app.wsgi_app = answered  # type: ignore[method-assign]


def file_headers(headers: Headers, path: str, url: str) -> None:
    """Headers of static files; only the phone engine's worker may compile WebAssembly."""
    for name, value in DATA_HEADERS.items():
        headers[name] = value
    if url.endswith("/engine/worker.js"):
        headers["Content-Security-Policy"] = ENGINE_POLICY
