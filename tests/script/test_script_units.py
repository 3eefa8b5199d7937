"""Unit tests of the script: by `node --test` where Node is, else, and where they need a DOM, in the test browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILES = sorted([*HERE.glob("*.test.mjs"), *HERE.glob("*.browser.mjs")])  # the latter need a DOM
ORIGIN = "http://script.test"
IMPORTS = {
    "node:test": "/tests/script/node_test_in_browser.mjs",
    "node:assert/strict": "/tests/script/node_assert_in_browser.mjs",
}
PAGE = f'<!doctype html><script type="importmap">{json.dumps({"imports": IMPORTS})}</script><body>'

RUN = "async ([file, runner]) => (await import(file), (await import(runner)).run())"


@cache
def node() -> str | None:
    """Where Node is, if it reads modules from files that are called .js (20.19 and 22.7 and newer do)."""
    found = shutil.which("node")
    if not found:
        return None
    probe = [found, "-p", "process.features.require_module"]
    able = subprocess.run(probe, capture_output=True, text=True, check=False).stdout.strip() == "true"
    return found if able else None


def by_node(path: Path) -> bool:
    """Whether Node runs a file."""
    return node() is not None and path.name.endswith(".test.mjs")


def in_browser(browser: Browser, path: Path) -> tuple[int, list[str]]:
    """How many tests of a file ran in the browser, and what failed."""

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(ORIGIN + "/")
        if not name:
            route.fulfill(body=PAGE, content_type="text/html")
        elif (ROOT / name).suffix in (".js", ".mjs"):
            route.fulfill(body=(ROOT / name).read_bytes(), content_type="text/javascript")
        else:
            route.fulfill(status=404)

    page = browser.new_page()
    try:
        page.route(ORIGIN + "/**", answer)
        page.goto(ORIGIN + "/")
        names = [f"/{path.relative_to(ROOT).as_posix()}", IMPORTS["node:test"]]
        count, failures = page.evaluate(RUN, names)
        return count, failures
    finally:
        page.close()


def case(path: Path) -> Any:
    """A file of tests, marked as one for the browser where it runs there."""
    return pytest.param(path, id=path.name, marks=[] if by_node(path) else pytest.mark.browser)


@pytest.mark.parametrize("path", [case(path) for path in FILES])
def test_units(request: pytest.FixtureRequest, path: Path) -> None:
    if by_node(path):
        ran = subprocess.run([str(node()), "--test", str(path)], capture_output=True, text=True, timeout=120)
        assert ran.returncode == 0, ran.stdout
    else:
        count, failures = in_browser(request.getfixturevalue("chromium"), path)
        assert count and failures == []
