"""The story of an evening: which sentences are told, and that each is true of what was played, counted a second way."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import takewhile
from random import Random
from types import SimpleNamespace

import pytest
from sqlalchemy import select, update

from models.base import db, new_uid
from models.log.append import append
from models.log.read import read
from models.log.state import OVER
from models.people import merge_players
from models.review.people import People, Person
from models.review.scope import evenings_of
from models.review.story import StoryDeal, StoryMatch, StorySide, matches_on, result, story_of
from models.review.tables import MatchReview
from models.review.upkeep import catch_up
from models.review.win_chances import work_out_chances
from models.tables import Evening, Match, Player
from models.transaction import write_transaction
from scoring.review import review_of
from scoring.sheet import counted_lines
from tests.support.review_evenings import ANN_CEM, BOB_DEE, boom, evening_on, night_on, two_matches
from tests.support.tables import make_circle

ANN, BOB, CEM, DEE = (Person(n, name.lower(), name, False) for n, name in enumerate(("Ann", "Bob", "Cem", "Dee")))
DAY, WEEK = date(2026, 1, 2), timedelta(weeks=1)
AC, BD = (ANN, CEM), (BOB, DEE)


def told_on(uid=None, whole=True):
    """The sentences of an evening, or of the newest one, as its page has them told."""
    evening = db.session.scalars(select(Evening).order_by(Evening.date.desc(), Evening.id.desc())).first()
    if uid:
        evening = db.session.scalars(select(Evening).where(Evening.uid == uid)).one()
    catch_up(evening.circle_id)
    work_out_chances(evening.circle_id)
    people = People(evening.circle_id)
    night = matches_on(evening.id, people)
    return story_of(evening, night, people, evenings_of(evening.circle_id) if whole else ()) if night else []


def short(told):
    """A sentence as what, who and how many."""
    who = " + ".join(" & ".join(person.name for person in unit) for unit in told.who)
    return " ".join(str(part) for part in (told.what, who, told.n or "", told.of or "") if part)


def all_short(told):
    """All sentences of a story."""
    return "|".join(map(short, told))


def hide(uid, hidden=True):
    """Hide an evening, or show it again."""
    with write_transaction():
        db.session.scalars(select(Evening).where(Evening.uid == uid)).one().hidden = hidden


def match(first, second, *totals, game="boomke_wies", deals=2, curve=()):
    """A match of two sides that the one of the higher total won, or where they are equal nobody."""
    sides = [StorySide(who, total, total > min(totals)) for who, total in zip((first, second), totals, strict=True)]
    played = [StoryDeal(f"d{n}", n + 1, ANN, "bid", 8, True, False) for n in range(deals)]
    return StoryMatch("uid", game, DAY, 0, 0, sides, played, [[chance, 1000 - chance] for chance in curve])


def test_who_won_and_which_match_is_told(monkeypatch):
    evening = Evening(id=1, circle_id=1, date=DAY)
    long, open_ended = {"deals": 9}, {"deals": 0}
    for matches, expected in (
        ([match(AC, BD, 5, 0)], "match Ann & Cem|size 1"),
        ([match(AC, BD, 5, 5)], "played 1|size 1"),
        ([match(AC, BD, 5, 2), match(BD, AC, 5, 2)], "shared Ann & Cem + Bob & Dee 1|size 2"),
        ([match(AC, BD, 5, 2), match(AC, BD, 5, 5)], "won Ann & Cem 1 1|size 2"),
        ([match(AC, BD, 5, 2), match(AC, BD, 11, 10)], "won Ann & Cem 2 2|close Ann & Cem 1|size 2"),
        ([match(AC, BD, 5, 2), match(BD, AC, 13, 12), match(BD, AC, 7, 6)],
         "won Bob & Dee 2 3|close Bob & Dee 1|size 3"),
        ([match(AC, BD, 5, 0), match(AC, BD, 5, 2)], "won Ann & Cem 2 2|match Ann & Cem|size 2"),
        ([match(AC, BD, -2, -5), match(AC, BD, 5, -9, **long)], "won Ann & Cem 2 2|longest 9|size 2"),
        ([match(AC, BD, 5, 2, **open_ended), match(AC, BD, 5, 2, **long)], "won Ann & Cem 2 2|size 2"),
        # no margins where no totals are; the one who won at fewer points is not ahead by any
        ([match(AC, BD, 7, 6, game="knockout_whist"), match(AC, BD, 7, 2)], "won Ann & Cem 2 2|size 2"),
        ([match(AC, (), 5, 2), match((), AC, 5, 2), match(AC, (), 6, 2)], "won Ann & Cem 2 3|size 3"),
    ):  # fmt: skip
        assert all_short(story_of(evening, matches, None, ())) == expected
    assert short(result([match((), (), 5, 2)])) == "played 1"


def test_a_match_turned_at_the_deal_that_changed_most_for_a_winner_who_was_behind_before_it_and_after_it_not():
    for totals, curve, deal in (
        ((6, 5), (500, 40, 500, 1000), 1),
        ((6, 5), (500, 300, 400, 350, 900, 450, 1000), 3),
        ((5, 6), (500, 300, 400, 700, 350, 900, 0), 5),
        ((6, 5), (500, 600, 800, 1000), None),  # never behind
        ((6, 5), (500, 480, 520, 1000), None),  # hardly behind
        ((6, 5), (), None),
        ((5, 5), (500, 300, 700, 500), None),
    ):
        turn = match(AC, BD, *totals, deals=max(0, len(curve) - 1), curve=curve).turn
        assert (turn and turn[1]) == deal


def test_the_golden_evening_and_what_is_told_without_the_circle(app, client):
    uids = two_matches(app, client)
    with app.app_context():
        told = told_on()
        assert all_short(told) == "won Ann & Cem 2 2|close Ann & Cem 1|turn Ann & Cem|called Ann|size 2"
        assert (told[2].match.uid, told[2].deal.number, told[2].deal.who.name) == (uids[1], 2, "Ann")
        assert told_on(whole=False) == told
        with write_transaction() as session:
            session.execute(update(Player).where(Player.name == "Ann").values(unranked=True))
        assert all_short(told_on()) == "won Cem 2 2|close Cem 1|turn Cem|called Bob|size 2"


PLUNGE = {"bidder": 0, "bid": 168, "contract": "plunge", "made": True}


def plunge(*names):
    """A match to one mark that the first of these wins with a Plunge."""
    return "texas_42", names, {"target_marks": 1}, [PLUNGE]


@pytest.mark.databases
def test_a_contract_is_the_first_once_here_and_once_of_each_person(app, client):
    make_circle(client)
    evening_on(app, DAY, ANN_CEM)
    nights = [night_on(app, DAY + n * WEEK, plunge(*who)) for n, who in enumerate((ANN_CEM, BOB_DEE, BOB_DEE), 1)]
    open_night = night_on(app, DAY + WEEK / 2, ("texas_42", ANN_CEM, {"target_marks": 9}, [PLUNGE]))
    with app.app_context():
        assert [[one.what for one in told_on(uid)][1] for uid in nights] == ["first_here", "first_own", "called"]
        assert [told_on(uid, whole=False)[1].what for uid in nights] == ["called"] * 3
        hide(nights[0])
        assert told_on(nights[0]) == told_on(open_night) == []
        assert [told_on(uid)[1].what for uid in nights[1:]] == ["first_here", "called"]


@pytest.mark.databases
def test_a_first_win_is_told_after_some_matches_and_never_again(app, client):
    make_circle(client)
    first, *_ = [evening_on(app, DAY + week * WEEK, ANN_CEM) for week in range(3)]
    with app.app_context():
        assert "run" not in [one.what for one in told_on()]
    evening_on(app, DAY + 3 * WEEK, ANN_CEM, BOB_DEE)
    with app.app_context():
        assert short(told_on()[2]) == "first_own Bob"  # goes before
        hide(first)
    knockout = ("knockout_whist", ("Ann", "Bob"), {}, [("result", {"winner": 0})])
    lost = [night_on(app, DAY + n * WEEK, knockout) for n in (4, 5, 6, 7)]
    beaten = night_on(app, DAY + 8 * WEEK, (*knockout[:3], [("result", {"winner": 1})]))
    after = night_on(app, DAY + 9 * WEEK, (*knockout[:3], [("result", {"winner": 1})]))
    with app.app_context():
        assert all_short(told_on(beaten)) == "match Bob|first_win Bob 4|size 1"
        assert all_short(told_on(after)) == "match Bob|size 1"
        assert all_short(told_on(lost[-1])) == "match Ann|run Ann 4|size 1"


def test_what_is_hidden_tells_nothing_also_of_a_match_that_ends_there(app, client):
    make_circle(client)
    night = night_on(app, DAY, ("boomke_wies", ANN_CEM, {"length": "points", "length_value": 6}, [boom(0)]))
    with app.app_context():
        hide(night)
        assert told_on(night) == []
        match_there = db.session.scalars(select(Match)).one()
        append(match_there, "deal", new_uid(), boom(0), read(match_there).version)
        assert (match_there.state, told_on(night), db.session.scalars(select(MatchReview)).all()) == (OVER, [], [])
        hide(night, hidden=False)
        assert all_short(told_on(night)) == "match Ann & Cem|called Ann|size 1"


def test_a_match_counts_on_the_day_of_its_evening_however_late_it_began(app, client):
    """What began after midnight, by the clock even after the evening of the next day, is before it."""
    make_circle(client)
    evening_on(app, DAY, ANN_CEM)
    next_day = night_on(app, DAY + WEEK + timedelta(1), plunge(*ANN_CEM))
    late = night_on(app, DAY + WEEK, plunge(*ANN_CEM))
    with app.app_context():
        assert [told_on(uid)[1].what for uid in (late, next_day)] == ["first_here", "called"]


def test_more_matches_than_before_is_told_when_there_were_some_evenings(app, client):
    make_circle(client)
    nights = [evening_on(app, DAY + n * WEEK, *[ANN_CEM] * many) for n, many in enumerate((2, 1, 1, 1, 1, 1, 2, 3))]
    with app.app_context():
        told = [told_on(uid)[-1] for uid in nights]
        assert [one.what for one in told] == ["size"] * 6 + ["since", "ever"]
        assert told[6].since == DAY


NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve")


def random_night(app, rng, day):
    """An evening of random matches of two games, some unfinished, some with a guest."""
    played = []
    for _ in range(rng.randint(1, 4)):
        names = tuple(rng.sample([*NAMES[:3], rng.choice(NAMES[3:])], 4))
        if rng.random() < 0.25:
            played.append(("knockout_whist", names[:2], {}, [("result", {"winner": rng.randrange(2)})]))
            continue
        said = [("seat", {"seat": 1, "player": "Gus"})] if rng.random() < 0.2 else []
        for bid in rng.choices((7, 8, 13), k=3 if rng.random() < 0.8 else 2):
            said.append({"declarer": rng.randrange(4), "contract": bid, "tricks": rng.choice((bid, bid - 3))})
        played.append(("boomke_wies", names, {"length": "deals", "length_value": 3}, said))
    return night_on(app, day, *played)


def counted(match, names):
    """A finished match as its log tells it: names of today by side, who won, the deals, who made which Boom."""
    state = read(match)
    ends, sides = [names.get(uid) for uid, _ in state.players_now], len(state.table.sides)
    seated = [[name for name in ends[side::sides] if name] for side in range(sides)]
    firsts = [side for side, place in enumerate(state.game.places(state.sheet)) if place == 1]
    booms = {}
    for standing, line in state.standings():
        fact = review_of(match.game).fact(standing, line)
        if fact.kind == "boom":
            booms[line.deal.uid] = (ends[fact.seat], fact.made)
    return SimpleNamespace(
        uid=match.uid, game=match.game, evening=match.evening_id, day=match.evening.date, sides=seated, booms=booms,
        won=firsts[0] if len(firsts) < sides else None, totals=state.sheet.standing.totals,
        winners={*seated[firsts[0]]} if len(firsts) < sides else set(),
        players={name for side in seated for name in side},
        deals=[line.deal.uid for line in counted_lines(state.game, state.sheet)],
    )  # fmt: skip


def is_true(told, tonight, before, curves):
    """Whether a sentence is true of the matches of tonight and of those before, by plain loops."""
    who = [{person.name for person in unit} for unit in told.who]
    this = next((one for one in tonight if told.match and one.uid == told.match.uid), None)
    order = [*before, *tonight]
    sooner = order[: order.index(this)] if this else order
    what = told.what
    if what in ("won", "shared"):
        made = {sum(unit <= one.winners for one in tonight) for unit in who}
        most = max(sum(name in one.winners for one in tonight) for name in NAMES)
        of = sum(who[0] <= {*side} for one in tonight if one.won is not None for side in one.sides)
        return made == {told.n} and told.n == most and told.of in (0, of)
    if what in ("match", "close"):
        won, lost = this.totals[this.won], this.totals[1 - this.won]
        return who == [this.winners] and told.match.score in (None, (won, lost)) and told.n in (0, won - lost)
    if what == "longest":
        return len(this.deals) == told.n > max(len(one.deals) for one in tonight if one is not this)
    if what == "turn":
        at = this.deals.index(told.deal.uid)
        was, now = (curves[this.uid][at + n][this.won] for n in (0, 1))
        return was < 500 <= now and who == [this.winners]
    if what in ("called", "first_here", "first_own"):
        name, made = this.booms[told.deal.uid]
        booms = [boom for one in sooner for boom in one.booms.items()] + [*this.booms.items()]
        earlier = [boom for uid, boom in takewhile(lambda item: item[0] != told.deal.uid, booms) if boom[1]]
        first = what == "called" or (not earlier if what == "first_here" else (name, True) not in earlier)
        return who == [{name}] and told.deal.made == made and first
    if what == "first_win":
        mine = [one for one in sooner if one.game == this.game and who[0] <= one.players]
        return who[0] <= this.winners and len(mine) == told.n and not any(who[0] <= one.winners for one in mine)
    if what in ("row", "run"):
        runs = ["".join("WL"[not unit <= one.winners] for one in order if unit <= one.players) for unit in who]
        return all(("L" + run).endswith("L" + "W" * told.n) if what == "run" else "W" * told.n in run for run in runs)
    counts = Counter(one.day for one in before)
    fewer = [n for day, n in counts.items() if told.since is None or day > told.since]
    compared = what in ("played", "size") or told.n > max(fewer)
    return told.n == len(tonight) and compared and (what != "since" or counts[told.since] >= told.n)


SEEDS = (1, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(2, 8)))


@pytest.mark.parametrize("seed", SEEDS)
def test_each_sentence_of_random_evenings_is_true(app, client, seed):
    """Four people, of whom one comes under two names and one stays out; some guests, a hidden evening."""
    rng = Random(seed)
    make_circle(client, *NAMES)
    nights = [random_night(app, rng, DAY + n * WEEK) for n in range(12)]
    with app.app_context():
        players = {player.name: player for player in db.session.scalars(select(Player))}
        merge_players(players["Eve"], players["Dee"])
        with write_transaction() as session:
            session.execute(update(Player).where(Player.name == "Bob").values(unranked=True))
        names = {
            player.uid: "Dee" if name == "Eve" else None if name == "Bob" else name for name, player in players.items()
        }
        query = select(Match).join(Evening).where(Match.state == OVER, ~Evening.hidden)
        played = [counted(one, names) for one in db.session.scalars(query.order_by(Evening.date, Match.started_at))]
        kinds = set()
        for uid in nights:
            told = told_on(uid)
            evening = db.session.scalar(select(Evening.id).where(Evening.uid == uid))
            tonight = [one for one in played if one.evening == evening]
            before = [one for one in played if tonight and one.day < tonight[0].day]
            curves = dict(db.session.execute(select(Match.uid, MatchReview.curve).join(MatchReview)).all())
            for one in told:
                assert is_true(one, tonight, before, curves), (seed, uid, short(one))
            kinds.update(one.what for one in told)
            assert len(told) <= 5
            assert bool(told) == bool(tonight)
        assert len(kinds) > 5
