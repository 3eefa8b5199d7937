"""Pictures to share: what they say of an evening, a match and a year, and that any name is drawn without boxes."""

from __future__ import annotations

import re
import struct
from functools import partial
from html import unescape

import pytest
import resvg_py
from sqlalchemy import select, update

from models.base import db
from models.tables import Evening, Player
from models.transaction import write_transaction
from tests.support.records import play
from tests.support.review_evenings import MEETING, boom, one_deal, turned, two_matches, two_years
from tests.support.tables import make_circle, start
from web.review import fonts
from web.review.picture import Picture, PictureRow
from web.review.render import Lettering, first_letter, fitted, shown

NAMES = ("İlker Đorđević", "Łukasz", "Чехов", "Ελένη", "עברית", "أحمد", "Nguyễn", "می‌خواهم")
OF_THE_SYSTEM = ("山田", "김민준", "😀", "👨‍👩‍👧", "राम")  # drawn where it has such a font, else left out


@pytest.fixture
def no_system(monkeypatch):
    """Only our own fonts are there."""
    with_fonts_in(monkeypatch)
    yield
    forget()


def with_fonts_in(monkeypatch, *folders):
    monkeypatch.setattr(fonts, "FOLDERS", folders)
    forget()


def forget():
    fonts.system_fonts.cache_clear()
    fonts.font_of.cache_clear()


def words_of(svg):
    """The lines of a picture, without the letters of emblems and the marks of a direction."""
    lines = re.findall(r"<text [^>]*font-family[^>]*>([^<]*)</text>", svg)
    return [re.sub("[\u202b\u202c]", "", unescape(line)) for line in lines]


def drawn(name, rtl=False):
    """A name alone as a picture."""
    lettering = Lettering(rtl)
    line = lettering.line(name, 40, 400)
    text = f'<text y="60" font-family="{line.family}" font-size="40" font-weight="700">{line.text}</text>'
    return lettering.png(f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="80">{text}</svg>')


@pytest.fixture
def told(monkeypatch, capfd):
    """What the renderer warns of while it draws: a box for each character that it finds no font for."""
    monkeypatch.setattr(resvg_py, "svg_to_bytes", partial(resvg_py.svg_to_bytes, log_information=True))
    return lambda: "".join(capfd.readouterr())


def test_names_of_every_script_are_drawn_in_our_own_fonts_without_a_box(no_system, told):
    pictures = {drawn(name) for name in ("", *NAMES)}
    assert len(pictures) == len(NAMES) + 1, "each differs from the others and from an empty one"
    assert "No fonts" not in told()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text font-family="Casual">\ue000</text></svg>'
    resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(fonts.OWN[0])], skip_system_fonts=True)
    assert "No fonts" in told(), "it would say so"


def test_what_no_font_draws_is_left_out_whole(no_system):
    said = {name: Lettering().line(name, 40, 400).text for name in (*OF_THE_SYSTEM, "\ue000", "")}
    assert set(said.values()) == {""}
    for name, left in (
        ("Ann🫠", "Ann"), ("👨‍👩‍👧 Ann 👍🏽", "Ann"), ("山田 Ann-山", ""), ("Ann 山田", "Ann"),
        ("Zoe\u0308 🇳🇱", "Zoë"), ("Sofia Чехов", "Sofia Чехов"),
    ):  # fmt: skip
        assert Lettering().line(name, 40, 400).text == left, name


def test_fonts_of_the_system_are_asked_after_our_own(monkeypatch, tmp_path, told):
    """Here with all but one of our own as those of the system, and files that are no fonts."""
    own = fonts.OWN
    for path in own[1:]:
        (tmp_path / path.name).symlink_to(path)
    for name, content in (
        ("AdobeBlank.ttf", own[1].read_bytes()),
        ("empty.ttf", b""),
        ("torn.otf", b"OTTO\0\1" + bytes(30)),
    ):
        (tmp_path / name).write_bytes(content)
    monkeypatch.setattr(fonts, "OWN", own[:1])
    with_fonts_in(monkeypatch, str(tmp_path), "/nowhere")
    assert len({drawn(name) for name in ("", *NAMES)}) == len(NAMES) + 1
    assert {fonts.font_of(letter).path for letter in "Чא"} == {str(tmp_path / "dejavu.ttf")}
    assert "No fonts" not in told()
    forget()


def test_names_are_drawn_without_a_box_by_the_fonts_of_this_machine(app, told):
    forget()
    rows = [PictureRow((name, f"Ann {name}"), "a", 7, "7 of 9") for name in (*NAMES, *OF_THE_SYSTEM)]
    for code in ("en", "fa"):
        with app.test_request_context("/", headers={"Accept-Language": code}):
            picture = shown(Picture("Title 😀", "Place 山", rows[:7], [], [], ""), "x").data
            shown(Picture("", "", rows[7:], [("texas_42", "Texas 42")], [], "…"), "x")
        assert struct.unpack(">II", picture[16:24]) == (1080, 1350)
    assert "No fonts" not in told()


