"""flask rebuild-results: what review reads is written anew from the logs."""

from __future__ import annotations

from contextlib import contextmanager

from sqlalchemy import delete, func, select, update

from models.base import db
from models.log.state import PLAY
from models.review import upkeep
from models.tables import Match, Result
from models.transaction import write_transaction
from tests.support.records import play, sealed
from tests.support.tables import send, sit_down

DEALS = ({"declarer": 1, "contract": 8, "tricks": 9}, {"declarer": 0, "contract": 10, "tricks": 9})


def test_results_come_back_but_not_of_a_match_that_was_reopened_meanwhile(app, client, monkeypatch):
    match = sit_down(client, "boomke_wies")
    play(app, match, *DEALS)
    send(client, f"/m/{match}/rulings", **sealed(app, match), what="close")
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Result)) == 4
        with write_transaction() as session:
            session.execute(delete(Result))
    answer = app.test_cli_runner().invoke(args=["rebuild-results"])
    assert (answer.exit_code, "damaged" in answer.output) == (0, False)
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Result)) == 4
    turn = upkeep.write_connection

    @contextmanager
    def late():
        with turn() as connection:
            connection.execute(update(Match).values(state=PLAY, last_hash="another"))
            connection.execute(delete(Result))
            yield connection

    monkeypatch.setattr(upkeep, "write_connection", late)
    assert app.test_cli_runner().invoke(args=["rebuild-results"]).exit_code == 0
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(Result)) == 0
