"""Home, an evening and a new match as a phone draws them without a network, from the last answer of /line/home."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.icons import emblem, icon
from drawing.node import between, node
from drawing.unsent import unsent_strip

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.node import Content, Node
    from scoring.words import Values

PLAY = "play"  # the state of a match that goes on


def page(language: Language, path: str, stored: Values) -> Values | None:
    """Title and trees of the page at a path; None for one that is not on this phone.

    stored: home is the last answer of /line/home, with when (number, month, year) beside each evening's date; kept are
    the paths of the matches on this phone; seen is the time of that answer in words; names are those of the games.
    """
    if not stored.get("home"):
        return None
    home, drawing = stored["home"], Pages(language, stored)
    if path in ("/", "/evenings"):
        return drawing.home()
    if path == "/new":
        return drawing.new_match()
    found = [one for one in home["evenings"] if path == "/e/" + one["uid"]]
    return drawing.evening(found[0]) if found else None


class Pages:
    """Draws these pages."""

    def __init__(self, language: Language, stored: Values) -> None:
        self.language, self.known = language, stored["home"]
        self.kept: list[str] = stored["kept"]
        self.seen: str = stored["seen"]
        self.names: dict[str, str] = stored["names"]

    def home(self) -> Values:
        """What goes on, and the last evenings."""
        going_on = [match for match in self.known["matches"] if match["state"] == PLAY]
        gettext = self.language.gettext
        title = gettext("Tallystick")
        bar = [emblem("stick"), node("h1", {}, title)]
        parts = [
            self.section(gettext("Not finished"), [self.match_row(match) for match in going_on]),
            self.section(gettext("Past evenings"), [self.evening_row(evening) for evening in self.known["evenings"]]),
        ]
        return self.page(title, bar, parts)

    def evening(self, evening: Values) -> Values:
        """The matches of an evening."""
        when, place = self.when(evening), evening["place"]
        head = [node("bdi", {}, place), " ", node("small", {}, when)] if place else [when]
        bar = [self.back(), node("h1", {}, head)]
        return self.page(when, bar, [node("section", {}, [self.match_row(match) for match in evening["matches"]])])

    def new_match(self) -> Values:
        """Who could play; a match begins with a network."""
        gettext = self.language.gettext
        title, words = gettext("New match"), gettext("A new match begins when there is a network again.")
        people: list[Content] = [
            node("p", {"class": "line"}, node("b", {}), node("span", {}, node("bdi", {}, one["name"])))
            for one in self.known["people"]
        ]
        parts = [node("p", {"class": "notice"}, words), self.section(gettext("Players"), people)]
        return self.page(title, [self.back(), node("h1", {}, title)], parts)

    def page(self, title: str, bar: Content, parts: Content) -> Values:
        """A page with its strip: that there is no network."""
        trees = [
            node("header", {"class": "bar wrap"}, bar),
            node("main", {"class": "wrap stack"}, self.strip(), parts),
        ]
        return {"title": title, "trees": trees, "version": 0}

    def strip(self) -> list[Content]:
        """That there is no network, and how old this is."""
        gettext = self.language.gettext
        words = [
            node("b", {}, gettext("Not connected")),
            node("small", {}, gettext("Everything works; it is sent later.")),
        ]
        note = node("div", {"class": "note", "role": "status"}, icon("away"), node("p", {}, words))
        return [
            unsent_strip(self.language, False),
            note,
            node("p", {"class": "soft"}, gettext("As of {time}", time=self.seen)) if self.seen else None,
        ]

    def section(self, heading: str, rows: list[Content]) -> Content:
        """Rows under a heading; nothing without rows."""
        return node("section", {}, node("h2", {}, heading), rows) if rows else None

    def back(self) -> Node:
        """The way home."""
        return node("a", {"class": "icon", "href": "/", "aria-label": self.language.gettext("Home")}, icon("back"))

    def match_row(self, match: Values) -> Content:
        """A match, which leads to its table where that is on this phone."""
        path, game = "/m/" + match["uid"], self.game_name(match)
        here = path in self.kept
        away = None if here else node("small", {}, self.language.gettext("not on this phone"))
        words = node("span", {}, match.get("title") or game, node("small", {}, game))
        place = {"class": "past", "href": path if here else None}
        return node("a" if here else "p", place, emblem("in"), words, away)

    def evening_row(self, evening: Values) -> Content:
        """An evening: its day, its place, what was played."""
        when, games = evening["when"], []
        for match in evening["matches"]:
            if self.game_name(match) not in games:
                games.append(self.game_name(match))
        day = node("time", {"datetime": evening["date"]}, when["number"])
        dated = node("b", {}, day, node("small", {}, when["month"]), self.year(when))
        words = node(
            "span", {}, node("bdi", {}, evening["place"]), self.small(between(games, self.language.gettext(", ")))
        )
        return node("a", {"class": "past", "href": "/e/" + evening["uid"]}, dated, words)

    def game_name(self, match: Values) -> str:
        """The name of the game of a match."""
        return self.names.get(match["game"]) or str(match["game"])

    def small(self, content: Content) -> Node:
        """Small text."""
        return node("small", {}, content)

    def year(self, when: Values) -> Content:
        """The year of an evening, where it is not this one."""
        return self.small(when["year"]) if when["year"] else None

    def when(self, evening: Values) -> str:
        """The day of an evening in words."""
        when = evening["when"]
        return " ".join([when[name] for name in ("number", "month", "year") if when[name]])
