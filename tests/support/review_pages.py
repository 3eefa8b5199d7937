"""Pages of review as a reader finds them: their words, where their rows lead, and how much there is behind a row."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient

from tests.support.html import main_of
from web.review.lists import PAGE

LISTED = 'class="lane leads" href="/m/'
ROW = re.compile(r'<li><a class="lane leads[^"]*" href="([^"]*)">(.*?)</a></li>', re.S)


def page_of(client: FlaskClient, address: str) -> str:
    """The words of a page."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return main_of(answer)


def counted(client: FlaskClient, address: str) -> int:
    """How many matches or deals a list says there are; its first page and its last have as many."""
    page = client.get(address)
    assert page.status_code == 200, address
    said = int(re.search(r'class="first-words"><b>(\d+) ', page.text)[1])
    last = max(1, -(-said // PAGE))
    if last > 1:
        assert page.text.count(LISTED) == PAGE, address
        page = client.get(f"{address}{'&' if '?' in address else '?'}page={last}")
    assert page.text.count(LISTED) == said - PAGE * (last - 1), address
    return said


def rows_of(client: FlaskClient, address: str) -> list[tuple[str, str]]:
    """The rows of an answer: where each leads, and its words."""
    page = client.get(address)
    assert page.status_code == 200, address
    found = [(unescape(to), unescape(re.sub(r"<[^>]+>", " ", words))) for to, words in ROW.findall(page.text)]
    return [(to, " ".join(words.split())) for to, words in found]
