"""Command for a person: delete-person."""

from __future__ import annotations

import click
from sqlalchemy import select

from commands.command import OLD_COPIES, circle_by_name, command, confirm_twice, remove_traces
from models.base import db
from models.people import find_person, remove_name
from models.tables import Circle, Player


@command("delete-person")
@click.argument("circle")
@click.argument("person")
def delete_person(circle: str, person: str) -> None:
    """Take the name of a PERSON out of a CIRCLE; what was played stays, by a player without a name."""
    player = player_by_name(circle_by_name(circle), person)
    merged, name = find_person(player), player.name
    names = ", ".join(sorted(merged.names))
    confirm_twice(
        f"Put {merged.new} in place of {names}, in everything that was played?", f"Type {name} to do so", name
    )
    done = remove_name(player)
    click.echo(f"{names} is {done.new} now. Matches written anew: {done.matches}. {OLD_COPIES}")
    click.echo("What else people wrote was not looked at: places, notes, names of seasons and house rules.")
    for broken in done.damaged:
        click.echo(f"The name stays in what cannot be read: {broken}")
    remove_traces()


def player_by_name(circle: Circle, name: str) -> Player:
    """The player of this name or uid; ClickException when there is none, or more than one person."""
    players = db.session.scalars(select(Player).where(Player.circle_id == circle.id).order_by(Player.id)).all()
    named = [player for player in players if name == player.uid] or [
        player for player in players if name == player.name
    ]
    if not named:
        names = "".join(f"\n  {player.name}" for player in players)
        raise click.ClickException(f"Nobody is called {name} there. Their names are:{names}")
    if len({player.merged_into_id or player.id for player in named}) > 1:
        uids = "".join(f"\n  {player.uid}" for player in named)
        raise click.ClickException(f"Several are called {name}. Say which one by their letters:{uids}")
    return named[0]
