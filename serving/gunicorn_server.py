"""gunicorn around the app, with its settings."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication

from models.backup.daily import start_schedule
from models.review.past.prepare import prepare_large_circles
from serving.arguments import Arguments
from serving.logger import PrivateLogger
from serving.process_limits import MAX_CONNECTIONS
from serving.request_body import with_checked_body
from serving.worker import Worker


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn's application for an app that is loaded already, so that workers share its memory.

    message is printed when it listens.
    """

    def __init__(self, app: Flask, arguments: Arguments, message: str) -> None:
        self.app = app
        self.arguments = arguments
        self.message = message
        super().__init__()

    def load_config(self) -> None:
        settings = gunicorn_settings(self.app, self.arguments) | {
            "when_ready": lambda _: self.begin(),
            "post_worker_init": lambda _: prepare_large_circles(self.app),
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Callable[..., Iterable[bytes]]:
        return with_checked_body(self.app)

    def begin(self) -> None:
        """Print the address, freeze what was loaded, so that workers go on sharing its memory, and start the copies."""
        print(self.message, flush=True)
        gc.collect()
        gc.freeze()
        if self.app.config.get("DAILY_COPIES"):
            self.schedule = start_schedule(self.app.config["COPIES_FOLDER"])


def gunicorn_settings(app: Flask, arguments: Arguments) -> dict[str, Any]:
    """gunicorn's settings; by default one process on SQLite, which has one writer, and two on PostgreSQL."""
    on_postgres = app.config["SQLALCHEMY_DATABASE_URI"].startswith("postgres")
    host = f"[{arguments.host}]" if ":" in arguments.host else arguments.host
    return {
        "bind": f"{host}:{arguments.port}",
        "worker_class": Worker,
        "workers": arguments.workers or app.config.get("WORKERS") or (2 if on_postgres else 1),
        "threads": 64,
        "worker_connections": MAX_CONNECTIONS,
        "keepalive": 75,
        "graceful_timeout": 2,
        "preload_app": True,
        "control_socket_disable": True,
        "forwarded_allow_ips": "",  # proxies are believed by the app's own setting PROXIES
        "loglevel": "warning",
        "logger_class": PrivateLogger,
    }
