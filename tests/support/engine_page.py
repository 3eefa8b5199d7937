"""The page with the phone's engine, played by CPython: it draws and counts from the log, and sends what it counted."""

from __future__ import annotations

import json
import time
from typing import Any
from urllib.parse import parse_qsl
from xml.etree.ElementTree import Element

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from table.engine_api import answer
from tests.support.form_filler import page_of, with_class
from tests.support.tables import token
from web.assets import EngineFiles
from web.phone_bundle import phone_catalog

SEAL = ("csrf_token", "uid", "after")
Pairs = list[tuple[str, str]]
Plain = tuple[str, dict[str, str], list[Any]]


class Phone:
    """The engine of a match, and its page's way of asking."""

    def __init__(self, client: FlaskClient, uid: str) -> None:
        self.client, self.uid = client, uid
        self.follow()

    def follow(self) -> None:
        """Read the log from the beginning."""
        log = self.client.get(f"/m/{self.uid}/log").get_json()
        self.call("set_language", phone_catalog("en", log["game"]))
        self.call("load_match", log)
        self.version = log["version"]

    def call(self, what: str, values: Any) -> Any:
        """What the engine answers."""
        return json.loads(answer(what, json.dumps(values)))

    def draw(self, pairs: Pairs) -> Any:
        """The table with a draft."""
        return self.call("draw", {"form": grouped(pairs)})

    def record(self, where: str, pairs: Pairs) -> Any:
        """The table after a record."""
        now = int(time.time() * 1000)
        return self.call("record", {"where": where, "uid": dict(pairs)["uid"], "form": grouped(pairs), "now": now})

    def send(self, where: str, pairs: Pairs, counted: Any, edition: str) -> TestResponse:
        """What the server answers to a record that was counted here."""
        form = grouped([*pairs, ("phone_counted", json.dumps(counted)), ("edition", edition)])
        return self.client.post(f"/m/{self.uid}/{where}", data=form, headers={"X-Part": ""})


def supply(app: Flask, code: str = "en") -> EngineFiles:
    """The engine as the app offers it."""
    found: EngineFiles = app.config["ENGINE"][code]
    return found


def sealed(client: FlaskClient, version: int, pairs: Pairs) -> Pairs:
    """A form's pairs with its secrets."""
    return [("csrf_token", token(client)), ("uid", f"from-phone-{version}"), ("after", str(version)), *pairs]


def grouped(pairs: Pairs) -> dict[str, list[str]]:
    """The texts of a form by name."""
    form: dict[str, list[str]] = {}
    for name, text in pairs:
        form.setdefault(name, []).append(text)
    return form


def looked_at(pairs: Pairs) -> Pairs:
    """What of a form comes to stand in the address."""
    if "back" in dict(pairs):
        return parse_qsl(dict(pairs)["back"])
    return [pair for pair in pairs if pair[1] and pair[0] not in SEAL and pair != ("step", "play")]


def parts_of(answer: TestResponse) -> dict[str, Plain]:
    """The parts of the table that the server sent, as plain values; of the end of a match bar and main part."""
    page = page_of(answer)
    if with_class(page, "won"):
        tag, attributes, children = of_element(next(page.iter("main")))
        main = tag, attributes, [child for child in children if child != "\n"]  # of the template
        return {"bar": of_element(with_class(page, "bar")[0]), "main": main}
    found = {"bar": with_class(page, "bar")[0], "table": by_id(page, "table")}
    found |= {name: by_id(page, name) for name in ("strip", "rows", "uncounted")}
    return {name: of_element(part) for name, part in found.items()}


def by_id(page: Element, name: str) -> Element:
    """The element with this id."""
    return next(element for element in page.iter() if element.get("id") == name)


def drawn_parts(answer: Any) -> dict[str, Plain]:
    """The same of what the phone drew; rows only when something was said."""
    names = ("bar", "table", "rows", "uncounted")
    *trees, strip = answer["parts"]["trees"]
    if strip[0] == "main":
        return {"bar": of_tree(trees[0]), "main": of_tree(strip)}
    return {name: of_tree(tree) for name, tree in zip(names, trees, strict=False)} | {"strip": of_tree(strip)}


def of_element(element: Element) -> Plain:
    """An element as plain values, without the secrets of its forms."""
    children: list[Any] = [element.text or ""]
    for child in element:
        if child.get("name") not in SEAL:
            children.append(of_element(child))
        children.append(child.tail or "")
    return element.tag, dict(element.attrib), joined(children)


def of_tree(tree: Any) -> Plain:
    """A tree as plain values, without the secrets of its forms."""
    tag, attributes, children = tree
    inside = [child if type(child) is str else of_tree(child) for child in children if child[0] != "hidden-fields"]
    told = {name.lower(): "" if value is True else str(value) for name, value in attributes.items()}
    return tag, told, joined(inside)


def joined(children: list[Any]) -> list[Any]:
    """Texts that stand beside each other as one, empty ones left out."""
    found: list[Any] = []
    for child in children:
        if type(child) is str and found and type(found[-1]) is str:
            found[-1] += child
        elif child != "":
            found.append(child)
    return found
