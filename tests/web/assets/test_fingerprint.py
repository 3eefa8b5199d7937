"""The folder of assets: what is in use stays there, what no version has used for long goes."""

from __future__ import annotations

import os
import time

import pytest

from app import create_app
from tests.support.servers import prepared

DAY = 24 * 3600


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Starts an app in a folder of its own, as on a day so many days ago; the folder of its assets comes back."""

    def started(days_ago: int = 0):
        if not (tmp_path / "assets").exists():
            prepared(tmp_path)
        monkeypatch.setenv("TALLYSTICK_INSTANCE", str(tmp_path))
        app = create_app({"SECRET_KEY": "for a test", "DATABASE_URL": "sqlite://"})
        assets = tmp_path / "assets"
        age(days_ago, *assets.rglob("*"))
        return app, assets

    return started


def age(days, *paths):
    """Let files have been used last so many days ago."""
    then = time.time() - days * DAY
    for path in paths:
        os.utime(path, (then, then))


def files(folder):
    """Every file in a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_what_is_in_use_stays_however_old_it_is(start):
    _, assets = start(days_ago=1000)
    before = files(assets)
    app, _ = start()
    assert files(assets) == before
    with app.test_client() as client:
        for name in [*app.config["ASSETS"].values(), *(supply.bundle[8:] for supply in app.config["ENGINE"].values())]:
            with client.get(f"/static/{name}") as answer:
                assert answer.status_code == 200


def test_what_an_older_version_used_stays_for_a_while_and_goes(start):
    _, assets = start()
    old, young = assets / "table.0000000000.js", assets / "engine" / "table.1111111111.js.br"
    for path in (old, young):
        path.write_text("of an older version")
    age(61, old)
    age(59, young)
    before = files(assets)
    start()
    assert files(assets) == before - {"table.0000000000.js"}
