"""The picture to share: a PNG of its size in every reading direction, kept by what it shows."""

from __future__ import annotations

import os
import struct
import zlib
from datetime import date, timedelta

from tests.web.review.chart_reader import reading
from web.review.charts.chance import Course
from web.review.charts.year import Cut
from web.review.picture.card import PictureCard, card_svg
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


def test_picture_decodes_has_its_size_and_is_drawn_in_our_own_fonts(app):
    for code, card, dark, ground in (("en", ENGLISH, True, "141917"), ("fa", PERSIAN, False, "e6ebd6")):
        with reading(app, code):
            width, height, rows = pixels(png(card_svg(card, dark)))
        assert (width, height, rows[1:4].hex()) == (1080, 1350, ground)
        row = len(rows) // height
        assert len(set(rows[row * 250 : row * 400])) > 20, "the title"


def test_texts_from_right_to_left_carry_their_mark_and_change_ends(app):
    with reading(app, "fa"):
        svg = card_svg(PERSIAN, dark=False)
    assert 'text-anchor="end"' in svg.partition("\u202bآوا")[0].rpartition("<text")[2]
    assert "var(" not in svg


def test_title_leaves_room_for_the_result_and_names_have_first_letters():
    assert fitted("Ann & Cem came back from 5 in 100", 900, 6) == (84, ["Ann & Cem came back", "from 5 in 100"])
    size, lines = fitted("A very long title that nobody would ever want to read to its end " * 3, 900, 6)
    assert (size, len(lines)) == (50, 2)
    assert [first_letter(name) for name in (" élise", "e\u0301lise", "آوا")] == ["É", "E\u0301", "آ"]


def test_same_picture_is_kept_and_those_used_longest_ago_go_first(app, tmp_path):
    with reading(app, "en"):
        stored_picture(tmp_path, ENGLISH, dark=True)
        [kept] = (tmp_path / FOLDER).iterdir()
        kept.write_bytes(b"kept")
        assert stored_picture(tmp_path, ENGLISH, dark=True) == b"kept"
        assert stored_picture(tmp_path, ENGLISH, dark=False) != b"kept"
    for number in range(4):
        file = tmp_path / FOLDER / f"{number}.png"
        file.write_bytes(b"x" * 1_000_000)
        os.utime(file, (number, number))
    drop_oldest(tmp_path / FOLDER, 2_900_000)
    left = {file.name for file in (tmp_path / FOLDER).iterdir()}
    assert (left & {f"{number}.png" for number in range(4)}, len(left)) == ({"2.png", "3.png"}, 4)
