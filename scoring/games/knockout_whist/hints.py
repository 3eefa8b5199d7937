"""What a tap on the pad of Knock-Out Whist would do: who names trump, who falls, who comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoring.games.knockout_whist.draft import chance_of, limits_of, settled, so_far, written_tricks
from scoring.games.knockout_whist.lives import LIVES, cut_for_one, fate, has_one_card
from scoring.games.knockout_whist.turns import most_tricks
from scoring.words import Message

if TYPE_CHECKING:
    from typing import Any

    from scoring.words import Entry, Standing

NONE_DOG = {"dog": "hint_none_dog", "cut": "hint_none_cut", "dog_cut": "hint_none_dog_cut"}
FALLS = ("", "dog", "out", "dog_out", "buy", "buy_out", "cut")  # what happens to those without a trick
NAMES_TRUMP = (
    "hint_names",
    "hint_names_dog",
    "hint_names_out",
    "hint_names_dog_out",
    "hint_names_buy",
    "hint_names_buy_out",
    "hint_names_cut",
)
TIES = (
    "hint_ties",
    "hint_ties_dog",
    "hint_ties_out",
    "hint_ties_dog_out",
    "hint_ties_buy",
    "hint_ties_buy_out",
    "hint_ties_cut",
)
STAYS = (
    "hint_stays",
    "hint_stays_dog",
    "hint_stays_out",
    "hint_stays_dog_out",
    "hint_stays_buy",
    "hint_stays_buy_out",
    "hint_stays_cut",
)
BACK = (
    "hint_back",
    "hint_back_dog",
    "hint_back_out",
    "hint_back_dog_out",
    "hint_back_buy",
    "hint_back_buy_out",
    "hint_back_cut",
)


def hint(standing: Standing, draft: Entry, key: str, value: Any, seat: int | None) -> Message | None:
    """What choosing this value would do, where that is not simply the points of the finished entry."""
    if key == "buys":
        coming = fate(standing, value)
        return Message("buys_" + coming, {"stake_money": standing.rules["stake"]}) if coming in LIVES else None
    if key != "tricks" or seat is None or type(value) is not int:
        return None
    took = settled(standing, written_tricks(standing, draft, value, seat), so_far(draft), seat)
    if took is None:
        return hint_alone(standing, draft, value, seat)
    return hint_all(standing, took, seat)


def hint_alone(standing: Standing, draft: Entry, value: int, place: int) -> Message | None:
    """What a number of tricks does to its seat while the rest of the deal is open."""
    if value:
        if standing.carry["status"][place] == "in":
            return None
        return Message("hint_back" if has_one_card(standing, place) else "hint_stays", {"seat": place})
    coming = fate(standing, place)
    if coming == "in":
        return None
    if coming == "out" or standing.rules["money"]:
        return Message("hint_none_out" if coming == "out" else "hint_none_buy", {})
    return Message(NONE_DOG[chance_of(standing, limits_of(standing, draft), place)], {})


def hint_all(standing: Standing, took: list[int | None], place: int) -> Message:
    """What the whole deal does when this seat's tricks settle it: who names trump, who falls, who wins."""
    failed = [at for at, one in enumerate(took) if one == 0]
    out = [at for at in failed if fate(standing, at) == "out"]
    low = [at for at in failed if fate(standing, at) in LIVES]
    most = most_tricks(took)
    if len(out) + 1 == len(took) - took.count(None):
        return Message("hint_wins", {"seat": most[0]})
    cut = len(low) > 1 and cut_for_one(standing)
    falls = fall_of("cut" if cut else "buy" if standing.rules["money"] else "dog", low, out)
    values = {"seat": most[0], "seats": most, "low_seats": low, "out_seats": out}
    if place in most or took[place] != 1:  # who had a trick already is in, which is nothing new
        return Message((NAMES_TRUMP if len(most) == 1 else TIES)[falls], values)
    values["seat"] = place
    return Message((BACK if has_one_card(standing, place) else STAYS)[falls], values)


def fall_of(chance: str, low: list[int], out: list[int]) -> int:
    """The place in FALLS of what happens to those without a trick, those who have one more chance apart."""
    return FALLS.index(fallen(chance, low, out))


def fallen(chance: str, low: list[int], out: list[int]) -> str:
    """What happens to those without a trick: their chance, that they are out, or both."""
    return "_".join(([chance] if low else []) + (["out"] if out else []))
