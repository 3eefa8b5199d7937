"""Whether the server can listen on its port, before anything is loaded."""

from __future__ import annotations

import errno
import socket

from config import NotUsable


def check_port(host: str, port: int) -> None:
    """NotUsable when nobody can listen there."""
    other = f"choose another: ./run --port {port % 64000 + 1025 if port < 1024 else port % 65535 + 1}"
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise NotUsable(f"Port {port} is for the administrator of this machine; {other}") from None
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise NotUsable(f"Port {port} is taken. Stop what uses it or {other}") from None
            raise NotUsable(f"Nobody can listen on {host}: {error.strerror}.") from None
