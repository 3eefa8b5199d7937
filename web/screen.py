"""The table screen: the board of a match put into words and marks, ready for its templates."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from scoring.board import overview, told_line
from scoring.pad import PLAYING, pad, written_so_far
from web.entries import form_of
from web.fragments import kept, piece, rendered
from web.game_pads import pad_of
from web.language import gettext, language
from web.pads import LETTERS
from web.rows import drawn_lines, gained, newest_cuts, words_of
from web.wording import SUITS, safe, speaker_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from models.folds import Reading
    from models.matches import Match
    from models.opened import Opened
    from scoring.words import Entry, Problem
    from web.pads import Pad

STATUS_WORDS = {"in": "in", "dog": "dog’s life", "parish": "parish", "blind_parish": "blind parish", "out": "out"}


def plain_problems(problems: tuple[Problem, ...]) -> list[dict[str, Any]]:
    """Problems with their values, for wording."""
    return [{"field": found.field, "code": found.code, "values": found.values} for found in problems]


class Screen:
    """All that the table's templates ask for: a board in words."""

    def __init__(
        self,
        match: Match | Opened,
        reading: Reading,
        draft: Entry | None = None,
        filled: Mapping[str, Any] | None = None,
        problems: tuple[Problem, ...] = (),
        step: str | None = None,
        news: str = "",
        said: bool = False,
        since: int | None = None,
    ) -> None:
        sheet = reading.sheet
        self.match, self.reading = match, reading
        self.draft, self.filled, self.problems = draft, filled, plain_problems(problems)
        self.uid, self.version, self.evening = match.uid, reading.version, match.evening_uid
        self.game = reading.game
        self.board = overview(sheet, draft, since=len(sheet.lines))
        self.speaker = speaker_at(self.game.key, sheet.standing.table)
        self.step = step if step == "bid" and self.board["step"] == "play" else self.board["step"]
        self.number, self.dealer = sheet.standing.number, sheet.standing.dealer
        self.totals = self.board["standing"]["totals"]
        self.lines, self.since = drawn_lines(match.uid, sheet, self.speaker), since
        self.news = news
        self.toast = self._toast() if said else None

    @property
    def undo(self) -> str | None:
        """What Undo would strike."""
        return self.reading.live.undo

    @property
    def redo(self) -> str | None:
        """What Redo would restore."""
        return self.reading.live.redo

    @property
    def now(self) -> Markup:
        """What happens now, the bid in play, and what sides need."""
        told = [self.board[part] for part in ("spoken", "prompt", "needs")]
        facts = repr((language(), self.game.key, self.reading.sheet.standing.table, self.dealer, told))
        return kept(facts, lambda: rendered("_now.html", screen=self))

    @property
    def rows(self) -> Markup:
        """The rows of the sheet, newest first; only those that the asking page lacks where that is known."""
        return safe("".join([line.row for line in reversed(self.lines[self.since or 0 :])]))

    @property
    def cuts(self) -> list[Markup]:
        """The newest cuts of the stick."""
        return newest_cuts(self.lines)

    @property
    def tools(self) -> Markup:
        """What a table needs now and then."""
        playing, decides = self.step in PLAYING, self.closing_decides
        return piece("_tools.html", uid=self.uid, playing=playing, closed=self.closed, decides=decides)

    @property
    def ways_back(self) -> Markup:
        """The buttons of Undo and Redo."""
        return piece("_ways_back.html", uid=self.uid, undo=bool(self.undo), redo=bool(self.redo))

    @property
    def closed(self) -> bool:
        """Whether the table has said that time is up."""
        return self.reading.sheet.standing.closed

    @property
    def closing_decides(self) -> bool:
        """Whether saying so ends the match, rather than giving it up."""
        return self.game.closing_decides(self.reading.sheet.standing.rules)

    @property
    def side_names(self) -> list[str]:
        """The names of every side, as text."""
        return [self.speaker.side_text(side) for side in range(len(self.speaker.sides))]

    @cached_property
    def prompt(self) -> list[Markup]:
        """What happens now, the most important first."""
        return [self.speaker.say(said) for said in self.board["prompt"]]

    @cached_property
    def needs(self) -> list[tuple[int, Markup]]:
        """What sides still need, a line a side; what holds for more than two alike goes without saying."""
        codes = [need["code"] for need in self.board["needs"]]
        lines: dict[int, list[Markup]] = {}
        for need in self.board["needs"]:
            if codes.count(need["code"]) <= 2:
                lines.setdefault(need["side"], []).append(self.speaker.say(need))
        return [(side, Markup("; ").join(said)) for side, said in sorted(lines.items())]

    def _toast(self) -> Markup | None:
        """What was recorded last, in words."""
        if self.reading.sheet.pending or not self.reading.sheet.lines:
            return None
        line = self.reading.sheet.lines[-1]
        number = gettext("Deal %(n)s", n=line.number) if line.deal.kind == "deal" else gettext("Recorded")
        points = gained(line.points) if len(self.speaker.sides) == 2 else ""
        words = points or words_of(told_line(self.game, line), self.speaker)[0]
        return safe(f"{escape(number)}: {escape(words)}")

    @property
    def bar_note(self) -> str:
        """The small words in the header: the deal, or that it is over."""
        return gettext("over") if self.step == "over" else gettext("deal %(n)s", n=self.number)

    @cached_property
    def spoken(self) -> dict[str, Any] | None:
        """The bid of the deal in play: side, words and what stands in the ring."""
        said = self.board["spoken"]
        if not said or said["values"].get("big") is None:
            return None
        big, seat = said["values"]["big"], said["values"].get("seat")
        seat = self.dealer if seat is None else seat
        shown = SUITS.get(big, big) if isinstance(big, str) else big
        name, words = self.speaker.name(seat), self.speaker.say(said)
        return {"side": self.side_of(seat), "name": name, "words": words, "big": shown}

    def side_of(self, seat: int) -> int:
        """The side that a seat plays for."""
        return next(side for side, seats in enumerate(self.speaker.sides) if seat in seats)

    @cached_property
    def sides(self) -> list[dict[str, Any]]:
        """Each side's seats, total, state and how many strokes are new."""
        marks, lines = self.board["marks"], self.reading.sheet.lines
        gains = lines[-1].points if lines and not lines[-1].problems else [0] * len(self.totals)
        status = marks["status"] if marks["kind"] == "status" else [""] * len(self.totals)
        return [
            {
                "letter": LETTERS[side],
                "head": self._head(side, seats),
                "total": self.totals[side],
                "status": status[side],
                "status_words": gettext(STATUS_WORDS[status[side]]) if status[side] else "",
                "out": status[side] == "out",
                "gained": max(gains[side], 0),
            }
            for side, seats in enumerate(self.speaker.sides)
        ]

    def _head(self, side: int, seats: list[int]) -> Markup:
        """The names of a side, with the mark of the dealer."""
        names = tuple(self.speaker.name(seat) for seat in seats)
        dealer = seats.index(self.dealer) if self.dealer in seats else None
        return piece("_head.html", letter=LETTERS[side], names=names, dealer=dealer, pair=len(self.totals) == 2)

    @property
    def board_class(self) -> str:
        """How wide the totals are: many columns, single figures, or three digits."""
        widest = max(len(str(total)) for total in self.totals)
        if len(self.totals) > 2:
            return "many one" if widest == 1 else "many long" if widest > 2 else "many"
        return "long longer" if widest > 3 else "long" if widest > 2 else ""

    @cached_property
    def pad(self) -> Pad:
        """The pad of this step, filled with what is said and what is half made."""
        sheet = self.reading.sheet
        board = {**self.board, **pad(sheet, self.draft), "step": self.step}
        shown = {**form_of(self.game.fields(sheet.standing), sheet.pending or {}), **(self.filled or {})}
        return pad_of(self.game.key)(board, sheet.standing, self.speaker, shown, self.problems)

    @property
    def stray_faults(self) -> list[Markup]:
        """What is wrong with no field of the pad."""
        return self.pad.faults.get("", []) if self.problems else []

    @property
    def pad_html(self) -> Markup:
        """The pad, drawn once for the same facts."""
        return kept(self.pad_facts, lambda: rendered(*self.pad_templates, screen=self))

    @property
    def pad_facts(self) -> str:
        """All that the pad depends on: what is said and written, and what the game says its fields go by."""
        sheet, standing = self.reading.sheet, self.reading.sheet.standing
        said = (written_so_far(sheet, self.draft), self.filled, self.problems, sheet.pending)
        place = (standing.table, standing.rules, standing.dealer, standing.carry)
        return repr((language(), self.uid, self.step, said, place, self.game.pad_facts(standing, self.step)))

    @property
    def pad_templates(self) -> list[str]:
        """The pad of this step: the game's own if there is one, else the generic one."""
        return ["pads/closed.html"] if self.step == "closed" else [f"pads/{self.game.key}.html", "pads/generic.html"]
