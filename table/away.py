"""Home, an evening and a new match as a phone draws them without a network, from what it keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.away_new_match import NewMatchDraft, loaded_game
from table.icons import emblem, icon
from table.menu import unsent_strip
from table.node import HIDDEN_FIELDS, between, node

if TYPE_CHECKING:
    from scoring.words import Values
    from table.language import Language
    from table.node import Content, Node

PLAY = "play"  # the state of a match that goes on


def page(language: Language, path: str, stored: Values) -> Values | None:
    """Title and trees of the page at a path; None for one that is not on this phone.

    stored: home is the last answer of /line/home, with when (number, month, year) beside each evening's date; kept are
    the paths of the matches on this phone, begun those that began on it; seen is the time of that answer in words;
    games is the shell's list; form is that of the address, chance random numbers, minute that of the phone's day.
    """
    if not stored.get("home"):
        return None
    drawing = OfflinePages(language, stored)
    if path in ("/", "/evenings"):
        return drawing.home()
    if path == "/new":
        return drawing.new_match() if stored["may_score"] else None
    found = [one for one in drawing.evenings if path == "/e/" + one["uid"]]
    return drawing.evening(found[0]) if found else None


class OfflinePages:
    """Draws these pages."""

    def __init__(self, language: Language, stored: Values) -> None:
        self.language, self.known, self.stored = language, stored["home"], stored
        self.kept: list[str] = stored["kept"]
        self.seen: str = stored["seen"]
        self.names: dict[str, str] = {told[0]: told[1] for told in stored["games"]}
        told_of = [match["uid"] for match in self.known["matches"]]
        self.begun = [self.begun_match(match) for match in stored["begun"] if match["uid"] not in told_of]
        self.evenings = self.all_evenings()

    def begun_match(self, match: Values) -> Values:
        """A match that began on this phone, as /line/home tells of others."""
        names = [person["name"] for person in match["people"]]
        if match["partners"]:
            words = self.language.gettext("{first} & {last}")
            names = [words.format(first=names[seat], last=names[seat + 2]) for seat in (0, 1)]
        return dict(match, title=" – ".join(names), state=PLAY, unsent=not match["sent"])

    def all_evenings(self) -> list[Values]:
        """The evenings, newest first, with what began on this phone."""
        found: list[Values] = []
        for match in self.begun:
            if all(match["evening"]["uid"] != one["uid"] for one in found + self.known["evenings"]):
                found = [dict(match["evening"], matches=[])] + found
        return [self.with_begun(evening) for evening in found + self.known["evenings"]]

    def with_begun(self, evening: Values) -> Values:
        """An evening with the matches that began in it on this phone."""
        more = [match for match in self.begun if match["evening"]["uid"] == evening["uid"]]
        return dict(evening, matches=evening["matches"] + more)

    def home(self) -> Values:
        """What goes on, and the last evenings."""
        going_on = [match for match in self.known["matches"] if match["state"] == PLAY]
        gettext = self.language.gettext
        title = gettext("Tallystick")
        bar = [emblem("stick"), node("h1", {}, title)]
        new = node("a", {"class": "go", "href": "/new"}, gettext("New match")) if self.stored["may_score"] else None
        parts = [
            self.section(gettext("Begun on this phone"), [self.match_row(match) for match in reversed(self.begun)]),
            new,
            self.section(gettext("Not finished"), [self.match_row(match) for match in going_on]),
            self.section(gettext("Past evenings"), [self.evening_row(evening) for evening in self.evenings]),
            self.games(),
        ]
        return self.page(title, bar, parts)

    def games(self) -> Node:
        """The games: their rules."""
        summary = node(
            "summary", {}, self.language.gettext("The games"), " ", self.small(self.language.gettext("the rules"))
        )
        rows: list[Content] = [
            node(
                "a",
                {"class": "past known", "href": "/rules/" + told[0]},
                emblem(told[0]),
                node("span", {}, told[1], self.small(told[2])),
            )
            for told in self.stored["games"]
        ]
        return node("details", {"class": "fold"}, summary, rows)

    def evening(self, evening: Values) -> Values:
        """The matches of an evening."""
        when, place = self.when(evening), evening["place"]
        head = [node("bdi", {}, place), " ", node("small", {}, when)] if place else [when]
        bar = [self.back(), node("h1", {}, head)]
        matches = node("section", {}, [self.match_row(match) for match in evening["matches"]])
        closed = node("p", {"class": "notice"}, self.language.gettext("This evening is closed."))
        return self.page(when, bar, [closed if evening.get("closed") else None, matches, self.closing(evening)])

    def closing(self, evening: Values) -> Node | None:
        """The form that closes an evening which the server knows, or lets it go on."""
        gettext, closed = self.language.gettext, evening.get("closed")
        if not self.stored["may_score"] or "closed" not in evening:
            return None
        words = gettext("The evening goes on") if closed else gettext("Close the evening")
        place = f"/e/{evening['uid']}/{'reopen' if closed else 'close'}"
        button = node("button", {"class": "go quiet wide"}, words)
        return node("form", {"method": "post", "action": place}, HIDDEN_FIELDS, button)

    def new_match(self) -> Values:
        """The page on which a match is set up; once it begins, the match; for a game that is not read here its key."""
        made = NewMatchDraft(self.language, self.stored)
        made.apply()
        if loaded_game(made.draft.game.key) is None:
            return {"game": made.draft.game.key}
        begin = made.begin() if "begin" in made.form else None
        if begin:
            return {"begin": begin}
        title = self.language.gettext("New match")
        drawn = self.page(title, [self.back(), node("h1", {}, title)], made.parts())
        drawn["query"] = made.query()
        return drawn

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
        note = node("div", {"class": "note", "id": "away", "role": "status"}, icon("away"), node("p", {}, words))
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
        gettext = self.language.gettext
        away = node("small", {}, gettext("only on this phone") if match.get("unsent") else gettext("not on this phone"))
        told = away if match.get("unsent") or not here else None
        words = node("span", {}, match.get("title") or game, node("small", {}, game))
        place = {"class": "past", "href": path if here else None}
        return node("a" if here else "p", place, emblem("in"), words, told)

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
