"""Starts the server: ./run, or python -m serve --help."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from config import NotUsable, from_environment
from serving.arguments import parse_arguments
from serving.port_check import check_port


def main(words: Sequence[str] | None = None) -> int:
    """Serve until stopped; status 1, and a sentence that says why, when that cannot be."""
    arguments = parse_arguments(words)
    try:
        if not arguments.command:
            check_port(arguments.host, arguments.port)
        settings = from_environment()
        # These take 0.6 s to load; what is wrong with the port or the settings has been said before.
        from app import create_app
        from serving.startup import run

        run(create_app, arguments, settings)
    except NotUsable as fault:
        print(fault.message)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
