"""The page of a new match: games, players, seats, first dealer, house rules; and its start."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from models.base import now, today
from models.log.errors import Refused
from models.matches import start_match
from models.tables import Evening, Match
from models.transaction import circle_transaction
from scoring.game import complete
from scoring.words import Problem
from table.house_rules import RuleFields, RuleForm, chosen_rules, typed_rules
from table.new_match import NewMatch, heights, rule_sets
from web.auth.guard import page_grant, place_of
from web.circle.players import players_called
from web.forms import folded, tidy
from web.http.requests import address_with, sent_fields
from web.i18n.dates import evening_words
from web.i18n.locale import current_language, gettext
from web.i18n.messages import MarkupFormatter, limit_words
from web.markup import html
from web.new_match.draft import (
    MatchDraft,
    add_name,
    apply_tap,
    draw_cards,
    draw_of,
    number_fault,
    read_draft,
    repeat_last,
    seat_faults,
    words_of,
    words_of_all,
)
from web.recent import evening_for, last_match
from web.routes import START_MATCH, Pages
from web.sheet import minutes_until, zone_of

if TYPE_CHECKING:
    from scoring.words import Rules

DOUBLE_TAP = timedelta(minutes=1)

bp = Pages("new_match", __name__)


@bp.get("/new", needs=START_MATCH)
def show_draft() -> ResponseReturnValue:
    """The draft, after a tap with its change; all of it is in the address."""
    draft, fault = add_name(read_draft(request.args, place_of(page_grant())), request.args.get("name", ""))
    if request.args.keys() <= {"evening"}:
        draft = repeat_last(draft, "")
    tap = request.args.get("tap", "")
    if tap.startswith("draw:") and not number_fault(draft):
        kind = tap.removeprefix("draw:")
        after, cards = draw_cards(draft, kind)  # in the address, so that a reload does not draw again
        drawn = after.address() | {"drew": kind, "card": cards}
        return redirect(address_with(url_for("new_match.show_draft"), drawn) + "#seats", 303)
    page = NewMatchPage(apply_tap(draft, tap), name_faults=[fault] if fault else [], form=request.args)
    return render_template("new_match/new_match.html", page=page), 422 if fault else 200


@bp.post("/new", needs=START_MATCH)
def begin_match() -> ResponseReturnValue:
    """Start the match, or show what is wrong."""
    sent = sent_fields()
    draft, fault = add_name(read_draft(sent, place_of(page_grant())), sent.get("name", ""))
    faults = [fault] if fault else []
    problems: tuple[Problem, ...] = ()
    if not faults and not seat_faults(draft):
        try:
            return redirect(url_for("table.show_table", uid=find_or_start(draft).uid), 303)
        except Refused as refused:
            problems, faults = refused.problems, [words] if (words := limit_words(refused)) else []
    page = NewMatchPage(draft, faults, seat_faults(draft), problems, sent)
    return render_template("new_match/new_match.html", page=page, refused=True), 422


def find_or_start(draft: MatchDraft) -> Match:
    """The new match; a repeated request gets the same one. Raises Refused for impossible rules."""
    place = draft.place
    circle = place.circle if isinstance(place, Evening) else place
    with circle_transaction(circle.id):
        at = now()
        rules = complete(draft.game, chosen_rules(draft.game, with_minutes(draft, at).rules))
        last = last_match(place, evening=draft.evening)
        if last and at - last.started_at < DOUBLE_TAP and is_the_same(last, draft, rules):
            return last
        players = players_called(draft.seats, circle)
        evening = evening_for(draft.evening, place) or Evening(circle_id=circle.id, date=today())
        return start_match(evening, draft.game.key, players, rules, draft.first_dealer, at)


def with_minutes(draft: MatchDraft, at: datetime) -> MatchDraft:
    """The draft with a typed time of day as the minutes until then, where the length is one."""
    if draft.rules.get("length") != "clock":
        return draft
    minutes = minutes_until(draft.rules["length_value"], at, zone_of(sent_fields().get("zone", "")))
    if minutes is None:
        return draft
    return replace(draft, rules={**draft.rules, "length_value": str(minutes)})


def is_the_same(match: Match, draft: MatchDraft, rules: Rules) -> bool:
    """Whether a match began just like this and nothing is recorded in it."""
    begun = (match.game, match.rules, match.first_dealer, [folded(name) for name in match.players])
    return match.last_seq == 0 and begun == (
        draft.game.key,
        rules,
        draft.first_dealer,
        [folded(name) for name in draft.seats],
    )


class NewMatchPage:
    """What the templates of a new match read."""

    def __init__(
        self,
        draft: MatchDraft,
        name_faults: list[str],
        seat_faults: list[str] | None = None,
        problems: tuple[Problem, ...] = (),
        form: MultiDict[str, str] | None = None,
    ) -> None:
        self.draft, self.game = draft, draft.game
        self.name_faults, self.seat_faults = name_faults, seat_faults or []
        self.typed_name = tidy(form.get("name", "")) if form and name_faults else ""
        self.formatter = MarkupFormatter(self.game.key, draft.seats, [])
        self.rules = RuleForm(self.game, None, draft.rules)
        self.rules.refuse(problems, self.formatter.nodes)
        self.last = draft.lately.last(self.game.key)
        self.can_repeat = self.last is not None and draft.lately.end(self.last)[0] != ()
        self.as_last = self.can_repeat and draft == repeat_last(draft, "")
        self.game_chosen = self.as_last or bool(form and "game" in form)
        self.cards = cards_in(form, draft) if form else []
        drew = form.get("drew", "") if form and self.cards else ""
        self.drawn = NewMatch(
            current_language(),
            words_of(self.game),
            words_of_all(),
            draft.people,
            draft.seats,
            draft.first_dealer,
            draft.held,
            tuple(self.cards),
            drew,
        )

    @property
    def faults(self) -> list[tuple[str, str | Markup]]:
        """Every fault, with the id of the page's part it belongs to."""
        people: list[tuple[str, str | Markup]] = [
            ("players", fault) for fault in (*self.name_faults, *self.seat_faults)
        ]
        rules = [(field, html(fault)) for field in self.rules.fields for fault in field.faults]
        return people + [
            (f"fault-{field.key}", Markup("{}: {}").format(gettext(field.option.label), fault))
            for field, fault in rules
        ]

    @property
    def last_evening(self) -> str:
        """When and where this game was played last."""
        return evening_words(self.last.evening) if self.last else ""

    @property
    def cleared(self) -> str:
        """The address of the same game with empty seats and its usual rules."""
        evening = {"evening": self.draft.evening} if self.draft.evening else {}
        return url_for("new_match.show_draft") + "?" + urlencode({**evening, "game": self.game.key, "seat": ""})

    @property
    def evening(self) -> str:
        """When and where the match is played."""
        evening = self.draft.lately.evening
        return evening_words(evening) if evening else gettext("a new evening")

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """Hidden inputs of every tap, besides the rules."""
        draft = self.draft
        seats = [("seat", name) for name in ("", *draft.seats)]
        held = [] if draft.held is None else [("held", str(draft.held))]
        place = ("evening", draft.evening) if draft.evening else ("circle", page_grant().circle.uid)
        return [place, ("game", self.game.key), *seats, ("dealer", draft.dealer), *held]

    def games_part(self) -> Markup:
        """The games."""
        return html(self.drawn.games_part(self.game_chosen))

    def players_part(self, notice: Markup | str = "") -> Markup:
        """The players; notice stands below them."""
        return html(self.drawn.players_part(self.typed_name, self.name_faults, self.seat_faults, notice))

    def seats_part(self) -> Markup:
        """The seats, and who deals first."""
        return html(self.drawn.seats_part())

    def rule_sets(self) -> Markup:
        """The sets of house rules to choose from."""
        return html(rule_sets(self.presets))

    def open_rules(self) -> Markup:
        """The house rules that are not folded."""
        return html(RuleFields(current_language()).open(self.rules.open))

    def folded_rules(self) -> Markup:
        """All others."""
        return html(RuleFields(current_language()).folded(self.rules.folded))

    @property
    def presets(self) -> list[tuple[str, str, bool]]:
        """Key, label and whether it is chosen: the game's own rules, its presets, saved sets."""
        known: list[tuple[str, str, Rules]] = [("", gettext("The usual rules"), {})]
        known += [(key, gettext(label), rules) for key, label, rules in self.game.presets]
        known += [(f"saved-{row.id}", row.name, row.rules) for row in self.draft.lately.saved(self.game.key)]
        rows = [(key, label, typed_rules(self.game, rules) == self.draft.rules) for key, label, rules in known]
        return rows if len(rows) > 1 or not rows[0][2] else []


def cards_in(form: MultiDict[str, str], draft: MatchDraft) -> list[str]:
    """The cards in an address, one for each seat; none after another tap, or when they are invalid."""
    cards = form.getlist("card")
    right = len(cards) == len(draft.seats) and min(heights(draw_of(draft.game), cards), default=-1) >= 0
    return cards if right and "tap" not in form else []
