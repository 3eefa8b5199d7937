"""Any history of a match comes to what a sheet of paper comes to on which the same was written and crossed out.

Compared after every record: which deals stand, who dealt each, which count, what is crossed out, totals, whose turn it
is. Folded at once, record by record, and as the phone does it.
"""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

from models.log.state import Replay
from scoring.deals import log_state, with_dealer
from scoring.game import Game, complete, rules_problems
from scoring.games import games
from scoring.sheet import problems, replay
from scoring.words import Deal, Line, Record, Standing, Table
from table.engine_match import PhoneMatch
from table.language import Language
from tests.support.cases import tried
from tests.support.random_matches import NAMES, random_entry, random_rules
from tests.support.random_sheets import GAMES, ruling

HISTORIES = int(os.environ.get("TALLYSTICK_HISTORIES", "8"))  # of a game
LENGTH = 36
Said = tuple[str, dict[str, Any]]


Item = dict[str, Any]


class Paper:
    """The lines in the order in which they count, and what was written in which order."""

    def __init__(self, game: Game, table: Table, rules: dict[str, Any]) -> None:
        self.game, self.table, self.rules = game, table, complete(game, rules)
        self.items: list[Item] = []
        self.written: list[Item] = []

    def write(self, record: Record) -> None:
        """Do to the paper what a record says."""
        {"strike": self.strike, "restore": self.restore, "amend": self.amend}.get(record.kind, self.add)(record)

    def add(self, record: Record) -> None:
        """A new line: at the end, or a forgotten deal in front of another; a deal by whoever deals now."""
        body = dict(record.body)
        place, dealer = len(self.items), body.pop("dealer", None) if record.kind == "deal" else None
        if record.kind == "deal" and "before" in body:
            before = body.pop("before")
            place = next(n for n, item in enumerate(self.items) if item["uid"] == before)
        item = {"uid": record.uid, "kind": record.kind, "entry": body, "dealer": dealer, "shown": True, "changes": []}
        item |= {"gone": False}
        self.items.insert(place, item)
        self.written.append(item)

    def amend(self, record: Record) -> None:
        """Another entry in a line, and perhaps another dealer."""
        change = {"uid": record.uid, "gone": False, "shown": False, **record.body}
        self.find(record.body["of"])["changes"].append(change)
        self.written.append(change)

    def strike(self, record: Record) -> None:
        """Cross something out: it stays in sight unless it was the last thing written that stood."""
        item = self.find(record.body["of"])
        last = [one for one in self.written if not one["gone"]][-1]
        item.update(gone=True, shown="crossed" in record.body or last is not item)

    def restore(self, record: Record) -> None:
        """Let it stand again."""
        self.find(record.body["of"]).update(gone=False, shown=True)

    def find(self, uid: str) -> Item:
        """A line, or the change of one."""
        return next(one for one in self.written if one["uid"] == uid)

    def stands(self) -> list[str]:
        """The deals that stand."""
        return [item["uid"] for item in self.items if item["kind"] == "deal" and not item["gone"]]

    def crossed_out(self) -> list[str]:
        """The deals that are crossed out."""
        return [item["uid"] for item in self.items if item["kind"] == "deal" and item["gone"] and item["shown"]]

    def truth(self, item: Item) -> tuple[Any, int | None]:
        """What a deal was in truth, and who dealt it."""
        changes = [change for change in item["changes"] if not change["gone"]]
        dealers = [change["dealer"] for change in changes if "dealer" in change]
        return ([item["entry"]] + [change["entry"] for change in changes])[-1], ([item["dealer"], *dealers])[-1]

    def added_up(self) -> tuple[Standing, list[tuple[str, int, bool]], bool]:
        """Where the match stands; uid, dealer and whether it counts of each deal that stands; whether it is over."""
        total, carry = self.game.opening(self.table, self.rules)
        now = Standing(
            self.table, self.rules, 1, self.table.first_dealer, (total,) * len(self.table.sides), carry, False
        )
        lines: list[Line] = []
        deals, outcome = [], None
        for item in self.items:
            if item["gone"]:
                continue
            if item["kind"] != "deal":
                now = self.ruled(now, item)
                outcome = self.game.outcome(now, lines)
                continue
            entry, dealer = self.truth(item)
            then = now if dealer is None else now._replace(dealer=dealer)
            counts = not outcome and not problems(self.game, then, entry)
            deals.append((item["uid"], then.dealer, counts))
            if counts:
                now = self.dealt(then, item["uid"], entry, lines)
                outcome = self.game.outcome(now, lines)
        return now, deals, outcome is not None

    def dealt(self, then: Standing, uid: str, entry: Any, lines: list[Line]) -> Standing:
        """The standing after a deal that counts."""
        entry = {key: value for key, value in entry.items() if value is not None}
        awards, carry = self.game.score(then, entry)
        points = tuple(sum(award.points for award in awards if award.side == side) for side in range(len(then.totals)))
        totals = tuple(map(sum, zip(then.totals, points, strict=True)))
        lines.append(Line(Deal(uid, "deal", entry, then.dealer), then.number, then.dealer, awards, points, totals, ()))
        number, dealer = then.number + self.game.counted(then, entry), self.game.next_dealer(then, entry, points, carry)
        return then._replace(number=number, dealer=dealer, totals=totals, carry=carry)

    def ruled(self, now: Standing, item: Item) -> Standing:
        """The standing after a line that is no deal."""
        kind, body = item["kind"], item["entry"]
        if kind == "adjust":
            return now._replace(totals=tuple(map(sum, zip(now.totals, body["points"], strict=True))))
        if kind == "rules":
            rules = now.rules | body["rules"]
            return now if rules_problems(self.game, rules, len(now.table.players)) else now._replace(rules=rules)
        if kind == "seat" and "dealer" in body:
            return now._replace(dealer=body["dealer"])
        if kind == "seat":
            players = [body["player"] if n == body["seat"] else name for n, name in enumerate(now.table.players)]
            return now._replace(table=Table(tuple(players), now.table.sides, now.table.first_dealer))
        return now._replace(closed=kind == "close")


