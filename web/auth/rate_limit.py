"""Guessing at links, spoken codes and the host's key: slowed, then stopped, in words and for every worker together.

So is sending one file after another. Nothing else is asked or written: keeping score meets no limit. A right link gets
through whatever was tried before.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

from models.tables.guess_limit import GuessLimit, count_guess, required_wait, uncount_guess
from web.i18n.locale import ngettext

if TYPE_CHECKING:
    from collections.abc import Callable

Found = TypeVar("Found")

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000


class Patience(NamedTuple):
    """How many wrong guesses are free, and after how many milliseconds each is forgotten."""

    free: int
    step: int


SLOW = {"link": Patience(20, 15 * SECOND), "code": Patience(8, 30 * SECOND), "key": Patience(5, MINUTE)}
STOP = {"link": Patience(100, HOUR // 4), "code": Patience(30, HOUR), "key": Patience(20, HOUR)}
FILES = Patience(20, 3 * MINUTE)  # circles that are brought in
LONG = ("link",)  # nobody finds one by trying
EVERYBODY = {"code": Patience(300, 12 * SECOND), "key": Patience(100, MINUTE)}
"""What all addresses together may guess: five letters must not be walked through from ten thousand addresses.

A link needs no such limit: nobody finds one of 2^256, and nobody shall be kept out because others try.
"""


class TooMany(TooManyRequests):
    """Somebody guessed too often and has to wait, for so many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(retry_after=seconds)
        self.seconds = seconds

    @property
    def words(self) -> str:
        """How long, in the reader's language."""
        if self.seconds < 100:
            return ngettext(
                "Too many wrong tries. Wait {num} second.", "Too many wrong tries. Wait {num} seconds.", self.seconds
            )
        minutes = -(-self.seconds // 60)
        return ngettext(
            "Too many wrong tries. Wait {num} minute.", "Too many wrong tries. Wait {num} minutes.", minutes
        )


class TooManyFiles(TooMany):
    """Somebody sent too many files and has to wait, for so many seconds."""

    @property
    def words(self) -> str:
        """How long, in the reader's language."""
        minutes = -(-self.seconds // 60)
        return ngettext(
            "Too many files came from here. Wait {num} minute.",
            "Too many files came from here. Wait {num} minutes.",
            minutes,
        )


def count_file() -> None:
    """Count a large file that the asking address is sending; raises 429 while it has to wait."""
    wait = count_guess([GuessLimit(f"file {asker()}", *FILES)]) if current_app.config["LIMIT_GUESSES"] else 0
    if wait:
        raise TooManyFiles(-(-wait // SECOND))


def guess(what: str, look: Callable[[], Found | None]) -> Found | None:
    """What look() finds of a secret that somebody gave: a link, a code or the host's key; counted when it is nothing.

    Raises 429 while the asking address, or for short secrets everybody, has to wait: at a short one without looking.
    """
    if not current_app.config["LIMIT_GUESSES"]:
        return look()
    found = look() if what in LONG else None
    if found is not None:
        return found
    limits = limits_on(what)
    wait = required_wait(limits) or count_guess(limits)
    if wait:
        raise TooMany(-(-wait // SECOND))
    found = None if what in LONG else look()
    if found is not None:
        uncount_guess(limits)
    return found


def limits_on(what: str) -> list[GuessLimit]:
    """The limits on whoever asks now."""
    who = asker()
    own = [(f"{what} slow {who}", SLOW[what]), (f"{what} stop {who}", STOP[what])]
    all_together = [(f"{what} everybody", EVERYBODY[what])] if what in EVERYBODY else []
    return [GuessLimit(name, *patience) for name, patience in own + all_together]


def asker() -> str:
    """A name for the address that asks, or for the network that one household has of IPv6; it cannot be read back."""
    key = str(current_app.secret_key).encode()
    return hmac.new(key, network(request.remote_addr or "").encode(), sha256).hexdigest()[:32]


def network(address: str) -> str:
    """The address, or what the addresses of a household have in common; as it is when it is none."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    return str(known.ipv4_mapped or known.packed[:8].hex())
