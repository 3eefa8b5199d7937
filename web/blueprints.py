"""Every blueprint, one list: the pages of the app."""

from __future__ import annotations

from flask import Flask

from web.auth.join import bp as auth_join
from web.auth.links import bp as auth_links
from web.auth.phone_key import bp as auth_phone_key
from web.circle.create import bp as circle_create
from web.circle.file import export_bp as circle_export
from web.circle.file import import_bp as circle_import
from web.circle.people import bp as circle_people
from web.circle.views import bp as circle_views
from web.csv import bp as csv
from web.evening.views import bp as evening
from web.history import bp as history
from web.home import bp as home
from web.host.circle_views import bp as host_circle_views
from web.host.health_views import bp as host_health_views
from web.host.views import bp as host_views
from web.i18n.views import bp as i18n_views
from web.new_match.begun import bp as begun
from web.new_match.rematch import bp as rematch
from web.new_match.views import bp as new_match
from web.offline.install_views import bp as offline_install_views
from web.offline.manifest_views import bp as offline_manifest_views
from web.offline.worker_views import bp as offline_worker_views
from web.paper import bp as paper
from web.past import bp as evenings
from web.phone_engine.log import bp as phone_engine_views
from web.review.ask.views import bp as review_ask_views
from web.review.circle.views import bp as review_views
from web.review.deals.views import bp as review_deals_views
from web.review.export.views import bp as review_export_views
from web.review.game.views import bp as review_game_views
from web.review.matches.views import bp as review_matches_views
from web.review.pair.views import bp as review_pair_views
from web.review.person.views import bp as review_person_views
from web.review.records.views import bp as review_records_views
from web.review.season.views import bp as review_season_views
from web.review.story.views import bp as review_story_views
from web.review.year.views import bp as review_year_views
from web.rules import bp as rules
from web.table.across import bp as table_across
from web.table.amend import bp as table_amend
from web.table.confirm import bp as table_confirm
from web.table.deal import bp as table_deal
from web.table.follow import bp as table_follow
from web.table.rulings import bp as table_rulings
from web.table.views import bp as table_views
from web.tail.both_views import bp as tail_both_views
from web.tail.file_views import bp as tail_file_views
from web.tail.line_views import bp as tail_line_views
from web.tail.views import bp as tail_views

BLUEPRINTS = (
    auth_links,
    auth_join,
    auth_phone_key,
    circle_create,
    circle_export,
    circle_import,
    circle_people,
    rules,
    circle_views,
    home,
    evenings,
    evening,
    history,
    host_circle_views,
    host_health_views,
    host_views,
    i18n_views,
    table_follow,
    begun,
    rematch,
    new_match,
    offline_install_views,
    offline_manifest_views,
    offline_worker_views,
    phone_engine_views,
    csv,
    paper,
    review_ask_views,
    review_deals_views,
    review_export_views,
    review_game_views,
    review_matches_views,
    review_pair_views,
    review_person_views,
    review_records_views,
    review_season_views,
    review_story_views,
    review_views,
    review_year_views,
    table_across,
    table_amend,
    table_confirm,
    table_views,
    table_deal,
    table_rulings,
    tail_both_views,
    tail_file_views,
    tail_line_views,
    tail_views,
)


def register_blueprints(app: Flask) -> None:
    """Put every page on the app."""
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
