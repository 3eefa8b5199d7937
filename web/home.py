"""Home: the match that is going on, a new evening, the past ones. A stranger is asked for names and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from flask import render_template, request
from markupsafe import Markup
from sqlalchemy import and_, func, select
from sqlalchemy.orm import joinedload

from models.base import db, now
from models.grants import touch
from models.log.errors import BrokenChain
from models.log.read import read
from models.log.state import PLAY
from models.tables import Evening, Grant, Match, StoredRecord
from scoring.games import games
from web.auth import browser
from web.auth.browser import other_grants
from web.auth.guard import GrantEnded, current_grant, place_of
from web.auth.links import needs_reminder
from web.circle.create import CreateForm, create_page
from web.evening.summary import EveningRow, ListedMatch, evening_rows, hidden_evening, standing
from web.i18n.dates import evening_words
from web.match_page import TablePage
from web.recent import Place, inside, open_evening
from web.routes import PUBLIC, Pages

NEWEST = 8  # evenings
LOOKED_THROUGH = 60  # evenings that were made last, of whatever day, for matches that nobody ended
MOST_RUNNING = 8
MOST_LARGE = 2
EVENINGS_BEFORE_INSTALL = 2  # after which home offers the home screen
RECENT = timedelta(days=1)

bp = Pages("home", __name__)


@bp.get("/", needs=PUBLIC)
def show_home() -> str:
    """What goes on and what was; for a stranger the welcome."""
    grant = current_grant()
    if grant is None and browser.held_uids():
        raise GrantEnded
    if grant is None:
        return create_page(CreateForm())
    touch(grant)
    return render_template("evening/home.html", home=Home(grant), games=list(games().values()))


class Home:
    """All that the templates of home ask for."""

    def __init__(self, grant: Grant) -> None:
        place = place_of(grant)
        self.other_grants = other_grants()
        self.one_evening = grant.evening_id is not None
        self.only_key = needs_reminder(grant)
        self.circle = Markup("<bdi>{}</bdi>").format(grant.circle.name)
        self.hidden = hidden_evening(request.args.get("hidden", ""), grant.circle) if grant.evening_id is None else None
        self.hidden_words = evening_words(self.hidden) if self.hidden else ""
        self.evening = open_evening(place)
        self.large, self.small = running(place)
        going_on = [self.evening] if self.evening else []
        past = past_evenings(place, self.evening)
        rows = evening_rows([*going_on, *past[:NEWEST]])
        self.tonight: list[EveningRow] = rows[: len(going_on)]
        self.evenings: list[EveningRow] = rows[len(going_on) :]
        self.more = len(past) > NEWEST
        self.offer_install = len(past) >= EVENINGS_BEFORE_INSTALL


def past_evenings(place: Place, but: Evening | None) -> Sequence[Evening]:
    """The newest evenings, newest first, and one more when there are older ones."""
    query = select(Evening).where(inside(place)).order_by(Evening.date.desc(), Evening.id.desc()).limit(NEWEST + 1)
    return db.session.scalars(query.where(Evening.id != but.id) if but else query).all()


class LargeCard:
    """A match that goes on, as the large card shows it."""

    def __init__(self, match: Match) -> None:
        self.table_page = TablePage(match, read(match))
        self.evening = evening_words(match.evening)


def running(place: Place) -> tuple[list[LargeCard], list[ListedMatch]]:
    """The matches that nobody ended, what was said last first: large those of the last day, the others small."""
    made_last = select(Evening.id).where(inside(place)).order_by(Evening.id.desc()).limit(LOOKED_THROUGH)
    said_last = func.coalesce(StoredRecord.at, Match.started_at)
    query = (
        select(Match, said_last)
        .outerjoin(StoredRecord, and_(StoredRecord.match_id == Match.id, StoredRecord.seq == Match.last_seq))
        .where(Match.evening_id.in_(made_last), Match.state == PLAY)
        .order_by(said_last.desc(), Match.id.desc())
        .limit(MOST_RUNNING)
        .options(joinedload(Match.evening))
    )
    large: list[LargeCard] = []
    small: list[ListedMatch] = []
    for match, at in db.session.execute(query):
        card = card_of(match) if at > now() - RECENT and len(large) < MOST_LARGE else None
        if card:
            large.append(card)
        else:
            small.append(standing(match))
    return large, small


def card_of(match: Match) -> LargeCard | None:
    """The large card; none of a damaged match."""
    try:
        return LargeCard(match)
    except BrokenChain:
        return None
