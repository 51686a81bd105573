"""The forms; the rules and the scorebook check again what they let through."""

from __future__ import annotations

import secrets
from typing import Any

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, IntegerField
from wtforms.validators import InputRequired, Length, NumberRange

from scorekeeper.scorebook.errors import KeyReused, ScorebookError, Stale
from scorekeeper.web.errors import FormLapsed, FormWrong

LARGEST = 2**53
"""Whole numbers in hidden fields stay below this, so that the database can hold them."""

DIGITS = 16
"""The most digits that such a number has."""


def new_key() -> str:
    """Mint the key by which a form that is sent twice is known."""
    return secrets.token_hex(16)


class Whole(IntegerField):
    """A whole number; one of many digits is none, since WTForms fails to compare it."""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read it."""
        if valuelist and len(valuelist[0]) > DIGITS:
            self.data = None
            raise ValueError(self.gettext("Not a valid integer value."))
        super().process_formdata(valuelist)


class SentOnce(FlaskForm):
    """A form that does its work once, however often it is sent."""

    class Meta(FlaskForm.Meta):
        """Where a form's values come from."""

        def wrap_formdata(self, form: Any, formdata: Any) -> Any:  # noqa: ANN401 - WTForms' signature
            """Take the texts that a form sends; Flask-WTF takes files and JSON, too."""
            del form
            if formdata is None or isinstance(formdata, MultiDict):
                return formdata
            return request.form if request.method == "POST" else None

    key = HiddenField(validators=[InputRequired(), Length(max=64)])

    def check(self) -> None:
        """Check what was sent.

        Raises:
            FormLapsed: its CSRF token isn't this session's.
            FormWrong: a field is wrong; the fields know why.
        """
        if self.validate():
            return
        self.mend()
        raise FormLapsed if self["csrf_token"].errors else FormWrong

    def mend(self) -> None:
        """Renew hidden fields that are wrong, so that the form can be sent again."""
        if self.key.errors:
            self.key.data = new_key()

    def renew_key(self, error: ScorebookError | None) -> None:
        """Take a new key if this one has saved something else."""
        if isinstance(error, (KeyReused, Stale)):
            self.key.data = new_key()

    @property
    def sent_key(self) -> str:
        """The key; only after ``check``."""
        return str(self.key.data)


class Versioned(SentOnce):
    """A form that was made from a version of what it changes."""

    version = Whole(validators=[InputRequired(), NumberRange(0, LARGEST)])

    def mend(self) -> None:
        """Renew hidden fields that are wrong; a page says the version that it shows."""
        super().mend()
        if self.version.errors:
            self.version.data = None

    def renew(self, error: ScorebookError | None, version: int) -> bool:
        """Make the form anew from what stands now, if that has changed; tell whether it has."""
        self.renew_key(error)
        changed = isinstance(error, (KeyReused, Stale))
        if changed or self.version.data is None:
            self.version.data = version
        return changed

    @property
    def made_from(self) -> int:
        """The version; only after ``check``."""
        return int(self.version.data or 0)
