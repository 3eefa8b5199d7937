"""Rate limit for wrong links, spoken codes and host keys, for files brought and fetched, for pictures and for tails;
shared by all workers.

Nothing else is limited. A right link is accepted whatever was tried before.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from hashlib import sha256
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple, TypeVar

from flask import current_app, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import TooManyRequests

from models.db.errors import is_transient
from models.log.errors import Busy
from models.tables.guess_limit import GuessLimit, count_guess, required_wait, uncount_guess
from web.i18n.locale import gettext, ngettext

Found = TypeVar("Found")

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000


class Limit(NamedTuple):
    """How many wrong guesses are free, and after how many milliseconds each is forgotten."""

    free: int
    step: int


SLOW_LIMITS = {"link": Limit(20, 15 * SECOND), "code": Limit(8, 30 * SECOND), "key": Limit(5, MINUTE)}
STOP_LIMITS = {"link": Limit(100, HOUR // 4), "code": Limit(30, HOUR), "key": Limit(20, HOUR)}
FILE_LIMIT = Limit(20, 3 * MINUTE)  # circles that are brought in
EXPORT_LIMIT = Limit(30, MINUTE)  # files of all that a circle played
PICTURE_LIMIT = Limit(60, 5 * SECOND)  # that are drawn; one that is kept is free
READ_PATIENCE = 0.2  # s that what is only read waits to be counted
TAIL_LIMIT, RECORD_LIMIT = Limit(30, MINUTE // 30), Limit(2_000, HOUR // 2_000)  # what one phone sends afterwards
KEY_LIMIT = Limit(60, MINUTE)  # keys of phones that are remembered
LONG_SECRETS = ("link",)  # nobody finds one by trying
GLOBAL_LIMITS = {"code": Limit(300, 12 * SECOND), "key": Limit(100, MINUTE)}
"""What all addresses together may guess: five letters must not be walked through from ten thousand addresses.

A link needs no such limit: nobody finds one of 2^256, and nobody shall be kept out because others try.
"""


class TooManyGuesses(TooManyRequests):
    """429: wait this many seconds."""

    def __init__(self, seconds: int) -> None:
        super().__init__(retry_after=seconds)
        self.seconds = seconds

    @property
    def words(self) -> str:
        """The text of the error page."""
        if self.seconds < 100:
            return ngettext(
                "Too many wrong tries. Wait {num} second.", "Too many wrong tries. Wait {num} seconds.", self.seconds
            )
        minutes = -(-self.seconds // 60)
        return ngettext(
            "Too many wrong tries. Wait {num} minute.", "Too many wrong tries. Wait {num} minutes.", minutes
        )


class TooManyFiles(TooManyGuesses):
    """429 after too many files."""

    @property
    def words(self) -> str:
        """The text of the error page."""
        minutes = -(-self.seconds // 60)
        return ngettext(
            "Too many files came from here. Wait {num} minute.",
            "Too many files came from here. Wait {num} minutes.",
            minutes,
        )


class TooManyExports(TooManyGuesses):
    """429 after too many files were fetched."""

    @property
    def words(self) -> str:
        """The text of the error page."""
        minutes = -(-self.seconds // 60)
        return ngettext(
            "Too many files were fetched from here. Wait {num} minute.",
            "Too many files were fetched from here. Wait {num} minutes.",
            minutes,
        )


class TooManyPictures(TooManyGuesses):
    """429 after too many pictures were drawn."""

    @property
    def words(self) -> str:
        """The text of the error page."""
        return ngettext(
            "Too many pictures at once. Wait {num} second.",
            "Too many pictures at once. Wait {num} seconds.",
            self.seconds,
        )


def count_file() -> None:
    """Count a large upload of this client; raises TooManyFiles while it has to wait."""
    count_use("file", FILE_LIMIT, TooManyFiles)


def count_export() -> None:
    """Count a file that this client fetches; raises TooManyExports while it has to wait."""
    count_read("export", EXPORT_LIMIT, TooManyExports)


def count_picture() -> None:
    """Count a picture that is drawn for this client; raises TooManyPictures while it has to wait."""
    count_read("picture", PICTURE_LIMIT, TooManyPictures)


def count_read(what: str, limit: Limit, refusal: type[TooManyGuesses]) -> None:
    """Count what is only read; whoever else writes meanwhile does not hold it up, and it is not counted then."""
    try:
        count_use(what, limit, refusal, READ_PATIENCE)
    except (Busy, SQLAlchemyError) as error:
        if not is_transient(error):
            raise


def count_use(what: str, limit: Limit, refusal: type[TooManyGuesses], timeout: float | None = None) -> None:
    """Count what this client asks for; raises the refusal while it has to wait. timeout: as for write_connection."""
    if not current_app.config["LIMIT_GUESSES"]:
        return
    wait = count_guess([GuessLimit(f"{what} {client_key()}", *limit)], timeout)
    if wait:
        raise refusal(-(-wait // SECOND))


class TooManyTails(TooManyGuesses):
    """429 after more records of one phone than a table can make."""

    @property
    def words(self) -> str:
        """What the answer says."""
        return gettext("This phone sends too much at once. It goes on by itself in a moment.")


def count_tail(device: str, records: int) -> None:
    """Count a tail of a device with so many records; raises TooManyTails while it has to wait."""
    if not current_app.config["LIMIT_GUESSES"]:
        return
    wait = count_guess(
        [GuessLimit(f"tail {device}", *TAIL_LIMIT), GuessLimit(f"tail records {device}", *RECORD_LIMIT, records)]
    )
    if wait:
        raise TooManyTails(-(-wait // SECOND))


def count_key() -> None:
    """Count a phone's key that this client lets be remembered; raises TooManyGuesses while it has to wait."""
    count_use("key of a phone", KEY_LIMIT, TooManyGuesses)


def limited_guess(what: str, look: Callable[[], Found | None]) -> Found | None:
    """What look() finds of a guessed secret: a link, a code or the host's key; None is counted as a wrong guess.

    Raises TooManyGuesses while the client, or for short secrets everybody, has to wait: for a short one without
    looking.
    """
    if not current_app.config["LIMIT_GUESSES"]:
        return look()
    found = look() if what in LONG_SECRETS else None
    if found is not None:
        return found
    limits = limits_on(what)
    wait = required_wait(limits) or count_guess(limits)
    if wait:
        raise TooManyGuesses(-(-wait // SECOND))
    found = None if what in LONG_SECRETS else look()
    if found is not None:
        uncount_guess(limits)
    return found


def limits_on(what: str) -> list[GuessLimit]:
    """The limits on this client."""
    who = client_key()
    own = [(f"{what} slow {who}", SLOW_LIMITS[what]), (f"{what} stop {who}", STOP_LIMITS[what])]
    all_together = [(f"{what} everybody", GLOBAL_LIMITS[what])] if what in GLOBAL_LIMITS else []
    return [GuessLimit(name, *patience) for name, patience in own + all_together]


def client_key() -> str:
    """A keyed hash of the client's address, or of its IPv6 network; it cannot be read back."""
    key = str(current_app.secret_key).encode()
    return hmac.new(key, network_of(request.remote_addr or "").encode(), sha256).hexdigest()[:32]


def network_of(address: str) -> str:
    """The address, or the /64 network of an IPv6 one; another text unchanged."""
    try:
        known = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    return str(known.ipv4_mapped or known.packed[:8].hex())
