"""A cold visit of the table page: all that a browser with nothing kept must fetch, in bytes on the wire."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from typing import NamedTuple

from tests.bench.load import Line
from tests.bench.requests import Answer, Ask, wire

LINKED = re.compile(r"<(?:link|script|img)\b[^>]*?(?:href|src)=\"(/[^\"]+)\"")
FACE = re.compile(r"@font-face\{[^}]*\}")
URL = re.compile(r"url\(([^)]+)\)")
IMPORT = re.compile(r"(?:import|from)\s*[\"'](/[^\"']+)[\"']")


class Fetched(NamedTuple):
    """One request of the visit."""

    path: str
    size: int  # bytes of the answer with its head


def visit(port: int, page: Ask) -> list[Fetched]:
    """Every answer that the page needs, the page itself first."""
    line, waiting, known = Line(port), [page.path], set[str]()
    found = []
    while waiting:
        path = waiting.pop(0)
        if path in known:
            continue
        known.add(path)
        answer, size = line.ask(wire(page._replace(path=path)))
        found.append(Fetched(path, size))
        waiting.extend(named(path, text_of(answer)))
    return found


def text_of(answer: Answer) -> str:
    """The text of an answer; fonts have none."""
    if answer.status != 200:
        raise RuntimeError(f"answered {answer.status}")
    body = gzip.decompress(answer.body) if answer.headers.get("content-encoding") == "gzip" else answer.body
    return body.decode("utf-8", "replace")


def named(path: str, text: str) -> Iterator[str]:
    """What a page, a stylesheet or a script makes the browser fetch; fonts of other scripts than ours it leaves."""
    if path.endswith(".css"):
        faces = [face for face in FACE.findall(text) if "unicode-range" not in face]
        yield from (path.rpartition("/")[0] + "/" + address for face in faces for address in URL.findall(face))
    elif path.endswith(".js"):
        yield from IMPORT.findall(text)
    elif "." not in path.rpartition("/")[2]:
        yield from LINKED.findall(text)
