"""All that browsers keep for ever: static files and the phone's Python, packed once into a folder for each build.

Its name is a hash of the sources: with the same sources nothing is built again, and a page that is open while another
version starts still finds every file of its own.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import brotli
from flask import Flask, current_app
from whitenoise import WhiteNoise

from config import ROOT
from web import bundles
from web.bundles import bundle_script, bundle_style, minify, served_names
from web.http.security import DATA_HEADERS, ENGINE_POLICY
from web.phone_engine.bundle import engine_contents, engine_places, engine_sources

STATIC = ROOT / "static"
COMPRESSED = {".css", ".js", ".json", ".jsonl", ".svg", ".wasm"}
PACKED = (".gz", ".br")  # a large file comes with its own .br, since the best compression is slow
LARGE = 64 * 1024  # bytes; what is larger is packed one level lower, in half the time
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
    app.jinja_env.globals["interpreter_size"] = (folder / "engine/micropython.wasm").stat().st_size


def build_missing(target: Path) -> Path:
    """The build's folder in the target folder, built if it is not there."""
    folder = target / build_number()
    if not folder.exists():
        build(folder)
    return folder


def build_number() -> str:
    """Hash of all that the files are made of with their names, and of the code that makes them."""
    paths = [*STATIC.rglob("*"), Path(__file__), Path(bundles.__file__), *engine_sources()]
    content = (path.relative_to(ROOT).as_posix().encode() + path.read_bytes() for path in paths if path.is_file())
    return hashlib.sha256(b"".join(sorted(content))).hexdigest()[:10]


def build(folder: Path) -> None:
    """Write every file, packed, into a folder that is there whole or not at all: another process may do the same."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent))
    with ThreadPoolExecutor() as packers:  # which pack the first files while the next are made
        files = chain(engine_contents(), static_contents())
        writing = [packers.submit(write_packed, draft, *file) for file in files]
    for one in writing:
        one.result()
    try:
        draft.rename(folder)
    except OSError:
        shutil.rmtree(draft)
        if not folder.exists():  # nor has another process made it meanwhile
            raise


def write_packed(folder: Path, name: str, content: bytes) -> None:
    """Write a file into a folder, with its packed copies where it is compressible."""
    path, known = folder / name, STATIC / f"{name}.br"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    if path.suffix in COMPRESSED:
        packed = known.read_bytes() if known.exists() else brotli.compress(content, quality=10 + (len(content) < LARGE))
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(content, mtime=0))
        path.with_name(f"{path.name}.br").write_bytes(packed)


def static_contents() -> Iterator[tuple[str, bytes]]:
    """What is served of static/, with names: scripts and style sheets with their imports, other files as they are."""
    paths = [path for path in sorted(STATIC.rglob("*")) if path.is_file() and path.suffix not in (*PACKED, ".py")]
    wanted = served_names(STATIC, [path.relative_to(STATIC).as_posix() for path in paths])
    scripts = minify({name: bundle_script(STATIC, name) for name in wanted if name.endswith(".js")})
    styles = {name: bundle_style(STATIC / name) for name in wanted if name.endswith(".css")}
    texts = scripts | styles
    for name in wanted:
        yield name, texts[name].encode() if name in texts else (STATIC / name).read_bytes()


def remove_unused(target: Path) -> None:
    """Remove the builds that no start of the last MAX_UNUSED seconds has used, or that were used before many others."""
    used = {path: path.stat().st_mtime for path in target.iterdir()}
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


if __name__ == "__main__":  # serve.py starts this beside itself
    build_missing(Path(sys.argv[1]))
