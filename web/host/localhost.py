"""Whether a request comes from the very machine that a server runs on for its owner alone."""

from __future__ import annotations

from ipaddress import ip_address

from flask import current_app, request

FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip")


def on_own_machine() -> bool:
    """True when the server listens to this machine alone, and the browser here asks it by a name of this machine.

    What a proxy or a tunnel brings is somebody else's; so is a page of another name that leads its visitors here (DNS
    rebinding), which is seen by the Host that it asks for.
    """
    return (
        bool(current_app.config.get("OWN_MACHINE"))
        and is_loopback(request.remote_addr or "")
        and is_loopback(name_of(request.host))
        and not any(header in request.headers for header in FORWARDED)
    )


def is_loopback(name: str) -> bool:
    """Whether a name or an address always means the machine itself."""
    if name == "localhost":
        return True
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return False


def name_of(host: str) -> str:
    """The name in a Host header, without its port and without the brackets of an IPv6 address."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0].lower()
