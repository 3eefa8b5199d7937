"""Pictures of every screen, to be looked at: python -m tests.tapping.pictures FOLDER [LANGUAGE] [part of a name …].

Each screen at 360x740, 320x568 and 1280x800, in both themes; the phone's pictures have two pixels a point.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser import launched
from tests.databases import copies
from tests.servers import running
from tests.tapping.scenes import scenes
from web.language import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = {"phone": (360, 740, 2), "small": (320, 568, 2), "wide": (1280, 800, 1)}


def main(folder: Path, language: str, wanted: list[str]) -> None:
    """Set the scene, open every screen in a language, and keep its picture."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, copies(Path(place)) as new:
        settings = {"DATABASE_URL": new("sqlite"), "SECRET_KEY": "for pictures", "TALLYSTICK_INSTANCE": place}
        found, cookie = set_scene(settings)
        cookies = {"tallystick": cookie, "language": language}
        shown = {name: path for name, path in found.items() if not wanted or any(part in name for part in wanted)}
        with running(settings, Path(place)) as address, launched() as browser:
            for theme in ("light", "dark"):
                for size in SIZES:
                    pictures(browser, address, cookies, shown, folder, size, theme)


def set_scene(settings: dict[str, str]) -> tuple[dict[str, str], str]:
    """The screens' addresses, and the cookie that opens them."""
    from app import create_app

    own = {"SECRET_KEY": settings["SECRET_KEY"], "SQLALCHEMY_DATABASE_URI": settings["DATABASE_URL"]}
    client = create_app(own).test_client()
    return scenes(client), client.get_cookie("tallystick").value


def pictures(
    browser: Browser, address: str, cookies: dict[str, str], shown: dict[str, str], folder: Path, size: str, theme: str
) -> None:
    """Every screen at one size in one theme."""
    width, height, scale = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale, color_scheme=theme
    )
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    page = context.new_page()
    for name, path in shown.items():
        page.goto(address + path)
        page.screenshot(path=folder / f"{name}-{size}-{theme}.png")
    context.close()


if __name__ == "__main__":
    asked = sys.argv[2:]
    code = asked.pop(0) if asked and asked[0] in NAMES else "en"
    main(Path(sys.argv[1]), code, asked)
