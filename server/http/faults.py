"""What pydantic found, in sentences a person can act on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import ValidationError

from server.domain.errors import FieldFault

MAX_FAULTS = 100
_SENTENCES: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "missing": lambda _: "is required",
    "string_type": lambda _: "must be a text",
    "string_unicode": lambda _: "must be valid Unicode",
    "string_too_long": lambda c: f"may have at most {c['max_length']:,} characters",
    "string_too_short": lambda c: (
        "must not be empty" if c["min_length"] == 1 else f"needs at least {c['min_length']:,} characters"
    ),
    "int_type": lambda _: "must be a whole number",
    "int_parsing": lambda _: "must be a whole number",
    "int_from_float": lambda _: "must be a whole number",
    "int_parsing_size": lambda _: "is too large a number",
    "float_type": lambda _: "must be a number",
    "bool_type": lambda _: "must be true or false",
    "bool_parsing": lambda _: "must be true or false",
    "list_type": lambda _: "must be a list",
    "model_type": lambda _: "must be an object",
    "dict_type": lambda _: "must be an object",
    "too_long": lambda c: f"may have at most {c['max_length']:,} entries",
    "too_short": lambda c: "must not be empty" if c["min_length"] == 1 else f"needs at least {c['min_length']} entries",
    "greater_than_equal": lambda c: f"must be {c['ge']} or more",
    "less_than_equal": lambda c: f"must be {c['le']} or less",
    "literal_error": lambda c: f"must be one of {c['expected']}",
    "enum": lambda c: f"must be one of {c['expected']}",
    "datetime_type": lambda _: "must be an ISO 8601 date and time",
    "datetime_parsing": lambda _: "must be an ISO 8601 date and time",
    "datetime_from_date_parsing": lambda _: "must be an ISO 8601 date and time",
    "value_error": lambda c: str(c["error"]),
}


def faults_of(error: ValidationError) -> list[FieldFault]:
    """Every fault (up to 100) with the wire name of its field."""
    found = error.errors(include_url=False, include_input=False)[:MAX_FAULTS]
    return [
        FieldFault(_path(entry["loc"]), _sentence(entry["type"], entry.get("ctx", {}), entry["msg"])) for entry in found
    ]


def _sentence(kind: str, context: Mapping[str, Any], fallback: str) -> str:
    say = _SENTENCES.get(kind)
    if say is not None:
        return say(context)
    return fallback.replace("Input should be", "must be").replace("Value error, ", "")


def _path(location: tuple[int | str, ...]) -> str:
    path = ""
    for part in location:
        if isinstance(part, int):
            path += f"[{part}]"
        else:
            path += f".{part}" if path else part
    return path
