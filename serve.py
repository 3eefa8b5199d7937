"""Starts the server: ./run, or python -m serve --help."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import ctypes
import errno
import gc
import multiprocessing
import os
import resource
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import IO, Any

from flask import Flask

from config import MAX_WORKERS, ROOT, NotUsable, from_environment

CONNECTIONS = 4000  # kept open by a worker; one more waits until another goes
IDLE = 75  # s until a connection that brings no whole head is closed; phones ask again sooner
LARGEST_HEAD = 64 << 10  # bytes
FORKED = 1  # s until the workers are there: none begins while this process starts another one
M_ARENA_MAX = -8  # of malloc.h


def main(words: Sequence[str] | None = None) -> int:
    """Serve until stopped; status 1, and a sentence that says why, when that cannot be."""
    arguments = parse_arguments(words)
    try:
        if not arguments.command:
            check_port(arguments.host, arguments.port)
        run(arguments, from_environment())
    except NotUsable as fault:
        print(fault.message)
        return 1
    return 0


def parse_arguments(words: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments of the command line, or of these words; exits in argparse's way when they make no sense."""
    parser = argparse.ArgumentParser(prog="./run", description="Keep score of card games.")
    parser.add_argument("command", nargs="?", choices=["host"], help="print a new address for the host, and no more")
    parser.add_argument("--lan", action="store_true", help="let phones on the same network in, and show a QR code")
    parser.add_argument("--host", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=partial(whole_number, 65535), default=8000, help="the port to listen on (8000)")
    workers = "processes: 1 on SQLite, 2 on PostgreSQL (or WEB_WORKERS)"
    parser.add_argument("--workers", type=partial(whole_number, MAX_WORKERS), help=workers)
    parser.add_argument("--begin-anew", action="store_true", help="begin with an empty database where there was one")
    arguments = parser.parse_args(words)
    arguments.host = arguments.host or ("0.0.0.0" if arguments.lan else "127.0.0.1")
    return arguments


def whole_number(high: int, text: str) -> int:
    """A number from 1; argparse prints the message of the error."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {high} is needed here, not “{text}”")
    return int(text)


def check_port(host: str, port: int) -> None:
    """NotUsable when nobody can listen there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                why = "taken" if error.errno == errno.EADDRINUSE else "for the administrator of this machine"
                raise NotUsable(f"Port {port} is {why}; choose another: ./run --port {8000 + (port == 8000)}") from None
            raise NotUsable(f"Nobody can listen on {host}: {error.strerror}.") from None


def run(arguments: argparse.Namespace, settings: dict[str, Any]) -> None:
    """Serve until stopped, or only print the addresses (command "host"); NotUsable when something is in the way."""
    print("Preparing Tallystick …", file=sys.stderr, flush=True)
    packing = start_packing(settings["INSTANCE_FOLDER"] / "assets")
    from app import create_app  # it takes a second to load
    from models.startup import Folders, explain_errors

    with explain_errors(Folders(settings["INSTANCE_FOLDER"], settings["COPIES_FOLDER"])):
        share_heaps()
        raise_file_limit()
        app = create_app(settings)
        if packing:
            packing.wait()
        lock = prepare(app, arguments)
    with lock:
        message = start_message(arguments, host_page_path(app, arguments))
        if arguments.command:
            print(message)
        else:
            serve(app, arguments, message)


def start_packing(folder: Path) -> subprocess.Popen[bytes] | None:
    """Start a process that packs what browsers fetch, for which create_app() waits; None where some of it is packed."""
    if folder.exists():
        return None
    command = [sys.executable, "-m", "web.packing", str(folder)]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)  # noqa: S603  create_app() says what fails


def share_heaps() -> None:
    """Let all threads share two heaps where the C library would give each its own: only one runs at a time anyway."""
    with contextlib.suppress(AttributeError, OSError, TypeError):  # elsewhere than on GNU systems
        ctypes.CDLL(None).mallopt(M_ARENA_MAX, 2)


