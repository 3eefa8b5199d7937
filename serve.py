"""Starts Tallystick: a kept secret, an up-to-date database, then gunicorn in threads."""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import errno
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
    from collections.abc import Callable, Iterable, Sequence

    from flask import Flask

ROOT = Path(__file__).parent
M_ARENA_MAX = -8
INVALID = "Invalid request"  # as gunicorn begins to say it
MOST_PROCESSES = 64
PHONES = 4000  # kept open by a worker; one more waits until another goes


def main(words: Sequence[str] | None = None) -> int:
    """Serve until stopped; 1 when that cannot be, which is said in a sentence."""
    asked = arguments(words)
    fault = "" if asked.what else port_fault(asked)
    if fault:
        print(fault)
        return 1
    try:
        app, lock = prepared(asked)
    except StartError as found:
        print(found)
        return 1
    with lock:
        if asked.what:
            print(addresses(asked))
        else:
            Server(app, asked).run()
    return 0


class StartError(Exception):
    """What keeps the server from starting, in words."""


def prepared(asked: argparse.Namespace) -> tuple[Flask, IO[str]]:
    """The app, its database up to date, and what tells that it runs; the host's address is noted in what was asked."""
    from models.db.startup import in_words, place_of
    from settings import NotUsable, number

    instance = Path(os.environ.get("TALLYSTICK_INSTANCE") or ROOT / "instance")
    try:
        with in_words(place_of(instance)):
            asked.workers = asked.workers or number("WEB_WORKERS", 1, MOST_PROCESSES)
            share_heaps()
            allow_files()
            from app import create_app

            app = create_app()
            lock = running_lock(app)
            if lock is None:
                raise StartError("A copy of the database is being put back just now. Try again when that is done.")
            with contextlib.ExitStack() as failing:
                failing.enter_context(lock)
                upgrade_database(app, asked.begin_anew)
                app.config["SECRET_KEY"] = os.environ.get("SECRET_KEY", "").strip() or kept_secret(instance)
                app.config["OWN_MACHINE"] = for_this_machine(app, asked)
                asked.door = host_address(app, asked)
                failing.pop_all()
    except NotUsable as found:
        raise StartError(found.message) from None
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
    parser.add_argument("--port", type=port, default=8000, help="the port to listen on (8000)")
    parser.add_argument("--workers", type=processes, help="processes: 1 on SQLite, 2 on PostgreSQL (or WEB_WORKERS)")
    parser.add_argument("--begin-anew", action="store_true", help="begin with an empty database where there was one")
    asked = parser.parse_args(words)
    asked.host = asked.host or ("0.0.0.0" if asked.lan else "127.0.0.1")
    return asked


def port(text: str) -> int:
    """The number of a port."""
    return within(text, 65535)


def processes(text: str) -> int:
    """How many processes."""
    return within(text, MOST_PROCESSES)


