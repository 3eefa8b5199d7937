"""News: what other phones wrote while one was writing, and what can be done with its own entry, which is not lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

from markupsafe import Markup, escape

from drawing.entries import form_of
from drawing.sayings import saying
from drawing.tree import SEAL, node
from scoring.answers import ANSWERS
from scoring.shape import tidy
from scoring.sheet import problems, spoken_problems
from web.addresses import address
from web.amend_page import NOTHING
from web.folding import sheet_at
from web.hands import hands
from web.language import gettext, ngettext
from web.log_words import told_log

if TYPE_CHECKING:
    from drawing.entries import Form
    from drawing.tree import Node, Piece
    from models.folds import Reading
    from scoring.words import Entry, Record

SHOWN = 5  # of the newest sayings


class Own(NamedTuple):
    """What this phone wanted written down: of which kind, as it understood the table then."""

    kind: str
    entry: Entry
    texts: Form


def news_since(reading: Reading, after: int, also: str = "") -> list[Markup]:
    """What was said after a version of the log, each saying with who wrote it, the newest last.

    Answers are no news to who only wants to write, but for the kind that is asked for also.
    """
    since = reading.records[max(after, 0) :]
    fresh = [record.seq for record in since if record.kind not in ANSWERS or record.kind == also]
    more, shown = fresh[:-SHOWN], fresh[-SHOWN:]
    told = told_log(reading, min(shown, default=reading.version + 1), reading.version, hands(reading))
    words = [escape(ngettext("{num} more saying", "{num} more sayings", len(more)))] if more else []
    return words + [wrote(saying.by, saying.words) for saying in told if saying.seq in shown]


def wrote(by: str, words: Markup | str) -> Markup:
    """A saying with who wrote it."""
    who = Markup("<bdi>{}</bdi>").format(by) if by else gettext("Another phone")
    return escape(gettext("{who} wrote: {words}")).format(who=who, words=words)


def news(reading: Reading, after: int) -> Node:
    """The same as a notice."""
    return notice([node("p", {}, words) for words in news_since(reading, after)])


def notice(parts: list[Piece]) -> Node:
    """A notice with what belongs to it."""
    head = gettext("Somebody else has just written something.")
    return node("section", {"class": "notice", "role": "alert"}, node("p", {}, head), parts)


def own_entry(reading: Reading, after: int, form: Form) -> Own:
    """What a form said that was made on an older version of the log, whole: with the bid that stood then."""
    sheet = sheet_at(reading, after)
    kind, entry = saying(reading.game, sheet, form)
    texts = form_of(reading.game.fields(sheet.standing), entry)
    return Own(kind, entry, {**texts, "step": ["bid" if kind == "bid" else "play"]})


def beside(reading: Reading, after: int, own: Own) -> Node:
    """The news with what can be done with the own entry: written down as well, dropped, or put in the other's place."""
    deals = [record for record in reading.records[max(after, 0) :] if record.kind == "deal"]
    same = written_already(reading, after, own)
    words: list[Piece] = [node("p", {}, said) for said in news_since(reading, after)]
    if same:
        words.append(node("p", {}, already(own)))
    return notice([words, node("div", {"class": "ways"}, ways(reading, own, deals, same))])


def written_already(reading: Reading, after: int, own: Own) -> bool:
    """Whether the first news of this kind says the same as the own entry."""
    said = [record for record in reading.records[max(after, 0) :] if record.kind in ("deal", "bid")]
    first = next((record for record in said if record.kind == own.kind), None)
    return first is not None and tidy(first.body) == tidy(own.entry)


def already(own: Own) -> str:
    """That another phone wrote the same."""
    return gettext("That deal is written already.") if own.kind == "deal" else gettext("That bid is written already.")


def ways(reading: Reading, own: Own, deals: list[Record], same: bool) -> list[Piece]:
    """The buttons: dropping comes first where nothing would be lost. Half an entry waits on the pad to go on with."""
    here = address("table.table", uid=reading.uid)
    drop = node("a", {"class": "go" if same else "go quiet", "href": here}, gettext("Drop mine"))
    words = gettext("It is the next one: write it down too") if same else gettext("Write mine down too")
    send = node("button", {"class": "go quiet" if same else "go"}, words)
    texts: list[Piece] = [
        node("input", {"type": "hidden", "name": name, "value": text}) for name in own.texts for text in own.texts[name]
    ]
    form = node("form", {"method": "post", "action": here + "/say"}, SEAL, texts, send) if whole(reading, own) else None
    amend = amending(reading, own, deals[0]) if deals and own.kind == "deal" and not same else None
    return [drop, form] if same else [form, amend, drop]


def whole(reading: Reading, own: Own) -> bool:
    """Whether the own entry can be written down as it is: nothing lacks, and nothing is against it by now."""
    wrong = spoken_problems if own.kind == "bid" else problems
    return reading.sheet.outcome is None and not wrong(reading.game, reading.sheet.standing, own.entry)


def amending(reading: Reading, own: Own, record: Record) -> Node | None:
    """The way to write the own entry in place of another's."""
    line = next((line for line in reading.sheet.lines if line.deal.uid == record.uid and not line.problems), None)
    if line is None:
        return None
    said = urlencode([(name, text) for name in own.texts if name != "step" for text in own.texts[name]])
    place = address("amend.amend", uid=reading.uid, of=record.uid, said=said or NOTHING)
    words = gettext("Deal {n} was as mine says", n=line.number)
    return node("a", {"class": "go quiet", "href": place}, words)
