"""Limits on wrong guesses (links, spoken codes, the host's key), on files, pictures and what phones send afterwards.

Nothing else is limited. A right link is accepted whatever was tried before. Counts are kept in this process alone: each
worker counts by itself, and a restart begins anew (docs/security.md says what that means).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock
from typing import TypeVar

from flask import Flask, current_app, request
from limits import RateLimitItem, parse_many
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.exceptions import TooManyRequests

from web.i18n.locale import gettext, ngettext

Found = TypeVar("Found")

LIMITS = {  # on an address; what one phone sends afterwards, on its device
    what: parse_many(limits)
    for what, limits in {
        "link": "20 per 5 minutes; 100 per day",
        "code": "8 per 5 minutes; 30 per day",
        "key": "5 per 5 minutes; 20 per day",
        "file": "20 per hour",  # circles that are brought in
        "export": "12 per 30 minutes",  # files of all that a circle finished
        "picture": "60 per 5 minutes",  # that are drawn; one that the browser has is free
        "phone": "60 per hour",  # phones that are remembered
        "tail": "30 per minute",
        "record": "2000 per hour",
    }.items()
}
TOGETHER = {"code": parse_many("300 per hour"), "key": parse_many("100 per hour")}
"""What all addresses together may guess: five letters must not be walked through from ten thousand addresses.

A link needs no such limit: nobody finds one of 2^256, and nobody shall be kept out because others try.
"""
COUNTS = "tallystick-counts"  # in app.extensions
LONG_SECRETS = ("link",)  # nobody finds one by trying
MOST_COUNTS = 10_000  # of a kind that are kept; TOGETHER leaves codes and keys fewer in a day


class TooMany(TooManyRequests):
    """429: too many of something; wait this many seconds."""

    def __init__(self, what: str, seconds: int) -> None:
        super().__init__(retry_after=seconds)
        self.what, self.seconds = what, seconds

    @property
    def words(self) -> str:
        """The text of the error page."""
        if self.what in ("phone", "tail", "record"):
            return gettext("This phone sends too much at once. It goes on by itself in a moment.")
        if self.what == "file":
            reason = gettext("Too many files came from here.")
        elif self.what == "export":
            reason = gettext("Too many files were fetched from here.")
        elif self.what == "picture":
            reason = gettext("Too many pictures at once.")
        else:
            reason = gettext("Too many wrong tries.")
        if self.seconds < 100:
            return f"{reason} {ngettext('Wait {num} second.', 'Wait {num} seconds.', self.seconds)}"
        return f"{reason} {ngettext('Wait {num} minute.', 'Wait {num} minutes.', ceil(self.seconds / 60))}"


class Counts:
    """The counts of one kind, each in a window that begins with its first."""

    def __init__(self) -> None:
        self.lock, self.storage = Lock(), MemoryStorage()
        self.limiter = FixedWindowRateLimiter(self.storage)

    def take(self, limits: list[tuple[RateLimitItem, str]], cost: int) -> int:
        """Count this against each limit and its name; where one is used up count nothing: the seconds to wait."""
        with self.lock:
            if len(self.storage.storage) > MOST_COUNTS:
                self.storage.reset()
            wait = max(self.wait_for(limit, name, cost) for limit, name in limits)
            for limit, name in limits if not wait else ():
                self.limiter.hit(limit, name, cost=cost)
            return wait

    def wait_for(self, limit: RateLimitItem, name: str, cost: int) -> int:
        """Seconds until a limit lets this through; 0 for now. What was counted while a clock was ahead is forgotten."""
        if self.limiter.test(limit, name, cost=cost):
            return 0
        seconds = ceil(self.limiter.get_window_stats(limit, name).reset_time - time.time())
        if seconds > limit.get_expiry():
            self.limiter.clear(limit, name)
            return 0
        return max(seconds, 1)

    def give_back(self, limits: list[tuple[RateLimitItem, str]]) -> None:
        """Take back what was counted before it was found to be right."""
        with self.lock:
            for limit, name in limits:
                self.storage.decr(limit.key_for(name))


def limited_guess(what: str, look: Callable[[], Found | None]) -> Found | None:
    """What look() finds of a guessed secret: a link, a code or the host's key; None is counted as a wrong guess.

    Raises TooMany while the client, or for short secrets everybody, has to wait. A short one is counted before it is
    looked at, so that guesses at the same moment count like one after another.
    """
    found = look() if what in LONG_SECRETS or not current_app.config["LIMIT_GUESSES"] else None
    if found is not None or not current_app.config["LIMIT_GUESSES"]:
        return found
    taken = count_use(what)
    found = None if what in LONG_SECRETS else look()
    if found is not None:
        counts_of(what).give_back(taken)
    return found


def count_tail(device: str, records: int) -> None:
    """Count a tail of a device with so many records; raises TooMany while it has to wait."""
    count_use("tail", device)
    count_use("record", device, records)


def count_use(what: str, who: str = "", cost: int = 1) -> list[tuple[RateLimitItem, str]]:
    """Count what this client, or a device, asks for; the limits it counts for. Raises TooMany while it has to wait."""
    if not current_app.config["LIMIT_GUESSES"]:
        return []
    who = who or network_of(request.remote_addr or "")
    limits = [(limit, "everybody") for limit in TOGETHER.get(what, ())] + [(limit, who) for limit in LIMITS[what]]
    wait = counts_of(what).take(limits, cost)
    if wait:
        raise TooMany(what, wait)
    return limits


def init_counts(app: Flask) -> None:
    """Begin to count, from nothing."""
    app.extensions[COUNTS] = {what: Counts() for what in LIMITS}


def counts_of(what: str) -> Counts:
    """The counts of a kind in this process."""
    counts: Counts = current_app.extensions[COUNTS][what]
    return counts


def network_of(address: str) -> str:
    """The address, or the /64 network of an IPv6 one; another text unchanged."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    return str(known.ipv4_mapped or known.packed[:8].hex())
