"""Pages of review as a reader finds them: their words, where their rows lead, and how much there is behind a row."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient

from tests.support.html import main_of


def page_of(client: FlaskClient, address: str) -> str:
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return main_of(answer)


def links(client: FlaskClient, page: str, start: str = "/review/matches") -> list[str]:
    """The addresses on a page that begin so."""
    return [unescape(address) for address in re.findall(rf'href="({start}[^"]*)"', client.get(page).text)]


def counted(client: FlaskClient, address: str) -> int:
    """How many matches a list says there are; it has as many."""
    page = client.get(address).text
    match = re.search(r"<small>(\d+) match(?:es)?</small>", page)
    assert match, address
    assert len(re.findall(r'class="lead leads" href="/m/', page)) == int(match[1]), address
    return int(match[1])


def numbers_behind(client: FlaskClient, page: str) -> list[int]:
    """How many matches each list has that a page leads to."""
    return [counted(client, address) for address in links(client, page)]
