"""Permission of every endpoint; create_app() refuses one that is not listed, and a listed one that does not exist."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from werkzeug.routing import Rule

from models.tables.grant import SCORE, WATCH

PUBLIC, CIRCLE, EVENING, MATCH, NEW_MATCH = "", "circle", "evening", "match", "sitting"
BEGUN_MATCH = "begun match"
DELETED_EVENING = "evening, deleted or not"
READING = {"GET", "HEAD", "OPTIONS"}


class Permission(NamedTuple):
    """The place that the browser needs a grant for (the address says which one), and the right it needs there.

    PUBLIC is open to all; CIRCLE is the current circle as a whole; NEW_MATCH is where a match can be started: the
    evening in the form, the current evening or the current circle; BEGUN_MATCH is where a phone began one: the evening
    or the circle that its JSON names, else the current; DELETED_EVENING is an evening, also a deleted
    one. whole: only with a grant for the whole circle.
    """

    place: str
    right: str = WATCH
    whole: bool = False


LISTED = {  # blueprint.* are all its endpoints that are not listed themselves; to watch, those that read
    Permission(PUBLIC): """
        print.show_blank health.show_health home.show_home language.choose_language line.show_line
        rules.show_rules phone_key.show_key
        host.choose_who_creates host.enter_key host.open_host_link host.show_host
        host_circles.show_circles host_circles.create_host_link
        import.show_import_form import.import_circle
        install.come_in install.forget_phone install.prepare_install install.show_install manifest.show_manifest
        join.accept_offer join.show_code_form join.enter_code join.forget_ended join.show_offer join.open_link
        join.switch_circle welcome.create_circle welcome.show_create_form
        worker.show_kept_rules worker.show_shell worker.show_worker
    """,
    Permission(MATCH): """
        across.* history.* phone_engine.* both.show_branches csv.download_match deal.show_deal print.print_match
        confirm.confirm_or_dispute confirm.show_confirmation confirm.claim_seat
        follow.show_follow follow.poll follow.show_version links.show_handover links.give_or_take_back
        rules.show_match_rules story.show_match_picture table.show_table
    """,
    Permission(MATCH, SCORE): """
        amend.* both.* deal.* follow.show_updates links.hand_over rematch.* ruling.* table.* tail.*
    """,
    Permission(MATCH, SCORE, whole=True): "rules.save_match_rules",
    Permission(NEW_MATCH): "line.show_home_data",
    Permission(NEW_MATCH, SCORE): "new_match.*",
    Permission(BEGUN_MATCH, SCORE): "begun.*",
    Permission(EVENING): """
        csv.download_evening evening.show_evening print.print_evening story.show_picture story.show_story
    """,
    Permission(EVENING, SCORE): """
        evening.* links.create_link links.create_spoken_code links.replace_standing_link links.show_link
    """,
    Permission(EVENING, SCORE, whole=True): """
        evening.hide_evening evening.unhide_evening links.create_guest_link
    """,
    Permission(DELETED_EVENING, SCORE, whole=True): "evening.delete_empty_evening",
    Permission(CIRCLE): """
        ask.* csv.download_circle deals.* evenings.* game_review.* matches.* pair.* person.show_person records.*
        review.* review_export.* season.show_season season.show_seasons year.*
    """,
    Permission(CIRCLE, SCORE): """
        circle.* evenings.create_past_evening evenings.show_past_form export.*
        links.create_recovery_link links.dismiss_reminder person.leave_out players.*
        rules.delete_rules season.* unsent_file.*
    """,
}
PERMISSIONS = {name: permission for permission, names in LISTED.items() for name in names.split()}


def permission_of(endpoint: str) -> Permission | None:
    """What an endpoint needs; None where it is not listed: then nobody is served."""
    return PERMISSIONS.get(endpoint) or PERMISSIONS.get(everything_in(endpoint))


def everything_in(endpoint: str) -> str:
    """The name for all endpoints of the blueprint of this one."""
    return f"{endpoint.partition('.')[0]}.*"


def check_permissions(rules: Iterable[Rule]) -> None:
    """Raise ValueError that names an endpoint without a permission, or a name in the list that is no endpoint."""
    unused = dict.fromkeys(PERMISSIONS)
    for rule in rules:
        name = rule.endpoint if rule.endpoint in PERMISSIONS else everything_in(rule.endpoint)
        if name not in PERMISSIONS:
            raise ValueError(f"web/auth/permissions.py has no permission for {rule.endpoint}")
        if name != rule.endpoint and PERMISSIONS[name].right == WATCH and not (rule.methods or set()) <= READING:
            raise ValueError(f"web/auth/permissions.py must name {rule.endpoint} itself: it does not only read")
        unused.pop(name, None)
    if unused:
        raise ValueError(f"web/auth/permissions.py lists what is no endpoint: {', '.join(unused)}")
