"""An address of deals says what a panel meant, and nothing else."""

from __future__ import annotations

import pytest

from scoring.review import KEYS, Where, review_of
from web.review.deals.address import deals_address, parse_where


def meant(value):
    """Every Where in a panel or record."""
    if isinstance(value, Where):
        return [value]
    return [one for part in value for one in meant(part)] if isinstance(value, tuple) else []


@pytest.mark.parametrize("key", KEYS)
def test_what_a_panel_means_is_what_its_address_asks_for(app, key):
    review = review_of(key)
    wheres = meant(tuple(review.panels)) + meant(review.records)
    assert len(wheres) > 5
    for where in wheres:
        with app.test_request_context():
            address = deals_address(key, where)
        with app.test_request_context(address):
            assert parse_where() == where, address


def test_the_second_of_two_says_more():
    both = Where(kinds=("bid",), bid=8).also(Where(made=False, bid=9))
    assert both == Where(kinds=("bid",), bid=9, made=False)
    assert Where(made=True).also(Where(made=False)).made is False
    assert Where(taken=3).also(Where(taken=0)).taken == 0
