"""What every page needs: whose it is, and whether looking is enough. A page that is not in this table is not served."""

from __future__ import annotations

from typing import NamedTuple

from models.tables.grant import SCORE, WATCH

NOBODYS, CIRCLE, EVENING, MATCH, SITTING = "", "circle", "evening", "match", "sitting"
EMPTIED = "evening, deleted or not"


class Need(NamedTuple):
    """The place that must be open to who asks (the address says which one), and what they must be allowed there.

    NOBODYS is open to all; CIRCLE is the current circle as a whole; SITTING is where a new match can begin: the
    evening in the form, the current evening or the current circle; EMPTIED is an evening, also one that was deleted.
    whole: only who is let into the whole circle.
    """

    place: str
    right: str = WATCH
    whole: bool = False


NEEDS: dict[str, Need] = {
    "across.across": Need(MATCH),
    "again.again": Need(MATCH, SCORE),
    "amend.amend": Need(MATCH, SCORE),
    "amend.say": Need(MATCH, SCORE),
    "amend.take": Need(MATCH, SCORE),
    "amend.tap": Need(MATCH, SCORE),
    "answer.answer": Need(MATCH),
    "answer.asked": Need(MATCH),
    "answer.sits": Need(MATCH),
    "blank.blank": Need(NOBODYS),
    "bring.bring": Need(NOBODYS),
    "bring.upload": Need(NOBODYS),
    "circle.rename": Need(CIRCLE, SCORE),
    "circle.circle": Need(CIRCLE, SCORE),
    "circle.make_link": Need(CIRCLE, SCORE),
    "circle.keep_handed_on": Need(CIRCLE, SCORE),
    "circle.revoke_all": Need(CIRCLE, SCORE),
    "circle.revoke_link": Need(CIRCLE, SCORE),
    "circle.take_link_back": Need(CIRCLE, SCORE),
    "circle.replace_link": Need(CIRCLE, SCORE),
    "deal.deal": Need(MATCH),
    "deal.redo": Need(MATCH, SCORE),
    "deal.restore": Need(MATCH, SCORE),
    "deal.strike": Need(MATCH, SCORE),
    "deal.undo": Need(MATCH, SCORE),
    "engine.log": Need(MATCH),
    "emptying.evening": Need(EMPTIED, SCORE, whole=True),
    "health.look": Need(NOBODYS),
    "hiding.hide": Need(EVENING, SCORE, whole=True),
    "hiding.show": Need(EVENING, SCORE, whole=True),
    "emptying.match": Need(EVENING, SCORE),
    "evening.evening": Need(EVENING),
    "evening.save": Need(EVENING, SCORE),
    "evening.close_or_reopen": Need(EVENING, SCORE),
    "export.circle": Need(CIRCLE, SCORE),
    "follow.follow": Need(MATCH),
    "follow.live": Need(MATCH),
    "history.history": Need(MATCH),
    "host.save": Need(NOBODYS),
    "host.enter_key": Need(NOBODYS),
    "host.door": Need(NOBODYS),
    "host.host": Need(NOBODYS),
    "host_circles.circles": Need(NOBODYS),
    "host_circles.let_in": Need(NOBODYS),
    "joining.accept": Need(NOBODYS),
    "joining.ask": Need(NOBODYS),
    "joining.enter": Need(NOBODYS),
    "joining.forget": Need(NOBODYS),
    "joining.offered": Need(NOBODYS),
    "joining.open_link": Need(NOBODYS),
    "joining.switch": Need(NOBODYS),
    "home.home": Need(NOBODYS),
    "languages.choose": Need(NOBODYS),
    "merging.merge": Need(CIRCLE, SCORE),
    "merging.part": Need(CIRCLE, SCORE),
    "merging.same": Need(CIRCLE, SCORE),
    "new_match.deal": Need(SITTING, SCORE),
    "new_match.new": Need(SITTING, SCORE),
    "others.others": Need(MATCH, SCORE),
    "paper.evening": Need(EVENING),
    "paper.match": Need(MATCH),
    "past.ask": Need(CIRCLE, SCORE),
    "past.enter": Need(CIRCLE, SCORE),
    "pencil.hand_over": Need(MATCH, SCORE),
    "pencil.pencil": Need(MATCH),
    "pencil.put": Need(MATCH),
    "players.add": Need(CIRCLE, SCORE),
    "players.rename": Need(CIRCLE, SCORE),
    "players.retire": Need(CIRCLE, SCORE),
    "recovery.make": Need(CIRCLE, SCORE),
    "reminder.reminded": Need(CIRCLE, SCORE),
    "rules.match_rules": Need(MATCH),
    "rules.rules": Need(NOBODYS),
    "rulings.rule": Need(MATCH, SCORE),
    "rulings.rulings": Need(MATCH, SCORE),
    "saved_rules.remove": Need(CIRCLE, SCORE),
    "saved_rules.save": Need(MATCH, SCORE, whole=True),
    "settle.settle": Need(MATCH, SCORE),
    "sharing.let_watch": Need(EVENING, SCORE),
    "sharing.make_link": Need(EVENING, SCORE, whole=True),
    "sharing.replace_standing": Need(EVENING, SCORE),
    "sharing.new_code": Need(EVENING, SCORE),
    "sharing.share": Need(EVENING, SCORE),
    "sheet.sheet": Need(MATCH),
    "spreadsheet.circle": Need(CIRCLE),
    "spreadsheet.evening": Need(EVENING),
    "spreadsheet.match": Need(MATCH),
    "table.close": Need(MATCH, SCORE),
    "table.cut": Need(MATCH, SCORE),
    "table.lengthen": Need(MATCH, SCORE),
    "table.redo": Need(MATCH, SCORE),
    "table.reopen": Need(MATCH, SCORE),
    "table.say": Need(MATCH, SCORE),
    "table.table": Need(MATCH),
    "table.tap": Need(MATCH, SCORE),
    "table.undo": Need(MATCH, SCORE),
    "welcome.create": Need(NOBODYS),
    "welcome.welcome": Need(NOBODYS),
}
