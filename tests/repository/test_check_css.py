"""The style check finds what it should, the tree is clean, and no browser is without colours."""

from __future__ import annotations

import re

import pytest

from models.review.people import MARKS
from table.icons import LETTERS
from tests.repository.check_css import INLINE, NOT_IN_WEBKIT, PHYSICAL, ROOT, faults, found
from web.bundles import bundle_style


@pytest.mark.parametrize(
    ("pattern", "wrong", "right"),
    [
        (
            PHYSICAL,
            (
                "a { margin-left: 0 }",
                "a{left:0}",
                "a { text-align: right }",
                "a{border-left-color:red}",
                "a{float:left}",
            ),
            ("a { margin-inline: 0; --left: 1px }", "/* left: 0 */", "a { inset-inline-start: 0 } .left::before{}"),
        ),
        (
            NOT_IN_WEBKIT,
            ("a{text-decoration:underline 2px}", "a { text-decoration: underline dotted; }", "a{user-select:none}"),
            (
                "a { text-decoration: underline; text-decoration-thickness: 2px }",
                "a{user-select:none;-webkit-user-select:none}",
            ),
        ),
        (
            INLINE,
            ('<p style="x">', "<style>", "<script>x</script>", '<a onclick="x">', '<a href="javascript:x">'),
            ('<script src="x" type="module"></script>', '<script type="application/json">', "<p lang='fa'>"),
        ),
    ],
)
def test_what_is_wrong_is_found_and_nothing_else(pattern, wrong, right):
    assert [text for text in wrong if not faults(text, pattern)] == []
    assert [text for text in right if faults(text, pattern)] == []


def test_the_tree_is_clean():
    assert found() == []


def test_browsers_without_light_dark_have_every_colour_of_the_day():
    style = bundle_style(ROOT / "static" / "css" / "main.css")
    day = re.findall(r"(--[\w-]+):light-dark\((#\w+),#\w+\)", style)
    instead = re.search(r"@supports not \(color:light-dark\(red,red\)\)\{:root\{color-scheme:light;([^}]+)\}\}", style)
    assert [tuple(pair.split(":")) for pair in instead[1].split(";")] == day
    assert len(day) + 1 == style.count("light-dark(")  # no other place needs it


def test_every_mark_of_a_person_has_a_shape_of_its_own_also_in_pictures():
    style = "".join(bundle_style(ROOT / "static" / "css" / f"{name}.css") for name in ("main", "review"))
    shapes = re.findall(r"\.(\w)\{--c:[^;]+;--shape:([^}]+)\}", style)
    picture = re.findall(r"'(\w)': '(M[^']+)'", (ROOT / "templates" / "review" / "picture.svg").read_text())
    for marks in (shapes, picture):
        assert "".join(letter for letter, _ in marks) == LETTERS
        assert len({shape for _, shape in marks}) == MARKS == len(LETTERS)
