"""A new match: seats, dealer, draws and rules, all in the address; and what is refused."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from sqlalchemy import func, select

from drawing.new_match.card_draw import height
from models.base import db, new_uid, now
from models.log.append import append
from models.log.read import read
from models.matches import find_match
from models.tables import Evening, Match, Player
from models.transaction import write_transaction
from scoring.games import games
from tests.support.html import main_of, parsed, text
from tests.support.tables import FOUR, make_circle, send, sit_down, start
from web.new_match.draft import draw_of


@pytest.fixture
def friends(client):
    """A browser in a circle of four who have not played yet."""
    make_circle(client)
    return client


def address(seats=FOUR, game="boomke_wies", **more):
    return "/new?" + urlencode({"game": game, "seat": ["", *seats], **more}, doseq=True)


def seats_in(page):
    """The names around the table, clockwise."""
    [table] = [part for part in page.iter("div") if part.get("class") == "seats"]
    return tuple(seat.find("bdi").text for seat in table.iter("button"))


def pressed(page, what):
    """The values of the pressed buttons whose tap is of this kind."""
    taps = [button.get("value", "") for button in page.iter("button") if button.get("aria-pressed") == "true"]
    return [tap.removeprefix(what) for tap in taps if tap.startswith(what)]


def tapped(client, tap, **state):
    answer = client.get(address(tap=tap, **state))
    assert answer.status_code == 200
    return parsed(answer)


def rules_of(app, uid):
    with app.app_context():
        return find_match(uid).rules


def test_it_works(friends):
    page = parsed(friends.get("/new"))
    assert pressed(page, "game:") == ["boomke_wies"]
    assert seats_in(page) == FOUR
    assert pressed(page, "dealer:") == ["Ann"]
    assert {
        tap.removeprefix("game:") for tap in (b.get("value", "") for b in page.iter("button")) if "game:" in tap
    } == {*games()}


def test_the_list_of_games_is_folded_when_all_is_as_last_time(friends):
    assert 'class="game-list"' not in friends.get("/new").get_data(as_text=True)
    start(friends, "texas_42")
    page = parsed(friends.get("/new"))
    (games_list,) = [part for part in page.iter("details") if part.get("class") == "game-list"]
    assert text(next(games_list.iter("summary"))) == "Texas 42 Tap for another game"
    assert (
        len([one for one in games_list.iter("button") if one.get("value", "").startswith("game:")]) == len(games()) - 1
    )


def test_deal_begins_the_match_in_the_evening_of_today(app, friends):
    uid = start(friends, "boomke_wies", "Ann", "Cem", "Bob", "Dee", dealer="Bob")
    with app.app_context():
        match = find_match(uid)
        assert match.players == ("Ann", "Cem", "Bob", "Dee")
        assert match.first_dealer == 2
        assert match.evening.closed_at is None
        assert db.session.scalar(select(func.count(Evening.id))) == 1
    assert start(friends, "zwanzig_ab") != uid
    with app.app_context():
        assert db.session.scalar(select(func.count(Evening.id))) == 1


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_stranger_learns_nothing(client, method):
    answer = send(client, "/new", game="boomke_wies", seat=FOUR) if method == "post" else client.get("/new")
    assert answer.status_code == 404


def test_without_its_secret_the_form_begins_nothing(app, friends):
    assert friends.post("/new", data={"game": "boomke_wies", "seat": list(FOUR)}).status_code == 400
    with app.app_context():
        assert db.session.scalar(select(func.count(Match.id))) == 0


def test_the_secret_is_not_in_any_address(friends):
    form = next(parsed(friends.get("/new")).iter("form"))
    assert form.get("method", "get") == "get"
    assert "csrf_token" not in [field.get("name") for field in form.iter("input")]


@pytest.mark.parametrize(
    ("tap", "state", "seats"),
    [
        ("player:Bob", {}, ("Ann", "Cem", "Dee")),
        ("player:Dee", {"seats": ("Ann", "Bob", "Cem")}, FOUR),
        ("player:Eva", {}, FOUR),
        ("player:Eva", {"held": 1}, ("Ann", "Eva", "Cem", "Dee")),
        ("seat:2", {"held": 0}, ("Cem", "Bob", "Ann", "Dee")),
        ("seat:2", {"held": 2}, FOUR),
        ("seat:9", {"held": 2}, FOUR),
        ("game:clobyosh", {}, ("Ann", "Bob")),
        ("game:boomke_wies", {"seats": ("Dee", "Ann"), "game": "clobyosh"}, ("Dee", "Ann", "Bob", "Cem")),
        ("game:knockout_whist", {"seats": ("Dee", "Ann"), "game": "clobyosh"}, ("Dee", "Ann")),
        ("nothing:known", {}, FOUR),
    ],
)
def test_taps_on_people_and_seats(friends, tap, state, seats):
    assert seats_in(tapped(friends, tap, **state)) == seats


def test_the_first_tap_on_a_seat_holds_it(friends):
    page = tapped(friends, "seat:2")
    assert pressed(page, "seat:") == ["2"]
    assert [field.get("value") for field in page.iter("input") if field.get("name") == "held"] == ["2"]


def test_a_full_table_seats_nobody_else(friends):
    page = parsed(friends.get(address(game="clobyosh", seats=("Ann", "Bob"))))
    shut = [text(button) for button in page.iter("button") if "disabled" in button.attrib]
    assert shut == ["Cem", "Dee"]


def test_partners_share_a_mark(friends):
    page = parsed(friends.get(address()))
    [table] = [part for part in page.iter("div") if part.get("class") == "seats"]
    assert [seat.find("i").get("class") for seat in table.iter("button")] == ["mark a", "mark b", "mark a", "mark b"]


def test_somebody_new_is_typed(app, friends):
    page = parsed(friends.get(address(game="knockout_whist", name=" Gül ")))
    assert seats_in(page) == (*FOUR, "Gül")
    uid = start(friends, "knockout_whist", *FOUR, "Gül")
    start(friends, "knockout_whist", "gül", "Ann")
    with app.app_context():
        assert find_match(uid).players[4] == "Gül"
        assert db.session.scalar(select(func.count(Player.id))) == 5


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ANN", "ANN is already at this table."),
        ("x" * 41, "This name is too long: it can have 40 characters."),
        ("A\x07n", "A name cannot contain control characters."),
        ("A\u202en", "A name cannot contain control characters."),
        ("\u200c", "A name is missing here."),
    ],
)
def test_a_name_that_cannot_be(friends, name, words):
    answer = friends.get(address(game="knockout_whist", name=name))
    assert answer.status_code == 422
    page = parsed(answer)
    [typed] = [field for field in page.iter("input") if field.get("name") == "name"]
    assert typed.get("value") == re.sub("[\x07\u202e]", "\ufffd", name)
    assert words in main_of(answer)
    assert seats_in(page) == FOUR


def test_a_name_for_a_full_table_says_what_to_do(friends):
    answer = friends.get(address(name="Gül"))
    assert answer.status_code == 422
    assert "The table is full. Tap the seat that Gül takes, then add the name." in main_of(answer)
    assert seats_in(parsed(friends.get(address(name="Gül", held=3)))) == ("Ann", "Bob", "Cem", "Gül")


@pytest.mark.parametrize(
    ("game", "seats", "words"),
    [
        ("boomke_wies", ("Ann", "Bob", "Cem"), "Boomke Wies is for 4 players; there are 3 here."),
        ("knockout_whist", ("Ann",), "Knock-Out Whist is for 2 to 7 players; there are 1 here."),
        ("boomke_wies", ("Ann", "Bob", "ann", "Dee"), "ann is there twice: everybody has one seat."),
        ("clobyosh", ("Ann", "x" * 41), "This name is too long: it can have 40 characters."),
    ],
)
def test_people_who_cannot_sit_like_this(app, friends, game, seats, words):
    answer = send(friends, "/new", game=game, seat=seats)
    assert answer.status_code == 422
    assert words in main_of(answer)
    assert seats_in(parsed(answer)) == seats
    with app.app_context():
        assert db.session.scalar(select(func.count(Player.id))) == 4


def test_a_name_typed_last_sits_down_with_deal(app, friends):
    answer = send(friends, "/new", game="clobyosh", seat=("Ann",), name="Gül")
    assert answer.status_code == 303
    with app.app_context():
        assert db.session.scalars(select(Match)).one().players == ("Ann", "Gül")


@pytest.mark.parametrize("kind", ["deal", "partners"])
@pytest.mark.parametrize("game", ["boomke_wies", "texas_42", "clobyosh", "zwanzig_ab", "knockout_whist"])
def test_a_draw_decides_by_the_games_rule_and_stays(friends, game, kind):
    seats = FOUR[: games()[game].seats[1]]
    went = friends.get(address(seats, game, tap=f"draw:{kind}"))
    assert went.status_code == 303
    state = parse_qs(urlsplit(went.headers["Location"]).query)
    cards, people = state["card"], state["seat"]
    heights = [height(draw_of(games()[game]), card) for card in cards]
    assert len(set(heights)) == len(seats)
    deals = people.index(state["dealer"][0])
    top = heights.index(max(heights))
    assert deals == {"clobyosh": heights.index(min(heights)), "boomke_wies": (top + 1) % 4}.get(game, top)
    if kind == "partners" and games()[game].partners:
        ranked = sorted(range(4), key=heights.__getitem__)
        assert {ranked[0], ranked[1]} in ({0, 2}, {1, 3})
        assert people[0] == "Ann"
    page = friends.get(went.headers["Location"])
    assert all(card in main_of(page) for card in cards)
    assert f"{people[deals]}" in main_of(page).split("Who deals first")[0].split("deals")[0]
    moved = main_of(friends.get(went.headers["Location"].replace("/new?", "/new?tap=seat:1&")))
    assert cards[0] not in moved.split("House rules")[0]  # the rules may speak of a tile that was drawn


def test_no_draw_at_a_table_that_is_not_full(friends):
    answer = friends.get(address(("Ann",), "clobyosh", tap="draw:deal"))
    assert answer.status_code == 200
    assert "Clobyosh is for 2 players; there are 1 here." in main_of(answer)


def test_cards_that_are_none_are_not_shown(friends):
    assert "<b>99" not in friends.get(address(("Ann", "Bob"), "clobyosh", card=["99", "A♠"])).get_data(as_text=True)


def test_a_preset_sets_its_rules(app, friends):
    page = tapped(friends, "preset:straight_42", game="texas_42")
    assert pressed(page, "preset:") == ["straight_42"]
    fields = {f.get("name"): f.get("value") for f in page.iter("input") if "checked" in f.attrib}
    assert fields["rule.nello"] == "off"
    assert fields["rule.sevens"] == "no"


def test_rules_are_kept_as_they_were_typed_or_tapped(app, friends):
    uid = start(friends, "texas_42", target_marks="٥", stake_per_mark="0,25", sevens="no", all_pass="dealer_must_bid")
    rules = rules_of(app, uid)
    assert (rules["target_marks"], rules["stake_per_mark"], rules["sevens"]) == (5, 25, False)


@pytest.mark.parametrize(
    ("game", "rule", "typed", "words"),
    [
        ("texas_42", "target_marks", "many", "Marks to win: A whole number from 1 up is needed here."),
        ("texas_42", "stake_per_mark", "1.234", "Stake for a mark: An amount of money is needed here, like 0.25."),
        ("knockout_whist", "first_hand", "11", "A whole number from 2 to 10 is needed here."),
        ("knockout_whist", "money", "maybe", "This rule cannot have that value"),
    ],
)
def test_a_rule_that_cannot_be_is_refused_beside_it(friends, game, rule, typed, words):
    answer = send(friends, "/new", game=game, seat=FOUR, **{f"rule.{rule}": typed})
    assert answer.status_code == 422
    assert words in main_of(answer)
    page = parsed(answer)
    assert page.find(f".//*[@id='fault-{rule}']") is not None
    values = [
        field.get("value")
        for field in page.iter("input")
        if field.get("name") in (f"rule.{rule}", f"rule.{rule}.marks")
    ]
    assert typed in values or typed == "maybe"


def test_rules_at_odds_with_the_table_are_refused(friends):
    names = (*FOUR, "Eva", "Fay", "Gus")
    answer = send(friends, "/new", game="knockout_whist", seat=names, **{"rule.first_hand": "10"})
    assert answer.status_code == 422
    assert parsed(answer).find(".//*[@id='fault-first_hand']") is not None


def test_as_last_time_brings_rules_seats_and_the_next_dealer(app, friends):
    uid = start(friends, "boomke_wies", "Dee", "Cem", "Bob", "Ann", meetje_fine="none")
    with app.app_context():
        entry = {"declarer": 0, "contract": 8, "tricks": 9}
        append(find_match(uid), "deal", new_uid(), entry, read(find_match(uid)).version)
    page = tapped(friends, "last:")
    assert seats_in(page) == ("Dee", "Cem", "Bob", "Ann")
    assert pressed(page, "dealer:") == ["Cem"]
    fields = {f.get("name"): f.get("value") for f in page.iter("input") if "checked" in f.attrib}
    assert fields["rule.meetje_fine"] == "none"


def test_as_last_time_stands_there_already_and_says_so(app, friends):
    start(friends, "boomke_wies", "Dee", "Cem", "Bob", "Ann", meetje_fine="none")
    page = parsed(friends.get("/new"))
    assert seats_in(page) == ("Dee", "Cem", "Bob", "Ann")
    assert checked(page)["rule.meetje_fine"] == "none"
    [note] = [one for one in page.iter("div") if one.get("id") == "last"]
    assert text(note) == "As last time tonight: same players, same rules Clear"
    cleared = parsed(friends.get(note.find("a").get("href")))
    assert seats_in(cleared) == ()
    assert checked(cleared)["rule.meetje_fine"] == "shortfall"
    assert not [one for one in cleared.iter("div") if one.get("id") == "last"]


def test_what_is_no_longer_as_last_time_does_not_say_so(friends):
    start(friends, "boomke_wies")
    page = tapped(friends, "dealer:Cem")
    assert not [one for one in page.iter("div") if one.get("id") == "last"]
    assert [button for button in page.iter("button") if button.get("value") == "last:"]


def checked(page):
    """Name and value of what is chosen."""
    return {f.get("name"): f.get("value") for f in page.iter("input") if "checked" in f.attrib}


def test_marks_or_points_comes_first_and_hides_the_rules_of_the_other(friends):
    page = parsed(friends.get("/new?game=texas_42"))
    first = next(one for one in page.iter("fieldset") if one.get("class") == "rule")
    assert {field.get("name") for field in first.iter("input")} == {
        "rule.scoring",
        "rule.target_marks.marks",
        "rule.target_points.points",
    }
    hidden = {one.get("data-hangs"): one.get("hidden") is not None for one in page.iter() if one.get("data-hangs")}
    assert hidden['[["rule.scoring", ["marks"]]]'] is False
    assert hidden['[["rule.scoring", ["points"]]]'] is True
    points = parsed(friends.get("/new?game=texas_42&rule.scoring=points"))
    hidden = {one.get("data-hangs"): one.get("hidden") is not None for one in points.iter() if one.get("data-hangs")}
    assert hidden['[["rule.scoring", ["marks"]]]'] is True


@pytest.mark.parametrize(
    ("length", "typed", "value"), [("deals", "6", 6), ("points", "20", 20), ("clock", "45", 45), ("clock", "", 0)]
)
def test_a_number_counts_with_the_answer_that_it_stands_beside(app, friends, length, typed, value):
    others = {f"length_value.{other}": "3" for other in ("deals", "points", "clock") if other != length}
    uid = start(friends, "boomke_wies", length=length, **{f"length_value.{length}": typed}, **others)
    assert (rules_of(app, uid)["length"], rules_of(app, uid)["length_value"]) == (length, value)


def test_an_answer_without_its_number_is_refused_beside_it(friends):
    answer = send(
        friends, "/new", game="boomke_wies", seat=FOUR, **{"rule.length": "deals", "rule.length_value.deals": ""}
    )
    assert answer.status_code == 422
    assert "Say how many" in main_of(answer)


def test_the_table_says_how_many_deals_were_agreed(client, friends):
    uid = start(friends, "boomke_wies", length="deals", **{"length_value.deals": "60"})
    assert "deal 1 of 60" in text(parsed(friends.get(f"/m/{uid}")))


def test_as_last_time_knows_a_new_name_and_who_sat_in(app, friends):
    uid = start(friends, "clobyosh", "Ann", "Bob")
    with app.app_context():
        append(find_match(uid), "seat", new_uid(), {"seat": 1, "player": "Guest"}, 0)
        with write_transaction() as session:
            session.scalars(select(Player).where(Player.name == "Ann")).one().name = "Anneke"
    assert seats_in(tapped(friends, "last:", game="clobyosh")) == ("Anneke", "Guest")


def test_who_played_last_comes_first(friends):
    start(friends, "clobyosh", "Dee", "Cem")
    page = parsed(friends.get("/new"))
    assert seats_in(page) == ("Dee", "Cem")
    people = [b.get("value").removeprefix("player:") for b in page.iter("button") if "player:" in b.get("value", "")]
    assert people == ["Dee", "Cem", "Ann", "Bob"]


def test_who_had_retired_plays_again(app, friends):
    with app.app_context(), write_transaction() as session:
        session.scalars(select(Player).where(Player.name == "Dee")).one().retired = True
    assert "Dee" not in main_of(friends.get("/new?game=boomke_wies"))
    start(friends, "boomke_wies")
    assert "Dee" in main_of(friends.get("/new"))


def test_two_taps_begin_one_match(app, friends):
    assert start(friends, "boomke_wies", evening="new") == start(friends, "boomke_wies", evening="new")
    with app.app_context():
        assert db.session.scalar(select(func.count(Match.id))) == 1
        assert db.session.scalar(select(func.count(Evening.id))) == 1


@pytest.mark.parametrize("why", ["late", "closed", "asked for"])
def test_a_new_evening(app, friends, monkeypatch, why):
    start(friends, "boomke_wies")
    if why == "late":
        monkeypatch.setattr("web.recent.now", lambda: now() + timedelta(hours=19))
    if why == "closed":
        with app.app_context(), write_transaction() as session:
            session.scalars(select(Evening)).one().closed_at = now()
    answer = send(friends, "/new", game="zwanzig_ab", seat=FOUR, evening="new" if why == "asked for" else "")
    assert answer.status_code == 303
    with app.app_context():
        assert db.session.scalar(select(func.count(Evening.id))) == 2


def test_a_match_is_added_to_the_evening_that_was_chosen(app, friends, monkeypatch):
    first = start(friends, "boomke_wies")
    with app.app_context():
        evening = find_match(first).evening.uid
    monkeypatch.setattr("web.recent.now", lambda: now() + timedelta(hours=30))
    send(friends, "/new", game="zwanzig_ab", seat=FOUR, evening=evening)
    with app.app_context():
        assert db.session.scalar(select(func.count(Evening.id))) == 1


def test_another_circles_evening_is_not_joined(app, client):
    uid = sit_down(client, "boomke_wies")
    with app.app_context():
        theirs = find_match(uid).evening.uid
    other = app.test_client()
    make_circle(other)
    send(other, "/new", game="zwanzig_ab", seat=FOUR, evening=theirs)
    with app.app_context():
        assert [match.evening.uid == theirs for match in db.session.scalars(select(Match).order_by(Match.id))] == [
            True,
            False,
        ]


def test_script_in_names_stays_text(friends):
    name = "<script>x</script>"
    answer = friends.get(address(("Ann", name), "clobyosh"))
    assert name in text(parsed(answer))
    assert all(script.get("src") for script in parsed(answer).iter("script"))
