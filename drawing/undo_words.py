"""Records and taps in short, as Undo and Redo name them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from drawing.form_entry import parse_choice
from drawing.locale import fill_in
from drawing.messages import SUITS, card_word
from drawing.node import node
from drawing.pads.registry import pad_of
from drawing.sheet_rows import short_line
from drawing.status_line import marks_text, ring_text
from scoring.board import board_line, valid_part
from scoring.deals import RESULT

if TYPE_CHECKING:
    from collections.abc import Callable

    from drawing.messages import MessageFormatter
    from drawing.node import Content
    from drawing.taps import Tap
    from scoring.game import Game
    from scoring.words import Entry, Field, Line, Record, Sheet


class UndoWords:
    """The words for a match; formatter_at has the names at the time of a line."""

    def __init__(
        self, game: Game, sheet: Sheet, formatter: MessageFormatter, formatter_at: Callable[[Line], MessageFormatter]
    ) -> None:
        self.game, self.sheet, self.formatter, self.formatter_at = game, sheet, formatter, formatter_at
        self.standing, self.language = sheet.standing, formatter.language

    def of_record(self, record: Record, before: Entry | None) -> list[Content]:
        """A record in short."""
        language, body = self.language, record.body
        if record.kind == "bid":
            return self._bid_words(body, before)
        if record.kind in ("deal", "adjust"):
            return self._line_words(record.uid, record.kind)
        if record.kind == "amend":
            return fill_in(language.gettext("the change of {what}"), {"what": self._line_words(body["of"], "deal")})
        if record.kind == "seat" and "dealer" in body:
            return fill_in(language.gettext("{name} deals"), {"name": self.formatter.name(body["dealer"])})
        if record.kind == "seat":
            name = node("bdi", {}, body["player"])
            return fill_in(language.gettext("{name} sits down"), {"name": name})
        return [self._plain_words(record.kind)]

    def _plain_words(self, kind: str) -> str:
        """The words for records whose body does not matter."""
        if kind == "rules":
            return self.language.gettext("the new house rules")
        if kind == RESULT:
            return self.language.gettext("the result")
        if kind == "close":
            return self.language.gettext("the end of the match")
        return self.language.gettext("going on with the match")

    def _line_words(self, uid: str, kind: str) -> list[Content]:
        """A line of the sheet in short; one that is struck has none any more."""
        for line in reversed(self.sheet.lines):
            if line.deal.uid == uid:
                return short_line(self.formatter_at(line), board_line(self.game, line))
        return [self.language.gettext("a deal") if kind == "deal" else self.language.gettext("a ruling")]

    def _bid_words(self, body: Entry, before: Entry | None) -> list[Content]:
        """The new part of a bid: a suit alone, or the bid with its bidder."""
        old = before or {}
        changed = [key for key in sorted(set(body) | set(old)) if body.get(key) != old.get(key)]
        changeable = pad_of(self.game.key).changeable + ("trump",)
        if changed and all(key in changeable for key in changed):
            return self._named_words(changed[0], body)
        bid = valid_part(self.game, self.standing, body) or {}
        message = self.game.pending_bid(self.standing, bid) if bid else None
        values = message.values if message else {}
        seat, big = values.get("seat"), values.get("big")
        if big in SUITS and "trump" in body:
            suit = self._text_words("trump", big)
            return suit if seat is None or "maker" not in changed else self._whose(seat, suit)
        if seat is not None and big is not None:
            return self._whose(seat, marks_text(self.formatter, values) or ring_text(self.formatter, big))
        return (
            self.formatter.format({"code": message.code, "values": values})
            if message
            else [self.language.gettext("the bid")]
        )

    def _named_words(self, key: str, body: Entry) -> list[Content]:
        """A value named beside the bid, or that it was removed."""
        if key in body:
            return self._text_words(key, str(body[key]))
        return self._text_words(key, "") + [" –"]

    def _whose(self, seat: int, what: Content) -> list[Content]:
        return fill_in(self.language.gettext("{name}’s {what}"), {"name": self.formatter.name(seat), "what": what})

    def of_taps(self, taps: list[Tap], calls_before: list[str]) -> list[Content]:
        """The last of these taps in words; calls_before: the calls of the auction before the first of them."""
        name, text = taps[-1].name, taps[-1].text
        language = self.language
        key, _, rest = name.partition(".")
        seat = int(rest) if rest in [str(one) for one in range(len(self.formatter.players))] else None
        if name == "calls":
            return self._call_words(calls_before, [tap.text for tap in taps if tap.name == "calls"])
        if name == "won":
            number = len([tap for tap in taps if tap.name == "won"])
            values = {"n": language.number(number), "name": self._seat_name(text)}
            return fill_in(language.gettext("trick {n} to {name}"), values)
        if key == "cut":
            return [language.gettext("the cards drawn")]
        if seat is not None and text == "-":
            return fill_in(language.gettext("{name} takes no part"), {"name": self.formatter.name(seat)})
        if seat is not None and text:
            return self._whose(seat, card_word(language, text))
        return self._text_words(key, text)

    def _seat_name(self, text: str) -> Content:
        seats = [seat for seat in range(len(self.formatter.players)) if str(seat) == text]
        return self.formatter.name(seats[0]) if seats else text

    def _call_words(self, before: list[str], tapped: list[str]) -> list[Content]:
        """A call of the auction and whose it was: the last of those tapped, after the calls before."""
        field = self._field("calls")
        if field is None:
            return [tapped[-1]]
        words = self._choice_words(field, tapped[-1])
        calls = before + tapped
        entry = valid_part(self.game, self.standing, {"calls": [parse_choice(field, text) for text in calls]})
        found = self.game.auction(self.standing, (entry or {}).get("calls") or [])
        if not found or len(found["seats"]) < len(calls):
            return words
        return self._whose(found["seats"][len(calls) - 1], words)

    def _field(self, key: str) -> Field | None:
        fields = [field for field in self.game.fields(self.standing) if field.key == key]
        return fields[0] if fields else None

    def _text_words(self, key: str, text: str) -> list[Content]:
        """The choice in a field of the deal, or the label of the field where the choice has none."""
        field = self._field(key)
        short = pad_of(self.game.key).short_labels
        label = short.get(key + "=" + text) or short.get(key)
        if label:
            words = self.language.gettext(label)
            if field is None or field.kind != "seat" or not text:
                return [words]
            return fill_in(self.language.gettext("{name}’s {what}"), {"name": self._seat_name(text), "what": words})
        if field is None:
            return [self.language.gettext("the last tap")]
        if field.kind in ("seat", "seats") and text:
            return [self._seat_name(text)]
        if field.kind == "pick" and text:
            return self._choice_words(field, text)
        if field.kind in ("count", "points") and text:
            return [self.language.in_digits(text)]
        return [self.language.gettext(field.label)]

    def _choice_words(self, field: Field, text: str) -> list[Content]:
        """A choice by its sign or its label."""
        for known_one in field.choices:
            if str(known_one.value) == text:
                label = self.language.in_digits(self.language.gettext(known_one.label or text))
                return [SUITS[text], " ", label] if text in SUITS else [label]
        return [text]
