"""The draft of a new match as a phone keeps it without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scoring.game import rules_problems
from scoring.games import game_of
from scoring.words import same
from table.form_entry import encode_query, first, parse_int
from table.house_rules import RuleFields, RuleForm, rules_at, typed_rules
from table.language import MessageFormatter
from table.new_match import (
    Draw,
    GameWords,
    NewMatch,
    dealing_seat,
    draw,
    fit_seats,
    heights,
    partners,
    rule_sets,
    swapped,
    with_player,
)
from table.node import node

if TYPE_CHECKING:
    from typing import Any

    from scoring.game import Game
    from scoring.words import Problem, Rules, Values
    from table.form_entry import Form
    from table.house_rules import Texts
    from table.language import Language
    from table.node import Content, Node

    RuleSet = tuple[str, str, Rules]  # key, label, the rules that differ from the usual ones


def loaded_game(key: str) -> Game | None:
    """The game of a key; None where this engine has not read it."""
    try:
        return game_of(key)
    except ImportError:
        return None


def rule_texts(key: str, rules: Rules, form: Form | None = None) -> Texts:
    """The texts of a game's house rules as a form says, else as these are; none of a game that is not read here."""
    game = loaded_game(key)
    return RuleForm(game, form, typed_rules(game, rules)).texts if game else {}


def rules_of_texts(game: Game, texts: Texts, minute: int) -> Rules:
    """The rules that differ from the usual ones; a time of day is the minutes until then, from a minute of the day."""
    rules = rules_at(game, texts, minute)
    usual = {option.key: option.default for option in game.options}
    return {key: rules[key] for key in rules if not same(rules[key], usual[key])}


def rules_parts(
    language: Language,
    game: Game,
    texts: Texts,
    sets: list[RuleSet],
    seats: tuple[str, ...],
    wrong: tuple[Problem, ...],
) -> list[Content]:
    """The sections of the page: sets and what lies open, then what is folded. wrong: what is told beside the rules."""
    form, fields = RuleForm(game, None, texts), RuleFields(language, False)
    if wrong:
        form.refuse(wrong, MessageFormatter(language, game.key, game.table(seats, 0)))
    rows = [(key, label, typed_rules(game, rules) == texts) for key, label, rules in sets]
    head = node("h2", {}, language.gettext("House rules"))
    section = {"class": "stack", "id": "rules"}
    return [
        node("section", section, head, rule_sets(rows), fields.open(form.open)),
        node("section", {}, fields.folded(form.folded)),
    ]


Draft = NamedTuple(
    "Draft",
    [
        ("evening", "str"),
        ("game", "GameWords"),
        ("seats", "tuple[str, ...]"),
        ("dealer", "str"),
        ("held", "int | None"),
        ("rules", "Texts"),
        ("cards", "tuple[str, ...]"),
        ("drew", "str"),
    ],
)
"""What is chosen so far; evening is a uid or "new", rules are the texts of each, seats are names clockwise."""


def game_words(told: Any) -> GameWords:
    """The words of a game from the shell's list."""
    key, name, tagline, begin, seats, partners_face, how, _ = told
    return GameWords(key, name, tagline, begin, tuple(seats), partners_face, Draw(how[0], how[1], how[2]))


def last_of(match: Values) -> Values:
    """A match that began here, as the last of its game."""
    names = [person["name"] for person in match["people"]]
    return {"game": match["game"], "seats": names, "dealer": names[match["dealer"]], "rules": match["rules"]}


MAX_SEATS = 30
LONGEST = 40  # letters of a name
LAST = "last"  # the set of house rules of the match before


