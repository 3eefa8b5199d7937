"""The table screen: the board of a match put into words and marks, ready for its templates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import current_app
from markupsafe import Markup

from scoring.board import board, told_line
from scoring.games import games
from web.entries import form_of
from web.game_pads import pad_of
from web.language import gettext
from web.rows import gained, rows_and_cuts, words_of
from web.wording import SUITS, Speaker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from models.folds import Reading
    from models.matches import Match
    from scoring.words import Entry, Problem

STATUS_WORDS = {"in": "in", "dog": "dog’s life", "parish": "parish", "blind_parish": "blind parish", "out": "out"}


def speaker_of(reading: Reading) -> Speaker:
    """Says things for the people who sit at this table now."""
    table = reading.sheet.standing.table
    return Speaker(reading.sheet.game, table.players, table.sides)


def plain_problems(problems: tuple[Problem, ...]) -> list[dict[str, Any]]:
    """Problems with their values, for wording."""
    return [{"field": found.field, "code": found.code, "values": found.values} for found in problems]


class Screen:
    """All that the table's templates ask for: a board in words."""

    def __init__(
        self,
        match: Match,
        reading: Reading,
        draft: Entry | None = None,
        filled: Mapping[str, Any] | None = None,
        problems: tuple[Problem, ...] = (),
        step: str | None = None,
        news: str = "",
        said: bool = False,
    ) -> None:
        sheet = reading.sheet
        self.match, self.reading = match, reading
        self.uid, self.version, self.evening = match.uid, reading.version, match.evening.uid
        self.game = games()[match.game]
        self.board = board(sheet, draft, since=len(sheet.lines))
        self.speaker = Speaker(match.game, self.board["players"], self.board["sides"])
        self.step = step if step and self.board["step"] == "play" else self.board["step"]
        self.closed = sheet.standing.closed
        self.closing_decides = self.game.closing_decides(sheet.standing.rules)
        self.undo, self.redo = reading.live.undo, reading.live.redo
        self.number, self.dealer = sheet.standing.number, sheet.standing.dealer
        self.totals = self.board["standing"]["totals"]
        self.side_names = [self.speaker.side_text(side) for side in range(len(self.speaker.sides))]
        self.rows, self.cuts = rows_and_cuts(match.uid, sheet, self.speaker)
        self.prompt = [self.speaker.say(said_now) for said_now in self.board["prompt"]]
        self.needs = self._needs()
        self.news = news
        self.toast = self._toast() if said else None
        fields = self.game.fields(sheet.standing)
        shown = {**form_of(fields, self.board["written"]), **(filled or {})}
        self.pad = pad_of(match.game)(self.board, sheet.standing, self.speaker, shown, plain_problems(problems))

    def _needs(self) -> list[tuple[int, Markup]]:
        """What sides still need, a line a side; what holds for more than two alike goes without saying."""
        codes = [need["code"] for need in self.board["needs"]]
        lines: dict[int, list[Markup]] = {}
        for need in self.board["needs"]:
            if codes.count(need["code"]) <= 2:
                lines.setdefault(need["side"], []).append(self.speaker.say(need))
        return [(side, Markup("; ").join(said)) for side, said in sorted(lines.items())]

    def _toast(self) -> Markup | str | None:
        """What was recorded last, in words."""
        if self.reading.sheet.pending or not self.reading.sheet.lines:
            return None
        told = told_line(self.game, self.reading.sheet.lines[-1])
        head = words_of(told, self.speaker)[0]
        number = gettext("Deal %(n)s", n=told["number"]) if told["kind"] == "deal" else gettext("Recorded")
        few = len(self.speaker.sides) == 2
        return Markup("{}: {}").format(number, (gained(told, self.speaker) if few else "") or head)

    @property
    def bar_note(self) -> str:
        """The small words in the header."""
        return gettext("deal %(n)s", n=self.number)

    @property
    def spoken(self) -> dict[str, Any] | None:
        """The bid of the deal in play: side, words and what stands in the ring."""
        said = self.board["spoken"]
        if not said or said["values"].get("big") is None:
            return None
        big = said["values"]["big"]
        seat = said["values"].get("seat", self.dealer)
        return {
            "side": self.pad.side(seat),
            "words": self.speaker.say(said),
            "big": SUITS.get(big, big) if isinstance(big, str) else big,
        }

    @property
    def sides(self) -> list[dict[str, Any]]:
        """Each side's seats, total, state and how many strokes are new."""
        marks = self.board["marks"]
        last = self.reading.sheet.lines[-1] if self.reading.sheet.lines else None
        found = []
        for side, seats in enumerate(self.board["sides"]):
            status = marks["status"][side] if marks["kind"] == "status" else ""
            gain = last.points[side] if last and not last.problems else 0
            words = gettext(STATUS_WORDS[status]) if status else ""
            found.append(
                {
                    "seats": seats,
                    "total": self.totals[side],
                    "status": status,
                    "status_words": words,
                    "out": status == "out",
                    "gained": max(gain, 0),
                }
            )
        return found

    @property
    def board_class(self) -> str:
        """How wide the totals are: many columns, single figures, or three digits."""
        widest = max(len(str(total)) for total in self.totals)
        if len(self.sides) > 2:
            return "many one" if widest == 1 else "many"
        return "long" if widest > 2 else "wide" if widest == 2 else ""

    @property
    def pad_template(self) -> str:
        """The pad of this step: the game's own, or the generic one."""
        if self.step == "closed":
            return "pads/closed.html"
        own = f"pads/{self.game.key}.html"
        return own if own in current_app.jinja_env.list_templates() else "pads/generic.html"
