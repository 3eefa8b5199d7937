"""The fifty questions of people who play: the page that answers each, and words that stand there, on golden evenings.

A page is an endpoint with the values of its address; {names} stand for what the evenings have.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from urllib.parse import unquote

import pytest
from flask import url_for
from sqlalchemy import select, update

from models.base import db, now
from models.review_tables import MatchReview
from models.tables import Evening, Player
from models.transaction import write_transaction
from tests.support.html import main_of
from tests.support.records import play, reading_of, say
from tests.support.review_evenings import evening_on, turned, two_matches
from tests.support.review_games import golden_games
from tests.support.tables import make_circle, send, start

RECORDS = "records.show_records"
BOOMKE = "game_review.show_game game=boomke_wies"
TEXAS = "game_review.show_game game=texas_42"
CLOBYOSH = "game_review.show_game game=clobyosh"
KNOCKOUT = "game_review.show_game game=knockout_whist"
ZWANZIG = "game_review.show_game game=zwanzig_ab"

QUESTIONS: dict[int, tuple[str, str]] = {
    8: (RECORDS, "Most wins in a row"),
    9: (RECORDS, "Comeback: the winners’ lowest chance"),
    10: (f"{RECORDS} game=boomke_wies", "Most one-sided"),
    11: (RECORDS, "The deal that turned most"),
    15: (f"{RECORDS} game=boomke_wies", "Highest bid made"),
    16: (f"{RECORDS} game=boomke_wies", "the only one so far"),
    17: (BOOMKE, "the dealer’s side"),
    25: (BOOMKE, "open 75 % · +0.9"),
    26: (BOOMKE, "Took all thirteen without Boom"),
    27: (BOOMKE, "The cut is break-even under your rules."),
    28: (BOOMKE, "the worst −3"),
    29: (BOOMKE, "Boom called in 1 match"),
    30: (BOOMKE, "first to speak 1 of 3"),
    31: (BOOMKE, "bid over the partner 1 deal"),
    32: (TEXAS, "31 0 of 1"),
    33: (TEXAS, "The dealer’s 30 after three passes 1 of 1"),
    34: (f"{RECORDS} game=texas_42", "Won in the fewest deals"),
    35: (TEXAS, "Nello 1 of 1"),
    36: (TEXAS, "Set by one 1 of 1"),
    37: (TEXAS, "Threes 0 of 1"),
    38: (CLOBYOSH, "Took the turned suit 1 of 1"),
    39: (CLOBYOSH, "made: came with the cards 2 deals"),
    40: (CLOBYOSH, "Claims that were right 1 of 1"),
    41: (f"{RECORDS} game=clobyosh", "Most points in a deal"),
    42: (KNOCKOUT, "with 4 players, deal by deal"),
    43: (KNOCKOUT, "Came through on a dog’s life 1 of 2"),
    44: (KNOCKOUT, "tricks beyond an equal share"),
    45: (KNOCKOUT, "The pot"),
    46: (ZWANZIG, "Stayed by choice, took a trick 1 of 3"),
    47: (ZWANZIG, "the maker, doubled"),
    48: (ZWANZIG, "Naming trump"),
    49: (ZWANZIG, "Took all five in 1 match"),
    50: (ZWANZIG, "Ninth deals and later not yet"),
}

ASK = "ask.show_questions"

OF_PEOPLE: dict[int, tuple[str, str]] = {
    1: ("review.show_review", "Ann 64 % 8 of 10"),
    2: ("review.show_review", "Ann and Cem cannot be told apart yet."),
    3: ("person.show_person player={ann}", "from 30 on this is measured"),
    4: (f"{ASK} metric=win cut=partner who={{ann}}", "Cem 64 % 8 of 10"),
    5: ("pair.show_pair one={ann} other={cem}", "Too few matches together to speak of chemistry: 10 of 20."),
    6: (f"{ASK} metric=win cut=opponent who={{bob}}", "Ann 36 % 2 of 10"),
    7: ("ask.show_never_together", "Never partners Ann & Bob"),
    14: ("year.show_year year=2020", "The game of the year: Boomke Wies"),
    18: ("ask.show_luck", "Not yet: 10 matches, 60 are needed among four people."),
    19: (f"{ASK} metric=win cut=writer", "who writes is known only once their phone has said yes or no"),
    20: (f"{ASK} metric=win cut=order who={{ann}}", "match 1 1 of 2 match 2 2 of 2"),
    21: ("ask.show_other_rule game=boomke_wies rule=length:%22open%22", "10 matches would not have been over yet"),
    23: ("season.show_season uid={season}", "1 Ann 8 won the season"),
}

STORY = "story.show_story uid={evening}"

OF_EVENINGS: dict[int, tuple[str, str]] = {
    12: ("evening.show_evening uid={evening}", "19:00 to 22:10, 3 h 10"),  # first: its times are made up
    9: (STORY, "Ann’s Boom"),
    10: (STORY.replace("evening", "close"), "deal 3, the last"),
    11: (STORY.replace("evening", "close"), "50 in 100"),
    13: ("evenings.show_evenings person={ann} place=Cellar", "1 evening"),
    16: (STORY, "the first evening of all"),
    22: (STORY.replace("evening", "close"), "1 deal disputed by Bob"),
    24: ("evenings.show_evenings year=2026", "Dee gets 2.00"),
}

ANN_CEM, BOB_DEE = ("Ann", "Bob", "Cem", "Dee"), ("Bob", "Ann", "Dee", "Cem")
SEASON = {"name": "Cup", "first": "2020-01-01", "last": "2020-12-31", "counts": "matches"}
ONE_MARK = {"bidder": 1, "bid": 30, "points": 42}
"""Bob bids 30 and takes everything: a mark for him and Dee."""


def every_game(app, client):
    """A match of each game."""
    golden_games(app, client)
    return {}


def two_evenings(app, client):
    """Ann and Cem won eight of ten on two evenings of a season."""
    make_circle(client)
    evening_on(app, date(2020, 3, 6), ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM, ANN_CEM)
    evening_on(app, date(2020, 3, 13), BOB_DEE, ANN_CEM, ANN_CEM, ANN_CEM, BOB_DEE)
    season = send(client, "/review/seasons", **SEASON).headers["Location"].rpartition("/")[2]
    with app.app_context():
        return {player.name.lower(): player.uid for player in db.session.scalars(select(Player))} | {"season": season}


def evening_for_money(app, client):
    """An evening of 2026 with money, and after it one of a single close match, of which a deal is disputed."""
    two_matches(app, client)
    play(app, start(client, "texas_42", target_marks="1", stake_per_mark="4.00"), ONE_MARK)
    with app.app_context(), write_transaction() as session:
        begin = datetime(2026, 3, 5, 19).astimezone(UTC)
        first, end = begin + timedelta(hours=1), begin + timedelta(hours=3, minutes=10)
        session.execute(update(Evening).values(date=date(2026, 3, 5), place="Cellar", closed_at=now()))
        session.execute(update(MatchReview).values(started_at=begin, last_at=first))
        session.execute(update(MatchReview).where(MatchReview.game == "texas_42").values(started_at=first, last_at=end))
    close = turned(app, client)
    say(app, close, "dispute", of=reading_of(app, close).live.deals[-1].uid, seat=1, note="a trick more")
    with app.app_context():
        older, newer = db.session.scalars(select(Evening.uid).order_by(Evening.date)).all()
        ann = db.session.scalar(select(Player.uid).where(Player.name == "Ann"))
    return {"evening": older, "close": newer, "ann": ann}


@pytest.mark.parametrize(
    ("played", "questions"),
    [(every_game, QUESTIONS), (two_evenings, OF_PEOPLE), (evening_for_money, OF_EVENINGS)],
)
def test_every_question_has_its_answer(app, client, played, questions):
    names, missing = played(app, client), []
    for number, (page, words) in questions.items():
        endpoint, *values = page.format(**names).split()
        with app.test_request_context():
            address = url_for(endpoint, **{key: unquote(value) for key, _, value in (v.partition("=") for v in values)})
        answer = client.get(address)
        text = re.sub(r"\s+", " ", answer.text if number == 13 else main_of(answer))
        if answer.status_code != 200 or words not in text:
            missing.append((number, page, words))
    assert missing == []


def test_all_fifty_questions_have_a_page():
    assert {*QUESTIONS, *OF_PEOPLE, *OF_EVENINGS} == set(range(1, 51))
