"""Hearts, a sixth game: tests that know games by their list find it in a copy of the house, and it passes.

hearts/ mirrors the house; each of its files goes where docs/adding-a-game.md says. Besides them only its
key is added to the list of games. TALLYSTICK_SECOND is kept small: the shipped games have had their turn.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEARTS = Path(__file__).with_name("hearts")
LIST = "scoring/games/__init__.py"
LEFT_OUT = shutil.ignore_patterns(".*", "instance", "interpreter", "added_game")
OURS = ("PYTEST", "TEST_PREPARED", "TALLYSTICK")  # beginnings of what this run has in its environment


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the house with the files of Hearts in it and its key in the list of games."""
    copy = tmp_path_factory.mktemp("added_game") / "house"
    shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
    shutil.copytree(HEARTS, copy, dirs_exist_ok=True, ignore=LEFT_OUT)
    games = (copy / LIST).read_text(encoding="utf-8")
    assert games.count("KEYS = (") == 1
    (copy / LIST).write_text(games.replace("KEYS = (", 'KEYS = ("hearts", '), encoding="utf-8")
    return copy


def passed_in(house: Path, *chosen: str) -> str:
    """The last line of a run of chosen tests in the copy; fails with what they say when one fails or none is found."""
    settings = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--basetemp={house.parent / 'temp'}"]
    settings |= {"TALLYSTICK_SECOND": "40", "TALLYSTICK_MATCHES": "10"}
    run = subprocess.run([*command, *chosen], cwd=house, env=settings, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    return run.stdout.splitlines()[-1]


def test_every_file_lies_where_the_docs_say():
    places = (
        "scoring/games/hearts/",
        "templates/rules/hearts.html",
        "templates/emblems/hearts.svg",
        "tests/golden/hearts.json",
        "tests/support/games/hearts.py",
        "tests/web/test_hearts.py",
    )
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    for path in [path.relative_to(HEARTS).as_posix() for path in HEARTS.rglob("*") if path.is_file()]:
        if "__pycache__" not in path:
            assert path.startswith(places), path
    for place in places[:-1]:
        assert place.replace("hearts", "<game>") in page, place


def test_its_words_reach_the_catalogues(house):
    run = subprocess.run(
        [sys.executable, "-m", "web.i18n.extract"], cwd=house, capture_output=True, text=True, check=True
    )
    assert "to translate" in run.stdout
    assert 'msgid "{seat} shot the moon"' in (house / "translations" / "de.po").read_text(encoding="utf-8")


@pytest.mark.thorough
@pytest.mark.browser
def test_it_keeps_the_laws_and_is_set_up_played_drawn_printed_and_exported(house):
    """Also tapped to its end in the browser; and its golden file."""
    laws = [f"laws/test_{name}.py" for name in ("every_option", "labels", "unused_options")]
    pages = ("table/test_only_possible.py", "web/test_hearts.py", "web/phone_engine/test_same_table.py")
    chosen = ("scoring", *laws, *pages, "repository/test_imports.py", "browser/test_matches.py")
    passed_in(house, "-k", "(hearts or wording) and not never_raises", *(f"tests/{name}" for name in chosen))


@pytest.mark.full
@pytest.mark.browser
def test_the_second_interpreter_scores_and_draws_it(house):
    passed_in(house, "-k", "hearts or golden or random", "tests/interpreters")
