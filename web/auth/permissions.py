"""Permission of every endpoint: the place it is about and the right it needs. One that is not listed is not served."""

from __future__ import annotations

from typing import NamedTuple

from models.tables.grant import SCORE, WATCH

PUBLIC, CIRCLE, EVENING, MATCH, NEW_MATCH = "", "circle", "evening", "match", "sitting"
DELETED_EVENING = "evening, deleted or not"


class Permission(NamedTuple):
    """The place that the browser needs a grant for (the address says which one), and the right it needs there.

    PUBLIC is open to all; CIRCLE is the current circle as a whole; NEW_MATCH is where a match can be started: the
    evening in the form, the current evening or the current circle; DELETED_EVENING is an evening, also a deleted
    one. whole: only with a grant for the whole circle.
    """

    place: str
    right: str = WATCH
    whole: bool = False


PERMISSIONS: dict[str, Permission] = {
    "large.show_large": Permission(MATCH),
    "rematch.begin_rematch": Permission(MATCH, SCORE),
    "amend.show_amendment": Permission(MATCH, SCORE),
    "amend.update_entry": Permission(MATCH, SCORE),
    "amend.record_amendment": Permission(MATCH, SCORE),
    "amend.update_draft": Permission(MATCH, SCORE),
    "confirm.confirm_or_dispute": Permission(MATCH),
    "confirm.show_confirmation": Permission(MATCH),
    "confirm.claim_seat": Permission(MATCH),
    "blank.show_blank": Permission(PUBLIC),
    "import.bring": Permission(PUBLIC),
    "import.upload": Permission(PUBLIC),
    "import.progress": Permission(PUBLIC),
    "circle.rename": Permission(CIRCLE, SCORE),
    "circle.circle": Permission(CIRCLE, SCORE),
    "circle.make_link": Permission(CIRCLE, SCORE),
    "circle.keep_handed_on": Permission(CIRCLE, SCORE),
    "circle.revoke_all": Permission(CIRCLE, SCORE),
    "circle.revoke_link": Permission(CIRCLE, SCORE),
    "circle.take_link_back": Permission(CIRCLE, SCORE),
    "circle.replace_link": Permission(CIRCLE, SCORE),
    "deal.show_deal": Permission(MATCH),
    "deal.redo": Permission(MATCH, SCORE),
    "deal.restore": Permission(MATCH, SCORE),
    "deal.strike": Permission(MATCH, SCORE),
    "deal.undo": Permission(MATCH, SCORE),
    "phone_engine.show_log": Permission(MATCH),
    "delete.evening": Permission(DELETED_EVENING, SCORE, whole=True),
    "health.look": Permission(PUBLIC),
    "hide.hide": Permission(EVENING, SCORE, whole=True),
    "hide.show": Permission(EVENING, SCORE, whole=True),
    "delete.match": Permission(EVENING, SCORE),
    "evening.evening": Permission(EVENING),
    "evening.save": Permission(EVENING, SCORE),
    "evening.close_or_reopen": Permission(EVENING, SCORE),
    "export.circle": Permission(CIRCLE, SCORE),
    "follow.show_follow": Permission(MATCH),
    "follow.poll": Permission(MATCH),
    "history.show_history": Permission(MATCH),
    "host.save": Permission(PUBLIC),
    "host.enter_key": Permission(PUBLIC),
    "host.door": Permission(PUBLIC),
    "host.host": Permission(PUBLIC),
    "host_circles.circles": Permission(PUBLIC),
    "host_circles.let_in": Permission(PUBLIC),
    "join.accept_offer": Permission(PUBLIC),
    "join.show_code_form": Permission(PUBLIC),
    "join.enter_code": Permission(PUBLIC),
    "join.forget_ended": Permission(PUBLIC),
    "join.show_offer": Permission(PUBLIC),
    "join.open_link": Permission(PUBLIC),
    "join.switch_circle": Permission(PUBLIC),
    "home.home": Permission(PUBLIC),
    "language.choose_language": Permission(PUBLIC),
    "merge.merge": Permission(CIRCLE, SCORE),
    "merge.part": Permission(CIRCLE, SCORE),
    "merge.same": Permission(CIRCLE, SCORE),
    "new_match.begin_match": Permission(NEW_MATCH, SCORE),
    "new_match.show_draft": Permission(NEW_MATCH, SCORE),
    "updates.show_updates": Permission(MATCH, SCORE),
    "print.print_evening": Permission(EVENING),
    "print.print_match": Permission(MATCH),
    "past.ask": Permission(CIRCLE, SCORE),
    "past.enter": Permission(CIRCLE, SCORE),
    "handover.hand_over": Permission(MATCH, SCORE),
    "handover.show_handover": Permission(MATCH),
    "handover.put_down_or_take_up": Permission(MATCH),
    "players.add": Permission(CIRCLE, SCORE),
    "players.rename": Permission(CIRCLE, SCORE),
    "players.retire": Permission(CIRCLE, SCORE),
    "recovery.create_recovery_link": Permission(CIRCLE, SCORE),
    "recovery_reminder.dismiss_reminder": Permission(CIRCLE, SCORE),
    "person.leave_out": Permission(CIRCLE, SCORE),
    "person.show_person": Permission(CIRCLE),
    "review_export.download_csv": Permission(CIRCLE),
    "review_export.download_database": Permission(CIRCLE),
    "review_export.download_datasette": Permission(CIRCLE),
    "review_export.download_json": Permission(CIRCLE),
    "review_export.show_exports": Permission(CIRCLE),
    "review.show_how_sure": Permission(CIRCLE),
    "review.show_review": Permission(CIRCLE),
    "rules.match_rules": Permission(MATCH),
    "rules.rules": Permission(PUBLIC),
    "ruling.record_ruling": Permission(MATCH, SCORE),
    "ruling.show_rulings": Permission(MATCH, SCORE),
    "saved_rules.remove": Permission(CIRCLE, SCORE),
    "saved_rules.save": Permission(MATCH, SCORE, whole=True),
    "conflict.settle_conflict": Permission(MATCH, SCORE),
    "evening_link.create_link": Permission(EVENING, SCORE),
    "evening_link.create_guest_link": Permission(EVENING, SCORE, whole=True),
    "evening_link.replace_standing_link": Permission(EVENING, SCORE),
    "evening_link.create_spoken_code": Permission(EVENING, SCORE),
    "evening_link.show_link": Permission(EVENING, SCORE),
    "sheet.show_sheet": Permission(MATCH),
    "csv.download_circle": Permission(CIRCLE),
    "csv.download_evening": Permission(EVENING),
    "csv.download_match": Permission(MATCH),
    "table.close_match": Permission(MATCH, SCORE),
    "table.draw_cards": Permission(MATCH, SCORE),
    "table.extend_time": Permission(MATCH, SCORE),
    "table.redo": Permission(MATCH, SCORE),
    "table.reopen_match": Permission(MATCH, SCORE),
    "table.record_deal": Permission(MATCH, SCORE),
    "table.show_table": Permission(MATCH),
    "table.update_draft": Permission(MATCH, SCORE),
    "table.undo": Permission(MATCH, SCORE),
    "welcome.create": Permission(PUBLIC),
    "welcome.welcome": Permission(PUBLIC),
}
