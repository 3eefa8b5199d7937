"""Static files under names with their content's hash, precompressed, cached for ever by browsers."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import posixpath
import re
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import brotli
from flask import Flask, current_app
from whitenoise import WhiteNoise

from web.assets import css_bundle, js_bundle
from web.assets.minifier import minify
from web.http.security import DATA_HEADERS, ENGINE_POLICY

COMPRESSED = {".css", ".js", ".json", ".jsonl", ".svg", ".wasm"}
BROTLI = ".br"  # a large file comes with its own, since the best compression is slow
REFERENCES = {".css": re.compile(r"(?<=url\()[\w./-]+(?=\))"), ".js": js_bundle.REFERENCE}
ENGINE = re.compile(r"/engine/worker\.\w+\.js$")
FOREVER = 365 * 24 * 3600
MAX_UNUSED = 60 * 24 * 3600


def serve_assets(app: Flask, source: Path, target: Path) -> None:
    """Copy static files to hashed names in the target folder, where answer_assets() finds them.

    A list named after the hash of the sources lets the next start skip what is there already.
    """
    index = target / f"{sources_hash(source)}.json"
    if not index.exists():
        write_atomically(index, json.dumps(copy_hashed(source, target)).encode())
    app.config["ASSETS_FOLDER"] = target
    app.config["ASSETS"] = names = json.loads(index.read_text(encoding="utf-8"))
    for path in [index, *(target / name for name in names.values())]:
        mark_used(path)
    app.jinja_env.globals["asset"] = lambda name: "/static/" + names[name]


def sources_hash(source: Path) -> str:
    """Hash of all static files with their names, and of the code that makes assets of them."""
    own = Path(__file__).parent
    paths = [(path, source) for path in sorted(source.rglob("*")) if path.is_file()]
    paths += [(path, own) for path in sorted(own.glob("*.py"))]
    content = (path.relative_to(folder).as_posix().encode() + path.read_bytes() for path, folder in paths)
    return hashlib.sha256(b"".join(content)).hexdigest()[:16]


def asset_text(name: str) -> str:
    """The script of this plain name, as it is served."""
    path: Path = current_app.config["ASSETS_FOLDER"] / current_app.config["ASSETS"][name]
    return path.read_text(encoding="utf-8")


def answer_assets(app: Flask, target: Path) -> None:
    """WSGI middleware: answer /static/… from the target folder, which may still be filled."""
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
    if ENGINE.search(url):
        headers["Content-Security-Policy"] = ENGINE_POLICY


def copy_hashed(source: Path, target: Path) -> dict[str, str]:
    """Hashed name by plain name (relative, with slashes)."""
    paths = [path for path in sorted(source.rglob("*")) if path.is_file() and path.suffix != BROTLI]
    names = [path.relative_to(source).as_posix() for path in paths]
    inside = {other for name in names for other in imported_names(source, name)}
    wanted = [name for name in names if name not in inside]
    files = HashedFiles(source, target, bundles_of(source, wanted))
    for name in wanted:
        files.placed(name)
    return files.names


def bundles_of(source: Path, names: list[str]) -> dict[str, str]:
    """The scripts and style sheets of these, each with its imports, without what only people read."""
    styles = {name: css_bundle.bundle_style(source / name) for name in names if name.endswith(".css")}
    return styles | minify({name: js_bundle.bundle_script(source, name) for name in names if name.endswith(".js")})


def imported_names(source: Path, name: str) -> list[str]:
    """The names of the files that a script or a style sheet imports: they are bundled into it."""
    path = source / name
    if path.suffix == ".js":
        return [f"{other}.js" for other in js_bundle.imported_paths(name, path.read_text(encoding="utf-8"))]
    if path.suffix == ".css":
        found = css_bundle.imported_names(path.read_text(encoding="utf-8"))
        return [posixpath.join(posixpath.dirname(name), other) for other in found]
    return []


class HashedFiles:
    """Static files copied to hashed names, some as other texts; files that another one refers to come first."""

    def __init__(self, source: Path, target: Path, texts: dict[str, str]) -> None:
        self.source, self.target, self.texts = source, target, texts
        self.names: dict[str, str] = {}

    def placed(self, name: str) -> str:
        """The hashed name of a file, copied to the target folder."""
        if name not in self.names:
            content = self.naming_hashed(name, self.content_of(name))
            self.names[name] = with_hash(name, content)
            packed = self.source / (name + BROTLI)
            write_compressed(self.target / self.names[name], content, packed.read_bytes() if packed.exists() else None)
        return self.names[name]

    def content_of(self, name: str) -> bytes:
        """The content of a file."""
        return self.texts[name].encode() if name in self.texts else (self.source / name).read_bytes()

    def naming_hashed(self, name: str, content: bytes) -> bytes:
        """The content of a file, its references replaced by hashed names."""
        pattern = REFERENCES.get(Path(name).suffix)
        folder = posixpath.dirname(name)
        if pattern is None:
            return content

        def other(found: re.Match[str]) -> str:
            hashed_name = self.placed(posixpath.normpath(posixpath.join(folder, found[0])))
            relative = posixpath.relpath(hashed_name, folder or ".")
            return relative if relative.startswith(".") else f"./{relative}"

        return pattern.sub(other, content.decode()).encode()


def with_hash(name: str, content: bytes) -> str:
    """The name with the content's hash before its suffix."""
    path = Path(name)
    return path.with_name(f"{path.stem}.{hashlib.sha256(content).hexdigest()[:10]}{path.suffix}").as_posix()


def write_compressed(path: Path, content: bytes, packed: bytes | None = None) -> None:
    """Write a file, and its .gz and .br where it is compressible; an existing one is only marked as used."""
    if path.exists():
        return mark_used(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix in COMPRESSED:
        write_atomically(path.with_name(path.name + ".gz"), gzip.compress(content, 9, mtime=0))
        write_atomically(path.with_name(path.name + BROTLI), packed or brotli.compress(content))
    return write_atomically(path, content)


def mark_used(path: Path) -> None:
    """Update the times of a file and its compressed copies."""
    for ending in ("", ".gz", BROTLI):
        with suppress(FileNotFoundError):
            os.utime(path.with_name(path.name + ending))


def remove_unused(target: Path) -> None:
    """Remove the files that no start of the last MAX_UNUSED seconds has used: no open page needs them."""
    for path in target.rglob("*"):
        with suppress(FileNotFoundError):  # another process clears out, too
            if path.is_file() and path.stat().st_mtime < time.time() - MAX_UNUSED:
                path.unlink()


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: another process may be reading."""
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(content)
    draft.replace(path)
