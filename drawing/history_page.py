"""The page of a match's history: its log in words, newest first, with the totals before and after every record."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from drawing.icons import icon
from drawing.locale import fill_in
from drawing.node import between, node
from drawing.sheet_rows import changed_totals

if TYPE_CHECKING:
    from drawing.locale import Language
    from drawing.log_words import LogEntry
    from drawing.node import Content, Node
    from scoring.game import Game
    from scoring.words import Table

MAX_ENTRIES, MIN_ENTRIES = 100, 10  # records on a page
MAX_REPLAYED = 100_000  # deals that a page replays at most, or nearly: each of its records may change the first deal

Made = NamedTuple("Made", [("by", "str"), ("day", "str"), ("clock", "str"), ("iso", "str | None"), ("origin", "str")])
"""Who made a record and when: the name of the phone, the day and the time of day in words, both for machines.

origin: the phone from whose entries it was settled; mostly empty.
"""


def page_size(version: int) -> int:
    """Records on a page for a log of this length."""
    return min(max(MAX_REPLAYED // max(version, 1), MIN_ENTRIES), MAX_ENTRIES)


def header(language: Language, game: Game, here: str) -> list[Content]:
    """The header: back to the table, the name of the page and of the game."""
    back = node("a", {"class": "icon", "href": here, "aria-label": language.gettext("The table")}, icon("back"))
    game_name = node("small", {}, language.gettext(game.name))
    return [back, node("h1", {}, language.gettext("History"), " ", game_name)]


def main(
    language: Language, here: str, table: Table, entries: list[tuple[LogEntry, Made]], older: str = ""
) -> list[Content]:
    """The page below its header. entries: oldest first; table: of the beginning; older: address of those before."""
    days: list[tuple[str, list[Content]]] = []
    for entry, made in reversed(entries):
        if not days or days[-1][0] != made.day:
            days.append((made.day, []))
        days[-1][1].append(row(language, here, entry, made))
    sections: list[Content] = [
        node("section", {"class": "lines log"}, node("h2", {}, day) if day else None, node("ol", {}, rows))
        for day, rows in days
    ]
    if older:
        return [sections, node("a", {"class": "go quiet", "href": older}, language.gettext("Earlier entries"))]
    return [sections, opening(language, table)]


def opening(language: Language, table: Table) -> Node:
    """Who sat down, and who dealt first."""
    names: list[Content] = [node("bdi", {}, name) for name in table.players]
    listed, first = between(names, language.gettext(", ")), node("bdi", {}, table.players[table.first_dealer])
    dealer = [language.gettext("First dealer:"), " ", first, "."]
    return node("p", {"class": "soft"}, language.gettext("Players:"), " ", listed, ". ", dealer)


def row(language: Language, here: str, entry: LogEntry, made: Made) -> Node:
    """One record: when, what, who recorded it and what became of it; the totals that it moved."""
    tag = "a" if entry.page else "div"
    href = f"{here}/deal/{entry.page}" if entry.page else None
    words = node("s", {}, entry.words) if entry.struck else entry.words
    settled = fill_in(language.gettext("settled from {phone}"), {"phone": made.origin}) if made.origin else None
    small = [part for part in (node("bdi", {}, made.by) if made.by else None, settled, entry.fate) if part]
    about = node("small", {}, between(small, " · ")) if small else None
    return node(
        "li",
        {},
        node(
            tag,
            {"class": "line", "href": href},
            node("time", {"class": "soft", "datetime": made.iso}, made.clock),
            node("span", {}, words, about, entry.doubt),
            changed_totals(language, entry.totals[0], entry.totals[1]) if entry.totals else None,
        ),
    )
