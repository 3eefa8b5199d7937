"""The two pictures of the manifest, made anew from the demonstration circle: python -m tests.browser.manifest_pictures.

A table of this evening, and the story of the last one; narrow, as a browser shows them that offers to install.
"""

from __future__ import annotations

import base64
import tempfile
from pathlib import Path

from flask.testing import FlaskClient
from playwright.sync_api import Page

from tests.support.chromium import launched
from tests.support.databases import copies
from tests.support.records import play, say
from tests.support.servers import running
from tests.support.tables import start

FOLDER = Path(__file__).parents[2] / "static" / "screenshots"
WIDTH, HEIGHT, SCALE = 390, 844, 2
QUALITY = 45
DEALS = ({"declarer": 1, "contract": 8, "tricks": 9}, {"declarer": 0, "contract": 10, "tricks": 11})


def main() -> None:
    """Fill an installation, play a little, and keep both pictures."""
    with tempfile.TemporaryDirectory() as place, copies(Path(place)) as new:
        settings = {"DATABASE_URL": new("sqlite"), "SECRET_KEY": "for pictures", "TALLYSTICK_INSTANCE": place}
        paths, cookie = scene(settings)
        with running(settings, Path(place)) as address, launched() as browser:
            page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
            page.context.add_cookies([{"name": "tallystick", "value": cookie, "url": address}])
            for name, path in paths.items():
                page.goto(address + path)
                keep(page, name)


def scene(settings: dict[str, str]) -> tuple[dict[str, str], str]:
    """The paths of the pages by name, and the cookie that opens them."""
    from app import create_app

    app = create_app({"SECRET_KEY": settings["SECRET_KEY"], "SQLALCHEMY_DATABASE_URI": settings["DATABASE_URL"]})
    told = app.test_cli_runner().invoke(args=["demo"]).output
    client = app.test_client()
    client.get(told.split()[-1])
    client.post("/join", data={"csrf_token": client.get("/line").get_json()["token"]})
    last = client.get("/line/home").get_json()["evenings"][0]["uid"]
    return {"table": f"/m/{table(client)}", "story": f"/e/{last}/story"}, client.get_cookie("tallystick").value


def table(client: FlaskClient) -> str:
    """The uid of a match of this evening, in the middle of a deal."""
    names = [person["name"] for person in client.get("/line/home").get_json()["people"][:4]]
    uid = start(client, "boomke_wies", *names)
    play(client.application, uid, *DEALS)
    say(client.application, uid, "bid", declarer=2, contract=9)
    return uid


def keep(page: Page, name: str) -> None:
    """Keep a picture of what is seen."""
    seen = {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "scale": SCALE}
    shot = {"format": "webp", "quality": QUALITY, "clip": seen}
    found = page.context.new_cdp_session(page).send("Page.captureScreenshot", shot)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(found["data"]))


if __name__ == "__main__":
    main()
