"""The command demo: two years of a made-up circle, played by lot; the same for the same seed and last day.

Deals are what friends of different skill plausibly bid and take; nothing here knows a card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from sqlalchemy import select

from commands.command import address, command
from models.base import db, new_uid, now
from models.grants import make_grant
from models.log.append import append
from models.log.read import read
from models.log.state import OVER, MatchState
from models.matches import start_match
from models.review.stored.catch_up import catch_up
from models.review.stored.win_chances import work_out_chances
from models.tables import SCORE, Circle, Evening, Grant, Player
from models.transaction import write_transaction
from scoring.games import games
from scoring.games.knockout_whist.check import chooser_problems, dog_problems
from scoring.games.knockout_whist.score import most_tricks
from scoring.games.zwanzig_ab.score import maker_of, must_stay, others_in_turn
from scoring.sheet import problems
from scoring.words import Standing

if TYPE_CHECKING:
    from scoring.words import Entry, Rules


Skills = Sequence[float]

SUITS = ("clubs", "diamonds", "hearts", "spades")


def boomke_wies(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """A bid by somebody and what their side took; now and then a Meetje or a Boom."""
    if rng.random() < 0.06:
        return {"contract": "meetje", "tricks": rng.choice((3, 5, 6, 6, 7, 7, 8, 9))}
    declarer = rng.choices(range(4), weights=[4, 3, 3, 2])[0]
    declarer = (standing.dealer + 1 + declarer) % 4
    if rng.random() < 0.02:
        return {"declarer": declarer, "contract": 13, "tricks": rng.choice((13, 12, 11))}
    contract = rng.choices((7, 8, 9, 10, 11), weights=(24, 34, 24, 14, 4))[0]
    strength = contract + 0.5 - 0.25 * (contract - 7) + skills[declarer] + skills[(declarer + 2) % 4] / 2
    tricks = min(13, max(0, round(rng.gauss(strength, 1.4))))
    entry: Entry = {"declarer": declarer, "contract": contract, "tricks": tricks, "trump": rng.choice(SUITS)}
    if rng.random() < 0.4:
        before = (declarer - standing.dealer - 1) % 4
        entry["calls"] = ["pass"] * before + [contract] + ["pass"] * (3 - before)
    return entry


def texas_42(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """A bid, now and then a special contract, made or set."""
    if rng.random() < 0.04:
        return {}
    bidder = (standing.dealer + 1 + rng.choices(range(4), weights=[3, 3, 3, 4])[0]) % 4
    bid = rng.choices((30, 31, 32, 34, 35, 36, 42, 84), weights=(34, 16, 10, 6, 6, 4, 18, 6))[0]
    entry: Entry = {"bidder": bidder, "bid": bid}
    special = rng.random()
    if special < 0.03:
        entry |= {"bid": 42, "contract": "nello"}
    elif special < 0.05:
        entry |= {"bid": 168, "contract": "plunge"}
    elif rng.random() < 0.6:
        entry["trump"] = rng.randrange(7)
    likely = {30: 0.74, 31: 0.7, 32: 0.68, 34: 0.62, 35: 0.6, 36: 0.58, 42: 0.56, 84: 0.52, 168: 0.6}[entry["bid"]]
    made = rng.random() < likely + 0.06 * skills[bidder] + 0.03 * skills[(bidder + 2) % 4]
    if bid < 42 and "contract" not in entry and rng.random() < 0.7:
        short = rng.choice((bid - 1, bid - 1, rng.randint(12, bid - 1)))
        return entry | {"points": rng.randint(bid, 42) if made else short}
    return entry | {"made": made}


def clobyosh(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """A maker, the points of both in cards, and what the cards gave."""
    if rng.random() < 0.03:
        return {}
    maker = 1 - standing.dealer if rng.random() < 0.6 else standing.dealer
    points = rng.randint(84, 118)
    share = min(0.95, max(0.1, rng.gauss(0.6 + 0.05 * (skills[maker] - skills[1 - maker]), 0.16)))
    cards = [0, 0]
    cards[maker] = round(points * share)
    cards[1 - maker] = points - cards[maker]
    entry: Entry = {"maker": maker, "turned": rng.random() < 0.6, "trump": rng.choice(SUITS), "cards": cards}
    entry["last_trick"] = maker if rng.random() < 0.6 else 1 - maker
    if rng.random() < 0.12:
        entry["bela"] = rng.randrange(2)
    if rng.random() < 0.3:
        gained = rng.choices((20, 40, 50), weights=(8, 1, 2))[0]
        entry["sequence_points"] = [gained, 0] if rng.random() < 0.5 else [0, gained]
    return entry


def knockout_whist(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """Tricks shared out among those who are in; who names trump has a little more."""
    carry = standing.carry
    playing = [seat for seat, state in enumerate(carry["status"]) if state != "out"]
    weights = [(2.5 if seat == carry["chooser"] else 1.6) + 0.5 * skills[seat] for seat in playing]
    held = dict.fromkeys(playing, 0)
    for _ in range(carry["hand"]):
        open_to = [seat for seat in playing if held[seat] < carry["hands"][seat]] or playing
        held[rng.choices(open_to, weights=[weights[playing.index(seat)] for seat in open_to])[0]] += 1
    tricks = [held.get(seat) for seat in range(len(carry["status"]))]
    entry: Entry = {"tricks": tricks, "trump": rng.choice(SUITS)}
    failed = [seat for seat, took in enumerate(tricks) if took == 0]
    if dog_problems(standing, entry, failed):
        entry["dog"] = rng.choice(failed)
    if chooser_problems(standing, entry):
        entry["chooser"] = rng.choice(most_tricks(tricks))
    return entry


def zwanzig_ab(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """Trump, who drops out, and five tricks among those who stay."""
    trump = rng.choices(SUITS, weights=(3, 3, 1, 3))[0]
    maker = maker_of(standing)
    dropped: list[int] = []
    for seat in others_in_turn(standing):
        held = [one for one, _why in must_stay(standing, trump, dropped)]
        if seat not in held and rng.random() < 0.3 - 0.08 * skills[seat]:
            dropped.append(seat)
    playing = [seat for seat in range(4) if seat not in dropped]
    took = rng.choices(playing, weights=[(2.4 if seat == maker else 1.6) + 0.3 * skills[seat] for seat in playing], k=5)
    return {"trump": trump, "tricks": [None if seat in dropped else took.count(seat) for seat in range(4)]}


DEALS: dict[str, Callable[[Random, Standing, Skills], Entry]] = {
    "boomke_wies": boomke_wies,
    "clobyosh": clobyosh,
    "knockout_whist": knockout_whist,
    "texas_42": texas_42,
    "zwanzig_ab": zwanzig_ab,
}


SEED = 42
YEARS = 2
LONGEST = 60  # deals of a match
TRIES = 200
MINUTE = timedelta(minutes=1)
PLACES = ("The Plough", "Ann’s kitchen", "خانهٔ زیبا", "Bei Jürgen", "De Ploeg", "")
FRIENDS = (  # name, skill above or below the others, how likely they come
    ("Ann", 0.8, 0.95),
    ("Bob", -0.3, 0.9),
    ("Cem", 0.2, 0.8),
    ("Dee", 0.6, 0.85),
    ("Gül", -0.1, 0.45),
    ("زیبا", 0.3, 0.6),
    ("Jürgen", -0.5, 0.5),
    ("Marijke", 0.1, 0.35),
)
RULES: dict[str, tuple[Rules, ...]] = {
    "boomke_wies": ({"length": "deals", "length_value": 12}, {"length": "points", "length_value": 12}),
    "clobyosh": ({},),
    "knockout_whist": ({"dogs_life": "one_per_player"}, {}),
    "texas_42": ({},),
    "zwanzig_ab": ({},),
}
FAVOURITES = {"boomke_wies": 4, "texas_42": 5, "zwanzig_ab": 3, "knockout_whist": 2, "clobyosh": 1}


class Friend(NamedTuple):
    """Somebody in the circle."""

    player: Player
    skill: float
    often: float


class Played(NamedTuple):
    """A grant to score in the circle with its secret, and how much was played there."""

    grant: Grant
    secret: str
    evenings: int
    matches: int


@command("demo")
def demo() -> None:
    """Fill an empty installation with two years of a made-up circle's evenings, and print the link to it."""
    if db.session.scalar(select(Circle.id).limit(1)) is not None:
        raise click.ClickException("There is a circle here already: the demonstration needs an empty installation.")
    played = play_demo(now().date())
    circle = played.grant.circle_id or 0
    while catch_up(circle).left or work_out_chances(circle):
        pass
    click.echo(f"{played.evenings} evenings with {played.matches} matches. Start ./run, then open this address once:")
    click.echo(address(f"/join/{played.secret}"))


