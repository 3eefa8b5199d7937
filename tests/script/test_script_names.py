"""Modules of a bundle share one scope: what one defines is never what another means as a name of the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.support.scripts import ENTRIES, STATIC
from web.bundles import IMPORT, defined_names, modules_of

pytestmark = pytest.mark.browser
COMMENT = re.compile(r"^\s*(?://|/?\*).*$|(?<=[;{},()\[\]]) // .*$", re.MULTILINE)


def words_of(source: str) -> set[str]:
    """The words of a script that stand behind no dot and in front of no colon, without its comments."""
    return set(re.findall(r"(?<![\w.$])\w+(?!\w|:)", COMMENT.sub("", source)))


def taken_from_elsewhere(modules: dict[str, str]) -> Iterator[tuple[str, str]]:
    """A module's path with each of its words that another module defines, and that it neither imports nor defines."""
    for path, source in modules.items():
        others = {name for other in modules if other != path for name in defined_names(modules[other])}
        imported = {name for found in IMPORT.finditer(source) for name in re.findall(r"\w+", found[0])}
        for name in sorted(others & words_of(source) - imported - set(defined_names(source))):
            yield path, name


def test_no_module_means_a_name_of_the_browser_by_what_another_defines(chromium):
    found = {pair for name in ENTRIES for pair in taken_from_elsewhere(modules_of(STATIC, name.removesuffix(".js")))}
    page = chromium.new_page()
    browsers = set(
        page.evaluate("names => names.filter((name) => name in window)", sorted({name for _, name in found}))
    )
    page.close()
    assert [pair for pair in sorted(found) if pair[1] in browsers] == []


def test_such_a_word_is_found():
    modules = {"a": "export const open = 1;\nconst own = 2;\n", "b": "open(own.open);\n// own\n"}
    assert list(taken_from_elsewhere(modules)) == [("b", "open"), ("b", "own")]


def test_the_engine_reads_the_servers_clock_where_it_is_left():
    """Two scripts that share no module: net/server_time.js comes later than the engine."""
    [key] = re.findall(
        r'^const KEY = "(.*)";', (STATIC / "net/server_time.js").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert f'sessionStorage.getItem("{key}")' in (STATIC / "engine/client.js").read_text(encoding="utf-8")
