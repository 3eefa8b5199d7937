"""Pictures of every screen, to be looked at: python -m tests.browser.pictures FOLDER [LANGUAGE] [part of a name …].

Each screen at 390x844, 320x568, 1280x800 and on a television of 1920x1080, in both themes, from top to end; the phone's
pictures have two pixels a point.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.scenes import crowded, scenes, visit
from tests.support.chromium import launched
from tests.support.databases import copies
from tests.support.servers import running
from web.i18n.catalog import NAMES

SIZES = {"phone": (390, 844, 2), "small": (320, 568, 2), "wide": (1280, 800, 1), "television": (1920, 1080, 1)}


def main(folder: Path, language: str, wanted: list[str]) -> None:
    """Set the scene, open every screen in a language, and keep its picture."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place, copies(Path(place)) as new:
        settings = {"DATABASE_URL": new("sqlite"), "SECRET_KEY": "for pictures", "TALLYSTICK_INSTANCE": place}
        found = set_scene(settings)
        shown = {name: seen for name, seen in found.items() if not wanted or any(part in name for part in wanted)}
        with running(settings, Path(place)) as address, launched() as browser:
            for theme in ("light", "dark"):
                for size in SIZES:
                    pictures(browser, address, language, shown, folder, size, theme)


def set_scene(settings: dict[str, str]) -> dict[str, tuple[str, str]]:
    """The screens' addresses, crowded tables among them, each with the cookie that opens it."""
    from app import create_app

    own = {"SECRET_KEY": settings["SECRET_KEY"], "SQLALCHEMY_DATABASE_URI": settings["DATABASE_URL"]}
    client = create_app(own).test_client()
    found = {}
    for made in (scenes, crowded):  # each in a circle of its own
        addresses = made(client)
        cookie = client.get_cookie("tallystick").value
        found |= {name: (path, cookie) for name, path in addresses.items()}
    return found


def pictures(
    browser: Browser,
    address: str,
    language: str,
    shown: dict[str, tuple[str, str]],
    folder: Path,
    size: str,
    theme: str,
) -> None:
    """Every screen at one size in one theme."""
    width, height, scale = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale, color_scheme=theme
    )
    page = context.new_page()
    for name, (path, cookie) in shown.items():
        cookies = {"tallystick": cookie, "language": language}
        context.add_cookies([{"name": known, "value": value, "url": address} for known, value in cookies.items()])
        visit(page, address + path, name)
        page.screenshot(path=folder / f"{name}-{size}-{theme}.png", full_page=size in ("phone", "small"))
    context.close()


if __name__ == "__main__":
    asked = sys.argv[2:]
    code = asked.pop(0) if asked and asked[0] in NAMES else "en"
    main(Path(sys.argv[1]), code, asked)
