"""The recurring parts of pages that review: what leads is one link, filters say where one is, tables have headings."""

from __future__ import annotations

from flask import Flask

from tests.web.review.chart_reader import reading

FRAME = "{% import 'review/_parts.html' as parts with context %}"
PAGE = """{% extends 'review/_page.html' %}{% import 'review/_parts.html' as parts with context %}
{% block bar %}{{ parts.head('Review', 'Friday', '/', 'Home') }}{% endblock %}
{% block page %}{% call parts.private('First') %}<p>kept</p>{% endcall %}{% endblock %}"""


def drawn(app: Flask, source: str, code: str = "en", **values: object) -> str:
    """A template of this source for a reader."""
    with reading(app, code):
        return app.jinja_env.from_string(source).render(**values)


def test_filters_say_which_one_is_on(app: Flask) -> None:
    found = drawn(app, FRAME + "{{ parts.filters('Game', [('All', '/a', true), ('42', '/b', false)]) }}")
    assert (
        '<nav class="cuts" aria-label="Game"><a href="/a" aria-current="true">All</a><a href="/b">42</a></nav>' in found
    )


def test_a_row_is_one_link_and_names_are_escaped(app: Flask) -> None:
    found = drawn(app, FRAME + "{{ parts.row('/p', name, '', '40–22') }}", name="<Cem>")
    assert found.strip() == '<a class="lead leads" href="/p"><span>&lt;Cem&gt;</span><b>40–22</b></a>'


def test_a_rate_without_an_address_leads_nowhere(app: Flask) -> None:
    source = FRAME + "{{ parts.rate(none, '', '', '71%', '84 of 118') }}{{ parts.rate('/d', '', '', none, '3 of 4') }}"
    found = drawn(app, source)
    assert '<a class="rate"><span></span><span class="fig"><b>71%</b><small>84 of 118</small></span></a>' in found
    assert (
        '<a class="rate leads few" href="/d"><span></span><span class="fig"><small>3 of 4</small></span></a>' in found
    )


def test_a_table_has_headings_both_ways(app: Flask) -> None:
    found = drawn(app, FRAME + "{{ parts.table('Evenings', ['Who', '1'], [['Ann', 7]]) }}")
    assert '<th scope="col">1</th>' in found
    assert '<th scope="row">Ann</th><td>7</td>' in found


def test_page_brings_style_and_hatchings_and_says_what_is_private(app: Flask) -> None:
    found = drawn(app, PAGE, "nl")
    assert "css/review" in found
    assert found.count('<pattern id="hatch-') == 7
    assert '<section class="panel hush"><h2>First <small>alleen jij ziet dit</small></h2><p>kept</p></section>' in found
