"""Settings: what every installation has, and what the environment sets; NotUsable says in words what is wrong."""

from __future__ import annotations

import os
import re
import sys
from difflib import get_close_matches
from functools import cache
from ipaddress import IPv6Address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click

ROOT = Path(__file__).parent
PREFIX = "TALLYSTICK_"
NAMES = {f"{PREFIX}{name}" for name in ("CIRCLES", "COPIES", "HOST", "INSTANCE", "OFFLINE", "PROXIES")}
NAMES_OF_RUN = {f"{PREFIX}VENV"}
VERSION = "1.0"  # of CHANGELOG.md
BACKENDS = ("sqlite", "postgresql")
DEFAULT_PORT = "5432"  # of PostgreSQL
MAX_PROXIES = 9
MAX_WORKERS = 64
YEARS = 400 * 24 * 3600  # s, as long as browsers keep a cookie

YES_OR_NO = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("0", "false", "no", "off"), False)
HOST_NAME = re.compile(r"[a-z0-9_.-]+|\[[0-9a-f:.]+\]")
USUAL_PORTS = {"": (80, 443), "http": (80,), "https": (443,)}

FIXED = {
    "VERSION": VERSION,
    "SESSION_COOKIE_NAME": "tallystick",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "SESSION_REFRESH_EACH_REQUEST": False,
    "PERMANENT_SESSION_LIFETIME": YEARS,
    "MAX_CONTENT_LENGTH": 256 * 1024,
    "WTF_CSRF_TIME_LIMIT": None,
    "WTF_CSRF_SSL_STRICT": False,  # pages with secrets on them send no Referer; Origin is looked at instead
    "LIMIT_GUESSES": True,
}


class NotUsable(click.ClickException):
    """What keeps Tallystick from working, in words for whoever runs it."""


def from_environment() -> dict[str, Any]:
    """The settings of the environment by their names in app.config; NotUsable for a value that makes no sense.

    INSTANCE_FOLDER and COPIES_FOLDER are absolute paths; WORKERS is None where the database decides.
    """
    tell_unknown_settings()
    instance = folder("TALLYSTICK_INSTANCE") or ROOT / "instance"
    daily = YES_OR_NO.get(text("TALLYSTICK_COPIES").casefold())  # else a folder
    url = text("DATABASE_URL")
    return {
        "SECRET_KEY": text("SECRET_KEY") or None,
        "SECRET_KEY_FALLBACKS": text("SECRET_KEY_FALLBACKS").split() or None,
        "DATABASE_URL": driver_url(url) if url else None,
        "SESSION_COOKIE_SECURE": yes_or_no("SECURE_COOKIES", without=False),
        "HOST": host("TALLYSTICK_HOST"),
        "CIRCLES": word("TALLYSTICK_CIRCLES", "anybody"),
        "PROXIES": number("TALLYSTICK_PROXIES", 0, MAX_PROXIES) or 0,
        "OFFLINE": yes_or_no("TALLYSTICK_OFFLINE", without=True),
        "WORKERS": number("WEB_WORKERS", 1, MAX_WORKERS),
        "INSTANCE_FOLDER": instance,
        "DAILY_COPIES": daily is not False,
        "COPIES_FOLDER": (folder("TALLYSTICK_COPIES") if daily is None else None) or instance / "copies",
        "FLASK_COMMAND": "FLASK_RUN_FROM_CLI" in os.environ,  # set by the flask command
    }


@cache
def tell_unknown_settings() -> None:
    """Say once which names in the environment look like a setting and are none: a slip would go unnoticed."""
    if "PYTEST_VERSION" in os.environ:  # sizes of tests are named alike
        return
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in NAMES | NAMES_OF_RUN:
            near = get_close_matches(name, NAMES, 1, 0.8)
            meant = f" Is {near[0]} meant?" if near else ""
            print(f"{name} is no setting of Tallystick and does nothing.{meant}", file=sys.stderr, flush=True)  # noqa: T201


def environment_with(**settings: str) -> dict[str, str]:
    """The environment of a process beside the server, with other values for these settings."""
    return {**os.environ, **settings}


