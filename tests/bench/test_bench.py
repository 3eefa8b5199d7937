"""The bench runs from end to end, on next to nothing; what it measures is nobody's business here."""

from __future__ import annotations

import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.bench import large, ratings, review, tails
from tests.support.servers import ROOT

TINY = "--rounds 1 --seconds 0.2 --most 6 --clients 2 --evenings 1 2 --long 45".split()
PARTS = (
    "Processor time in process, in F",
    "a deal recorded, scripted answer",
    "unchanged version asked for (304)",
    "Table page of each game",
    "40 deals, in µs (and F)",
    "2 × 20: ms, and ratio to hello",
    "A cold table page with 40 deals",
    "First answer after",
)
FELT = (
    "first visit: first paint, ms",
    "requests before that",
    "engine ready on the first visit, only the page slowed, ms",
    "engine ready on the first visit, the engine as well, ms",
    "last tap to new total, by the phone engine, ms",
    "slowed 6 times, ms",
    "99 of 100 of these, ms",
    "by the server, ms",
    "without any script, ms",
    "service worker, bytes",
    "home, from the icon without a network, ms",
    "table of 40 deals, the same, ms",
    "on top of 200 records, ms",
    "120 deals of 4 matches",
    "requests that record",
    "a tail of 40 deals at the server, ms of the clock",
    "/static/css/main.",
)


@pytest.mark.full
@pytest.mark.slow
def test_it_prints_all_that_it_measures():
    ran = subprocess.run(
        [sys.executable, "-m", "tests.bench", *TINY], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [part for part in PARTS if part not in ran.stdout] == []


@pytest.mark.full
@pytest.mark.browser
def test_it_prints_what_is_felt(chromium: Browser):
    ran = subprocess.run(
        [sys.executable, "-m", "tests.bench", "felt", "--runs", "1", "--taps", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [part for part in FELT if part not in ran.stdout] == []
    assert "never" not in ran.stdout


@pytest.mark.thorough
def test_the_largest_pages_and_files_are_all_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    for most, name in ((20, "MAX_PLAYERS"), (2, "MAX_MATCHES"), (40, "MAX_RECORDS")):
        monkeypatch.setattr(large, name, most)
    large.report(tmp_path, Namespace(unfinished=5))
    _, _, *told = capfd.readouterr().out.splitlines()
    assert all(line.startswith("| ") for line in told), "an answer was no 200"
    assert [line.split(" | ")[0][2:].split(",")[0] for line in told[-3:]] == [
        "a new match",
        "the circle's file",
        "import of it",
    ]


def test_the_ratings_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ratings.report(tmp_path, Namespace(circles=1))
    _, _, *told = capsys.readouterr().out.splitlines()
    assert [line.count(" (") >= len(ratings.LENGTHS) for line in told] == [True] * len(ratings.WAYS)
    assert ratings.spearman([1, 2, 3, 4], [10, 20, 30, 40]) == 1
    assert ratings.spearman([1, 2, 3, 4], [4, 3, 2, 1]) == -1
    assert ratings.spearman([1, 2, 3], [1, 3, 2]) == 0.5  # 1 - 6 × 2 / (3 × 8)


@pytest.mark.full
@pytest.mark.slow
def test_every_page_of_review_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    review.report_size(tmp_path / "review.sqlite", review.Size("tiny", 2, 6, 30), rounds=8)
    told = capsys.readouterr().out
    assert [
        name for name in (*review.QUESTIONS, *review.PAGES) if f"| {name} |" not in told
    ] == []  # a refusal is named


def test_tails_are_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tails.report(tmp_path, Namespace(rounds=1))
    _, _, *told = capsys.readouterr().out.splitlines()
    assert [line.count("|") for line in told] == [5, 5, 5]