def within(text: str, high: int) -> int:
    """A number from 1; argparse says in words what is none."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {high} is needed here, not “{text}”")
    return int(text)


def port_fault(asked: argparse.Namespace) -> str:
    """Why nobody can listen there, in a sentence; empty when one can."""
    other = f"choose another: ./run --port {asked.port % 64000 + 1025 if asked.port < 1024 else asked.port % 65535 + 1}"
    with socket.socket(socket.AF_INET6 if ":" in asked.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((asked.host, asked.port))
        except PermissionError:
            return f"Port {asked.port} is for the administrator of this machine; {other}"
        except OSError as found:
            if found.errno == errno.EADDRINUSE:
                return f"Port {asked.port} is taken. Stop what uses it or {other}"
            return f"Nobody can listen on {asked.host}: {found.strerror}."
    return ""


def kept_secret(folder: Path) -> str:
    """The secret that signs cookies: made on the first run, readable by its owner only, the same ever after."""
    from models.backup.backup import synced

    path = folder / "secret"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=folder, encoding="ascii") as new:  # mode 600
            new.write(secrets.token_urlsafe(48))
            new.flush()
            os.fsync(new.fileno())  # a power cut leaves no empty one
            with contextlib.suppress(FileExistsError):
                os.link(new.name, path)
        synced(folder)
    secret = path.read_text(encoding="ascii", errors="replace").strip()
    if not secret:
        raise StartError(
            f"The secret that signs cookies is empty: {path}. Put it back from where you keep it, or remove that file: "
            "then a new one is made, and every phone needs its link again."
        )
    return secret


def upgrade_database(app: Flask, anew: bool = False) -> None:
    """Bring the database to the newest revision; NotUsable when it cannot be used."""
    from models.base import db
    from models.db.startup import place_of, ready

    with app.app_context():
        ready(db.engine, place_of(app.instance_path), anew)


def running_lock(app: Flask) -> IO[str] | None:
    """What tells ./run restore that a server runs; held until its last process ends."""
    from models.backup.server_lock import held

    return held(Path(app.instance_path))


def start_copying(app: Flask, sockets: Sequence[Any]) -> None:
    """Let a copy of the database be made every day, unless that is not wanted."""
    from models.backup.schedule import copies_folder, keep_copying
    from models.base import db

    folder = copies_folder(app.instance_path)
    if folder and "sqlalchemy" in app.extensions:  # the bench's hello has no database
        with app.app_context():
            keep_copying(db.engine, folder, [listener.sock.fileno() for listener in sockets])


def for_this_machine(app: Flask, asked: argparse.Namespace) -> bool:
    """Whether only the machine itself can reach the server: no other address, no proxy in front, no name of its own."""
    from app import MOST_PROXIES
    from settings import number
    from web.host.own_machine import is_loopback

    public = asked.lan or app.config["HOST"] or number("TALLYSTICK_PROXIES", 0, MOST_PROXIES)
    return not public and is_loopback(asked.host)


def host_address(app: Flask, asked: argparse.Namespace) -> str:
    """The path where the host chooses who may make a circle, once; none after that or where nothing is asked."""
    from models.base import db
    from models.tables.host_setting import hosting, new_door

    with app.app_context():
        row = hosting()
        asks = not app.config["OWN_MACHINE"] and not app.config["CIRCLES"]
        chosen = not asks or (row is not None and row.anybody is not None)
        path = "" if chosen and not asked.what else f"/host/{new_door()}"
        db.session.remove()
        db.engine.dispose()  # a connection must not cross into another process
        return path


def addresses(asked: argparse.Namespace) -> str:
    """What to type into a browser, as words to print; with a QR code when phones may come in."""
    host = lan_address() if asked.lan else f"[{asked.host}]" if ":" in asked.host else asked.host
    address = f"http://{host}:{asked.port}"
    told = f"Tallystick: {address}  {'for every phone on this network ' if asked.lan else ''}(Ctrl+C stops it)"
    if asked.door:
        told = f"The host chooses here who may start, once: {address}{asked.door}" + ("" if asked.what else f"\n{told}")
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

    def load(self) -> Callable[..., Iterable[bytes]]:
        from serving.body import with_checked_body

        return with_checked_body(self.app)


class Log(Logger):  # type: ignore[misc]
    """gunicorn's log, which leaves out the address of what failed, and values: there may be a secret in it."""

    def exception(self, msg: str, *_: object, **more: Any) -> None:
        from models.db.db_errors import in_full

        error = sys.exc_info()[1]
        super().error("%s\n%s", str(msg).partition(" %s")[0], in_full(error) if error else "", **more)

    def warning(self, msg: str, *values: object, **more: Any) -> None:
        """A request that is none is told without its line, which holds an address, and without where it came from."""
        told, values = (INVALID, ()) if msg.startswith(INVALID) else (msg, values)
        super().warning(told, *values, **more)


def settings(app: Flask, asked: argparse.Namespace) -> dict[str, Any]:
    """gunicorn's settings; unless told otherwise one process on SQLite, which has one writer, and two on PostgreSQL."""
    from serving.worker import Worker

    on_postgres = app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgres")
    words = addresses(asked)
    return {
        "bind": f"[{asked.host}]:{asked.port}" if ":" in asked.host else f"{asked.host}:{asked.port}",
        "worker_class": Worker,
        "workers": asked.workers or (2 if on_postgres else 1),
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
