"""Takes in a file of what was only on a phone, as if that phone had sent it, in the name of whoever brings it.

What is there already stays as it is, also when the phone itself sends it afterwards: the uids are the same.
"""

from __future__ import annotations

from typing import NamedTuple

from models.log.errors import DuplicateUid, Refused
from models.log.granted_match import GrantedMatch, find_granted_match, read_granted
from models.tables import SCORE, Circle
from models.tail.receive import Tail, TailReceipt
from scoring.game import Game
from scoring.games import games
from web.i18n.locale import gettext
from web.new_match.begun import CannotBegin, NotThisMatch, SentMatch, find_or_start
from web.tail.people import receive_with_people
from web.tail.unsent_file import NotTaken, Unsent


class TakenMatch(NamedTuple):
    """What became of a match in a file.

    added: how many records are in its log that were not there; waits: whether some wait to be settled; fault: why
    none came in, in a sentence; began: whether the match itself came with the file.
    """

    uid: str
    game: Game
    players: tuple[str, ...]
    added: int = 0
    waits: bool = False
    fault: str = ""
    began: bool = False

    @property
    def refused(self) -> bool:
        """Whether nothing of it is stored."""
        return bool(self.fault) and not self.began


def take_in(file: Unsent, circle: Circle, grant: str, device: str) -> list[TakenMatch]:
    """Begin the matches and take the tails of a file; NotTaken, with nothing stored, where it is of another circle.

    A match that cannot begin, or take its tail, holds up no other.
    """
    check_circle(file, circle, grant)
    failed = {begun.uid: unbegun(begun, fault) for begun in file.begun if (fault := begin(begun, circle))}
    uids = dict.fromkeys([*(begun.uid for begun in file.begun), *file.tails])
    matches = [match for uid in uids if uid not in failed and (match := find_granted_match([grant], uid))]
    began = {begun.uid for begun in file.begun}
    taken = [take_tail(match, file.tails.get(match.uid), device) for match in matches]
    return [*failed.values(), *(match._replace(began=match.uid in began) for match in taken)]


def unbegun(begun: SentMatch, fault: str) -> TakenMatch:
    """A match that cannot begin."""
    return TakenMatch(begun.uid, games()[begun.game], tuple(seat.name for seat in begun.seats), fault=fault)


def check_circle(file: Unsent, circle: Circle, grant: str) -> None:
    """NotTaken unless everything in the file is of a circle, and the grant may score there."""
    begun = [match.uid for match in file.begun if match.circle in ("", circle.uid)]
    known = [match for uid in file.tails if uid not in begun and (match := find_granted_match([grant], uid))]
    there = [*begun, *(match.uid for match in known if match.right == SCORE)]
    if len(begun) < len(file.begun) or file.tails.keys() - set(there):
        raise NotTaken(gettext("These deals are of another circle. Nothing was recorded."))


def begin(begun: SentMatch, circle: Circle) -> str:
    """Start a match unless it is there; why it cannot begin, in a sentence, else nothing."""
    try:
        find_or_start(begun, circle)
    except CannotBegin as refused:
        return str(refused)
    except NotThisMatch as refused:
        return refused.words
    return ""


def take_tail(match: GrantedMatch, tail: Tail | None, device: str) -> TakenMatch:
    """Take the tail of a match, if it has one."""
    before = read_granted(match)
    found = TakenMatch(match.uid, before.game, before.table.players)
    if tail is None:
        return found
    tail = tail if tail.hash else tail._replace(hash=before.first)  # it began on the phone
    try:
        receipt = receive_with_people(match, tail, grant=match.grant.uid, device=device)
    except (DuplicateUid, Refused):
        words = gettext("Some of what this phone sent does not belong to this match. Nothing was recorded.")
        return found._replace(fault=words)
    return found._replace(added=added(receipt, before.version), waits=receipt.branch is not None)


def added(receipt: TailReceipt, before: int) -> int:
    """How many records of a tail are in the log that had so many before."""
    return sum(seq > before for seq in receipt.taken.values())