def test_a_line_reads_in_the_direction_of_its_own_letters():
    for rtl in (False, True):
        assert Lettering(rtl).line("Ann Jr.", 40, 400).text == "Ann Jr."
        assert Lettering(rtl).line("آوا (۲)", 40, 400).text == "\u202bآوا (۲)\u202c"
    assert Lettering(rtl=True).line("۷ : ۶", 40, 400).text == "\u202b۷ : ۶\u202c"


def test_long_names_get_smaller_and_then_shorter():
    assert fitted("Ann", 60, 400) == (60, "Ann")
    size, text = fitted("Bartholomäus", 60, 400)
    assert (size < 60, text) == (True, "Bartholomäus")
    size, text = fitted("Bartholomäus von Hohenstaufen-Schwarzenberg", 60, 400)
    assert (size >= 29, text[-1], text[:12]) == (True, "…", "Bartholomäus")
    assert [first_letter(name) for name in (" élise", "e\u0301lise", "آوا")] == ["É", "E\u0301", "آ"]


def evening_address(app):
    with app.app_context():
        return f"/e/{db.session.scalar(select(Evening.uid).order_by(Evening.id.desc()).limit(1))}/story.png"


def test_the_picture_of_an_evening_counts_what_each_pair_won(app, client, drawings):
    two_matches(app, client)
    for letters in ("", "?letters=1"):
        client.get(evening_address(app) + letters)
    words, letters = map(words_of, drawings)
    assert words[1:] == [
        "Ann",
        "Cem",
        "2 of 2",
        "Bob",
        "Dee",
        "0 of 2",
        "Boomke Wies ×2",
        "Tallystick",
        "2 matches, 4 deals",
    ]
    assert letters[1:7] == ["A", "C", "2 of 2", "B", "D", "0 of 2"]
    assert (drawings[0].count('class="rough"'), drawings[0].count('class="stick"')) == (2, 2)


def test_partners_who_change_are_counted_one_by_one_without_who_stays_out(app, client, drawings):
    make_circle(client, "Ann", "Bob", "Cem", "Dee")
    for names in (("Ann", "Bob", "Cem", "Dee"), ("Ann", "Cem", "Bob", "Dee"), ("Ann", "Cem", "Eve", "Dee")):
        one_deal(app, client, 0, *names)
    with app.app_context(), write_transaction() as session:
        session.execute(update(Player).where(Player.name == "Cem").values(unranked=True))
    client.get(evening_address(app))
    assert words_of(drawings[0])[1:9] == ["Ann", "3 of 3", "Eve", "1 of 1", "Bob", "1 of 2", "Dee", "0 of 3"]


def test_the_picture_of_a_match_has_its_sides_and_what_each_deal_brought(app, client, drawings):
    make_circle(client)
    match = turned(app, client)
    assert f'href="/m/{match}/picture.png?save=1"' in client.get(f"/m/{match}").text
    client.get(f"/m/{match}/picture.png")
    words = words_of(drawings[0])
    assert [words[0], *words[2:]] == ["Boomke Wies", "Ann", "Cem", "6", "Bob", "Dee", "5", "Tallystick", "3 deals"]
    assert (drawings[0].count('class="rough"'), drawings[0].count('class="cut"')) == (11, 3)
    going_on = start(client, "boomke_wies")
    play(app, going_on, boom(1), MEETING)
    assert client.get(f"/m/{going_on}/picture.png").headers["Location"] == f"/m/{going_on}"


def test_the_picture_of_a_year_has_a_cut_for_each_evening(app, client, drawings):
    two_years(app, client)
    assert 'action="/review/year/2020/picture.png"' in client.get("/review/year/2020").text
    picture = client.get("/review/year/2020/picture.png?save=1")
    assert picture.headers["Content-Disposition"] == 'attachment; filename="year-2020.png"'
    words = words_of(drawings[0])
    assert [words[0], *words[2:6]] == ["Year 2020", "Ann", "8 of 10", "Cem", "8 of 10"]
    assert {"Boomke Wies ×10", "2 evenings, 10 matches"} < set(words)
    assert (drawings[0].count('class="cut"'), drawings[0].count('class="rough"')) == (2, 0)
    for year, status in ((1990, 303), (2019, 303), (99999, 404)):
        assert client.get(f"/review/year/{year}/picture.png").status_code == status
    client.set_cookie("language", "fa")
    client.get("/review/year/1398/picture.png")
    assert (words_of(drawings[1])[0], words_of(drawings[1])[3]) == ("سال ۱۳۹۸", "۸ از ۱۰")


def test_a_picture_is_private_and_drawn_once_for_who_keeps_it(app, client):
    two_matches(app, client)
    address = evening_address(app)
    answer = client.get(address)
    assert answer.data.startswith(b"\x89PNG\r\n\x1a\n")
    assert "private" in answer.headers["Cache-Control"]
    assert "Content-Disposition" not in answer.headers
    again = client.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    dark = client.get(f"{address}?dark=1&save=1")
    assert "attachment" in dark.headers["Content-Disposition"]
    assert dark.headers["ETag"] != answer.headers["ETag"]
    stranger = app.test_client()
    make_circle(stranger)
    assert stranger.get(address).status_code == 404
