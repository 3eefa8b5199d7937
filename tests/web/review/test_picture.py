"""The picture to share: a PNG of its size in every reading direction, hatched by strokes, kept by what it shows."""

from __future__ import annotations

import os
import struct
import zlib
from datetime import date, timedelta
from pathlib import Path

import pytest
from flask import Flask

from tests.web.review.chart_reader import reading
from web.review.charts.chance import Course
from web.review.charts.year import Cut
from web.review.picture.card import PictureCard, card_svg
from web.review.picture.hatching import APART, hatched, strokes
from web.review.picture.lettering import first_letter, fitted
from web.review.picture.render import png
from web.review.picture.store import FOLDER, drop_oldest, stored_picture

EVENING = date(2026, 11, 20)
CUTS = [Cut(EVENING - timedelta(7 * n), 10 + n) for n in range(20)]
LINES = ["Cem’s Plunge turned it on deal 3.", "Boomke Wies was theirs as well, 12–9.", "40 deals."]
DEALS = [(1, 0), (0, 2), (3, 0)]
ENGLISH = PictureCard(
    "Ann & Cem came back from 5 in 100", "Friday 20 November 2026", "7–6", 0, LINES, CUTS, EVENING,
    Course(("Ann & Cem", "Bob & Dee"), [0.5, 0.6, 0.05, 1], DEALS, 2),
)  # fmt: skip
PERSIAN = ENGLISH._replace(
    title="آوا و کاوه هر دو را بردند", when="جمعه ۲۹ آبان", result="۷ به ۶", course=None, deals=DEALS
)


def pixels(picture: bytes) -> tuple[int, int, bytes]:
    """Width, height and the unpacked rows of a PNG; fails where it cannot be decoded."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    at, data, size = 8, b"", (0, 0)
    while at < len(picture):
        (length,), kind = struct.unpack(">I", picture[at : at + 4]), picture[at + 4 : at + 8]
        body = picture[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", picture[at + 8 + length : at + 12 + length])[0]
        size = struct.unpack(">II", body[:8]) if kind == b"IHDR" else size
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    return size[0], size[1], zlib.decompress(data)


@pytest.mark.parametrize(("code", "card", "dark"), [("en", ENGLISH, True), ("fa", PERSIAN, False)])
def test_picture_decodes_and_has_its_size(app: Flask, code: str, card: PictureCard, dark: bool) -> None:
    with reading(app, code):
        width, height, rows = pixels(png(card_svg(card, dark)))
    assert (width, height) == (1080, 1350)
    assert len(rows) % height == 0
    row = len(rows) // height
    assert rows[1:4].hex() == ("141917" if dark else "e6ebd6")
    title = rows[row * 250 : row * 400]
    assert len(set(title)) > 20, "the title is drawn in our own fonts"


def test_texts_from_right_to_left_carry_their_mark_and_change_ends(app: Flask) -> None:
    with reading(app, "fa"):
        svg = card_svg(PERSIAN, dark=False)
    assert "\u202bآوا" in svg
    assert 'text-anchor="end"' in svg.partition("\u202bآوا")[0].rpartition("<text")[2]
    assert "var(" not in svg


def test_title_leaves_room_for_the_result() -> None:
    assert fitted("Ann & Cem came back from 5 in 100", 900, 6) == (84, ["Ann & Cem came back", "from 5 in 100"])
    size, lines = fitted("A very long title that nobody would ever want to read to its end " * 3, 900, 6)
    assert size == 50
    assert len(lines) <= 2


@pytest.mark.parametrize(("name", "letter"), [("Ann", "A"), (" élise", "É"), ("e\u0301lise", "E\u0301"), ("آوا", "آ")])
def test_first_letters_only(name: str, letter: str) -> None:
    assert first_letter(name) == letter


def test_same_picture_is_kept_and_another_is_not_it(app: Flask, tmp_path: Path) -> None:
    with reading(app, "en"):
        first = stored_picture(tmp_path, ENGLISH, dark=True)
        [kept] = (tmp_path / FOLDER).iterdir()
        kept.write_bytes(b"kept")
        assert stored_picture(tmp_path, ENGLISH, dark=True) == b"kept"
        assert stored_picture(tmp_path, ENGLISH, dark=False) not in (b"kept", first)
    assert len(list((tmp_path / FOLDER).iterdir())) == 2


def test_pictures_used_longest_ago_go_first(tmp_path: Path) -> None:
    for n in range(4):
        file = tmp_path / f"{n}.png"
        file.write_bytes(b"x" * 100)
        os.utime(file, (n, n))
    drop_oldest(tmp_path, 250)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2.png", "3.png"]


STEP = [(0.0, 31.0), (10.0, 31.0), (10.0, 13.0), (40.0, 13.0), (40.0, 61.0), (0.0, 61.0)]
"""Low on the left up to 10, high from there on."""


def test_strokes_begin_and_end_at_the_edges_of_their_area() -> None:
    found = list(strokes(STEP))
    assert [y for _, _, y in found] == [18, 24, 30, 36, 42, 48, 54, 60]
    assert [(begin, end) for begin, end, _ in found] == [(10, 40)] * 3 + [(0, 40)] * 5


def test_an_area_in_two_parts_has_two_strokes_at_a_height() -> None:
    hollow = [(0.0, 0.0), (10.0, 0.0), (10.0, 20.0), (30.0, 20.0), (30.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)]
    at_six = [(begin, end) for begin, end, y in strokes(hollow) if y == APART]
    assert at_six == [(0, 10), (30, 40)]


@pytest.mark.parametrize("letter", ["a", "b"])
@pytest.mark.parametrize(("code", "left", "right"), [("en", 0, 40), ("fa", 326, 366)])
def test_turned_and_mirrored_strokes_stay_in_it(app: Flask, letter: str, code: str, left: int, right: int) -> None:
    """A picture from right to left has it on the other side of its 366 units."""
    with app.test_request_context(headers={"Accept-Language": code}):
        tag, names, (drawn,) = hatched(STEP, letter)
    assert (tag, names) == ("g", {"class": letter})
    points = [[float(n) for n in point.split()] for point in drawn[1]["d"].replace("L", "M").split("M") if point]
    numbers = [n for point in points for n in point]
    assert len(numbers) > 20
    assert all(left - 0.1 <= x <= right + 0.1 for x in numbers[::2])
    assert all(12.9 <= y <= 61.1 for y in numbers[1::2])
