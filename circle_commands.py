"""What whoever runs the server does for a circle from the shell: list, let in, export, delete. Never shown in pages."""

from __future__ import annotations

import os
from pathlib import Path

import click
from flask import current_app
from flask.cli import with_appcontext
from sqlalchemy import select

from commands import bring_up, told
from models.base import db
from models.circle_file.export import damaged_in, snapshot, written
from models.db.transaction import writing
from models.host.circle_list import circles_called, listed, short
from models.log.errors import BrokenChain
from models.people.delete_circle import delete_circle, emptied
from models.people.remove_name import person_of, take_name_away
from models.tables.circle import Circle, Player
from models.tables.grant import SCORE, WATCH, make_grant

OLD_COPIES = (
    "Copies that were made before hold it still, until later ones of seven days and four weeks are there or you remove "
    "them."
)

STILL_READ = "Somebody reads just now, so it still stands in the log beside the database. Stop Tallystick once."


@click.command("circles")
@with_appcontext
def circles() -> None:
    """List the circles: their names, when they last met, how large they are."""
    bring_up()
    for one in listed():
        met = f"last evening {one.last}" if one.last else "no evening yet"
        size = f"players: {one.players}, evenings: {one.evenings}, matches: {one.matches}"
        click.echo(f"{one.circle.uid}  {one.circle.name or '(no name)'}  ({met}; {size})")


@click.command("link")
@click.argument("circle")
@click.option("--watch", is_flag=True, help="The link may only look on.")
@with_appcontext
def link(circle: str, watch: bool) -> None:
    """Make a new link for a CIRCLE (its name, or the letters before it in ./run circles)."""
    bring_up()
    found = the_circle(circle)
    with told(), writing():
        _, secret = make_grant(found, WATCH if watch else SCORE, "host")
    click.echo(f"Open this path once on the phone that is to be let in to {found.name or found.uid}:")
    click.echo(f"{current_app.config['HOST'] or ''}/join/{secret}")


@click.command("export")
@click.argument("circle")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--without-damaged", is_flag=True, help="Leave out the matches that are damaged.")
@with_appcontext
def export(circle: str, file: Path, without_damaged: bool) -> None:
    """Write a CIRCLE into a FILE, which ./run import and the page for it take."""
    bring_up()
    found = the_circle(circle)
    with told(), snapshot(db.engine) as connection:
        left_out = [broken.match for broken in damaged_in(connection, found.id)] if without_damaged else []
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise click.ClickException(f"Nothing was changed: there is a file {file} already.") from None
        try:
            with open(handle, "w", encoding="utf-8") as out:  # noqa: PTH123  one that only its owner reads
                out.writelines(written(connection, found.id, left_out))
        except BrokenChain as broken:
            file.unlink()
            raise click.ClickException(f"{broken}. --without-damaged leaves out such matches.") from None
        except BaseException:
            file.unlink()
            raise
    click.echo(f"{file}" + "".join(f"\nLeft out, since it is damaged: match {uid}" for uid in left_out))


@click.command("delete-circle")
@click.argument("circle")
@with_appcontext
def forget_circle(circle: str) -> None:
    """Delete a CIRCLE for good, with all that was ever played in it."""
    bring_up()
    found = the_circle(circle)
    one, name = short(found), found.name or found.uid
    size = f"players: {one.players}, evenings: {one.evenings}, matches: {one.matches}"
    asked_twice(f"Delete {name} for good ({size})?", f"Type {name} to delete it", name)
    with told():
        delete_circle(found)
    click.echo(f"{name} is deleted. {OLD_COPIES}")
    tell_of_log()


@click.command("delete-person")
@click.argument("circle")
@click.argument("person")
@with_appcontext
def forget_person(circle: str, person: str) -> None:
    """Take the name of a PERSON out of a CIRCLE; what was played stays, by a player without a name."""
    bring_up()
    player = the_player(the_circle(circle), person)
    meant = person_of(player)
    called = player.name
    names = ", ".join(sorted(meant.names))
    asked_twice(
        f"Put {meant.new} in place of {names}, in everything that was played?", f"Type {called} to do so", called
    )
    with told():
        done = take_name_away(player)
    click.echo(f"{names} is {done.new} now. Matches written anew: {done.matches}. {OLD_COPIES}")
    click.echo("What people wrote themselves was not looked at: places, notes, names of links and of house rules.")
    for broken in done.damaged:
        click.echo(f"The name stays in what cannot be read: {broken}")
    tell_of_log()


def tell_of_log() -> None:
    """Empty the database's log of what is gone; say what to do where it cannot be done now."""
    if not emptied():
        click.echo(STILL_READ)


def asked_twice(question: str, again: str, name: str) -> None:
    """Go on only for a yes, and for the name typed out."""
    click.confirm(question, abort=True)
    if click.prompt(again, default="", show_default=False) != name:
        raise click.ClickException("That is not the name. Nothing was changed.")


def the_circle(words: str) -> Circle:
    """The circle of this name or uid."""
    found = circles_called(words)
    if not found:
        raise click.ClickException(f"There is no circle {words}. ./run circles lists them.")
    if len(found) > 1:
        names = "".join(f"\n  {circle.uid}" for circle in found)
        raise click.ClickException(f"Several circles are called {words}. Say which one by its letters:{names}")
    return found[0]


def the_player(circle: Circle, words: str) -> Player:
    """The player of this name or uid."""
    here = select(Player).where(Player.circle_id == circle.id).order_by(Player.id)
    players = db.session.scalars(here).all()
    found = [one for one in players if words == one.uid] or [one for one in players if words == one.name]
    if not found:
        names = "".join(f"\n  {one.name}" for one in players)
        raise click.ClickException(f"Nobody is called {words} there. Their names are:{names}")
    persons = {one.merged_into_id or one.id for one in found}
    if len(persons) > 1:
        uids = "".join(f"\n  {one.uid}" for one in found)
        raise click.ClickException(f"Several are called {words}. Say which one by their letters:{uids}")
    return found[0]


COMMANDS = (circles, link, export, forget_circle, forget_person)