def play_demo(last: date, seed: int = SEED) -> Played:
    """Play the circle's evenings, in one transaction; last: the day of the newest."""
    rng = Random(seed)
    days = evening_days(rng, last)
    with write_transaction() as session:
        created = datetime.combine(days[0], time(17), UTC)
        circle = Circle(name="The Friday table", created_at=created)
        friends = [Friend(Player(name=name, created_at=created), *rest) for name, *rest in FRIENDS]
        circle.players = [friend.player for friend in friends]
        session.add(circle)
        matches = sum(play_evening(rng, circle, day, friends) for day in days)
        grant, secret = make_grant(circle, SCORE)
    return Played(grant, secret, len(days), matches)


def evening_days(rng: Random, last: date) -> list[date]:
    """The days of the evenings, the last one last."""
    days = [last]
    while days[0] > last - timedelta(days=365 * YEARS):
        days.insert(0, days[0] - timedelta(days=rng.choice((7, 7, 7, 7, 9, 14, 21))))
    return days


def play_evening(rng: Random, circle: Circle, day: date, friends: list[Friend]) -> int:
    """Play three hours of matches; returns how many there were."""
    began = datetime.combine(day, time(18, rng.randrange(60)), UTC)
    there = [friend for friend in friends if rng.random() < friend.often]
    there = there if len(there) >= 4 else friends[:4]
    evening = Evening(circle=circle, date=day, place=rng.choice(PLACES), created_at=began)
    at, matches = began + 10 * MINUTE, 0
    while at < began + 180 * MINUTE:
        at = play_match(rng, evening, there, at) + rng.randint(5, 15) * MINUTE
        matches += 1
    evening.closed_at = at
    return matches


def play_match(rng: Random, evening: Evening, there: list[Friend], at: datetime) -> datetime:
    """Play a match from its first deal to its winner; returns when it was over."""
    key = rng.choices(list(FAVOURITES), weights=list(FAVOURITES.values()))[0]
    seated = rng.sample(there, min(rng.randint(*games()[key].seats), len(there)))
    players, skills = [friend.player for friend in seated], [friend.skill for friend in seated]
    match = start_match(evening, key, players, rng.choice(RULES[key]), rng.randrange(len(seated)), at)
    state, phone = read(match), players[0].uid
    while state.status != OVER and state.version < LONGEST:
        at += rng.lognormvariate(0.9, 0.4) * MINUTE
        deal = legal_deal(rng, state, skills)
        state = append(match, "deal", new_uid(), deal, state.version, device=phone, made_at=at, at=at).state
    return at


def legal_deal(rng: Random, state: MatchState, skills: list[float]) -> Any:
    """A deal that can be recorded."""
    standing = state.sheet.standing
    for _ in range(TRIES):
        deal = DEALS[state.game.key](rng, standing, skills)
        if not problems(state.game, standing, deal):
            return deal
    raise AssertionError(f"no deal of {state.game.key} that can be recorded")
