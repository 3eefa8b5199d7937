"""Commands for circles: circles, link, export, import, delete-circle and, for a person in one, delete-person."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

import click
from sqlalchemy import select

from commands.command import OLD_COPIES, address, circle_by_name, command, confirm_twice, remove_traces
from models import deletion
from models.base import db, new_uid
from models.circle_file.export import export_circle, find_damaged_matches
from models.circle_file.importer import import_circle_file
from models.grants import make_grant
from models.host import circle_summaries
from models.log.errors import BrokenChain
from models.people import find_person, remove_name
from models.tables import SCORE, WATCH, Circle, Player
from models.transaction import snapshot, write_transaction


@command("circles")
def list_circles() -> None:
    """List the circles: their names, when they last met, how large they are."""
    for one in circle_summaries():
        met = f"last evening {one.last}" if one.last else "no evening yet"
        size = f"players: {one.players}, evenings: {one.evenings}, matches: {one.matches}"
        click.echo(f"{one.circle.uid}  {one.circle.name or '(no name)'}  ({met}; {size})")


@command("link")
@click.argument("circle")
@click.option("--watch", is_flag=True, help="The link may only look on.")
def link(circle: str, watch: bool) -> None:
    """Make a new link for a CIRCLE (its name, or the letters before it in ./run circles)."""
    chosen = circle_by_name(circle)
    with write_transaction():
        _, secret = make_grant(chosen, WATCH if watch else SCORE, "host")
    click.echo(f"Open this address once on the phone that is to be let in to {chosen.name or chosen.uid}:")
    click.echo(address(f"/join/{secret}"))


@command("export")
@click.argument("circle")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--without-damaged", is_flag=True, help="Leave out the matches that are damaged.")
def export(circle: str, file: Path, without_damaged: bool) -> None:
    """Write a CIRCLE into a FILE, which ./run import and the page for it take."""
    chosen = circle_by_name(circle)
    with snapshot(db.engine) as connection:
        left_out = [broken.match for broken in find_damaged_matches(connection, chosen.id)] if without_damaged else []
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise click.ClickException(f"Nothing was changed: there is a file {file} already.") from None
        try:
            with open(handle, "w", encoding="utf-8") as out:  # noqa: PTH123  one that only its owner reads
                out.writelines(export_circle(connection, chosen.id, left_out))
        except BrokenChain as broken:
            file.unlink()
            raise click.ClickException(f"{broken}. --without-damaged leaves out such matches.") from None
        except BaseException:
            file.unlink()
            raise
    click.echo(f"{file}" + "".join(f"\nLeft out, since it is damaged: match {uid}" for uid in left_out))


@command("import")
@click.argument("file", type=click.File("rb"))
def import_circle(file: BinaryIO) -> None:
    """Bring a circle in from its FILE, and print the link that lets somebody score there."""
    taken = import_circle_file(file.read(), new_uid())
    click.echo(f"Evenings: {taken.evenings}, matches: {taken.matches}. Open this address once, it lets a phone in:")
    click.echo(address(f"/join/{taken.secret}"))


@command("delete-circle")
@click.argument("circle")
def delete_circle(circle: str) -> None:
    """Delete a CIRCLE for good, with all that was ever played in it."""
    chosen = circle_by_name(circle)
    [one], name = circle_summaries(chosen), chosen.name or chosen.uid
    size = f"players: {one.players}, evenings: {one.evenings}, matches: {one.matches}"
    confirm_twice(f"Delete {name} for good ({size})?", f"Type {name} to delete it", name)
    deletion.delete_circle(chosen)
    click.echo(f"{name} is deleted. {OLD_COPIES}")
    remove_traces()


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
    named = [player for player in players if name in (player.uid, player.name)]
    if not named:
        names = "".join(f"\n  {player.name}" for player in players)
        raise click.ClickException(f"Nobody is called {name} there. Their names are:{names}")
    if len({player.merged_into_id or player.id for player in named}) > 1:
        uids = "".join(f"\n  {player.uid}" for player in named)
        raise click.ClickException(f"Several are called {name}. Say which one by their letters:{uids}")
    return named[0]
