"""The restore drill: copied while people write, destroyed, put back, and compared deal by deal."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import delete

from models.backup.backup import folder_lock, make_copy
from models.base import Base, db, new_uid
from models.log.append import append
from models.matches import find_match
from models.tables import Player
from models.transaction import write_transaction
from tests.models.tables import MADE, new_evening, new_match
from tests.support.backups import everything, put_back
from tests.support.circles import random_circle

WRITERS, BEFORE, AFTER = 3, 40, 20  # deals


class Writers:
    """People who write deals, each at a table of their own, until they are told to stop."""

    def __init__(self, app: Any, matches: list[str]) -> None:
        self.app, self.acknowledged, self.stop = app, {match: [] for match in matches}, threading.Event()
        self.threads = [threading.Thread(target=self.write, args=(match,), daemon=True) for match in matches]

    def write(self, match: str) -> None:
        with self.app.app_context():
            found, after = find_match(match), 0
            while not self.stop.is_set():
                uid = new_uid()
                after = append(found, "deal", uid, MADE, after).seq
                self.acknowledged[match].append(uid)
                self.stop.wait(0.005)
            db.session.remove()

    def wait_for(self, deals: int) -> None:
        """Until each has written so many more."""
        goals = {match: len(said) + deals for match, said in self.acknowledged.items()}
        while any(len(self.acknowledged[match]) < goal for match, goal in goals.items()):
            assert all(thread.is_alive() for thread in self.threads)
            self.stop.wait(0.005)

    @contextmanager
    def at_work(self) -> Iterator[Writers]:
        for thread in self.threads:
            thread.start()
        try:
            yield self
        finally:
            self.stop.set()
            for thread in self.threads:
                thread.join(60)
            assert not any(thread.is_alive() for thread in self.threads)


def destroyed() -> None:
    """The disk was bad, or somebody was: the database is not what it was."""
    engine = db.engine
    db.session.remove()
    engine.dispose()
    if engine.dialect.name == "sqlite":
        path = Path(engine.url.database)
        raw = bytearray(path.read_bytes())
        raw[100:5000] = os.urandom(4900)
        path.write_bytes(raw)
    else:
        with engine.begin() as connection:
            for table in reversed(Base.metadata.sorted_tables):
                connection.execute(delete(table))


@pytest.mark.alone
def test_what_was_acknowledged_before_a_copy_comes_back_deal_by_deal(app, tmp_path):
    with app.app_context():
        random_circle(Random(3))
        evening = new_evening()
        matches = [new_match(evening=evening).uid for _ in range(WRITERS)]
        with Writers(app, matches).at_work() as writers:
            writers.wait_for(BEFORE)
            sure = {match: list(said) for match, said in writers.acknowledged.items()}
            with folder_lock(tmp_path):
                copy = make_copy(db.engine, tmp_path)
            writers.wait_for(AFTER)
        told = everything()
        destroyed()
        put_back(copy, tmp_path)
        back = everything()
        assert back.keys() == told.keys()
        for match, (sheet, records, traces, _) in back.items():
            assert (records, traces) == (told[match][1][: len(records)], told[match][2][: len(records)])
            assert sheet["lines"] == told[match][0]["lines"][: len(sheet["lines"])]
            if match not in matches:
                assert back[match] == told[match]
        for match in matches:
            assert [record.uid for record in back[match][1]][: len(sure[match])] == sure[match]
            assert len(back[match][1]) < len(told[match][1])
        append(find_match(matches[0]), "deal", "one-more", MADE, len(back[matches[0]][1]))
        with write_transaction() as session:
            session.add(Player(name="Eve", circle_id=evening.circle_id))
