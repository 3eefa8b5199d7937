"""Starts Tallystick: a kept secret, an up-to-date database, then gunicorn in threads."""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import os
import secrets
import socket
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gunicorn.app.base import BaseApplication

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

ROOT = Path(__file__).parent
M_ARENA_MAX = -8


def main(words: Sequence[str] | None = None) -> int:
    """Serve until stopped; 1 when the port is taken."""
    asked = arguments(words)
    if not port_is_free(asked.host, asked.port):
        print(f"Port {asked.port} is taken. Stop what uses it or choose another: ./run --port {asked.port + 1}")
        return 1
    if not os.environ.get("SECRET_KEY"):
        os.environ["SECRET_KEY"] = kept_secret(Path(os.environ.get("TALLYSTICK_INSTANCE") or ROOT / "instance"))
    share_heaps()
    from app import create_app

    app = create_app()
    upgrade_database(app)
    Server(app, asked).run()
    return 0


def share_heaps() -> None:
    """Let all threads share two heaps where the C library would give each its own: only one runs at a time anyway."""
    with contextlib.suppress(AttributeError, OSError, TypeError):  # elsewhere than on GNU systems
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for: host, port, lan, workers."""
    parser = argparse.ArgumentParser(prog="./run", description="Keep score of card games.")
    parser.add_argument("--lan", action="store_true", help="let phones on the same network in, and show a QR code")
    parser.add_argument("--host", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
    parser.add_argument("--workers", type=int, help="processes: 1 on SQLite, 2 on PostgreSQL (or WEB_WORKERS)")
    asked = parser.parse_args(words)
    asked.host = asked.host or ("0.0.0.0" if asked.lan else "127.0.0.1")
    return asked


def port_is_free(host: str, port: int) -> bool:
    """Whether nobody listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def kept_secret(folder: Path) -> str:
    """The secret that signs cookies: made on the first run, readable by its owner only, the same ever after."""
    path = folder / "secret"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=folder, encoding="ascii") as new:  # mode 600
            new.write(secrets.token_urlsafe(48))
            new.flush()
            with contextlib.suppress(FileExistsError):
                os.link(new.name, path)
    return path.read_text(encoding="ascii")


def upgrade_database(app: Flask) -> None:
    """Bring the database to the newest revision; when it is there already, only its number is read."""
    from models.migrating import MIGRATIONS, is_newest

    with app.app_context():
        engine = app.extensions["sqlalchemy"].engine
        try:
            with engine.connect() as connection:
                newest = is_newest(connection)
            if not newest:
                from flask_migrate import upgrade

                upgrade(MIGRATIONS)
        finally:
            engine.dispose()  # a connection must not cross into another process


def addresses(asked: argparse.Namespace) -> str:
    """What to type into a browser, as words to print; with a QR code when phones may come in."""
    if not asked.lan:
        host = f"[{asked.host}]" if ":" in asked.host else asked.host
        return f"Tallystick: http://{host}:{asked.port}  (Ctrl+C stops it)"
    import io

    import segno

    address = f"http://{lan_address()}:{asked.port}"
    picture = io.StringIO()
    segno.make(address).terminal(picture, compact=True)
    return f"{picture.getvalue()}\nTallystick: {address}  for every phone on this network (Ctrl+C stops it)"


def lan_address() -> str:
    """This machine's address on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn around an app that is loaded already, so that it is imported once."""

    def __init__(self, app: Flask, asked: argparse.Namespace) -> None:
        self.app = app
        self.asked = asked
        super().__init__()

    def load_config(self) -> None:
        for name, value in settings(self.app, self.asked).items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        return self.app


def settings(app: Flask, asked: argparse.Namespace) -> dict[str, Any]:
    """gunicorn's settings; one process on SQLite, which has one writer, and two on PostgreSQL."""
    on_postgres = app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgres")
    words = addresses(asked)
    return {
        "bind": f"[{asked.host}]:{asked.port}" if ":" in asked.host else f"{asked.host}:{asked.port}",
        "worker_class": "gthread",
        "workers": asked.workers or int(os.environ.get("WEB_WORKERS") or (2 if on_postgres else 1)),
        "threads": 64,
        "keepalive": 75,
        "graceful_timeout": 2,
        "preload_app": True,
        "control_socket_disable": True,
        "loglevel": "warning",
        "when_ready": lambda _: ready(words),
    }


def ready(words: str) -> None:
    """Say so, and set aside what was loaded: workers share its memory while their collectors leave it alone."""
    print(words, flush=True)
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    sys.exit(main())
