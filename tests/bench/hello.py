"""The measure of all things here: a bare Flask hello, in process or under the very server that Tallystick runs on."""

from __future__ import annotations

import sys

from flask import Flask

from serve import parse_arguments, start
from web.http.gateway import Gateway


def create_hello() -> Flask:
    """An app that says hello and does nothing else."""
    app = Flask("hello")

    @app.get("/")
    def hello() -> str:
        return "hello"

    return app


if __name__ == "__main__":
    start(Gateway(create_hello()), parse_arguments(sys.argv[1:]), 1)
