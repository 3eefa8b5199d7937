"""Forms of a circle: created, imported, named; its players and saved house rules."""

from __future__ import annotations

from typing import Any

from flask_wtf.file import FileField
from wtforms import FieldList
from wtforms.utils import unset_value
from wtforms.validators import ValidationError

from models.limits import check_player_limit
from models.log.errors import Refused
from models.tables.circle import Circle, Player
from web.circle.players import is_taken
from web.forms import Form, folded, name_fault, name_field, text_field, title_field, twice
from web.host.access import WITH_KEY, creation_policy
from web.host.forms import key_field
from web.i18n.locale import gettext
from web.i18n.messages import limit_words

INPUTS = 4  # names that the form of a new circle asks for
MOST_NAMES = 20
LONGEST_NAME = 60  # characters of a circle's name


class NameList(FieldList):  # type: ignore[misc]
    """The names of a new circle, from inputs that share one name; those left empty do not count."""

    def process(self, formdata: Any, data: Any = unset_value, extra_filters: Any = None) -> None:
        """An entry for each name that was sent, and at least INPUTS of them."""
        self.entries: list[Any] = []
        self.last_index = -1
        typed = formdata.getlist(self.name)[: MOST_NAMES + 1] if formdata else []
        for text in typed + [""] * (INPUTS - len(typed)):
            self._add_entry(None, text).name = self.name

    def validate(self, form: Form, extra_validators: Any = ()) -> bool:
        """Whether these can be the people of a circle; each entry has its own errors."""
        faults = list_faults([entry.data for entry in self.entries])
        for place, fault in faults.items():
            self.entries[place].errors = [fault]
        self.errors = list(faults.values())
        return not faults

    @property
    def people(self) -> list[str]:
        """The names without those left empty."""
        return [entry.data for entry in self.entries if entry.data]


def list_faults(typed: list[str]) -> dict[int, str]:
    """What is wrong with the names, by the place of their input; empty ones are not wrong."""
    faults = {n: fault for n, name in enumerate(typed) if name and (fault := name_fault(name))}
    names = [name for name in typed if name]
    if len(names) > MOST_NAMES:
        most = gettext("A circle can start with at most {most} people; the others can join later.", most=MOST_NAMES)
        faults.setdefault(len(typed) - 1, most)
    again = twice(names)
    if again:
        second = len(typed) - 1 - [folded(name) for name in reversed(typed)].index(folded(again))
        faults.setdefault(second, gettext("Two people are called {name}. Give them different names.", name=again))
    if len(names) < 2 and not faults:
        faults[typed.index("")] = gettext("A match needs at least two people.")
    return faults


class CreateForm(Form):
    """A new circle: its people, its name, and the host's key where that is asked for."""

    name = NameList(name_field(autocapitalize="words"))
    circle = title_field(LONGEST_NAME, maxlength=200, autocapitalize="sentences")
    key = key_field()

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        if creation_policy() != WITH_KEY:
            del self.key


class FileForm(Form):
    """A file."""

    file = FileField()

    def validate_file(self, field: Any) -> None:
        """Refuse no file."""
        if not field.data:
            raise ValidationError(gettext("Choose the file first."))


class ImportForm(FileForm):
    """A circle's file."""

    file = FileField(render_kw={"accept": ".json,application/json"})


class CircleNameForm(Form):
    """What a circle is called."""

    name = title_field(LONGEST_NAME, id="circle", maxlength=200)


class PlayerForm(Form):
    """The name of a new player of a circle, or another one of the given player. To be validated in the write lock."""

    name = name_field()

    def __init__(self, circle: Circle, player: Player | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.circle, self.player = circle, player
        self.name.id = player.uid if player else "new"

    def validate_name(self, field: Any) -> None:
        """Refuse what somebody else in the circle is called, and one more player than fit."""
        if is_taken(self.circle, field.data, but=self.player):
            raise ValidationError(gettext("Somebody in this circle is already called {name}.", name=field.data))
        try:
            if self.player is None:
                check_player_limit(self.circle.id)
        except Refused as refused:
            raise ValidationError(limit_words(refused)) from None


class MergeForm(Form):
    """The uid of the player who somebody is the same person as."""

    into = text_field(name="as", read=str)


class SaveRulesForm(Form):
    """What house rules are saved as."""

    name = name_field(id="save")
