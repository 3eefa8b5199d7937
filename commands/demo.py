"""The command demo: two years of a made-up circle, played by lot; the same for the same seed and last day.

Deals are what friends of different skill plausibly bid and take; nothing here knows a card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import click
from sqlalchemy import select

from commands.command import address, command
from models.base import db, new_uid, now
from models.grants import make_grant
from models.log.append import append
from models.log.read import read
from models.log.state import OVER
from models.matches import start_match
from models.review.upkeep import catch_up
from models.review.win_chances import work_out_chances
from models.tables import SCORE, Circle, Evening, Player
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
    turn = rng.choices(range(4), weights=[4, 3, 3, 2])[0]
    declarer = (standing.dealer + 1 + turn) % 4
    if rng.random() < 0.02:
        return {"declarer": declarer, "contract": 13, "tricks": rng.choice((13, 12, 11))}
    contract = rng.choices((7, 8, 9, 10, 11), weights=(24, 34, 24, 14, 4))[0]
    strength = contract + 0.5 - 0.25 * (contract - 7) + skills[declarer] + skills[(declarer + 2) % 4] / 2
    tricks = min(13, max(0, round(rng.gauss(strength, 1.4))))
    entry: Entry = {"declarer": declarer, "contract": contract, "tricks": tricks, "trump": rng.choice(SUITS)}
    if rng.random() < 0.4:
        entry["calls"] = ["pass"] * turn + [contract] + ["pass"] * (3 - turn)
    return entry


def texas_42(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """A bid, now and then a special contract, made or set."""
    bidder = (standing.dealer + 1 + rng.choices(range(4), weights=[3, 3, 3, 4])[0]) % 4
    bid = rng.choices((30, 31, 32, 34, 36, 42, 84), weights=(34, 16, 10, 6, 10, 18, 6))[0]
    entry: Entry = {"bidder": bidder, "bid": bid, "trump": rng.randrange(7)}
    if rng.random() < 0.05:
        entry = {"bidder": bidder, **rng.choice(({"bid": 42, "contract": "nello"}, {"bid": 168, "contract": "plunge"}))}
    made = rng.random() < 0.74 - min(bid - 30, 20) / 100 + 0.06 * skills[bidder] + 0.03 * skills[(bidder + 2) % 4]
    if entry["bid"] < 42 and rng.random() < 0.7:
        return entry | {"points": rng.randint(bid, 42) if made else rng.randint(bid - 8, bid - 1)}
    return entry | {"made": made}


def clobyosh(rng: Random, standing: Standing, skills: Skills) -> Entry:
    """A maker, the points of both in cards, and what the cards gave."""
    maker = 1 - standing.dealer if rng.random() < 0.6 else standing.dealer
    points = rng.randint(84, 118)
    mine = round(points * min(0.95, max(0.1, rng.gauss(0.6 + 0.05 * (skills[maker] - skills[1 - maker]), 0.16))))
    cards = [mine, points - mine] if maker == 0 else [points - mine, mine]
    entry: Entry = {"maker": maker, "turned": rng.random() < 0.6, "trump": rng.choice(SUITS), "cards": cards}
    entry["last_trick"] = maker if rng.random() < 0.6 else 1 - maker
    if rng.random() < 0.12:
        entry["bela"] = rng.randrange(2)
    if rng.random() < 0.3:
        entry["sequence_points"] = rng.choice(([20, 0], [0, 20], [50, 0], [0, 50]))
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


class Way(NamedTuple):
    """How the circle plays a game: how often, what it bids and takes, by which rules."""

    often: int
    deal: Callable[[Random, Standing, Skills], Entry]
    rules: tuple[Rules, ...] = ({},)


GAMES = {
    "boomke_wies": Way(
        4, boomke_wies, ({"length": "deals", "length_value": 12}, {"length": "points", "length_value": 12})
    ),
    "texas_42": Way(5, texas_42),
    "zwanzig_ab": Way(3, zwanzig_ab),
    "knockout_whist": Way(2, knockout_whist, ({"dogs_life": "one_per_player"}, {})),
    "clobyosh": Way(1, clobyosh),
}
SEED = 42
YEARS = 2
LONGEST = 60  # deals of a match
MINUTE = timedelta(minutes=1)
PLACES = ("The Plough", "Ann’s kitchen", "خانهٔ زیبا", "Bei Jürgen", "De Ploeg", "")
FRIENDS = {  # skill above or below the others, how likely they come
    "Ann": (0.8, 0.95),
    "Bob": (-0.3, 0.9),
    "Cem": (0.2, 0.8),
    "Dee": (0.6, 0.85),
    "Gül": (-0.1, 0.45),
    "زیبا": (0.3, 0.6),
    "Jürgen": (-0.5, 0.5),
    "Marijke": (0.1, 0.35),
}


@command("demo")
def demo() -> None:
    """Fill an empty installation with two years of a made-up circle's evenings, and print the link to it."""
    if db.session.scalar(select(Circle.id).limit(1)) is not None:
        raise click.ClickException("There is a circle here already: the demonstration needs an empty installation.")
    circle, secret = play_demo(now().date())
    while catch_up(circle.id).left or work_out_chances(circle.id):
        pass
    click.echo(f"{circle.name} has played. Start ./run, then open this address once:")
    click.echo(address(f"/join/{secret}"))


def play_demo(last: date, seed: int = SEED, years: float = YEARS) -> tuple[Circle, str]:
    """The circle with all its evenings, the newest on the last day, and the secret of a link to it."""
    rng = Random(seed)
    days = [last]
    while days[-1] > last - timedelta(days=365 * years):
        days.append(days[-1] - timedelta(days=rng.choice((7, 7, 7, 7, 9, 14, 21))))
    with write_transaction() as session:
        created = datetime.combine(days[-1], time(17), UTC)
        circle = Circle(name="The Friday table", created_at=created)
        circle.players = [Player(name=name, created_at=created) for name in FRIENDS]
        session.add(circle)
        for day in reversed(days):
            play_evening(rng, circle, day)
        return circle, make_grant(circle, SCORE)[1]


def play_evening(rng: Random, circle: Circle, day: date) -> None:
    """Play three hours of matches."""
    began = datetime.combine(day, time(18, rng.randrange(60)), UTC)
    there = [player for player in circle.players if rng.random() < FRIENDS[player.name][1]]
    there = there if len(there) >= 4 else circle.players[:4]
    evening = Evening(circle=circle, date=day, place=rng.choice(PLACES), created_at=began)
    at = began + 10 * MINUTE
    while at < began + 180 * MINUTE:
        at = play_match(rng, evening, there, at) + rng.randint(5, 15) * MINUTE
    evening.closed_at = at


def play_match(rng: Random, evening: Evening, there: list[Player], at: datetime) -> datetime:
    """Play a match from its first deal to its winner; returns when it was over."""
    key = rng.choices(list(GAMES), weights=[way.often for way in GAMES.values()])[0]
    seated = rng.sample(there, min(rng.randint(*games()[key].seats), len(there)))
    skills = [FRIENDS[player.name][0] for player in seated]
    match = start_match(evening, key, seated, rng.choice(GAMES[key].rules), rng.randrange(len(seated)), at)
    state = read(match)
    while state.status != OVER and state.version < LONGEST:
        deal = GAMES[key].deal(rng, state.sheet.standing, skills)
        if not problems(state.game, state.sheet.standing, deal):  # else they think again
            at += rng.lognormvariate(0.9, 0.4) * MINUTE
            state = append(match, "deal", new_uid(), deal, state.version, device=seated[0].uid, made_at=at, at=at).state
    return at
