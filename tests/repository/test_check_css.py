"""The style check finds what it should, the tree is clean, and no browser is without colours."""

from __future__ import annotations

import re

import pytest

from tests.repository.check_css import INLINE, NOT_IN_WEBKIT, PHYSICAL, ROOT, faults, found
from web.bundles import bundle_style


@pytest.mark.parametrize(
    "text",
    ["a { margin-left: 0 }", "a{left:0}", "a { text-align: right }", "a { border-left-color: red }", "a{float:left}"],
)
def test_physical_directions_are_found(text):
    assert faults(text, PHYSICAL)


@pytest.mark.parametrize(
    "text", ["a { margin-inline: 0; --left: 1px }", "/* left: 0 */", "a { inset-inline-start: 0 } .left::before{}"]
)
def test_logical_ones_pass(text):
    assert faults(text, PHYSICAL) == []


@pytest.mark.parametrize(
    "text", ["a{text-decoration:underline 2px}", "a { text-decoration: underline dotted; }", "a{user-select:none}"]
)
def test_what_webkit_does_not_read_is_found(text):
    assert faults(text, NOT_IN_WEBKIT)


@pytest.mark.parametrize(
    "text",
    [
        "a { text-decoration: underline; text-decoration-thickness: 2px }",
        "a{user-select:none;-webkit-user-select:none}",
    ],
)
def test_what_it_reads_passes(text):
    assert faults(text, NOT_IN_WEBKIT) == []


@pytest.mark.parametrize(
    "text", ['<p style="x">', "<style>", "<script>x</script>", '<a onclick="x">', '<a href="javascript:x">']
)
def test_inline_code_is_found(text):
    assert faults(text, INLINE)


@pytest.mark.parametrize(
    "text", ['<script src="x" type="module"></script>', '<script type="application/json">', "<p lang='fa'>"]
)
def test_outside_code_passes(text):
    assert faults(text, INLINE) == []


def test_the_tree_is_clean():
    assert found() == []


def test_browsers_without_light_dark_have_every_colour_of_the_day():
    style = bundle_style(ROOT / "static" / "css" / "main.css")
    day = re.findall(r"(--[\w-]+):light-dark\((#\w+),#\w+\)", style)
    instead = re.search(r"@supports not \(color:light-dark\(red,red\)\)\{:root\{color-scheme:light;([^}]+)\}\}", style)
    assert [tuple(pair.split(":")) for pair in instead[1].split(";")] == day
    assert len(day) + 1 == style.count("light-dark(")  # no other place needs it