def text(name: str) -> str:
    """A text from the environment; empty when it is not set."""
    return os.environ.get(name, "").strip()


def folder(name: str) -> Path | None:
    """An absolute path from the environment; None when it is not set."""
    try:
        return Path(text(name)).expanduser().absolute() if text(name) else None
    except RuntimeError:
        raise NotUsable(f"{name} begins with the home of somebody who is not here: “{text(name)}”.") from None


def yes_or_no(name: str, without: bool) -> bool:
    """A yes or no from the environment; without: what holds when it is not set."""
    value = text(name)
    if value and value.casefold() not in YES_OR_NO:
        raise NotUsable(f"{name} is yes or no, not “{value}”.")
    return YES_OR_NO[value.casefold()] if value else without


def word(name: str, only: str) -> str | None:
    """The only word that this may be, in small letters; None when it is not set."""
    value = text(name)
    if value and value.casefold() != only:
        raise NotUsable(f"{name} is {only}, or not set at all, not “{value}”.")
    return only if value else None


def host(name: str) -> str | None:
    """The name of a server as browsers send it, with its port unless that is the usual one; None when it is not set."""
    value = text(name)
    if not value:
        return None
    try:
        given = urlsplit(value if "://" in value else f"//{value}")
        found, port = (given.hostname or "").rstrip("."), given.port
        found = f"[{IPv6Address(found)}]" if ":" in found else found.encode("idna").decode()
        usual = USUAL_PORTS[given.scheme]
        if HOST_NAME.fullmatch(found) and not (given.path.strip("/") or given.query or given.fragment or "@" in value):
            return found if port is None or port in usual else f"{found}:{port}"
    except (ValueError, KeyError):  # a port or letters that no name has; a scheme that is none
        pass
    raise NotUsable(f"{name} is the name by which people come, such as tally.example.org, not “{value}”.")


def number(name: str, low: int, high: int) -> int | None:
    """A whole number from the environment; None when it is not set."""
    value = text(name)
    if not value:
        return None
    if not value.isascii() or not value.isdigit() or not low <= int(value) <= high:
        raise NotUsable(f"{name} is a whole number from {low} to {high}, not “{value}”.")
    return int(value)


def driver_url(url: str) -> str:
    """The URL with the driver that we use, whichever way PostgreSQL was spelled; NotUsable when it is no such URL.

    Several hosts (postgresql://a:1,b:2/name) become a part of its query. It is not repeated in words: a password may
    stand in it.
    """
    from sqlalchemy.engine import make_url  # slow to load, and most have the file in instance/
    from sqlalchemy.exc import ArgumentError

    scheme, mark, rest = url.strip().partition("://")
    of_postgres = scheme in ("postgres", "postgresql", "postgresql+psycopg")
    url = f"postgresql+psycopg{mark}{several_hosts(rest)}" if of_postgres else url.strip()
    try:
        known = make_url(url)
        known.get_dialect()
        if known.get_backend_name() in BACKENDS and (known.database or scheme == "sqlite"):
            return url
    except (ArgumentError, ValueError, ImportError):
        pass
    raise NotUsable(
        "DATABASE_URL is not the address of a database that Tallystick can use. It looks like "
        "postgresql://user:password@host/name or sqlite:////folder/tallystick.db; without it, a file in instance/."
    )


def several_hosts(rest: str) -> str:
    """What follows :// in a URL, its hosts moved to the query where they are several, since SQLAlchemy reads one."""
    place, slash, path = rest.partition("/")
    user, at, hosts = place.rpartition("@")
    if "," not in hosts:
        return rest
    found = [re.fullmatch(r"(\[[^]]*\]|[^:]*)(?::(\d*))?", host) for host in hosts.split(",")]
    if not all(found):
        return rest
    names = ",".join(host[1].strip("[]") for host in found if host)
    ports = ",".join(host[2] or DEFAULT_PORT for host in found if host)
    name, _, query = path.partition("?")
    return f"{user}{at}{slash}{name}?host={names}&port={ports}" + f"&{query}" * bool(query)
