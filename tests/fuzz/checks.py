"""What holds for every answer, however malformed the request, and what came of all of them."""

from __future__ import annotations

import traceback
from gzip import decompress
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from flask import Flask
from sqlalchemy import select, text

from models.base import Base, db
from models.log.read import read
from models.log.state import state_cache
from models.tables import Match
from tests.fuzz.malformed_request import Ask
from web.http.security import DATA_HEADERS, PAGE_HEADERS

SAFE = ("GET", "HEAD", "OPTIONS")
REVIEW = [mapper.class_ for mapper in Base.registry.mappers if mapper.class_.__module__ == "models.review.tables"]
DERIVED = {model.__tablename__ for model in REVIEW} - {"seasons"}  # made from the logs when somebody looks at review
PASSING = {"grants": ("last_used_at",), "matches": ("results_seal", "reviewed")} | dict.fromkeys(DERIVED, ())
"""What a request that changes nothing may leave behind: whole tables, or some columns."""


class Answer(NamedTuple):
    """What came back: status, headers by lower-case name (cookies without their values), body."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def answered(app: Flask, ask: Ask, cookie: str) -> Answer:
    """What the app answers; what it raises comes back as the body of a 599."""
    began: list[Any] = []
    try:
        parts = app(ask.environ(cookie), lambda status, headers, error=None: began.extend((status, headers)))
        body = b"".join(parts)
        if hasattr(parts, "close"):
            parts.close()
    except Exception:
        return Answer(599, (), traceback.format_exc()[-1500:].encode())
    headers = tuple(sorted((name.lower(), shown(name, text)) for name, text in began[1]))
    return Answer(int(began[0][:3]), headers, decompress(body) if ("content-encoding", "gzip") in headers else body)


def shown(name: str, text: str) -> str:
    """A header's value; of a cookie only its name and how it is kept, not how long."""
    if name.lower() != "set-cookie":
        return text
    return ";".join([text.partition("=")[0], *(part for part in text.split(";")[1:] if "expires" not in part.lower())])


class Witness:
    """Notices what changes in a database: cheaply whether anything was written, and if so what stands there now."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        with app.app_context():
            engine = db.engine
            self.connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            written = "PRAGMA data_version" if engine.dialect.name == "sqlite" else XID
            self.written, self.tables = text(written), self.statements()
        self.version, self.state = self.connection.scalar(self.written), self.digest()

    def statements(self) -> list[Any]:
        """A statement for each table, without what may pass."""
        found = []
        for table in Base.metadata.sorted_tables:
            passing = PASSING.get(table.name)
            columns = [f'"{column.name}"' for column in table.columns if column.name not in (passing or ())]
            if passing != ():
                found.append(text(f"SELECT {', '.join(columns)} FROM {table.name} ORDER BY 1, 2"))
        return found

    def digest(self) -> str:
        """A hash of all that is kept."""
        rows = [sorted(map(repr, self.connection.execute(statement).all())) for statement in self.tables]
        return sha256(repr(rows).encode("utf-8", "surrogatepass")).hexdigest()

    def changed(self) -> bool:
        """Whether anything is kept otherwise than when this was asked last."""
        version = self.connection.scalar(self.written)
        if version == self.version:
            return False
        before, self.version, self.state = self.state, version, self.digest()
        return before != self.state

    def close(self) -> None:
        """Let go of the database."""
        self.connection.close()


XID = "SELECT pg_snapshot_xmax(pg_current_snapshot())::text"  # grows with every transaction that writes


def broken_laws(ask: Ask, answer: Answer, changed: bool) -> list[str]:
    """What an answer should not have been."""
    found = []
    known = dict(answer.headers)
    if answer.status >= 500:
        found.append(f"status {answer.status}: {answer.body.decode(errors='replace')}")
        return found
    if changed and ((answer.status >= 400 and not says_branch(answer)) or ask.method in SAFE):
        found.append(f"{ask.method} was answered {answer.status} and changed what is kept")
    if not is_ours(known.get("location", "/")):
        found.append(f"leads to {known['location']}")
    missing = [name for name in needed(answer) if name.lower() not in known]
    if missing:
        found.append(f"no {', '.join(missing)}")
    if any("\n" in value or "\r" in value for value in known.values()):
        found.append("a header holds an end of line")
    if answer.status >= 400 and ask.method not in ("HEAD", "head") and not in_words(answer):
        found.append(f"{answer.status} without words: {answer.body[:200]!r}")
    return found


def says_branch(answer: Answer) -> bool:
    """Whether a refused tail was kept to be settled, and says where."""
    return answer.status in (409, 422) and b'"branch":"/m/' in answer.body


def needed(answer: Answer) -> dict[str, str]:
    """The headers that an answer needs: of a page all, of data those that concern data."""
    if answer.status == 304:
        return {}
    return PAGE_HEADERS if dict(answer.headers).get("content-type", "").startswith("text/html") else DATA_HEADERS


def is_ours(location: str) -> bool:
    """Whether an address that an answer leads to is one of ours."""
    parts = urlsplit(location)
    return parts.netloc in ("", "localhost") and location[:1] in ("/", "h") and location[1:2] not in ("/", "\\")


def in_words(answer: Answer) -> bool:
    """Whether a refusal is a page that says something, or the part of one that asks anew."""
    kind = dict(answer.headers).get("content-type", "")
    says = b"<title>" in answer.body or b'<section class="confirmation' in answer.body
    return (kind.startswith("text/html") and says) or kind.endswith("json")


def damaged_matches(app: Flask) -> list[str]:
    """The matches that cannot be read any more from the beginning."""
    found = []
    state_cache.clear()
    with app.app_context():
        for match in db.session.scalars(select(Match)).all():
            try:
                read(match)
            except Exception as error:
                found.append(f"{match.uid}: {error!r}")
    return found
