"""Addresses printed when the server starts, with a QR code for phones on the same network."""

from __future__ import annotations

import socket

from serving.arguments import Arguments
from web.qr_code import terminal_qr_code


def start_message(arguments: Arguments, host_page: str) -> str:
    """What to type into a browser; host_page is the path of the host's page, or nothing."""
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
