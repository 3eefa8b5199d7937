"""Command for a person: delete-person."""

from __future__ import annotations

import click
from flask.cli import with_appcontext

from commands.deletion import OLD_COPIES, confirm_twice, empty_database_log, remove_pictures
from commands.errors import errors_in_words
from commands.lookup import circle_by_name, player_by_name
from commands.prepare import prepare_database
from models.people.remove_name import find_person, remove_name


@click.command("delete-person")
@click.argument("circle")
@click.argument("person")
@with_appcontext
def delete_person(circle: str, person: str) -> None:
    """Take the name of a PERSON out of a CIRCLE; what was played stays, by a player without a name."""
    prepare_database()
    player = player_by_name(circle_by_name(circle), person)
    merged, name = find_person(player), player.name
    names = ", ".join(sorted(merged.names))
    confirm_twice(
        f"Put {merged.new} in place of {names}, in everything that was played?", f"Type {name} to do so", name
    )
    with errors_in_words():
        done = remove_name(player)
    click.echo(f"{names} is {done.new} now. Matches written anew: {done.matches}. {OLD_COPIES}")
    click.echo("What else people wrote was not looked at: places, notes, names of seasons and house rules.")
    for broken in done.damaged:
        click.echo(f"The name stays in what cannot be read: {broken}")
    remove_pictures()
    empty_database_log()
