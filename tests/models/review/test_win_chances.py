"""Win chances as they are stored: each match's from what the matches of earlier months brought, in one transaction."""

from __future__ import annotations

from datetime import date

from sqlalchemy import select

from models.base import db
from models.review import win_chances
from models.review.tables import MatchReview
from models.review.upkeep import catch_up
from models.review.win_chances import past_before, work_out_chances
from models.tables import Circle
from scoring.win_chance import chances
from tests.support.review_evenings import evening_on
from tests.support.tables import make_circle

BOOM = "auction 5,0,0"
AROUND = "Ann", "Bob", "Cem", "Dee"


def test_a_match_goes_by_the_months_before_it(app, client, monkeypatch):
    """Two matches of March, one of April; the fewest that are looked back at are the newest."""
    make_circle(client, *AROUND)
    for day in (date(2021, 3, 5), date(2021, 3, 12), date(2021, 4, 2)):
        evening_on(app, day, AROUND)
    seen = []
    monkeypatch.setattr(
        win_chances, "chances", lambda sheet, *past: (seen.append(dict(past[0])), chances(sheet, *past))[1]
    )
    with app.app_context():
        circle = db.session.scalars(select(Circle.id)).one()
        catch_up(circle)
        assert work_out_chances(circle, most=2) == 1
        assert seen == [{}, {}]
        assert work_out_chances(circle) == 0
        assert seen[2:] == [{BOOM: 2}]
        assert work_out_chances(circle) == 0
        assert len(seen) == 3, "nothing is worked out twice"
        assert {str(curve) for curve in db.session.scalars(select(MatchReview.curve))} == {"[[500, 500], [1000, 0]]"}
        monkeypatch.setattr(win_chances, "EARLIER", 1)
        assert past_before(circle, "boomke_wies", date(2021, 4, 1)) == {BOOM: 1}
