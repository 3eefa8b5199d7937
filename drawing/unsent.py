"""What is only on this phone, as static/table/unsent_notice.js shows it: the strip, and its words for each case."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.icons import icon
from drawing.node import node

if TYPE_CHECKING:
    from typing import Any

    from drawing.locale import Language
    from drawing.node import Node


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