class NewMatchDraft:
    """The draft of a form, and what follows from it. known: what the phone keeps (table/away.py)."""

    def __init__(self, language: Language, known: Values) -> None:
        self.language, self.known = language, known
        self.form: Form = known.get("form") or {}
        self.games = [game_words(told) for told in known["games"]]
        self.only: str = known["home"].get("only", "")  # the evening that alone is open to this browser
        self.persons: dict[str, str] = {}  # uids by name, who played last first
        self.people: tuple[str, ...] = self.everybody()
        begun = [last_of(match) for match in reversed(known["begun"])]
        self.lasts: list[Values] = begun + known["home"].get("last", [])
        self.faults: list[str] = []
        self.wrong: tuple[Problem, ...] = ()  # of the house rules
        self.draft = self.read()

    def everybody(self) -> tuple[str, ...]:
        """The people of the circle, and those who were new in matches that began here."""
        begun = [person for match in self.known["begun"] for person in match["people"]]
        names = []
        for person in self.known["home"]["people"] + begun:
            if person["name"] not in self.persons:
                names.append(person["name"])
                self.persons[person["name"]] = person["uid"]
        return tuple(names)

    def last(self, key: str) -> Values | None:
        """The last match of a game."""
        found = [one for one in self.lasts if one["game"] == key]
        return found[0] if found else None

    def read(self) -> Draft:
        """The draft that the form holds; what it leaves open is as in the last match."""
        form, game = self.form, self.chosen_game()
        last = self.last(game.key)
        seats = tuple([name for name in form.get("seat", [])[:MAX_SEATS] if name])
        if "seat" not in form:
            sat = tuple((last or {"seats": []})["seats"])
            seats = fit_seats(sat, game.seats[1], self.people, game.seats[0] if sat else game.seats[1])
        dealer = first(form, "dealer") or (last["dealer"] if last and "seat" not in form else "")
        held = parse_int(first(form, "held"))
        cards = tuple(form.get("card", []))
        drawn = len(cards) == len(seats) and -1 not in heights(game.draw, cards) and "tap" not in form
        return Draft(
            self.only or first(form, "evening"),
            game,
            seats,
            dealer if dealer in seats else (seats[0] if seats else ""),
            held if type(held) is int and 0 <= held < len(seats) else None,
            rule_texts(game.key, last["rules"] if last and "seat" not in form else {}, form),
            cards if drawn else (),
            first(form, "drew") if drawn else "",
        )

    def chosen_game(self) -> GameWords:
        """The game of the form, else that of the last match, else the first for so many people."""
        wanted = first(self.form, "game") or (self.lasts[0]["game"] if self.lasts else "")
        here = len(self.people)
        fitting = [game for game in self.games if game.key == wanted]
        fitting += [game for game in self.games if game.seats[0] <= here <= game.seats[1]]
        return (fitting + self.games)[0]

    def change(self, **new: Any) -> None:
        """Put something else into the draft; cards that were drawn before are those of another table."""
        old = self.draft
        values: Values = {"held": None, "cards": (), "drew": ""}
        values.update(new)
        self.draft = Draft(
            old.evening,
            values.get("game", old.game),
            values.get("seats", old.seats),
            values.get("dealer", old.dealer),
            values["held"],
            values.get("rules", old.rules),
            values["cards"],
            values["drew"],
        )

    def apply(self) -> None:
        """Add the typed name, and do what the button says."""
        self.add_name(first(self.form, "name") or "")
        what, _, which = (first(self.form, "tap") or "").partition(":")
        if what == "game":
            self.choose_game(which)
        elif what == "player":
            self.change(seats=with_player(self.draft.seats, self.draft.held, self.draft.game.seats[1], which))
        elif what == "seat":
            self.tap_seat(parse_int(which))
        elif what == "dealer":
            self.change(dealer=which)
        elif what == "preset":
            found = [rules for key, _, rules in self.sets() if key == which]
            self.change(rules=rule_texts(self.draft.game.key, (found + [{}])[0]))
        elif what == "draw" and not self.page().missing:
            self.draw(which)

    def add_name(self, name: str) -> None:
        """Seat a new name; what is wrong with it is a fault."""
        gettext, draft = self.language.gettext, self.draft
        fault = ""
        if len(name) > LONGEST:
            fault = gettext("This name is too long: it can have {most} characters.", most=LONGEST)
        elif self.only and name and name not in self.people:
            fault = gettext("Only this evening’s players can play; {name} isn’t one.", name=name)
        elif name in draft.seats:
            fault = gettext("{name} is already at this table.", name=name)
        elif name and len(draft.seats) >= draft.game.seats[1] and draft.held is None:
            fault = gettext("The table is full. Tap the seat that {name} takes, then add the name.", name=name)
        if fault:
            self.faults.append(fault)
        elif name:
            self.change(seats=with_player(draft.seats, draft.held, draft.game.seats[1], name))

    def choose_game(self, key: str) -> None:
        """Another game, with as many of the players as it allows."""
        game = ([one for one in self.games if one.key == key] + [self.draft.game])[0]
        seats = fit_seats(self.draft.seats, game.seats[1], self.people, game.seats[0])
        last = self.last(game.key)
        self.change(game=game, seats=seats, rules=rule_texts(game.key, last["rules"] if last else {}))

    def tap_seat(self, seat: Any) -> None:
        """Hold a seat; the second tap swaps both, or lets the same one go."""
        draft = self.draft
        if type(seat) is not int or not 0 <= seat < len(draft.seats):
            return
        if draft.held is None:
            self.change(held=seat)
        else:
            self.change(seats=swapped(draft.seats, seat, draft.held))

    def draw(self, kind: str) -> None:
        """Draw for partners or for the deal."""
        game, seats = self.draft.game, self.draft.seats
        cards = draw(game.draw, len(seats), self.known["chance"])
        if kind == "partners" and game.partners:
            order = partners(game.draw, cards)
            cards, seats = [cards[seat] for seat in order], tuple([seats[seat] for seat in order])
        self.change(seats=seats, dealer=seats[dealing_seat(game.draw, cards)], cards=tuple(cards), drew=kind)

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return self.draft.seats.index(self.draft.dealer) if self.draft.dealer in self.draft.seats else 0

    def page(self) -> NewMatch:
        """What draws the page."""
        draft = self.draft
        return NewMatch(
            self.language,
            draft.game,
            self.games,
            self.people,
            draft.seats,
            self.first_dealer,
            draft.held,
            draft.cards,
            draft.drew,
        )

    def sets(self) -> list[tuple[str, str, Rules]]:
        """The sets of house rules: key, label and the rules that differ from the usual ones."""
        gettext, key = self.language.gettext, self.draft.game.key
        last = self.last(key)
        found: list[tuple[str, str, Rules]] = [(LAST, gettext("As last time"), last["rules"])] if last else []
        found.append(("", gettext("The usual rules"), {}))
        found += [tuple(one) for told in self.known["games"] if told[0] == key for one in told[-1]]
        for number, saved in enumerate(self.known["home"]["rules"]):
            if saved["game"] == key:
                found.append((f"saved-{number}", saved["name"], saved["rules"]))
        return found

    def begin(self) -> Values | None:
        """The match that begins, as static/offline/begin.js stores it; None with a fault."""
        missing, draft, game = self.page().missing, self.draft, game_of(self.draft.game.key)
        rules = rules_of_texts(game, draft.rules, self.known["minute"])
        self.wrong = () if missing else rules_problems(game, rules, len(draft.seats))
        if missing or self.faults or self.wrong:
            self.faults += [missing] if missing else []
            return None
        seats = [{"uid": self.persons.get(name), "name": name} for name in draft.seats]
        return {
            "game": draft.game.key,
            "rules": rules,
            "first_dealer": self.first_dealer,
            "seats": seats,
            "evening": draft.evening,
        }

    def hidden(self) -> list[tuple[str, str]]:
        """The draft as pairs of an address."""
        draft = self.draft
        pairs = [("evening", draft.evening)] if draft.evening else []
        pairs += [("game", draft.game.key), ("seat", "")] + [("seat", name) for name in draft.seats]
        pairs += [("dealer", draft.dealer)]
        return pairs + ([] if draft.held is None else [("held", str(draft.held))])

    def query(self) -> str:
        """The query of the address that shows this draft."""
        drawn, rules = [("card", card) for card in self.draft.cards], self.draft.rules
        usual = rule_texts(self.draft.game.key, {})
        drawn += [("rule." + key, rules[key]) for key in sorted(rules) if rules[key] != usual[key]]
        return "?" + encode_query(self.hidden() + drawn + ([("drew", self.draft.drew)] if self.draft.cards else []))

    def parts(self) -> Node:
        """The form of the page."""
        gettext, page = self.language.gettext, self.page()
        inputs: list[Content] = [
            node("input", {"type": "hidden", "name": name, "value": text}) for name, text in self.hidden()
        ]
        enter = {"class": "unseen", "tabindex": "-1", "formaction": "#players"}
        game, draft = game_of(self.draft.game.key), self.draft
        begin = {"class": "go", "formmethod": "post", "name": "begin", "value": "1"}
        return node(
            "form",
            {"class": "stack", "action": "/new"},
            node("button", enter, gettext("Add the name")),
            inputs,
            page.games_part("game" in self.form or bool(self.lasts)),
            page.players_part(first(self.form, "name") or "" if self.faults else "", self.faults, []),
            page.seats_part(),
            rules_parts(self.language, game, draft.rules, self.sets(), draft.seats, self.wrong),
            node("div", {"class": "dock"}, node("button", begin, self.draft.game.begin)),
        )
