"""The menu of a table, and the strip that says what is unsent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.board import PLAYING
from table.icons import icon
from table.node import HIDDEN_FIELDS, node

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Sheet
    from table.language import Language
    from table.node import Content, Node


def unsent_strip(language: Language, table: bool) -> Node:
    """The strip with its words; on a table also those for its links and for what could not be joined."""
    gettext = language.gettext
    attributes: dict[str, Any] = {
        "class": "note",
        "id": "unsent",
        "role": "status",
        "data-lost": gettext("No network"),
        "data-waits": gettext("Not sent yet"),
        "data-none": gettext("Nothing is lost: what you tap is sent later."),
        "data-tap": gettext("What you tapped is only on this phone, since {time}"),
        "data-one": gettext("1 deal is only on this phone, since {time}"),
        "data-old": gettext("Open this with a network once"),
        "data-more": gettext("{n} deals are only on this phone, since {time}"),
    }
    if table:
        attributes["data-unstored"] = gettext("Leave this page open until it is sent: this phone could not store it.")
        attributes["data-here"] = gettext("only on this phone")
        attributes["data-branch"] = gettext("Another phone wrote, too")
        attributes["data-both"] = gettext("What this phone had could not be joined.")
        attributes["data-link"] = gettext("No network: this page cannot be opened now.")
        attributes["data-line"] = gettext("This deal is only on this phone. Its page opens once it is sent.")
    attributes["hidden"] = True
    compare = node("a", {"href": "", "hidden": True}, gettext("Compare")) if table else None
    save = node("button", {"type": "button", "hidden": True}, gettext("As a file"))
    return node("div", attributes, icon("away"), node("p", {}, node("b", {}), node("small", {})), compare, save)


def ring_key(language: Language) -> Node:
    """What the ring beside a line of the sheet means."""
    words = language.gettext("only on this phone; sent when there is a network")
    return node("p", {"class": "ring-key soft", "id": "here", "hidden": True}, node("i", {"class": "here"}), words)


def menu(language: Language, here: str, sheet: Sheet, step: str, game: Game) -> Node:
    """The menu of a match of this game; here is the address of its table, step what the table does now."""
    rules = sheet.standing.rules
    timed = step in PLAYING and game.minutes(rules) is not None and not sheet.standing.closed
    untouched, untold = step in PLAYING and not sheet.lines, language.gettext("where no deal was written down")
    items: list[Content] = [
        ending(language, here, sheet, step, game.closing_decides(rules)),
        link("flag", here + "/rulings#result", language.gettext("Only the result"), untold) if untouched else None,
        act("clock", here + "/longer", language.gettext("15 minutes more")) if timed else None,
        link(
            "across", here + "/across", language.gettext("Across the table"), language.gettext("large, for all to read")
        ),
        link("pencil", here + "/handover", language.gettext("Let another phone keep score")),
        switches(language, timed) if step in PLAYING else None,
        link(
            "scales",
            here + "/rulings",
            language.gettext("Rulings"),
            language.gettext("points, another dealer or player, house rules"),
        ),
        link("book", here + "/rules", language.gettext("Rules of this match")),
        link("past", here + "/history", language.gettext("History"), language.gettext("all that was recorded")),
        link("print", here + "/paper", language.gettext("Score sheet to print")) if step != "over" else None,
        link("grid", here + "/csv", language.gettext("Spreadsheet (CSV)"), download=True),
    ]
    summary = node("summary", {"class": "icon", "aria-label": language.gettext("Menu")}, icon("menu"))
    nav = node("nav", {"aria-label": language.gettext("This match")}, node("ul", {"class": "menu"}, items))
    return node("details", {"class": "more", "id": "menu"}, summary, nav)


def ending(language: Language, here: str, sheet: Sheet, step: str, decides: bool) -> Node | None:
    """The item that ends the match, gives it up, or goes on with one that was ended or given up."""
    if step in PLAYING and decides:
        if sheet.standing.closed:
            return None  # one more deal decides
        return act(
            "flag", here + "/close", language.gettext("End the match"), as_it_stands(language, sheet.standing.totals)
        )
    if step in PLAYING:
        note = language.gettext("without a winner")
        return link("flag", here + "/rulings?what=close", language.gettext("Give up this match"), note)
    if sheet.standing.closed:
        return act("play", here + "/reopen", language.gettext("Go on with this match"))
    return None


def as_it_stands(language: Language, totals: tuple[int, ...]) -> str:
    """The note on what ending the match now means."""
    if len([total for total in totals if total == max(totals)]) > 1:
        return language.gettext("level: one more deal decides")
    score = " : ".join([language.number(total) for total in totals])
    return language.gettext("as it stands, {score}; Undo takes it back", score=score)


def link(sign: str, address: str, words: str, note: str = "", download: bool = False) -> Node:
    """A link to another page, or to a file for download."""
    return node("li", {}, node("a", {"class": "item", "href": address, "download": download}, face(sign, words, note)))


def act(sign: str, address: str, words: str, note: str = "") -> Node:
    """A button that posts to an address."""
    button = node("button", {"class": "item"}, face(sign, words, note))
    return node("li", {}, node("form", {"method": "post", "action": address}, HIDDEN_FIELDS, button))


def face(sign: str, words: str, note: str) -> list[Content]:
    """The icon of an item, its text, and a note below."""
    return [icon(sign), node("span", {}, words, node("small", {}, note) if note else None)]


def switches(language: Language, timed: bool) -> list[Content]:
    """Switches for this phone; script shows those it supports, and why one cannot be turned on."""
    here = language.gettext("on this phone")
    sound = switch("sound", face("bell", language.gettext("Sound when time is up"), here), {}) if timed else None
    return [
        sound,
        switch(
            "awake",
            face("sun", language.gettext("The screen stays awake"), here),
            {
                "cannot": language.gettext("This browser cannot keep the screen awake."),
                "insecure": language.gettext("It needs an address with HTTPS; this one has none."),
                "refused": language.gettext("The phone does not allow it just now; perhaps the battery is low."),
            },
        ),
        switch("buzz", face("buzz", language.gettext("A short buzz when a deal is recorded"), here), {}),
    ]


def switch(name: str, words: list[Content], why_not: dict[str, str]) -> Node:
    """A switch. why_not: messages by code for when it cannot be turned on."""
    messages: list[Content] = [
        node("small", {"data-word": code, "role": "status", "hidden": True}, why_not[code]) for code in sorted(why_not)
    ]
    box = node("input", {"class": "unseen", "type": "checkbox", "role": "switch", "autocomplete": "off"})
    label = node("label", {"class": "item"}, words, box, node("i", {"class": "switch"}))
    return node("li", {}, node("phone-switch", {"data-name": name, "hidden": True}, label, messages))
