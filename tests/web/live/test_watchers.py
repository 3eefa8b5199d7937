"""A small crowd of watchers on a real server: nobody misses anything, and little goes over the wire."""

from __future__ import annotations

import pytest

from tests.bench.crowds import measured

pytestmark = pytest.mark.thorough

WATCHERS, DEALS = 20, 5
MOST = 3_000  # bytes that a deal may cost a watcher, head and all
NOTHING = 200  # bytes of the answer that there is nothing new


@pytest.mark.slow
def test_a_crowd_has_every_version_in_order(tmp_path):
    """Each deal is written down once all have the one before; times are nobody's business here."""
    run = measured(tmp_path, WATCHERS, every=0.2, seconds=600, deals=DEALS)
    seen, said = run.seen, sorted(run.said)
    assert seen["faults"] == []
    versions = [str(version) for version in (said[0] - 1, *said)]
    assert len(versions) == DEALS + 1
    assert {version: len(seen["came"][version]) for version in versions} == dict.fromkeys(versions, WATCHERS)
    assert set(seen["texts"].values()) == {1}  # all read the same
    assert len(seen["sizes"]["200"]) == WATCHERS * DEALS
    assert max(seen["sizes"]["200"]) <= MOST
    assert max(seen["sizes"].get("304", [0])) <= NOTHING  # who is quick is never without news
