"""Pages of review as a reader finds them: their words, where their rows lead, and how much there is behind a row."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient

from tests.support.html import main_of

ROW = re.compile(r'<li><a class="lane leads[^"]*" href="([^"]*)">(.*?)</a></li>', re.S)


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


def rows_of(client: FlaskClient, address: str) -> list[tuple[str, str]]:
    """The rows of an answer: where each leads, and its words."""
    page = client.get(address)
    assert page.status_code == 200, address
    found = [(unescape(to), unescape(re.sub(r"<[^>]+>", " ", words))) for to, words in ROW.findall(page.text)]
    return [(to, " ".join(words.split())) for to, words in found]


def listed(client: FlaskClient, address: str) -> int:
    """How many matches or deals a list has: it says so, and its pages have as many."""
    page, n = client.get(address), 0
    assert page.status_code == 200, address
    said = int(re.search(r"<h1>.*? <small>([\d,]+) ", page.text, re.S)[1])
    for number in range(1, -(-said // 40) + 1):
        n += client.get(f"{address}&page={number}").text.count('class="lead leads" href="/m/')
    assert n == said, address
    return said
