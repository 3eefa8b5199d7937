"""What old pages of review call people, and where their pages are."""

from __future__ import annotations

from collections.abc import Iterable

from flask import url_for
from markupsafe import Markup

from models.review.past.matches import Past
from models.review.people import Person
from web.i18n.locale import partners
from web.markup import html

LETTERS = 7  # marks that people have


def side_of(past: Past, person: Person) -> int:
    """The mark of a person on pages of review: the same as long as nobody older leaves."""
    return list(past.people.persons).index(person.id) % LETTERS


def names(people: Iterable[Person]) -> Markup:
    """People as partners: "Ann & Cem"."""
    return partners([html([("bdi", {}, [one.name])]) for one in people])


def person_address(person: Person) -> str:
    """Where a person's page is."""
    return url_for("person.show_person", player=person.uid)


def pair_address(one: Person, other: Person) -> str:
    """Where the page of two people is."""
    return url_for("pair.show_pair", one=one.uid, other=other.uid)
