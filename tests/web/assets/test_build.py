"""The folder of assets: built once, what is in use stays there, what no version has used for long goes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from app import create_app
from tests.support.servers import ROOT, prepared
from web.assets import MAX_BUILDS
from web.packing import build_missing, build_number
from web.phone_bundle import engine_sources

DAY = 24 * 3600


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Starts an app in a folder of its own, as on a day so many days ago; the folder of its assets comes back."""
    assets = tmp_path / "assets"
    prepared(tmp_path)
    for path in folders(assets) - {build_number()}:
        shutil.rmtree(assets / path)
    monkeypatch.setenv("TALLYSTICK_INSTANCE", str(tmp_path))

    def started(days_ago: int = 0):
        app = create_app({"SECRET_KEY": "for a test", "DATABASE_URL": "sqlite://"})
        age(days_ago, *assets.iterdir())
        return app, assets

    return started


def age(days, *paths):
    """Let files have been used last so many days ago."""
    then = time.time() - days * DAY
    for path in paths:
        os.utime(path, (then, then))


def folders(assets):
    """The names of the builds that are there."""
    return {path.name for path in assets.iterdir() if path.is_dir()}


def files(folder):
    """Every file in a folder."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_what_is_in_use_stays_however_old_and_with_the_same_sources_nothing_is_built_again(start, monkeypatch):
    start(days_ago=1000)
    monkeypatch.setattr("web.packing.build", None)
    app, assets = start()
    assert {address.split("/")[2] for address in app.config["ASSETS"].values()} == folders(assets)
    with app.test_client() as client:
        for address in app.config["ASSETS"].values():
            with client.get(address) as answer:
                assert answer.status_code == 200


def test_what_an_older_version_used_or_compiled_stays_for_a_while_and_the_last_few_builds(start, tmp_path):
    app, assets = start()
    [compiled] = (tmp_path / "compiled").iterdir()
    (tmp_path / "compiled" / "0000000000").mkdir()
    old, young = assets / "0000000000", assets / "1111111111"
    for folder in (old, young):
        (folder / "table").mkdir(parents=True)
        (folder / "table" / "main.js").write_text("of an older version")
    age(61, old)
    age(59, young)
    before = files(assets)
    app, _ = start()
    assert files(assets) == before - {"0000000000/table/main.js"}
    assert [*(tmp_path / "compiled").iterdir()] == [compiled]
    with app.test_client().get("/static/1111111111/table/main.js") as answer:
        assert answer.text == "of an older version"
    shutil.rmtree(young)
    for number in range(2 * MAX_BUILDS):
        (assets / str(number)).mkdir()
        age(number + 1, assets / str(number))
    start()
    assert folders(assets) == {build_number(), *map(str, range(MAX_BUILDS - 1))}


def test_another_source_is_another_build(tmp_path, monkeypatch):
    """Scripts, rules, words and the code that packs them."""
    before = build_number()
    assert build_number() == before
    sources = engine_sources()
    rooms = {path.relative_to(ROOT).parts[0] for path in sources}
    assert {"scoring", "table", "translations", "web", "templates"} <= rooms
    changed = tmp_path / "score.py"
    changed.write_text("x = 1", encoding="utf-8")
    monkeypatch.setattr("web.packing.ROOT", Path("/"))
    ours = build_number()
    for more in (changed, *sources[:1]):
        monkeypatch.setattr("web.packing.engine_sources", lambda more=more: [*sources, more])
        assert build_number() != ours


def test_what_two_processes_build_at_once_is_there_once_and_whole(tmp_path, monkeypatch):
    """The second waits for the first."""
    built = []

    def slowly():
        built.append("engine")
        second.start()
        second.join(0.1)  # it waits; where it did not, it would build as well
        return iter(())

    second = threading.Thread(target=build_missing, args=[tmp_path])
    monkeypatch.setattr("web.packing.engine_contents", slowly)
    monkeypatch.setattr("web.packing.static_contents", lambda: iter([("a/b.js", b"b")]))
    folder = build_missing(tmp_path)
    second.join()
    assert built == ["engine"]
    assert files(folder) == {"a/b.js", "a/b.js.gz", "a/b.js.br"}
    assert {path.name for path in tmp_path.iterdir()} == {folder.name, "turn"}


def test_a_command_builds_nothing(tmp_path):
    settings = {"TALLYSTICK_INSTANCE": str(tmp_path), "DATABASE_URL": "", "SECRET_KEY": "for a test"}
    command = [sys.executable, "-m", "flask", "--app", "app", "circles"]
    environment = {**os.environ, **settings}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert not {path.name for path in tmp_path.iterdir()} & {"assets", "compiled"}
