"""README and docs are true: what they name is there, and every number of a rule that is cited stands in docs/rules."""

from __future__ import annotations

import re

import pytest

from tests.bench.__main__ import PARTS
from tests.support.servers import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TOP = "commands docs interpreter migrations models scoring static table templates tests translations web".split()
GAMES = {"BW": "boomke_wies", "CB": "clobyosh", "KO": "knockout_whist", "TX": "texas_42", "ZA": "zwanzig_ab"}
CITING = [path for folder in TOP for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".json", ".html")]


def name_of(page):
    return str(page.relative_to(ROOT))


def is_in_tree(name: str) -> bool:
    """Whether a name in code letters means a file or folder of ours; `<game>` and the like mean any."""
    return "<" not in name and name.split("/")[0] in TOP and ("/" in name or name in TOP)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_what_a_page_names_is_there(page):
    text = page.read_text(encoding="utf-8")
    named = [name for name in re.findall(r"`([\w.<>/-]+)`", text) if is_in_tree(name)]
    linked = [link for link in re.findall(r"\]\(([\w./-]+)\)", text) if "//" not in link]
    missing = [name for name in named if not (ROOT / name).exists()]
    assert missing + [link for link in linked if not (page.parent / link).exists()] == []
    assert set(re.findall(r"`\./run bench ([a-z][a-z-]*)", text)) <= set(PARTS)


@pytest.mark.parametrize("short", GAMES)
def test_every_rule_that_is_cited_stands_in_the_rule_book(short):
    """Once, as `- **ZA-D14** …`; "TX-V1, V3" cites two."""
    number = re.compile(short + r"-([DVX]\d+(?:(?:, | and | or )[DVX]\d+)*)")
    texts = [path.read_text(encoding="utf-8") for path in CITING]
    cited = {each for text in texts for found in number.findall(text) for each in re.findall(r"[DVX]\d+", found)}
    book = (ROOT / "docs" / "rules" / f"{GAMES[short]}.md").read_text(encoding="utf-8")
    told = re.findall(rf"\*\*{short}-([DVX]\d+)\*\*", book)
    assert len(cited) > 10
    assert sorted(cited - set(told)) == []
    assert len(told) == len(set(told))
