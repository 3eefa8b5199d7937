"""The start of the server: the app is made, locked, given an up-to-date database and a secret key, and served."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from flask import Flask

from config import NotUsable
from models.backup.backup import hold_server_lock
from models.db.startup import Folders, explain_errors, upgrade_database
from serving.addresses import start_message
from serving.arguments import Arguments
from serving.gunicorn_server import Server
from serving.host_page import host_page_path, is_own_machine
from serving.process_limits import raise_file_limit, share_heaps
from serving.secret_key import secret_key


def run(create_app: Callable[[dict[str, Any]], Flask], arguments: Arguments, settings: dict[str, Any]) -> None:
    """Serve until stopped, or only print the addresses (command "host"); NotUsable when something is in the way."""
    with explain_errors(Folders(settings["INSTANCE_FOLDER"], settings["COPIES_FOLDER"])):
        share_heaps()
        raise_file_limit()
        app = create_app(settings)
        lock = prepare(app, arguments)
    with lock:
        message = start_message(arguments, host_page_path(app, arguments))
        if arguments.command:
            print(message)
        else:
            Server(app, arguments, message).run()


def prepare(app: Flask, arguments: Arguments) -> IO[str]:
    """Bring the database up to date and complete the settings.

    Returns the lock that tells ./run restore that a server runs; it is held until the last process ends.
    """
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
