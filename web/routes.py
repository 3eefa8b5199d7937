"""Routes: every page finds itself, and says beside its address who may ask for it: needs=SCORE_MATCH."""

from __future__ import annotations

import pkgutil
from importlib import import_module
from typing import Any, NamedTuple

from flask import Blueprint, Flask
from flask.typing import RouteCallable

import web
from models.tables import SCORE, WATCH

CIRCLE, EVENING, MATCH = "circle", "evening", "match"
DELETED_EVENING, NEW_MATCH, BEGUN_MATCH = "evening, deleted or not", "new match", "begun match"
PERMISSIONS = "tallystick-permissions"  # in app.extensions, by endpoint


class Permission(NamedTuple):
    """The place that the browser needs a grant for (the address says which one), and the right it needs there.

    "" is open to all; CIRCLE is the current circle as a whole; NEW_MATCH is where a match can be started: the evening
    in the form, the current evening or the current circle; BEGUN_MATCH is where a phone began one: the evening or the
    circle that its JSON names, else the current; DELETED_EVENING is an evening, also a deleted one. whole: only with a
    grant for the whole circle.
    """

    place: str
    right: str = WATCH
    whole: bool = False


PUBLIC = Permission("")
WATCH_CIRCLE, SCORE_CIRCLE = Permission(CIRCLE), Permission(CIRCLE, SCORE)
WATCH_EVENING, SCORE_EVENING = Permission(EVENING), Permission(EVENING, SCORE)
WATCH_MATCH, SCORE_MATCH = Permission(MATCH), Permission(MATCH, SCORE)
RUN_EVENING, RUN_MATCH = Permission(EVENING, SCORE, whole=True), Permission(MATCH, SCORE, whole=True)
DELETE_EVENING = Permission(DELETED_EVENING, SCORE, whole=True)
WATCH_LAST, START_MATCH, START_BEGUN = (
    Permission(NEW_MATCH),
    Permission(NEW_MATCH, SCORE),
    Permission(BEGUN_MATCH, SCORE),
)


class Pages(Blueprint):
    """The pages of one subject; a module of web/ that holds one is found when the app starts.

    permissions: by view what its routes need; a route without it keeps the app from starting.
    """

    def __init__(self, name: str, module: str) -> None:
        super().__init__(name, module)
        self.permissions: dict[str, Permission] = {}

    def add_url_rule(
        self,
        rule: str,
        endpoint: str | None = None,
        view_func: RouteCallable | None = None,
        provide_automatic_options: bool | None = None,
        needs: Permission | None = None,
        **options: Any,
    ) -> None:
        """A route with what it needs."""
        super().add_url_rule(rule, endpoint, view_func, provide_automatic_options, **options)
        view = str(endpoint or getattr(view_func, "__name__", ""))
        if needs is None or self.permissions.setdefault(view, needs) != needs:
            raise ValueError(f"{self.name}.{view} needs one permission: needs=… beside {rule}")


def register_pages(app: Flask) -> None:
    """Register the pages of every module of web/, with what they need."""
    modules = [import_module(found.name) for found in pkgutil.walk_packages(web.__path__, "web.")]
    values = [value for module in modules for value in vars(module).values()]
    permissions: dict[str, Permission] = app.extensions.setdefault(PERMISSIONS, {})
    for blueprint in dict.fromkeys(value for value in values if isinstance(value, Blueprint)):
        app.register_blueprint(blueprint)
        needed = blueprint.permissions if isinstance(blueprint, Pages) else {}
        permissions.update({f"{blueprint.name}.{view}": needs for view, needs in needed.items()})


def permission_of(app: Flask, endpoint: str) -> Permission | None:
    """What an endpoint needs; None where nobody said it: then nobody is served."""
    permissions: dict[str, Permission] = app.extensions[PERMISSIONS]
    return permissions.get(endpoint)


def check_permissions(app: Flask) -> None:
    """Raise ValueError that names an endpoint without a permission."""
    for rule in app.url_map.iter_rules():
        if permission_of(app, rule.endpoint) is None:
            raise ValueError(f"{rule.endpoint} has no permission: its blueprint is Pages, needs=… beside {rule}")