def deals(rng: Random, paper: Paper) -> Said | None:
    """The next deal, by whose turn it is."""
    now, _, _ = paper.added_up()
    entry = random_entry(rng, paper.game, now)
    return None if entry is None else ("deal", with_dealer(entry, now.dealer))


def forgotten(rng: Random, paper: Paper) -> Said | None:
    """A deal that was forgotten in front of another, dealt by anybody."""
    said, places = deals(rng, paper), paper.stands()
    if said is None or not places:
        return None
    return "deal", said[1] | {"before": rng.choice(places), "dealer": rng.randrange(len(paper.table.players))}


def amended(rng: Random, paper: Paper) -> Said | None:
    """Another entry for a deal, now and then with another dealer."""
    said, places = deals(rng, paper), paper.stands()
    if said is None or not places:
        return None
    entry = {key: value for key, value in said[1].items() if key != "dealer"}
    dealer = {"dealer": rng.randrange(len(paper.table.players))} if rng.random() < 0.4 else {}
    return "amend", {"of": rng.choice(places), "entry": entry, **dealer}


def struck(rng: Random, paper: Paper) -> Said | None:
    """Anything, on its page, or what was written last, by Undo."""
    found = [one for one in paper.written if not one["gone"]]
    if not found:
        return None
    if rng.random() < 0.5:
        return "strike", {"of": found[-1]["uid"]}
    return "strike", {"of": rng.choice(found)["uid"], **({"crossed": True} if rng.random() < 0.5 else {})}


def restored(rng: Random, paper: Paper) -> Said | None:
    """Anything that is struck."""
    found = [one["uid"] for one in paper.written if one["gone"]]
    return ("restore", {"of": rng.choice(found)}) if found else None


def ruled(rng: Random, paper: Paper) -> Said | None:
    """A ruling, a rule, a player, a dealer, an end."""
    return ruling(rng, paper.game, paper.table)


WAYS = (deals, deals, deals, deals, forgotten, amended, struck, struck, restored, ruled)


def history(key: str, seed: int) -> tuple[Paper, list[Record]]:
    """An empty sheet of paper, and what was said at its table."""
    rng, game = Random(f"second fold {key} {seed}"), games()[key]
    players = NAMES[: rng.randint(*game.seats)]
    rules = random_rules(rng, game, len(players))
    table = game.table(players, rng.randrange(len(players)))
    paper, records = Paper(game, table, rules), []
    while len(records) < LENGTH:
        said = rng.choice(WAYS)(rng, paper)
        if said is None and not paper.written:
            break
        if said is not None:
            records.append(Record(len(records) + 1, f"r{len(records)}", *said))
            paper.write(records[-1])
    return Paper(game, table, rules), records


@pytest.mark.parametrize("key", GAMES)
def test_a_history_comes_to_what_the_paper_comes_to(key):
    """Also looked at seldom: between two looks what looks back and what does not are added in any mixture.

    Only what is said of a deal itself changes who dealt it.
    """
    for seed in filter(tried, range(HISTORIES)):
        paper, records = history(key, seed)
        fold, seldom = [Replay(paper.game, paper.table, paper.rules) for _ in range(2)]
        random = Random(seed)
        table = {"players": list(paper.table.players), "first_dealer": paper.table.first_dealer}
        log = {"game": key, "table": table, "rules": paper.rules, "here": "", "evening": "", "records": []}
        phone, dealt = PhoneMatch(Language(), log | {"began": [0, 0]}), {}
        for n, record in enumerate(records, 1):
            paper.write(record)
            fold.add(record)
            seldom.add(record)
            phone.tail.append(phone.after(record))
            live = log_state(records[:n])
            now, stands, over = paper.added_up()
            whole = replay(paper.game, paper.table, paper.rules, live.deals, live.pending)
            for sheet in (whole, fold.sheet, phone.current.sheet):
                lines = [line for line in sheet.lines if line.deal.kind == "deal"]
                assert [(line.deal.uid, line.dealer, not line.problems) for line in lines] == stands
                assert sheet.standing == now
                assert [line.deal.uid for line in sheet.lines if line.deal.kind == "struck"] == paper.crossed_out()
                assert (sheet.outcome is not None) == over
            if random.random() < 0.3 or n == len(records):
                assert seldom.sheet == whole
            about = {record.uid, record.body.get("of")}
            about |= {change for one in paper.written if one["uid"] in about for change in (one.get("of"),)}
            assert all(dealer == dealt.get(uid, dealer) for uid, dealer, _ in stands if uid not in about)
            dealt |= {uid: dealer for uid, dealer, _ in stands}


def test_what_is_kept_of_a_long_log_grows_with_its_length():
    """Not with its square, as it does when the sheet after each deal is kept."""
    paper, _ = history("boomke_wies", 0)
    fold, deals = Replay(paper.game, paper.table, paper.rules), 60
    for n in range(deals):
        body = {"declarer": 1, "contract": 8, "tricks": 9}
        fold.add(Record(n + 1, f"d{n}", "deal", body))
        assert len(fold.sheet.lines) == n + 1
    assert sum(len(sheet.lines) for sheet in fold.stood) + len(fold.last.lines) == deals
