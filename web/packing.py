"""Packs all that browsers keep for ever, static files and the phone's Python, into a folder for each build.

Its name is a hash of the sources: with the same sources nothing is built again, and a page that is open while another
version starts still finds every file of its own.
"""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli

from web import bundles
from web.bundles import bundle_script, bundle_style, minify, served_names
from web.phone_bundle import engine_contents, engine_sources

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "static"
COMPRESSED = {".css", ".js", ".json", ".jsonl", ".svg", ".wasm"}
PACKED = (".gz", ".br")  # a large file comes with its own .br, since the best compression is slow
LARGE = 64 * 1024  # bytes; what is larger is packed one level lower, in half the time


def build_missing(target: Path) -> Path:
    """The build's folder in the target folder; what is not there is built by one process, for which others wait."""
    folder = target / build_number()
    if not folder.exists():
        target.mkdir(parents=True, exist_ok=True)
        with (target / "turn").open("w") as turn:
            fcntl.flock(turn, fcntl.LOCK_EX)
            if not folder.exists():
                build(folder)
    return folder


def build_number() -> str:
    """Hash of all that the files are made of with their names, and of the code that makes them."""
    paths = [*STATIC.rglob("*"), Path(__file__), Path(bundles.__file__), *engine_sources()]
    content = (path.relative_to(ROOT).as_posix().encode() + path.read_bytes() for path in paths if path.is_file())
    return hashlib.sha256(b"".join(sorted(content))).hexdigest()[:10]


def build(folder: Path) -> None:
    """Write every file, packed, into a folder that is there whole or not at all."""
    draft = Path(tempfile.mkdtemp(dir=folder.parent))
    with ThreadPoolExecutor() as packers:  # which pack the first files while the next are made
        static = packers.submit(lambda: list(static_contents()))  # the minifier is a process beside
        writing = [packers.submit(write_packed, draft, *file) for file in engine_contents()]
        writing += [packers.submit(write_packed, draft, *file) for file in static.result()]
    for one in writing:
        one.result()
    draft.rename(folder)


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


if __name__ == "__main__":  # serve.py starts this beside itself
    build_missing(Path(sys.argv[1]))
