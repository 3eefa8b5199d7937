"""Starts Tallystick: a kept secret, an up-to-date database, then gunicorn in threads."""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import gc
import os
import resource
import secrets
import socket
import sys
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flask import Flask

ROOT = Path(__file__).parent
M_ARENA_MAX = -8
PHONES = 4000  # kept open by a worker; one more waits until another goes


def main(words: Sequence[str] | None = None) -> int:
    """Serve until stopped; 1 when that cannot be, which is said in a sentence."""
    asked = arguments(words)
    if not asked.what and not port_is_free(asked.host, asked.port):
        print(f"Port {asked.port} is taken. Stop what uses it or choose another: ./run --port {asked.port + 1}")
        return 1
    try:
        app, _lock = prepared(asked)
    except StartError as found:
        print(found)
        return 1
    if asked.what:
        print(addresses(asked))
    else:
        Server(app, asked).run()
    return 0


class StartError(Exception):
    """What keeps the server from starting, in words."""


def prepared(asked: argparse.Namespace) -> tuple[Flask, IO[str]]:
    """The app, its database up to date, and what tells that it runs; the host's address is noted in what was asked."""
    from sqlalchemy.exc import OperationalError

    try:
        if not os.environ.get("SECRET_KEY"):
            os.environ["SECRET_KEY"] = kept_secret(Path(os.environ.get("TALLYSTICK_INSTANCE") or ROOT / "instance"))
        share_heaps()
        allow_files()
        from app import create_app

        app = create_app()
        lock = running_lock(app)
        if lock is None:
            raise StartError("A copy of the database is being put back just now. Try again when that is done.")
        upgrade_database(app)
        asked.door = host_address(app, asked)
    except OperationalError as found:
        reason = str(found.orig).partition("\n")[0]
        raise StartError(
            f"The database cannot be used: {reason}. Nothing was changed; try again when it is there."
        ) from None
    except OSError as found:
        raise StartError(f"Tallystick cannot write what it needs: {found.strerror}: {found.filename}") from None
    return app, lock


def share_heaps() -> None:
    """Let all threads share two heaps where the C library would give each its own: only one runs at a time anyway."""
    with contextlib.suppress(AttributeError, OSError, TypeError):  # elsewhere than on GNU systems
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def allow_files() -> None:
    """Let the server have a file open for every phone, where it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * PHONES if hard == resource.RLIM_INFINITY else min(2 * PHONES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """What was asked for: host, port, lan, workers; with "host" only the address where the host chooses."""
    parser = argparse.ArgumentParser(prog="./run", description="Keep score of card games.")
    parser.add_argument("what", nargs="?", choices=["host"], help="print a new address for the host, and no more")
    parser.set_defaults(door="")
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


def running_lock(app: Flask) -> IO[str] | None:
    """What tells ./run restore that a server runs; held until its last process ends."""
    from models.running import held

    return held(Path(app.instance_path))


def start_copying(app: Flask, sockets: Sequence[Any]) -> None:
    """Let a copy of the database be made every day, unless that is not wanted."""
    from models import db
    from models.daily import copies_folder, keep_copying

    folder = copies_folder(app.instance_path)
    if folder and "sqlalchemy" in app.extensions:  # the bench's hello has no database
        with app.app_context():
            keep_copying(db.engine, folder, [listener.sock.fileno() for listener in sockets])


def host_address(app: Flask, asked: argparse.Namespace) -> str:
    """The path where the host chooses who may make a circle, good for one choice; none once it was made."""
    from models.hosting import hosting, new_door

    with app.app_context():
        row = hosting()
        chosen = app.config["CIRCLES"] or (row is not None and row.anybody is not None)
        path = "" if chosen and not asked.what else f"/host/{new_door()}"
        app.extensions["sqlalchemy"].engine.dispose()  # a connection must not cross into another process
        return path


def addresses(asked: argparse.Namespace) -> str:
    """What to type into a browser, as words to print; with a QR code when phones may come in."""
    host = lan_address() if asked.lan else f"[{asked.host}]" if ":" in asked.host else asked.host
    address = f"http://{host}:{asked.port}"
    told = f"Tallystick: {address}  {'for every phone on this network ' if asked.lan else ''}(Ctrl+C stops it)"
    if asked.door:
        told = f"The host chooses here who may begin, once: {address}{asked.door}" + ("" if asked.what else f"\n{told}")
    return f"{drawn(address + asked.door)}\n{told}" if asked.lan else told


def drawn(address: str) -> str:
    """An address as a QR code of letters."""
    import io

    import segno

    picture = io.StringIO()
    segno.make(address).terminal(picture, compact=True)
    return picture.getvalue()


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


class Log(Logger):  # type: ignore[misc]
    """gunicorn's log, which leaves out the address of what failed: there may be a secret in it."""

    def exception(self, msg: str, *_: object, **more: Any) -> None:
        super().exception(msg.partition(" %s")[0], **more)


def settings(app: Flask, asked: argparse.Namespace) -> dict[str, Any]:
    """gunicorn's settings; one process on SQLite, which has one writer, and two on PostgreSQL."""
    on_postgres = app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgres")
    words = addresses(asked)
    return {
        "bind": f"[{asked.host}]:{asked.port}" if ":" in asked.host else f"{asked.host}:{asked.port}",
        "worker_class": "gthread",
        "workers": asked.workers or int(os.environ.get("WEB_WORKERS") or (2 if on_postgres else 1)),
        "threads": 64,
        "worker_connections": PHONES,
        "keepalive": 75,
        "graceful_timeout": 2,
        "preload_app": True,
        "control_socket_disable": True,
        "forwarded_allow_ips": "",  # what a proxy says is believed where the app is told that there is one
        "loglevel": "warning",
        "logger_class": Log,
        "when_ready": lambda arbiter: ready(app, words, arbiter.LISTENERS),
    }


def ready(app: Flask, words: str, sockets: Sequence[Any]) -> None:
    """Say so, and set aside what was loaded: workers share its memory while their collectors leave it alone."""
    print(words, flush=True)
    gc.collect()
    gc.freeze()
    start_copying(app, sockets)


if __name__ == "__main__":
    sys.exit(main())
