"""Types of single fields, shared by all orders and queries, and the time on its way out."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from server.domain.errors import InvalidField
from server.domain.languages import LANGUAGES, language_by_name

I64_MAX = 2**63 - 1
_DIGITS = re.compile(r"[0-9]{1,19}")


class Order(BaseModel):
    """A JSON body. Strict: `true` is no number and `"1"` neither. Unknown fields are kept apart, to be named."""

    model_config = ConfigDict(strict=True, extra="allow", populate_by_name=True, defer_build=True)


class Query(BaseModel):
    """A query string: every value comes as text."""

    model_config = ConfigDict(strict=True, extra="ignore", defer_build=True)


def _moment(value: object) -> object:
    """ISO 8601 and nothing else: pydantic takes digits for seconds since 1970, and no date without a time."""
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value.upper())
        except ValueError as error:
            raise ValueError("must be an ISO 8601 date and time") from error
    return value


def _utc(moment: datetime) -> datetime:
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("lies outside the years 1 to 9999") from error


def no_nul(text: str) -> str:
    if "\0" in text:
        raise ValueError("must not contain the NUL character")
    return text


def digits(value: object) -> object:
    if isinstance(value, str):
        if not _DIGITS.fullmatch(value):
            raise ValueError("must be a whole number")
        return int(value)
    return value


def _switch(value: object) -> object:
    if isinstance(value, str):
        return {"true": True, "1": True, "false": False, "0": False, "": True}.get(value.lower(), value)
    return value


def _language(name: str) -> str:
    try:
        return language_by_name(name).name
    except InvalidField as error:
        raise ValueError(error.details[0].message) from error


def _http_address(address: str) -> str:
    try:
        parts = urlsplit(address)
        sound = parts.scheme in {"http", "https"} and bool(parts.hostname)
    except ValueError:
        sound = False
    if not sound:
        raise ValueError("must be an http or https address")
    return address


Integer = Annotated[int, Field(ge=-(2**63), le=I64_MAX)]
"""A whole number of at most 64 bits."""
Moment = Annotated[datetime, BeforeValidator(_moment), AfterValidator(_utc)]
"""ISO 8601; without an offset it is UTC, without a time the beginning of the day."""
LanguageName = Annotated[
    str, AfterValidator(_language), Field(json_schema_extra={"enum": [language.name for language in LANGUAGES]})
]
"""A language's own name, exactly."""
HttpAddress = Annotated[str, Field(max_length=8192), AfterValidator(_http_address)]
"""An http or https URL. Where it leads is judged by the services and when it is fetched."""
RequiredId = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(no_nul)]
"""The id of a record that an operation is about."""
PageNumber = Annotated[int, Field(ge=1, le=I64_MAX), BeforeValidator(digits)]
PageLimit = Annotated[int, Field(ge=1, le=100), BeforeValidator(digits)]
Count = Annotated[int, Field(ge=0, le=I64_MAX), BeforeValidator(digits)]
Switch = Annotated[bool, BeforeValidator(_switch), WithJsonSchema({"type": "boolean"})]
"""`true` or `false` in a query."""

WireTime = Annotated[str, msgspec.Meta(extra_json_schema={"format": "date-time"})]
"""A time on its way out: ISO 8601, UTC, milliseconds, `Z`."""
