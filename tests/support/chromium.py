"""How tests get at Chromium."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright

NOT_NEEDED = (
    # a browser window makes two hidden pages for the suggestions below its address, dearer than a page of ours
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    # what playwright switches off, whose list this one takes the place of
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    "ThirdPartyStoragePartitioning",
)
PATIENCE = 30_000  # ms, for a machine that has other things to do: only what fails waits so long
QUIET = [
    "--disable-gpu",
    "--in-process-gpu",  # one process less
    "--process-per-site",  # else each page begins a process, and the plain one before it
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(NOT_NEEDED)}",
]


@contextmanager
def launched() -> Iterator[Browser]:
    """Chromium while the block runs; skips the test, loudly, when there is none (CI turns that into a failure)."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def settings() -> dict[str, Any]:
    """Where Chromium is, and how it is started."""
    arguments = [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else QUIET
    return {"executable_path": os.environ.get("CHROMIUM_PATH") or None, "args": arguments}


def launch(playwright: Playwright) -> Browser:
    """Chromium at CHROMIUM_PATH, or playwright's own."""
    from playwright.sync_api import Error

    try:
        return playwright.chromium.launch(**settings())
    except Error as error:
        pytest.skip(f"NO BROWSER TESTS: set CHROMIUM_PATH to a Chromium ({error.message.splitlines()[0]})")
