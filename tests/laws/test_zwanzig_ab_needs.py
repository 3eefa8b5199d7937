"""Zwanzig ab: what is said to be needed, against every deal that a half-made one can become."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from scoring.games.zwanzig_ab import GAME
from scoring.games.zwanzig_ab.score import able_to_win
from scoring.sheet import extend
from scoring.words import Deal, Need, Sheet, Standing
from tests.laws.zwanzig_ab_drafts import a_draft, a_standing, completions, gains
from tests.support.cases import tries

if TYPE_CHECKING:
    from scoring.words import Entry

MANY = 150
TRICKS = ("need_tricks", "need_tricks_wins", "need_single", "need_sweep", "need_sweep_wins")


def played_for(entry: Entry) -> bool:
    """Whether the tricks were played: somebody besides the maker stayed."""
    return bool(entry["tricks"].count(None) < 3)


def has_it(need: Need, entry: Entry) -> bool:
    """Whether a deal is one that the need speaks of."""
    if need.code == "need_single" and (entry.get("trump") == "hearts" or entry.get("named") == "blind"):
        return False
    took = entry["tricks"][need.side] or 0
    return bool(took >= need.values["n"]) and (played_for(entry) or not need.code.startswith("need_sweep"))


def winners(standing: Standing, entry: Entry) -> tuple[int, ...]:
    """Who wins with this deal."""
    outcome = extend(GAME, Sheet(GAME.key, (), standing, None, None), (Deal("", "deal", entry, None),)).outcome
    return outcome.winners if outcome else ()


def down(standing: Standing, entry: Entry, seat: int) -> bool:
    """Whether a deal takes a seat to zero or below."""
    return standing.totals[seat] + gains(standing, entry)[seat] <= 0


def check(standing: Standing, draft: Entry) -> None:
    """Every need of one half-made deal."""
    deals, needs = completions(standing, draft), GAME.needs(standing, draft)
    tricks = {need.side: need for need in needs if need.code in TRICKS}
    alone = {need.side for need in needs if need.code == "need_alone"}
    assert len(tricks) + len(alone) == len(needs)
    for seat in range(4):
        open_to_it = seat in able_to_win(standing)
        assert (seat in alone) == (open_to_it and standing.totals[seat] <= 0)
        if seat in tricks:
            need = tricks[seat]
            its = [deal for deal in deals if has_it(need, deal)]
            single = [deal for deal in deals if need.code != "need_single" or not doubled(deal)]
            assert its, (need, standing, draft)
            assert all(down(standing, deal, seat) == has_it(need, deal) for deal in single), (need, standing, draft)
            if "trump" in draft:
                wins = all(winners(standing, deal) == (seat,) for deal in its)
                assert need.code.endswith("_wins") == wins, (need, standing, draft)
        elif open_to_it and standing.totals[seat] > 0 and "trump" in draft:
            assert not any(down(standing, deal, seat) for deal in deals), (seat, standing, draft)


def doubled(entry: Entry) -> bool:
    """Whether the points of a deal count more than once, but for a special one."""
    return entry.get("trump") == "hearts" or entry.get("named") == "blind"


def test_so_many_tricks_take_a_seat_down_and_fewer_do_not():
    for rng in tries("needs of zwanzig", MANY):
        standing = a_standing(rng)
        check(standing, a_draft(rng, standing))


def test_who_is_down_already_wins_when_alone_lowest():
    for rng in tries("alone lowest", MANY // 5):
        standing = a_standing(rng)._replace(totals=(0, 0, rng.randint(0, 9), rng.randint(1, 20)))
        standing.carry["tied"] = []
        for deal in completions(standing, {"trump": rng.choice(("clubs", "hearts"))}):
            after = {seat: standing.totals[seat] + gains(standing, deal)[seat] for seat in able_to_win(standing)}
            lows = [seat for seat in after if after[seat] == min(after.values())]
            lone = len(lows) == 1 and after[lows[0]] <= 0
            assert winners(standing, deal) == (tuple(lows) if lone else ())


def near(totals: tuple[int, ...], draft: Entry, dealer: int = 3, **rules: object) -> list[tuple[int, str, int | None]]:
    """What is needed at a table where Ann is the maker: side, code, tricks."""
    rng = Random(0)
    standing = a_standing(rng)
    full = dict.fromkeys(standing.rules) | {option.key: option.default for option in GAME.options} | rules
    standing = standing._replace(rules=full, totals=totals, number=1, dealer=dealer, carry={"dropped": [], "tied": []})
    return [(need.side, need.code, need.values.get("n")) for need in GAME.needs(standing, draft)]


def test_a_maker_left_alone_has_no_bonus():
    """The bonus is for tricks that were played for (start 8: five without play take the maker only to 3)."""
    eight, clubs = (8, 20, 20, 20), {"trump": "clubs"}
    assert near(eight, clubs, sweep_bonus=5) == [(0, "need_sweep_wins", 5)]
    alone = clubs | {"tricks": ["", None, None, None]}
    assert near(eight, alone, sweep_bonus=5) == []
    assert near(eight, clubs | {"tricks": ["", None, 0, None]}, sweep_bonus=5) == [(0, "need_tricks_wins", 5)]
    assert near(eight, clubs, sweep_bonus=0) == []
    assert near((20, 8, 20, 20), clubs, sweep_bonus=5) == [(1, "need_tricks_wins", 5)]


def test_before_trump_is_named_fewer_may_do():
    assert near((3, 20, 20, 20), {}) == [(0, "need_single", 3)]
    assert near((1, 20, 20, 20), {}) == [(0, "need_tricks", 1)]
    assert near((3, 20, 20, 20), {"trump": "hearts"}) == [(0, "need_tricks_wins", 2)]
    assert near((3, 4, 20, 20), {"trump": "clubs"}) == [(0, "need_tricks_wins", 3), (1, "need_tricks_wins", 4)]
    assert near((3, 2, 20, 20), {"trump": "clubs"}) == [(0, "need_tricks", 3), (1, "need_tricks", 2)]
