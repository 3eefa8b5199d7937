"""The questions of people who play, by number: the page that answers it, and words that stand there.

A page is an endpoint with the values of its address; {names} stand for what the golden evenings have.
"""

from __future__ import annotations

ASK = "ask.show_questions"

OF_PEOPLE: dict[int, tuple[str, str]] = {
    4: (f"{ASK} metric=win cut=partner who={{ann}}", "Cem 64 % 8 of 10"),
    5: ("pair.show_pair one={ann} other={cem}", "Too few matches together to speak of chemistry: 10 of 20."),
    6: (f"{ASK} metric=win cut=opponent who={{bob}}", "Ann 36 % 2 of 10"),
    7: ("ask.show_never", "Never partners Ann & Bob"),
    14: ("year.show_year year=2020", "The game of the year: Boomke Wies"),
    18: ("ask.show_luck", "Not yet: 10 matches, 60 are needed among four people."),
    19: (f"{ASK} metric=win cut=writer", "who writes is known only once their phone has said yes or no"),
    20: (f"{ASK} metric=win cut=order who={{ann}}", "match 1 1 of 2 match 2 2 of 2"),
    21: ("ask.show_other_rule game=boomke_wies rule=length:%22open%22", "10 matches would not have been over yet"),
    23: ("season.show_season uid={season}", "1 Ann 8 won the season"),
}
