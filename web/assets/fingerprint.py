"""Static files under names that hold their content's hash, compressed beforehand and kept for ever by browsers."""

from __future__ import annotations

import gzip
import hashlib
import os
import posixpath
import re
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import brotli
from whitenoise import WhiteNoise

from web.assets import css_bundle, js_bundle
from web.http.security_headers import DATA_HEADERS, ENGINE_POLICY

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.headers import Headers

    from flask import Flask

COMPRESSED = {".css", ".js", ".json", ".jsonl", ".svg", ".wasm"}
PACKED = ".br"  # packed better than gzip can; what takes long to pack so comes with it
NAMES_OTHERS = {".css": re.compile(r"(?<=url\()[\w./-]+(?=\))"), ".js": js_bundle.REFERENCE}
ENGINE = re.compile(r"/engine/worker\.\w+\.js$")
FOREVER = 365 * 24 * 3600
SPARE = 60 * 24 * 3600


def serve_assets(app: Flask, source: Path, target: Path) -> None:
    """Copy static files to hashed names in the target folder, where answer_assets() finds them."""
    app.config["ASSETS"] = names = gather(source, target)
    app.jinja_env.globals["asset"] = lambda name: "/static/" + names[name]


def answer_assets(app: Flask, target: Path) -> None:
    """Answer /static/… with what is in the target folder by now, before the app runs."""
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
    """A file is no page; the phone engine's worker, and nothing else, may compile WebAssembly."""
    for name, value in DATA_HEADERS.items():
        headers[name] = value
    if ENGINE.search(url):
        headers["Content-Security-Policy"] = ENGINE_POLICY


def gather(source: Path, target: Path) -> dict[str, str]:
    """Hashed name by plain name (relative, with slashes)."""
    files = Files(source, target)
    paths = [path for path in sorted(source.rglob("*")) if path.is_file() and path.suffix != PACKED]
    names = [path.relative_to(source).as_posix() for path in paths]
    inside = {other for name in names for other in imported(source, name)}
    for name in names:
        if name not in inside:
            files.placed(name)
    return files.names


def imported(source: Path, name: str) -> list[str]:
    """The names of the files that a script or a style sheet imports: they travel inside it."""
    path = source / name
    if path.suffix == ".js":
        return [f"{other}.js" for other in js_bundle.imported(name, path.read_text(encoding="utf-8"))]
    if path.suffix == ".css":
        found = css_bundle.imported(path.read_text(encoding="utf-8"))
        return [posixpath.join(posixpath.dirname(name), other) for other in found]
    return []


class Files:
    """Static files on their way to hashed names: those that a file names come before it."""

    def __init__(self, source: Path, target: Path) -> None:
        self.source, self.target = source, target
        self.names: dict[str, str] = {}

    def placed(self, name: str) -> str:
        """The hashed name of a file, which stands in the target folder from now on."""
        if name not in self.names:
            content = self.naming_hashed(name, content_of(self.source, name))
            self.names[name] = hashed(name, content)
            packed = self.source / (name + PACKED)
            keep(self.target / self.names[name], content, packed.read_bytes() if packed.exists() else None)
        return self.names[name]

    def naming_hashed(self, name: str, content: bytes) -> bytes:
        """The content of a file with the hashed names of the files that it names."""
        pattern = NAMES_OTHERS.get(Path(name).suffix)
        folder = posixpath.dirname(name)
        if pattern is None:
            return content

        def other(found: re.Match[str]) -> str:
            hashed_name = self.placed(posixpath.normpath(posixpath.join(folder, found[0])))
            relative = posixpath.relpath(hashed_name, folder or ".")
            return relative if relative.startswith(".") else f"./{relative}"

        return pattern.sub(other, content.decode()).encode()


def content_of(source: Path, name: str) -> bytes:
    """What a browser needs of a file; scripts and style sheets come with what they import."""
    if name.endswith(".js"):
        return js_bundle.bundle_script(source, name).encode()
    if name.endswith(".css"):
        return css_bundle.bundle_style(source / name).encode()
    return (source / name).read_bytes()


def hashed(name: str, content: bytes) -> str:
    """The name with the content's hash before its ending."""
    path = Path(name)
    return path.with_name(f"{path.stem}.{hashlib.sha256(content).hexdigest()[:10]}{path.suffix}").as_posix()


def keep(path: Path, content: bytes, packed: bytes | None = None) -> None:
    """Write a file, and its compressed twins where those are shorter; one that is there already is the same."""
    if path.exists():
        return use(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix in COMPRESSED:
        write(path.with_name(path.name + ".gz"), gzip.compress(content, 9, mtime=0))
        write(path.with_name(path.name + PACKED), packed or brotli.compress(content))
    return write(path, content)


def use(path: Path) -> None:
    """Note that a file and its twins are in use today."""
    for ending in ("", ".gz", PACKED):
        with suppress(FileNotFoundError):
            os.utime(path.with_name(path.name + ending))


def clear_out(target: Path) -> None:
    """Remove the files that no start of the last SPARE seconds has used: no page that is still open asks for them."""
    for path in target.rglob("*"):
        with suppress(FileNotFoundError):  # another process clears out, too
            if path.is_file() and path.stat().st_mtime < time.time() - SPARE:
                path.unlink()


def write(path: Path, content: bytes) -> None:
    """Write whole or not at all: another process may be reading."""
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(content)
    draft.replace(path)