def raise_file_limit() -> None:
    """Let the server have two files open for every connection, as far as the hard limit allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * CONNECTIONS if hard == resource.RLIM_INFINITY else min(2 * CONNECTIONS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def prepare(app: Flask, arguments: argparse.Namespace) -> IO[str]:
    """Bring the database up to date and complete the settings.

    Returns the lock that tells ./run restore that a server runs; it is held until the last process ends.
    """
    from models.backup.backup import hold_server_lock
    from models.startup import upgrade_database

    folder = Path(app.instance_path)
    lock = hold_server_lock(folder)
    if lock is None:
        raise NotUsable("A copy of the database is being put back just now. Try again when that is done.")
    with contextlib.ExitStack() as on_failure:
        on_failure.enter_context(lock)
        upgrade_database(app, arguments.begin_anew)
        app.config["SECRET_KEY"] = app.config["SECRET_KEY"] or secret_key(folder)
        app.config["OWN_MACHINE"] = is_own_machine(app, arguments)
        on_failure.pop_all()
    return lock


def secret_key(folder: Path) -> str:
    """The key that signs cookies: made on the first run, readable by its owner only, the same ever after."""
    from models.backup.files import fsync_path

    path = folder / "secret"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=folder, encoding="ascii") as new:  # mode 600
            new.write(secrets.token_urlsafe(48))
            new.flush()
            os.fsync(new.fileno())  # a power cut leaves no empty one
            with contextlib.suppress(FileExistsError):
                os.link(new.name, path)
        fsync_path(folder)
    key = path.read_text(encoding="ascii", errors="replace").strip()
    if not key:
        raise NotUsable(
            f"The secret that signs cookies is empty: {path}. Put it back from where you keep it, or remove that file: "
            "then a new one is made, and every phone needs its link again."
        )
    return key


def is_own_machine(app: Flask, arguments: argparse.Namespace) -> bool:
    """Whether only the machine itself can reach the server: no other address, no proxy in front, no name of its own."""
    from web.auth.host import is_loopback

    is_public = arguments.lan or app.config["HOST"] or app.config["PROXIES"]
    return not is_public and is_loopback(arguments.host)


def host_page_path(app: Flask, arguments: argparse.Namespace) -> str:
    """The path where the host chooses who may begin a circle, which works once.

    Empty where the host has chosen or need not, unless it was asked for by command.
    """
    from models.base import db
    from models.host import host_setting, new_host_secret

    with app.app_context():
        row = host_setting()
        is_needed = not app.config["OWN_MACHINE"] and not app.config["CIRCLES"]
        is_chosen = row is not None and row.anybody is not None
        path = f"/host/{new_host_secret()}" if arguments.command or (is_needed and not is_chosen) else ""
        db.session.remove()
        db.engine.dispose()  # a connection must not cross into another process
        return path


def start_message(arguments: argparse.Namespace, host_page: str) -> str:
    """What to type into a browser, with a QR code for phones on the same network."""
    from web.qr_code import terminal_qr_code

    host = lan_address() if arguments.lan else f"[{arguments.host}]" if ":" in arguments.host else arguments.host
    address = f"http://{host}:{arguments.port}"
    phones = "for every phone on this network " if arguments.lan else ""
    message = f"Tallystick: {address}  {phones}(Ctrl+C stops it)"
    if host_page:
        first = f"The host chooses here who may start, once: {address}{host_page}"
        message = first if arguments.command else f"{first}\n{message}"
    return f"{terminal_qr_code(address + host_page)}\n{message}" if arguments.lan else message


def lan_address() -> str:
    """This machine's address on its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def serve(app: Flask, arguments: argparse.Namespace, message: str) -> None:
    """Answer requests until SIGTERM or Ctrl+C; workers share the memory of what was loaded before them."""
    from models.backup.daily import start_schedule
    from web.http.gateway import Gateway

    print(message, flush=True)
    if app.config["DAILY_COPIES"]:
        schedule = threading.Timer(FORKED, start_schedule, [app.config["COPIES_FOLDER"]])
        schedule.daemon = True
        schedule.start()
    gc.collect()
    gc.freeze()
    start(Gateway(app), arguments, worker_count(app, arguments))


def worker_count(app: Flask, arguments: argparse.Namespace) -> int:
    """By default one process on SQLite, which has one writer, and two on PostgreSQL."""
    on_postgres = app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgres")
    return int(arguments.workers or app.config["WORKERS"] or (2 if on_postgres else 1))


def start(gateway: Any, arguments: argparse.Namespace, workers: int) -> None:
    """Run granian until it is stopped: in this process, or in several with this one above them."""
    from granian.constants import HTTPModes, Interfaces, Loops
    from granian.http import HTTP1Settings
    from granian.log import LogLevels
    from granian.server import Server
    from granian.server.embed import Server as OneProcess

    from web.http.gateway import GRACE

    common: dict[str, Any] = {
        "address": str(socket.getaddrinfo(arguments.host, arguments.port, type=socket.SOCK_STREAM)[0][4][0]),
        "port": arguments.port,
        "interface": Interfaces.RSGI,
        "http": HTTPModes.http1,
        "websockets": False,
        "backpressure": CONNECTIONS,
        "http1_settings": HTTP1Settings(header_read_timeout=IDLE * 1000, max_buffer_size=LARGEST_HEAD),
        "log_level": LogLevels.error,
    }
    if workers == 1:
        asyncio.run(serve_here(OneProcess(gateway, **common), GRACE))
        return
    multiprocessing.set_start_method("fork", force=True)
    server = Server(
        "", workers=workers, loop=Loops.asyncio, respawn_failed_workers=True, workers_kill_timeout=GRACE, **common
    )
    server.serve(target_loader=lambda: gateway, wrap_loader=False)


async def serve_here(server: Any, grace: float) -> None:
    """Serve in this process until a signal stops it; requests under way have `grace` seconds then."""

    def stop() -> None:
        last = threading.Timer(grace, os._exit, [0])
        last.daemon = True
        last.start()
        server.stop()

    for ending in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(ending, stop)
    await server.serve()
    os._exit(0)  # what still runs answers nobody, and granian's threads must not meet an interpreter that is taken down


if __name__ == "__main__":
    sys.exit(main())
