"""The questions of people who play, by number: the page that answers it, and words of it on a golden evening.

A page is an endpoint with the values of its address; {names} stand for what the golden evening has.
"""

from __future__ import annotations

STORY = "story.show_story uid={evening}"

OF_EVENINGS: dict[int, tuple[str, str]] = {
    9: (STORY, "Ann’s Boom"),
    10: (STORY, "Boomke Wies: 1 in 8"),
    11: (STORY, "the turn is deal 3, from 50 to 100"),
    12: ("evening.show_evening uid={evening}", "19:00 to 22:10, 3 h 10"),
    13: ("evenings.show_evenings person={ann} place=Cellar", "1 evening"),
    16: (STORY, "the first evening of all"),
    22: (STORY, "1 deal was disputed."),
    24: ("evenings.show_evenings year=2026", "Dee gets 2.00"),
}
