"""Where the evenings of a drawing are, for the table below it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from flask import url_for

from models.review.past.evening_uids import evening_uids
from models.review.past.match import PastMatch


def evening_addresses(matches: Iterable[PastMatch]) -> dict[date, str]:
    """The address of an evening of each day of these matches, by day."""
    ids = {match.day: match.evening_id for match in matches}
    uids = evening_uids(ids.values())
    return {day: url_for("story.show_story", uid=uids[one]) for day, one in ids.items() if one in uids}
