"""Errors of the log: the closed list of what append() and read() raise; detect_corruption() finds damaged rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sqlalchemy.exc import DatabaseError, NoResultFound

from models.transaction import is_malformed
from scoring.words import Problem, Record, message

if TYPE_CHECKING:
    from scoring.words import Wording


SENTENCES: dict[str, Wording] = {
    "answered_often": message("This has been answered often enough"),
    "circle_full": message("A circle can have at most {most} players."),
    "evening_full": message("This evening has as many matches as it can hold. Begin a new evening."),
    "in_force": message("That is in force already"),
    "line_changed": message("This line has been changed since"),
    "match_closed": message("The match was closed before this deal"),
    "match_full": message("This match has as many entries as it can hold"),
    "no_such_kind": message("Nothing of this kind can be recorded"),
    "no_such_player": message("Nobody of this name plays in this circle"),
    "no_such_saying": message("There is no such entry in this match"),
    "not_a_uid": message("A record is named by 1 to 64 letters, digits, hyphens or underscores"),
    "struck_already": message("That was removed already"),
    "too_long": message("This is too long to be recorded"),
}
"""Messages by code of the problems that models/ finds; those of the games have theirs in scoring/."""


class Refused(Exception):  # noqa: N818
    """A record or a new row breaks a rule: all its problems at once, each with its field. Nothing was recorded."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(", ".join(f"{fault.field}: {fault.code}" for fault in problems))
        self.problems = problems


class StaleVersion(Exception):  # noqa: N818
    """The log has grown: records are those after the version that the author knew, oldest first."""

    def __init__(self, version: int, records: tuple[Record, ...]) -> None:
        super().__init__(f"the log has come to {version}")
        self.version, self.records = version, records


class DuplicateUid(Exception):  # noqa: N818
    """The uid names another record already: a mistake of the client."""

    def __init__(self, uid: str) -> None:
        super().__init__(f"{uid} names another record")
        self.uid = uid


class BrokenChain(Exception):  # noqa: N818
    """The stored rows of a match do not fit their hashes: it must be neither displayed nor appended to."""

    def __init__(self, match: str, where: str) -> None:
        super().__init__(f"match {match} is damaged: {where}")
        self.match, self.where = match, where


@contextmanager
def detect_corruption(uid: str) -> Iterator[None]:
    """Raise BrokenChain of this match in place of errors that damaged values cause."""
    try:
        yield
    except (ValueError, TypeError, NoResultFound) as error:
        raise BrokenChain(uid, str(error)) from error
    except DatabaseError as error:
        if is_malformed(error):
            raise BrokenChain(uid, str(error.orig)) from error
        raise
