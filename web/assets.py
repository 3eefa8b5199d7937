"""Static files under names that hold their content's hash, compressed beforehand and kept for ever by browsers."""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

from whitenoise import WhiteNoise

if TYPE_CHECKING:
    from flask import Flask

COMPRESSED = {".css", ".js", ".mjs", ".svg", ".wasm"}
CSS_ADDRESS = re.compile(r"url\(([\w./-]+)\)")
FOREVER = 365 * 24 * 3600


def serve_assets(app: Flask, source: Path, target: Path) -> None:
    """Copy static files to hashed names in the target folder, and answer /static/… with them before the app runs."""
    names = gather(source, target)
    app.jinja_env.globals["asset"] = lambda name: "/static/" + names[name]
    app.config["ASSETS"] = names
    app.wsgi_app = WhiteNoise(  # type: ignore[method-assign]
        app.wsgi_app, root=target, prefix="static", max_age=FOREVER, immutable_file_test=lambda path, url: True
    )


def gather(source: Path, target: Path) -> dict[str, str]:
    """Hashed name by plain name (relative, with slashes); stylesheets come last because they name other files."""
    target.mkdir(parents=True, exist_ok=True)
    files = sorted(
        (path for path in source.rglob("*") if path.is_file()), key=lambda path: (path.suffix == ".css", path)
    )
    names: dict[str, str] = {}
    for path in files:
        content = path.read_bytes()
        if path.suffix == ".css":
            content = CSS_ADDRESS.sub(lambda found: f"url({names[found[1]]})", content.decode()).encode()
        name = path.relative_to(source).as_posix()
        names[name] = hashed(name, content)
        keep(target / names[name], content)
    return names


def hashed(name: str, content: bytes) -> str:
    """The name with the content's hash before its ending."""
    path = Path(name)
    return path.with_name(f"{path.stem}.{hashlib.sha256(content).hexdigest()[:10]}{path.suffix}").as_posix()


def keep(path: Path, content: bytes) -> None:
    """Write a file, and its compressed twin where that is shorter; one that is there already is the same."""
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix in COMPRESSED:
        write(path.with_name(path.name + ".gz"), gzip.compress(content, 9, mtime=0))
    write(path, content)


def write(path: Path, content: bytes) -> None:
    """Write whole or not at all: another process may be reading."""
    draft = path.with_name(path.name + ".new")
    draft.write_bytes(content)
    draft.replace(path)
