"""The page where the host chooses who may make a circle: when it is needed, and its path."""

from __future__ import annotations

from flask import Flask

from models.base import db
from models.tables.host_setting import host_setting, new_host_secret
from serving.arguments import Arguments
from web.host.localhost import is_loopback


def is_own_machine(app: Flask, arguments: Arguments) -> bool:
    """Whether only the machine itself can reach the server: no other address, no proxy in front, no name of its own."""
    is_public = arguments.lan or app.config["HOST"] or app.config["PROXIES"]
    return not is_public and is_loopback(arguments.host)


def host_page_path(app: Flask, arguments: Arguments) -> str:
    """The path, which works once; empty where the host has chosen or need not, unless it was asked for by command."""
    with app.app_context():
        row = host_setting()
        is_needed = not app.config["OWN_MACHINE"] and not app.config["CIRCLES"]
        is_chosen = row is not None and row.anybody is not None
        path = f"/host/{new_host_secret()}" if arguments.command or (is_needed and not is_chosen) else ""
        db.session.remove()
        db.engine.dispose()  # a connection must not cross into another process
        return path
