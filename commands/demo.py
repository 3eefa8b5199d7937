"""The command demo: two years of a made-up circle, played by lot; the same for the same seed and last day."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from sqlalchemy import select

from commands.command import address, command
from commands.demo_deals import DEALS
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
from scoring.sheet import problems

if TYPE_CHECKING:
    from scoring.words import Rules

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
