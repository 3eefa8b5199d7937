"""What is typed behind ./run."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NamedTuple

from config import MAX_WORKERS


class Arguments(NamedTuple):
    """Where to listen, and how; command is "host" to print the address of the host's page and no more, else None."""

    command: str | None
    lan: bool
    host: str
    port: int
    workers: int | None
    begin_anew: bool


def parse_arguments(words: Sequence[str] | None = None) -> Arguments:
    """The arguments of the command line, or of these words; exits in argparse's way when they make no sense."""
    parser = argparse.ArgumentParser(prog="./run", description="Keep score of card games.")
    parser.add_argument("command", nargs="?", choices=["host"], help="print a new address for the host, and no more")
    parser.add_argument("--lan", action="store_true", help="let phones on the same network in, and show a QR code")
    parser.add_argument("--host", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=port, default=8000, help="the port to listen on (8000)")
    parser.add_argument("--workers", type=workers, help="processes: 1 on SQLite, 2 on PostgreSQL (or WEB_WORKERS)")
    parser.add_argument("--begin-anew", action="store_true", help="begin with an empty database where there was one")
    parsed = parser.parse_args(words)
    parsed.host = parsed.host or ("0.0.0.0" if parsed.lan else "127.0.0.1")
    return Arguments(**vars(parsed))


def port(text: str) -> int:
    """The number of a port."""
    return whole_number(text, 65535)


def workers(text: str) -> int:
    """The number of worker processes."""
    return whole_number(text, MAX_WORKERS)


def whole_number(text: str, high: int) -> int:
    """A number from 1; argparse prints the message of the error."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= high:
        raise argparse.ArgumentTypeError(f"a whole number from 1 to {high} is needed here, not “{text}”")
    return int(text)
