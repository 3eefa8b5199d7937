"""The measure of all things here: a bare Flask hello, in process or under the very server that Tallystick runs on."""

from __future__ import annotations

import sys

from flask import Flask

from serving.arguments import parse_arguments
from serving.gunicorn_server import Server


def create_hello() -> Flask:
    """An app that says hello and does nothing else."""
    app = Flask("hello")
    app.config["SQLALCHEMY_DATABASE_URI"] = ""  # the server's settings go by it: one process

    @app.get("/")
    def hello() -> str:
        return "hello"

    return app


if __name__ == "__main__":
    arguments = parse_arguments(sys.argv[1:])
    Server(create_hello(), arguments, f"http://127.0.0.1:{arguments.port}").run()
