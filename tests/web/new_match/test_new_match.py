"""A new match: seats, dealer, draws and rules, all in the address; and what is refused."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from sqlalchemy import func, select

from models.base import db, now
from models.matches import find_match
from models.tables import Evening, Match, Player
from models.transaction import write_transaction
from scoring.game import allowed
from scoring.games import games
from scoring.words import LARGEST
from table.house_rules import text_of, value_of
from table.new_match import height
from tests.support.html import main_of, parsed, text
from tests.support.records import play, say
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


def test_rules_are_kept_as_they_were_typed_or_tapped(app, friends):
    page = tapped(friends, "preset:straight_42", game="texas_42")
    assert pressed(page, "preset:") == ["straight_42"]
    assert (checked(page)["rule.nello"], checked(page)["rule.sevens"]) == ("off", "no")
    uid = start(friends, "texas_42", target_marks="٥", stake_per_mark="0,25", sevens="no", all_pass="dealer_must_bid")
    rules = rules_of(app, uid)
    assert (rules["target_marks"], rules["stake_per_mark"], rules["sevens"]) == (5, 25, False)
    for length, typed, value in (("deals", "60", 60), ("points", "20", 20), ("clock", "45", 45), ("clock", "", 0)):
        others = {f"length_value.{other}": "3" for other in ("deals", "points", "clock") if other != length}
        uid = start(friends, "boomke_wies", length=length, **{f"length_value.{length}": typed}, **others)
        assert (rules_of(app, uid)["length"], rules_of(app, uid)["length_value"]) == (length, value)
        assert ("deal 1 of 60" in text(parsed(friends.get(f"/m/{uid}")))) == (length == "deals")


def test_the_numbers_that_an_option_can_have_can_be_typed_and_no_others():
    for option in [one for game in games().values() for one in game.options if one.kind in ("number", "money")]:
        for value in {option.low, option.default, option.high}:
            assert value_of(option, text_of(option, value)) == value, option
            assert allowed(option, value), option
        assert not allowed(option, value_of(option, text_of(option, option.high + 1))), option
        assert option.high <= LARGEST == value_of(option, text_of(option, LARGEST)), option


def test_it_works(friends):
    answer = friends.get("/new")
    page = parsed(answer)
    assert pressed(page, "game:") == ["boomke_wies"]
    assert seats_in(page) == FOUR
    assert pressed(page, "dealer:") == ["Ann"]
    taps = [button.get("value", "") for button in page.iter("button")]
    assert {tap.removeprefix("game:") for tap in taps if "game:" in tap} == {*games()}
    form = next(page.iter("form"))
    assert form.get("method", "get") == "get"
    assert "csrf_token" not in [field.get("name") for field in form.iter("input")]
    assert 'class="game-list"' not in answer.text
    start(friends, "texas_42")
    [folded] = [part for part in parsed(friends.get("/new")).iter("details") if part.get("class") == "game-list"]
    assert text(next(folded.iter("summary"))) == "Texas 42 Tap for another game"
    others = [one for one in folded.iter("button") if one.get("value", "").startswith("game:")]
    assert len(others) == len(games()) - 1


def test_deal_begins_the_match_in_the_evening_of_today(app, friends):
    for _ in range(2):
        uid = start(friends, "boomke_wies", "Ann", "Cem", "Bob", "Dee", dealer="Bob", evening="new")
    with app.app_context():
        match = find_match(uid)
        assert (match.players, match.first_dealer) == (("Ann", "Cem", "Bob", "Dee"), 2)
        assert match.evening.closed_at is None
        assert [db.session.scalar(select(func.count(row.id))) for row in (Match, Evening)] == [1, 1]
    assert start(friends, "zwanzig_ab") != uid
    with app.app_context():
        assert db.session.scalar(select(func.count(Evening.id))) == 1


def test_a_stranger_learns_nothing_and_joins_no_evening_of_others(app, client, friends):
    stranger = app.test_client()
    assert stranger.get("/new").status_code == 404
    assert send(stranger, "/new", game="boomke_wies", seat=FOUR).status_code == 404
    assert friends.post("/new", data={"game": "boomke_wies", "seat": list(FOUR)}).status_code == 400
    with app.app_context():
        assert db.session.scalar(select(func.count(Match.id))) == 0
    uid = sit_down(client, "boomke_wies")
    with app.app_context():
        theirs = find_match(uid).evening.uid
    other = app.test_client()
    make_circle(other)
    answer = send(other, "/new", game="zwanzig_ab", seat=FOUR, evening=theirs)
    with app.app_context():
        assert find_match(answer.location.rpartition("/")[2]).evening.uid != theirs


TAPS = [
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
]


def test_taps_on_people_and_seats(friends):
    for tap, state, seats in TAPS:
        assert seats_in(tapped(friends, tap, **state)) == seats, tap
    page = tapped(friends, "seat:2")
    assert pressed(page, "seat:") == ["2"]
    assert [field.get("value") for field in page.iter("input") if field.get("name") == "held"] == ["2"]
    [table] = [part for part in page.iter("div") if part.get("class") == "seats"]
    assert [seat.find("i").get("class") for seat in table.iter("button")] == ["mark a", "mark b", "mark a", "mark b"]
    page = parsed(friends.get(address(game="clobyosh", seats=("Ann", "Bob"))))
    assert [text(button) for button in page.iter("button") if "disabled" in button.attrib] == ["Cem", "Dee"]


def test_somebody_new_is_typed_and_a_name_that_cannot_be_is_refused(app, friends):
    for name, words in (
        ("ANN", "ANN is already at this table."),
        ("x" * 41, "This name is too long: it can have 40 characters."),
        ("A\u202en", "A name cannot contain control characters."),
    ):
        answer = friends.get(address(game="knockout_whist", name=name))
        page = parsed(answer)
        [typed] = [field for field in page.iter("input") if field.get("name") == "name"]
        assert (answer.status_code, typed.get("value")) == (422, name.replace("\u202e", "\ufffd"))
        assert words in main_of(answer)
        assert seats_in(page) == FOUR
    answer = friends.get(address(name="Gül"))
    assert answer.status_code == 422
    assert "The table is full. Tap the seat that Gül takes, then add the name." in main_of(answer)
    assert seats_in(parsed(friends.get(address(name="Gül", held=3)))) == ("Ann", "Bob", "Cem", "Gül")
    page = parsed(friends.get(address(game="knockout_whist", name=" Gül ")))
    assert seats_in(page) == (*FOUR, "Gül")
    uid = start(friends, "knockout_whist", *FOUR, "Gül")
    start(friends, "knockout_whist", "gül", "Ann")
    answer = send(friends, "/new", game="clobyosh", seat=("Ann",), name="Gül")
    assert answer.status_code == 303
    with app.app_context():
        assert find_match(uid).players[4] == "Gül"
        assert find_match(answer.location.rpartition("/")[2]).players == ("Ann", "Gül")
        assert db.session.scalar(select(func.count(Player.id))) == 5


def test_people_who_cannot_sit_like_this(app, friends):
    for game, seats, words in (
        ("boomke_wies", ("Ann", "Bob", "Cem"), "Boomke Wies is for 4 players; there are 3 here."),
        ("knockout_whist", ("Ann",), "Knock-Out Whist is for 2 to 7 players; there are 1 here."),
        ("boomke_wies", ("Ann", "Bob", "ann", "Dee"), "ann is there twice: everybody has one seat."),
        ("clobyosh", ("Ann", "x" * 41), "This name is too long: it can have 40 characters."),
    ):
        answer = send(friends, "/new", game=game, seat=seats)
        assert answer.status_code == 422
        assert words in main_of(answer)
        assert seats_in(parsed(answer)) == seats
    with app.app_context():
        assert db.session.scalar(select(func.count(Player.id))) == 4
    answer = friends.get(address(("Ann",), "clobyosh", tap="draw:deal"))
    assert answer.status_code == 200
    assert "Clobyosh is for 2 players; there are 1 here." in main_of(answer)
    assert "<b>99" not in friends.get(address(("Ann", "Bob"), "clobyosh", card=["99", "A♠"])).text


@pytest.mark.parametrize("game", ["boomke_wies", "texas_42", "clobyosh", "zwanzig_ab", "knockout_whist"])
def test_a_draw_decides_by_the_games_rule_and_stays(friends, game):
    seats = FOUR[: games()[game].seats[1]]
    for kind in ("deal", "partners") if games()[game].partners else ("deal",):
        went = friends.get(address(seats, game, tap=f"draw:{kind}"))
        assert went.status_code == 303
        state = parse_qs(urlsplit(went.headers["Location"]).query)
        cards, people = state["card"], state["seat"]
        heights = [height(draw_of(games()[game]), card) for card in cards]
        assert len(set(heights)) == len(seats)
        deals = people.index(state["dealer"][0])
        top = heights.index(max(heights))
        assert deals == {"clobyosh": heights.index(min(heights)), "boomke_wies": (top + 1) % 4}.get(game, top)
        if kind == "partners":
            ranked = sorted(range(4), key=heights.__getitem__)
            assert {ranked[0], ranked[1]} in ({0, 2}, {1, 3})
            assert people[0] == "Ann"
        words = main_of(friends.get(went.headers["Location"]))
        assert all(card in words for card in cards)
        assert people[deals] in words.split("Who deals first")[0].split("deals")[0]
        moved = main_of(friends.get(went.headers["Location"].replace("/new?", "/new?tap=seat:1&")))
        assert cards[0] not in moved.split("House rules")[0]  # the rules may speak of a tile that was drawn


def test_a_rule_that_cannot_be_is_refused_beside_it(friends):
    for game, rule, typed, words in (
        ("texas_42", "target_marks", "many", "Marks to win: A whole number from 1 up is needed here."),
        ("texas_42", "stake_per_mark", "1.234", "Stake for a mark: An amount of money is needed here, like 0.25."),
        ("knockout_whist", "first_hand", "11", "A whole number from 2 to 10 is needed here."),
        ("knockout_whist", "money", "maybe", "This rule cannot have that value"),
    ):
        answer = send(friends, "/new", game=game, seat=FOUR, **{f"rule.{rule}": typed})
        assert answer.status_code == 422
        assert words in main_of(answer)
        page = parsed(answer)
        assert page.find(f".//*[@id='fault-{rule}']") is not None
        fields = [field for field in page.iter("input") if field.get("name", "").startswith(f"rule.{rule}")]
        assert typed in [field.get("value") for field in fields] or typed == "maybe"
    length = {"rule.length": "deals", "rule.length_value.deals": ""}
    assert "Say how many" in main_of(send(friends, "/new", game="boomke_wies", seat=FOUR, **length))
    seven = {"seat": (*FOUR, "Eva", "Fay", "Gus"), "rule.first_hand": "10"}
    answer = send(friends, "/new", game="knockout_whist", **seven)
    assert answer.status_code == 422, "at odds with the table"
    assert parsed(answer).find(".//*[@id='fault-first_hand']") is not None


def test_as_last_time_brings_rules_seats_and_the_next_dealer(app, friends):
    """It stands there already and says so, but not of what is no longer so."""
    uid = start(friends, "boomke_wies", "Dee", "Cem", "Bob", "Ann", meetje_fine="none")
    play(app, uid, {"declarer": 0, "contract": 8, "tricks": 9})
    for page in (tapped(friends, "last:"), parsed(friends.get("/new"))):
        assert seats_in(page) == ("Dee", "Cem", "Bob", "Ann")
        assert pressed(page, "dealer:") == ["Cem"]
        assert checked(page)["rule.meetje_fine"] == "none"
        [note] = [one for one in page.iter("div") if one.get("id") == "last"]
        assert text(note) == "As last time tonight: same players, same rules Clear"
    cleared = parsed(friends.get(note.find("a").get("href")))
    assert seats_in(cleared) == ()
    assert checked(cleared)["rule.meetje_fine"] == "shortfall"
    changed = tapped(friends, "dealer:Bob")
    assert [button for button in changed.iter("button") if button.get("value") == "last:"]
    assert not [one for page in (cleared, changed) for one in page.iter("div") if one.get("id") == "last"]


def checked(page):
    return {f.get("name"): f.get("value") for f in page.iter("input") if "checked" in f.attrib}


def test_marks_or_points_comes_first_and_hides_the_rules_of_the_other(friends):
    for scoring in ("", "&rule.scoring=points"):
        page = parsed(friends.get(f"/new?game=texas_42{scoring}"))
        first = next(one for one in page.iter("fieldset") if one.get("class") == "rule")
        names = {"rule.scoring", "rule.target_marks.marks", "rule.target_points.points"}
        assert {field.get("name") for field in first.iter("input")} == names
        hanging = {one.get("data-hangs"): one for one in page.iter() if one.get("data-hangs")}
        marks, points = (hanging[f'[["rule.scoring", ["{way}"]]]'] for way in ("marks", "points"))
        assert ("hidden" in marks.attrib, "hidden" in points.attrib) == (bool(scoring), not scoring)


def test_who_played_last_comes_first_and_whoever_had_retired_plays_again(app, friends):
    with app.app_context(), write_transaction() as session:
        session.scalars(select(Player).where(Player.name == "Dee")).one().retired = True
    assert "Dee" not in main_of(friends.get("/new?game=boomke_wies"))
    uid = start(friends, "clobyosh", "Dee", "Cem")
    page = parsed(friends.get("/new"))
    assert seats_in(page) == ("Dee", "Cem")
    people = [b.get("value").removeprefix("player:") for b in page.iter("button") if "player:" in b.get("value", "")]
    assert people == ["Dee", "Cem", "Ann", "Bob"]
    say(app, uid, "seat", seat=1, player="Guest")
    with app.app_context(), write_transaction() as session:
        session.scalars(select(Player).where(Player.name == "Dee")).one().name = "Deedee"
    assert seats_in(tapped(friends, "last:", game="clobyosh")) == ("Deedee", "Guest")


@pytest.mark.parametrize("why", ["late", "closed", "asked for", "late, but chosen"])
def test_a_new_evening(app, friends, monkeypatch, why):
    first = start(friends, "boomke_wies")
    with app.app_context():
        evening = {"asked for": "new", "late, but chosen": find_match(first).evening.uid}.get(why, "")
    if "late" in why:
        monkeypatch.setattr("web.recent.now", lambda: now() + timedelta(hours=19 if why == "late" else 30))
    if why == "closed":
        with app.app_context(), write_transaction() as session:
            session.scalars(select(Evening)).one().closed_at = now()
    answer = send(friends, "/new", game="zwanzig_ab", seat=FOUR, evening=evening)
    assert answer.status_code == 303
    with app.app_context():
        assert db.session.scalar(select(func.count(Evening.id))) == (1 if "chosen" in why else 2)
