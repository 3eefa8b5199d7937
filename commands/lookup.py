"""Circles and players as they are named on the command line; ClickException when there is none, or more than one."""

from __future__ import annotations

import click
from sqlalchemy import select

from models.base import db
from models.host.circle_list import find_circles
from models.tables.circle import Circle, Player


def circle_by_name(name: str) -> Circle:
    """The circle of this name or uid."""
    found = find_circles(name)
    if not found:
        raise click.ClickException(f"There is no circle {name}. ./run circles lists them.")
    if len(found) > 1:
        uids = "".join(f"\n  {circle.uid}" for circle in found)
        raise click.ClickException(f"Several circles are called {name}. Say which one by its letters:{uids}")
    return found[0]


def player_by_name(circle: Circle, name: str) -> Player:
    """The player of this name or uid."""
    here = select(Player).where(Player.circle_id == circle.id).order_by(Player.id)
    players = db.session.scalars(here).all()
    found = [one for one in players if name == one.uid] or [one for one in players if name == one.name]
    if not found:
        names = "".join(f"\n  {one.name}" for one in players)
        raise click.ClickException(f"Nobody is called {name} there. Their names are:{names}")
    persons = {one.merged_into_id or one.id for one in found}
    if len(persons) > 1:
        uids = "".join(f"\n  {one.uid}" for one in found)
        raise click.ClickException(f"Several are called {name}. Say which one by their letters:{uids}")
    return found[0]
