"""A match kept on a sheet of paper: a list of lines on which people write, cross out and write between the lines.

It knows nothing of logs. What a record does is done to the list at once; what it comes to is added up from the top.
"""

from __future__ import annotations

from typing import Any

from scoring.game import Game, complete, rules_problems
from scoring.sheet import problems
from scoring.words import Deal, Line, Record, Standing, Table

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
